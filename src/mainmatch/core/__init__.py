"""The engine: knows no game, no clock, no socket, no screen."""
