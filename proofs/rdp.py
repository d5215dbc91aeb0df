"""Disclosure prevention, capacity and databases [RDP]."""

from __future__ import annotations

from proofs.statement import Statement

STATEMENTS = (
    Statement(
        "attributes-keep-their-min-entropy",
        "RDP, Thm. 3.5 and (A.1)-(A.3)",
        "hmin(P >> A) - pml(P, W) <= hmin_given(P, W, A)",
    ),
    Statement(
        "the-secret-keeps-its-min-entropy",
        "RDP, Cor. 3.10",
        "hmin(P) - pml(P, W) <= hmin_given(P, W)",
    ),
    Statement("leakage-is-at-most-capacity", "RDP, Thm. 2.8", "pml(P, W) <= capacity(W)"),
    Statement(
        "entries-leak-at-most-the-database",
        "RDP, after Thm. 4.5",
        "pml_entry(P, W, 1) <= pml(P, W)",
        lets=("W: D, E -> Y",),
    ),
    Statement(
        "differential-privacy-bounds-entries",
        "RDP, Thm. 4.2",
        "dp(W) <= eps => pml_entry_given(P, W, 1) <= eps",
        lets=("W: D, E -> Y",),
    ),
)
