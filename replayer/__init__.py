"""What then lies on the table: facts, states and the engine that applies the record."""
