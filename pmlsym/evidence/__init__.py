"""Verdicts and their evidence, as data."""
