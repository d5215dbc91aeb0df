"""The worst case of pointwise maximal leakage over a set of priors.

    sup over P in S of  max_{x: p(x) > 0, y}  W(x,y) / sum_x' p(x')W(x',y)

For a letter x that has mass somewhere in S it is the largest value over the vertices of the closure
of S, where the denominator, linear in p, is least: *without* the support condition, because priors
of S near the vertex give x a positive mass. It is attained iff some vertex that makes the
denominator least has mass on x. At an alphabet without a size there are two sets:

    every prior       the capacity, which no prior attains unless it is zero
    p(x) >= c         the closed form at p_min = c, where no other mass enters it

Each result is compared with the exact evaluator at random points, see claimed_supremum.py.
Source: [RDP, Thm. 2.8 and Remark B.1].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.fields import FracElement

from pmlsym.calculus.data import Data
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.closed_forms.checks.domain_points import point_at
from pmlsym.closed_forms.closed_form import ClosedForm, FormPart
from pmlsym.closed_forms.derivation import CHECKS, as_mechanism, derive
from pmlsym.closed_forms.derived import ATTAINED
from pmlsym.closed_forms.forms.dominance import Prover, prover_on
from pmlsym.closed_forms.forms.extremes import extremum
from pmlsym.closed_forms.forms.form import ExtremeForm, Form, InfiniteForm, LogForm, Rational
from pmlsym.closed_forms.forms.frame import Constraint, Frame, content_of
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.over_priors.claimed_supremum import (
    ClaimedSupremum,
    channel_rows_at,
    largest_ratio,
    worst_vertex,
)
from pmlsym.closed_forms.own_channels.constructors import to_sympy
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.prior_polytope import Masses
from pmlsym.linear.ratio_supremum import Supremum
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.mechanism import Mechanism, letter_choices, places_of
from pmlsym.mechanism_families.parameter import Incidence
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Exact, Number
from pmlsym.prior_sets.prior_set import PriorSet

WORDS = {True: ATTAINED, False: "not attained", None: "attained for some parameters"}
"""Whether a supremum is attained, in words."""


@dataclass(frozen=True, eq=False)
class WorstCase:
    """The supremum as a closed form; whether a prior of the set attains it; and where.

    `attained` is None where it can depend on the parameters; a leakage of zero always is.
    `priors` are the vertices of every candidate that remains, as texts in the parameters; an
    interval of a parameter has none.
    """

    closed: ClosedForm
    attained: bool | None
    priors: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        return f"{self.closed} ({WORDS[self.attained]})"


@dataclass(frozen=True)
class WorstRatio:
    """A ratio that may be the supremum, its parts, whether it is attained; a letter, a vertex."""

    value: Rational | InfiniteForm
    above: FracElement
    below: FracElement
    attained: bool
    letter: int = 0
    vertex: int = 0


def worst_case(
    subject: Mechanism | Channel, priors: PriorSet, *, checks: int = CHECKS, seed: int = 1
) -> WorstCase:
    """The closed form of the worst leakage over outcomes and a set of priors, in nats.

    At an alphabet without a size the set is every prior or those with p(x) >= c. The result is
    compared with the exact evaluator at `checks` random points.
    Raises Unsupported where another set needs the size, or the channel depends on the prior,
    InvalidInput where the set is empty, Disagreement if the check fails.

    >>> from fractions import Fraction
    >>> from pmlsym.prior_sets.prior_set import bounded
    >>> from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
    >>> half = bounded([0, 0], [Fraction(1, 2), 1])
    >>> worst_case(binary_symmetric(), half).closed.put({"a": "1/10"})
    log(9)
    """
    mechanism = as_mechanism(subject)
    if mechanism.densities is not None and mechanism.densities.is_spread:
        raise Unsupported("this secret has a density of its own; a set of priors is of few letters")
    require_free_name(priors, mechanism)
    sizes = sizes_of(mechanism.channel)
    if sizes is None:
        closed, attained = worst_at_every_size(mechanism, priors)
        worst = WorstCase(closed, attained)
    else:
        worst = _worst_at_sizes(mechanism, priors, sizes[mechanism.input.name])
    claim = ClaimedSupremum(mechanism, priors, worst.closed, worst.attained)
    closed = replace(worst.closed, checked=claim.check(checks, seed))
    if mechanism.settings:
        settings = {sympy.Symbol(k): to_sympy(v, k) for k, v in mechanism.settings.items()}
        rest = tuple((c.subs(settings), relation) for c, relation in closed.conditions)
        closed = replace(closed.put(mechanism.settings), conditions=rest)
    return replace(worst, closed=closed)


def worst_at(
    subject: Mechanism | Channel, priors: PriorSet, values: Mapping[str, Number]
) -> Supremum | None:
    """The largest ratio over a set of priors at values of a closed form's parameters.

    None unless all sizes and parameters are given, each or its exponential a rational.
    Raises InvalidInput outside the domain.

    >>> from pmlsym.prior_sets.prior_set import simplex
    >>> from pmlsym.numbers.number import number
    >>> from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
    >>> found = worst_at(binary_symmetric(), simplex(), {"a": number(0)})
    >>> found.level, found.attained
    (None, False)
    """
    mechanism = as_mechanism(subject)
    sizes = sizes_of(mechanism.channel)
    if sizes is None:
        return None
    count, alphabet = sizes[mechanism.input.name], mechanism.input.name
    data = [Data(p.tensor, p) for p in priors.parameters(count)]
    content = content_of([*mechanism.channel.data, *data])
    scalars: dict[Tensor, Fraction] = {}
    for tensor, parameter in content.parameters.items():
        value = values.get(parameter.name)
        value = None if value is None else parameter.scalar_at(value)
        if not isinstance(value, Exact) or value.logs:
            return None
        scalars[tensor] = value.rational
    point = point_at(content, {}, alphabet, scalars, None, Random(0))
    if point is None:
        raise InvalidInput("the parameters are outside the domain of the family")
    plain = priors.put({p.name: scalars[t] for t, p in content.parameters.items()})
    rows = channel_rows_at(mechanism.channel, point.instance)
    worst = largest_ratio(rows, plain.at(count))
    return replace(worst, prior=worst_vertex(worst, rows, plain.corners(count)))


def worst_at_every_size(mechanism: Mechanism, priors: PriorSet) -> tuple[ClosedForm, bool]:
    """The closed form of the worst leakage over priors at any size, and whether it is attained.

    Raises Unsupported at another set, and where the channel depends on the prior, InvalidInput
    where there is no prior in the set at any size.

    >>> from pmlsym.prior_sets.prior_set import least_mass
    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> worst_at_every_size(randomized_response(), least_mass("c"))
    (eps - log(c*(exp(eps) - 1) + 1), True)
    """
    if priors.least is None:
        raise Unsupported("this set of priors needs an alphabet with a size; give the sizes")
    require_one_channel(mechanism)
    free = replace(mechanism, prior=Prior("P", mechanism.input), settings={})
    if priors.least == 0:
        closed = derive(free, "capacity")
        return replace(closed, quantity=f"pml over {priors.text}"), False
    closed = derive(free, "pml")
    (part,) = closed.parts
    named = isinstance(priors.least, str)
    c = to_sympy(priors.least, "the least mass")
    expr = part.expr
    for incidence in closed.frame.content.incidences.values():
        number = _least_letter_count(closed, incidence)
        if number is not None:  # the least sets are of letters that all have mass c
            inside = closed.presentation.rational(number)
            expr = expr.subs(sympy.Symbol(f"{incidence.mass}_min"), c * inside)
    masses = {s for s in expr.free_symbols if str(s) not in closed.parameters and s != c}
    masses |= expr.atoms(AppliedUndef)
    if masses - {sympy.Symbol("p_min")}:
        shown = ", ".join(sorted(map(str, masses - {sympy.Symbol("p_min")})))
        raise Unsupported(f"the worst case mentions {shown}, not p_min alone; give the sizes")
    size = closed.presentation.rational(closed.frame.scalar(size_tensor(mechanism.input.name)))
    room = (1 - c * size, ">=")
    _require_possible_masses(mechanism, c)
    final = replace(
        closed,
        quantity=f"pml over {priors.text}",
        parts=(replace(part, expr=expr.subs(sympy.Symbol("p_min"), c)),),
        parameters=(*closed.parameters, *([str(c)] if named else [])),
        domain=(*closed.domain, f"0 < {c} <= 1/{size}" if named else f"{size} <= {1 / c}"),
        assumptions=(),
        conditions=(*closed.conditions, room, *([(c, ">")] if named else [])),
    )
    return final, True


def require_free_name(priors: PriorSet, mechanism: Mechanism) -> None:
    """Raises InvalidInput if a set of priors and a closed form share a parameter's name."""
    if priors.least in {p.name for p in mechanism.parameters}:
        raise InvalidInput(
            f"{priors.least} is a parameter of {mechanism.channel}; name the least mass otherwise"
        )


