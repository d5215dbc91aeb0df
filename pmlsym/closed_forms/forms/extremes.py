"""Extrema of forms: equal ones counted once, dominated ones dropped, what remains kept.

That one rational function is nowhere larger than another is proved (dominance.py). Candidates
g(p_1), .., g(p_n) that are one function of different prior masses are one expression: it is largest
at the least mass if g is proved to fall, at the largest if it rises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.form import (
    AtExtremeMass,
    ExtremeForm,
    Form,
    InfiniteForm,
    InfiniteWhere,
    NoForm,
    Rational,
    WeightedSum,
)
from pmlsym.closed_forms.forms.form_sums import sum_of_forms
from pmlsym.closed_forms.forms.frame import Frame
from pmlsym.closed_forms.forms.rational_functions import function_at, length_of, places_in
from pmlsym.errors import Unsupported


def extremum(forms: list[Form], largest: bool, frame: Frame, prover: Prover) -> Form | None:
    """The largest (or smallest) of closed forms, dominated ones dropped; None if there is none.

    Raises Unsupported where one has no closed form, and none is infinite.
    """
    flat: list[Form] = []
    zero = Rational(frame.field.zero)
    for form in forms:
        nested = isinstance(form, ExtremeForm) and form.largest == largest
        inner = form.bodies if nested and isinstance(form, ExtremeForm) else (form,)
        flat += [f for f in inner if f not in flat]
    if largest and InfiniteForm() in flat:
        return InfiniteForm()
    if largest and any(isinstance(f, InfiniteWhere) for f in flat):
        return _infinite_somewhere(flat, frame, prover)
    for form in flat:
        if isinstance(form, NoForm):
            raise Unsupported(form.words)
    if not largest and len(flat) > 1:
        flat = [f for f in flat if not isinstance(f, InfiniteForm)]
    # Values of one denominator belong to one outcome: they are compared first, as most of them are
    # dominated there, and pairs of different outcomes cost the prover more.
    rational = [f.value for f in flat if isinstance(f, Rational)]
    by_outcome: dict[PolyElement, list[FracElement]] = {}
    for value in dict.fromkeys(rational):
        by_outcome.setdefault(value.denom, []).append(value)
    best = [v for group in by_outcome.values() for v in _undominated_values(group, largest, prover)]
    if largest and frame.field.one in best:
        others = [v for v in best if v and v != 1]
        if any(1 / v in others for v in others):
            best.remove(frame.field.one)
    alone, merged = _values_and_groups(best, largest, frame, prover)
    groups = _undominated_groups(merged, alone, largest, prover)
    members = [v for group in groups for v in group.members.values()]
    kept: list[Form] = [*groups]
    kept += [Rational(v) for v in _undominated_values(alone, largest, prover, members)]
    kept += [f for f in flat if not isinstance(f, Rational)]
    if largest and zero in kept and any(_is_nonnegative(f, zero, prover) for f in kept):
        kept.remove(zero)
    if not kept:
        return None
    return kept[0] if len(kept) == 1 else ExtremeForm(tuple(kept), largest)


def _infinite_somewhere(forms: Sequence[Form], frame: Frame, prover: Prover) -> Form:
    """The largest of closed forms, some infinite in places: those places stand in front."""
    pieces = [form for form in forms if isinstance(form, InfiniteWhere)]
    rest = [form for form in forms if not isinstance(form, InfiniteWhere)]
    inner = extremum([*rest, *(piece.body for piece in pieces)], True, frame, prover)
    assert inner is not None
    zero = Rational(frame.field.zero)
    for piece in dict.fromkeys(replace(piece, body=zero) for piece in pieces):
        inner = replace(piece, body=inner)
    return inner


def _is_nonnegative(form: Form, zero: Form, prover: Prover) -> bool:
    """Whether a closed form's candidate is plainly >= 0: a sum of maxima that include zero."""
    if isinstance(form, WeightedSum):
        signs = {prover.sign(w.numer * w.denom) for w in form.weights}
        return signs <= {">", ">="} and all(_is_nonnegative(f, zero, prover) for f in form.bodies)
    return isinstance(form, ExtremeForm) and form.largest and zero in form.bodies


