"""A tiny game whose every secret is a number that occurs nowhere else."""
