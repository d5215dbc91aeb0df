"""The worst case of pointwise maximal leakage over a set of priors.

    sup over P in S of  max_{x: p(x) > 0, y}  W(x,y) / sum_x' p(x')W(x',y)

For a letter x that has mass somewhere in S it is the largest value over the vertices of the closure
of S, where the denominator, linear in p, is least: *without* the support condition, because priors
of S near the vertex give x a positive mass. It is attained iff some vertex that makes the
denominator least has mass on x. Source: [RDP, Thm. 2.8 and Remark B.1].
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy
from sympy.core.function import AppliedUndef

from pmlsym.derive.closed_form import ClosedForm, Part
from pmlsym.derive.concrete import Concrete
from pmlsym.derive.derivation import as_mechanism, derive
from pmlsym.derive.dominance import Prover
from pmlsym.derive.form import Boundless, Extreme, Form, Logarithm, Rational
from pmlsym.derive.frame import Constraint, Frame, content_of
from pmlsym.derive.letter_cases import places_of
from pmlsym.derive.presentation import Presentation
from pmlsym.derive.prior_sets import PriorSet, Vertex
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.mechanism import Mechanism
from pmlsym.model.channel import Channel
from pmlsym.model.data import Data


@dataclass(frozen=True, eq=False)
class WorstCase:
    """The supremum as a closed form; whether a prior of the set attains it; and where.

    `attained` is None where it depends on the parameters. `places` are (letter, outcome, vertex)
    of every candidate that remains, counted from one.
    """

    closed: ClosedForm
    attained: bool | None
    places: tuple[tuple[int, int, int], ...]

    def __repr__(self) -> str:
        word = {True: "attained", False: "not attained", None: "attained for some parameters"}
        return f"{self.closed} ({word[self.attained]})"


def worst_at_every_size(mechanism: Mechanism, priors: PriorSet) -> WorstCase:
    """The supremum at an alphabet without a size, over every prior or those with p_min >= c.

    Over every prior it is the capacity, and no prior attains it unless it is zero; with a least
    mass c it is the closed form at p_min = c, into which no other mass may enter.
    Raises Unsupported at another set.
    """
    if priors.least is None:
        raise Unsupported("this set of priors needs an alphabet with a size; give the sizes")
    unknown = {t for t in mechanism.prior.body.tensors if t.alphabets}
    depends = bool(unknown & set(mechanism.channel.body.tensors))
    if depends:
        raise Unsupported("the channel depends on the prior, so it is not one channel for a set")
    if priors.least == 0:
        closed = derive(mechanism, "capacity")
        return WorstCase(replace(closed, quantity=f"pml over {priors.text}"), False, ())
    closed = derive(mechanism, "pml")
    (part,) = closed.parts
    c = sympy.sympify(str(priors.least))
    expr = part.expr
    for incidence in closed.frame.content.incidences.values():
        if incidence.inside is not None:  # the least sets are of letters that all have mass c
            inside = closed.presentation.rational(closed.frame.convert(incidence.inside))
            expr = expr.subs(sympy.Symbol(f"{incidence.mass}_min"), c * inside)
    masses = {s for s in expr.free_symbols if str(s) not in closed.parameters and s != c}
    masses |= expr.atoms(AppliedUndef)
    if masses - {sympy.Symbol("p_min")}:
        raise Unsupported(f"the worst case mentions {masses}, not p_min alone; give the sizes")
    shown = expr.subs(sympy.Symbol("p_min"), c)
    names = (*closed.parameters, *([str(c)] if c.is_Symbol else []))
    final = replace(
        closed,
        quantity=f"pml over {priors.text}",
        parts=(replace(part, expr=shown),),
        parameters=names,
        domain=(*closed.domain, *([f"0 < {c} <= 1/|X|"] if c.is_Symbol else [])),
        assumptions=(),
    )
    return WorstCase(final, True, ())


@dataclass(frozen=True)
class _Candidate:
    value: Rational | Boundless
    place: tuple[int, int, int]
    attained: bool


def worst_case(subject: Mechanism | Channel, priors: PriorSet) -> WorstCase:
    """The supremum of the leakage over outcomes and over the priors of a set, in nats.

    At an alphabet without a size the set is every prior or those with p_min >= c.
    Raises Unsupported where another set needs the size, or the channel depends on the prior.

    >>> from fractions import Fraction
    >>> from pmlsym.derive.prior_sets import bounded
    >>> from pmlsym.families import binary_symmetric
    >>> half = bounded([0, 0], [Fraction(1, 2), 1])
    >>> worst_case(binary_symmetric(), half).closed.put({"a": "1/10"})
    log(9)
    """
    mechanism = as_mechanism(subject)
    channel = mechanism.channel
    plain = content_of(list(channel.data))
    if any(i.alphabet not in plain.sizes for i in channel.letters):
        return worst_at_every_size(mechanism, priors)
    count = plain.sizes[channel.inputs[0].name]
    own = priors.parameters(count)
    content = content_of([*channel.data, *(Data(p.tensor, p) for p in own)])
    frame = Frame(content, [])
    prover = Prover(
        _domain(frame), [str(s) for s in frame.ring.symbols], frame.ranges(), frame.cone()
    )
    if prover.impossible():
        raise InvalidInput("the domain of the parameters is empty")
    vertices = priors.vertices(count)
    candidates = _candidates(mechanism, frame, vertices, prover)
    form = Concrete(frame, prover).extremum([c.value for c in candidates], True)
    assert form is not None
    kept = form.bodies if isinstance(form, Extreme) else (form,)
    winners = [c for c in candidates if c.value in kept]
    attained = {any(c.attained for c in winners if c.value == value) for value in kept}
    presentation = Presentation(frame, prover.sign)
    shown: Form = Logarithm(form)
    closed = ClosedForm(
        channel.text,
        f"pml over {priors.text}",
        (Part("", "", shown, presentation.show(shown)),),
        tuple(p.name for p in content.parameters.values()),
        tuple(p.domain for p in content.parameters.values()),
        (),
        tuple(prover.proofs),
        0,
        False,
        frame,
        prover,
        presentation,
        tuple((presentation.polynomial(p), relation) for p, relation in frame.domain),
    )
    places = tuple(dict.fromkeys(c.place for c in winners))
    return WorstCase(closed, attained.pop() if len(attained) == 1 else None, places)


def _domain(frame: Frame) -> list[Constraint]:
    constraints = list(frame.domain)
    for parameter in frame.content.parameters.values():
        for fact in parameter.facts:
            if fact.indices or any(t.alphabets for t in fact.polynomial.tensors):
                raise Unsupported("the channel's domain depends on the prior")
            value = frame.convert(fact.polynomial, {})
            constraints.append((value.numer * value.denom, fact.relation))
    return constraints


def _candidates(
    mechanism: Mechanism, frame: Frame, vertices: tuple[Vertex, ...], prover: Prover
) -> list[_Candidate]:
    """W(x,y) over its least denominators, for every letter with mass somewhere."""
    channel, found = mechanism.channel, []
    inputs, outputs = channel.letters[: len(channel.inputs)], channel.letters[len(channel.inputs) :]
    if len(inputs) > 1 or len(outputs) > 1:
        raise Unsupported("one input and one output alphabet are expected")
    masses = [[frame.ratio(mass) for mass in vertex] for vertex in vertices]
    letters = range(frame.sizes[inputs[0].alphabet])
    base = places_of(set(channel.body.free) - set(channel.letters))
    for y in range(frame.sizes[outputs[0].alphabet]):
        column = [
            frame.convert(channel.body, {**base, inputs[0]: x, outputs[0]: y}) for x in letters
        ]
        below = [
            sum((m * w for m, w in zip(v, column, strict=True)), frame.field.zero) for v in masses
        ]
        for x in letters:
            if not column[x] or not any(v[x] for v in masses):
                continue
            for k, mass in enumerate(below):
                ties = [j for j, other in enumerate(below) if other == mass]
                attained = any(prover.sign(masses[j][x].numer) == ">" for j in ties)
                value = Rational(column[x] / mass) if mass else Boundless()
                found.append(_Candidate(value, (x + 1, y + 1, k + 1), bool(mass) and attained))
    return found
