"""Random claims about given channels and the priors of a set, with their truth by definition.

A claim is a text and, beside it, what it says of one prior, put together from tests/definitions
while the text is written: nothing of the library reads it. Leakages are compared by their
exponentials, rationals; what is a mean of logarithms, by its sign to sixty digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from tests import definitions as oracle
from tests.soundness.plain_polytope import Point
from tests.soundness.plain_statements import (
    RELATIONS,
    NoValue,
    Reading,
    Statement,
    conjunction,
    disjunction,
    implication,
    opposite,
    sign,
)

Table = Any
Ratio = Any


@dataclass(frozen=True)
class At:
    """One prior and the channels beside it: W and A and V: X -> .., T: Y -> Z, U: X, Y -> Z."""

    p: Point
    tables: dict[str, Table]
    y: int = 0

    def __getitem__(self, name: str) -> Table:
        return self.tables[name]


def cell(at: At, of: Callable[..., Ratio]) -> Ratio:
    """A value at an outcome, which has none where no posterior exists."""
    if at.y not in oracle.outcomes(at.p, at["W"]):
        raise NoValue
    return of(oracle.posterior(at.p, at["W"], at.y))


def worst_posterior(at: At, of: Callable[[Table], Ratio]) -> Ratio:
    """The largest value of what depends on a posterior."""
    return max(of(oracle.posterior(at.p, at["W"], y)) for y in oracle.outcomes(at.p, at["W"]))


def gains(p: Table, at: At) -> Fraction:
    """The largest expected gain."""
    return max(oracle.expectations(p, at["G"]))


def largest_of(p: Table, at: At) -> Fraction:
    """The largest mass of the attribute."""
    return max(oracle.output_distribution(p, at["A"]))


def over(numerator: Ratio, denominator: Ratio) -> Ratio:
    """A quotient of leakages; 0/0 and inf/inf have no value."""
    if numerator == 0 == denominator or (math.inf in (numerator,) and denominator == math.inf):
        raise NoValue
    if denominator == 0 or numerator == math.inf:
        return math.inf
    return Fraction(0) if denominator == math.inf else numerator / denominator


def joint(first: Table, second: Table) -> Table:
    """Both outcomes of two channels from the same letter."""
    return [[a * b for a in one for b in other] for one, other in zip(first, second, strict=True)]


def _least_columns(at: At) -> Fraction:
    rows = [at["W"][x] for x in oracle.support(at.p)]
    return sum((min(column) for column in zip(*rows, strict=True)), Fraction(0))


EXPONENTIALS: dict[str, Reading] = {
    "pml(P, W)": lambda at: oracle.exp_pml(at.p, at["W"]),
    "pml(P, W, y)": lambda at: oracle.exp_pml_at(at.p, at["W"], at.y),
    "density_min(P, W)": lambda at: oracle.exp_density_min(at.p, at["W"]),
    "lip(P, W)": lambda at: oracle.exp_lip(at.p, at["W"]),
    "ldi(P, W)": lambda at: oracle.exp_ldi(at.p, at["W"]),
    "costleak(P, W)": lambda at: oracle.exp_cost_leakage(at.p, at["W"]),
    "costleak(P, W, y)": lambda at: oracle.exp_cost_leakage_at(at.p, at["W"], at.y),
    "maxcost(P, W)": lambda at: oracle.exp_maximal_cost_leakage(at.p, at["W"]),
    "ldp(P, W)": lambda at: oracle.exp_ldp_on_support(at.p, at["W"]),
    "maxleak(P, W)": lambda at: oracle.exp_maxleak_on_support(at.p, at["W"]),
    "ldp(W)": lambda at: oracle.exp_ldp(at["W"]),
    "maxleak(W)": lambda at: oracle.exp_maxleak(at["W"]),
    "hmin(P)": lambda at: oracle.exp_hmin(at.p),
    "hmin_given(P, W)": lambda at: 1 / worst_posterior(at, max),
    "hmin_given(P, W, y)": lambda at: 1 / cell(at, max),
    "hmin_given(P, W, A)": lambda at: 1 / worst_posterior(at, lambda q: largest_of(q, at)),
    "uleak(P, W, A)": lambda at: (
        worst_posterior(at, lambda q: largest_of(q, at)) / largest_of(at.p, at)
    ),
    "dynleak(P, W)": lambda at: oracle.exp_dynamic_leakage(at.p, at["W"]),
    "worst_gain(P, G)": lambda at: gains(at.p, at),
    "worst_gain(P, W, G)": lambda at: worst_posterior(at, lambda q: gains(q, at)),
    "worst_gain(P, W, G, y)": lambda at: cell(at, lambda q: gains(q, at)),
    "worst_gleak(P, W, G)": lambda at: over(
        worst_posterior(at, lambda q: gains(q, at)), gains(at.p, at)
    ),
    "pml(P, U | W)": lambda at: oracle.exp_conditional_pml(at.p, at["U"], at["W"]),
    "eml(P, W, 1/3)": lambda at: oracle.exp_eml(at.p, at["W"], Fraction(1, 3)),
    "eml(P, W, 9/10)": lambda at: oracle.exp_eml(at.p, at["W"], Fraction(9, 10)),
    "eml(P, U | W, 1/2)": lambda at: oracle.exp_conditional_eml(
        at.p, at["U"], at["W"], Fraction(1, 2)
    ),
    "pml(P, W & V)": lambda at: oracle.exp_pml(at.p, joint(at["W"], at["V"])),
    "lip(P, V)": lambda at: oracle.exp_lip(at.p, at["V"]),
    "pml(P >> W, T)": lambda at: oracle.exp_pml(oracle.output_distribution(at.p, at["W"]), at["T"]),
    "pml(P, W >> T)": lambda at: oracle.exp_pml(at.p, oracle.cascade(at["W"], at["T"])),
    "ldi(P, W >> T)": lambda at: oracle.exp_ldi(at.p, oracle.cascade(at["W"], at["T"])),
    "maxleak(P, W >> T)": lambda at: oracle.exp_maxleak_on_support(
        at.p, oracle.cascade(at["W"], at["T"])
    ),
}
PLAIN: dict[str, Reading] = {
    "tail(P, W, log(6/5))": lambda at: oracle.tail(at.p, at["W"], Fraction(6, 5)),
    "tail(P, W, log(2))": lambda at: oracle.tail(at.p, at["W"], Fraction(2)),
    "tail(P, U | W, log(3/2))": lambda at: oracle.conditional_tail(
        at.p, at["U"], at["W"], Fraction(3, 2)
    ),
    "worst_tail(P, U | W, log(3/2))": lambda at: oracle.worst_tail(
        at.p, at["U"], at["W"], Fraction(3, 2)
    ),
    "pmin(P)": lambda at: oracle.pmin(at.p),
    "pmin(P >> W)": lambda at: oracle.pmin(oracle.output_distribution(at.p, at["W"])),
    "suppsize(P)": lambda at: Fraction(oracle.suppsize(at.p)),
    "doeblin(P, W)": _least_columns,
    "tv(P, W)": lambda at: oracle.tv(at.p, at["W"]),
    "chi2(P, W)": lambda at: oracle.f_information(at.p, at["W"], lambda u: (u - 1) ** 2),
}
MEANS: dict[str, Reading] = {
    "mi(P, W)": lambda at: oracle.mi(at.p, at["W"]),
    "expected_pml(P, W)": lambda at: oracle.expected_pml(at.p, at["W"]),
    "mi(P, W >> T)": lambda at: oracle.mi(at.p, oracle.cascade(at["W"], at["T"])),
}
CONDITIONS: dict[str, Reading] = {
    "fullsupport(P)": lambda at: min(at.p) > 0,
    "uniform(P)": lambda at: len(set(at.p)) == 1,
    "deterministic(P)": lambda at: max(at.p) == 1,
    "deterministic(W)": lambda at: all(e in (0, 1) for row in at["W"] for e in row),
    "fullsupport(P >> W)": lambda at: min(oracle.output_distribution(at.p, at["W"])) > 0,
    "uniform(P >> W)": lambda at: len(set(oracle.output_distribution(at.p, at["W"]))) == 1,
}
TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


@dataclass(frozen=True)
class Drawing:
    """Claims around the places at which the measures take their values."""

    rng: Random
    some: list[At]

    def statement(self) -> Statement:
        """A comparison or a combination of some."""
        shape = self.rng.choice(("", "", "", "", "not", "and", "or", "if", "if", "if or", "if and"))
        one, two, three = self.atom(), self.atom(), self.atom()
        if shape == "":
            return one
        if shape == "not":
            return opposite(one)
        if shape == "and":
            return conjunction(one, two)
        if shape == "or":
            return disjunction(one, two)
        if shape == "if":
            return implication(self.premise(), two)
        if shape == "if or":
            return implication(self.premise(), disjunction(two, three))
        return implication(conjunction(self.premise(), self.premise()), three)

    def premise(self) -> Statement:
        """A condition, its opposite, or a comparison."""
        if self.rng.random() < 0.4:
            return self.atom()
        text, holds = self.rng.choice(list(CONDITIONS.items()))
        found = Statement(text, holds)
        return opposite(found) if self.rng.random() < 0.3 else found

    def atom(self) -> Statement:
        """One comparison, or a condition."""
        makers = (self.level,) * 6 + (self.plain,) * 3 + (self.mean,) * 2 + (self.two,) * 3
        return self.rng.choice((*makers, self.condition))()

    def condition(self) -> Statement:
        """A condition on the prior or on a channel."""
        return Statement(*self.rng.choice(list(CONDITIONS.items())))

    def level(self) -> Statement:
        """A leakage and the logarithm of a rational, as it stands or turned or scaled."""
        text, of = self.rng.choice(list(EXPONENTIALS.items()))
        relation, bar = self.rng.choice(tuple(RELATIONS)), self.near(of)
        if bar <= 0:
            bar = Fraction(1, 2)
        written, own = self.rng.choice(
            (
                (f"{text} {relation} log({bar})", relation),
                (f"{text} {relation} log({bar})", relation),
                (f"exp({text}) {relation} {bar}", relation),
                (f"-{text} {relation} -log({bar})", TURNED[relation]),
                (f"2*{text} {relation} log({bar**2})", relation),
                (f"log({bar}) {relation} {text}", TURNED[relation]),
            )
        )
        return Statement(written, lambda at: RELATIONS[own](of(at), bar))

    def plain(self) -> Statement:
        """A plain number and a rational."""
        text, of = self.rng.choice(list(PLAIN.items()))
        relation, bar = self.rng.choice(tuple(RELATIONS)), self.near(of)
        return Statement(f"{text} {relation} {bar}", lambda at: RELATIONS[relation](of(at), bar))

    def mean(self) -> Statement:
        """A mean of logarithms and a rational that is close to it somewhere, or a logarithm."""
        text, of = self.rng.choice(list(MEANS.items()))
        relation = self.rng.choice(tuple(RELATIONS))
        here = self.rng.choice([of(at).value for at in self.some])
        if self.rng.random() < 0.4:
            bar = max(Fraction(round(math.exp(here) * 12), 12), Fraction(1))
            extra, shown = ((Fraction(-1), bar),), f"log({bar})"
            constant = Fraction(0)
        else:
            constant = Fraction(round(here * 1000) + self.rng.choice((-1, 0, 1, 40)), 1000)
            extra, shown = (), str(constant)
        return Statement(
            f"{text} {relation} {shown}",
            lambda at: RELATIONS[relation](sign((*of(at).terms, *extra), constant), 0),
        )

    def two(self) -> Statement:
        """Two leakages: their sum, difference, maximum, or one by a multiple of the other."""
        (a, f), (b, g) = (self.rng.choice(list(EXPONENTIALS.items())) for _ in range(2))
        relation = self.rng.choice(tuple(RELATIONS))
        compare = RELATIONS[relation]
        times = self.rng.randint(1, 3)
        kind = self.rng.choice(("multiple", "multiple", "sum", "difference", "max", "min"))
        if kind == "multiple":
            return Statement(
                f"{a} {relation} {times}*{b}", lambda at: compare(f(at), g(at) ** times)
            )

        def of(at: At) -> Ratio:
            if kind == "difference":
                return over(f(at), g(at))
            if kind == "sum":
                return product_of(f(at), g(at))
            return (max if kind == "max" else min)(f(at), g(at))

        bar = self.near(of)
        if bar <= 0:
            bar = Fraction(2)
        written = {"sum": f"{a} + {b}", "difference": f"{a} - {b}"}.get(kind, f"{kind}({a}, {b})")
        return Statement(f"{written} {relation} log({bar})", lambda at: compare(of(at), bar))

    def near(self, of: Reading) -> Fraction:
        """A rational at, above or below a value that is taken, or a limit of such."""
        values = []
        for at in self.some:
            try:
                value = of(at)
            except NoValue:
                continue
            if value != math.inf:
                values.append(Fraction(value).limit_denominator(10**6))
        if not values:
            return Fraction(self.rng.randint(1, 9), 3)
        value = self.rng.choice((max(values), min(values), self.rng.choice(values)))
        steps = (Fraction(1), Fraction(1), Fraction(1001, 1000), Fraction(999, 1000))
        return value * self.rng.choice(steps)


def product_of(a: Ratio, b: Ratio) -> Ratio:
    """A product of exponentials; 0 and inf together, which is -inf + inf, have no value."""
    if math.inf in (a, b):
        if 0 in (a, b):
            raise NoValue
        return math.inf
    return a * b
