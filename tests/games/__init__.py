"""Each room, clause by clause."""
