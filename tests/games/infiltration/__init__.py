"""Infiltration, clause by clause."""
