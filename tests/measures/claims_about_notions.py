"""Claims about the notions around PML with known verdicts.

True ones are the laws that the measures state, and facts at the edge of being false; false ones are
what is easily believed. `lets` declares databases and attributes.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.claims.question import parse
from pmlsym.language.nodes import Claim
from pmlsym.measures.every import NOTIONS


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
    *(Known(law.text, law.lets) for notion in NOTIONS for law in notion.laws),
    Known("pml(P, W) <= lip(P, W)"),
    Known("tail(P, W & U, eps1 + eps2) <= 1", APART),
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
