"""Closed forms beside the exact evaluator, at points of their domain."""
