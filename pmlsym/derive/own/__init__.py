"""Channels of the user's own, with symbolic entries."""
