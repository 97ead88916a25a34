"""The simulator: plays legal games forward by its own procedures and writes them as Rootlog."""
