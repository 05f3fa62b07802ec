"""Lanterns: the example of a game from outside."""
