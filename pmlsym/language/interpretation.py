"""The meaning of the signs of quantities and of the connectives of claims over some entries.

No other file reads signs or connectives. Exact numbers, ranges, ratios of polynomials, registers of
a plan and pieces of text are entries of quantities; an `Arithmetic` says how they are added,
divided, compared and so on: a table of rules, each from entries to an entry. A node without a rule
is refused. Truths, slacks on many instances and pieces of text are entries of claims; a `Logic`
says how comparisons are read and joined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from pmlsym.errors import Unsupported
from pmlsym.language.nodes import (
    BinomialTail,
    Bound,
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Entropic,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Measure,
    Negation,
    OpenOrder,
    Optimum,
    Product,
    Quantified,
    Quantity,
    Scalar,
    Series,
    Sum,
)

E = TypeVar("E")


def _not_read_here(quantity: Quantity) -> Exception:
    """The error for a node of quantities for which an interpretation has no rule."""
    return Unsupported(f"{quantity!r} is not read here")


@dataclass(kw_only=True)
class Arithmetic(Generic[E]):
    """A table of rules for quantities; a rule that takes a node reads the node with its parts.

    `refused` makes the error for a node without a rule. The class is not frozen: freezing would
    take longer than many of the evaluations that make one.

    >>> degrees = Arithmetic[int](constant=lambda c: 0, scalar=lambda s: 1, add=max, multiply=sum)
    >>> degrees.read(Scalar("a") * Scalar("b") + 2 * Scalar("a"))
    2
    """

    constant: Callable[[Fraction], E]
    scalar: Callable[[Scalar], E] | None = None
    measure: Callable[[Measure], E] | None = None
    entropy: Callable[[Entropic], E] | None = None
    letter: Callable[[Bound], E] | None = None
    series: Callable[[Series, Callable[[Quantity], E]], E] | None = None
    add: Callable[[Sequence[E]], E] | None = None
    multiply: Callable[[Sequence[E]], E] | None = None
    divide: Callable[[E, E], E] | None = None
    log: Callable[[E], E] | None = None
    exp: Callable[[E], E] | None = None
    largest: Callable[[Sequence[E]], E] | None = None
    smallest: Callable[[Sequence[E]], E] | None = None
    tail: Callable[[E, E, E], E] | None = None
    supremum: Callable[[Optimum, Callable[[Quantity], E]], E] | None = None
    ordered: Callable[[OpenOrder], E] | None = None
    refused: Callable[[Quantity], Exception] = _not_read_here

    def read(self, quantity: Quantity) -> E:
        """The fold of a quantity's nodes by these rules, parts first: a number, text, range .."""
        return self.join(quantity, self.read)

    def join(  # noqa: C901 - a branch for each node, and nothing else
        self, quantity: Quantity, read: Callable[[Quantity], E]
    ) -> E:
        """The meaning of a quantity's node by these rules, its parts read by `read`."""
        match quantity:
            case Constant(value):
                return self.constant(value)
            case Scalar() if self.scalar:
                return self.scalar(quantity)
            case Measure() if self.measure:
                return self.measure(quantity)
            case Sum(terms) if self.add:
                return self.add([read(term) for term in terms])
            case Product(factors) if self.multiply:
                return self.multiply([read(factor) for factor in factors])
            case Division(above, below) if self.divide:
                return self.divide(read(above), read(below))
            case Logarithm(body) if self.log:
                return self.log(read(body))
            case Exponential(body) if self.exp:
                return self.exp(read(body))
            case Extreme(bodies, is_maximum=True) if self.largest:
                return self.largest([read(body) for body in bodies])
            case Extreme(bodies, is_maximum=False) if self.smallest:
                return self.smallest([read(body) for body in bodies])
            case BinomialTail(most, trials, probability) if self.tail:
                return self.tail(read(most), read(trials), read(probability))
            case Series() if self.series:
                return self.series(quantity, read)
            case Entropic() if self.entropy:
                return self.entropy(quantity)
            case Bound() if self.letter:
                return self.letter(quantity)
            case OpenOrder() if self.ordered:
                return self.ordered(quantity)
            case Optimum() if self.supremum:
                return self.supremum(quantity, read)
        raise self.refused(quantity)


T = TypeVar("T")


@dataclass(kw_only=True)
class Logic(Generic[T]):
    """A table of rules for claims.

    The conclusion of an implication is read only if its rule asks for it. A quantifier is read as a
    whole by its rule, and refused if there is no rule.

    >>> from operator import not_
    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("a <= b and not b < c")
    >>> Logic(
    ...     compare=lambda part: part.relation == "<=",
    ...     condition=lambda part: True,
    ...     all_of=all,
    ...     any_of=any,
    ...     negate=not_,
    ...     implies=lambda premise, conclusion: not premise or conclusion(),
    ... ).read(claim)
    True
    """

    compare: Callable[[Comparison], T]
    condition: Callable[[Condition], T]
    all_of: Callable[[Sequence[T]], T]
    any_of: Callable[[Sequence[T]], T]
    negate: Callable[[T], T]
    implies: Callable[[T, Callable[[], T]], T]
    quantify: Callable[[Quantified], T] | None = None

    def read(self, claim: Claim) -> T:
        """The meaning of a claim's node by these rules, which say what "and", "implies", .. do."""
        match claim:
            case Comparison():
                return self.compare(claim)
            case Condition():
                return self.condition(claim)
            case Conjunction(claims):
                return self.all_of([self.read(part) for part in claims])
            case Disjunction(claims):
                return self.any_of([self.read(part) for part in claims])
            case Negation(inner):
                return self.negate(self.read(inner))
            case Implication(premise, conclusion):
                return self.implies(self.read(premise), lambda: self.read(conclusion))
            case Quantified() if self.quantify:
                return self.quantify(claim)
            case Quantified():
                raise Unsupported(f"{claim} has a quantifier, which is not read here")
        raise Unsupported(f"{type(claim).__name__} is no claim that is read here")
