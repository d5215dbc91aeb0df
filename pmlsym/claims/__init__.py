"""Claims: their text, their level forms, their lowering to sequents, their value."""
