"""Worst cases over sets of priors, and their checks."""
