"""Two hypotheses about events of rows, applied to an event of both outcomes.

Each hypothesis says of every e in [0, 1], and all pairs of rows x, x', that

    first    d1 + sum_y e(x,x',y) (P(y) - N(y)) >= 0         P(y) = t W(x',y),  N(y) = W(x,y)
    second   d2 + sum_z e(x,x',z) (R(z) - M(z)) >= 0

and the goal speaks of an event e(x,x',y,z). Let B(y) = 1 where P(y) < N(y). Then

    first,   e := B(y) sum_z e(y,z) M(z)                         the excess of the first outcome
    second,  e := sum_y e(y,z) ( (1 - B(y)) N(y) + B(y) P(y) )   the smaller of both, at most N

have the sum of what the composition asks: N M - P R is B (N - P) M, plus the smaller of N and P
times M - R, plus what is negative where B = 0. So the deltas add up, where each event alone would
cost a factor. Source: the proof of [Dwork and Roth, Thm. 3.16].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Rule, Sequent
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.instantiation import (
    JOINT_CONDITION,
    Lemma,
    about_one_event,
    indicated,
    indicator,
    instantiated,
    side,
)


@dataclass(frozen=True)
class _Excess:
    """What a rule says of every event: at the letters that are given and one outcome, P and N."""

    rule: Rule
    given: tuple[Index, ...]
    outcome: tuple[Index, ...]
    above: Polynomial
    below: Polynomial

    @property
    def places(self) -> tuple[Index, ...]:
        """The letters of the event."""
        return (*self.given, *self.outcome)


def composed_events(sequent: Sequent) -> tuple[Lemma, ...]:
    """The two conclusions, with what they are derived from, for the first pair that has them."""
    rules = [rule for rule in about_one_event(sequent) if not rule.premises]
    events = [t for t in sequent.goal.tensors if t.role == "event" and t.at_most_one]
    pairs = sorted(product(rules, rules), key=lambda pair: pair[0] == pair[1])  # two at first
    for event, (one, other) in product(events, pairs):
        for first in _excesses(one, "1"):
            for second in _excesses(other, "2", first.given):
                whole = (*first.places, *second.outcome)
                if tuple(i.alphabet for i in whole) == event.alphabets:
                    found = _lemmas(sequent, first, second, event)
                    if found:
                        return found
    return ()


def _excesses(rule: Rule, mark: str, given: tuple[Index, ...] | None = None) -> Iterator[_Excess]:
    """The parts of a rule, its outcomes marked apart; the letters that are given called so."""
    (tensor,) = rule.tensors
    polynomial, free = rule.conclusion.polynomial, rule.conclusion.indices
    kept = {tuple(i for i in at if i in free) for own, at in polynomial.atoms() if own == tensor}
    if len(kept) != 1:
        return
    (own,) = kept
    places = tuple(Index(a, f"{a.lower()}_{mark}{k}") for k, a in enumerate(tensor.alphabets))
    letters, outcome = places[: len(own)], places[len(own) :]
    names = letters if given is None else given
    if set(own) != set(free) or [i.alphabet for i in own] != [i.alphabet for i in names]:
        return
    chosen = tuple(Index(i.alphabet, f"{i.name}'") for i in outcome)
    body = prod(map(equal_letters, chosen, outcome), start=constant(1))
    at_one = replace_tensor(polynomial, tensor, (*letters, *chosen), body)
    none = replace_tensor(polynomial, tensor, places, constant(0))
    beyond = substitute(at_one - none, dict(zip(own, names, strict=True)))
    above = Polynomial({m: c for m, c in beyond if c > 0})
    yield _Excess(rule, names, outcome, above, above - beyond)


def _lemmas(sequent: Sequent, first: _Excess, second: _Excess, event: Tensor) -> tuple[Lemma, ...]:
    """The sides of B and both conclusions; nothing if one cannot be had."""
    chosen = indicator(sequent, first.places)
    b = atom(chosen, *first.places)
    both = atom(event, *first.places, *second.outcome)
    define = indicated(chosen, first.places, first.above - first.below)
    under, over = side(define, "<=", b), side(define, ">=", 1 - b)
    smaller = (1 - b) * first.below + b * first.above
    bodies = (
        (first, b * sum_over(both * second.below, *second.outcome)),
        (second, sum_over(both * smaller, *first.outcome)),
    )
    lemmas: list[Lemma] = [(define, under), (over,)]
    known = replace(sequent, facts=(*sequent.facts, under.statement, over.statement))
    for number, (each, body) in enumerate(bodies, 1):
        name = f"{each.rule.name}, composed ({number})"
        steps = instantiated(known, each.rule, body, each.places, name, JOINT_CONDITION)
        if steps is None:
            return ()
        lemmas.append(steps)
    return tuple(lemmas)
