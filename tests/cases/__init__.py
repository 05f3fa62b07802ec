"""Positions, decisions and what must come out."""
