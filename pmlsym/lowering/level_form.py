"""Level forms: when a value is at most, or at least, a level.

    Largest(x, y | w > 0) n/d <= t      iff   for all x, y:  w (t d - n) >= 0
    Smallest(x, y | w > 0) n/d >= t     iff   for all x, y:  w (n - t d) >= 0

A maximum is never expanded. Where a maximum stands inside a sum it is a tensor M above all entries
when it is bounded from above by assumption, a weighting of the entries when that is to be shown.
Each function takes `assumed`: whether the form will be a hypothesis or a goal, since the two have
different convenient forms, equivalent to each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Added,
    ContractionCoefficient,
    Divergence,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import Refused, ValueRules
from pmlsym.lowering.contraction_form import contraction_at_most
from pmlsym.lowering.convex_sums import (
    divergence_terms,
    largest_mean,
    mean_from_above,
    mean_from_below,
    sum_of_terms,
)
from pmlsym.lowering.forms import (
    Both,
    Either,
    Exists,
    ExistsTensor,
    ForAll,
    ForAllTensor,
    Form,
    Holds,
    facts_of,
    guarded,
)
from pmlsym.lowering.fresh_names import FreshNames
from pmlsym.lowering.powers import degree_of, means_of_powers, root_of

ONE = constant(1)


@dataclass(frozen=True)
class Level:
    """numerator / denominator, the denominator being positive."""

    numerator: Polynomial
    denominator: Polynomial = constant(1)

    def __mul__(self, other: Level) -> Level:
        return Level(self.numerator * other.numerator, self.denominator * other.denominator)

    def inverse(self) -> Level:
        """1 / level."""
        return Level(self.denominator, self.numerator)

    def above(self, numerator: Polynomial, denominator: Polynomial) -> Polynomial:
        """Nonnegative iff numerator / denominator <= level."""
        return self.numerator * denominator - self.denominator * numerator


def at_most(value: Value, level: Level, names: FreshNames, *, assumed: bool) -> Form:
    """When `value` <= `level`. Raises Unsupported for a value without such a form."""
    return _of_terms(value, level.above, names, assumed, above=True) or AT_MOST.read(
        value, level, names, assumed
    )


def at_least(value: Value, level: Level, names: FreshNames, *, assumed: bool) -> Form:
    """When `value` >= `level` > 0. Raises Unsupported for a value without such a form."""

    def below(numerator: Polynomial, denominator: Polynomial) -> Polynomial:
        return -level.above(numerator, denominator)

    return _of_terms(value, below, names, assumed, above=False) or AT_LEAST.read(
        value, level, names, assumed
    )


def _of_terms(
    value: Value,
    bound: Callable[[Polynomial, Polynomial], Polynomial],
    names: FreshNames,
    assumed: bool,
    *,
    above: bool,
) -> Form | None:
    """The form of what is a sum of convex terms, or the mean of the largest of some."""
    terms = sum_of_terms(value)
    if terms is not None:
        return Holds(bound(terms, constant(1)))
    mean = largest_mean(value)
    if mean is None:
        return None
    made = mean_from_above if above == assumed else mean_from_below
    tensor, facts, terms = made(mean, names)
    total = Holds(bound(terms, constant(1)))
    if not assumed:
        return ForAllTensor(tensor, facts, total)
    given = (ForAll(f.indices, Holds(f.polynomial, f.relation)) for f in facts)
    return ExistsTensor(tensor, Both((*given, total)))


def _ratio_at_most(value: Ratio, level: Level, names: FreshNames, assumed: bool) -> Form:
    return Holds(level.above(value.numerator, value.denominator))


def _ratio_at_least(value: Ratio, level: Level, names: FreshNames, assumed: bool) -> Form:
    return Holds(-level.above(value.numerator, value.denominator))


def _largest_at_most(value: Largest, level: Level, names: FreshNames, assumed: bool) -> Form:
    match value.body:
        case Total(over, Weighted(weight, Exceeds(body, threshold))):
            tail = MassAbove(over, weight, body, Level(threshold), value.over, value.where)
            return _tail_at_most(tail, level, names, assumed)
        case FractionalEvent() as event:
            return _event_at_most(event, level, names, value.over, value.where)
        case ExcessRatio(over, part, mass, delta):
            beyond = level.above(part, mass)
            return _any_event(over, beyond, level.denominator * delta, names, value)
        case Total(over, Larger((Ratio(zero), Ratio(part, one)))) if not zero and one == ONE:
            return _any_event(over, level.denominator * -part, level.numerator, names, value)
    match value.body:
        case Total(_, Largest()) if assumed:
            return _sums_at_most(value, value.body, level, names)
    return _for_all(value, at_most(value.body, level, names, assumed=assumed))


def _sums_at_most(value: Largest, each: Total, level: Level, names: FreshNames) -> Form:
    """Envelopes of all sums, and a bound of each sum that counts.

    Where a sum does not count and neither does any of its entries, its envelope is chosen as zero,
    which is below the level as well.
    """
    counts = value.where
    match each.body:
        case Largest(inner, _, where) if sum_over(where, *inner) == counts:
            counts = ONE if at_least_zero(level.numerator) else counts

    def bound(total: Polynomial) -> Polynomial:
        return counts * level.above(total, constant(1))

    return _for_all(replace(value, where=ONE), _sum_bounded(each, False, bound, names, True))


def _smallest_at_least(value: Smallest, level: Level, names: FreshNames, assumed: bool) -> Form:
    return _for_all(value, at_least(value.body, level, names, assumed=assumed))


def _for_all(value: Largest | Smallest, form: Form) -> Form:
    own = guarded(value.where, form)
    if isinstance(own, ExistsTensor):
        return _one_for_each(value.over, own)
    return ForAll(value.over, own)


def _one_for_each(over: tuple[Index, ...], form: ExistsTensor) -> Form:
    """A tensor for each letter, which are one tensor of these letters too."""
    places = len(over)
    tensor = replace(
        form.tensor,
        alphabets=(*(i.alphabet for i in over), *form.tensor.alphabets),
        stochastic=tuple(k + places for k in form.tensor.stochastic),
    )
    at = letters([Alphabet(name) for name in form.tensor.alphabets], taken=over)
    entry = atom(tensor, *over, *at)

    def renewed(part: Form) -> Form:
        match part:
            case Holds(polynomial, relation):
                return Holds(replace_tensor(polynomial, form.tensor, at, entry), relation)
            case Both(forms):
                return Both(tuple(map(renewed, forms)))
            case ForAll(indices, inner):
                return ForAll(indices, renewed(inner))
        raise Unsupported(f"no choice for each letter of {part.words}")

    return ExistsTensor(tensor, ForAll(over, renewed(form.form)))


def _smallest_at_most(value: Smallest, level: Level, names: FreshNames, assumed: bool) -> Form:
    """Some ratio that counts is at most the level: its denominator is positive.

    A divergence, of two rows for instance, has a value at all letters.
    """
    if isinstance(value.body, Divergence) and value.where == ONE:
        return Exists(value.over, at_most(value.body, level, names, assumed=assumed))
    body = _ratio_in(value, "at most")
    return _exists(value, body.denominator, level.above(body.numerator, body.denominator))


def _largest_at_least(value: Largest, level: Level, names: FreshNames, assumed: bool) -> Form:
    """Some ratio that counts is at least the level.

    0/0 does not count: where there is something to divide by, the level is positive, and so is the
    numerator. A level of plain numbers may be zero. A divergence, of two rows for instance, has a
    value at all letters.
    """
    if isinstance(value.body, Divergence) or (
        isinstance(value.body, Total | ExcessRatio) and assumed
    ):
        counts = [Holds(value.where, ">")] if value.where != ONE else []
        inner = at_least(value.body, level, names, assumed=assumed)
        return Exists(value.over, Both((*counts, inner)) if counts else inner)
    body = _ratio_in(value, "at least")
    part = constant(1) if body.denominator == constant(1) else body.numerator
    return _exists(value, part, -level.above(body.numerator, body.denominator))


def _ratio_in(value: Largest | Smallest, face: str) -> Ratio:
    if not isinstance(value.body, Ratio):
        raise Unsupported(_no_rule(face, value))
    return value.body


def _exists(value: Largest | Smallest, part: Polynomial, bound: Polynomial) -> Form:
    counts = [Holds(p, ">") for p in (value.where, part) if p != constant(1)]
    return Exists(value.over, Both((*counts, Holds(bound))))


def _larger_at_most(value: Larger, level: Level, names: FreshNames, assumed: bool) -> Form:
    return Both(tuple(at_most(body, level, names, assumed=assumed) for body in value.bodies))


def _larger_at_least(value: Larger, level: Level, names: FreshNames, assumed: bool) -> Form:
    return Either(tuple(at_least(body, level, names, assumed=assumed) for body in value.bodies))


def _power_at_most(value: Power, level: Level, names: FreshNames, assumed: bool) -> Form:
    return _power(value, level, names, assumed, rising=at_most, falling=at_least)


def _power_at_least(value: Power, level: Level, names: FreshNames, assumed: bool) -> Form:
    return _power(value, level, names, assumed, rising=at_least, falling=at_most)


def _power(
    value: Power,
    level: Level,
    names: FreshNames,
    assumed: bool,
    *,
    rising: Callable[..., Form],
    falling: Callable[..., Form],
) -> Form:
    """body^(r/s) against t is body against u^s where u^r = t; of a negative power against 1/u^s."""
    degree, times = degree_of(value), value.exponent.denominator
    side = rising if value.exponent > 0 else falling
    above, below = root_of(level.numerator, degree), root_of(level.denominator, degree)
    if above is not None and below is not None:
        return side(value.body, _turned(Level(above, below), value, times), names, assumed=assumed)
    root = Tensor(names.fresh("u"), nonnegative=True, role="level")
    entry = atom(root)
    form = side(value.body, _turned(Level(entry), value, times), names, assumed=assumed)
    power = entry**degree * level.denominator - level.numerator
    if assumed:
        return ExistsTensor(root, Both((Holds(power, "=="), form)))
    return ForAllTensor(root, (Fact(f"{root.name} is a root", power, (), "=="),), form)


def _turned(root: Level, value: Power, times: int) -> Level:
    level = Level(root.numerator**times, root.denominator**times)
    return level if value.exponent > 0 else level.inverse()


def _means_bounded(
    value: Total,
    inner: Divergence,
    level: Level,
    names: FreshNames,
    assumed: bool,
    *,
    above: bool,
) -> Form:
    """A sum of means of powers: numbers M(y) on one side of the means, and a bound of their sum."""
    upper = above == assumed
    own = tuple(i.alphabet for i in value.over)
    positive = upper and not assumed
    tensor = Tensor(
        names.fresh("M"), own, nonnegative=True, positive=positive, role="envelope"
    )
    entry = atom(tensor, *value.over)
    gap = entry - divergence_terms(replace(inner, b=entry))
    beyond = ForAll(value.over, Holds(gap if upper else -gap))
    rest = level.above(sum_over(entry, *value.over), constant(1))
    total = Holds(rest if above else -rest)
    if assumed:
        return ExistsTensor(tensor, Both((beyond, total)))
    return ForAllTensor(tensor, tuple(facts_of(beyond, f"{tensor.name} beside the means")), total)


def _total_at_most(value: Total, level: Level, names: FreshNames, assumed: bool) -> Form:
    means = means_of_powers(value)
    if means is not None:
        return _means_bounded(value, means, level, names, assumed, above=True)
    match value.body:
        case Weighted(weight, Exceeds(body, threshold)):
            tail = MassAbove(value.over, weight, body, Level(threshold))
            return _tail_at_most(tail, level, names, assumed)
    weigh = assumed == isinstance(value.body, Smallest)
    return _sum_bounded(value, weigh, lambda s: level.above(s, constant(1)), names, assumed)


def _total_at_least(value: Total, level: Level, names: FreshNames, assumed: bool) -> Form:
    means = means_of_powers(value)
    if means is not None:
        return _means_bounded(value, means, level, names, assumed, above=False)
    weigh = assumed != isinstance(value.body, Smallest)
    return _sum_bounded(value, weigh, lambda s: -level.above(s, constant(1)), names, assumed)


def _excess_at_most(value: ExcessRatio, level: Level, names: FreshNames, assumed: bool) -> Form:
    beyond = level.above(value.part, value.mass)
    return _any_event(value.over, beyond, level.denominator * value.delta, names)


def _excess_at_least(value: ExcessRatio, level: Level, names: FreshNames, assumed: bool) -> Form:
    """Some event keeps enough; what it keeps is positive, since 0/0 does not count."""
    if not assumed:
        raise Unsupported(_no_rule("at least", value))
    own = tuple(i.alphabet for i in value.over)
    share = Tensor(names.fresh("e"), own, nonnegative=True, at_most_one=True, role="event")
    entry = atom(share, *value.over)
    kept = sum_over(entry * value.part, *value.over) - value.delta
    enough = Holds(-level.above(kept, sum_over(entry * value.mass, *value.over)))
    return ExistsTensor(share, Both((Holds(kept, ">"), enough)))


def _contraction_at_least(
    value: ContractionCoefficient, level: Level, names: FreshNames, assumed: bool
) -> Form:
    """As a hypothesis it says nothing: a supremum need not be attained."""
    if assumed:
        return Both(())
    raise Unsupported(_no_rule("at least", value))


def _any_event(
    over: tuple[Index, ...],
    beyond: Polynomial,
    most: Polynomial,
    names: FreshNames,
    outer: Largest | None = None,
) -> Form:
    """For every event e in [0, 1], and all letters of `outer`: most + sum e beyond >= 0.

    There is one event for each choice of those letters, such as two rows of a channel.
    """
    given, where = (outer.over, outer.where) if outer else ((), ONE)
    places = (*(i for i in given if i in beyond.free), *over)
    own = tuple(i.alphabet for i in places)
    share = Tensor(names.fresh("e"), own, nonnegative=True, at_most_one=True, role="event")
    below = guarded(where, Holds(most + sum_over(atom(share, *places) * beyond, *over)))
    return ForAllTensor(share, (), ForAll(given, below) if given else below)


def _plain_event_at_most(
    value: FractionalEvent, level: Level, names: FreshNames, assumed: bool
) -> Form:
    return _event_at_most(value, level, names, (), constant(1))


def _no_rule(face: str, node: Value | type[Value]) -> str:
    return f"no rule says when {node.words} is {face} a level"


AT_MOST = ValueRules[Form](
    name="at most a level",
    ratio=_ratio_at_most,
    largest=_largest_at_most,
    smallest=_smallest_at_most,
    total=_total_at_most,
    larger=_larger_at_most,
    added=Refused(_no_rule("at most", Added)),
    weighted=Refused(_no_rule("at most", Weighted)),
    log=Refused(_no_rule("at most", Log)),
    power=_power_at_most,
    exceeds=Refused(_no_rule("at most", Exceeds)),
    fractional_event=_plain_event_at_most,
    excess_ratio=_excess_at_most,
    contraction=contraction_at_most,
)

AT_LEAST = ValueRules[Form](
    name="at least a level",
    ratio=_ratio_at_least,
    largest=_largest_at_least,
    smallest=_smallest_at_least,
    total=_total_at_least,
    larger=_larger_at_least,
    added=Refused(_no_rule("at least", Added)),
    weighted=Refused(_no_rule("at least", Weighted)),
    log=Refused(_no_rule("at least", Log)),
    power=_power_at_least,
    exceeds=Refused(_no_rule("at least", Exceeds)),
    fractional_event=Refused(_no_rule("at least", FractionalEvent)),
    excess_ratio=_excess_at_least,
    contraction=_contraction_at_least,
)


def _sum_bounded(
    value: Total,
    weigh: bool,
    bound: Callable[[Polynomial], Polynomial],
    names: FreshNames,
    assumed: bool,
) -> Form:
    """A bound of a sum: with a weighting of its entries, or with an envelope of them."""
    over, body = value.over, value.body
    if isinstance(body, Ratio) and body.denominator == constant(1):
        return Holds(bound(sum_over(body.numerator, *over)))
    form = _weighted if weigh else _envelope
    return form(over, body, bound, names, assumed)


def _envelope(
    over: tuple[Index, ...],
    body: Value,
    bound: Callable[[Polynomial], Polynomial],
    names: FreshNames,
    assumed: bool,
) -> Form:
    """A tensor M(over) above the largest entries (below the smallest), and a bound of its sum."""
    tensor = Tensor(
        names.fresh("M"), tuple(i.alphabet for i in over), nonnegative=True, role="envelope"
    )
    entry = atom(tensor, *over)
    beyond = at_least if isinstance(body, Smallest) else at_most
    envelope = ForAll(over, beyond(body, Level(entry), names, assumed=True))
    total = Holds(bound(sum_over(entry, *over)))
    if assumed:
        return ExistsTensor(tensor, Both((envelope, total)))
    return ForAllTensor(tensor, tuple(facts_of(envelope, f"{tensor.name} is an envelope")), total)


def _weighted(
    over: tuple[Index, ...],
    body: Value,
    bound: Callable[[Polynomial], Polynomial],
    names: FreshNames,
    assumed: bool,
) -> Form:
    """A weighting of the entries under the inner extremum, and a bound of the weighted sum."""
    tensor, conditions, total = _weighting(over, body, names)
    if not assumed:
        return ForAllTensor(tensor, conditions, Holds(bound(total)))
    given = [ForAll(f.indices, Holds(f.polynomial, f.relation)) for f in conditions]
    return ExistsTensor(tensor, Both((*given, Holds(bound(total)))))


def _weighting(
    over: tuple[Index, ...], body: Value, names: FreshNames
) -> tuple[Tensor, tuple[Fact, ...], Polynomial]:
    match body:
        case Largest(inner, Ratio(entry, one), where) | Smallest(
            inner, Ratio(entry, one), where
        ) if one == constant(1):
            own = tuple(i.alphabet for i in (*over, *inner))
            places = tuple(range(len(over), len(own)))
            plain = where == constant(1)
            stochastic = places if plain else ()
            tensor = Tensor(
                names.fresh("c"), own, nonnegative=True, stochastic=stochastic, role="selector"
            )
            weight = where * atom(tensor, *over, *inner)
            sums = Fact(f"{tensor.name} sums to one", sum_over(weight, *inner) - 1, over, "==")
            conditions = () if plain else (sums,)
            return tensor, conditions, sum_over(weight * entry, *over, *inner)
        case Larger((Ratio(zero, _), Ratio(entry, one))) if not zero and one == constant(1):
            own = tuple(i.alphabet for i in over)
            tensor = Tensor(
                names.fresh("s"), own, nonnegative=True, at_most_one=True, role="selector"
            )
            return tensor, (), sum_over(atom(tensor, *over) * entry, *over)
    raise Unsupported(f"no weighting for a sum of {body.words}")


@dataclass(frozen=True)
class MassAbove:
    """The mass `weight` of the letters `over` where a value is above `limit`; `outer` are given."""

    over: tuple[Index, ...]
    weight: Polynomial
    body: Value
    limit: Level
    outer: tuple[Index, ...] = ()
    where: Polynomial = constant(1)


def _tail_at_most(tail: MassAbove, level: Level, names: FreshNames, assumed: bool) -> Form:
    """An indicator b of the bad outcomes: off b the body is below, and b has little weight."""
    over, outer = tail.over, tail.outer
    every = (*outer, *over)
    bad = Tensor(names.fresh("b"), tuple(i.alphabet for i in every), indicator=True, role="event")
    below = at_most(tail.body, tail.limit, names, assumed=assumed)
    off = guarded(1 - atom(bad, *every), below)
    little = Holds(level.above(sum_over(atom(bad, *every) * tail.weight, *over), constant(1)))
    mass = ForAll(outer, guarded(tail.where, little)) if outer else little
    return ExistsTensor(bad, Both((ForAll(every, off), mass)))


def _event_at_most(
    value: FractionalEvent,
    level: Level,
    names: FreshNames,
    over: tuple[Index, ...],
    where: Polynomial,
) -> Form:
    """For every fractional event a that is heavy enough, and all letters: its ratio is below.

    If what is heavy depends on an outer letter, such as the outcome that is given, so does a.
    """
    given = tuple(i for i in over if i in value.mass.free)
    places = (*given, *value.over)
    own = tuple(i.alphabet for i in places)
    event = Tensor(names.fresh("a"), own, nonnegative=True, at_most_one=True, role="event")
    entry = atom(event, *places)
    mass = sum_over(entry * value.mass, *value.over)
    part = sum_over(entry * value.part, *value.over)
    heavy = Fact(f"{event.name} is heavy", mass - value.delta, given, ">=")
    below = guarded(where, Holds(level.above(part, mass)))
    return ForAllTensor(event, (heavy,), ForAll(over, below) if over else below)
