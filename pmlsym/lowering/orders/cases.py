"""Claims about open orders, by cases: each order is 0, 1, between these, or above 1.

    a <= b => D[a](P || Q) <= D[b](P || Q)     a = b, a < b, b < a   wherever both are on one side

An order that is not a letter, such as 1 - a, gets a new letter, which equals it. Orders 0 and 1 are
cases of their own, unless they are limits of other orders, in which all measures are continuous: on
finite alphabets D[a] is continuous in a >= 0, also where it is infinite, and so are the others.
[van Erven, Harremoes 2014, Thm. 7] Elsewhere orders are letters on a known side of 1
(`LetterOrder`). A case that hypotheses about numbers rule out is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.scalar import scalar
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.open_orders import at_orders, order_letters
from pmlsym.claims.subjects import fresh_name, measured_scalars, number_names, subjects
from pmlsym.errors import InvalidInput
from pmlsym.language.fold import contains, fold, key, rebuild, walk
from pmlsym.language.nodes import Claim, Comparison, OpenOrder, Quantity, Scalar
from pmlsym.language.value import LetterOrder
from pmlsym.lowering.linear import LEAVES, Linear, linear

Case = tuple[str, Claim]
"""The words for a case, and the claim in it."""

Sides = dict[str, bool]
"""Whether each letter is above 1; if not, it is between 0 and 1."""


def order_cases(claim: Claim) -> tuple[Case, ...]:
    """The cases, a below 1 and so on, in which a claim with letters for orders is lowered.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("a > 0 and a <= b => D[a](P || Q) <= D[b](Q || P)")
    >>> [words for words, _ in order_cases(claim)][:3]
    ['a below 1, b below 1, a = b', 'a below 1, b below 1, a < b', 'a below 1, b above 1']
    """
    if not order_letters(claim):
        return ()
    named = _with_letters_as_orders(claim)
    return tuple(_by_sides(named, {}, at_ends=not _ends_are_limits(named)))


def has_limits(claim: Claim) -> bool:
    """Whether open orders 0 and 1 of a claim to lower are only limits, without own cases."""
    return bool(order_letters(claim)) and _ends_are_limits(_with_letters_as_orders(claim))


def _with_letters_as_orders(claim: Claim) -> Claim:
    """The claim with a letter equated to each open order that is not a letter, such as 1 - a."""
    letters: dict[Any, tuple[Scalar, Quantity]] = {}
    taken = number_names(claim)

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A measure with a letter for its order; any other node as it is."""
        if not isinstance(node, OpenOrder) or isinstance(node.order, Scalar):
            return rebuild(node, inner)
        if key(node.order) not in letters:
            name = fresh_name("order", taken)
            taken.add(name)
            letters[key(node.order)] = Scalar(name, "nonnegative"), node.order
        return rebuild(node, (letters[key(node.order)][0], *inner[1:]))

    changed: Claim = fold(claim, rule)
    equal = [Comparison(letter, "==", order) for letter, order in letters.values()]
    return under_hypotheses(equal, changed)


def _by_sides(claim: Claim, sides: Sides, at_ends: bool) -> Iterator[Case]:
    """The cases of a claim's open orders: 0, 1, below 1 or above it, with words."""
    name = next((n for n in order_letters(claim) if n not in sides), None)
    if name is None:
        pairs = [(a, b) for a, b in combinations(sides, 2) if sides[a] == sides[b]]
        yield from _cases_in_order(claim, sides, pairs)
        return
    for end in (0, 1) if at_ends else ():
        try:
            at = at_orders(claim, {name: Fraction(end)})
        except InvalidInput:  # I[0] has no value
            continue
        yield from _cases_with_words(
            f"{name} = {end}", _by_sides(at, sides, at_ends) if _is_possible(at) else ()
        )
    letter = Scalar(name, "nonnegative")
    for above, words, bounds in (
        (False, f"{name} below 1", [letter > 0, letter < 1, *_complement(letter, claim)]),
        (True, f"{name} above 1", [letter > 0, letter > 1]),
    ):
        inside = under_hypotheses(bounds, claim)
        if _is_possible(inside):
            yield from _cases_with_words(words, _by_sides(inside, {**sides, name: above}, at_ends))


def _complement(letter: Scalar, claim: Claim) -> list[Claim]:
    """Hypotheses b > 0 and b == 1 - a about the complement b of an open order a below 1."""
    for hypothesis in hypotheses_of(claim):
        if isinstance(hypothesis, Comparison) and hypothesis.relation == "==":
            form = linear(hypothesis.left - hypothesis.right, (Scalar,))
            coefficients = {c for _, c in form.terms} if form is not None else set()
            if form is not None and len(form.terms) == 2 and coefficients == {-form.constant}:
                others = [leaf for leaf, _ in form.terms if key(leaf) != key(letter)]
                if len(others) == 1:
                    return [others[0] > 0]
    other = Scalar(fresh_name("order", number_names(claim)), "nonnegative")
    return [other > 0, Comparison(other, "==", 1 - letter)]


