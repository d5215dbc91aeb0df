"""Priors and channels that a hypothesis equates: the claim with one in place of the other.

    P == Q >> K => pml(Q, K >> W) <= pml(P, W)        pml(Q, K >> W) <= pml(Q >> K, W)
    W == V >> R => mi(P, W) <= mi(P, V)               mi(P, V >> R) <= mi(P, V)

An instance that violates the claim has the same masses in both places, and violates the new claim
too. The new claim is needed: pml(Q >> K, W) <= log t says more about the letters of Q and K than
follows from pml(P, W) <= log t and equal masses, since nothing can be divided by masses. And convex
terms are known by their arguments, about which equal entries say nothing; where a claim has levels
alone, the equations between entries of channels are enough.

Nothing is put in where the claim does not mention Q or K otherwise, or where a condition, such as
fullsupport(P), is about P: it says more of one tensor than of a sum of products.
"""

from __future__ import annotations

from contextlib import suppress

from pmlsym.calculus.polynomial import atom
from pmlsym.claims.hypotheses import conclusion_of, equations_in, hypotheses_of, under_hypotheses
from pmlsym.claims.repeated import Subject, replace_subjects
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Condition
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def with_equal_put_in(claim: Claim, *, of_channels: bool) -> tuple[str, Claim] | None:
    """The claim with Q >> K for P if a hypothesis says P == Q >> K, and words; else nothing.

    An equation of two channels is used only if `of_channels`.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("P == Q >> K => pml(Q, K >> W) <= pml(P, W)")
    >>> print(*with_equal_put_in(claim, of_channels=False), sep=":  ")
    Q >> K for P:  pml(Q, K >> W) <= pml(Q >> K, W)
    >>> claim = parse("P == P >> K => pml(P, K >> W) <= pml(P, W)")
    >>> with_equal_put_in(claim, of_channels=False) is None
    True
    """
    kinds: tuple[type[Prior] | type[Channel], ...] = (Prior, Channel) if of_channels else (Prior,)
    for equation in equations_in(claim):
        left = tuple(each for each in hypotheses_of(claim) if each is not equation)
        rest = under_hypotheses(left, conclusion_of(claim))
        sides = equation.subject, equation.within
        for one, other in (sides, sides[::-1]):
            if isinstance(one, kinds) and isinstance(other, Prior | Channel) and _is_bare(one):
                with suppress(Unsupported):
                    made = _with_other(rest, one, other)
                    if _speaks_of(other, rest) and not _speaks_of(one, made):
                        return f"{other} for {one}", made
    return None


def _is_bare(subject: Subject) -> bool:
    """Whether a prior or channel of a claim is a plain name such as P, without given entries."""
    of_letters = tuple(letter.alphabet for letter in subject.letters)
    own = (tensor for tensor in subject.body.tensors if tensor.alphabets == of_letters)
    return not subject.data and any(subject.body == atom(each, *subject.letters) for each in own)


def _speaks_of(subject: Subject, part: Claim) -> bool:
    """Whether a claim mentions one of the names that a prior or channel is made of."""
    return not {*subject.body.tensors}.isdisjoint(subjects(part).tensors)


def _with_other(claim: Claim, one: Subject, other: Subject) -> Claim:
    """The claim with one subject put in for another. Raises Unsupported where it cannot be."""
    if any(isinstance(part, Condition) and _speaks_of(one, part) for part in walk(claim)):
        raise Unsupported(f"a condition speaks of {one}")

    def put(subject: Subject) -> Subject | None:
        """The other subject where this is the one to be replaced in the claim; else nothing."""
        return other if type(subject) is type(one) and subject.text == one.text else None

    return replace_subjects(claim, put, lambda quantity: None, where=f"with {other} for {one}")
