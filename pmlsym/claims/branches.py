"""The logic of claims: a claim splits into branches, each with premises and one goal.

To prove a disjunction, its last part is proved under the negations of the others; to prove a strict
comparison, its negation is refuted. An instance outside a claim's domain neither satisfies nor
violates the claim, so negating comparisons is sound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pmlsym.errors import Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Implication,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantity,
    Sum,
)

OPPOSITE = {"<=": ">", ">=": "<", "<": ">=", ">": "<="}
MIRROR = {"<=": "<=", "<": "<", ">=": "<=", ">": "<"}


@dataclass(frozen=True)
class Branch:
    """Premises, each `<=` or `<` or a condition, and a goal `<=`, or a contradiction."""

    premises: tuple[Comparison | Condition, ...]
    goal: Comparison | None


def branches(claim: Claim) -> tuple[Branch, ...]:
    """The branches that together prove the claim.

    Raises Unsupported where a condition would have to be proved or negated.
    """
    return tuple(_prove(claim, ()))


def negate(claim: Claim) -> Claim:
    """The negation, pushed down to the comparisons."""
    match claim:
        case Comparison(left, "==", right):
            return Disjunction((Comparison(left, "<", right), Comparison(left, ">", right)))
        case Comparison(left, relation, right):
            return Comparison(left, OPPOSITE[relation], right)
        case Conjunction(claims):
            return Disjunction(tuple(map(negate, claims)))
        case Disjunction(claims):
            return Conjunction(tuple(map(negate, claims)))
        case Negation(inner):
            return inner
        case Implication(premise, conclusion):
            return Conjunction((premise, negate(conclusion)))
        case Condition(text):
            raise Unsupported(f"the engines cannot negate {text}")
    raise Unsupported(f"no negation for {type(claim).__name__}")


def _prove(claim: Claim, premises: tuple[Claim, ...]) -> Iterator[Branch]:
    match claim:
        case Implication(premise, conclusion):
            yield from _prove(conclusion, (*premises, premise))
        case Conjunction(claims):
            for part in claims:
                yield from _prove(part, premises)
        case Disjunction((*others, last)):
            yield from _prove(last, (*premises, *map(negate, others)))
        case Negation(inner):
            yield from _prove(negate(inner), premises)
        case Comparison(left, "==", right):
            yield from _prove(Comparison(left, "<=", right), premises)
            yield from _prove(Comparison(right, "<=", left), premises)
        case Comparison(_, "<" | ">", _):
            for given in _assume((*premises, negate(claim))):
                yield Branch(given, None)
        case Comparison():
            for given in _assume(premises):
                yield Branch(given, _upward(claim))
        case _:
            raise Unsupported(f"the engines cannot prove {claim!r}")


def _assume(premises: tuple[Claim, ...]) -> Iterator[tuple[Comparison | Condition, ...]]:
    """The premises as lists of comparisons and conditions, one for each case."""
    if not premises:
        yield ()
        return
    first, rest = premises[0], premises[1:]
    match first:
        case Conjunction(claims):
            yield from _assume((*claims, *rest))
        case Disjunction(claims):
            for part in claims:
                yield from _assume((part, *rest))
        case Negation(inner):
            yield from _assume((negate(inner), *rest))
        case Implication(premise, conclusion):
            yield from _assume((Disjunction((negate(premise), conclusion)), *rest))
        case Comparison(left, "==", right):
            both = (Comparison(left, "<=", right), Comparison(right, "<=", left))
            yield from _assume((*both, *rest))
        case Comparison():
            for tail in _assume(rest):
                yield (_upward(first), *tail)
        case Condition():
            for tail in _assume(rest):
                yield (first, *tail)
        case _:
            raise Unsupported(f"the engines cannot assume {first!r}")


def _upward(claim: Comparison) -> Comparison:
    """The comparison with its sides in the order of `<=`, of leakages rather than exp of them."""
    if claim.relation not in ("<=", "<"):
        return _upward(Comparison(claim.right, MIRROR[claim.relation], claim.left))
    leakages = any(isinstance(part, Measure) and part.is_log for part in walk(claim))
    if leakages and Exponential in (type(claim.left), type(claim.right)):
        left, right = _logarithm(claim.left), _logarithm(claim.right)
        if left is not None and right is not None:
            return Comparison(left, claim.relation, right)
    return claim


def _logarithm(quantity: Quantity) -> Quantity | None:
    """The logarithm of what is positive in every instance, if it shows; else nothing."""
    match quantity:
        case Exponential(body):
            return body
        case Constant(value) if value > 0:
            return Logarithm(quantity)
        case Measure(is_log=False, positive=True):
            return Logarithm(quantity)
        case Product((first, *others)):
            logs = [_logarithm(part) for part in (first, *others)]
            return None if None in logs else Sum(tuple(log for log in logs if log is not None))
        case Division(above, below):
            over, under = _logarithm(above), _logarithm(below)
            return None if over is None or under is None else over - under
    return None
