"""Lowering: from a claim to the sequents that together prove it."""
