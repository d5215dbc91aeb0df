"""Z3 and cvc5 at fixed alphabet sizes."""
