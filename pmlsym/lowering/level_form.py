"""Level forms: when a value is at most, or at least, a level.

    Largest(x, y | w > 0) n/d <= t      iff   for all x, y:  w (t d - n) >= 0
    Smallest(x, y | w > 0) n/d >= t     iff   for all x, y:  w (n - t d) >= 0

A maximum is never expanded. Inside a sum it becomes a tensor M above all entries where its bound
from above is assumed, and a weighting of the entries where that bound is to be shown. So each form
depends on whether it will be a hypothesis or a goal: `LevelBound.assumed`. The two forms are
equivalent; each is convenient in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.convex_term import Function, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import FreshNames
from pmlsym.errors import Unsupported
from pmlsym.kernel.shown import is_plain
from pmlsym.language.fold import walk
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
    ContractionCoefficient,
    Divergence,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    LetterExponent,
    LetterOrder,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
    is_above_one,
)
from pmlsym.language.value_rules import Refused, ValueRules
from pmlsym.lowering.contraction_form import contraction_at_most
from pmlsym.lowering.convex_sums import (
    divergence_terms,
    largest_mean,
    mean_from_above,
    mean_from_below,
    sum_of_terms,
    weighted_entry,
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
    facts_of_form,
    guarded,
    with_body_for_tensor,
)
from pmlsym.lowering.level import Level, log_of_product
from pmlsym.lowering.orders.powers import degree_of, means_of_powers, root_of

ONE = constant(1)


@dataclass(frozen=True)
class LevelBound:
    """A bound of a value by a level: at most the level where `is_upper`, else at least.

    `assumed` says whether the bound is a hypothesis or a goal; `names` names new tensors.
    """

    level: Level
    names: FreshNames
    is_upper: bool
    assumed: bool

    def form(self, value: Value) -> Form:
        """The form of this bound by a level on a value. Raises Unsupported where there is none."""
        rules = AT_MOST if self.is_upper else AT_LEAST
        return _form_of_convex_terms(value, self) or rules.read(value, self)

    def gap(self, numerator: Polynomial, denominator: Polynomial = ONE) -> Polynomial:
        """A polynomial that is >= 0 iff numerator / denominator keeps this bound by a level."""
        gap = self.level.above(numerator, denominator)
        return gap if self.is_upper else -gap


def at_most(value: Value, level: Level, names: FreshNames, *, assumed: bool) -> Form:
    """The form of `value` <= `level`. Raises Unsupported for a value without one."""
    return LevelBound(level, names, True, assumed).form(value)


def at_least(value: Value, level: Level, names: FreshNames, *, assumed: bool) -> Form:
    """The form of `value` >= `level` > 0. Raises Unsupported for a value without one."""
    return LevelBound(level, names, False, assumed).form(value)


def _form_of_convex_terms(value: Value, bound: LevelBound) -> Form | None:
    """The form of a level's bound on convex terms or a mean of logarithms; else nothing."""
    terms = sum_of_terms(value)
    if terms is not None:
        return Holds(bound.gap(terms))
    mean = largest_mean(value)
    if mean is None:
        return None
    bounded = mean_from_above if bound.is_upper == bound.assumed else mean_from_below
    tensor, facts, terms = bounded(mean, bound.names)
    return _under_facts(tensor, facts, Holds(bound.gap(terms)), assumed=bound.assumed)


def _under_facts(tensor: Tensor, facts: tuple[Fact, ...], total: Form, *, assumed: bool) -> Form:
    """A level form with a tensor that has these facts: for some if assumed, else for every one."""
    if not assumed:
        return ForAllTensor(tensor, facts, total)
    conditions = (ForAll(f.indices, Holds(f.polynomial, f.relation)) for f in facts)
    return ExistsTensor(tensor, Both((*conditions, total)))


def _under_condition(
    tensor: Tensor, condition: Form, name: str, total: Form, *, assumed: bool
) -> Form:
    """A level form with a tensor that has to meet a form, which becomes facts of this name."""
    if assumed:
        return ExistsTensor(tensor, Both((condition, total)))
    return ForAllTensor(tensor, tuple(facts_of_form(condition, name)), total)


def _ratio_bounded(value: Ratio, bound: LevelBound) -> Form:
    """The level form of a ratio: one polynomial inequality against the level."""
    return Holds(bound.gap(value.numerator, value.denominator))


