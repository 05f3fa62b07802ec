"""Tests of the compiled drivers."""
