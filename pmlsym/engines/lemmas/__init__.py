"""Proved claims as lemmas, and claims that follow by applying them."""
