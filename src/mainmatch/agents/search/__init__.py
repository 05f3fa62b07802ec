"""The strong agent of every game that has no own: Monte Carlo search from the world in its sight. Needs `mainmatch[fast]`."""
