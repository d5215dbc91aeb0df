"""Conditions that claims put on priors and channels, as nodes of claims.

fullsupport(P)      P(x) > 0 for every x        deterministic(W)    every W(x,y) is 0 or 1
uniform(P)          P(x) = 1/|X|                W == V              W(x,y) = V(x,y)
"""

from __future__ import annotations

from pmlsym.calculus.kind import described, require_kind
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.nodes import Condition
from pmlsym.language.settled_letters import has_row_letter
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def full_support(prior: Prior) -> Condition:
    """The claim fullsupport(P), true on an instance where every letter has positive mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> full_support(Prior("P", Alphabet("X"))).text
    'fullsupport(P)'
    """
    text = require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)").text
    return _condition_on(f"fullsupport({text})", "fullsupport", prior)


def uniform(prior: Prior) -> Condition:
    """The condition uniform(P) of a claim: all letters have the same mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> uniform(Prior("P", Alphabet("X"))).text
    'uniform(P)'
    """
    text = require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)").text
    return _condition_on(f"uniform({text})", "uniform", prior)


def deterministic(subject: Prior | Channel) -> Condition:
    """The claim deterministic(W), true on an instance where each row is a single one and zeros.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> deterministic(Channel("W", *alphabets("X Y"))).text
    'deterministic(W)'
    """
    if not isinstance(subject, Prior | Channel):
        raise InvalidInput(f"{described(subject)}; write a channel or a prior")
    return _condition_on(f"deterministic({subject.text})", "deterministic", subject)


def same(one: Prior | Channel, other: Prior | Channel) -> Condition:
    """The condition W == V of a claim: both priors, or both channels, have the same entries.

    Raises AlphabetMismatch where they are not of the same letters.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> same(Channel("W", X, Y), Channel("V", X, Y)).text
    'W == V'
    """
    for each in (one, other):
        if not isinstance(each, Prior | Channel):
            raise InvalidInput(f"{described(each)}; write a channel or a prior")
    kinds = [tuple(i.alphabet for i in each.letters) for each in (one, other)]
    if kinds[0] != kinds[1] or isinstance(one, Prior) != isinstance(other, Prior):
        raise AlphabetMismatch(f"{one} and {other} are not of the same letters")
    return _condition_on(f"{one} == {other}", "same", one, other)


def difference_of(condition: Condition) -> Polynomial | None:
    """The polynomial that is zero at all letters iff a claim's condition W == V holds.

    Nothing for any other condition, and where the sides are not priors or channels.
    """
    one, other = condition.subject, condition.within
    if condition.kind != "same":
        return None
    if not isinstance(one, Prior | Channel) or not isinstance(other, Prior | Channel):
        return None
    return one.body - substitute(other.body, dict(zip(other.letters, one.letters, strict=True)))


def _condition_on(text: str, kind: str, *subjects: Prior | Channel) -> Condition:
    """A claim that is a condition on subjects. Raises InvalidInput for a row such as W[x]."""
    if any(has_row_letter(subject.body) for subject in subjects):
        raise InvalidInput(f"{text}: a row, such as W[x], stands in measures alone")
    return Condition(text, kind, *subjects)
