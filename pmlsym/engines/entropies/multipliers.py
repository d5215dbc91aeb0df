"""Nonnegative multipliers that make informations and hypotheses add up to a goal, exactly.

The informations are the elemental inequalities, the least set from which all others follow:

    H(i | all others) >= 0         I(i; j | K) >= 0,   i < j, K within the others
                                                                        [Yeung 1997]

The nearest point of their cone shows which of them are used; the multipliers of these few are then
solved for over the rationals. Where that is not conclusive, the exact simplex method decides on the
inequalities that were ever looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pmlsym.calculus.meter import tick, watch
from pmlsym.engines.entropies.blocks import (
    Place,
    Rational,
    Terms,
    Triple,
    add_multiple,
    by_coordinates,
    information_terms,
)
from pmlsym.linear.matrix import integer_null_space, integer_rows
from pmlsym.linear.nearest_point import nearest_point
from pmlsym.linear.simplex import nonnegative_solution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Bits = NDArray[np.int32]


ROUNDING = 1e-9
FEW = 160  # entries up to which the exact method looks at all inequalities
SETS, GATHERED = 4, 1000  # sets read in a step of setting up; inequalities priced in one
SIMPLE = 2520  # denominators that are tried before equations are solved

Column = int | str
"""An elemental inequality by its number, or another column by its name."""


@dataclass(frozen=True)
class EntropyProgram:
    """The goal, the forms besides the elemental inequalities, and how a set is counted.

    `coordinates` gives a joint entropy in the coordinates; `free` names the forms of either sign.
    """

    blocks: int
    goal: Terms
    forms: Mapping[str, Terms]
    free: frozenset[str]
    coordinates: Callable[[int], Mapping[Place, Rational]]

    def in_coordinates(self, terms: Mapping[Place, Rational]) -> Terms:
        """An entropy form by the coordinates of the program."""
        return by_coordinates(terms, self.coordinates)

    def column(self, name: Column) -> Terms:
        """The column of the entropy program: a form or an elemental inequality, by coordinates."""
        if isinstance(name, str):
            return self.in_coordinates(self.forms[name])
        return self.in_coordinates(
            information_terms(elemental_inequalities(self.blocks).triple(name))
        )


def multipliers(program: EntropyProgram) -> dict[Column, Rational] | None:
    """Exact multipliers of informations and hypotheses that give an entropy goal, or None."""
    goal = program.in_coordinates(program.goal)
    floats = _float_multipliers(program, goal)
    if floats is None:
        return None
    guessed, looked_at = floats
    if guessed and max(map(abs, guessed.values())) < SIMPLE:
        simple: dict[Column, Rational] = {
            j: c for j, x in guessed.items() if (c := Fraction(round(x * SIMPLE), SIMPLE))
        }
        if not _remainder(program, simple, goal) and _has_allowed_signs(program, simple):
            return simple
    support = {j: program.column(j) for j in guessed}
    solved = _exact_multipliers(list(support.values()), goal)
    if solved is not None:
        exact = {j: c for j, c in zip(support, solved, strict=True) if c}
        if _has_allowed_signs(program, exact):
            return exact
    columns: dict[Column, Terms] = {j: program.column(j) for j in (*looked_at, *program.forms)}
    if elemental_count(program.blocks) << program.blocks <= FEW:
        columns |= {j: program.column(j) for j in range(elemental_count(program.blocks))}
    names = list(columns)
    decided = nonnegative_solution(
        [_fraction_terms(columns[j]) for j in names],
        [j in program.free for j in names],
        _fraction_terms(goal),
        [1] * len(names),
    )
    return None if decided is None else {names[k]: c for k, c in decided.items()}


def elemental_count(count: int) -> int:
    """The number n + n(n-1)/2 * 2^(n-2) of elemental inequalities of entropies of n variables.

    >>> [elemental_count(n) for n in (1, 2, 3, 7, 10)]
    [1, 3, 9, 679, 11530]
    """
    return count + (count * (count - 1) << count >> 3)


@dataclass(frozen=True)
class Elemental:
    """The elementals of n blocks: one + other - both - given, each an array of sets as bits."""

    one: Bits
    other: Bits
    both: Bits
    given: Bits

    def triple(self, number: int) -> Triple:
        """The elemental inequality of that number, as the information of a triple of sets.

        >>> [elemental_inequalities(2).triple(k) for k in range(3)]
        [(1, 1, 2), (2, 2, 1), (1, 2, 0)]
        """
        given = int(self.given[number])
        return int(self.one[number]) & ~given, int(self.other[number]) & ~given, given


@cache
def elemental_inequalities(count: int) -> Elemental:
    """The elemental inequalities of joint entropies of that many blocks, as arrays of bits."""
    import numpy as np

    sets = np.arange(1 << count, dtype=np.int32)
    bits = 1 << np.arange(count, dtype=np.int32)
    everything = np.full(count, (1 << count) - 1, dtype=np.int32)
    parts = [(everything, everything, everything, everything & ~bits)]
    for i, j in combinations(range(count), 2):
        watch()
        a, b = 1 << i, 1 << j
        given = sets[sets & (a | b) == 0]
        parts.append((given | a, given | b, given | a | b, given))
    return Elemental(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _fraction_terms(terms: Terms) -> dict[Place, Fraction]:
    """The entropy form with fractions as coefficients, as the linear program takes it."""
    return {place: Fraction(c) for place, c in terms.items()}


def _has_allowed_signs(program: EntropyProgram, multiples: Mapping[Column, Rational]) -> bool:
    """Whether only columns that are free to do so have negative multiples in an entropy program."""
    return all(c >= 0 or j in program.free for j, c in multiples.items())


def _remainder(program: EntropyProgram, multiples: Mapping[Column, Rational], goal: Terms) -> Terms:
    """The entropy goal less these multiples of the program's columns."""
    left = dict(goal)
    for j, c in multiples.items():
        for place, times in program.column(j).items():
            add_multiple(left, place, -c * times)
    return left


