"""Cards that change what a word means for their owner: adjacency, rule."""
