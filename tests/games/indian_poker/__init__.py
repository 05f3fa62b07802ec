"""Indian Poker, clause by clause."""
