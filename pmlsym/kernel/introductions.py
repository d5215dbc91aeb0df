"""Steps that introduce a tensor or an alphabet: define, indicate, choose, reciprocal, enlarge.

Each step defines a tensor or alphabet that exists at all values of the others, and states a fact
about it. So it has to be new where it is introduced, and no limit may move what it depends on. A
letter that is neither one of its indices nor summed over is a constant of the statement. A body, a
q, a p may not grow with N (calculus/convex_term.py), so the new tensor does not; an indicator or a
choice takes two values only, and N is large enough for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pmlsym.calculus.convex_term import grows
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, alphabets_of
from pmlsym.calculus.substitution import Body, Substitution
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import (
    Apply,
    Choose,
    Define,
    Enlarge,
    Indicate,
    Introduction,
    Limit,
    Reciprocal,
    Step,
    every_step,
    inside,
    introduced,
    own_tensors,
)
from pmlsym.kernel.rules import shape_of, with_bare
from pmlsym.kernel.shown import Facts, show, states


def check_introduction(step: Introduction, facts: Facts) -> None:
    """Raise InvalidCertificate unless an introducing step states what its kind gives."""
    match step:
        case Define():
            _check_define(step, facts)
        case Indicate():
            _check_indicate(step)
        case Choose():
            _check_choose(step)
        case Reciprocal():
            _check_reciprocal(step, facts)
        case Enlarge():
            _check_enlarge(step, facts)


def _check_define(step: Define, facts: Facts) -> None:
    """Check a certificate's definition T(places) = body: the body satisfies T's declarations."""
    places = tuple((i,) for i in step.places)
    substitution = with_bare(Substitution({step.tensor: Body(places, step.body)}))
    if grows(step.body):
        raise InvalidCertificate("what is defined may not grow")
    needs = []
    for fact in shape_of(step.tensor):
        # the letters of a shape are those of the tensor, in order, under the names of the places
        own = tuple(Index(a, f"{a.lower()}'{k}") for k, a in enumerate(step.tensor.alphabets))
        names = {i: (place,) for i, place in zip(own, step.places, strict=True)}
        polynomial = substitution(fact.polynomial, {i: names[i] for i in fact.polynomial.free})
        every = tuple(names[i][0] for i in fact.indices)
        needs.append(Fact(fact.name, polynomial, every, fact.relation))
    show(needs, step.shown, facts)
    _check_statement(step, atom(step.tensor, *step.places) - step.body, "==", step.places)


def _check_indicate(step: Indicate) -> None:
    """Check a step's B, 1 where a polynomial is negative, else 0: (1 - 2 B) turns its sign."""
    indices = step.statement.indices
    if not _declares(step.tensor, indices, indicator=True):
        raise InvalidCertificate("what is defined is an indicator of the statement's letters")
    signed = (1 - 2 * atom(step.tensor, *indices)) * step.polynomial
    _check_statement(step, signed, ">=", indices)


def _check_choose(step: Choose) -> None:
    """Check a step's choice c: it is 1 at first inner letters where F is largest, which exist."""
    own = (*step.outer, *step.inner)
    places = tuple(range(len(step.outer), len(own)))
    if not (step.inner and _declares(step.tensor, own, indicator=True, stochastic=places)):
        raise InvalidCertificate("what is chosen is one-hot in its inner letters")
    best = sum_over(atom(step.tensor, *own) * step.polynomial, *step.inner)
    _check_statement(step, best - step.polynomial, ">=", own)


def _check_reciprocal(step: Reciprocal, facts: Facts) -> None:
    """Check a certificate's reciprocal r = 1/q, which is positive since q is."""
    fact, p = facts[step.fact], facts[step.fact].polynomial
    if fact.relation != ">" or grows(p) or step.tensor in p.tensors:
        raise InvalidCertificate(f"{step.fact} does not say that something is positive for good")
    if not _declares(step.tensor, fact.indices, positive=True):
        raise InvalidCertificate("a reciprocal is a positive tensor over the letters of the fact")
    _check_statement(step, atom(step.tensor, *fact.indices) * p - 1, "==", fact.indices)


def _check_enlarge(step: Enlarge, facts: Facts) -> None:
    """Check a step's alphabet J, |J| p >= 1: some whole number is >= 1/p, J has as many letters."""
    fact, own = facts[step.fact], size(step.alphabet)
    p = fact.polynomial
    if fact.relation != ">" or fact.indices or grows(p) or own in p.tensors:
        raise InvalidCertificate(f"{step.fact} does not say that one number is positive for good")
    _check_statement(step, atom(own) * p - 1, ">=", ())


def _declares(tensor: Tensor, letters: tuple[Index, ...], **facts: object) -> bool:
    """Whether an introduced tensor, over these distinct letters, declares exactly these facts."""
    wanted = Tensor(tensor.name, tuple(i.alphabet for i in letters), **facts)  # type: ignore[arg-type]
    return len(set(letters)) == len(letters) and replace(tensor, role="", of="") == wanted


def _check_statement(
    step: Introduction, polynomial: Polynomial, relation: str, letters: Iterable[Index]
) -> None:
    """Check that an introducing step states this, for all of some letters, the others fixed."""
    known, statement = Fact(step.statement.name, polynomial, (), relation), step.statement
    if not states(known, statement.polynomial, statement.relation):
        raise InvalidCertificate(f"the statement is not what the definition says: {known}")
    if not set(statement.indices) <= set(letters):
        raise InvalidCertificate("the statement lets a letter run on which the definition depends")


def check_new(steps: Iterable[Step], sequent: Sequent) -> None:
    """Check that a certificate introduces only new tensors and alphabets, and then has no limit.

    A limit moves a scalar on which an introduced tensor may depend. A split precedes the steps
    inside it here, so its statement, which may be for all letters on which these depend, cannot
    mention a tensor that they introduce.
    """
    every = tuple(every_step(steps))
    if not any(isinstance(step, Introduction) for step in every):
        return
    names = {tensor.name for tensor in sequent.tensors}
    alphabets = set(sequent.alphabets)
    for step in every:
        if isinstance(step, Limit):
            raise InvalidCertificate("a certificate that introduces something has no limits")
        new = introduced(step)
        if new is not None:
            made_of = {key: value for key, value in vars(step).items() if key != "statement"}
            inner = {t.name for p in inside(made_of, Polynomial) for t in p.tensors}
            if new.name in names | inner or new.is_delta or new.is_size or new.is_term:
                raise InvalidCertificate(f"{new.name} is not new where it is introduced")
        if isinstance(step, Enlarge) and step.alphabet in alphabets:
            raise InvalidCertificate(f"{step.alphabet} is not new where it is introduced")
        names |= {tensor.name for tensor in own_tensors(step)}
        alphabets |= _alphabets(step)


def _alphabets(step: Step) -> set[str]:
    """Every alphabet that a certificate's step mentions, without the steps inside it."""
    letters = {*inside(step, Index), *(i for p in inside(step, Polynomial) for i in p.free)}
    named = set(alphabets_of(own_tensors(step))) | {i.alphabet for i in letters}
    if isinstance(step, Apply):
        named |= {a for _, own in step.alphabets for a in own}
    return named | {step.alphabet} if isinstance(step, Enlarge) else named
