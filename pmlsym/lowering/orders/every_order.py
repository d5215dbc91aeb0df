"""Claims about concentrated privacy, order by order.

    zcdp(W >> V) <= zcdp(W)       a > 1 and rdp(W, a) <= s => rdp(W >> V, a) <= s     s is a*zcdp(W)
    zcdp(W) <= r => c             rdp(W, a) <= a*r at every order a > 1 that c speaks of

A measure that is to be small is shown to be so at a new letter a > 1, with both sides multiplied by
it; two such measures would each have their own worst order, so such a claim is not opened. What the
letter multiplies becomes a new number: what holds for all numbers holds for this product. A measure
m >= 0 may replace a*m where that says more. A measure that is to be large makes its comparison true
where it is infinite, and is a number elsewhere. At order 1 the limit of orders above it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import prod
from operator import add
from typing import Any

from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.open_orders import order_letters
from pmlsym.claims.ranges import range_of
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.language.fold import children, fold, key, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Measure,
    OpenOrder,
    Product,
    Quantity,
    Scalar,
    quantity_of,
)
from pmlsym.language.value import Divergence
from pmlsym.lowering.linear import LEAVES, Linear, linear
from pmlsym.measures.concentrated_privacy import at_order, concentrated_measure, is_concentrated

Order = Fraction | Scalar
ONE = Constant(Fraction(1))

Reader = Callable[[Quantity, Fraction, Order | None], Quantity | None]
"""Gives the quantity that replaces a leaf with its multiple, times an order."""


def at_every_order(claim: Claim) -> tuple[Claim, ...]:
    """The claims about orders that together imply one about concentrated privacy, to be lowered.

    There are none where it is about something else, or is not known to follow from such claims.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*at_every_order(parse("zcdp(W >> V) <= zcdp(W)")))
    alpha > 1 and rdp(W, alpha) <= s => rdp(W >> V, alpha) <= s
    >>> print(*at_every_order(parse("zcdp(W) <= rho => rdp(W, 2) <= 2*rho")))
    rdp(W, 2) <= 2*rho => rdp(W, 2) <= 2*rho
    """
    if not is_concentrated(claim):
        return ()
    hypotheses, goal = hypotheses_of(claim), conclusion_of(claim)
    goals = goal.inequalities if isinstance(goal, Comparison) else (goal,)
    opened = [_Opening(claim, hypotheses, each).claim for each in goals]
    return tuple(each for each in opened if each is not None) if None not in opened else ()


class _Opening:
    """A claim with one goal, opened; `claim` is nothing where it is not."""

    def __init__(self, claim: Claim, hypotheses: Sequence[Claim], goal: Claim) -> None:
        self._taken = number_names(claim)
        self._numbers: dict[Hashable, tuple[Scalar | None, Quantity, Scalar]] = {}
        letters = order_letters(claim) or sorted({p.name for p in walk(claim) if type(p) is Scalar})
        known = [Scalar(letter) for letter in letters if _is_above_one(letter, hypotheses)]
        self._orders: list[Order] = [*known, *_orders_of_measures(claim)]
        self.claim = self._at_new_letter([self._with_products(h) for h in hypotheses], goal)

    def _at_new_letter(self, hypotheses: Sequence[Claim], goal: Claim) -> Claim | None:
        """The claim about zcdp at a new order alpha > 1, or at the orders it speaks of; or none."""
        goal, above = self._with_products(goal), list[Claim]()
        shown: Claim | None = goal
        if is_concentrated(goal):
            form, order = _at_most_zero(goal), None
            if form is None:
                return None
            to_be_small = [leaf for leaf, c in form.terms if c > 0 and is_concentrated(leaf)]
            if len(to_be_small) > 1:
                return None
            if to_be_small:
                order = Scalar(self._fresh("alpha"), "nonnegative")
                self._orders, above = [*self._orders, order], [order > 1]
            shown = self._multiple(form, order, self._in_goal)
        opened = [copy for h in hypotheses if is_concentrated(h) for copy in self._copies(h)]
        if shown is None or not (opened or self._numbers or above):
            return None
        measures = {key(m): m for _, m, _ in self._numbers.values() if isinstance(m, Measure)}
        bounds = [
            at_order(measure, order) <= self._product(order, measure)
            for measure in measures.values()
            for order in self._orders
        ]
        plain = [h for h in hypotheses if not is_concentrated(h)]
        multiplied = {key(m) for order, m, _ in self._numbers.values() if order is not None}
        about = [h for h in plain if any(key(p) in multiplied for p in walk(h))]
        copies = [copy for h in about for copy in self._copies(h)]
        return under_hypotheses([*above, *plain, *opened, *copies, *bounds], shown)

    def _copies(self, hypothesis: Claim) -> Iterator[Claim]:
        """The copies of a premise to lower at each order; at letters alone if not about zcdp."""
        sides = hypothesis.inequalities if isinstance(hypothesis, Comparison) else ()
        orders = [o for o in self._orders if isinstance(o, Scalar) or is_concentrated(hypothesis)]
        for form in filter(None, map(_at_most_zero, sides)):
            copies = (self._multiple(form, order, self._in_hypothesis) for order in orders)
            yield from (copy for copy in copies if copy is not None)

    def _multiple(self, form: Linear, order: Order | None, read: Reader) -> Claim | None:
        """The comparison to be lowered: an order a times a linear form <= 0; nothing if no rule."""
        sides: tuple[list[Quantity], list[Quantity]] = [], []
        for leaf, c in form.terms:
            new = read(leaf, c, order)
            if new is None:
                return None
            sides[c < 0].append(_times(abs(c), new))
        if form.constant:
            once = ONE if order is None else quantity_of(order)
            sides[form.constant < 0].append(_times(abs(form.constant), once))
        left, right = (reduce(add, side) if side else Constant(Fraction(0)) for side in sides)
        return Comparison(left, "<=", right)

    def _in_goal(self, leaf: Quantity, c: Fraction, order: Order | None) -> Quantity | None:
        """A quantity for a leaf of a goal to lower, times the order: above if c > 0, else below."""
        measure = concentrated_measure(leaf)
        if measure is None and is_concentrated(leaf):
            return None
        if measure is not None and order is not None and c > 0:
            return at_order(measure, order)
        return leaf if c < 0 and _is_other(leaf) else self._product(order, leaf)

    def _in_hypothesis(self, leaf: Quantity, c: Fraction, order: Order | None) -> Quantity | None:
        """A lower bound of a leaf of a hypothesis to lower, times the order; exact if a number."""
        if isinstance(leaf, Scalar):
            return self._product(order, leaf)
        measure = concentrated_measure(leaf)
        if measure is not None and order is not None and c > 0:
            return at_order(measure, order)
        return leaf if c > 0 and _is_other(leaf) else None

    def _product(self, order: Order | None, quantity: Quantity) -> Quantity:
        """An order times a quantity to lower; for a letter times a number or zcdp, a new number."""
        if isinstance(order, Fraction):
            return _times(order, self._product(None, quantity))
        is_multiplied = order is not None and isinstance(quantity, Scalar)
        part = quantity if is_multiplied else concentrated_measure(quantity)
        if part is None:
            return quantity if order is None else order * quantity
        place = "" if order is None else order.name, key(part)
        if place not in self._numbers:
            domain = "nonnegative" if isinstance(part, Measure) else "real"
            self._numbers[place] = order, part, Scalar(self._fresh("s"), domain)
        return self._numbers[place][2]

    def _with_products(self, claim: Claim) -> Claim:
        """The claim with a new number for each product of an order that is a letter."""
        letters = {key(order): order for order in self._orders if isinstance(order, Scalar)}

        def rule(node: Any, inner: tuple[Any, ...]) -> Any:
            """A new scalar for an order times a number, to be lowered linearly; else the node."""
            new = rebuild(node, inner)
            factors = [*_flat_factors(new)] if isinstance(new, Product) else []
            times = prod((f.value for f in factors if isinstance(f, Constant)), start=ONE.value)
            factors = [f for f in factors if not isinstance(f, Constant)]
            orders = [letters[key(f)] for f in factors if key(f) in letters]
            rest = [f for f in factors if key(f) not in letters]
            if len(orders) == len(rest) == 1 and (
                isinstance(rest[0], Scalar) or concentrated_measure(rest[0]) is not None
            ):
                return _times(times, self._product(orders[0], rest[0]))
            return new

        changed: Claim = fold(claim, rule)
        return changed

    def _fresh(self, stem: str) -> str:
        """A name that nothing in the claim to lower has, for an order or a product with one."""
        name = fresh_name(stem, self._taken)
        self._taken.add(name)
        return name


def _is_other(leaf: Quantity) -> bool:
    """Whether a leaf is a measure >= 0 other than zcdp, so at most its multiples by orders."""
    return isinstance(leaf, Measure) and not is_concentrated(leaf) and range_of(leaf).nonnegative


def _at_most_zero(claim: Claim) -> Linear | None:
    """The linear form that a claim about orders, to be lowered, says is <= 0; else nothing."""
    match claim:
        case Comparison(left, "<=", right) | Comparison(right, ">=", left):
            form = linear(left - right, (*LEAVES, OpenOrder))
            if form is None and isinstance(left, Measure):
                return Linear(((left, Fraction(1)), (right, Fraction(-1))))
            return form
    return None


def _is_above_one(letter: str, hypotheses: Sequence[Claim]) -> bool:
    """Whether a hypothesis to be lowered puts an order's letter above 1."""
    for each in hypotheses:
        if isinstance(each, Comparison) and each.relation in ("<", "<=", ">", ">="):
            above = each if each.relation in (">", ">=") else each.flipped
            form = linear(above.left - above.right, (Scalar,))
            if form is not None and [key(leaf) for leaf, _ in form.terms] == [key(Scalar(letter))]:
                c = form.terms[0][1]
                gap = -form.constant - c  # c (letter - 1) is at least this, or above it
                if c > 0 and (gap > 0 or (gap == 0 and above.relation == ">")):
                    return True
    return False


def _orders_of_measures(part: Any) -> tuple[Fraction, ...]:
    """The numeric orders >= 1 in a claim about concentrated privacy that is to be lowered."""
    if isinstance(part, OpenOrder):
        return ()
    found = [order for child in children(part) for order in _orders_of_measures(child)]
    for value in walk(part.value) if isinstance(part, Measure) else ():
        if isinstance(value, Divergence):
            order = {"kl": Fraction(1), "chi2": Fraction(2)}.get(value.function, value.order)
            found += [order] if isinstance(order, Fraction) and order >= 1 else []
    return tuple(dict.fromkeys(found))


def _flat_factors(quantity: Quantity) -> Iterator[Quantity]:
    """The factors, those of inner products too, of a product of orders to be lowered."""
    if isinstance(quantity, Product):
        for factor in quantity.factors:
            yield from _flat_factors(factor)
    else:
        yield quantity


def _times(number: Fraction, quantity: Quantity) -> Quantity:
    """A rational times a quantity of a claim about orders to be lowered; itself for 1."""
    return quantity if number == 1 else Constant(number) * quantity
