"""What claims about all orders say, tried at orders on exact instances.

Values are compared with the largest of many orders, computed here. Where a claim is false, what is
proved in its place has to be false at some order, with the numbers that its letters stand for: a
multiple of the value for each. So no false claim is proved by a step from it to orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import mpmath
import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse, parse_quantity
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.subjects import subjects
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.nodes import Claim
from pmlsym.lowering.orders.every_order import at_every_order
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Infinite, Number, rational
from tests.examples import effort, share_of, some_of
from tests.soundness.hostile_instances import hostile_instances

QUANTITY = parse_quantity("zcdp(W)", lets=["W: X -> Y"])
MP = mpmath.MPContext()
MP.dps = 40
ORDERS = [1 + MP.mpf(10) ** (MP.mpf(k) / 40) for k in range(-400, 120)]


def largest(first: list[Fraction], second: list[Fraction]) -> object:
    """The largest divergence over its order, of those orders and of the limit at 1."""
    pairs = [(MP.mpf(a.numerator) / a.denominator, b) for a, b in zip(first, second, strict=True)]
    pairs = [(a, MP.mpf(b.numerator) / b.denominator) for a, b in pairs if a]
    if any(not b for _, b in pairs):
        return MP.inf
    limit = MP.fsum(a * MP.log(a / b) for a, b in pairs)
    each = (
        MP.log(MP.fsum(a * (a / b) ** (o - 1) for a, b in pairs)) / (o * (o - 1)) for o in ORDERS
    )
    return max(limit, *each)


@pytest.mark.seconds
def test_a_value_is_the_largest_over_orders() -> None:
    met = Counter[str]()
    for instance in hostile_instances(QUANTITY <= 1, 11, 80):
        rows = instance.tensors["W"]
        expected = max(largest(a, b) for a, b in product(rows, rows))
        value = evaluate(QUANTITY, instance)
        if isinstance(value, Infinite):
            assert expected == MP.inf
            met["infinite"] += 1
            continue
        low, high = value.enclose(30)
        assert 0 <= high - low < Fraction(1, 10**29)
        assert float(high) >= float(expected) - 1e-25  # orders tried here give no more
        assert float(low) <= float(expected) * (1 + 1e-3) + 1e-25, instance
        met["finite"] += expected > 0
    assert min(met.values()) > 5, met


def test_where_an_order_between_is_best() -> None:
    """The best order is 3/2 or so, which neither the limit at 1 nor an order at hand is."""
    instance = Instance({"X": 2, "Y": 2}, {"W": [["1/100", "99/100"], ["1/1000", "999/1000"]]})
    value = evaluate(QUANTITY, instance)
    rows = instance.tensors["W"]
    best = max(range(len(ORDERS)), key=lambda k: largest_at(rows[0], rows[1], ORDERS[k]))
    assert 40 < best < len(ORDERS) - 40
    assert float(value) == pytest.approx(
        float(largest_at(rows[0], rows[1], ORDERS[best])), rel=1e-4
    )


def largest_at(first: list[Fraction], second: list[Fraction], order: object) -> object:
    """The divergence of an order, over the order."""
    pairs = [(MP.mpf(a.numerator) / a.denominator, MP.mpf(b.numerator) / b.denominator)
             for a, b in zip(first, second, strict=True)]  # fmt: skip
    return MP.log(MP.fsum(a * (a / b) ** (order - 1) for a, b in pairs)) / (order * (order - 1))


FALSE = (
    "zcdp(W) <= c",
    "zcdp(W) <= c/3 + 1/10",
    "zcdp(W) + ldp(W) <= c",
    "zcdp(W) <= ldp(W)^2/4",
    "zcdp(W) <= rdp(W, 2)/2",
    "zcdp(W) <= rdp(W, 1)",
    "zcdp(W) <= c => rdp(W, 2) <= c",
    "zcdp(W) <= c => rdp(W, 1) <= c - 1/10",
    "ldp(W) <= zcdp(W)",
    "rdp(W, 3) <= zcdp(W)",
    "rdp(W, 2) <= zcdp(W) + c/10",
    "zcdp(W) <= c => zcdp(W) + zcdp(W) <= c",
    "a > 1 => rdp(W, a) <= zcdp(W)",
    "a > 1 and zcdp(W) <= c => rdp(W, a) <= c",
    "zcdp(W) == rdp(W, 1)",
)
"""Claims in the places that the step knows, each false somewhere."""

AT = [Fraction(1001, 1000), *map(Fraction, ("11/10", "5/4", "3/2", "2", "3", "5", "10", "40"))]


@pytest.mark.parametrize("text", some_of(FALSE))
def test_where_a_claim_is_false_a_claim_about_orders_is(text: str) -> None:
    claim = parse(text, lets=["W: X -> Y"])
    parts = at_every_order(claim)
    assert parts
    met = 0
    for instance in around(claim, share_of(6)):
        try:
            if holds(claim, instance):
                continue
        except (OutOfDomain, Unsupported):
            continue
        assert any(is_false_somewhere(part, claim, instance) for part in parts), (text, instance)
        met += 1
    assert met > 1


def around(claim: Claim, count: int) -> Iterator[Instance]:
    """Small instances of finite values above zero, with c below the value, near it and above."""
    for instance in hostile_instances(QUANTITY <= 1, 17, 40 * count):
        value = evaluate(QUANTITY, instance)
        if max(instance.sizes.values()) <= 3 and not isinstance(value, Infinite) and value > 0:
            low, high = value.enclose(25)
            for c in (low * Fraction(4, 5), high * Fraction(21, 20), 2 * high):
                scalars = {
                    name: rational(c if name == "c" else 2) for name in subjects(claim).scalars
                }
                yield Instance(instance.sizes, instance.tensors, scalars)
            count -= 1
            if not count:
                return


def is_false_somewhere(part: Claim, claim: Claim, instance: Instance) -> bool:
    """Whether it is false at some order, with the products for the numbers that were added."""
    added = sorted({*subjects(part).scalars} - {*subjects(claim).scalars})
    orders = [name for name in added if name.startswith("alpha")]
    numbers = [name for name in added if not name.startswith("alpha")]
    own = [rational(evaluate(QUANTITY, instance).enclose(25)[1]), *instance.scalars.values()]
    for order in AT if orders else (instance.scalars.get("a", rational(1)),):
        times: Number = rational(order) if orders else order
        for chosen in product([*own, *(times * each for each in own)], repeat=len(numbers)):
            more = dict(zip(numbers, chosen, strict=True))
            scalars = {**instance.scalars, **dict.fromkeys(orders, times), **more}
            scalars = {name: n for name, n in scalars.items() if name in subjects(part).scalars}
            try:
                if not holds(part, Instance(instance.sizes, instance.tensors, scalars)):
                    return True
            except (OutOfDomain, Unsupported):
                continue
    return False


NOT_PROVED = (
    "zcdp(W & V) <= max(zcdp(W), zcdp(V))",
    "zcdp(W) < ldp(W) + 1",
    "zcdp(W) <= 1 => zcdp(W) <= 1/2",
    "zcdp(W) >= 1 => rdp(W, 2) >= 2",
    "zcdp(W) >= rho and alpha > 1 => rdp(W, alpha) >= alpha*rho",
    "zcdp(W) <= rho and alpha < 1 => rdp(W, 2) <= 2*alpha*rho",
    "zcdp(W) <= 0*zcdp(V)",
    "not zcdp(W) <= 1 => ldp(W) >= 2",
)


@pytest.mark.parametrize("text", some_of(NOT_PROVED))
def test_what_is_false_is_not_proved(text: str) -> None:
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name != "proved"


TWO_TO_BE_SMALL = (
    "zcdp(W) + zcdp(V) <= zcdp(W & V)",
    "zcdp(W) + zcdp(V) <= rho",
    "zcdp(W) + dpzcdp(W) <= 1",
    "zcdp(W) == zcdp(V) + zcdp(U)",
)


@pytest.mark.parametrize("text", TWO_TO_BE_SMALL)
def test_two_suprema_over_orders_are_not_taken_at_one_order(text: str) -> None:
    """The sum of two worst orders is more than the worst sum at one order."""
    lets = ["W: A, B -> Y"] if "dp" in text.replace("zcdp", "") else []
    assert at_every_order(parse(text, lets=lets)) == ()
    assert ps.prove(parse(text, lets=lets), effort=effort(0.25, in_full=1)).name == "unknown"
