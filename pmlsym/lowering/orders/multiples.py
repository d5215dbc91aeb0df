"""Comparisons in which letters multiply measures, as in (1 - a)*D[a](P || Q) <= a*D[b](Q || P).

    sum_k c_k m_k + c <= 0     the c are polynomials in letters, the m measures and logarithms

Letters on known sides of 1 give the signs of the c, and denominators are cleared. All measures but
one are numbers in nats, bounded from the side that their sign needs; the last one, with c > 0, is
at most log t, where c log t = -(the rest).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.fold import key
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import Extreme, Logarithm, Measure, Quantity, Scalar
from pmlsym.language.value import LetterExponent, Power
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.forms import Form
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import at_least, at_most
from pmlsym.lowering.levels import (
    ABOVE,
    BELOW,
    State,
    assume_definitions,
    scalar_level,
    value_of,
)
from pmlsym.lowering.orders.equal_numbers import at_equal_letters

ONE = constant(1)

Reader = Callable[[State, Quantity, str], Iterator[tuple[State, Polynomial]]]
"""A function that yields the ways to bound a leaf in nats from a side."""


@dataclass(frozen=True)
class LetterForm:
    """A sum of multiples of leaves and a number, over a denominator, all polynomials in letters."""

    terms: tuple[tuple[Quantity, Polynomial], ...]
    number: Polynomial = constant(0)
    denominator: Polynomial = ONE

    def scaled(self, above: Polynomial, below: Polynomial = ONE) -> LetterForm:
        """The form to lower, a sum of measures times polynomials in orders, times a quotient."""
        terms = tuple((leaf, c * above) for leaf, c in self.terms)
        return LetterForm(terms, self.number * above, self.denominator * below)

    def plus(self, other: LetterForm) -> LetterForm:
        """The sum of two forms to be lowered, of measures times orders, equal leaves merged."""
        one, two = self, other
        if one.denominator != two.denominator:
            one, two = one.scaled(two.denominator), two.scaled(self.denominator)
        merged: dict[Hashable, tuple[Quantity, Polynomial]] = {}
        for leaf, c in (*one.terms, *two.terms):
            first, so_far = merged.get(key(leaf), (leaf, constant(0)))
            merged[key(leaf)] = (first, so_far + c)
        terms = tuple((leaf, c) for leaf, c in merged.values() if c)
        whole = self.denominator
        whole = whole if whole == other.denominator else whole * other.denominator
        return LetterForm(terms, one.number + two.number, whole)


def multiples(quantity: Quantity) -> LetterForm | None:
    """A quantity to be lowered as a sum of measures times letters of orders; else nothing."""

    def read(part: Quantity) -> LetterForm:
        """The sum of measures multiplied by orders that a part of the quantity is."""
        if isinstance(part, Measure | Logarithm | Extreme):
            return LetterForm(((part, ONE),))
        return _FORMS.join(part, read)

    try:
        return read(quantity)
    except _NotMultiples:
        return None


class _NotMultiples(Exception):
    """Raised at a quantity that is not a sum of multiples by letters."""


def _product(forms: Sequence[LetterForm]) -> LetterForm:
    """The product of forms to be lowered, of measures times orders, all but one of them numbers."""
    varying = [form for form in forms if form.terms]
    if len(varying) > 1:
        raise _NotMultiples
    whole = varying[0] if varying else LetterForm((), ONE)
    for form in forms:
        if not form.terms:
            whole = whole.scaled(form.number, form.denominator)
    return whole


def _quotient(above: LetterForm, below: LetterForm) -> LetterForm:
    """A form to be lowered, of measures times orders, divided by one that is a number."""
    if below.terms or not below.number:
        raise _NotMultiples
    return above.scaled(below.denominator, below.number)


_FORMS = Arithmetic[LetterForm](
    constant=lambda value: LetterForm((), constant(value)),
    scalar=lambda scalar: LetterForm((), atom(_placeholder(scalar.name))),
    add=lambda forms: reduce(LetterForm.plus, forms, LetterForm(())),
    multiply=_product,
    divide=_quotient,
    refused=lambda part: _NotMultiples(),
)


def _placeholder(name: str) -> Tensor:
    """The scalar for an order's letter, until lowering knows whether it is above or below 1."""
    return Tensor(f"number {name}", of=name)


def names_in(form: LetterForm) -> set[str]:
    """The names of the letters by which a form multiplies measures, as a in a*D[a](P || Q)."""
    every = (form.number, form.denominator, *(c for _, c in form.terms))
    return {tensor.of for polynomial in every for tensor in polynomial.tensors}


def at_numbers(form: LetterForm, numbers: dict[str, Polynomial]) -> LetterForm:
    """The form of measures multiplied by orders, with polynomials in place of the orders' names."""

    def put(polynomial: Polynomial) -> Polynomial:
        """The polynomial with those given put in for the orders' names."""
        for name, number in numbers.items():
            polynomial = replace_tensor(polynomial, _placeholder(name), (), number)
        return polynomial

    terms = tuple((leaf, put(c)) for leaf, c in form.terms)
    return LetterForm(terms, put(form.number), put(form.denominator))


def cleared(form: LetterForm, facts: Sequence[Fact]) -> LetterForm:
    """A form of measures times orders without denominator. Raises Unsupported at open signs."""
    sign = strict_sign(form.denominator, facts)
    if not sign:
        raise Unsupported(f"the sign of the denominator {form.denominator} is not plain")
    return LetterForm(form.scaled(constant(sign)).terms, sign * form.number)


