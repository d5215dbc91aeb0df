"""Closed forms as SymPy writes them, and the values of what is written."""
