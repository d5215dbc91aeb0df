"""Claims about orders that are letters: their cases, and multiples of measures by letters."""
