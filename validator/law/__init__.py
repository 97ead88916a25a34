"""The Law, one module per section."""
