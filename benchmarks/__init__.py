"""Measurements: ratios taken in one run, interleaved, medians."""
