"""The goal of a sequent from a bound that was derived of its measure.

    L D - N >= 0 , T >= L       gives     T D - N  =  (L D - N) + (T - L) D  >=  0
    L - sum M >= 0, M - W >= 0  gives     L - sum c W  =  (L - sum M) + sum c (M - W)  >=  0

    q (L d - n) >= 0            gives     a (L d - n) >= 0          where  q = sum_s a,  a >= 0

The first weakens the level L to the level T of the goal, by factors of which it is known that they
are at least one: t1 t2 - t1 = t1 (t2 - 1). The second turns the form that is assumed, an envelope
M, into the form that is shown, for every weighting c. The third is for a prior P >> V, whose mass
q(x) = sum_s P(s)V(s,x) a lemma speaks of, and the goal of each part a of it: divided by q where
that is positive; where it is zero, so is a.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index, delta
from pmlsym.engines.certificates.candidates import alone
from pmlsym.engines.lemmas.known_bound import KnownBound, with_quotients, without
from pmlsym.engines.lemmas.lemma import stated
from pmlsym.engines.lemmas.open_proof import OpenProof, nonnegative_terms, placed
from pmlsym.kernel.certificate import GOAL, Combine, Split, Term, Use
from pmlsym.language.value import Largest, Ratio
from pmlsym.lowering.forms import ExistsTensor, ForAllTensor, Form
from pmlsym.lowering.fresh_names import FreshNames
from pmlsym.lowering.level_form import Level, at_least, at_most
from pmlsym.lowering.levels import ABOVE, MeasureBound

Floors = Callable[[Polynomial], Fact | None]
"""The fact that a level is at least one, q - 1 >= 0, or at most one; derived if need be."""


def conclude(proof: OpenProof, goal: MeasureBound, known: KnownBound, floors: Floors) -> bool:
    """Whether the goal was derived from a bound of its measure, which ends the proof."""
    bound = with_quotients(proof, known)
    if isinstance(goal.form, ForAllTensor):
        return _by_weighting(proof, goal, bound, floors)
    wanted = stated(_form(goal, goal.level), "wanted")
    sequent = proof.sequent
    for each in range(len(wanted)):
        names = placed(wanted[each].polynomial, wanted[each].indices, sequent.goal)
        if names is None or each >= len(bound.facts):
            continue
        at = tuple(names[i] for i in wanted[each].indices)
        terms = _weakened(proof, goal, bound, each, at, floors)
        if terms is not None:
            proof.add(Combine(Fact(GOAL, sequent.goal, (), sequent.relation), terms))
            return True
    return _by_parts_of_mass(proof, goal, bound, floors)


def _form(goal: MeasureBound, level: Level) -> Form:
    rule = at_most if goal.side == ABOVE else at_least
    return rule(goal.value, level, FreshNames(), assumed=True)


def _weakened(
    proof: OpenProof,
    goal: MeasureBound,
    bound: KnownBound,
    place: int,
    at: tuple[Index, ...],
    floors: Floors,
) -> tuple[Term, ...] | None:
    """The terms that add up to one fact of the form at the level of the goal, at these letters."""
    fact, target, level = bound.facts[place], goal.level, bound.level
    if fact.polynomial and len(fact.indices) != len(at):
        return None
    scale = _quotient(target.denominator, level.denominator)
    if scale is None:
        return None
    times = [u for t in nonnegative_terms(scale) or () for u in t.uses]
    first = Term(_coefficient(scale), (Use(fact.name, at), *times))
    one, zero = (stated(_form(goal, Level(constant(k))), "") for k in (1, 0))
    names = dict(zip(one[place].indices, at, strict=True))
    part = substitute(one[place].polynomial, names) - substitute(zero[place].polynomial, names)
    rest = _at_least_zero(target.numerator, scale * level.numerator, part, floors)
    if rest is None:
        return None
    return (first, *rest) if fact.polynomial else rest or (Term(Fraction(0), ()),)


def _quotient(whole: Polynomial, part: Polynomial) -> Polynomial | None:
    """One product of levels divided by another."""
    if part == constant(1):
        return whole if len(whole) == 1 else None
    if len(whole) != 1 or len(part) != 1:
        return None
    ((above, c),), ((below, d),) = whole.terms.items(), part.terms.items()
    left = without(above, below)
    return None if left is None else Polynomial({left: Fraction(c) / d})


def _coefficient(scale: Polynomial) -> Fraction:
    ((_, c),) = scale.terms.items()
    return Fraction(c)


def _at_least_zero(
    high: Polynomial, low: Polynomial, part: Polynomial, floors: Floors
) -> tuple[Term, ...] | None:
    """The terms that add up to (high - low) * part, for products of levels and a plain part."""
    if high == low or not part:
        return ()
    plain = nonnegative_terms((high - low) * part)
    if plain is not None:
        return plain
    if len(high) != 1 or len(low) != 1:
        return None
    ((above, c),), ((below, d),) = high.terms.items(), low.terms.items()
    more, less = Counter(above) - Counter(below), Counter(below) - Counter(above)
    common = tuple((Counter(above) & Counter(below)).elements())
    if c < d or d <= 0:
        return None
    terms: list[Term] = []
    # c Πf - d Πg  =  d (Πf - 1) + d (1 - Πg) + (c - d) Πf
    for factors, sign in ((sorted(more.elements()), 1), (sorted(less.elements()), -1)):
        for k, each in enumerate(factors):
            fact = floors(Polynomial({(each,): sign}) - sign)
            rest = part * Polynomial({(*common, *factors[k + 1 :]): d})
            own = None if fact is None else _with(rest, Use(fact.name))
            if own is None:
                return None
            terms += own
    own = _with(part * Polynomial({(*common, *more.elements()): Fraction(c) - d}))
    return None if own is None else (*terms, *own)


def _with(polynomial: Polynomial, *more: Use) -> tuple[Term, ...] | None:
    """A plainly nonnegative polynomial times what the uses say, as terms."""
    terms = nonnegative_terms(polynomial)
    if terms is None:
        return None
    return tuple(Term(t.coefficient, (*t.uses, *more), t.summed) for t in terms if t.coefficient)


def _by_weighting(proof: OpenProof, goal: MeasureBound, bound: KnownBound, floors: Floors) -> bool:
    """The goal for every weighting of the entries, from an envelope of them and its sum."""
    shown, assumed = goal.form, _form(goal, goal.level)
    if bound.own is None or len(bound.facts) != 2 or not isinstance(assumed, ExistsTensor):
        return False
    assert isinstance(shown, ForAllTensor)
    envelope, total = bound.facts
    weighting, sequent = shown.tensor, proof.sequent
    terms = _weakened(proof, goal, bound, 1, (), floors)
    if terms is None or tuple(i.alphabet for i in envelope.indices) != weighting.alphabets:
        return False
    below = _quotient(goal.level.denominator, bound.times)
    scale = None if below is None else nonnegative_terms(below)
    if below is None or scale is None or len(scale) != 1 or total.indices:
        return False
    at = envelope.indices
    weigh = Use(declared_name(weighting, ">= 0"), at)
    uses = (*scale[0].uses, weigh, Use(envelope.name, at))
    terms = (*terms, Term(scale[0].coefficient, uses, at))
    for condition in shown.conditions:
        known = next((f for f in sequent.facts if f.polynomial == condition.polynomial), None)
        if known is None:
            return False
        own = dict(zip(bound.own.letters, condition.indices, strict=True))
        body = substitute(bound.own.polynomial, own) * below
        for monomial, c in body:
            found = alone(monomial)
            if found is None:
                return False
            every = (*found.term.uses, Use(known.name, known.indices))
            terms = (*terms, Term(-Fraction(c), every, (*found.term.summed, *condition.indices)))
    proof.add(Combine(Fact(GOAL, sequent.goal, (), sequent.relation), terms))
    return True


def _by_parts_of_mass(
    proof: OpenProof, goal: MeasureBound, bound: KnownBound, floors: Floors
) -> bool:
    """The goal of a part of the mass, from a bound that has the whole of it as its guard."""
    value, sequent = goal.value, proof.sequent
    if not isinstance(value, Largest) or not isinstance(value.body, Ratio):
        return False
    n, d = value.body.numerator, value.body.denominator
    through = tuple(i for i in value.over if i not in {*n.free, *d.free})
    (wanted,) = stated(_form(goal, goal.level), "wanted")
    names = placed(wanted.polynomial, wanted.indices, sequent.goal)
    if not through or names is None or len(bound.facts) != 1:
        return False
    kept = tuple(i for i in value.over if i not in through)
    mass = sum_over(value.where, *through)
    whole = replace(goal, value=replace(value, over=kept, where=mass))
    (at_mass,) = stated(_form(whole, goal.level), "whole")
    terms = _weakened(proof, whole, bound, 0, tuple(names[i] for i in at_mass.indices), floors)
    part = substitute(value.where, names)
    uses = nonnegative_terms(part)
    less = nonnegative_terms(substitute(goal.level.numerator * d, names) * part)
    rest = nonnegative_terms(substitute(goal.level.denominator * n, names))
    if terms is None or uses is None or len(uses) != 1 or less is None or rest is None:
        return False
    known = Fact(proof.name("at the whole mass"), substitute(at_mass.polynomial, names))
    proof.add(Combine(known, terms))
    case, statement = substitute(mass, names), Fact(GOAL, sequent.goal, (), sequent.relation)
    name = proof.name("the mass")
    positive = Term(uses[0].coefficient, (*uses[0].uses, Use(known.name)))
    zero = [*less, *(_times(t, Use(name)) for t in rest)]
    for below in _differences(value.where, through, names):
        zero += [_product(t, below) for t in rest]
    branches = (
        Combine(replace(statement, name="goal if >"), (positive,), (Use(name),)),
        Combine(replace(statement, name="goal if >="), tuple(zero)),
    )
    proof.add(Split(statement, name, case, (branches[0],), (branches[1],)))
    return True


def _differences(
    where: Polynomial, through: Sequence[Index], names: Mapping[Index, Index]
) -> Iterator[Term]:
    """Terms that add up to what the whole mass is more than its part at these letters.

    One letter after the other is summed over: sum_s' a(s') - a(s) = sum_s' a(s') (1 - delta(s,s')).
    """
    own = {i: j for i, j in names.items() if i not in through}
    for k, letter in enumerate(through):
        fixed = {i: names[i] for i in through[k + 1 :]}
        summed = {i: Index(i.alphabet, f"{i.name}~{m}") for m, i in enumerate(through[: k + 1])}
        (term,) = nonnegative_terms(substitute(where, {**own, **fixed, **summed})) or ()
        apart = Use(declared_name(delta(letter.alphabet), "<= 1"), (summed[letter], names[letter]))
        yield Term(term.coefficient, (*term.uses, apart), tuple(summed.values()))


def _times(term: Term, use: Use) -> Term:
    return replace(term, uses=(*term.uses, use))


def _product(one: Term, other: Term) -> Term:
    """The product of two terms whose summed letters are apart."""
    uses, summed = (*one.uses, *other.uses), (*one.summed, *other.summed)
    return Term(one.coefficient * other.coefficient, uses, summed)
