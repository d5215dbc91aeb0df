"""Searches for certificates with something new, which the facts call for but do not mention."""