def is_attained(candidates: Sequence[WorstRatio], form: Form, prover: Prover) -> bool | None:
    """Whether a prior attains a closed form's supremum where its log is positive, or None.

    `form` is the extremum of the candidates.
    """
    kept = form.bodies if isinstance(form, ExtremeForm) else (form,)
    truths = {any(c.attained for c in candidates if c.value == value) for value in kept}
    if len(truths) == 2:
        return None
    if truths == {True}:
        return True
    values = [form.value for form in kept if isinstance(form, Rational)]
    if len(values) < len(kept):
        return False
    for value in {
        c.value.value for c in candidates if c.attained and isinstance(c.value, Rational)
    }:
        no_less = [(value - other, ">=") for other in values]
        if value != 1 and not prover.impossible(
            *_constraints_at_finite_points([*no_less, (value - 1, ">")])
        ):
            return None
    return False


def worst_case_of(
    mechanism: Mechanism,
    quantity: str,
    priors: PriorSet,
    presentation: Presentation,
    prover: Prover,
    form: Form,
    *,
    attained: bool | None,
    assumptions: Sequence[str],
    needed: Sequence[Constraint],
    vertices: Iterable[Sequence[FracElement]],
) -> WorstCase:
    """The worst case over priors of this closed form, unchecked; it holds where `needed` does.

    `vertices` are the priors that attain it, or are its limits.
    """
    frame = presentation.frame
    parameters = frame.content.parameters.values()
    closed = ClosedForm(
        family=mechanism.channel.text,
        quantity=f"{quantity} over {priors.text}",
        parts=(FormPart("", "", form, presentation.show(form)),),
        parameters=tuple(p.name for p in parameters),
        domain=tuple(p.domain for p in parameters),
        assumptions=tuple(assumptions),
        facts=tuple(prover.proofs),
        prover=prover,
        presentation=presentation,
        conditions=tuple(
            (presentation.polynomial(p), relation) for p, relation in (*frame.domain, *needed)
        ),
    )
    shown = tuple(tuple(str(presentation.rational(m)) for m in vertex) for vertex in vertices)
    return WorstCase(closed, attained, shown)


