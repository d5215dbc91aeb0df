"""Proofs of the papers' statements: what is claimed, with hints, and the certificates found.

python -m proofs            prove everything from nothing, and show a table
python -m proofs --write    the same, and keep the certificates in proofs/certificates
python -m proofs.papers     what Python checks of the papers, compared with what is recorded
"""
