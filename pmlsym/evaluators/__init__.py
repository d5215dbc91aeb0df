"""Readings of one polynomial or value: exact, batched, symbolic, solver terms, balls."""
