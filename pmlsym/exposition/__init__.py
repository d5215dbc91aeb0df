"""What a certificate says, for people: formulas, numbered lines, and their LaTeX."""
