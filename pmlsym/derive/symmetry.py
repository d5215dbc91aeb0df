"""Candidates that are one function of different prior masses.

g(p_1), .., g(p_n) is largest at the least mass if g is proved to fall, at the largest if it rises:
one expression instead of n candidates.
"""

from __future__ import annotations

from sympy.polys.fields import FracElement

from pmlsym.derive.dominance import Prover
from pmlsym.derive.form import AtExtreme
from pmlsym.derive.frame import Frame
from pmlsym.derive.rational_functions import places_in, put


def merge_symmetric(
    values: list[FracElement], largest: bool, frame: Frame, prover: Prover
) -> tuple[list[FracElement], list[AtExtreme]]:
    """The candidates that stand alone, and the groups that are one monotone function of a mass."""
    groups: dict[tuple[int, FracElement], list[tuple[FracElement, FracElement]]] = {}
    for value in values:
        found = frame.once(_function_of_one_mass, value)
        if found is not None:
            place, function, mass = found
            groups.setdefault((place, function), []).append((value, mass))
    alone, merged = list(values), []
    for (place, function), members in groups.items():
        if len(members) < 2:
            continue
        slope = function.diff(frame.field.gens[place])
        sign = prover.sign(slope.numer * slope.denom)
        if sign is None:
            continue
        least = (sign in ("<", "<=")) == largest
        group = AtExtreme(function, place, tuple(m for _, m in members), least)
        merged.append(group)
        for value, _ in members:
            alone.remove(value)
    return alone, merged


def turned_of_two(group: AtExtreme, frame: Frame) -> AtExtreme:
    """The group of two masses p and 1 - p as a function of the other one: max p = 1 - min p."""
    mass = frame.field.gens[group.place]
    other = put(group.value, mass, frame.field.one - mass)
    return AtExtreme(other, group.place, group.masses, not group.least)


def is_of_two(group: AtExtreme, frame: Frame) -> bool:
    """Whether the masses of a group are p and 1 - p."""
    return len(group.masses) == 2 and sum(group.masses, frame.field.zero) == 1


def _function_of_one_mass(
    value: FracElement, frame: Frame
) -> tuple[int, FracElement, FracElement] | None:
    """The place of p_1, the function with p_1 as its mass, and the mass that stands for it here."""
    for prior, count in frame.priors.items():
        if count is None or count < 2:
            continue
        places = [frame.keys.index((prior, k)) for k in range(count - 1)]
        gens, first = frame.field.gens, places[0]
        used = sorted(places_in(value) & set(places))
        if not used:
            return None
        if count == 2:
            return _shorter_of_two(value, first, frame)
        if len(used) == 1:
            mass = gens[used[0]]
            return first, put(value, mass, gens[first]), mass
        whole = frame.field.one - sum((gens[k] for k in places), frame.field.zero)
        turned = put(value, gens[first], whole)
        if not places_in(turned) & set(places[1:]):
            return first, turned, whole
    return None


def _shorter_of_two(
    value: FracElement, place: int, frame: Frame
) -> tuple[int, FracElement, FracElement]:
    """A function of p_1 or of p_2 = 1 - p_1, whichever is shorter."""
    mass = frame.field.gens[place]
    other = frame.field.one - mass
    turned = put(value, mass, other)
    lengths = [_length(v) for v in (value, turned)]
    return (place, value, mass) if lengths[0] <= lengths[1] else (place, turned, other)


def _length(value: FracElement) -> tuple[int, int, str]:
    powers = [p for part in (value.numer, value.denom) for p in part.itermonoms()]
    return len(powers), sum(map(sum, powers)), str(value)
