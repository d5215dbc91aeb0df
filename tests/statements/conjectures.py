"""False conjectures, of the kinds that students and reviewers get wrong, and why they are false.

Each is a claim with what it declares and assumes, and the most letters that an alphabet of its
counterexample may have. They were written before looking at how they are found.
"""

from __future__ import annotations

from tests.statements.statement import Statement


def conjecture(
    text: str,
    reason: str,
    letters: int = 2,
    lets: tuple[str, ...] = (),
    assume: tuple[str, ...] = (),
) -> Statement:
    """A claim that is false for the reason given."""
    return Statement(text, lets, assume, holds=False, letters=letters, source=reason)


FULL = ("fullsupport(P)",)
NEXT = ("U: X -> Z",)
APART = ("V: X -> Z",)
PAIR = ("W: D, E -> Y",)

KNOWN = (
    conjecture(
        "c >= -1 and pmin(P) >= 1/c => pml(P, W) <= c + 1",
        "a negative number says nothing of masses",
    ),
    conjecture("ldp(W) <= pml(P, W)", "an outcome may exclude a letter"),
    conjecture("pml(P, W & U) <= pml(P, W)", "a second outcome may say more"),
    conjecture("pml(P, W & U) <= max(pml(P, W), pml(P, U | W))", "leakages of two looks add"),
    conjecture("ldp(W) <= 2*pml(P, W)", "PML at one prior bounds no LDP parameter"),
    conjecture("pml(P, W) <= eps => ldp(W) <= 2*eps", "an eps-PML mechanism is not 2eps-LDP"),
    conjecture("pml(P, W) <= eps => ldp(W) <= 2*eps", "nor under full support", 2, (), FULL),
    conjecture("maxleak(W & V) <= max(maxleak(W), maxleak(V))", "they add", 2, APART),
    conjecture("pml(P, W, y) <= pml(P, W >> V)", "V may forget the outcome"),
    conjecture("pml(P, W >> V, z) <= pml(P, W, y)", "PML23 Remark 4: y need not lead to z"),
    conjecture("pml(P, W) <= eps => lip(P, W) <= eps", "so is its guarantee"),
    conjecture("maxleak(W) <= mi(P, W)", "mutual information is the smallest of them"),
    conjecture("mi(P, W) >= expected_pml(P, W)", "a mean of logs is below a mean of maxima"),
    conjecture("eml(P, W, delta) <= eps => tail(P, W, eps) <= delta", "an event is an average"),
    conjecture("dynleak(P, W, y) >= 0", "an outcome can flatten the posterior"),
)

OWN = (
    conjecture("pml(P, W, y) <= eps => pml(P, W) <= eps", "one good outcome is not all"),
    conjecture("pml(P, W) <= eps => -density_min(P, W) <= eps", "PML is one-sided, LIP is not"),
    conjecture("pml(P, W) <= 0 => pml(Q, W) <= 0", "the supports may differ"),
    conjecture("maxleak(W) >= log(3/2) => pml(P, W) >= log(3/2)", "maxleak ignores the prior"),
    conjecture("pml(P, W) == maxleak(W) => ldp(P, W) == 0", "the identity, uniform prior"),
    conjecture("hmin(P) <= hmin(P >> W)", "and a constant outcome is certain"),
    conjecture("pml(P, W >> V) >= pml(P, W) - ldp(V)", "V may be constant"),
    conjecture("pml(P, W) >= 1/2*ldp(P, W)", "LDP compares two letters, PML one with the mean"),
    conjecture("pml(P, W) <= 99/100*ldp(P, W)", "a rare letter is compared with the other"),
    conjecture("pml(P, W) <= log(suppsize(P)) - hmin(P)", "a rare letter is a surprise"),
    conjecture("pml(P, W) <= log(size(Y))", "a rare letter can be told by one of two outcomes"),
    conjecture("pml(P, W & U) >= pml(P, W) + pml(P, U | W)", "not at one pair of outcomes"),
    conjecture("ldp(W >> V) >= min(ldp(W), ldp(V))", "composition hides more than either"),
    conjecture(
        "maxleak(W >> V) >= maxleak(W) + maxleak(V) - log(size(Y))", "V may split other letters", 3
    ),
    conjecture("pml(P >> W, V) <= pml(P, W >> V)", "Y is told more about by Z than X is"),
    conjecture("ldp(P, W) == 0 => ldp(W) == 0", "letters outside the support are not seen"),
    conjecture("pmin(P >> W) >= pmin(P)", "outcomes may be rarer than letters"),
    conjecture(
        "pml(P, W) <= log(3) => maxleak(P, W) <= log(2)", "a bound that forgets a letter", 3
    ),
    conjecture("maxleak(W) <= log(2) => ldp(W) <= log(2)", "an average bounds no ratio"),
    conjecture("exp(pml(P, W)) <= exp(maxleak(W)) + exp(-density_min(P, W)) - 1", "no such sum"),
    conjecture("expected_pml(P, W >> V) <= expected_pml(P, W)", "a mean of logs, not of leakages"),
    conjecture("pml(P, W) + density_min(P, W) <= 0", "the density is not symmetric", 2, (), FULL),
)

NEAR_MISSES = (
    conjecture("pml(P, W >> V) <= (1 - 1/1000000000)*pml(P, W)", "equality at the identity"),
    conjecture("pml(P, W) <= -log(pmin(P)) - 1/1000000000", "equality at the identity"),
    conjecture("maxleak(W >> V) <= maxleak(W) - 1/1000000000000", "equality at the identity"),
    conjecture("pmin(P) >= 1/3 => pml(P, W) <= log(3) - 1/1000000000", "three letters", 3),
    conjecture("suppsize(P) >= 4 => pml(P, W) <= log(4) - 1/1000000000", "four letters", 4),
    conjecture("pml(P, W) < maxleak(W) or pml(P, W) > maxleak(W)", "they can be equal"),
    conjecture(
        "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P))) - 1/1000000000",
        "RDP Thm. 2.8 is tight",
    ),
)

RARE_PREMISES = (
    conjecture(
        "ldp(P, W) <= log(11/10) and ldp(P, W) >= log(109/100) => pml(P, W) <= log(104/100)",
        "the premise leaves a sliver",
    ),
    conjecture(
        "pml(P, W) == log(2) and pmin(P) >= 1/5 and suppsize(P) >= 4 => maxleak(W) <= 6/10",
        "an equality and four letters of mass",
        4,
    ),
    conjecture(
        "pml(P, W) >= 9/10*maxleak(W) or pml(P, W) <= 1/10*ldp(P, W) or pmin(P) <= 1/4",
        "three escapes closed at once",
        3,
    ),
    conjecture(
        "pml(P, W) <= eps and maxleak(W) >= 2*eps and eps >= 1/10 => pmin(P) >= 1/2",
        "a letter outside the support",
        3,
    ),
)
