"""Evaluators of polynomials and values: exact, on batches, symbolic, as solver terms, in balls."""
