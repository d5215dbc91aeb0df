"""Sets of priors, which may have parameters, and their text."""
