"""Claims about the notions around PML with known verdicts.

True ones are theorems of the papers or facts at the edge of being false; false ones are what is
easily believed. `lets` declares databases and attributes.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.claims.question import parse
from pmlsym.language.nodes import Claim


@dataclass(frozen=True)
class Known:
    """A claim as text, what it declares and assumes."""

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, lets=self.lets, assume=self.assume)

    def __str__(self) -> str:
        return self.text


FULL = ("fullsupport(P)",)
PAIR = ("W: D, E -> Y",)
APART = ("U: X -> Z",)

TRUE = (
    Known("lip(P, W) == max(pml(P, W), -density_min(P, W))"),
    Known("pml(P, W) <= lip(P, W)"),
    Known("lip(P, W) <= ldp(P, W)"),
    Known("ldp(P, W) <= 2*lip(P, W)"),
    Known("lip(P, W >> V) <= lip(P, W)"),
    Known("ldp(P, W) <= ldi(P, W) - log(pmin(P)) - hmin(P)"),
    Known("ldi(P, W >> V) <= ldi(P, W)"),
    Known("suppsize(P) <= 1 => ldi(P, W) <= 0"),
    Known("ldi(P, W) <= log(2) => pml(P, W) <= log(2) - log(suppsize(P)) - log(pmin(P))"),
    Known("eml(P, W, 0) == pml(P, W)"),
    Known("eml(P, W, 1) == 0"),
    Known("eml(P, W, delta) <= pml(P, W)"),
    Known("eml(P, W >> V, delta) <= eml(P, W, delta)"),
    Known("eml(P, W, delta1 + delta2) <= eml(P, W, delta1)"),
    Known("tail(P, W, eps) <= delta => eml(P, W, 0) <= eps or delta > 0"),
    Known("tail(P, W, eps1 + eps2) <= tail(P, W, eps1)"),
    Known("pml(P, W) <= eps => tail(P, W, eps) <= 0"),
    Known("tail(P, W & U, eps1 + eps2) <= 1", APART),
    Known("tv(P, W) <= exp(maxleak(P, W)) - 1"),
    Known("tv(P, W) <= 1 - pmin(P)"),
    Known("tv(P, W >> V) <= tv(P, W)"),
    Known("2*tv(P, W)*tv(P, W) <= mi(P, W)"),
    Known("4*tv(P, W)*tv(P, W) <= chi2(P, W)"),
    Known("mi(P, W) <= log(1 + chi2(P, W))"),
    Known("mi(P, W) <= expected_pml(P, W)"),
    Known("expected_pml(P, W) <= maxleak(P, W)"),
    Known("expected_pml(P, W) <= pml(P, W)"),
    Known("mi(P, W >> V) <= mi(P, W)"),
    Known("chi2(P, W) <= exp(pml(P, W)) - 1"),
    Known("maxinfo(P, W) == pml(P, W)"),
    Known("maxinfo(P, W, 0) == pml(P, W)"),
    Known("maxinfo(P, W, delta) <= pml(P, W)"),
    Known("maxinfo(P, W, delta) >= log(1 - delta)"),
    Known("maxinfo(P, W >> V, delta) <= maxinfo(P, W, delta)"),
    Known("costleak(P, W) == -density_min(P, W)"),
    Known("costleak(P, W, y) <= costleak(P, W)"),
    Known("maxcost(P, W) <= costleak(P, W)"),
    Known("maxcost(P, W) <= maxcost(W)"),
    Known("maxcost(W >> V) <= maxcost(W)"),
    Known("tv(P, W) <= 1 - doeblin(P, W)"),
    Known("gleak(P, W, G) <= pml(P, W)"),
    Known("gleak(P, W, G, y) <= pml(P, W, y)"),
    Known("gleak(P, W, G) >= 0"),
    Known("gleak(P, W >> V, G) <= gleak(P, W, G)"),
    Known("uleak(P, W, A) <= pml(P, W)"),
    Known("uleak(P, W, A, y) <= pml(P, W, y)"),
    Known("uleak(P, W, A) >= 0"),
    Known("hmin_given(P, W, A) >= hmin(P >> A) - pml(P, W)"),
    Known("hmin_given(P, W, A) <= hmin(P >> A)"),
    Known("dynleak(P, W) <= pml(P, W)"),
    Known("dynleak(P, W, y) <= pml(P, W, y)"),
    Known("dp(W) <= flp(W)", PAIR),
    Known("flp(W) <= 2*dp(W)", PAIR),
    Known("flp(W) == ldp(W)", PAIR),
    Known("pml_entry_given(P, W, 1) <= dp(W)", PAIR),
    Known("pml_entry(P & Q, W, 1) <= dp(W)", PAIR),
    Known("pml_entry(P, W, 1) <= pml(P, W)", PAIR),
    Known("pml_entry(P, W, 1, y) <= pml(P, W, y)", PAIR),
    Known("pml_entry(P, W, 1) <= flp(W)", PAIR),
    Known("pml_entry(P & Q, W, 1) <= pml_entry_given(P & Q, W, 1)", PAIR),
)

FALSE = (
    Known("lip(P, W) <= pml(P, W)"),
    Known("ldp(W) <= 2*lip(P, W)"),
    Known("lip(P, W) <= ldi(P, W)"),
    Known("ldp(P, W) <= ldi(P, W)"),
    Known("ldi(P, W) <= 2*lip(P, W)"),
    Known("pml(P, W) <= ldi(P, W)", (), FULL),
    Known("pml(P, W) <= eml(P, W, delta)"),
    Known("eml(P, W, delta1) <= eml(P, W, delta1 + delta2)"),
    Known("eml(P, W, 1/3) <= maxleak(P, W)"),
    Known("tail(P, W, eps) <= delta => eml(P, W, delta) <= eps"),
    Known("eml(P, W, delta) <= eps => tail(P, W, eps) <= delta/2"),
    Known("tail(P, W >> V, eps) <= tail(P, W, eps)"),
    Known("tail(P, W, eps1) <= tail(P, W, eps1 + eps2)"),
    Known("tail(P, W, log(6/5)) <= 1/2"),
    Known("tail(P, W, eps) <= tv(P, W)"),
    Known("tail(P, W & U, eps1 + eps2) <= tail(P, W, eps1)", APART),
    Known("tv(P, W) <= 1/2"),
    Known("tv(P, W) <= mi(P, W)"),
    Known("mi(P, W) <= 2*tv(P, W)"),
    Known("chi2(P, W) <= mi(P, W)"),
    Known("tv(P, W) <= maxleak(P, W) - 1/1000"),
    Known("expected_pml(P, W) <= mi(P, W)"),
    Known("maxleak(P, W) <= expected_pml(P, W)"),
    Known("pml(P, W) <= maxinfo(P, W, delta)"),
    Known("maxinfo(P, W, delta) <= eml(P, W, delta) - 1/100"),
    Known("maxinfo(P, W, delta) >= 0"),
    Known("costleak(P, W) <= pml(P, W)"),
    Known("pml(P, W) <= costleak(P, W)"),
    Known("costleak(P, W) <= maxcost(P, W)"),
    Known("maxcost(W) <= maxcost(P, W)"),
    Known("maxcost(P, W) <= maxleak(P, W)"),
    Known("1 - doeblin(P, W) <= tv(P, W)"),
    Known("gleak(P, W, G, y) >= 0"),
    Known("pml(P, W) <= gleak(P, W, G)"),
    Known("gleak(P, W, G) <= maxleak(P, W)"),
    Known("uleak(P, W, A) <= dynleak(P, W)"),
    Known("dynleak(P, W) <= uleak(P, W, A)"),
    Known("uleak(P, W, A, y) >= 0"),
    Known("hmin_given(P, W, A) <= hmin_given(P, W)"),
    Known("hmin_given(P, W) <= hmin_given(P, W, A)"),
    Known("hmin_given(P, W, y) <= hmin(P)"),
    Known("dynleak(P, W) <= maxleak(W) - hmin(P)"),
    Known("flp(W) <= dp(W)", PAIR),
    Known("pml_entry(P, W, 1) <= dp(W)", PAIR),
    Known("pml(P, W) <= max(pml_entry(P, W, 1), pml_entry(P, W, 2))", PAIR),
    Known("pml_entry(P, W, 1) <= pml_entry_given(P, W, 1)", PAIR),
    Known("pml_entry_given(P & Q, W, 1) <= pml_entry(P & Q, W, 1)", PAIR),
    Known("pml_entry_given(P, W, 1, y) <= pml(P, W, y)", PAIR),
    Known("dp(W) <= pml_entry_given(P, W, 1)", PAIR),
)
