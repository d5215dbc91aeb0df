"""One table of claims with their truth: every measure, every node of the language, both answers.

`settled_by` names engines that settle the claim by themselves at once; no engine says the opposite,
and no reading sees it otherwise on any instance.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.claims.question import parse
from pmlsym.language.nodes import Claim


@dataclass(frozen=True)
class Row:
    """A claim, whether it is true of everything (or at two letters at least), and who says so."""

    text: str
    holds: bool
    settled_by: str = ""
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    at_two: bool = False

    def __str__(self) -> str:
        return " given ".join((self.text, *self.assume))

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, lets=self.lets, assume=self.assume)


TABLES = ("W: A, B -> Y",)
BESIDE = ("U: X -> Z",)
ROWS = (
    # leakages and what bounds them
    Row("pml(P, W >> V) <= pml(P, W)", True, "schematic z3"),
    Row("pml(P, W >> V) <= pml(P >> W, V)", True, "schematic z3"),
    Row("pml(P, W & U) <= pml(P, W) + pml(P, U | W)", True, "schematic z3"),
    Row(
        "pml(P, W & U) <= pml(P, W) + pml(P, U)",
        False,
        "sampling",
        lets=("U: X -> Z",),
        at_two=True,
    ),
    Row("pml(P, W, y) <= -log(pmin(P))", True, "schematic z3"),
    Row("pml(P, W) <= maxleak(W)", False, "sampling solver z3"),
    Row("maxleak(W) <= pml(P, W)", True, "schematic z3", assume=("fullsupport(P)",)),
    Row("maxleak(W) <= pml(P, W)", False, "sampling solver z3"),
    Row("maxleak(W >> V) <= maxleak(V)", True, "schematic z3"),
    Row("maxleak(P, W) <= log(suppsize(P))", True, "schematic z3"),
    Row(
        "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
        True,
        "schematic z3",
    ),
    Row("ldp(W) <= eps => pml(P, W) <= eps/2", False, "sampling solver z3"),
    Row("ldp(P, W) <= pml(P, W) - density_min(P, W)", True, "schematic z3"),
    Row("capacity(W >> V) <= min(capacity(W), capacity(V))", True, "z3"),
    Row("lip(P, W) <= ldi(P, W)", True, "z3"),
    Row("ldi(P, W) <= lip(P, W)", False, "sampling solver z3"),
    Row("hmin(P) <= log(size(X))", True, "schematic z3"),
    Row("hmin_given(P, W) <= hmin(P)", True, "schematic z3"),
    Row("dynleak(P, W) <= pml(P, W)", True, "schematic z3"),
    Row("uleak(P, W, A) <= pml(P, W)", True, "z3"),
    Row("gain(P, G) <= gain(P, W, G)", True, "schematic z3"),
    Row("gleak(P, W, G) <= 0", False, "sampling solver z3"),
    # events, tails, budgets
    Row("eml(P, W, 0) == pml(P, W)", True, "schematic"),
    Row("eml(P, W, delta) <= -log(pmin(P)) - delta", False, "sampling"),
    Row("pml(P, W) <= eps => tail(P, W, eps) <= 0", True, "schematic z3"),
    Row("tail(P, W, eps) <= worst_tail(P, W | W, eps)", False, "sampling solver z3"),
    Row("maxinfo(P, W, delta) <= maxinfo(P, W)", True, "schematic"),
    # means of outcomes
    Row("mi(P, W) <= expected_pml(P, W)", True, "schematic"),
    Row("expected_pml(P, W) <= mi(P, W)", False, "sampling solver z3"),
    Row("chi2(P, W) <= tv(P, W)", False, "sampling"),
    Row("costleak(P, W) == -density_min(P, W)", True, "schematic z3"),
    Row("expected_costleak(P, W) <= costleak(P, W)", True),
    Row("doeblin(W) <= doeblin(W >> V)", True, "schematic z3"),
    Row("maxcost(W >> V) <= maxcost(W)", True, "schematic z3"),
    # databases
    Row("pml_entry(P, W, 1) <= dp(W)", True, "schematic"),
    Row("pml_entry_given(P, W, 1) <= dp(W)", True, "schematic", lets=TABLES),
    Row("pml_entry(P, W, 1) <= dp(W)", False, "sampling solver z3", lets=TABLES),
    Row("flp(W) <= dp(W)", False, "sampling solver z3", lets=TABLES),
    # connectives and conditions
    Row("pml(P, W) > 0 or maxleak(P, W) <= 0", True, "schematic z3"),
    Row("not (ldp(W) <= 1 and ldp(V) <= 1)", False, "sampling solver z3"),
    Row("deterministic(W) => maxleak(W) <= 0", False),
    Row("min(pml(P, W), ldp(V)) <= max(pml(P, W), maxleak(V))", True, "z3", lets=("V: Y -> Z",)),
    # entropies and numbers
    Row("markov(A, B, C) => I(A;C) <= I(A;B)", True, "entropies"),
    Row("I(A;B|C) <= I(A;B)", False, "entropies sampling"),
    Row("indep(A, B) => H(A,B) <= H(A)", False, "entropies sampling"),
    Row("log(1 + x) <= x", True, "schematic z3", assume=("x >= 0",)),
    Row("log(1 + x) <= 999/1000*x", False, "numbers", assume=("x >= 0",)),
    Row("sum(k, 0, n, r^k) <= 1/(1-r)", True, "numbers", assume=("n >= 0", "r > 0", "r < 1")),
    Row("prod(k, 1, n, 1-p) <= 1 - n*p", False, "numbers", assume=("n >= 1", "p > 0", "p < 1")),
    Row("binomial(m, n, p) <= 1", True, "numbers"),
    Row("x/y + y/x >= 2", True, "numbers", assume=("x > 0", "y > 0")),
)