def worst_event_form(
    parts: list[FracElement],
    masses: list[FracElement],
    delta: FracElement,
    frame: Frame,
    prover: Prover,
) -> Form | None:
    """The closed form of max sum a*part / sum a*mass, 0 <= a <= 1 with sum a*mass >= delta > 0.

    By duality it is min over r of  r + (1/delta) sum_y max(0, part(y) - r mass(y)),  r among
    the ratios part/mass: no order of the ratios is needed to state it.
    """
    ratios = list(dict.fromkeys(p / m for p, m in zip(parts, masses, strict=True)))
    if not delta:
        return extremum([Rational(r) for r in ratios], True, frame, prover)
    zero = Rational(frame.field.zero)
    bounds = []
    for ratio in ratios:
        excess = [
            extremum([zero, Rational((p - ratio * m) / delta)], True, frame, prover)
            for p, m in zip(parts, masses, strict=True)
        ]
        bounds.append(sum_of_forms([Rational(ratio), *excess], frame))
    return extremum(bounds, False, frame, prover)


def _undominated_groups(
    groups: list[AtExtremeMass], alone: list[FracElement], largest: bool, prover: Prover
) -> list[AtExtremeMass]:
    """The groups of a closed form's candidates without those whose members are all dominated.

    They are dominated by single values, or each by the same member of a group of the same kind.
    A value that dominates a group at one mass need not do so at its other masses.
    """
    kept = list(groups)
    for group in groups:
        turned = [
            _in_the_other_mass(other) for other in kept if other is not group and other.is_of_two
        ]
        like = [
            other.members
            for other in (*kept, *turned)
            if other is not group
            and (other.place, set(other.masses), other.least)
            == (group.place, set(group.masses), group.least)
        ]
        members_here = group.members
        is_below = any(
            all(
                _dominates(members[mass], value, largest, prover)
                for mass, value in members_here.items()
            )
            for members in like
        )
        if is_below or all(
            any(_dominates(other, value, largest, prover) for other in alone)
            for value in members_here.values()
        ):
            kept.remove(group)
    return kept


def _undominated_values(
    values: list[FracElement], largest: bool, prover: Prover, beside: Sequence[FracElement] = ()
) -> list[FracElement]:
    """A closed form's candidates, without any that others or those `beside` provably dominate."""
    kept = list(values)
    for value in list(kept):
        others = [*(other for other in kept if other is not value), *beside]
        if any(_dominates(other, value, largest, prover) for other in others):
            kept.remove(value)
    return kept


def _dominates(one: FracElement, other: FracElement, largest: bool, prover: Prover) -> bool:
    """Whether one candidate of a closed form's extremum is proved to be no less (or no more)."""
    return prover.at_most(other, one) if largest else prover.at_most(one, other)


def _values_and_groups(
    values: list[FracElement], largest: bool, frame: Frame, prover: Prover
) -> tuple[list[FracElement], list[AtExtremeMass]]:
    """A closed form's single candidates, and groups that are one monotone function of a mass."""
    groups: dict[tuple[int, FracElement], list[tuple[FracElement, FracElement]]] = {}
    for value in values:
        written = _as_function_of_mass(value, frame)
        if written is not None:
            place, function, mass = written
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
        group = AtExtremeMass(function, place, tuple(m for _, m in members), least)
        merged.append(group)
        for value, _ in members:
            alone.remove(value)
    return alone, merged


def _in_the_other_mass(group: AtExtremeMass) -> AtExtremeMass:
    """A closed form's group of masses p, 1 - p as a function of the other: max p = 1 - min p."""
    other = function_at(group.value, group.generator, 1 - group.generator)
    return AtExtremeMass(other, group.place, group.masses, not group.least)


@lru_cache(maxsize=4096)
def _as_function_of_mass(
    value: FracElement, frame: Frame
) -> tuple[int, FracElement, FracElement] | None:
    """A closed form's candidate as function of p_1: the place of p_1, the function, the mass."""
    for prior, count in frame.priors.items():
        if count is None or count < 2:
            continue
        places = [frame.keys.index((prior, k)) for k in range(count - 1)]
        gens, first = frame.field.gens, places[0]
        used = sorted(places_in(value) & set(places))
        if not used:
            return None
        if count == 2:
            return _shorter_function(value, first, frame)
        if len(used) == 1:
            mass = gens[used[0]]
            return first, function_at(value, mass, gens[first]), mass
        whole = frame.field.one - sum((gens[k] for k in places), frame.field.zero)
        turned = function_at(value, gens[first], whole)
        if not places_in(turned) & set(places[1:]):
            return first, turned, whole
    return None


def _shorter_function(
    value: FracElement, place: int, frame: Frame
) -> tuple[int, FracElement, FracElement]:
    """A closed form's candidate as a function of p_1 or of p_2 = 1 - p_1, the shorter one."""
    mass = frame.field.gens[place]
    other = frame.field.one - mass
    turned = function_at(value, mass, other)
    lengths = [(*length_of(v.numer, v.denom), str(v)) for v in (value, turned)]
    return (place, value, mass) if lengths[0] <= lengths[1] else (place, turned, other)
