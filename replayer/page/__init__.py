"""One self-contained page of a replayed record."""
