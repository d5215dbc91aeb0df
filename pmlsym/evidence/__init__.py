"""Verdicts and the evidence that they hold, as data."""
