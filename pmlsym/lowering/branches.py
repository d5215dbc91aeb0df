"""The logic of claims: a claim splits into branches, each with its premises and one goal.

To prove a disjunction, its last part is proved under the negations of the others; to prove a strict
comparison, its negation is refuted. An instance outside a claim's domain neither satisfies nor
violates the claim, so negating comparisons is sound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pmlsym.claims.ranges import Range, range_of
from pmlsym.errors import Unsupported
from pmlsym.language.fold import contains, walk
from pmlsym.language.interpretation import Logic
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantified,
    Quantity,
    Sum,
)
from pmlsym.language.writing import statement

OPPOSITE = {"<=": ">", ">=": "<", "<": ">=", ">": "<="}


Premise = Comparison | Condition | Negation | Quantified
"""A premise of a branch: a negation is that of a condition, a quantifier says "for all"."""

STRICT = ("fullsupport",)
"""The conditions that are strict inequalities: as goals they are shown by refuting the negation."""


@dataclass(frozen=True)
class Branch:
    """Premises with a goal; or premises alone, which then have to be contradictory.

    A premise is a `<=` or `<`, a condition, its negation or a "for all".
    """

    premises: tuple[Premise, ...]
    goal: Comparison | Condition | None

    @property
    def comparisons(self) -> tuple[tuple[Comparison, ...], Comparison | None] | None:
        """The premises and goal of a branch if all of them compare quantities, else nothing."""
        premises = tuple(p for p in self.premises if isinstance(p, Comparison))
        if len(premises) < len(self.premises) or isinstance(self.goal, Condition):
            return None
        return premises, self.goal


def branches(claim: Claim, *, turn: int = 0) -> tuple[Branch, ...]:
    """The branches, premises with one goal each, that together prove the claim.

    `turn` counts back from the last part of a disjunction to the one that is to be proved.
    """
    return tuple(_branches_of(normal_form(claim), (), turn))


def goal_choices(claim: Claim) -> int:
    """How many parts of a claim's disjunction can be chosen as the goal of a branch.

    >>> from pmlsym.claim_text.question import parse
    >>> goal_choices(parse("p <= 1 => a <= b or b <= a or c <= a")), goal_choices(parse("a <= b"))
    (3, 1)
    """
    return max(_disjunction_widths(normal_form(claim)))


def _disjunction_widths(claim: Claim) -> Iterator[int]:
    """The number of parts to choose among, for each "or" from which a branch takes its goal."""
    match claim:
        case Conjunction(claims):
            for part in claims:
                yield from _disjunction_widths(part)
        case Disjunction((*_, Conjunction() | Disjunction() as last)):
            yield from _disjunction_widths(last)
        case Disjunction(claims):
            yield len(claims)
    yield 1


def normal_form(claim: Claim, *, holds: bool = True) -> Claim:
    """The claim, or its negation, as branches need it: comparisons joined by "and" and "or".

    A negated condition keeps its negation.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.language.writing import statement
    >>> statement(normal_form(parse("a <= b => not (c < d or a == c)"), holds=False))
    'a <= b and (c < d or a <= c and a >= c)'
    """
    return _SIGNED.read(claim)(holds)


Signed = Callable[[bool], Claim]
"""A claim in normal form, or its negation."""


def _joined(every: bool, parts: Sequence[Signed], holds: bool) -> Claim:
    """The normal form of "and" or "or" of parts; of negated parts it is the other connective."""
    join = Conjunction if every == holds else Disjunction
    return join(tuple(part(holds) for part in parts))


def _signed_parts(claim: Comparison, holds: bool) -> Claim:
    """A comparison, or its negation, as branches have it: an equality as two inequalities."""
    if claim.relation != "==":
        return claim if holds else replace(claim, relation=OPPOSITE[claim.relation])
    signs = ("<=", ">=") if holds else ("<", ">")
    both = tuple(replace(claim, relation=sign) for sign in signs)
    return Conjunction(both) if holds else Disjunction(both)


def _negation(part: Signed) -> Signed:
    """The normal form of "not A" from that of A: its sign is turned."""
    return lambda holds: part(not holds)


def _signed_quantifier(claim: Quantified, holds: bool) -> Claim:
    """A quantifier, or its negation, as branches have it: "not for all" is "for some not"."""
    if holds:
        return claim
    body = claim.body.claim if isinstance(claim.body, Negation) else _negated_body(claim.body)
    return replace(claim, body=body, is_universal=not claim.is_universal)


def _negated_body(claim: Claim) -> Claim:
    """The negation, for a branch, of a quantifier's body; that of a == b is a > b if a >= b."""
    if isinstance(claim, Comparison) and claim.relation == "==":
        left, right = range_of(claim.left), range_of(claim.right)
        if _is_never_below(left, right):
            return replace(claim, relation=">")
        if _is_never_below(right, left):
            return replace(claim, relation="<")
    return Negation(claim)


def _is_never_below(one: Range, other: Range) -> bool:
    """Whether a side in one range is never below the other, so that a branch reads != as ">"."""
    ends = one.low is not None and other.high is not None and one.low >= other.high
    return ends and not one.has_minus_inf and not other.has_inf