def _largest_at_most(value: Largest, bound: LevelBound) -> Form:
    """The form of a maximum <= a level, also of a maximum of sums or of events."""
    level, names = bound.level, bound.names
    match value.body:
        case Total(over, Weighted(weight, Exceeds(body, threshold))):
            tail = MassAbove(over, weight, body, Level(threshold), value.over, value.where)
            return _tail_at_most(tail, bound)
        case FractionalEvent() as event:
            return _event_at_most(event, level, names, value.over, value.where)
        case ExcessRatio(over, part, mass, delta):
            beyond = level.above(part, mass)
            return _any_event(over, beyond, level.denominator * delta, names, value)
        case Total(over, Larger((Ratio(zero), Ratio(part, one)))) if not zero and one == ONE:
            return _any_event(over, level.denominator * -part, level.numerator, names, value)
        case Total(_, Largest()) if bound.assumed:
            return _sums_at_most(value, value.body, bound)
    return _for_all_letters(value, bound)


def _sums_at_most(value: Largest, each: Total, bound: LevelBound) -> Form:
    """The form of a maximum of sums <= a level: envelopes of all sums, and a bound of each.

    Where neither a sum nor any of its entries counts, its envelope is chosen as zero, which is
    below the level as well.
    """
    counts = value.where
    match each.body:
        case Largest(inner, _, where) if sum_over(where, *inner) == counts:
            counts = ONE if at_least_zero(bound.level.numerator) else counts

    def gap(total: Polynomial) -> Polynomial:
        """The level form's polynomial, >= 0 iff a sum that counts is at most the level."""
        return counts * bound.gap(total)

    form = _sum_bounded(each, False, gap, bound)
    return _guarded_for_all(replace(value, where=ONE), form)


def _for_all_letters(value: Largest | Smallest, bound: LevelBound) -> Form:
    """The level form of a maximum from above, or a minimum: a bound at all letters that count."""
    return _guarded_for_all(value, bound.form(value.body))


def _guarded_for_all(value: Largest | Smallest, form: Form) -> Form:
    """The level form at all letters that count in a maximum or minimum."""
    inner = guarded(value.where, form)
    if isinstance(inner, ExistsTensor):
        return _one_tensor_for_all(value.over, inner)
    return ForAll(value.over, inner)


def _one_tensor_for_all(over: tuple[Index, ...], form: ExistsTensor) -> Form:
    """The level form at all letters, with one tensor, of more indices, for those at each letter."""
    shift = len(over)
    tensor = replace(
        form.tensor,
        alphabets=(*(i.alphabet for i in over), *form.tensor.alphabets),
        stochastic=tuple(place + shift for place in form.tensor.stochastic),
    )
    at = letters([Alphabet(name) for name in form.tensor.alphabets], taken=over)
    entry, refusal = atom(tensor, *over, *at), "no choice for each letter of"
    inner = with_body_for_tensor(form.form, form.tensor, at, entry, refusal=refusal)
    return ExistsTensor(tensor, ForAll(over, inner))


def _smallest_at_most(value: Smallest, bound: LevelBound) -> Form:
    """The form of a minimum <= a level: at some letter; divergences have values at all letters."""
    if isinstance(value.body, Divergence) and value.where == ONE:
        return Exists(value.over, bound.form(value.body))
    ratio = _ratio_in(value, "at most")
    return _for_some_letter(value, ratio.denominator, bound.gap(ratio.numerator, ratio.denominator))


def _largest_at_least(value: Largest, bound: LevelBound) -> Form:
    """The form of a maximum >= a level: at some letter that counts its ratio is.

    0/0 does not count: where there is a divisor, the level is positive, and so is the numerator. A
    level of plain numbers may be zero. A divergence, of two rows for instance, has a value at all
    letters.
    """
    if isinstance(value.body, Divergence) or (
        isinstance(value.body, Total | ExcessRatio) and bound.assumed
    ):
        counts = [Holds(value.where, ">")] if value.where != ONE else []
        inner = bound.form(value.body)
        return Exists(value.over, Both((*counts, inner)) if counts else inner)
    ratio = _ratio_in(value, "at least")
    part = ONE if ratio.denominator == ONE else ratio.numerator
    return _for_some_letter(value, part, bound.gap(ratio.numerator, ratio.denominator))


