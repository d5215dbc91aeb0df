"""Searches for certificates beside something new, which the facts call for and do not mention."""