def _worst_at_sizes(mechanism: Mechanism, priors: PriorSet, count: int) -> WorstCase:
    """The closed form of the worst leakage at given sizes, by the vertices of a set of priors."""
    data = [*mechanism.channel.data, *(Data(p.tensor, p) for p in priors.parameters(count))]
    frame = Frame(content_of(data), [])
    prover = prover_on(frame, frame.domain_without_prior())
    vertices = [tuple(map(frame.ratio, vertex)) for vertex in priors.vertices(count)]
    candidates = _candidate_ratios(mechanism, frame, vertices, prover)
    if mechanism.is_density and priors.least is None:
        _require_outer_means({c.letter for c in candidates}, priors.corners(count))
    form = extremum([c.value for c in candidates], True, frame, prover)
    assert form is not None
    kept = form.bodies if isinstance(form, ExtremeForm) else (form,)
    winners = [c for c in candidates if c.value in kept]
    needed = _assumed_conditions(winners, prover)
    attained = is_attained(candidates, form, prover)
    worst = dict.fromkeys(c.vertex for c in winners if c.attained or not attained)
    presentation = Presentation(frame, prover.sign)
    return worst_case_of(
        mechanism,
        "pml",
        priors,
        presentation,
        prover,
        LogForm(form),
        attained=attained,
        assumptions=[f"{presentation.polynomial(p)} > 0" for p, _ in needed],
        needed=needed,
        vertices=[vertices[k] for k in worst],
    )


def _assumed_conditions(winners: Sequence[WorstRatio], prover: Prover) -> list[Constraint]:
    """The assumptions of a closed form's supremum: that outcomes show the letters that decide.

    An infinite supremum assumes this, and so does one whose two parts have a zero in common that
    the quotient does not show: b/(p(2) b) is 1/p(2) and b/b^2 infinite, but where b = 0 the outcome
    never occurs and leaks nothing. A quotient that is one assumes nothing: no supremum is smaller.
    """
    conditions: list[Constraint] = []
    for value in dict.fromkeys(c.value for c in winners):
        ratios = [c for c in winners if c.value == value]
        if not any(_is_value_everywhere(c, prover) for c in ratios):
            conditions.append((ratios[0].above.numer * ratios[0].above.denom, ">"))
    return list(dict.fromkeys(conditions))


