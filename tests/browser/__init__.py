"""Real browsers against a real server."""
