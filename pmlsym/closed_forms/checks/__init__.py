"""Closed forms compared with the exact evaluator, at points of their domain."""
