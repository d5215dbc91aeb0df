"""Outcomes that cannot occur somewhere on a domain: there a closed form is no more than a limit.

    [ 1-a   a  ]        at a = 0 the second outcome does not occur, and its ratios do not count;
    [ 1-2a  2a ]        the closed form log 2 of the capacity, 2a/a being 2, holds where a > 0

A closed form cancels what a column of the channel has in common. So where the column of an outcome
can vanish, and the form is another one without the outcome, the form is stated for points at which
the outcome occurs. Sums over outcomes are continuous, and need no condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.derive.concrete import Concrete, outcome_of
from pmlsym.derive.dominance import Prover, positive_where
from pmlsym.derive.form import AtExtreme, ExtremeForm, Form, Rational
from pmlsym.derive.frame import Letters
from pmlsym.derive.presentation import Presentation
from pmlsym.derive.rational_functions import places_in, put
from pmlsym.language.fold import walk
from pmlsym.language.value import Larger, Largest, Ratio, Smallest, Value

Positive = tuple[PolyElement, ...]


def extremes_of(value: Value) -> Iterator[Largest | Smallest]:
    """Every maximum and minimum of ratios that a value is made of."""
    for part in walk(value):
        if "where" in part.plain and isinstance(part.body, Ratio):
            yield part


def conditions_of_worst(
    resolver: Concrete, value: Value, letters: Letters, form: Form
) -> tuple[Positive, bool]:
    """What is positive where every outcome occurs that the form needs; and whether it needs all.

    An outcome is not needed if without it, and without those found so before, the form is the same:
    on all of the domain, or where the outcome is null.
    """
    can_vanish: dict[tuple[int, ...], list[PolyElement]] = {}
    for extreme in extremes_of(value):
        own = outcome_of(extreme, extreme.over)
        places = product(*(range(resolver.frame.sizes[i.alphabet]) for i in own))
        for place in places if own else ():
            at = {**letters, **dict(zip(own, place, strict=True))}
            found = conditions_of_outcome(resolver, extreme, at)
            can_vanish.setdefault(place, []).extend(found)
    nullable = {place: found for place, found in can_vanish.items() if found}
    needless: set[tuple[int, ...]] = set()
    for place in nullable:
        without = _without(resolver, {*needless, place}, value, letters)
        if without is not None and _same(without, form):
            needless.add(place)
    needed = {place: found for place, found in nullable.items() if place not in needless}
    kept, is_extreme = [], isinstance(value, Larger) or "where" in value.plain
    for polynomial in dict.fromkeys(p for found in needed.values() for p in found):
        null = {place for place, found in needed.items() if polynomial in found}
        without = _without(resolver, needless | null, value, letters)
        wall = Prover(
            [*resolver.prover.constraints, (polynomial, "==")],
            len(resolver.prover.variables),
            context=resolver.prover.context,
        )
        if (
            without is not None
            and is_extreme
            and _is_reached(form, without, polynomial, wall, not isinstance(value, Smallest))
        ):
            needless |= null
        else:
            kept.append(polynomial)
    return _without_repetition(kept, resolver.prover), not needless


def _without_repetition(conditions: list[PolyElement], prover: Prover) -> Positive:
    """The conditions without those that fail only where another one does: short ones stay."""
    kept = sorted(conditions, key=len, reverse=True)
    for one in list(kept):
        others = [other for other in kept if other is not one]
        if any(prover.impossible((one, "=="), (other, ">")) for other in others):
            kept.remove(one)
    return tuple(polynomial for polynomial in conditions if polynomial in kept)


def _without(
    resolver: Concrete, left_out: set[tuple[int, ...]], value: Value, letters: Letters
) -> Form | None:
    return resolver.without(left_out).resolve(value, letters)


def _is_reached(form: Form, without: Form, mass: PolyElement, wall: Prover, largest: bool) -> bool:
    """Whether a form is no further than one of fewer outcomes where a mass is zero: proved there.

    At eps = 0 most outcomes of the geometric mechanism are null, but their limits are no more than
    what the others leak.
    """
    known, rest = _bodies(without, largest), _bodies(form, largest)
    others = [v for body in known for v in _values(body) if _is_defined(v, wall)]

    def is_below(body: Form) -> bool:
        if body in known:
            return True
        if not isinstance(body, Rational | AtExtreme) or not _is_defined(body.value, wall):
            return False
        for value in others:
            small, large = (body.value, value) if largest else (value, body.value)
            if not (large - small).numer.rem(mass) or wall.at_most(small, large):
                return True
        return False

    return all(map(is_below, rest))


def _bodies(form: Form, largest: bool) -> tuple[Form, ...]:
    return form.bodies if isinstance(form, ExtremeForm) and form.largest == largest else (form,)


def _values(body: Form) -> list[FracElement]:
    """The rational functions of which a form is the extreme."""
    if isinstance(body, AtExtreme):
        generator = body.value.field.gens[body.place]
        return [put(body.value, generator, mass) for mass in body.masses]
    return [body.value] if isinstance(body, Rational) else []


def _is_defined(value: FracElement, prover: Prover) -> bool:
    return prover.sign(value.denom) in (">", "<")


def conditions_of_outcome(
    resolver: Concrete, extreme: Largest | Smallest, letters: Letters
) -> Positive:
    """What is positive exactly where the outcome occurs whose ratios are compared."""
    assert isinstance(extreme.body, Ratio)
    below, frame = extreme.body.denominator, resolver.frame
    rest = [i for i in extreme.over if i in below.free and i not in letters]
    total = frame.field.zero
    for choice in product(*(range(frame.sizes[i.alphabet]) for i in rest)):
        total += frame.convert(below, {**letters, **dict(zip(rest, choice, strict=True))})
    return positive_where(total, frame, resolver.prover)


def text_of(conditions: Sequence[PolyElement], presentation: Presentation) -> list[str]:
    """The conditions as they are printed: a > 0, b < 1, a + b > 0, eps > log(2)."""
    return list(dict.fromkeys(_text(polynomial, presentation) for polynomial in conditions))


def _text(polynomial: PolyElement, presentation: Presentation) -> str:
    places = places_in(presentation.frame.field(polynomial))
    shown = presentation.polynomial(polynomial)
    if len(places) != 1 or max(map(sum, polynomial.itermonoms())) > 1:
        return f"{shown} > 0"
    generator = polynomial.ring.gens[places.pop()]
    slope = polynomial.coeff(generator)
    bound = presentation.polynomial((slope * generator - polynomial) / slope)
    relation, name = ">" if slope > 0 else "<", presentation.polynomial(generator)
    if name.is_Symbol or not bound.is_positive:
        return f"{name} {relation} {bound}"
    from sympy import exp, log

    if not isinstance(name, exp):
        return f"{shown} > 0"
    scale, symbol = name.args[0].as_coeff_Mul()
    turned = {">": "<", "<": ">"}[relation] if scale < 0 else relation
    return f"{symbol} {turned} {log(bound) / scale}"


def _same(one: Form, other: Form) -> bool:
    if isinstance(one, ExtremeForm) and isinstance(other, ExtremeForm):
        return one.largest == other.largest and set(one.bodies) == set(other.bodies)
    return one == other
