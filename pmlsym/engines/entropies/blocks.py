"""Blocks: random variables that a statement never tells apart; sets of blocks are bits.

A statement about n blocks follows from the elemental inequalities of its variables if and only if
it follows from those of the blocks: give all the entropy of a block to one of its variables.

If a statement stays the same when two blocks change places, the mean of a proof over all such
changes is a proof. So entropies are told apart only by how many of each kind of blocks are in the
set: ten numbers for ten blocks that are all alike, in place of 1023.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.evidence.entropy_dual import EntropyForm, Information, Key, Variables

Place = int | str
"""A set of blocks as bits, or another real number by its name."""

Rational = Fraction | int

Terms = dict[Place, Rational]
"""The coefficients of a form, none of them zero; whole numbers stay int, which is quicker."""

Triple = tuple[int, int, int]
"""I(left; right | given), each a set of blocks."""

Kinds = tuple[int, ...]
"""The blocks of each kind, as bits."""


@dataclass(frozen=True)
class Blocks:
    """The blocks, each a sorted tuple of variables; block k is the bit 1 << k."""

    blocks: tuple[Variables, ...]

    @classmethod
    def of(cls, forms: Iterable[EntropyForm]) -> Blocks:
        """The blocks of random variables that these entropy forms never tell apart.

        >>> one = EntropyForm.of({("A", "B"): Fraction(1), ("A", "B", "C"): Fraction(-1)})
        >>> Blocks.of([one]).blocks
        (('A', 'B'), ('C',))
        """
        keys = {key for form in forms for key, _ in form.terms if isinstance(key, tuple)}
        within: dict[str, list[int]] = {}
        for number, key in enumerate(sorted(keys)):
            for name in key:
                within.setdefault(name, []).append(number)
        together: dict[tuple[int, ...], list[str]] = {}
        for name in sorted(within):
            together.setdefault(tuple(within[name]), []).append(name)
        return cls(tuple(map(tuple, together.values())))

    def terms(self, form: EntropyForm) -> Terms:
        """The entropy form with its sets of blocks as bits."""
        bit = {block[0]: 1 << k for k, block in enumerate(self.blocks)}

        def place(key: Key) -> Place:
            """The bits of a set of variables, or the name of a number beside entropies."""
            return sum(bit.get(name, 0) for name in key) if isinstance(key, tuple) else key

        return {place(key): int(c) if c.denominator == 1 else c for key, c in form.terms}

    def information(self, triple: Triple) -> Information:
        """The information between sets of blocks, in the names of the variables."""
        return Information(*map(self._variables_of, triple))

    def _variables_of(self, bits: int) -> Variables:
        """The random variables in the blocks of these bits, for sums of informations."""
        return tuple(
            sorted(v for k, block in enumerate(self.blocks) if bits >> k & 1 for v in block)
        )


def information_terms(triple: Triple) -> Terms:
    """The joint entropies, by bits, of the information of a triple of sets of blocks.

    >>> information_terms((1, 2, 0))
    {1: 1, 2: 1, 3: -1}
    """
    a, b, c = triple
    total: Terms = {}
    for bits, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
        add_multiple(total, bits, sign)
    return total


def add_multiple(total: Terms, place: Place, c: Rational) -> None:
    """Add a multiple of one joint entropy to an entropy form, in place; zeros are left out."""
    if place == 0:
        return
    value = total.get(place, 0) + c
    if value:
        total[place] = value
    else:
        total.pop(place, None)


def by_coordinates(
    terms: Mapping[Place, Rational], entropy: Callable[[int], Mapping[Place, Rational]]
) -> Terms:
    """An entropy form with each joint entropy replaced by what it is in coordinates."""
    total: Terms = {}
    for key, c in terms.items():
        if isinstance(key, str):
            add_multiple(total, key, c)
        elif key:
            for coordinate, times in entropy(key).items():
                add_multiple(total, coordinate, c * times)
    return total


def alike_blocks(count: int, goal: Terms, facts: Sequence[Terms]) -> Kinds:
    """The kinds of blocks that can be exchanged in a search for a sum of informations.

    >>> alike_blocks(3, {1: 1, 2: 1, 3: -1}, [])
    (3, 4)
    """

    def seen(i: int, j: int) -> tuple[object, Counter[object]]:
        """The entropy goal and facts with two blocks exchanged, the facts in any order."""
        first, *others = (_with_blocks_exchanged(form, i, j) for form in (goal, *facts))
        return first, Counter(frozenset(form.items()) for form in others)

    unchanged = seen(0, 0)
    kinds: list[int] = []
    for k in range(count):
        for place, kind in enumerate(kinds):
            other = kind.bit_length() - 1
            if seen(k, other) == unchanged:
                kinds[place] |= 1 << k
                break
        else:
            kinds.append(1 << k)
    return tuple(kinds)


def first_alike(bits: int, alike: Kinds) -> int:
    """The first set alike under exchanged blocks, in a search for a sum of informations.

    >>> first_alike(0b110, (0b011, 0b100))
    5
    """
    first = 0
    for kind in alike:
        for _ in range((bits & kind).bit_count()):
            rest = kind & ~first
            first |= rest & -rest
    return first


def _with_blocks_exchanged(form: Terms, i: int, j: int) -> Terms:
    """The entropy form with two blocks of random variables exchanged."""

    def swap(bits: int) -> int:
        """The set of blocks in an entropy form with two of them exchanged."""
        if bits >> i & 1 == bits >> j & 1:
            return bits
        return bits ^ (1 << i | 1 << j)

    return {swap(place) if isinstance(place, int) else place: c for place, c in form.items()}
