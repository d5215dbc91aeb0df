"""Composition of leakage up to a probability: a set of bad outcomes for each release.

A hypothesis about a release, given what was released before, has a set b of bad outcomes with

    (1 - b) (N' L - N) >= 0        N = P(x)W1(x,y1) .. Wk(x,yk),  N' the same without the last,
    d - sum b M >= 0               M = sum_x N,  and L = t Q with the level t and Q M' = M

The outcomes that are good in all are q = (1 - b1) .. (1 - bk), a tensor of its own, since such a
product for twenty releases has a million terms. One release after the other, with q' before it,

    q (t1 .. tk P(x) M - N)      =  L (1 - b) q' (t1 .. P(x) M' - N')  +  q' (1 - b) (N' L - N)
    d1 + .. + dk + sum q M - 1   =  (d1 + .. + sum q' M' - 1)  +  (d - sum b M)  +  sum b (1 - q') M

What leaks more than t1 t2 .. has weights c with q c = 0, and so its mass is at most that of 1 - q.
Source: [PML23, Thm. 4].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TypeVar

from pmlsym.calculus.effort import passed
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.instantiation import Lemma, fact_for_all, unused_name
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.kernel.certificate import Combine, Define, Term, Use

ONE = constant(1)

Letters = tuple[Index, ...]
T = TypeVar("T")


def composed_tail_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The bound of the mass of what leaks more than all releases may, where each has its set."""
    weights = (tensor for tensor in sequent.tensors if tensor.role == "selector")
    for chosen, inverse in permutations(weights, 2):
        with suppress(NotDeduced):
            excess = _excess_of(sequent, chosen, inverse)
            nothing = _Released((), excess.prior, ONE)
            in_turn = _first(_releases(sequent, excess, nothing, excess.prior))
            return (tuple(_steps(sequent, excess, in_turn)),)
    return ()


@dataclass(frozen=True)
class _Excess:
    """The facts that more leaks than the goal allows, for weights c of outcomes and letters.

    P(x) c = d (N - t P(x) M)        1 - sum_x P(x) c >= 0        sum_y M sum_x P(x) c - m >= 0
    """

    prior: Polynomial
    share: Polynomial
    inverse: Polynomial
    outcomes: tuple[Index, ...]
    inputs: tuple[Index, ...]
    part: Polynomial
    allowed: Polynomial
    is_above: Use
    at_most_one: Use
    total: Fact


def _excess_of(sequent: Sequent, chosen: Tensor, inverse: Tensor) -> _Excess:
    """The facts about such weights. Raises NotDeduced where these are not the ones."""
    facts = [fact for fact in sequent.facts if chosen in fact.polynomial.tensors]
    above = _first(f for f in facts if f.relation == "==" and inverse in f.polynomial.tensors)
    at = _first(at for tensor, at in above.polynomial.atoms() if tensor == chosen)
    share = _with(above.polynomial, inverse, 0)
    prior, gap = _with(share, chosen, 1), _with(share - above.polynomial, inverse, 1)
    inputs = tuple(i for i in at if i in prior.free)
    outcomes = tuple(i for i in at if i not in inputs)
    if {*at} != {*above.indices} or share != prior * atom(chosen, *at):
        raise NotDeduced("these are no weights of what is above")
    part = _positive(gap)
    return _Excess(
        prior=prior,
        share=share,
        inverse=atom(inverse, *at),
        outcomes=outcomes,
        inputs=inputs,
        part=part,
        allowed=part - gap,
        is_above=Use(above.name, above.indices),
        at_most_one=_stated(facts, 1 - sum_over(share, *inputs), outcomes, ">="),
        total=_first(f for f in facts if not f.indices and f.relation == ">="),
    )


@dataclass(frozen=True)
class _Released:
    """What was released up to a point: the outcomes, N and M."""

    outcomes: Letters
    part: Polynomial
    whole: Polynomial


@dataclass(frozen=True)
class _Release:
    """What is assumed of a release, at the letters of the goal; `after` it that much is released.

    `bad` is b, or zero where the hypothesis is about every outcome, and `mass` adds up to
    d - sum b M. `is_event` says that b <= 1, a factor as the other facts are; `quotient` says that
    Q M' - M is zero, if that is not so by itself.
    """

    after: _Released
    level: Polynomial
    ratio: Polynomial
    is_below: Use
    quotient: tuple[Use, ...]
    bad: Polynomial
    is_event: tuple[Use, ...]
    number: Polynomial
    mass: tuple[Term, ...]


