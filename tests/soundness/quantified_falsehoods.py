"""False claims with quantifiers: each is near a true one, and has one thing wrong.

What is wrong stands beside it: an attained supremum, a hypothesis at another prior, quantifiers in
the wrong order, one letter against all, an alphabet that is given, full support, a middle without a
value, what is true at infinity alone, what a witness would have to be and is not.
"""

from __future__ import annotations

FALSEHOODS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # a supremum that is not attained, or not so large, or not so small
    ("attained", "exists P: ldp(W) <= pml(P, W)", ()),
    ("attained", "exists P with fullsupport(P): ldp(W) <= pml(P, W)", ()),
    ("attained", "ldp(W) > 0 => (exists P: ldp(W) <= pml(P, W))", ()),
    ("attained", "(sup P: pml(P, W)) >= eps => (exists P: pml(P, W) >= eps)", ()),
    ("strict", "(forall P: pml(P, W) < eps) => ldp(W) < eps", ()),
    ("strict", "(forall P: pml(P, W) < eps) => (sup P: pml(P, W)) < eps", ()),
    ("too small", "(sup P: pml(P, W)) <= maxleak(W)", ()),
    ("too small", "(sup A: uleak(P, W, A)) <= pml(P, W) - 1/100", ()),
    ("too large", "(sup G: worst_gleak(P, W, G)) >= pml(P, W) + 1/100", ()),
    ("too large", "(sup P: pml(P, W)) >= ldp(W) + 1/100", ()),
    ("too large", "(sup P: maxleak(P, W)) >= ldp(W)", ()),
    ("too large", "(sup P: mi(P, W)) >= maxleak(W)", ()),
    ("wrong end", "(inf P: pml(P, W)) >= ldp(W)", ()),
    ("wrong end", "(inf A: uleak(P, W, A)) >= pml(P, W)", ()),
    ("wrong end", "ldp(W) <= (inf P: pml(P, W))", ()),
    # what a rule is about is a bound of a measure, and not its contrary, nor any number
    (
        "contrary",
        "(forall Q: maxleak(Q, U | W) <= c) and maxleak(P, U | W) <= c => ldp(W) <= 0",
        (),
    ),
    ("contrary", "(forall Q: tail(Q, W, e) <= d) and tail(P, W, e) <= d => ldp(W) <= 0", ()),
    ("any number", "(forall Q: tv(Q, W) + rho(Q, W) <= c) => tv(P, W) + 1 <= c", ()),
    ("any number", "(forall Q: mi(Q, W) + rho(Q, W) <= c) => mi(P, W) + 1 <= c", ()),
    # hypotheses that say less
    ("one prior", "pml(P, W) <= eps => ldp(W) <= eps", ()),
    ("one prior", "(exists P: pml(P, W) <= eps) => ldp(W) <= eps", ()),
    ("one prior", "(exists P with fullsupport(P): pml(P, W) <= eps) => ldp(W) <= eps", ()),
    ("points", "(forall P with deterministic(P): pml(P, W) <= eps) => ldp(W) <= eps", ()),
    ("uniform", "(forall P with uniform(P): pml(P, W) <= eps) => ldp(W) <= eps", ()),
    (
        "interior",
        "c > 0 and (forall P with pmin(P) >= c and fullsupport(P): pml(P, W) <= eps)"
        " => ldp(W) <= eps",
        (),
    ),
    (
        "no prior",
        "size(X) == 2 and c > 1/2 and (forall P with pmin(P) >= c and fullsupport(P):"
        " pml(P, W) <= eps) => ldp(W) <= eps",
        ("W: X -> Y",),
    ),
    ("weaker", "(forall P: mi(P, W) <= eps) => ldp(W) <= eps", ()),
    ("weaker", "(forall P: maxleak(P, W) <= eps) => ldp(W) <= eps", ()),
    ("weaker", "(forall P: pml(P, W) <= pml(P, V)) => maxleak(W) + 1/9 <= maxleak(V)", ()),
    ("weaker", "(forall P: mi(P, W) <= mi(P, V)) => ldp(W) <= ldp(V)", ()),
    ("one entry", "(forall P, Q: pml_entry(P & Q, W, 1) <= eps) => dp(W) <= eps", ()),
    (
        "one attribute",
        "(forall A with deterministic(A): uleak(P, W, A) <= eps) => ldp(W) <= eps",
        (),
    ),
    ("given size", "size(U) == 1 => pml(P, W) <= (sup A: X -> U: uleak(P, W, A))", ("U", "P: X")),
    ("given size", "size(U) == 2 => pml(P, W) <= (sup A: X -> U: uleak(P, W, A))", ("U", "P: X")),
    ("given size", "pml(P, W) <= (sup A: X -> U: uleak(P, W, A))", ("U", "P: X")),
    # an outcome that cannot occur, at which nothing is said
    ("no outcome", "(sup A: uleak(P, W, A, y)) >= pml(P, W, y)", ()),
    ("no outcome", "(sup A: uleak(P, W, A, y)) >= 0", ()),
    ("no outcome", "(forall A: uleak(P, W, A, y) <= s) => 0 <= s", ()),
    ("no outcome", "(forall P: dynleak(P, W, y) <= s) => 0 <= s", ()),
    ("no outcome", "(forall P: uleak(P, W, A, y) <= s) => uleak(Q, W, A) <= s", ()),
    ("no outcome", "(forall P: maxleak(P, W) <= dynleak(P, W, y) + s) => maxleak(W) <= s", ()),
    ("no outcome", "(forall P: pml(P, W) <= uleak(P, V, A, z)) => pml(Q, W) <= uleak(Q, V, A)", ()),
    ("one outcome", "(forall A: uleak(P, W, A, y) <= s) => pml(P, W) <= s", ()),
    # the order of quantifiers
    ("order", "exists V: X -> X: forall P: mi(P, V) >= mi(P, W) + ldp(V)", ("W: X -> Y",)),
    ("order", "(forall W: X -> Y: exists P: X: pml(P, W) <= 0) => size(X) == 1", ()),
    ("order", "exists P: forall Q: D(Q || P) <= 0", ()),
    ("order", "(forall P: exists Q: P == Q) => (exists Q: forall P: P == Q)", ()),
    # one letter, empty or single alphabets
    ("one letter", "exists V: Y -> Z: pml(P, W >> V) >= pml(P, W)", ("W: X -> Y", "Z")),
    ("one letter", "exists V: X -> Y: P >> V == Q and ldp(V) < 0", ("P: X", "Q: Y")),
    ("one letter", "exists A: X -> U: hmin(P >> A) > 0", ("P: X", "U")),
    ("one letter", "exists P: X: hmin(P) > 0", ("X",)),
    ("one letter", "exists W: X -> Y: ldp(W) > 0", ("X", "Y")),
    ("a letter more", "exists P: X: suppsize(P) >= 2", ("X",)),
    # full support and zeros
    ("full support", "(forall P with fullsupport(P): maxleak(P, W) <= eps) => ldp(W) <= eps", ()),
    ("full support", "(forall V: pml(P, W >> V) <= 0) => ldp(W) <= 0", ()),
    ("full support", "(forall P: pml(P, W) <= eps) => fullsupport(Q)", ("Q: X", "W: X -> Y")),
    # nothing has a value, or at infinity alone
    (
        "infinity",
        "(forall V: X -> X with deterministic(V) and ldp(V) >= 1: ldp(V) <= ldp(V) - 1)"
        " => pml(P, W) <= 0",
        ("P: X", "W: X -> Y"),
    ),
    (
        "infinity",
        "(forall V: X -> X with deterministic(V): 0*ldp(V) >= 1) => pml(P, W) <= 0",
        ("P: X", "W: X -> Y"),
    ),
    (
        "no value",
        "(forall P: X: pml(P, W) <= log(pmin(P) - 1/2)) => size(X) == 1",
        ("X", "W: X -> Y"),
    ),
    ("no value", "(forall P: X: log(pmin(P) - 1/2) >= pml(P, W)) => pml(Q, W) <= 0", ("Q: X",)),
    (
        "no value",
        "(forall P: X with pmin(P) < 1/2: pml(P, W) <= log(pmin(P) - 1/2)) => pml(Q, W) <= 0",
        ("Q: X",),
    ),
    ("no value", "(forall P: 1/(pmin(P) - 1) >= 0) => pml(Q, W) <= 0", ()),
    ("inexact", "(forall P: pml(P, W) <= exp(tv(P, W))) => pml(Q, W) <= 1", ("Q: X", "W: X -> Y")),
    ("inexact", "(forall P: ldp(W) <= exp(tv(P, W)) - 1) => ldp(W) <= 0", ()),
    ("inexact", "(forall P: mi(P, W) <= max(tv(P, W), 0)) => ldp(W) <= 1", ()),
    # vulnerabilities: the wrong measure, end, prior; a gain under which nothing is gained
    ("too large", "(sup P: L[id](P, W)) >= ldp(W)", ()),
    ("too large", "(sup P: L[id](P, W)) >= maxleak(W) + 1/100", ()),
    ("too large", "(sup G: L[G](P, W)) >= maxleak(W)", ()),
    ("too large", "(sup G: L[G](P, W)) >= pml(P, W)", ()),
    ("too large", "(sup G: log(V[G](P, W)/V[G](P))) >= maxleak(P, W) + 1/100", ()),
    ("too large", "(sup V: L[id](P, W >> V)) >= maxleak(P, W)", ()),
    ("too large", "(sup V: ldp(V >> W)) >= ldp(W) + 1/100", ()),
    ("too large", "(inf P: hmin(P)) >= 1/100", ()),
    ("wrong end", "(inf P: L[id](P, W)) >= maxleak(W)", ()),
    ("wrong end", "(inf G: L[G](P, W)) >= maxleak(P, W)", ()),
    ("wrong end", "(inf V: maxleak(W >> V)) >= maxleak(W)", ()),
    ("points", "(sup P with deterministic(P): L[id](P, W)) >= maxleak(W)", ()),
    ("weaker", "(forall P: L[id](P, W) <= s) => ldp(W) <= s", ()),
    ("weaker", "(forall P: L[id](P, V) <= L[id](P, W)) => ldp(V) <= ldp(W)", ()),
    ("weaker", "(forall P: V[id](P, W) <= V[id](P) + s) => maxleak(W) <= s", ()),
    ("weaker", "(forall P: maxleak(P, V) <= maxleak(P, W)) => ldp(V) <= ldp(W)", ()),
    ("one prior", "(forall G: V[G](P, W) <= exp(s)*V[G](P)) => maxleak(W) <= s", ()),
    ("one prior", "(forall G: V[G](P, W) <= exp(s)*V[G](P)) => pml(P, W) <= s", ()),
    ("one prior", "(forall G: V[G](P, V) <= V[G](P, W)) => maxleak(V) <= maxleak(W)", ()),
    ("no gain", "exists G: log(V[G](P)) + 1 <= log(V[G](P))", ("P: X",)),
    ("no gain", "exists G: log(V[G](P, W)) - log(V[G](P)) >= 1", ()),
    ("no gain", "exists G: log(V[G](P, W)/V[G](P)) < 0", ()),
    ("no gain", "exists G: V[G](P, W)/V[G](P) <= 0", ()),
    # a premise about some letter, and a conclusion about some letter
    ("no premise", "(forall P with hmin(P) <= c: maxleak(P, V) <= d) => maxleak(Q, V) <= d", ()),
    (
        "no premise",
        "(forall P with pml(P, W) > 0: maxleak(P, V) <= d) and pml(Q, W) >= 0"
        " => maxleak(Q, V) <= d",
        (),
    ),
    (
        "strict",
        "(forall P with hmin(P) < c: maxleak(P, V) <= d) and hmin(Q) <= c => maxleak(Q, V) <= d",
        (),
    ),
    ("some letter", "(forall P with hmin(P) <= c: pml(P, W) >= d) => pml(Q, W) >= d", ()),
    ("some letter", "(forall P: pml(P, W) >= c) => c > 0", ()),
    # names
    ("names", "pml(Q, W) <= (sup P: pml(P, V))", ("Q: X", "W: X -> Y", "V: X -> Y")),
    (
        "names",
        "(forall P: pml(P, W) <= eps) => pml(Q, V) <= eps",
        ("Q: X", "W: X -> Y", "V: X -> Y"),
    ),
    ("names", "(sup P: pml(P, W)) <= (sup P: pml(P, V))", ("W: X -> Y", "V: X -> Y")),
    (
        "names",
        "(forall P: (forall P: pml(P, W) <= eps) => pml(P, V) <= eps)",
        ("W: X -> Y", "V: X -> Y"),
    ),
    ("names", "(forall P: (exists P: pml(P, W) <= 0) => pml(P, W) <= 0)", ()),
    # refinement
    ("refined", "(exists R: W == V >> R) => ldp(V) <= ldp(W)", ()),
    ("refined", "exists R: W == V >> R", ("W: X -> Y", "V: X -> Z")),
    ("refined", "(forall P: pml(P, W) <= pml(P, V)) => (exists R: W == V >> R)", ()),
    ("refined", "exists R: W >> R == V", ("W: X -> Y", "V: X -> Z")),
    # numbers
    ("numbers", "(forall P: pml(P, W) <= eps) => ldp(W) <= eps/2", ()),
    ("numbers", "exp(eps) <= 2 and (forall P: pml(P, W) <= eps) => ldp(W) <= 1/2", ()),
    ("numbers", "exists W: X -> X: mi(P, W) >= log(size(X))", ("P: X",)),
    ("numbers", "(inf W: X -> X: ldp(W)) > 0", ("X",)),
    (
        "numbers",
        "(inf W: X -> X with maxleak(W) <= log(k): 1 - sum(x, P[x]*W[x|x])) == 1 - k/size(X)",
        (),
    ),
    ("entries", "P[x] <= pmin(P)", ()),
    ("entries", "W[y|x] <= W[y|z]*exp(maxleak(W))", ()),
    ("entries", "(P >> W)[y] >= pmin(P)", ()),
    ("entries", "sum(x, P[x]*W[x|x]) <= hmin(P)", ()),
)