def _ratio_in(value: Largest | Smallest, side: str) -> Ratio:
    """The ratio inside an extreme, for its level form. Raises Unsupported where there is none."""
    if not isinstance(value.body, Ratio):
        raise Unsupported(_no_rule_text(side, value))
    return value.body


def _for_some_letter(value: Largest | Smallest, part: Polynomial, gap: Polynomial) -> Form:
    """The level form that, at some letter that counts, a part is > 0 and a gap is >= 0."""
    counts = [Holds(p, ">") for p in (value.where, part) if p != ONE]
    return Exists(value.over, Both((*counts, Holds(gap))))


def _larger_bounded(value: Larger, bound: LevelBound) -> Form:
    """The level form of the larger of several values: all are at most a level, or one at least."""
    forms = tuple(bound.form(body) for body in value.bodies)
    return Both(forms) if bound.is_upper else Either(forms)


def _power_bounded(value: Power, bound: LevelBound) -> Form:
    """The level form of body^(r/s): body against the level u^s, where u^r = t."""
    if isinstance(value.exponent, LetterExponent):
        return _letter_power_bounded(value.body, value.exponent, bound)
    level, degree, root_degree = bound.level, degree_of(value), value.exponent.denominator
    # A negative power falls as its body rises, so that the side of the bound turns.
    rises = value.rises

    def inner(root: Level) -> Form:
        """The level form of the power's body against a root of the level."""
        power = root ** (root_degree if rises else -root_degree)
        return replace(bound, level=power, is_upper=bound.is_upper == rises).form(value.body)

    above, below = root_of(level.numerator, degree), root_of(level.denominator, degree)
    if above is not None and below is not None:
        return inner(Level(above, below))
    positive = is_plain(level.numerator, ">")
    root = Tensor(bound.names.fresh("u"), nonnegative=True, positive=positive, role="level")
    form = inner(Level(atom(root)))
    is_root = Holds(atom(root) ** degree * level.denominator - level.numerator, "==")
    name = f"{root.name} is a root"
    return _under_condition(root, is_root, name, form, assumed=bound.assumed)


def _letter_power_bounded(body: Value, exponent: LetterExponent, bound: LevelBound) -> Form:
    """The level form of body^(n/d), of letters n, d: body against u, where log t = n log(u)/d.

    Where n = 1 and d = order - 1, u t is t^order, which is a power as in sums; where d = order, u
    itself is.
    """
    turned = bound.is_upper == exponent.is_positive
    if bound.level.numerator == bound.level.denominator:
        return replace(bound, level=Level(ONE), is_upper=turned).form(body)
    power = Tensor(bound.names.fresh("u"), positive=True, role="level")
    form = replace(bound, level=Level(atom(power)), is_upper=turned).form(body)
    rate, number = log_of_product(bound.level), None
    if exponent.numerator != ONE:
        number = Tensor(bound.names.fresh("v"), role="level")
        rate, whole = atom(number), rate
    is_power: Form = Holds(log(atom(power)) - exponent.denominator * rate, "==")
    if number is None:
        above, below = bound.level.numerator, bound.level.denominator
        (order,) = {p.order for p in walk(body) if isinstance(p, Divergence)}
        assert isinstance(order, LetterOrder)  # the norm has the exponent
        is_norm = exponent.denominator == order.number
        if not is_norm and exponent.denominator not in (order.number - 1, 1 - order.number):
            raise Unsupported(_no_rule_text("against", Power))
        if order.is_above_one != exponent.is_positive and not is_norm:
            above, below = below, above
        sign = 1 if order.is_above_one else -1
        whole = sign * convex(Function("power", order.number), above, below)
        scale = below if is_norm else above
        is_power = Both((is_power, Holds(whole - scale * atom(power), "==")))
    name = f"{power.name} is a power"
    form = _under_condition(power, is_power, name, form, assumed=bound.assumed)
    if number is None:
        return form
    is_part = Holds(exponent.numerator * rate - whole, "==")
    name = f"{number.name} is a part"
    return _under_condition(number, is_part, name, form, assumed=bound.assumed)


