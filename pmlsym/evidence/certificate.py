"""Certificates: proofs of sequents, as data.

A certificate derives facts one after the other; the last one is the goal. Each step is checked by
`evidence/checker.py` from exact polynomial identities alone.

    combine       multiplier * statement = sum of lambda * sum over letters of a product of facts
    split         the goal follows if c > 0, and it follows if -c >= 0
    instantiate   a schema applied to a polynomial in place of its parameter, under a guard
    limit         a polynomial nonnegative for every 0 < lambda <= 1 has a nonnegative constant part
    indicate      a new indicator B(y) is one where a polynomial in y is negative, else zero
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor

GOAL = "goal"


@dataclass(frozen=True)
class Use:
    """A fact by name, at indices that take the places of those it quantifies, in order."""

    fact: str
    indices: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Term:
    """`coefficient` times the product of the uses, summed over the indices `summed`."""

    coefficient: Fraction
    uses: tuple[Use, ...]
    summed: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Combine:
    """Derive `statement` from  multiplier * statement = sum of terms, the multipliers being > 0."""

    statement: Fact
    terms: tuple[Term, ...]
    multiplier: tuple[Use, ...] = ()


@dataclass(frozen=True)
class Split:
    """Prove `statement` if `case` > 0, and if -case >= 0; either is then the fact `name`."""

    statement: Fact
    name: str
    case: Polynomial
    positive: tuple[Step, ...]
    nonpositive: tuple[Step, ...]


@dataclass(frozen=True)
class Instantiate:
    """From a schema with parameter := `body` in `places`: guard * conclusion relation 0.

    `guard` is a polynomial c >= 0, shown so by the fact `guard_fact`; `conditions` names, in the
    order of the schema's own conditions followed by those its parameter declares, facts that state
    c * condition. The guard may not contain an index that a condition quantifies.
    """

    statement: Fact
    schema: str
    places: tuple[Index, ...]
    body: Polynomial
    guard: Polynomial
    guard_fact: str
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class Limit:
    """From a fact about every 0 < variable <= 1: its constant part in the variable is >= 0."""

    statement: Fact
    variable: Tensor
    fact: str


@dataclass(frozen=True)
class Indicate:
    """Define B(..) = 1 where `polynomial` < 0, else 0; so (1 - 2 B(..)) * polynomial >= 0.

    `statement` says the latter, for all letters of B, which are its indices in order. B is new:
    no assumption and no earlier step mentions it. A certificate with such a step has no limits.
    """

    statement: Fact
    indicator: Tensor
    polynomial: Polynomial


Step = Combine | Split | Instantiate | Limit | Indicate


@dataclass(frozen=True)
class Certificate:
    """A sequent with the steps that prove it; the last statement is named `goal`."""

    sequent: Sequent
    steps: tuple[Step, ...]
