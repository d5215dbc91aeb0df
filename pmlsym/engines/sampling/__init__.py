"""The search for counterexamples and for witnesses on random instances."""
