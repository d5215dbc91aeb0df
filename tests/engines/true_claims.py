"""True claims, which no search may refute: theorems, and facts at the edge of being false."""

from __future__ import annotations

from pmlsym.claims.question import parse
from pmlsym.language.nodes import Claim

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
    ("pmin(P) >= 1/size(X) => pml(P, W) <= log(size(X))", ()),
    ("c >= 3 and pmin(P) >= 1/c => pml(P, W) <= log(c)", ()),
    ("pmin(P) >= 1/c and size(X) <= c => pml(P, W) <= log(c)", ()),
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


LET = ("U: X -> Z",)

BELOW = (
    # (smaller, larger): each holds for every prior and channel, so it survives what is done below
    ("maxleak(P, W)", "pml(P, W)"),
    ("mi(P, W)", "expected_pml(P, W)"),
    ("expected_pml(P, W)", "maxleak(P, W)"),
    ("pml(P, W)", "ldp(P, W)"),
    ("-density_min(P, W)", "ldp(P, W)"),
    ("pml(P, W)", "lip(P, W)"),
    ("eml(P, W, delta)", "pml(P, W)"),
    ("ldp(P, W)", "ldp(W)"),
    ("maxleak(P, W)", "maxleak(W)"),
    ("pml(P, W)", "-log(pmin(P))"),
    ("maxinfo(P, W, delta)", "pml(P, W)"),
    ("uleak(P, W, A)", "pml(P, W)"),
    ("dynleak(P, W)", "pml(P, W)"),
)

CHAINED = (
    # measures that post-processing lowers
    "pml(P, {})",
    "ldp({})",
    "ldp(P, {})",
    "maxleak({})",
    "maxleak(P, {})",
    "mi(P, {})",
    "tv(P, {})",
    "chi2(P, {})",
    "lip(P, {})",
    "ldi(P, {})",
    "eml(P, {}, delta)",
    "eml(P, {}, 1/3)",
    "maxinfo(P, {}, delta)",
)


def _consequences() -> list[tuple[str, tuple[str, ...]]]:
    """What follows from an inequality: by monotone functions, at levels, on composed channels."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for small, large in BELOW:
        found += [
            (f"exp({small}) <= exp({large})", ()),
            (f"{large} <= eps => {small} <= eps", ()),
            (f"{small} > eps => {large} > eps", ()),
            (f"min({small}, c) <= max({large}, c)", ()),
        ]
        through = small.replace("W", "W >> V"), large.replace("W", "W >> V")
        found.append((f"{through[0]} <= {through[1]}", ()))
    for shape in CHAINED:
        once, twice, plain = (shape.format(w) for w in ("W >> V", "W >> V >> R", "W"))
        found += [
            (f"{once} <= {plain}", ()),
            (f"{twice} <= {plain}", ()),
            (f"{plain} <= eps => {once} <= eps", ()),
            (f"2*{once} <= {plain} + {plain}", ()),
        ]
    return found


def _compositions() -> list[tuple[str, tuple[str, ...]]]:
    """Several looks, and what no look gives."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for shape in ("pml(P, {})", "ldp({})", "ldp(P, {})", "maxleak({})", "maxleak(P, {})"):
        both, one, two = (shape.format(w) for w in ("W & U", "W", "U"))
        found += [(f"{one} <= {both}", LET), (f"{two} <= {both}", LET)]
        if shape != "pml(P, {})":
            found.append((f"{both} <= {one} + {two}", LET))
    for shape in CHAINED[:10]:
        found.append((f"{shape.format('W')} >= 0", ()))
        found.append((f"suppsize(P) <= 1 => {shape.format('W')} >= 0", ()))
    for k in (2, 3, 4):
        found += [
            (f"pmin(P) >= 1/{k} => pml(P, W) <= log({k})", ()),
            (f"size(Y) <= {k} => maxleak(W) <= log({k})", ()),
            (f"suppsize(P) <= {k} => maxleak(P, W) <= log({k})", ()),
            (f"ldp(W) <= log({k}) => maxleak(W) <= log({k})", ()),
            (f"suppsize(P) < {k} => hmin(P) < log({k})", ()),
        ]
    return found


DERIVED = (*_consequences(), *_compositions())


def true_claims() -> list[tuple[str, Claim]]:
    """The claims with their texts."""
    return [
        *((text, parse(text, assume=assume)) for text, assume in TRUE),
        *((text, parse(text, lets=lets)) for text, lets in DERIVED),
    ]
