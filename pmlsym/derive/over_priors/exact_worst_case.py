"""The worst case over a set of priors at one point of the parameters, exactly.

    max over y, and letters x with mass somewhere, of   W(x,y) / min_v sum_x' v(x')W(x',y)

over the vertices v. It is attained iff, for some x and y that reach it, a vertex that makes the
denominator least has mass on x: the priors that make it least are mixtures of these vertices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.calculus.tensor import Index
from pmlsym.evidence.instance import Instance
from pmlsym.families.mechanism import places_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior_polytope import Masses
from pmlsym.numbers.number import INFINITY, Number, log_of
from pmlsym.readings.exact import read_exact

Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Reached:
    """The largest ratio, None where it is infinite; where it is reached, and by which vertex.

    The letter and the outcome count from zero.
    """

    level: Fraction | None
    attained: bool
    letter: int
    outcome: int
    vertex: Masses

    @property
    def leakage(self) -> Number:
        """In nats."""
        return INFINITY if self.level is None else log_of(self.level)


def rows_at(channel: Channel, instance: Instance) -> Rows:
    """The entries of a channel on an instance, rows by letter; several outcomes are one."""
    array = read_exact(channel.body, instance)
    base = places_of(set(channel.body.free) - set(channel.letters))
    inputs = channel.letters[: len(channel.inputs)]
    places: list[list[dict[Index, int]]] = []
    for some in (inputs, channel.letters[len(channel.inputs) :]):
        choices = product(*(range(instance.sizes[i.alphabet]) for i in some))
        at: list[dict[Index, int]] = [dict(zip(some, c, strict=True)) for c in choices]
        places.append(at)
    return tuple(
        tuple(array[tuple({**base, **x, **y}[i] for i in array.indices)] for y in places[1])
        for x in places[0]
    )


def largest_ratio(rows: Rows, vertices: Sequence[Masses]) -> Reached:
    """The worst case of these rows over the priors with these vertices.

    >>> fair, sure = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))
    >>> found = largest_ratio((sure, fair), [sure, fair])
    >>> found.level, found.attained, found.letter
    (None, False, 1)
    """
    somewhere = [any(v[x] for v in vertices) for x in range(len(rows))]
    best: Reached | None = None
    for y, column in enumerate(zip(*rows, strict=True)):
        masses = [
            sum((m * w for m, w in zip(v, column, strict=True)), Fraction(0)) for v in vertices
        ]
        least = min(masses)
        ties = [v for v, mass in zip(vertices, masses, strict=True) if mass == least]
        for x, entry in enumerate(column):
            if not entry or not somewhere[x]:
                continue
            level = entry / least if least else None
            own = next((v for v in ties if v[x]), None)
            # A largest ratio of one is no leakage at all, which every prior has.
            attained = level == 1 or (own is not None and level is not None)
            found = Reached(level, attained, x, y, own or ties[0])
            if best is None or _rank(found) > _rank(best):
                best = found
    assert best is not None, "some letter has mass, and some outcome"
    return best


def _rank(found: Reached) -> tuple[bool, Fraction, bool]:
    return found.level is None, found.level or Fraction(0), found.attained
