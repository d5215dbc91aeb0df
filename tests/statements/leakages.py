"""True statements about leakages: theorems, and facts at the edge of being false.

They are of the shapes that papers print: relations between notions, composition, post-processing,
guarantees in terms of others. Those of one measure alone stand with its definition.
"""

from __future__ import annotations

from tests.statements.statement import theorem

SELF = ("S: X -> X",)
BESIDE = ("U: X -> Z",)
SECOND = ("U: X, Y -> Z",)
APART = ("W: X -> Y", "V: X -> Z")
NEXT = ("W: X -> Y", "V: Y -> Z")
THIRD = ("W: X -> Y", "U: X -> Z", "T: X -> B")
PAIR = ("W: A, B -> Y", "P: A, B")

KNOWN = (
    *(
        theorem(text, assume=("fullsupport(P)",))
        for text in (
            "ldp(W) == ldp(P, W)",
            "suppsize(P) == size(X)",
        )
    ),
    *(
        theorem(text, lets=lets)
        for text, lets in (
            ("maxleak(W >> V) <= maxleak(W)", ()),
            ("maxleak(W & U) <= maxleak(W) + ldp(U)", SECOND),
            ("ldp(W >> V) <= ldp(W)", ()),
            ("ldp(W >> V) <= ldp(V)", ()),
            ("ldp(P, W >> V) <= ldp(P, W)", ()),
            ("ldp(W & U) <= ldp(W) + ldp(U)", BESIDE),
            ("ldp(W) <= eps => pml(P, W) <= eps", ()),
            ("ldp(W) <= eps => maxleak(W) <= eps", ()),
            ("pml(P, W) <= eps => maxleak(P, W) <= eps", ()),
            ("pml(P, W) <= eps => pml(P, W, y) <= eps", ()),
            ("pml(P, W) <= -log(pmin(P))", ()),
            ("maxleak(P, W) <= pml(P, W)", ()),
            ("maxleak(P, W) <= maxleak(W)", ()),
            ("pml(P, W) <= ldp(P, W)", ()),
            ("ldp(P, W) <= ldp(W)", ()),
            ("-density_min(P, W) <= ldp(P, W)", ()),
            ("pml(P, W) >= 0 and density_min(P, W) <= 0", ()),
            ("maxleak(W) <= log(size(Y))", ()),
            ("maxleak(W) <= log(size(X))", ()),
            ("hmin(P) <= log(suppsize(P))", ()),
            ("hmin(P) <= -log(pmin(P))", ()),
            ("suppsize(P) <= size(X)", ()),
            ("exp(pml(P, W)) <= 1/pmin(P)", ()),
            ("pml(P, W) == 0 => ldp(P, W) == 0", ()),
            ("maxleak(P, W) == 0 => pml(P, W) == 0", ()),
            ("pmin(P) > 1/2 => pml(P, W) <= 0", ()),
            ("lip(P, W) <= ldp(P, W)", ()),
            ("costleak(P, W) <= ldp(P, W)", ()),
            ("lip(P, W >> V) <= lip(P, W)", ()),
            ("eml(P, W, delta) <= pml(P, W)", ()),
            ("eml(P, W >> V, delta) <= eml(P, W, delta)", ()),
            ("eml(P, W >> V, delta) <= eml(P >> W, V, delta)", ()),
            ("tail(P, W, eps) <= 0 => pml(P, W) <= eps", ()),
            ("tail(P, W, eps) <= tail(P, W, eps1) or eps < eps1", ()),
            ("tv(P, W >> V) <= tv(P, W)", ()),
            ("chi2(P, W) <= exp(pml(P, W)) - 1", ()),
            ("maxinfo(P, W, delta) <= pml(P, W)", ()),
            ("doeblin(W) <= 1 and doeblin(W) <= doeblin(W >> V)", ()),
            ("pml(P, S >> W) <= pml(P >> S, W)", SELF),
            ("pml(P, S >> S) <= pml(P, S)", SELF),
            ("pml(P, W) <= eps1 and pml(P, U | W) <= eps2 => pml(P, W & U) <= eps1 + eps2", ()),
            ("pml(P, W) <= maxleak(P, W) - log(pmin(P))", ()),
            ("pml(P, W, y) <= pml(P, W)", ()),
            ("pml(P, W) >= 0", ()),
            ("density_min(P, W) <= 0", ()),
            ("pmin(P) >= 1/size(X) => pml(P, W) <= log(size(X))", ()),
            ("c >= 3 and pmin(P) >= 1/c => pml(P, W) <= log(c)", ()),
            ("pmin(P) >= 1/c and size(X) <= c => pml(P, W) <= log(c)", ()),
            ("log(suppsize(P)) <= -log(pmin(P))", ()),
            ("ldp(W) == capacity(W)", ()),
            ("pml(P, W >> V) <= pml(P, W) and pml(P, W >> V) <= pml(P >> W, V)", ()),
            ("ldp(P, W) == 0 => pml(P, W) == 0", ()),
        )
    ),
)
"""What textbooks say."""

