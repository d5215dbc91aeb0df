"""Statements of the field, and what the library says of them today."""
