"""What the command line is made of: traces, files, rulebooks by clause, and the table in a terminal. Knows no game by name."""