FIELD = tuple(
    theorem(text, lets=lets)
    for text, lets in (
        ("density_min(P, W) >= -eps and pml(P, W) <= eta => ldp(P, W) <= eps + eta", ()),
        ("ldp(P, W) <= 2*lip(P, W)", ()),
        ("pml(P, W & V) <= pml(P, W) + pml(P, V) - density_min(P, V)", APART),
        ("pml(P, W & V) <= pml(P, W) + ldp(V)", APART),
        ("pml(P, W) <= -log(pmin(P >> W))", ()),
        ("pml(P, W) <= eps => hmin_given(P, W) >= hmin(P) - eps", ()),
        ("uleak(P, W, A) <= pml(P, W)", ("W: X -> Y", "A: X -> B")),
        ("uleak(P, W, A) <= ldp(W)", ("W: X -> Y", "A: X -> B")),
        ("pml(P, W, y) <= eps and pml(P, W, z) <= eps => pml(P, W, y) <= eps", ()),
        ("pml(P, W, y) + pml(P, W, z) <= 2*pml(P, W)", ()),
        ("pml(P, W & U, y, z) <= pml(P, W, y) + pml(P, U | W, y, z)", SECOND),
        ("pml(P, U | W) <= ldp(U)", ("W: X -> Y", "U: X -> Z")),
        ("worst_tail(P, U | W, eps) <= 0 => pml(P, U | W) <= eps", SECOND),
        ("tail(P, U | W, eps) <= worst_tail(P, U | W, eps)", SECOND),
        ("pml(P, U | W) <= eps => tail(P, U | W, eps) <= 0", SECOND),
        ("eml(P, U | W, delta) <= pml(P, U | W)", SECOND),
        ("eml(P, W, 1) <= 0", ()),
        ("eml(P, W, 1) <= eml(P, W, 0)", ()),
        ("delta <= delta1 => eml(P, W, delta1) <= eml(P, W, delta)", ()),
        ("delta == 0 => eml(P, W, delta) == pml(P, W)", ()),
        ("delta == 1 => eml(P, W, delta) <= 0", ()),
        ("maxinfo(P, W, 0) <= pml(P, W)", ()),
        ("maxinfo(P, W, 1) <= maxinfo(P, W, 0)", ()),
        ("eml(P, U | W, 0) <= pml(P, U | W)", SECOND),
        ("eml(P, U | W, 1) <= 0", SECOND),
        ("eml(P, W >> V, 1) <= eml(P, W, 1)", NEXT),
        ("eml(P, W >> V, 0) <= pml(P, W)", NEXT),
        ("dp(W) <= eps => pml_entry_given(P, W, 1) <= eps", PAIR),
        ("dp(W) <= eps => pml_entry(P, W, 1) <= 2*eps", PAIR),
        ("pml_entry(P, W, 1) <= pml(P, W)", PAIR),
        ("pml_entry_given(P, W, 2) <= dp(W)", PAIR),
        ("pml_entry(P & Q, W, 1) <= dp(W)", ("W: A, B -> Y", "P: A", "Q: B")),
        ("dp(W) <= flp(W)", PAIR[:1]),
        ("flp(W) <= 2*dp(W)", PAIR[:1]),
        ("chi2(P, W) <= exp(maxleak(P, W)) - 1", ()),
        ("tv(P, W) <= 1 - exp(density_min(P, W))", ()),
        ("maxleak(W & V) <= maxleak(W) + maxleak(V)", APART),
        ("maxleak(W >> V) <= min(maxleak(W), maxleak(V))", NEXT),
        ("size(X) == 2 => maxleak(W) <= ldp(W)", ()),
        ("maxcost(W) <= ldp(W)", ()),
        ("maxcost(W & V) <= maxcost(W) + maxcost(V)", APART),
        ("maxcost(P, W) <= costleak(P, W)", ()),
        ("expected_costleak(P, W) <= costleak(P, W)", ()),
        ("tv(P, W >> V) <= (1 - doeblin(V))*tv(P, W)", NEXT),
        ("mi(P, W) <= maxleak(P, W)", ()),
        ("mi(P, W) <= log(size(Y))", ()),
        ("worst_gleak(P, W, G) <= pml(P, W)", ()),
        ("worst_gleak(P, W & V, G) <= worst_gleak(P, W, G) + ldp(V)", APART),
        ("worst_gain(P, W, G) <= worst_gain(P, G) + pml(P, W)", ()),
        ("hmin_given(P, W >> V) >= hmin_given(P, W)", NEXT),
        ("dynleak(P, W) <= maxleak(P, W) + hmin(P)", ()),
        ("ldp(W & U) <= ldp(W) + ldp(U)", SECOND),
        ("ldp(W >> V) <= min(ldp(W), ldp(V))", NEXT),
        ("ldp(W & W & W) <= 3*ldp(W)", ()),
        ("ldp(W & U & T) <= ldp(W) + ldp(U) + ldp(T)", THIRD),
        ("pml(P, W & U & T) <= pml(P, W) + ldp(U) + ldp(T)", THIRD),
        ("maxleak(W & U & T) <= maxleak(W) + maxleak(U) + maxleak(T)", THIRD),
        ("maxleak(W & U & T) <= maxleak(W & U) + ldp(T)", THIRD),
        ("ldp(P, W & U & T) <= ldp(P, W) + ldp(P, U) + ldp(P, T)", THIRD),
        ("pml(P, W & U) <= pml(P, W & U & T)", THIRD),
        ("pml(P, W & U & T) <= pml(P, W & U) + pml(P, T | W & U)", THIRD),
        ("pml(P, (W & U) & T) <= pml(P, W) + pml(P, U | W) + pml(P, T | W & U)", THIRD),
        ("doeblin(W & U & T) >= doeblin(W)*doeblin(U)*doeblin(T)", THIRD),
        ("lip(P, W & U) <= lip(P, W & U & T)", THIRD),
        ("tv(P, W & U) <= tv(P, W & U & T)", THIRD),
        ("doeblin(W) >= exp(-ldp(W))", ()),
        ("ldp(W) <= eps => tv(P, W) <= 1 - exp(-eps)", ()),
        ("ldi(P, W) <= ldp(P, W) - hmin(P) - log(pmin(P))", ()),
        ("lip(P, W) <= max(pml(P, W), -density_min(P, W))", ()),
        ("lip(P, W) >= -density_min(P, W)", ()),
        ("exp(-costleak(P, W)) <= doeblin(P, W)", ()),
        ("exp(density_min(P, W)) <= doeblin(P, W)", ()),
        ("ldp(P, W) <= ldi(P, W) + hmin(P) - log(pmin(P))", ()),
        ("density_min(P, W) <= density_min(P, W >> V)", NEXT),
        ("costleak(P, W >> V) <= costleak(P, W)", NEXT),
        ("costleak(P, W, y) <= costleak(P, W)", ()),
        ("ldi(P, W >> V) <= ldi(P, W)", NEXT),
        ("dp(W >> V) <= dp(W)", ("W: A, B -> Y", "V: Y -> Z")),
        ("maxcost(W >> V) <= maxcost(W)", NEXT),
        ("not (pml(P, W) > ldp(P, W))", ()),
        ("not (pml(P, W) > 0 and ldp(P, W) <= 0)", ()),
        ("ldp(W) > 0 or pml(P, W) <= 0", ()),
    )
)
"""What papers say."""

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
        found += [(f"{one} <= {both}", BESIDE), (f"{two} <= {both}", BESIDE)]
        if shape != "pml(P, {})":
            found.append((f"{both} <= {one} + {two}", BESIDE))
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


DERIVED = tuple(theorem(text, lets=lets) for text, lets in (*_consequences(), *_compositions()))