def _is_value_everywhere(candidate: WorstRatio, prover: Prover) -> bool:
    """Whether a ratio over priors is its closed form's value on the whole domain."""
    above, below = candidate.above, candidate.below
    if isinstance(candidate.value, InfiniteForm):
        return prover.sign(above.numer * above.denom) == ">"
    quotient = candidate.value.value
    if quotient == 1 or any(prover.sign(part.numer) in (">", "<") for part in (above, below)):
        return True
    has_value = quotient.numer**2 + quotient.denom**2
    return prover.impossible((above.numer, "=="), (below.numer, "=="), (has_value, ">"))


def _constraints_at_finite_points(relations: Sequence[tuple[FracElement, str]]) -> list[Constraint]:
    """Constraints that relations of a closed form's functions hold where finite."""
    constraints: list[Constraint] = []
    for value, relation in relations:
        constraints += [(value.numer * value.denom, relation), (value.denom**2, ">")]
    return constraints


def _require_outer_means(seen: set[int], vertices: Sequence[Masses]) -> None:
    """Raises Unsupported if a closed form over priors may miss an inner Gaussian mean.

    An outer mean leaks 1/p(x), an inner one less. So the form may miss it where a letter that no
    listed outcome shows can have the least mass of all.
    """
    least = [min(masses) for masses in zip(*vertices, strict=True) if any(masses)]
    letters = [x for x, masses in enumerate(zip(*vertices, strict=True)) if any(masses)]
    inner = [mass for x, mass in zip(letters, least, strict=True) if x not in seen]
    outer = [mass for x, mass in zip(letters, least, strict=True) if x in seen]
    if inner and (not outer or min(inner) < min(outer)):
        raise Unsupported("an inner mean can leak most of all if it has the least mass; bound it")


def _candidate_ratios(
    mechanism: Mechanism,
    frame: Frame,
    masses: Sequence[tuple[FracElement, ...]],
    prover: Prover,
) -> list[WorstRatio]:
    """A closed form's candidates W(x,y)/P_Y(y) at vertices, of letters with mass at one."""
    channel, ratios = mechanism.channel, []
    inputs, outputs = channel.letters[: len(channel.inputs)], channel.letters[len(channel.inputs) :]
    if len(inputs) > 1:
        raise Unsupported("one input alphabet is expected")
    letters = range(frame.sizes[inputs[0].alphabet])
    base = places_of(set(channel.body.free) - set(channel.letters))
    for at in letter_choices(outputs, frame.sizes, base):
        column = [frame.convert(channel.body, {**at, inputs[0]: x}) for x in letters]
        below: dict[FracElement, list[int]] = {}
        for j, v in enumerate(masses):
            mass = sum((m * w for m, w in zip(v, column, strict=True)), frame.field.zero)
            below.setdefault(mass, []).append(j)
        for x in letters:
            if not column[x] or not any(v[x] for v in masses):
                continue
            for mass, ties in below.items():
                positive = [j for j in ties if prover.sign(masses[j][x].numer) == ">"]
                value = Rational(column[x] / mass) if mass else InfiniteForm()
                is_attained, vertex = bool(mass and positive), (positive or ties)[0]
                ratios.append(WorstRatio(value, column[x], mass, is_attained, x, vertex))
    return ratios


def _least_letter_count(closed: ClosedForm, incidence: Incidence) -> FracElement | None:
    """The least number of letters of an outcome in a closed form; None if not known."""
    frame = closed.frame
    if incidence.inside is not None:
        return frame.convert(incidence.inside)
    numbers = [frame.ratio(letters) for letters, _ in incidence.kinds]
    for number in numbers:
        if all(closed.prover.at_most(number, other) for other in numbers):
            return number
    return None


def require_one_channel(mechanism: Mechanism) -> None:
    """Raises Unsupported if a closed form over priors has a channel that depends on them."""
    unknown = {t for t in mechanism.prior.body.tensors if t.alphabets}
    facts = {t for p in mechanism.parameters for f in p.facts for t in f.polynomial.tensors}
    if unknown & (set(mechanism.channel.body.tensors) | facts):
        raise Unsupported("the channel depends on the prior, so it is not one channel for a set")


def _require_possible_masses(mechanism: Mechanism, c: sympy.Expr) -> None:
    """Raises InvalidInput if no prior at all has the least masses of a closed form."""
    least = next(
        (p.low for p in mechanism.parameters if p.tensor == size_tensor(mechanism.input.name)), None
    )
    if c.is_Rational and least is not None and c * to_sympy(least) > 1:
        raise InvalidInput(f"no prior of {least} letters or more has masses of at least {c}")