def _cases_in_order(claim: Claim, sides: Sides, pairs: list[tuple[str, str]]) -> Iterator[Case]:
    """The cases of open orders on one side of 1: in each pair they are equal, or one is smaller."""
    if not pairs:
        yield "", _at_letters(claim, sides)
        return
    (a, b), rest = pairs[0], pairs[1:]
    one, other = Scalar(a, "nonnegative"), Scalar(b, "nonnegative")
    equal = _with_letter(claim, b, one)
    if _is_possible(equal):
        left = [pair for pair in rest if b not in pair]
        yield from _cases_with_words(f"{a} = {b}", _cases_in_order(equal, sides, left))
    for words, order in ((f"{a} < {b}", one < other), (f"{b} < {a}", other < one)):
        inside = under_hypotheses([order], claim)
        if _is_possible(inside):
            yield from _cases_with_words(words, _cases_in_order(inside, sides, rest))


def _cases_with_words(words: str, cases: Any) -> Iterator[Case]:
    """The cases of open orders, with words such as "a below 1" put in front of theirs."""
    for more, case in cases:
        yield ", ".join(filter(None, (words, more))), case


def _with_letter(claim: Claim, name: str, letter: Scalar) -> Claim:
    """The claim to lower with one letter for two that are open orders and equal."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """The other letter for this one; any other node as it is."""
        return letter if isinstance(node, Scalar) and node.name == name else rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def _at_letters(claim: Claim, sides: Sides) -> Claim:
    """The claim with measures at letters for orders known to be below or above 1."""
    domains = subjects(claim).scalars

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A measure at the letter of its order on its side of 1; any other node as it is."""
        if isinstance(node, Scalar) and node.name in sides:
            return Scalar(node.name, domains[node.name])
        if isinstance(node, OpenOrder):
            name = inner[0].name
            return node.make(LetterOrder(atom(scalar(name, domains[name])), sides[name]))
        return rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def _ends_are_limits(claim: Claim) -> bool:
    """Whether a claim to lower holds at open orders 0 and 1 if it does at all others.

    It does if it compares sums of measures, not strictly, and its other hypotheses mention no
    order: the orders fill a polyhedron, in which orders that are neither 0 nor 1 are dense, unless
    an order is constantly 0 or 1 on it.
    """
    hypotheses, conclusion = hypotheses_of(claim), conclusion_of(claim)
    orders = {*order_letters(claim)}
    for hypothesis in hypotheses:
        names = {part.name for part in walk(hypothesis) if isinstance(part, Scalar)}
        is_linear = names <= orders and _is_about_numbers(hypothesis)
        if names & orders and (not is_linear or contains(hypothesis, OpenOrder)):
            return False
    if not isinstance(conclusion, Comparison) or conclusion.relation in "<>":
        return False
    if orders & {*measured_scalars(_without_orders(conclusion))}:  # a tail jumps in its threshold
        return False
    if linear(conclusion.left - conclusion.right, (*LEAVES, OpenOrder)) is None:
        return False
    return all(
        _is_possible(under_hypotheses([Scalar(name) < end], claim))
        or _is_possible(under_hypotheses([Scalar(name) > end], claim))
        for name in orders
        for end in (0, 1)
    )


def _without_orders(claim: Claim) -> Claim:
    """The claim with measures at some order for those at open ones."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A measure for one at an open order; any other node as it is."""
        return inner[1] if isinstance(node, OpenOrder) else rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def _is_about_numbers(hypothesis: Claim) -> bool:
    """Whether a hypothesis about open orders, a case's bound, is linear in numbers."""
    return (
        isinstance(hypothesis, Comparison)
        and linear(hypothesis.left - hypothesis.right, (Scalar,)) is not None
    )


def _is_possible(claim: Claim) -> bool:
    """Whether hypotheses linear in open orders can hold together, so that a case is needed."""
    bounds = [(Linear(((Scalar(n), Fraction(-1)),)), False) for n in order_letters(claim)]
    for hypothesis in hypotheses_of(claim):
        if isinstance(hypothesis, Comparison):
            form = linear(hypothesis.left - hypothesis.right, (Scalar,))
            if form is not None:
                turned, strict = form.scaled(Fraction(-1)), hypothesis.relation in "<>"
                bounds += [(form, strict)] if hypothesis.relation in ("<", "<=", "==") else []
                bounds += [(turned, strict)] if hypothesis.relation in (">", ">=", "==") else []
    return _have_solution(bounds)


def _have_solution(bounds: list[tuple[Linear, bool]]) -> bool:
    """Whether linear forms in open orders can all be <= 0, or < 0: one letter goes at a time."""
    while letters := [leaf for form, _ in bounds for leaf, _ in form.terms]:
        letter = key(letters[0])
        rest: list[tuple[Linear, bool]] = []
        above, below = list[tuple[Linear, bool]](), list[tuple[Linear, bool]]()
        for form, strict in bounds:
            c = next((c for leaf, c in form.terms if key(leaf) == letter), None)
            if c is None:
                rest.append((form, strict))
            else:
                (above if c > 0 else below).append((form.scaled(1 / abs(c)), strict))
        rest += [(up.plus(low), s or t) for up, s in above for low, t in below]
        bounds = rest
    return all(form.constant < 0 or (not form.constant and not strict) for form, strict in bounds)