_SIGNED: Logic[Signed] = Logic(
    compare=lambda claim: partial(_signed_parts, claim),
    condition=lambda claim: lambda holds: claim if holds else Negation(claim),
    all_of=lambda parts: partial(_joined, True, parts),
    any_of=lambda parts: partial(_joined, False, parts),
    negate=_negation,
    implies=lambda premise, conclusion: partial(_joined, False, (_negation(premise), conclusion())),
    quantify=lambda claim: partial(_signed_quantifier, claim),
)


def _branches_of(claim: Claim, premises: tuple[Claim, ...], turn: int) -> Iterator[Branch]:
    """The branches that prove a claim in normal form under these premises."""
    match claim:
        case Conjunction(claims):
            for part in claims:
                yield from _branches_of(part, premises, turn)
        case Disjunction(claims):
            at = _place_of_goal(claims, turn)
            others = (*claims[:at], *claims[at + 1 :])
            assumed_claims = (*premises, *(normal_form(c, holds=False) for c in others))
            yield from _branches_of(claims[at], assumed_claims, turn)
        case Quantified(is_universal=False):
            assumed_claims = (*premises, normal_form(claim, holds=False))
            yield from (Branch(assumed, None) for assumed in _cases(assumed_claims))
        case Negation(Condition() as condition):
            yield from (Branch(assumed, None) for assumed in _cases((*premises, condition)))
        case Condition(kind=kind) if kind in STRICT:
            yield from (Branch(assumed, None) for assumed in _cases((*premises, Negation(claim))))
        case Condition():
            yield from (Branch(assumed, claim) for assumed in _cases(premises))
        case _:
            goal = _as_comparison(claim)
            strict = goal.relation in ("<", ">")
            assumed_claims = (*premises, normal_form(goal, holds=False)) if strict else premises
            for assumed in _cases(assumed_claims):
                yield Branch(assumed, None if strict else upward(goal))


def _place_of_goal(claims: Sequence[Claim], turn: int) -> int:
    """The place of the part of a disjunction that a branch has as its goal.

    It is the last part, or the part that many turns before it. A strict comparison of numbers
    alone, as in A <= B or b < a, helps more as a negated premise: then an earlier part is taken.
    """
    last = len(claims) - 1
    if isinstance(claims[last], Conjunction | Disjunction):
        return last
    about_measures = [k for k, part in enumerate(claims) if _is_about_measures(part)]
    if about_measures and _is_strict_of_numbers(claims[last]):
        last = about_measures[-1]
    return (last - turn) % len(claims)


def _is_about_measures(claim: Claim) -> bool:
    """Whether a part of an "or" is a weak comparison of a measure, a good goal for a branch."""
    is_weak = isinstance(claim, Comparison) and claim.relation in ("<=", ">=")
    return is_weak and contains(claim, Measure)


def _is_strict_of_numbers(claim: Claim) -> bool:
    """Whether a part of an "or" is strict and without a measure, a poor goal for a branch."""
    is_strict = isinstance(claim, Comparison) and claim.relation in ("<", ">")
    return is_strict and not contains(claim, Measure)


def _cases(premises: tuple[Claim, ...]) -> Iterator[tuple[Premise, ...]]:
    """The premises of a branch without "or": a list of premises for each case."""
    if not premises:
        yield ()
        return
    first, rest = premises[0], premises[1:]
    match first:
        case Conjunction(claims):
            yield from _cases((*claims, *rest))
        case Disjunction(claims):
            for part in claims:
                yield from _cases((part, *rest))
        case _:
            premise = _as_premise(first)
            for tail in _cases(rest):
                yield (premise, *tail)


def _as_premise(claim: Claim) -> Premise:
    """The claim as a premise of a branch. Raises Unsupported where no engine reads it."""
    if isinstance(claim, Negation) and isinstance(claim.claim, Condition):
        return claim
    if isinstance(claim, Quantified) and claim.is_universal:
        return claim
    return claim if isinstance(claim, Condition) else upward(_as_comparison(claim))


def condition_of(premise: Negation) -> Condition:
    """The condition that a negated premise of a branch is about."""
    assert isinstance(premise.claim, Condition)
    return premise.claim


def _as_comparison(claim: Claim) -> Comparison:
    """The claim as a comparison of a branch. Raises Unsupported for any other claim."""
    if not isinstance(claim, Comparison):
        raise Unsupported(f"the engines cannot read {statement(claim)}")
    return claim


def upward(claim: Comparison) -> Comparison:
    """A branch's comparison turned to `<=` or `<`, of leakages rather than exp of them."""
    if claim.relation not in ("<=", "<"):
        return upward(claim.flipped)
    leakages = any(isinstance(part, Measure) and part.is_log for part in walk(claim))
    if leakages and Exponential in (type(claim.left), type(claim.right)):
        left, right = _log_of_positive(claim.left), _log_of_positive(claim.right)
        if left is not None and right is not None:
            return Comparison(left, claim.relation, right)
    return claim


def _log_of_positive(quantity: Quantity) -> Quantity | None:
    """The logarithm of a side of a branch's comparison that is plainly positive; else nothing."""
    match quantity:
        case Exponential(body):
            return body
        case Constant(value) if value > 0:
            return Logarithm(quantity)
        case Measure(is_log=False, positive=True):
            return Logarithm(quantity)
        case Product((first, *others)):
            logs = [_log_of_positive(part) for part in (first, *others)]
            return None if None in logs else Sum(tuple(log for log in logs if log is not None))
        case Division(above, below):
            over, under = _log_of_positive(above), _log_of_positive(below)
            return None if over is None or under is None else over - under
    return None
