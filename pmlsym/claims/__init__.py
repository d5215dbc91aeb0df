"""Claims: their text, what they speak of, and their value."""
