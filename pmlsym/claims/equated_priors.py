"""A prior that a hypothesis says is another: the claim with the other in its place.

    P == Q >> K => pml(Q, K >> W) <= pml(P, W)        pml(Q, K >> W) <= pml(Q >> K, W)

An instance that violates the claim has the same masses in both places, and violates the claim that
is made of it. What pml(Q >> K, W) <= log t says of the letters of Q and K is more than follows from
pml(P, W) <= log t and equal masses, since nothing can be divided by masses.

Nothing is put in where the claim does not speak of Q or K otherwise, or where a condition, such as
fullsupport(P), speaks of P: that says more of one tensor than of a sum of products.
"""

from __future__ import annotations

from contextlib import suppress

from pmlsym.calculus.polynomial import atom
from pmlsym.claims.hypotheses import conclusion_of, equations_in, hypotheses_of, under_hypotheses
from pmlsym.claims.repeated import replace_subjects
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Condition
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def with_prior_put_in(claim: Claim) -> tuple[str, Claim] | None:
    """The claim without one prior that a hypothesis equates, and words for that; nothing if none.

    >>> from pmlsym.claim_text.question import parse
    >>> words, made = with_prior_put_in(parse("P == Q >> K => pml(Q, K >> W) <= pml(P, W)"))
    >>> print(words, made, sep=":  ")
    Q >> K for P:  pml(Q, K >> W) <= pml(Q >> K, W)
    >>> with_prior_put_in(parse("P == P >> K => pml(P, K >> W) <= pml(P, W)")) is None
    True
    """
    for equation in equations_in(claim):
        left = tuple(each for each in hypotheses_of(claim) if each is not equation)
        rest = under_hypotheses(left, conclusion_of(claim))
        sides = equation.subject, equation.within
        for prior, other in (sides, sides[::-1]):
            if isinstance(prior, Prior) and isinstance(other, Prior) and _is_bare(prior):
                with suppress(Unsupported):
                    made = _with_other(rest, prior, other)
                    if _speaks_of(other, rest) and not _speaks_of(prior, made):
                        return f"{other} for {prior}", made
    return None


def _is_bare(prior: Prior) -> bool:
    """Whether a prior has a name of its own, and no entries."""
    of_letters = tuple(letter.alphabet for letter in prior.letters)
    own = (tensor for tensor in prior.body.tensors if tensor.alphabets == of_letters)
    return not prior.data and any(prior.body == atom(each, *prior.letters) for each in own)


def _speaks_of(prior: Prior, part: Claim) -> bool:
    """Whether a claim has some of the names that the prior is made of."""
    return not {*prior.body.tensors}.isdisjoint(subjects(part).tensors)


def _with_other(claim: Claim, prior: Prior, other: Prior) -> Claim:
    """The claim with the other prior in the place of one. Raises Unsupported where it has none."""
    if any(isinstance(part, Condition) and _speaks_of(prior, part) for part in walk(claim)):
        raise Unsupported(f"a condition speaks of {prior}")

    def put(subject: Prior | Channel) -> Prior | None:
        return other if isinstance(subject, Prior) and subject.text == prior.text else None

    return replace_subjects(claim, put, lambda quantity: None, where=f"with {other} for {prior}")
