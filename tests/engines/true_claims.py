"""True claims, which no search may refute: theorems, and facts at the edge of being false."""

from __future__ import annotations

from pmlsym.claims.parsing import parse
from pmlsym.measures.quantity import Claim

FULL = ("fullsupport(P)",)

TRUE = (
    ("pml(P, W >> V) <= pml(P, W)", ()),
    ("pml(P, W >> V) <= pml(P >> W, V)", ()),
    ("pml(P, W & U) <= pml(P, W) + pml(P, U | W)", ()),
    ("maxleak(W >> V) <= maxleak(W)", ()),
    ("maxleak(W >> V) <= maxleak(V)", ()),
    ("ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))", ()),
    ("pml(P, W) <= -log(pmin(P))", ()),
    ("maxleak(W) <= pml(P, W)", FULL),
    ("maxleak(P, W) <= pml(P, W)", ()),
    ("maxleak(P, W) <= maxleak(W)", ()),
    ("pml(P, W) <= ldp(P, W)", ()),
    ("ldp(P, W) <= ldp(W)", ()),
    ("-density_min(P, W) <= ldp(P, W)", ()),
    ("ldp(P, W) <= pml(P, W) - density_min(P, W)", ()),
    ("pml(P, W, y) <= pml(P, W)", ()),
    ("pml(P, W) <= eps => pml(P, W, y) <= eps", ()),
    ("pml(P, W) >= 0", ()),
    ("density_min(P, W) <= 0", ()),
    ("maxleak(W) <= log(size(Y))", ()),
    ("maxleak(W) <= log(size(X))", ()),
    ("hmin(P) <= -log(pmin(P))", ()),
    ("hmin(P) <= log(suppsize(P))", ()),
    ("log(suppsize(P)) <= -log(pmin(P))", ()),
    ("suppsize(P) <= size(X)", ()),
    ("suppsize(P) == size(X)", FULL),
    ("ldp(W >> V) <= ldp(W)", ()),
    ("ldp(W >> V) <= ldp(V)", ()),
    ("ldp(W) == capacity(W)", ()),
    ("pml(P, W >> V) <= pml(P, W) and pml(P, W >> V) <= pml(P >> W, V)", ()),
    ("exp(pml(P, W)) <= 1/pmin(P)", ()),
    ("ldp(W) <= eps => maxleak(W) <= eps", ()),
    ("pml(P, W) <= eps => maxleak(P, W) <= eps", ()),
    ("pml(P, W) == 0 => ldp(P, W) == 0", ()),
    ("ldp(P, W) == 0 => pml(P, W) == 0", ()),
    ("maxleak(P, W) == 0 => pml(P, W) == 0", ()),
    ("H(A,B) <= H(A) + H(B)", ()),
    ("markov(A, B, C) => I(A;C) <= I(A;B)", ()),
    ("indep(A, B) => I(A,B;C) >= I(A;C) + I(B;C)", ()),
    ("pmin(P) > 1/2 => pml(P, W) <= 0", ()),
)


def true_claims() -> list[tuple[str, Claim]]:
    """The claims with their texts."""
    return [(text, parse(text, assume=assume)) for text, assume in TRUE]
