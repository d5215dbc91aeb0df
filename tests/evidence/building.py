"""Short ways to write certificates down, and to say what the kernel makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, constant
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import (
    PLAIN,
    Apply,
    Certificate,
    Combine,
    Lemma,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.checker import check
from tests.proofs.second_opinion import ACCEPTED, second_opinion

ONE = Fraction(1)

Placed = tuple[tuple[Index, ...], Polynomial]


def needed(alphabet: str, number: int = 0) -> Index:
    """The letter of a need."""
    return Index(alphabet, f"q~{number}")


def applied(
    statement: Fact,
    rule: str,
    bodies: Mapping[Tensor, Placed | Body],
    shown: Sequence[Use] = (),
    letters: Mapping[Index, Index | tuple[Index, ...]] | None = None,
    guard: Polynomial | None = None,
    guard_shown: Use = PLAIN,
    alphabets: Mapping[str, tuple[str, ...]] | None = None,
) -> Apply:
    """The step that applies a rule; a body has one letter at each place unless it says more."""
    whole = tuple(
        (t.name, own if isinstance(own, Body) else Body(tuple((i,) for i in own[0]), own[1]))
        for t, own in bodies.items()
    )
    images = tuple((i, own if type(own) is tuple else (own,)) for i, own in (letters or {}).items())
    products = tuple((alphabets or {}).items())
    unit = constant(1) if guard is None else guard
    return Apply(statement, rule, whole, products, images, tuple(shown), unit, guard_shown)


def combined(statement: Fact, *terms: Sequence[Use] | Term, multiplier: Iterable[Use] = ()) -> Step:
    """The statement as a sum of products of uses."""
    own = tuple(t if isinstance(t, Term) else Term(ONE, tuple(t)) for t in terms)
    return Combine(statement, own, tuple(multiplier))


def proof(
    goal: Fact,
    *steps: Step,
    facts: Sequence[Fact] = (),
    rules: Sequence[Rule] = (),
    lemmas: Sequence[Lemma] = (),
) -> Certificate:
    """The certificate of a goal."""
    sequent = Sequent(tuple(facts), goal.polynomial, goal.relation, tuple(rules))
    return Certificate(sequent, tuple(steps), tuple(lemmas))


_ACCEPTED: dict[int, Certificate] = {}


def accepts(certificate: Certificate) -> None:
    """Fail unless the kernel accepts it, and the second checker as well, if a file can hold it."""
    if id(certificate) not in _ACCEPTED:  # many attacks stand beside one that is right
        check(certificate)
        assert second_opinion(certificate) in (ACCEPTED, None)
        _ACCEPTED[id(certificate)] = certificate


def refuses(certificate: Certificate, why: str) -> None:
    """Fail unless the kernel refuses it for that reason, and the second checker as well."""
    with pytest.raises(InvalidCertificate, match=why):
        check(certificate)
    assert second_opinion(certificate) != ACCEPTED


def in_cases(goal: Fact, case: Polynomial, positive: Iterable[Step], nonpositive: Iterable[Step]):
    """The split into c > 0 and -c >= 0, called `case`."""
    return Split(goal, "case", case, tuple(positive), tuple(nonpositive))


@dataclass(frozen=True)
class Attack:
    """A wrong certificate, why it is refused, and a right one that is like it."""

    name: str
    wrong: Certificate
    why: str
    right: Certificate | None = None

    def __str__(self) -> str:
        return self.name


def lemma_of(name: str, goal: Fact, *steps: Step, facts: Sequence[Fact] = ()) -> Lemma:
    """A lemma with its proof; the last step states the goal."""
    return Lemma(name, Sequent(tuple(facts), goal.polynomial, goal.relation), steps)


def nonsense(name: str = "goal") -> Fact:
    """-1 >= 0."""
    return Fact(name, constant(-1))
