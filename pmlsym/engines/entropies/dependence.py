"""Independences and functions among the hypotheses: joint entropies that others determine.

    I(X; Y | Z) = 0   and   Z within S within X,Y,Z:   h(S) = h(S - Y) + h(S - X) - h(Z)
    H(X | Z) = 0      and   Z within S:                h(S) = h(S, X)

(and the same for more than two parts). Entropies left over are the coordinates in which the search
runs: the 55 of pairs and single variables in place of 1023 along a Markov chain of ten. Each
rewriting leaves its proof behind: the hypothesis and informations, whatever the sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import and_, or_

from pmlsym.calculus.meter import tick
from pmlsym.engines.entropies.blocks import (
    Place,
    Rational,
    Terms,
    Triple,
    add_multiple,
    by_coordinates,
)

Sources = dict[Triple | str, Rational]
"""Multipliers of informations, and of hypotheses by their names."""


@dataclass(frozen=True)
class KnownForm:
    """A hypothesis form >= 0, or = 0, of that name."""

    name: str
    terms: Terms
    is_equality: bool


@dataclass(frozen=True)
class Independence:
    """I(left; right | given) = 0; where both are one set, it is a function of `given`.

    `proof` sums up to -I(left; right | given).
    """

    left: int
    right: int
    given: int
    proof: tuple[tuple[Triple | str, Rational], ...]

    @property
    def is_function(self) -> bool:
        """Whether this independence among hypotheses on entropies makes `left` a function."""
        return self.left == self.right

    @property
    def exchanged(self) -> Independence:
        """The independence among hypotheses on entropies, with left and right exchanged."""
        return Independence(self.right, self.left, self.given, self.proof)

    def within(self, left: int, right: int, given: int) -> Iterator[tuple[Triple | str, Rational]]:
        """The informations whose sum proves I(left; right | given) = 0 from this hypothesis.

        `given` may hold more than the rule's: parts of its left and right, and anything where the
        rule is a function.

        >>> print(*Independence(1, 6, 8, (("f", 1),)).within(1, 4, 8))
        ('f', 1) ((1, 2, 12), 1)
        """
        yield from self.proof
        if self.is_function:
            if given & ~self.given:
                yield (self.left, given & ~self.given, self.given), 1
            return
        known_left, known_right = given & self.left, given & self.right
        beside = given | left
        for triple in (
            (self.left, known_right, self.given),
            (known_left, self.right & ~known_right, self.given | known_right),
            (self.left & ~beside, self.right & ~given, beside),
            (left, self.right & ~given & ~right, given | right),
        ):
            if triple[0] and triple[1]:
                yield triple, 1


def independences(facts: Iterable[KnownForm]) -> tuple[Independence, ...]:
    """The independences among hypotheses on entropies, and what follows of one after another.

    I(X; Y | Z) = 0 and I(X; W | Y, Z) = 0 are I(X; Y, W | Z) = 0                    [Dawid 1979]

    >>> one, two = {3: -1, 6: -1, 7: 1, 2: 1}, {7: -1, 12: -1, 15: 1, 4: 1}  # 1 - 2 - 4 - 8
    >>> for rule in independences([KnownForm("f", one, False), KnownForm("g", two, False)]):
    ...     print(rule.left, rule.right, rule.given)
    1 4 2
    3 8 4
    1 12 2
    """
    base = [rule for fact in facts for rule in _independences_of(fact)]
    rules = [*base]
    ways = list(product(range(len(rules)), repeat=2))
    grows = len(rules) > 1
    while grows:
        grows = False
        for k, other in ways:
            for one, two in product(
                (rules[k], rules[k].exchanged), (rules[other], rules[other].exchanged)
            ):
                longer = _joined_independence(one, two)
                if longer is not None:
                    rules[k] = longer
                    grows = True
                    break
    return (*base, *(rule for rule in rules if rule not in base))


def _joined_independence(rule: Independence, other: Independence) -> Independence | None:
    """The independence that two hypotheses on entropies make together, or None."""
    condition = rule.right | rule.given
    inside = not other.given & ~condition and not condition & ~(
        other.left | other.right | other.given
    )
    new = other.right & ~condition
    if rule.is_function or other.is_function or rule.left & ~other.left or not inside or not new:
        return None
    tick()
    proof = (*rule.proof, *other.within(rule.left, new, condition))
    return Independence(rule.left, rule.right | new, rule.given, proof)


def _independences_of(fact: KnownForm) -> Iterator[Independence]:
    """The independences that a hypothesis on entropies states, each part against the others."""
    for sign in (1, -1) if fact.is_equality else (1,):
        sets = {bits: sign * c for bits, c in fact.terms.items() if isinstance(bits, int)}
        split = _independent_parts(sets) if len(sets) == len(fact.terms) else None
        if split is None:
            continue
        parts, given, scale = split
        multiple = (fact.name, sign / Fraction(scale))
        if len(parts) == 1:
            yield Independence(parts[0], parts[0], given, (multiple,))
            return
        for part in parts[: len(parts) if len(parts) > 2 else 1]:
            others = [other for other in parts if other != part]
            among = (((one, sum(others[k + 1 :]), given), 1) for k, one in enumerate(others[:-1]))
            yield Independence(part, sum(others), given, (multiple, *among))
        return


def _independent_parts(
    sets: Mapping[int, Rational],
) -> tuple[tuple[int, ...], int, Rational] | None:
    """The independent parts that an entropy form is about, what is given, and its scale; or None.

    The form is scale times  h(all) + (m - 1) h(given) - sum_k h(part_k, given), or for one part
    h(given) - h(part, given): a sum of informations below zero.
    """
    below = [bits for bits, c in sets.items() if c < 0]
    if not below:
        return None
    given = reduce(and_, below) if len(below) > 1 else next((b for b in sets if b not in below), 0)
    parts = tuple(sorted(bits & ~given for bits in below))
    top = given | reduce(or_, parts)
    scale = -sets[below[0]]
    whole = ((top, 1), (given, len(parts) - 1)) if len(parts) > 1 else ((given, 1),)
    expected: Terms = {}
    for bits, times in (*whole, *((bits, -1) for bits in below)):
        add_multiple(expected, bits, scale * times)
    apart = sum(map(int.bit_count, parts)) == (top & ~given).bit_count()
    inside = not given & ~below[0]
    return (parts, given, scale) if apart and inside and dict(sets) == expected else None


@dataclass
class Coordinates:
    """Entropies in terms of those that no rule determines; `known` are those found so far."""

    rules: tuple[Independence, ...]
    known: dict[int, Terms] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Iterable[KnownForm]) -> Coordinates:
        """The coordinates of joint entropies, by the hypotheses that are independences."""
        return cls(independences(facts))

    def entropy(self, bits: int) -> Terms:
        """A joint entropy in terms of those that no independence determines."""
        if bits not in self.known:
            tick()
            step = self._rewriting_of(bits)
            self.known[bits] = {bits: 1} if step is None else self.in_coordinates(step[1])
        return self.known[bits]

    def in_coordinates(self, terms: Mapping[Place, Rational]) -> Terms:
        """An entropy form in terms of joint entropies that no independence determines."""
        return by_coordinates(terms, self.entropy)

    def in_coordinates_with_proof(self, terms: Mapping[Place, Rational]) -> tuple[Terms, Sources]:
        """An entropy form by the coordinates, with the informations that this splits off."""
        waiting, total, sources = dict(terms), Terms(), Sources()
        # Ends: a set grows to what it determines, or splits into sets that do not determine it.
        while waiting:
            tick()
            place, c = waiting.popitem()
            step = self._rewriting_of(place) if isinstance(place, int) else None
            if step is None:
                add_multiple(total, place, c)
                continue
            rule, after, inner = step
            for other, times in after.items():
                add_multiple(waiting, other, c * times)
            parts = [(inner, -1)] if c < 0 else rule.within(*inner)
            for source, times in parts:
                sources[source] = sources.get(source, 0) + c * times
        return total, sources

    def _rewriting_of(self, bits: int) -> tuple[Independence, Terms, Triple] | None:
        """The independence by which a joint entropy is a sum of others, with these; or None."""
        rules = [rule for rule in self.rules if not rule.given & ~bits]
        for rule in rules:
            new = rule.left & ~bits
            if rule.is_function and new:
                return rule, {bits | new: 1}, (new, new, bits)
        for rule in rules:
            left, right = bits & rule.left, bits & rule.right
            if rule.is_function or not left or not right or left | right | rule.given != bits:
                continue
            sides = (left | rule.given, right | rule.given)
            if bits in map(self._closure_of, sides):
                continue
            terms: Terms = {}
            for place, sign in ((sides[0], 1), (sides[1], 1), (rule.given, -1)):
                add_multiple(terms, place, sign)
            return rule, terms, (left, right, rule.given)
        return None

    def _closure_of(self, bits: int) -> int:
        """The random variables that a set determines, by hypotheses on entropies."""
        closed = bits
        for rule in self.rules:
            if rule.is_function and not rule.given & ~bits:
                closed |= rule.left
        return bits if closed == bits else self._closure_of(closed)
