"""The level forms of conditions: for all letters an inequality or an equality.

    fullsupport(P)      P(x) > 0
    uniform(P)          P(x) |X| = 1
    deterministic(W)    W(y|x) W(y'|x) = 1{y = y'} W(y|x)
    W == V              W(y|x) - V(y|x) = 0

The third implies that every entry equals its square. To show the condition that is enough, since
every entry is between its square and one.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, substitute
from pmlsym.calculus.tensor import Tensor, size
from pmlsym.claims.conditions import difference_of
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Condition
from pmlsym.lowering.forms import Both, ForAll, Form, Holds
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

WORDS = {
    "fullsupport": "has full support",
    "uniform": "is uniform",
    "deterministic": "is deterministic",
}


def condition_form(condition: Condition, *, assumed: bool) -> Form:
    """The form of a condition as a hypothesis, or a goal. Raises Unsupported where it has none."""
    subject = condition.subject
    if condition.kind == "fullsupport" and isinstance(subject, Prior):
        return ForAll(subject.letters, Holds(subject.body, ">"))
    if condition.kind == "uniform" and isinstance(subject, Prior):
        count = prod((atom(size(i.alphabet)) for i in subject.letters), start=constant(1))
        return ForAll(subject.letters, _equals_one(subject.body * count, assumed=assumed))
    if condition.kind == "deterministic" and isinstance(subject, Prior | Channel):
        return _deterministic_form(subject, assumed=assumed)
    if condition.kind == "same":
        return _same_form(condition, assumed=assumed)
    raise Unsupported(f"the engines cannot use {condition.text}")


def fact_name_of(condition: Condition) -> str:
    """The name of the fact of a sequent that a condition becomes, as "P has full support".

    >>> from pmlsym.claim_text.question import parse
    >>> fact_name_of(parse("fullsupport(P) => pmin(P) > 0").premise)
    'P has full support'
    """
    subject, words = condition.subject, WORDS.get(condition.kind)
    if words is None or not isinstance(subject, Prior | Channel):
        return condition.text
    return f"{subject.text} {words}"


def declaration_of(condition: Condition) -> tuple[Tensor, Tensor] | None:
    """The tensor of a condition, and the same one with the condition declared, for a sequent.

    The kernel knows more of a tensor that is declared to be deterministic than of products.
    """
    subject = condition.subject
    if condition.kind != "deterministic" or not isinstance(subject, Prior | Channel):
        return None
    alphabets = tuple(index.alphabet for index in subject.letters)
    for tensor in subject.body.tensors:
        if tensor.alphabets == alphabets and subject.body == atom(tensor, *subject.letters):
            return tensor, replace(tensor, indicator=True)
    return None


def _same_form(condition: Condition, *, assumed: bool) -> Form:
    """The form of W == V: the difference of entries is zero for all letters."""
    subject, difference = condition.subject, difference_of(condition)
    if difference is None or not isinstance(subject, Prior | Channel):
        raise Unsupported(f"the engines cannot use {condition.text}")
    return ForAll(subject.letters, _equals_one(difference + 1, assumed=assumed))


def _equals_one(polynomial: Polynomial, *, assumed: bool) -> Form:
    """The form that a polynomial is one: an equality assumed, two inequalities to be shown."""
    if assumed:
        return Holds(polynomial - 1, "==")
    return Both((Holds(polynomial - 1), Holds(1 - polynomial)))


def _deterministic_form(subject: Prior | Channel, *, assumed: bool) -> Form:
    """The form that a prior or channel is deterministic, by products of its entries."""
    entry = subject.body
    if not assumed:
        return ForAll(subject.letters, Holds(entry * entry - entry))
    inputs = len(subject.inputs) if isinstance(subject, Channel) else 0
    columns = subject.letters[inputs:]
    others = letters((Alphabet(i.alphabet) for i in columns), taken=subject.letters)
    other = substitute(entry, dict(zip(columns, others, strict=True)))
    same = prod(map(equal_letters, columns, others), start=constant(1))
    return ForAll((*subject.letters, *others), Holds(entry * other - same * entry, "=="))