def _means_bounded(value: Total, inner: Divergence, bound: LevelBound) -> Form:
    """The level form of a sum of means of powers, by numbers M(y) on one side of the means."""
    upper = bound.is_upper == bound.assumed
    tensor = Tensor(
        bound.names.fresh("M"),
        tuple(i.alphabet for i in value.over),
        nonnegative=True,
        positive=upper and not bound.assumed,
        role="envelope",
    )
    entry = atom(tensor, *value.over)
    gap = entry - divergence_terms(replace(inner, b=entry))
    beyond: Form = ForAll(value.over, Holds(gap if upper else -gap))
    if upper and bound.assumed and inner.order is not None and not is_above_one(inner.order):
        # below order 1 zero is above every mean: so M is positive where the mean is
        number = Tensor(bound.names.fresh("r"), positive=True, role="ratio")
        whole = sum_over(inner.weight * inner.a, *inner.over)
        positive = ForAll(value.over, Holds(atom(number) * entry - whole))
        beyond = Both((beyond, ExistsTensor(number, positive)))
    total = Holds(bound.gap(sum_over(entry, *value.over)))
    name = f"{tensor.name} beside the means"
    return _under_condition(tensor, beyond, name, total, assumed=bound.assumed)


def _total_bounded(value: Total, bound: LevelBound) -> Form:
    """The level form of a sum, by a weighting or an envelope where it is of extremes."""
    means = means_of_powers(value)
    if means is not None:
        return _means_bounded(value, means, bound)
    match value.body:
        case Weighted(weight, Exceeds(body, threshold)):
            tail = MassAbove(value.over, weight, body, Level(threshold))
            return (_tail_at_most if bound.is_upper else _tail_at_least)(tail, bound)
    of_smallest = isinstance(value.body, Smallest)
    weigh = (bound.assumed == of_smallest) == bound.is_upper
    return _sum_bounded(value, weigh, bound.gap, bound)


def _excess_at_most(value: ExcessRatio, bound: LevelBound) -> Form:
    """The form of an excess ratio <= a level: a bound for every event."""
    beyond = bound.level.above(value.part, value.mass)
    return _any_event(value.over, beyond, bound.level.denominator * value.delta, bound.names)


def _excess_at_least(value: ExcessRatio, bound: LevelBound) -> Form:
    """The form, assumed, of an excess ratio >= a level: some event keeps enough."""
    if not bound.assumed:
        raise Unsupported(_no_rule_text("at least", value))
    alphabets = tuple(i.alphabet for i in value.over)
    share = Tensor(
        bound.names.fresh("e"), alphabets, nonnegative=True, at_most_one=True, role="event"
    )
    entry = atom(share, *value.over)
    kept = sum_over(entry * value.part, *value.over) - value.delta
    enough = Holds(bound.gap(kept, sum_over(entry * value.mass, *value.over)))
    return ExistsTensor(share, Both((Holds(kept, ">"), enough)))


def _contraction_at_most(value: ContractionCoefficient, bound: LevelBound) -> Form:
    """The form of a contraction coefficient <= a level."""
    return contraction_at_most(value, bound.level, bound.names)


def _contraction_at_least(value: ContractionCoefficient, bound: LevelBound) -> Form:
    """The form of a contraction coefficient >= a level: assumed, it says nothing."""
    if bound.assumed:
        return Both(())
    raise Unsupported(_no_rule_text("at least", value))


def _any_event(
    over: tuple[Index, ...],
    beyond: Polynomial,
    most: Polynomial,
    names: FreshNames,
    outer: Largest | None = None,
) -> Form:
    """The level form "for every event e: most + sum e beyond >= 0", for all letters of `outer`.

    There is one event for each choice of those letters, such as two rows of a channel.
    """
    outer_indices, where = (outer.over, outer.where) if outer else ((), ONE)
    places = (*(i for i in outer_indices if i in beyond.free), *over)
    alphabets = tuple(i.alphabet for i in places)
    share = Tensor(names.fresh("e"), alphabets, nonnegative=True, at_most_one=True, role="event")
    below = guarded(where, Holds(most + sum_over(atom(share, *places) * beyond, *over)))
    return ForAllTensor(share, (), ForAll(outer_indices, below) if outer_indices else below)


def _plain_event_at_most(value: FractionalEvent, bound: LevelBound) -> Form:
    """The form of a worst event, without outer letters, <= a level."""
    return _event_at_most(value, bound.level, bound.names, (), ONE)


def _no_rule_text(side: str, node: Value | type[Value]) -> str:
    """The reason, in an error, that a node of values has no level form on this side."""
    return f"no rule says when {node.words} is {side} a level"


