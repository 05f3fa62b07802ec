"""Tests of the engine itself."""
