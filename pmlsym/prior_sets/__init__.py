"""Sets of priors, parameters among their numbers, and how one types them."""
