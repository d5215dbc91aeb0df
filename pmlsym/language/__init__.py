"""The language of claims, families, channels, domains, priors and numbers: one grammar."""
