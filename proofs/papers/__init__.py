"""What the rows of the papers need in Python: constructions, algorithms, examples, figures.

    python -m proofs.papers             check all of it, and compare with what the ledger records
    python -m proofs.papers --write     record what was found, in pmlsym/papers/PAPER.json

`made.py` says what the names in the ledger's tables mean.
"""