def strict_sign(number: Polynomial, facts: Sequence[Fact]) -> int:
    """The sign, 1 or -1, that facts about orders give a polynomial in them, as a - 1; else 0.

    Each letter a is written as 1 + a' above 1, as 1/(1 + a') below, where a' > 0; the result has
    coefficients of one sign.
    """
    strict = {f.polynomial for f in facts if f.relation == ">" and not f.indices}
    for tensor in number.tensors:
        letter = atom(tensor)
        if letter - 1 in strict:
            number = replace_tensor(number, tensor, (), letter + 1)
        elif letter in strict and 1 - letter in strict:
            number = _at_inverse(number, tensor)
        elif not (tensor.positive or letter in strict):
            return 0
    signs = {1 if c > 0 else -1 for _, c in number}
    return signs.pop() if len(signs) == 1 else 0


def _at_inverse(number: Polynomial, tensor: Tensor) -> Polynomial:
    """A number with 1/(1 + a) put in for an order's letter below 1, times a power of 1 + a."""
    powers = {monomial: sum(f == ((tensor, ()),) for f in monomial) for monomial, _ in number}
    highest, result = max(powers.values(), default=0), constant(0)
    for monomial, c in number:
        rest = tuple(f for f in monomial if f != ((tensor, ()),))
        result += Polynomial({rest: c}) * (1 + atom(tensor)) ** (highest - powers[monomial])
    return result


def multiples_by_letters(state: State, left: Quantity, right: Quantity) -> LetterForm | None:
    """left - right as multiples of measures by orders, where orders are letters; else nothing."""
    form = multiples(left - right) if state.profile.has_letters else None
    if form is None or not form.terms:
        return None
    levels = {
        name: scalar_level(state, Scalar(name, state.profile.scalars[name]), exponential=False)
        for name in names_in(form)
    }
    numbers = {name: level.numerator for name, level in levels.items()}
    return cleared(at_numbers(form, numbers), state.facts)


def goal_of_multiples(state: State, form: LetterForm, read: Reader) -> Iterator[tuple[State, Form]]:
    """The forms of a goal that a sum of measures multiplied by orders is <= 0."""
    signs = {key(leaf): strict_sign(c, state.facts) for leaf, c in form.terms}
    mains = [(leaf, c) for leaf, c in form.terms if isinstance(leaf, Measure) and leaf.is_log]
    mains = sorted((m for m in mains if signs[key(m[0])]), key=lambda m: -signs[key(m[0])])
    if not mains:
        raise Unsupported("no multiple of a logarithm has a sign that is plain")
    (leaf, c), sign = mains[0], signs[key(mains[0][0])]
    rest = [(other, d) for other, d in form.terms if key(other) != key(leaf)]
    for after, total in sum_in_nats(state, rest, False, read):
        power = _goal_of_power(after, leaf, c, -form.number - total)
        if power is not None:
            yield after, power
            continue
        number = whole = sign * (-form.number - total)
        if sign * c != ONE:
            tensor = Tensor(after.names.fresh("n"), role="level", of=leaf.text)
            number = atom(tensor)
            after.add(Fact(f"{tensor.name} is a part", sign * c * number - whole, (), "=="))
        level = Tensor(after.names.fresh("t"), positive=True, role="level", of=f"exp({leaf.text})")
        after.add(Fact(f"log {level.name}", log(atom(level)) - number, (), "=="))
        assume_definitions(after, leaf)
        side = ABOVE if sign > 0 else BELOW
        yield after, after.bound(leaf, side, Level(atom(level)), assumed=False)


def _goal_of_power(state: State, leaf: Measure, c: Polynomial, most: Polynomial) -> Form | None:
    """The form of a goal c m <= most about a measure m = k log of a sum of powers; else nothing.

    The sum is at most u if k > 0, at least if k < 0, where  k log u = most.
    """
    value = value_of(state, leaf)
    if not isinstance(value, Power) or not isinstance(value.exponent, LetterExponent):
        return None
    above, below = c * value.exponent.numerator, value.exponent.denominator
    gaps = {k: at_equal_letters(above - k * below, state.facts) for k in (1, -1)}
    k = next((k for k, gap in gaps.items() if not gap), None)
    if k is None:
        return None
    level = Tensor(state.names.fresh("u"), positive=True, role="level", of=leaf.text)
    state.add(Fact(f"log {level.name}", log(atom(level)) - k * most, (), "=="))
    assume_definitions(state, leaf)
    bounded = at_most if k > 0 else at_least
    return bounded(value.body, Level(atom(level)), state.names, assumed=False)


def sum_in_nats(
    state: State, terms: Sequence[tuple[Quantity, Polynomial]], assumed: bool, read: Reader
) -> Iterator[tuple[State, Polynomial]]:
    """The sum of multiples of measures by orders, each measure bounded from the side it needs.

    In a sum that is assumed <= 0, a term with a positive multiple is bounded from above.
    """
    if not terms:
        yield state, constant(0)
        return
    (leaf, c), later = terms[0], terms[1:]
    sign = strict_sign(c, state.facts)
    if not sign:
        raise Unsupported(f"the sign of {c} times {write_quantity(leaf)} is not plain")
    for after, one in read(state, leaf, ABOVE if (sign > 0) == assumed else BELOW):
        for last, total in sum_in_nats(after, later, assumed, read):
            yield last, c * one + total
