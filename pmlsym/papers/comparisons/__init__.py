"""Cross-checks: closed forms, proofs and counterexamples against the evaluators, on many instances.

A closed form, a proof and a number must never disagree.
"""
