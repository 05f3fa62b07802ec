"""Studies: solving, simulating and comparing on many matches. Nothing here is needed to play."""