AT_MOST = ValueRules[Form](
    name="at most a level",
    ratio=_ratio_bounded,
    largest=_largest_at_most,
    smallest=_smallest_at_most,
    total=_total_bounded,
    larger=_larger_bounded,
    added=Refused(_no_rule_text("at most", Added)),
    weighted=Refused(_no_rule_text("at most", Weighted)),
    log=Refused(_no_rule_text("at most", Log)),
    power=_power_bounded,
    exceeds=Refused(_no_rule_text("at most", Exceeds)),
    fractional_event=_plain_event_at_most,
    excess_ratio=_excess_at_most,
    contraction=_contraction_at_most,
    concentrated=Refused(_no_rule_text("at most", ConcentratedDivergence)),
)

AT_LEAST = ValueRules[Form](
    name="at least a level",
    ratio=_ratio_bounded,
    largest=_largest_at_least,
    smallest=_for_all_letters,
    total=_total_bounded,
    larger=_larger_bounded,
    added=Refused(_no_rule_text("at least", Added)),
    weighted=Refused(_no_rule_text("at least", Weighted)),
    log=Refused(_no_rule_text("at least", Log)),
    power=_power_bounded,
    exceeds=Refused(_no_rule_text("at least", Exceeds)),
    fractional_event=Refused(_no_rule_text("at least", FractionalEvent)),
    excess_ratio=_excess_at_least,
    contraction=_contraction_at_least,
    concentrated=Refused(_no_rule_text("at least", ConcentratedDivergence)),
)


Gap = Callable[[Polynomial], Polynomial]
"""Makes the polynomial of a sum that is nonnegative iff the sum is bounded as it should be."""


def _sum_bounded(value: Total, weigh: bool, gap: Gap, bound: LevelBound) -> Form:
    """The level form of a sum: by a weighting of its entries, or an envelope of them."""
    over, body = value.over, value.body
    if isinstance(body, Ratio) and body.denominator == ONE:
        return Holds(gap(sum_over(body.numerator, *over)))
    form = _weighting_form if weigh else _envelope
    return form(over, body, gap, bound)


def _envelope(over: tuple[Index, ...], body: Value, gap: Gap, bound: LevelBound) -> Form:
    """The level form of a sum by an envelope: a tensor M above the largest entries, and its sum."""
    alphabets = tuple(i.alphabet for i in over)
    tensor = Tensor(bound.names.fresh("M"), alphabets, nonnegative=True, role="envelope")
    entry = atom(tensor, *over)
    beyond = at_least if isinstance(body, Smallest) else at_most
    envelope = ForAll(over, beyond(body, Level(entry), bound.names, assumed=True))
    total = Holds(gap(sum_over(entry, *over)))
    name = f"{tensor.name} is an envelope"
    return _under_condition(tensor, envelope, name, total, assumed=bound.assumed)


def _weighting_form(over: tuple[Index, ...], body: Value, gap: Gap, bound: LevelBound) -> Form:
    """The level form of a sum of maxima or minima, as weighted means of their entries."""
    tensor, conditions, total = _weighting_of_entries(over, body, bound.names)
    return _under_facts(tensor, conditions, Holds(gap(total)), assumed=bound.assumed)


def _weighting_of_entries(
    over: tuple[Index, ...], body: Value, names: FreshNames
) -> tuple[Tensor, tuple[Fact, ...], Polynomial]:
    """A weighting of entries under an extremum, its facts and weighted sum, for a level form."""
    match body:
        case Largest(inner, entry, where) | Smallest(inner, entry, where):
            alphabets = tuple(i.alphabet for i in (*over, *inner))
            all_count = where == ONE
            tensor = Tensor(
                names.fresh("c"),
                alphabets,
                nonnegative=True,
                stochastic=tuple(range(len(over), len(alphabets))) if all_count else (),
                role="selector",
            )
            weight = where * atom(tensor, *over, *inner)
            weighted = weighted_entry(weight, entry)
            sums = Fact(f"{tensor.name} sums to one", sum_over(weight, *inner) - 1, over, "==")
            conditions = () if all_count else (sums,)
            if weighted is not None:
                return tensor, conditions, sum_over(weighted, *over, *inner)
        case Larger((Ratio(zero, _), Ratio(entry, one))) if not zero and one == ONE:
            alphabets = tuple(i.alphabet for i in over)
            tensor = Tensor(
                names.fresh("s"), alphabets, nonnegative=True, at_most_one=True, role="selector"
            )
            return tensor, (), sum_over(atom(tensor, *over) * entry, *over)
    raise Unsupported(f"no weighting for a sum of {body.words}")


