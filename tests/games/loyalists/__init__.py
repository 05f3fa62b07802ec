"""Loyalists and Traitors, clause by clause."""
