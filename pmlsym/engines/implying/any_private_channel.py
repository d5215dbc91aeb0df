"""Claims about every channel that is eps-LDP, in the place of randomised response.

    mi(P, rr(k, eps)) <= eps        ldp(rr(k, eps)) <= eps,  and  ldp(V) <= eps => mi(P, V) <= eps

A claim that calls rr is one about a mixture, whose share a premise with exp(eps) in it gives
(claim_text/responses.py). Where any channel stands for the mixture, nothing is left of the premise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.repeated import Subject, replace_subjects, subjects_in
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import fresh_name, number_names, subjects
from pmlsym.engines.implying.parts import upward_conclusion
from pmlsym.errors import PmlError
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Claim, Exponential, Quantity
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.model.channel import Channel
from pmlsym.model.composition import Mixture, Repetition
from pmlsym.model.repetition import repeat


def with_any_private_channel(claim: Claim) -> Iterator[tuple[Claim, Claim, str]]:
    """Claims that imply one about rr(k, eps): it is eps-LDP, and any eps-LDP channel will do.

    >>> from pmlsym.claim_text.question import parse
    >>> for known, general, where in with_any_private_channel(parse("mi(P, rr(k, eps)) <= eps")):
    ...     print(conclusion_of(known), general, where, sep="\\n")
    ldp(q*id + (1 - q)*const(U)) <= eps
    ldp(V) <= eps => mi(P, V) <= eps
    V is q*id + (1 - q)*const(U)
    """
    hypotheses, upwards = hypotheses_of(claim), upward_conclusion(claim)
    if is_quantified(claim) or upwards is None:
        return
    on_larger_side = {mixed.body for mixed in _mixtures_in(upwards.right)}
    # that it is private bounds measures of the channel from above alone
    for mixed in (m for m in _mixtures_in(upwards.left) if m.body not in on_larger_side):
        of_mixture_alone = {tensor for tensor in mixed.body.tensors if not tensor.is_delta}
        of_mixture = [each for each in hypotheses if _speaks_of(each, of_mixture_alone)]
        others = tuple(each for each in hypotheses if not _speaks_of(each, of_mixture_alone))
        name = fresh_name("V", {tensor.name for tensor in subjects(claim).tensors})
        any_channel = Channel(name, mixed.inputs, mixed.outputs)
        for eps in _exponents_in(of_mixture):
            with suppress(PmlError):
                general = _with_channel(conclusion_of(claim), mixed, any_channel)
                if not _speaks_of(general, of_mixture_alone):
                    is_private = under_hypotheses(hypotheses, ldp(mixed) <= eps)
                    private = under_hypotheses((*others, ldp(any_channel) <= eps), general)
                    yield is_private, private, f"{name} is {mixed}"


def _mixtures_in(part: Quantity) -> Iterator[Channel]:
    """The channels of a claim's quantity that are mixtures, as rr(k, eps) is, each once."""
    every = (subject for node in walk(part) for subject in subjects_in(node))
    mixed = (s for s in every if isinstance(s, Channel) and isinstance(s.made, Mixture))
    yield from {each.body: each for each in mixed}.values()


def _speaks_of(claim: Claim, tensors: set[Tensor]) -> bool:
    """Whether a claim mentions one of the tensors of a mixture, or a number in one."""
    numbers = {tensor.of for tensor in tensors if tensor.of}
    return bool(tensors & {*subjects(claim).tensors}) or bool(numbers & number_names(claim))


def _exponents_in(claims: list[Claim]) -> Iterator[Quantity]:
    """The eps of each exp(eps) in the hypotheses of a claim, each once."""
    every = (node.body for each in claims for node in walk(each) if isinstance(node, Exponential))
    yield from {key(body): body for body in every}.values()


def _with_channel(claim: Claim, old: Channel, new: Channel) -> Claim:
    """The claim with another channel for one of its channels, also where that is repeated."""

    def put(subject: Subject) -> Subject | None:
        """The new channel where this subject of the claim is the old one, or repeats it."""
        if isinstance(subject, Channel) and isinstance(made := subject.made, Repetition):
            return (
                None
                if made.body.body != old.body
                else repeat(made.joins, new, made.often, (*subject.inputs, *subject.outputs))
            )
        return new if isinstance(subject, Channel) and subject.body == old.body else None

    return replace_subjects(claim, put, lambda quantity: None, where="of any private channel")
