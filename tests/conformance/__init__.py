"""One suite for every game: the laws of the design, and a planted fault for each."""