def _releases(
    sequent: Sequent, excess: _Excess, done: _Released, allowed: Polynomial
) -> Iterator[tuple[_Release, ...]]:
    """The ways to go on with releases in turn that make the goal; several may be about one."""
    if done.outcomes == excess.outcomes:
        if done.part == excess.part and allowed * done.whole == excess.allowed:
            yield ()
        return
    for release in _next_releases(sequent, excess, done):
        for rest in _releases(sequent, excess, release.after, allowed * release.level):
            yield (release, *rest)
        if passed():
            return


def _next_releases(sequent: Sequent, excess: _Excess, before: _Released) -> Iterator[_Release]:
    """The hypotheses about what is released next."""
    for fact in sequent.facts:
        outcomes = excess.outcomes[: max(0, len(fact.indices) - len(excess.inputs))]
        if fact.relation != ">=" or len(outcomes) <= len(before.outcomes):
            continue
        for letters in ((*outcomes, *excess.inputs), (*excess.inputs, *outcomes)):
            with suppress(NotDeduced):
                polynomial, use = _at(fact, letters), Use(fact.name, letters)
                yield _release(sequent.facts, before, polynomial, use, outcomes)


def _release(
    facts: Sequence[Fact],
    before: _Released,
    polynomial: Polynomial,
    use: Use,
    outcomes: Letters,
) -> _Release:
    """The release that a fact (1 - b) (N' L - N) >= 0 is about. Raises NotDeduced at another."""
    sets = [t for t in polynomial.tensors if t.role == "event" and t.indicator]
    good, bad = polynomial, constant(0)
    for tensor in sets:
        if tensor.alphabets != tuple(i.alphabet for i in outcomes):
            raise NotDeduced("not a set of outcomes")
        good, bad = _with(good, tensor, 0), atom(tensor, *outcomes)
    if len(sets) > 1 or polynomial != good * (1 - bad):
        raise NotDeduced("not a bound off one set")
    part = _positive(-good)
    whole = sum_over(part, *(i for i in use.indices if i not in outcomes))
    ratio = _quotient(good + part, before.part)
    level, given = _number_and_rest(ratio)
    gap = given * before.whole - whole
    quotient = (_stated(facts, gap, outcomes, "=="),) if gap else ()
    mass, number = _mass(facts, bad, (whole, gap), quotient, outcomes) if bad else ((), bad)
    return _Release(
        after=_Released(outcomes, part, whole),
        level=level,
        ratio=ratio,
        is_below=use,
        quotient=quotient,
        bad=bad,
        is_event=tuple(Use(declared_name(b, "<= 1"), outcomes) for b in sets),
        number=number,
        mass=mass,
    )


def _mass(
    facts: Iterable[Fact],
    bad: Polynomial,
    masses: tuple[Polynomial, Polynomial],
    quotient: tuple[Use, ...],
    outcomes: Letters,
) -> tuple[tuple[Term, ...], Polynomial]:
    """The terms that add up to d - sum b M, and d; `masses` are M and Q M' - M.

    A fact that says so given what was before, as of the worst tail, is summed over that, and has
    Q M' for M. Raises NotDeduced where no fact says that.
    """
    whole, gap = masses
    ways = ((whole, ()), (whole + gap, times(bad, *quotient, over=outcomes)))
    for fact in facts:
        given = outcomes[: len(fact.indices)]
        with suppress(NotDeduced):
            known = sum_over(_at(fact, given), *given)
            for mass, terms in ways:
                number = known + sum_over(bad * mass, *outcomes)
                if fact.relation == ">=" and not {*number.tensors} & {*bad.tensors}:
                    return (*times(1, Use(fact.name, given), over=given), *terms), number
    raise NotDeduced("no bound of the mass of the bad outcomes")


def _steps(
    sequent: Sequent, excess: _Excess, releases: Sequence[_Release]
) -> Iterator[Combine | Define]:
    """One release after the other, then the mass of what leaks more."""
    good, allowed, numbers = ONE, excess.prior, constant(0)
    before = tuple[Fact, ...]()
    for k, each in enumerate(releases, 1):
        over, whole = each.after.outcomes, each.after.whole
        positive, define = _good_in_all(each, good, unused_name("g", sequent, k - 1), k)
        yield from (positive, define)
        equal, q = define.statement, atom(define.tensor, *over)
        allowed, numbers = allowed * each.level, numbers + each.number
        gap = allowed * whole - each.after.part
        total = numbers + sum_over(q * whole, *over) - 1
        idle = times(-1, equal) + times(good * each.bad)
        little = times(whole, equal, over=over) + each.mass
        less = times(gap, equal) + times(good, each.is_below)
        if each.quotient:
            less += times(-allowed * define.body, *each.quotient)
        if before:  # of no release there is nothing to state
            at_most_one, reached, below = before
            idle += times(1, at_most_one)
            little += times(1, reached) + times(each.bad * whole, at_most_one, over=over)
            less += times(each.ratio, below, *each.is_event)
        steps = [
            Combine(fact_for_all(f"{k} together, {name}", polynomial, letters, ">="), terms)
            for name, polynomial, letters, terms in (
                ("good at most once", 1 - q, over, idle),
                ("in all", total, (), little),
                ("below", q * gap, (*over, *excess.inputs), less),
            )
        ]
        yield from steps
        before, good = tuple(step.statement for step in steps), q
    bound = _mass_of_excess(excess, good, releases[-1].after.whole, numbers, *before)
    yield bound
    for fact in sequent.facts:
        if fact.relation == ">" and fact.polynomial == -bound.statement.polynomial:
            absurd = Fact("more leaks than all releases allow", constant(-1))
            yield Combine(absurd, times(1, bound.statement), (Use(fact.name),))


