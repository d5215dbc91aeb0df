"""Cross-checks: closed forms, proofs and counterexamples against evaluators, on many instances.

A closed form, a proof and a number must never disagree.
"""
