"""Information density: asymmetric guarantees and cost leakage [QID24]."""

from __future__ import annotations

from proofs.statement import Statement

STATEMENTS = (
    Statement(
        "leakage-bounds-density-from-below",
        "QID24, Prop. 1 and Cor. 1",
        "pml(P, W) <= eps and exp(eps)*(1 - pmin(P)) < 1"
        " => -density_min(P, W) <= -log((1 - exp(eps)*(1 - pmin(P)))/pmin(P))",
    ),
    Statement(
        "density-bounds-leakage",
        "QID24, Prop. 2",
        "-density_min(P, W) <= eps => pml(P, W) <= log((1 - exp(-eps)*(1 - pmin(P)))/pmin(P))",
    ),
    Statement(
        "leakage-gives-local-information-privacy",
        "QID24, Cor. 2",
        "pml(P, W) <= eps and exp(eps)*(1 - pmin(P)) < 1"
        " => lip(P, W) <= -log((1 - exp(eps)*(1 - pmin(P)))/pmin(P))",
        assume=("pmin(P) <= 1/2",),
    ),
    Statement(
        "leakage-gives-local-differential-privacy",
        "QID24, Cor. 3",
        "pml(P, W) <= eps and exp(eps)*(1 - pmin(P)) < 1"
        " => ldp(P, W) <= eps - log((1 - exp(eps)*(1 - pmin(P)))/pmin(P))",
    ),
    Statement(
        "local-information-privacy-gives-local-differential-privacy",
        "QID24, Sec. III-C",
        "lip(P, W) <= eps => ldp(P, W) <= 2*eps",
    ),
    Statement(
        "asymmetric-gives-local-differential-privacy",
        "QID24, Sec. III-C",
        "-density_min(P, W) <= eps1 and pml(P, W) <= eps2 => ldp(P, W) <= eps1 + eps2",
    ),
    Statement(
        "cost-leakage-is-smallest-density", "QID24, Thm. 2", "costleak(P, W) == -density_min(P, W)"
    ),
    Statement(
        "cost-leakage-pre-processing",
        "QID24, Remark 1",
        "costleak(P, A >> W) <= costleak(P >> A, W)",
    ),
)
