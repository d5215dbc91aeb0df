"""What follows from the form of a value, rule by rule, and near misses from which it does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.value import (
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_facts import facts_of
from pmlsym.measures.observation import second_mechanism
from pmlsym.model.channel import Channel, Given
from pmlsym.model.prior import Prior

X, Z, Y, U = Index("X", "x"), Index("X", "z"), Index("Y", "y"), Index("Y", "u")
PRIOR = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
CHANNEL = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
GAIN = Tensor("G", ("X", "Y"), nonnegative=True)
SIGNED = Tensor("S", ("X", "Y"))
ZERO, ONE = constant(0), constant(1)
DELTA = atom(Tensor("d", nonnegative=True, at_most_one=True))


def w(x: Index, y: Index, tensor: Tensor = CHANNEL) -> Polynomial:
    return atom(tensor, x, y)


def p(x: Index) -> Polynomial:
    return atom(PRIOR, x)


def total(y: Index, tensor: Tensor = CHANNEL) -> Polynomial:
    return sum_over(p(X) * w(X, y, tensor), X)


def known(value: Value) -> str:
    """least most positive finite, in words."""
    found = facts_of(value)
    ends = ("-" if end is None else str(end) for end in (found.least, found.most))
    return " ".join((*ends, *(n for n in ("positive", "finite") if getattr(found, n))))


DENSITY = Ratio(w(X, Y), total(Y))
FALL = Ratio(total(Y), w(X, Y))
ODDS = Ratio(p(X) * w(X, Y), p(Z) * w(Z, Y))
GAINED = Ratio(w(X, Y, GAIN), total(Y, GAIN))
SQUARE = Ratio((w(X, Y) - total(Y)) ** 2, total(Y) ** 2)
BEYOND = Ratio(p(X) * (w(X, Y) - total(Y)))
HALF_THERE = Ratio(w(X, Y, GAIN), w(X, Y, GAIN))
MEAN_LOG = Weighted(p(X) * w(X, Y), Log(DENSITY))
TAIL = Exceeds(Largest((X,), DENSITY, p(X)), constant(2))
EVENT = FractionalEvent((Y,), w(X, Y), total(Y), DELTA)
EXCESS = ExcessRatio((X, Y), p(X) * w(X, Y), p(X) * total(Y), DELTA)

FACTS = {
    "densities of the support": (Largest((X, Y), DENSITY, p(X)), "1 - positive finite"),
    "without the support": (Largest((X, Y), DENSITY), "1 - positive"),
    "with the support of another letter": (Largest((X, Y, Z), DENSITY, p(Z)), "1 - positive"),
    "over letters alone": (Largest((X,), DENSITY, p(X)), "1 - positive finite"),
    "over outcomes alone": (Largest((Y,), DENSITY, p(X)), "1 - positive finite"),
    "letters swapped below": (Largest((X, Y), Ratio(w(X, Y), total(U)), p(X)), "0 -"),
    "a weight missing": (Largest((X, Y), Ratio(w(X, Y), sum_over(w(X, Y), X)), p(X)), "0 1 finite"),
    "twice the denominator": (Largest((X, Y), Ratio(w(X, Y), 2 * total(Y)), p(X)), "0 - finite"),
    "gains in place of a channel": (Largest((X, Y), GAINED, p(X)), "1 - positive finite"),
    "gains over another mean": (
        Largest((X, Y), Ratio(w(X, Y, GAIN), total(Y)), p(X)),
        "0 -",
    ),
    "signs open": (Largest((X, Y), Ratio(w(X, Y, SIGNED), total(Y, SIGNED)), p(X)), "- -"),
    "falls": (Largest((X, Y), FALL, p(X)), "1 - positive"),
    "the smallest density": (Smallest((X, Y), DENSITY, p(X)), "0 1 finite"),
    "the smallest without the support": (Smallest((X, Y), DENSITY), "0 1 finite"),
    "the smallest of open sign": (Smallest((Y,), Ratio(w(X, Y) - total(Y), p(Z))), "- -"),
    "posterior odds": (Largest((X, Z, Y), ODDS, p(Z)), "1 - positive"),
    "odds against the wrong letter": (Largest((X, Z, Y), ODDS, p(X)), "0 -"),
    "odds at two outcomes": (
        Largest((X, Z, Y, U), Ratio(p(X) * w(X, Y), p(Z) * w(Z, U)), p(Z)),
        "1 - positive",
    ),
    "odds without a guard": (Largest((X, Z, Y), ODDS), "1 - positive"),
    "a sum of largest": (Total((Y,), Largest((X,), Ratio(w(X, Y)))), "1 - positive finite"),
    "of the support": (Total((Y,), Largest((X,), Ratio(w(X, Y)), p(X))), "1 - positive finite"),
    "of letters that outcomes choose": (
        Total((Y,), Largest((X,), Ratio(w(X, Y)), p(X) * w(X, Y))),
        "0 - positive finite",
    ),
    "of gains": (Total((Y,), Largest((X,), Ratio(w(X, Y, GAIN)))), "0 - finite"),
    "a sum of ratios that may be 0/0": (
        Total((Y,), Largest((X,), Ratio(w(X, Y) ** 2, w(X, Y)))),
        "0 - finite",
    ),
    "a sum of weights of what may be 0/0": (
        Total((Y,), Largest((X,), Weighted(w(X, Y), HALF_THERE))),
        "0 - finite",
    ),
    "a sum of smallest": (Total((Y,), Smallest((X,), Ratio(w(X, Y)))), "0 1 finite"),
    "a tail": (Total((Y,), Weighted(total(Y), TAIL)), "0 1 finite"),
    "a tail over a gain": (Total((Y,), Weighted(w(X, Y, GAIN), TAIL)), "0 - finite"),
    "a tail of a signed weight": (Total((Y,), Weighted(w(X, Y, SIGNED), TAIL)), "- - finite"),
    "a variation": (Total((X, Y), Larger((Ratio(ZERO), BEYOND))), "0 1 finite"),
    "a variation without the prior": (
        Total((X, Y), Larger((Ratio(ZERO), Ratio(w(X, Y) - total(Y))))),
        "0 - finite",
    ),
    "a variation of open sign": (
        Total((X, Y), Larger((Ratio(ZERO), Ratio(p(X) - w(X, Y, SIGNED))))),
        "0 - finite",
    ),
    "ends that cancel": (Larger((Ratio(p(X) - p(Z)), Ratio(p(Z)))), "0 2 finite"),
    "squares, weighted": (Weighted(p(X) * total(Y), SQUARE), "0 - finite"),
    "squares of the support": (Weighted(p(X), SQUARE), "0 - finite"),
    "squares without a weight": (SQUARE, "0 -"),
    "information": (Total((X, Y), MEAN_LOG), "0 - finite"),
    "information of another mean": (
        Total((X, Y), Weighted(p(X) * w(X, Y), Log(Ratio(w(X, Y), sum_over(w(X, Y), X))))),
        "- 0 finite",
    ),
    "information with a weight that lacks the entry": (
        Total((X, Y), Weighted(p(X) * total(Y), Log(DENSITY))),
        "- -",
    ),
    "the mean of largest logarithms": (
        Total((Y,), Weighted(total(Y), Log(Largest((X,), DENSITY, p(X))))),
        "0 - finite",
    ),
    "the same with another mass": (
        Total((Y,), Weighted(w(Z, Y), Log(Largest((X,), DENSITY, p(X))))),
        "0 - finite",
    ),
    "a smallest mass": (Smallest((X,), Ratio(p(X)), p(X)), "0 1 positive finite"),
    "a smallest mass, zeros too": (Smallest((X,), Ratio(p(X))), "0 1 finite"),
    "one over masses": (Smallest((X,), Ratio(ONE, p(X))), "1 - positive finite"),
    "one over gains": (Smallest((X, Y), Ratio(ONE, w(X, Y, GAIN))), "0 - positive"),
    "the largest of one over masses": (Largest((X,), Ratio(ONE, p(X))), "1 - positive"),
    "letters that count": (Total((X,), Exceeds(Ratio(p(X)), ZERO)), "1 - positive finite"),
    "letters above another level": (
        Total((X,), Exceeds(Ratio(p(X)), constant(Fraction(1, 2)))),
        "0 - finite",
    ),
    "gains that count": (Total((X, Y), Exceeds(Ratio(w(X, Y, GAIN)), ZERO)), "0 - finite"),
    "a number that counts": (Exceeds(Ratio(constant(3)), ZERO), "0 1 positive finite"),
    "events": (Largest((X,), EVENT, p(X)), "1 - positive finite"),
    "events without the support": (Largest((X,), EVENT), "0 - finite"),
    "events of a gain": (
        FractionalEvent((Y,), w(X, Y, GAIN), total(Y), DELTA),
        "0 - finite",
    ),
    "sets of pairs": (EXCESS, "0 - finite"),
    "sets, a third less": (
        replace(EXCESS, delta=constant(Fraction(1, 3))),
        "2/3 - positive finite",
    ),
    "sets, a gain below": (replace(EXCESS, mass=p(X) * w(X, Y, GAIN)), "- -"),
    "the larger of one and more": (Larger((Ratio(ONE), FALL)), "1 - positive"),
    "the larger of what may not count": (Larger((FALL, DENSITY)), "0 -"),
    "the larger of zero and what may be 0/0": (Larger((HALF_THERE, Ratio(ZERO))), "0 1 finite"),
    "a root": (Power(Largest((X, Y), DENSITY, p(X)), Fraction(1, 2)), "1 - positive finite"),
    "one over a root": (
        Power(Largest((X, Y), DENSITY, p(X)), Fraction(-1, 2)),
        "0 1 positive finite",
    ),
    "one over what may be zero": (Power(Ratio(p(X)), Fraction(-1, 2)), "1 - positive"),
    "one over what may be infinite": (
        Power(Largest((X, Y), FALL, p(X)), Fraction(-1, 2)),
        "0 1 finite",
    ),
    "a power of any sign": (Power(Ratio(w(X, Y, SIGNED)), Fraction(1, 2)), "- -"),
    "the inner letter is another one": (
        Weighted(p(X), Total((X,), Ratio(ONE, p(X)))),
        "0 -",
    ),
}


@pytest.mark.parametrize("name", FACTS)
def test_what_follows_from_the_form(name: str) -> None:
    value, expected = FACTS[name]
    assert known(value) == expected


def test_a_quotient_is_known_by_its_definition() -> None:
    x, y, z = alphabets("X Y Z")
    given = Given(Channel("W", x, y), Channel("U", (x, y), z))
    part = second_mechanism(Prior("P", x), given)
    over = (*part.inputs, *part.before, *part.after)
    value = Largest(over, part.ratio, part.where)
    assert facts_of(value, (part.quotient,)).finite and not facts_of(value).finite
    unguarded = replace(value, where=constant(1))
    assert not facts_of(unguarded, (part.quotient,)).finite
