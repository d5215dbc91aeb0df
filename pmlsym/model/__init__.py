"""What users hold: priors and channels, unknown or concrete."""
