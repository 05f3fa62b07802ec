"""Studies: many matches, counted."""
