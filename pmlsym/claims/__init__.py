"""Claims: the names in them, their value, and what they mean."""
