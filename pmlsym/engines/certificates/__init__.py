"""The search for certificates of a sequent."""
