"""Mechanism families: one file for each, and all of them in `listed.FAMILIES`."""