def is_mass_above(value: Value) -> bool:
    """Whether a value is a mass of letters above a threshold, whose level form has an indicator."""
    return isinstance(value, Total) and isinstance(getattr(value.body, "body", None), Exceeds)


@dataclass(frozen=True)
class MassAbove:
    """The mass `weight` of the letters `over` at which a value exceeds `limit`, given `outer`."""

    over: tuple[Index, ...]
    weight: Polynomial
    body: Value
    limit: Level
    outer: tuple[Index, ...] = ()
    where: Polynomial = constant(1)


def _tail_at_most(tail: MassAbove, bound: LevelBound) -> Form:
    """The form of a tail's mass <= a level: an indicator of bad outcomes has little weight."""
    over, outer = tail.over, tail.outer
    every = (*outer, *over)
    alphabets = tuple(i.alphabet for i in every)
    bad = Tensor(bound.names.fresh("b"), alphabets, indicator=True, role="event")
    below = replace(bound, level=tail.limit).form(tail.body)
    off = guarded(1 - atom(bad, *every), below)
    little = Holds(bound.gap(sum_over(atom(bad, *every) * tail.weight, *over)))
    mass = ForAll(outer, guarded(tail.where, little)) if outer else little
    return ExistsTensor(bad, Both((ForAll(every, off), mass)))


def _tail_at_least(tail: MassAbove, bound: LevelBound) -> Form:
    """The form of a tail's mass >= a level: the weight of the bad outcomes is large.

    Assumed: some c(over, letters) chooses one of the letters that count, or none, and only letters
    above: c = d gap for some d >= 0, and so c gap >= 0. To be shown: every indicator off which the
    body is below has that weight.
    """
    over, limit, names = tail.over, tail.limit, bound.names
    alphabets = tuple(i.alphabet for i in over)
    if not bound.assumed:
        bad = Tensor(names.fresh("b"), alphabets, indicator=True, role="event")
        off = guarded(1 - atom(bad, *over), at_most(tail.body, limit, names, assumed=True))
        facts = tuple(facts_of_form(ForAll(over, off), f"{bad.name} has what is above"))
        total = Holds(bound.gap(sum_over(atom(bad, *over) * tail.weight, *over)))
        return ForAllTensor(bad, facts, total)
    if not bound.level.numerator:
        return Both(())
    match tail.body:
        case Largest(inner, Ratio(numerator, denominator), where):
            pass
        case Ratio(numerator, denominator):
            inner, where = (), ONE
        case _:
            raise Unsupported(_no_rule_text("at least", tail.body))
    axes = (*alphabets, *(i.alphabet for i in inner))
    choice = Tensor(names.fresh("c"), axes, nonnegative=True, role="selector")
    inverse = Tensor(names.fresh("d"), axes, nonnegative=True, role="selector")
    every, gap = (*over, *inner), -limit.above(numerator, denominator)
    share, chosen = where * atom(choice, *every), where * atom(inverse, *every) * gap
    above = ForAll(every, Both((Holds(share - chosen, "=="), Holds(share * gap))))
    one = ForAll(over, Holds(1 - sum_over(share, *inner)))
    total = Holds(bound.gap(sum_over(share * tail.weight, *every)))
    return ExistsTensor(choice, ExistsTensor(inverse, Both((above, one, total))))


def _event_at_most(
    value: FractionalEvent,
    level: Level,
    names: FreshNames,
    over: tuple[Index, ...],
    where: Polynomial,
) -> Form:
    """The form of a worst heavy event <= a level: its ratio is, for every fractional event.

    If the heavy events depend on an outer letter, such as a given outcome, so does a.
    """
    outer = tuple(i for i in over if i in value.mass.free)
    places = (*outer, *value.over)
    alphabets = tuple(i.alphabet for i in places)
    event = Tensor(names.fresh("a"), alphabets, nonnegative=True, at_most_one=True, role="event")
    entry = atom(event, *places)
    mass = sum_over(entry * value.mass, *value.over)
    part = sum_over(entry * value.part, *value.over)
    heavy = Fact(f"{event.name} is heavy", mass - value.delta, outer, ">=")
    below = guarded(where, Holds(level.above(part, mass)))
    return ForAllTensor(event, (heavy,), ForAll(over, below) if over else below)
