"""False conjectures, of the kinds that students and reviewers get wrong, and why they are false.

Each is a claim with what it declares and assumes, and the most letters that an alphabet of its
counterexample may have. They were written before looking at how they are found.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.claims.question import parse
from pmlsym.language.nodes import Claim


@dataclass(frozen=True)
class Conjecture:
    """A claim in text form, false for the reason given."""

    text: str
    reason: str
    letters: int = 2
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, lets=self.lets, assume=self.assume)

    def __str__(self) -> str:
        return self.text + (f", given {', '.join(self.assume)}" if self.assume else "")


FULL = ("fullsupport(P)",)
NEXT = ("U: X -> Z",)
APART = ("V: X -> Z",)
PAIR = ("W: D, E -> Y",)

KNOWN = (
    Conjecture(
        "c >= -1 and pmin(P) >= 1/c => pml(P, W) <= c + 1",
        "a negative number says nothing of masses",
    ),
    Conjecture("pml(P, W) <= maxleak(W)", "maximal leakage is an average over outcomes"),
    Conjecture("ldp(W) <= pml(P, W)", "an outcome may exclude a letter"),
    Conjecture("maxleak(W) <= pml(P, W)", "letters outside the support count in maxleak(W)"),
    Conjecture("-density_min(P, W) <= pml(P, W)", "the two ends of the density differ"),
    Conjecture("pml(P, W) <= -density_min(P, W)", "and differ the other way as well"),
    Conjecture("pml(P, W & U) <= pml(P, W)", "a second outcome may say more"),
    Conjecture("pml(P, W & U) <= max(pml(P, W), pml(P, U | W))", "leakages of two looks add"),
    Conjecture("ldp(W) <= 2*pml(P, W)", "PML at one prior bounds no LDP parameter"),
    Conjecture("pml(P, W) <= eps => ldp(W) <= 2*eps", "an eps-PML mechanism is not 2eps-LDP"),
    Conjecture("pml(P, W) <= eps => ldp(W) <= 2*eps", "nor under full support", 2, (), FULL),
    Conjecture("maxleak(W & V) <= max(maxleak(W), maxleak(V))", "they add", 2, APART),
    Conjecture("pml(P, W, y) <= pml(P, W >> V)", "V may forget the outcome"),
    Conjecture("pml(P, W >> V, z) <= pml(P, W, y)", "PML23 Remark 4: y need not lead to z"),
    Conjecture("pml(P, U | W) <= pml(P, U)", "PML23 Remark 5: side information adds", 2, NEXT),
    Conjecture("pml(P, U) <= pml(P, U | W)", "PML23 Remark 5: and it takes away", 2, NEXT),
    Conjecture("tail(P, W >> V, eps) <= tail(P, W, eps)", "V may mix the bad outcomes in"),
    Conjecture("lip(P, W) <= pml(P, W)", "LIP is two-sided"),
    Conjecture("pml(P, W) <= eps => lip(P, W) <= eps", "so is its guarantee"),
    Conjecture("maxleak(W) <= mi(P, W)", "mutual information is the smallest of them"),
    Conjecture("mi(P, W) >= expected_pml(P, W)", "a mean of logs is below a mean of maxima"),
    Conjecture("eml(P, W, delta) <= eps => tail(P, W, eps) <= delta", "an event is an average"),
    Conjecture("tail(P, W, eps) <= delta => eml(P, W, delta) <= eps", "bad outcomes are unbounded"),
    Conjecture("dynleak(P, W, y) >= 0", "an outcome can flatten the posterior"),
    Conjecture("pml_entry(P, W, 1) <= dp(W)", "RDP Theorem 4.3: entries may be equal", 2, PAIR),
)

OWN = (
    Conjecture("pml(P, W, y) <= eps => pml(P, W) <= eps", "one good outcome is not all"),
    Conjecture("pml(P, W) <= eps => -density_min(P, W) <= eps", "PML is one-sided, LIP is not"),
    Conjecture("pml(P, W) <= 0 => pml(Q, W) <= 0", "the supports may differ"),
    Conjecture("maxleak(W) >= log(3/2) => pml(P, W) >= log(3/2)", "maxleak ignores the prior"),
    Conjecture("pml(P, W) == maxleak(W) => ldp(P, W) == 0", "the identity, uniform prior"),
    Conjecture("hmin(P >> W) <= hmin(P)", "noise makes outcomes less predictable"),
    Conjecture("hmin(P) <= hmin(P >> W)", "and a constant outcome is certain"),
    Conjecture("pml(P, W >> V) >= pml(P, W) - ldp(V)", "V may be constant"),
    Conjecture("pml(P, W) >= 1/2*ldp(P, W)", "LDP compares two letters, PML one with the mean"),
    Conjecture("pml(P, W) <= 99/100*ldp(P, W)", "a rare letter is compared with the other"),
    Conjecture("pml(P, W) <= log(suppsize(P)) - hmin(P)", "a rare letter is a surprise"),
    Conjecture("pml(P, W) <= log(size(Y))", "a rare letter can be told by one of two outcomes"),
    Conjecture("pml(P, W & U) >= pml(P, W) + pml(P, U | W)", "not at one pair of outcomes"),
    Conjecture("ldp(W >> V) >= min(ldp(W), ldp(V))", "composition hides more than either"),
    Conjecture(
        "maxleak(W >> V) >= maxleak(W) + maxleak(V) - log(size(Y))", "V may split other letters", 3
    ),
    Conjecture("pml(P >> W, V) <= pml(P, W >> V)", "Y is told more about by Z than X is"),
    Conjecture("ldp(P, W) == 0 => ldp(W) == 0", "letters outside the support are not seen"),
    Conjecture("pmin(P >> W) >= pmin(P)", "outcomes may be rarer than letters"),
    Conjecture(
        "pml(P, W) <= log(3) => maxleak(P, W) <= log(2)", "a bound that forgets a letter", 3
    ),
    Conjecture("maxleak(W) <= log(2) => ldp(W) <= log(2)", "an average bounds no ratio"),
    Conjecture("exp(pml(P, W)) <= exp(maxleak(W)) + exp(-density_min(P, W)) - 1", "no such sum"),
    Conjecture("expected_pml(P, W >> V) <= expected_pml(P, W)", "a mean of logs, not of leakages"),
    Conjecture("pml(P, W) + density_min(P, W) <= 0", "the density is not symmetric", 2, (), FULL),
)

NEAR_MISSES = (
    Conjecture("pml(P, W >> V) <= (1 - 1/1000000000)*pml(P, W)", "equality at the identity"),
    Conjecture("pml(P, W) <= -log(pmin(P)) - 1/1000000000", "equality at the identity"),
    Conjecture("maxleak(W >> V) <= maxleak(W) - 1/1000000000000", "equality at the identity"),
    Conjecture("pmin(P) >= 1/3 => pml(P, W) <= log(3) - 1/1000000000", "three letters", 3),
    Conjecture("suppsize(P) >= 4 => pml(P, W) <= log(4) - 1/1000000000", "four letters", 4),
    Conjecture("pml(P, W) < maxleak(W) or pml(P, W) > maxleak(W)", "they can be equal"),
    Conjecture(
        "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P))) - 1/1000000000",
        "RDP Thm. 2.8 is tight",
    ),
)

RARE_PREMISES = (
    Conjecture(
        "ldp(P, W) <= log(11/10) and ldp(P, W) >= log(109/100) => pml(P, W) <= log(104/100)",
        "the premise leaves a sliver",
    ),
    Conjecture(
        "pml(P, W) == log(2) and pmin(P) >= 1/5 and suppsize(P) >= 4 => maxleak(W) <= 6/10",
        "an equality and four letters of mass",
        4,
    ),
    Conjecture(
        "pml(P, W) >= 9/10*maxleak(W) or pml(P, W) <= 1/10*ldp(P, W) or pmin(P) <= 1/4",
        "three escapes closed at once",
        3,
    ),
    Conjecture(
        "pml(P, W) <= eps and maxleak(W) >= 2*eps and eps >= 1/10 => pmin(P) >= 1/2",
        "a letter outside the support",
        3,
    ),
)

ENTROPIES = (
    Conjecture("I(A;B|C) <= I(A;B)", "conditioning can create dependence"),
    Conjecture("I(A;B) <= I(A;B|C)", "and it can explain dependence away"),
    Conjecture("indep(A, B) => I(A;B|C) <= 0", "C may be the parity"),
    Conjecture("indep(A, B) => I(A,B;C) <= I(A;C) + I(B;C)", "the parity again"),
    Conjecture("markov(A, B, C) => I(A;B|C) == I(A;B)", "C may know B"),
    Conjecture("H(A) <= H(A|B) + H(A|C)", "B and C may be A"),
)
