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
    Statement(
        "attributes-keep-entropy-under-local-differential-privacy",
        "RDP, Thm. 3.7",
        "pmin(P) < 1 => hmin(P >> A) >= -log(1 - pmin(P)) and ldp(W) <= eps"
        " => hmin_given(P, W, A) >= log(1 + pmin(P)/(1 - pmin(P))*exp(-eps))",
        says="hmin(P >> A) >= -log(1 - pmin(P)) says that no value of the attribute has more than"
        " 1 - pmin, as holds of a deterministic attribute that is not constant",
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
    Statement(
        "differential-privacy-bounds-entries-of-product-databases",
        "RDP, Thm. 4.2 (3)",
        "pml_entry(P & Q, W, 1) <= dp(W)",
        lets=("W: D, E -> Y",),
    ),
    Statement(
        "free-lunch-privacy-bounds-leakage",
        "RDP, Thm. 4.5 (1)",
        "pml(P, W) <= flp(W)",
        lets=("W: D, E -> Y",),
    ),
    Statement(
        "free-lunch-privacy-bounds-entries",
        "RDP, Thm. 4.5 (3)",
        "pml_entry(P, W, 1) <= flp(W)",
        lets=("W: D, E -> Y",),
    ),
)