def _good_in_all(
    each: _Release, good: Polynomial, name: str, number: int
) -> tuple[Combine, Define]:
    """The definition of q as q' (1 - b), and before it that this is nonnegative."""
    over, body = each.after.outcomes, good * (1 - each.bad)
    tensor = Tensor(name, tuple(i.alphabet for i in over), nonnegative=True)
    called = f"{number} together, good"
    positive = Combine(
        fact_for_all(f"{called} or not", body, over, ">="), times(good, *each.is_event)
    )
    equal = Fact(called, atom(tensor, *over) - body, over, "==")
    uses = (Use(positive.statement.name, positive.statement.indices),)
    return positive, Define(equal, tensor, over, body, uses)


def _mass_of_excess(
    excess: _Excess,
    good: Polynomial,
    whole: Polynomial,
    numbers: Polynomial,
    at_most_one: Fact,
    reached: Fact,
    below: Fact,
) -> Combine:
    """The bound m <= d1 + d2 + .. of the mass of what leaks more."""
    over, every = excess.outcomes, (*excess.outcomes, *excess.inputs)
    mass = sum_over(whole * sum_over(excess.share, *excess.inputs), *over)
    terms = times(1, excess.total) + times(1, reached)
    terms += times(whole, at_most_one, excess.at_most_one, over=over)
    terms += times(whole * excess.inverse, below, over=every)
    terms += times(-whole * good, excess.is_above, over=every)
    level = mass - excess.total.polynomial
    return Combine(Fact("all releases together", numbers - level), terms)


def _first(found: Iterable[T]) -> T:
    """The first of them. Raises NotDeduced where there is none."""
    for each in found:
        return each
    raise NotDeduced("there is no such fact")


def _with(polynomial: Polynomial, tensor: Tensor, value: int) -> Polynomial:
    """The polynomial with a number in the place of a tensor."""
    places = tuple(Index(a, f"{a.lower()}_{k}") for k, a in enumerate(tensor.alphabets))
    return replace_tensor(polynomial, tensor, places, constant(value))


def _positive(polynomial: Polynomial) -> Polynomial:
    """The terms with positive coefficients."""
    return Polynomial({m: c for m, c in polynomial if c > 0})


def _at(fact: Fact, letters: Letters) -> Polynomial:
    """What a fact says of letters. Raises NotDeduced where it is not about such, in this order."""
    if [i.alphabet for i in fact.indices] != [i.alphabet for i in letters]:
        raise NotDeduced("the fact is about other letters")
    return substitute(fact.polynomial, dict(zip(fact.indices, letters, strict=True)))


def _stated(facts: Iterable[Fact], polynomial: Polynomial, letters: Letters, relation: str) -> Use:
    """The use of a fact that says this of the letters. Raises NotDeduced where there is none."""
    for fact in facts:
        with suppress(NotDeduced):
            if fact.relation == relation and _at(fact, letters) == polynomial:
                return Use(fact.name, letters)
    raise NotDeduced("no fact says that")


def _quotient(product: Polynomial, part: Polynomial) -> Polynomial:
    """What a product of factors is times another. Raises NotDeduced where it is none."""
    if len(product) != 1 or len(part) != 1:
        raise NotDeduced("no products of factors")
    ((whole, c),), ((divisor, d),) = product, part
    left = Counter(whole)
    left.subtract(divisor)
    if min(left.values(), default=0) < 0:
        raise NotDeduced("no multiple of what was before")
    return Polynomial({tuple(sorted(left.elements())): Fraction(c) / d})


def _number_and_rest(ratio: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The number t and the quotient Q of a product t Q."""
    ((factors, c),) = ratio
    numbers = tuple(f for f in factors if not any(at for _, at in f))
    return Polynomial({numbers: c}), Polynomial({tuple(f for f in factors if f not in numbers): 1})
