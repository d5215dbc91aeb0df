"""Witnesses: what a hypothesis "for all" is applied to."""
