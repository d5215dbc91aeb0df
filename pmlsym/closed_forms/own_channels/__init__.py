"""A user's own channels and priors with symbolic entries."""
