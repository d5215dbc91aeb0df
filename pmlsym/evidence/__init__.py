"""Verdicts, their evidence, and proofs as text and LaTeX."""
