"""Maskmen (마스크맨): nobody knows which wrestler is stronger until somebody plays."""