def _entropy_matrix(
    program: EntropyProgram, forms: Iterable[Terms]
) -> tuple[dict[Place, int], Any]:
    """The entropy coordinates by number, and the sparse matrix of each set's entropy by them."""
    from scipy.sparse import csr_array

    number: dict[Place, int] = {}
    entries = [
        (bits, number.setdefault(place, len(number)), float(times))
        for bits in range(1, 1 << program.blocks)
        for place, times in program.coordinates(bits).items()
    ]
    for form in forms:
        for place in form:
            number.setdefault(place, len(number))
    rows, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
    shape = (1 << program.blocks, len(number))
    return number, csr_array((values, (rows, columns)), shape=shape)


def _float_multipliers(
    program: EntropyProgram, goal: Terms
) -> tuple[dict[Column, float], list[Column]] | None:
    """Float multipliers of an entropy program's columns, and all columns that were considered."""
    import numpy as np

    tick((elemental_count(program.blocks) + (1 << program.blocks)) // SETS)
    inequalities = elemental_inequalities(program.blocks)
    forms = {name: program.in_coordinates(form) for name, form in program.forms.items()}
    number, lift = _entropy_matrix(program, (goal, *forms.values()))

    def dense(terms: Terms) -> Floats:
        """An entropy form as a vector of floats by coordinates."""
        vector = np.zeros(len(number))
        for place, c in terms.items():
            vector[number[place]] = float(c)
        return vector

    signed_forms = [(name, 1) for name in forms] + [(name, -1) for name in program.free]
    others = np.array([dense(forms[name]) * sign for name, sign in signed_forms])

    def leaning(left: Floats) -> tuple[tuple[Column, int], Floats] | None:
        """The column of the entropy program that leans most to what is left of the goal."""
        tick(len(inequalities.one) // GATHERED)
        by_set = lift @ left
        gains = by_set[inequalities.one] + by_set[inequalities.other]
        gains -= by_set[inequalities.both] + by_set[inequalities.given]
        best = int(np.argmax(gains)) if len(gains) else -1
        if len(others):
            also = others @ left
            k = int(np.argmax(also))
            if also[k] > max(ROUNDING, gains[best] if best >= 0 else 0.0):
                return signed_forms[k], others[k]
        if best < 0 or gains[best] <= ROUNDING * length:
            return None
        return (best, 1), dense(program.column(best))

    length = float(np.linalg.norm(dense(goal))) or 1.0
    nearest = nearest_point(dense(goal), leaning)
    if nearest is None or not nearest.reached:
        return None
    guessed: dict[Column, float] = {}
    for (name, sign), x in nearest.multipliers.items():
        guessed[name] = guessed.get(name, 0.0) + sign * x
    return guessed, [name for name, _ in nearest.entered if name not in program.forms]


def _exact_multipliers(columns: Sequence[Terms], goal: Terms) -> list[Rational] | None:
    """The only multipliers of independent columns that give an entropy goal, by elimination.

    Columns and goal have exactly one linear dependence, and the goal takes part in it.
    """
    every = *columns, goal
    places = dict.fromkeys(place for terms in every for place in terms)
    rows = [tuple([Fraction(terms.get(place, 0)) for terms in every]) for place in places]
    null_space, free = integer_null_space(integer_rows(rows), width=len(every))
    if free != [len(columns)]:
        return None
    *multiples, whole = null_space[0]
    return [Fraction(-c, whole) for c in multiples]
