"""Mechanism families: a file for each, and the list of all of them, `listed.FAMILIES`."""
