"""Priors, channels, gains, events and instances, unknown or concrete."""
