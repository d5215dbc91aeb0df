"""What people write: one grammar for claims, families, channels, domains, priors and numbers."""
