"""Maskmen, clause by clause."""
