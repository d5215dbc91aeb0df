"""Proofs for the checker that is verified in Coq (`proofs/coq`): data, sequents, theorems."""
