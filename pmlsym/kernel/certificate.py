"""Certificates: proofs of sequents, as data.

A certificate derives facts one after the other; the last one is the goal. Each step is checked by
`kernel/checker.py` from exact polynomial identities alone: combine, split, apply and limit; steps
that introduce a tensor or an alphabet (define, indicate, choose, reciprocal, enlarge); and steps
about convex terms F(a, b) of calculus/convex_term.py (perspective, scale, same, row).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import TypeVar

from pmlsym.calculus.convex_term import Function
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor, with_inner

GOAL = "goal"
T = TypeVar("T")


@dataclass(frozen=True)
class Use:
    """A fact by name, at indices that replace those it quantifies, in order."""

    fact: str
    indices: tuple[Index, ...] = ()


PLAIN = Use("")
"""The use that names no fact: the sign of a need is plain from declared facts."""


@dataclass(frozen=True)
class Term:
    """`coefficient` times the product of the uses, summed over the indices `summed`."""

    coefficient: Fraction
    uses: tuple[Use, ...]
    summed: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Combine:
    """Derive `statement` from  multiplier * statement = sum of terms, with multipliers > 0."""

    statement: Fact
    terms: tuple[Term, ...]
    multiplier: tuple[Use, ...] = ()


@dataclass(frozen=True)
class Split:
    """Prove `statement` if `case` > 0, and if -case >= 0; a branch has its case as the fact `name`.

    The case may have letters that the statement quantifies: in the branches these are constants.
    """

    statement: Fact
    name: str
    case: Polynomial
    positive: tuple[Step, ...]
    nonpositive: tuple[Step, ...]


@dataclass(frozen=True)
class Apply:
    """Derive an instance of a rule: guard * conclusion relation 0.

    `bodies` replace the bound tensors, by their names in the rule; `letters` replace the letters
    that the conclusion quantifies. `shown` states the needs, times the guard, in order: the
    premises, then the declarations of each bound tensor for its body. `guard` is a polynomial that
    is >= 0 at fixed letters, as `guard_shown` shows.
    """

    statement: Fact
    rule: str
    bodies: tuple[tuple[str, Body], ...]
    alphabets: tuple[tuple[str, tuple[str, ...]], ...]
    letters: tuple[tuple[Index, tuple[Index, ...]], ...]
    shown: tuple[Use, ...]
    guard: Polynomial
    guard_shown: Use = PLAIN


@dataclass(frozen=True)
class Limit:
    """From a fact about every 0 < variable <= 1: the part of it without the variable is >= 0."""

    statement: Fact
    variable: Tensor
    fact: str


@dataclass(frozen=True)
class Define:
    """Define T(places) = body; `shown` states the declarations of T for the body."""

    statement: Fact
    tensor: Tensor
    places: tuple[Index, ...]
    body: Polynomial
    shown: tuple[Use, ...] = ()


@dataclass(frozen=True)
class Indicate:
    """Define B(..) = 1 where `polynomial` < 0, else 0; so (1 - 2 B(..)) * polynomial >= 0.

    `statement` is that inequality, for all letters of B, which are its indices in order.
    """

    statement: Fact
    tensor: Tensor
    polynomial: Polynomial


@dataclass(frozen=True)
class Choose:
    """Define c(outer, inner) = 1 at one inner with the largest F; so sum_inner c F - F >= 0."""

    statement: Fact
    tensor: Tensor
    outer: tuple[Index, ...]
    inner: tuple[Index, ...]
    polynomial: Polynomial


@dataclass(frozen=True)
class Reciprocal:
    """Define r > 0 over the letters that the fact q > 0 quantifies; so r q - 1 == 0."""

    statement: Fact
    tensor: Tensor
    fact: str


@dataclass(frozen=True)
class Enlarge:
    """A new alphabet J with |J| p - 1 >= 0, from the fact p > 0 at fixed letters."""

    statement: Fact
    alphabet: str
    fact: str


@dataclass(frozen=True)
class Arguments:
    """The arguments of a term, summed over letters."""

    a: Polynomial
    b: Polynomial
    summed: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Perspective:
    """sum_k sum F(a_k, b_k) - F(sum_k sum a_k, sum_k sum b_k) >= 0; `shown`: a_k >= 0, b_k >= 0."""

    statement: Fact
    function: Function
    parts: tuple[Arguments, ...]
    shown: tuple[Use, ...]


@dataclass(frozen=True)
class Scale:
    """F(v a, v b) - v F(a, b) == 0; `shown`: v >= 0."""

    statement: Fact
    function: Function
    factor: Polynomial
    a: Polynomial
    b: Polynomial
    shown: tuple[Use, ...]


@dataclass(frozen=True)
class Same:
    """F(a, b) - F(c, d) == 0; `shown`: a - c == 0, b - d == 0."""

    statement: Fact
    function: Function
    a: Polynomial
    b: Polynomial
    c: Polynomial
    d: Polynomial
    shown: tuple[Use, ...]


@dataclass(frozen=True)
class ConvexRow:
    """A line of the table at arguments and parameters; `shown`: a, b >= 0, then its own needs."""

    statement: Fact
    row: str
    a: Polynomial
    b: Polynomial
    parameters: tuple[Polynomial, ...]
    shown: tuple[Use, ...]


Introduction = Define | Indicate | Choose | Reciprocal | Enlarge
Convexity = Perspective | Scale | Same | ConvexRow
Step = Combine | Split | Apply | Limit | Introduction | Convexity


@dataclass(frozen=True)
class Lemma:
    """A sequent with the steps that prove it, and the name under which it is applied as a rule."""

    name: str
    sequent: Sequent
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Certificate:
    """A sequent with the steps that prove it; the last statement is named `goal`.

    The steps may apply the lemmas; each lemma may apply the lemmas before it.
    """

    sequent: Sequent
    steps: tuple[Step, ...]
    lemmas: tuple[Lemma, ...] = ()


def every_step(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps of a certificate; those inside the cases of a split come after it."""
    for step in steps:
        yield step
        if isinstance(step, Split):
            yield from every_step((*step.positive, *step.nonpositive))


def inside(value: object, kind: type[T]) -> Iterator[T]:
    """Every object of a kind in the data of a certificate's step, without the steps inside it."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from inside(pair, kind)
    elif isinstance(value, tuple):
        for each in value:
            if not isinstance(each, Step):
                yield from inside(each, kind)
    elif is_dataclass(value) and not isinstance(value, Tensor):
        for field in fields(value):
            yield from inside(getattr(value, field.name), kind)


def uses_of(step: Step) -> Iterator[Use]:
    """The facts that a certificate's step refers to, at letters; PLAIN refers to none."""
    yield from inside(step, Use)
    if isinstance(step, Limit | Reciprocal | Enlarge):
        yield Use(step.fact)


def introduced(step: Step) -> Tensor | None:
    """The tensor that a certificate's step introduces, or None."""
    return step.tensor if isinstance(step, Define | Indicate | Choose | Reciprocal) else None


def own_tensors(value: object) -> set[Tensor]:
    """The tensors in the data of a certificate's step, without the steps inside it."""
    polynomials = inside(value, Polynomial)
    return with_inner(inside(value, Tensor)).union(*(p.tensors for p in polynomials))


def tensors_of(step: Step) -> set[Tensor]:
    """The tensors that a certificate's step mentions, with those of the steps inside it."""
    return set().union(*(own_tensors(inner) for inner in every_step((step,))))
