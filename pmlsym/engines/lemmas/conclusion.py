"""The goal of a sequent, from a bound that was derived for its measure.

    L D - N >= 0 , T >= L       gives     T D - N  =  (L D - N) + (T - L) D  >=  0
    L - sum M >= 0, M - W >= 0  gives     L - sum c W  =  (L - sum M) + sum c (M - W)  >=  0

    q (L d - n) >= 0            gives     a (L d - n) >= 0          where  q = sum_s a,  a >= 0

The first weakens the level L to the level T of the goal, by factors that are known to be at
least one: t1 t2 - t1 = t1 (t2 - 1). The second turns the form that is assumed, an envelope
M, into the form that is shown, for every weighting c. The third is for a prior P >> V, whose mass
q(x) = sum_s P(s)V(s,x) a lemma speaks of, and the goal of each part a of it: divided by q where
that is positive; where it is zero, so is a.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.claims.subjects import FreshNames
from pmlsym.engines.certificates.placement import letters_at
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import (
    NotDeduced,
    declared_use,
    plain_terms,
    terms_of_others,
    times,
    times_terms,
)
from pmlsym.engines.lemmas.bound_in_proof import BoundInProof, with_quotients
from pmlsym.engines.lemmas.lemma import form_facts
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import GOAL, Combine, Split, Step, Term, Use
from pmlsym.language.value import Largest, Ratio
from pmlsym.lowering.forms import ExistsTensor, ForAll, ForAllTensor, Form
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import at_least, at_most
from pmlsym.lowering.levels import ABOVE, MeasureBound

Floors = Callable[[Polynomial], Fact]
"""The fact that a level is at least one, q - 1 >= 0, or at most one; derived if need be."""


def conclude(proof: OpenProof, goal: MeasureBound, derived: BoundInProof, floors: Floors) -> None:
    """Derive the goal in an open proof from a bound of its measure, which ends the proof.

    Raises NotDeduced where it does not follow in any of the ways.
    """
    bound = with_quotients(proof, derived)
    by_weighting = isinstance(_weighting_in(goal.form)[1], ForAllTensor)
    for way in (_weighting_step,) if by_weighting else (_form_step, _mass_step):
        with suppress(NotDeduced):
            proof.add(way(proof, goal, bound, floors))
            return
    raise NotDeduced("the goal does not follow from the bound of its measure")


def _assumed_form(goal: MeasureBound, level: Level) -> Form:
    """The level form of the goal's measure, as a lemma's bound of it is assumed."""
    rule = at_most if goal.side == ABOVE else at_least
    return rule(goal.value, level, FreshNames(), assumed=True)


def _goal_fact(proof: OpenProof) -> Fact:
    """The goal of an open proof as the fact that its last step states."""
    return Fact(GOAL, proof.sequent.goal, (), proof.sequent.relation)


def _form_step(proof: OpenProof, goal: MeasureBound, bound: BoundInProof, floors: Floors) -> Step:
    """The last step of a proof with lemmas: one fact of the bound that they gave is the goal."""
    wanted = form_facts(_assumed_form(goal, goal.level), "wanted")
    for place in range(min(len(wanted), len(bound.facts))):
        names = letters_at(wanted[place].polynomial, wanted[place].indices, proof.sequent.goal)
        if names is not None:
            with suppress(NotDeduced):
                at = tuple(names[i] for i in wanted[place].indices)
                return Combine(_goal_fact(proof), _weakened_terms(goal, bound, place, at, floors))
    raise NotDeduced("the goal is not a fact of the form")


def _weakened_terms(
    goal: MeasureBound, bound: BoundInProof, place: int, at: tuple[Index, ...], floors: Floors
) -> tuple[Term, ...]:
    """The certificate terms for one fact of a bound, weakened to the level of the goal."""
    fact, target, level = bound.facts[place], goal.level, bound.level
    if fact.polynomial and len(fact.indices) != len(at):
        raise NotDeduced(f"{fact.name} is about other letters")
    scale = _level_quotient(target.denominator, level.denominator)
    one, zero = (form_facts(_assumed_form(goal, Level(constant(k))), "") for k in (1, 0))
    names = dict(zip(one[place].indices, at, strict=True))
    part = substitute(one[place].polynomial, names) - substitute(zero[place].polynomial, names)
    rest = _difference_terms(target.numerator, scale * level.numerator, part, floors)
    if fact.polynomial:
        return plain_terms(scale, Use(fact.name, at)) + rest
    return rest or (Term(Fraction(0), ()),)


def _level_quotient(whole: Polynomial, part: Polynomial) -> Polynomial:
    """One product of levels in a proof divided by another. Raises NotDeduced otherwise."""
    scale = quotient(whole, part)
    if scale is None or len(scale) != 1:
        raise NotDeduced(f"{whole} is not a multiple of {part}")
    return scale


def _difference_terms(
    high: Polynomial, low: Polynomial, part: Polynomial, floors: Floors
) -> tuple[Term, ...]:
    """The certificate terms for (high - low) * part, of products of levels and a plain part."""
    with suppress(NotDeduced):
        return plain_terms((high - low) * part)
    if len(high) != 1 or len(low) != 1:
        raise NotDeduced(f"{high} and {low} are not products of levels")
    ((above, c),), ((below, d),) = high.terms.items(), low.terms.items()
    more, less = Counter(above) - Counter(below), Counter(below) - Counter(above)
    common = tuple((Counter(above) & Counter(below)).elements())
    if c < d or d <= 0:
        raise NotDeduced(f"{high} may be less than {low}")
    terms: tuple[Term, ...] = ()
    # c Πf - d Πg  =  d (Πf - 1) + d (1 - Πg) + (c - d) Πf
    for factors, sign in ((sorted(more.elements()), 1), (sorted(less.elements()), -1)):
        for k, each in enumerate(factors):
            fact = floors(Polynomial({(each,): sign}) - sign)
            terms += plain_terms(part * Polynomial({(*common, *factors[k + 1 :]): d}), fact)
    rest = Polynomial({(*common, *more.elements()): Fraction(c) - d})
    return terms + plain_terms(part * rest)


def _weighting_step(
    proof: OpenProof, goal: MeasureBound, bound: BoundInProof, floors: Floors
) -> Step:
    """The certificate's last step for a goal about every weighting, from a lemma's envelope.

    For conditional leakage this holds given each outcome that can occur, so it is multiplied by the
    mass of the outcome.
    """
    outer, shown = _weighting_in(goal.form)
    assumed = _assumed_form(goal, goal.level)
    if bound.own is None or len(bound.facts) != 2 or not isinstance(assumed, ExistsTensor):
        raise NotDeduced("the bound has no envelope")
    assert isinstance(shown, ForAllTensor)
    envelope, total = bound.facts
    given = proof.sequent.goal.free
    over = envelope.indices[len(given) :]
    if tuple(i.alphabet for i in over) != shown.tensor.alphabets or len(total.indices) != len(
        outer
    ):
        raise NotDeduced("the envelope is of other letters than the weighting")
    names = dict(zip(outer, given, strict=True))
    below = _level_quotient(goal.level.denominator, bound.times)
    envelope_there = Use(envelope.name, (*given, *over))
    terms = _weakened_terms(goal, bound, 1, given, floors)
    terms += plain_terms(below, declared_use(shown.tensor, over), envelope_there, over=over)
    for condition in shown.conditions:
        facts, polynomial = proof.sequent.facts, substitute(condition.polynomial, names)
        equality = next((f for f in facts if f.polynomial == polynomial), None)
        letters = dict(zip(bound.own.letters, (*given, *condition.indices), strict=True))
        body = substitute(bound.own.polynomial, letters) * below
        if equality is None or not all(tensor.is_nonnegative for tensor in body.tensors):
            raise NotDeduced("a condition of the weighting is not known")
        terms += times(-body, equality, over=condition.indices)
    if outer and isinstance(goal.value, Largest):
        mass = substitute(goal.value.where, names)
        terms = times_terms(mass, terms)
    return Combine(_goal_fact(proof), terms)


def _weighting_in(form: Form) -> tuple[tuple[Index, ...], Form]:
    """Split a goal's form into its letters "for all" and the form that a lemma's bound has."""
    return (form.indices, form.form) if isinstance(form, ForAll) else ((), form)


def _mass_step(proof: OpenProof, goal: MeasureBound, bound: BoundInProof, floors: Floors) -> Step:
    """The certificate's last step about part of a mass, from a lemma's bound of the whole."""
    value = goal.value
    if not isinstance(value, Largest) or not isinstance(value.body, Ratio):
        raise NotDeduced("the measure is not a largest ratio")
    n, d = value.body.numerator, value.body.denominator
    through = tuple(i for i in value.over if i not in {*n.free, *d.free})
    (wanted,) = form_facts(_assumed_form(goal, goal.level), "wanted")
    names = letters_at(wanted.polynomial, wanted.indices, proof.sequent.goal)
    if not through or names is None or len(bound.facts) != 1:
        raise NotDeduced("the goal is not about a part of a mass")
    kept = tuple(i for i in value.over if i not in through)
    mass = sum_over(value.where, *through)
    whole = replace(goal, value=replace(value, over=kept, where=mass))
    (at_mass,) = form_facts(_assumed_form(whole, goal.level), "whole")
    terms = _weakened_terms(whole, bound, 0, tuple(names[i] for i in at_mass.indices), floors)
    part, rest = (substitute(p, names) for p in (value.where, goal.level.denominator * n))
    zero = plain_terms(substitute(goal.level.numerator * d, names) * part)
    name, case, statement = proof.name("the mass"), substitute(mass, names), _goal_fact(proof)
    zero += plain_terms(rest, Use(name))
    for below in terms_of_others(value.where, through, names):
        zero += times(below.coefficient * rest, *below.uses, over=below.summed)
    at_whole_mass = Fact(proof.name("at the whole mass"), substitute(at_mass.polynomial, names))
    positive = plain_terms(part, Use(at_whole_mass.name))
    if len(positive) != 1:
        raise NotDeduced("the part is not a product")
    proof.add(Combine(at_whole_mass, terms))
    return Split(
        statement,
        name,
        case,
        (Combine(replace(statement, name="goal if >"), positive, (Use(name),)),),
        (Combine(replace(statement, name="goal if >="), zero),),
    )
