"""What a refuted claim may be missing: a hypothesis under which no violation is found.

Many conjectures fail only where a prior has zeros. If the same search finds nothing once such a
prior is assumed to have full support, that hypothesis is worth proving the claim under.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claims.subjects import subjects
from pmlsym.claims.vocabulary import full_support
from pmlsym.engines.sampling import search
from pmlsym.engines.sampling_draft import array_of
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim, Condition, Implication
from pmlsym.model.prior import Prior

ROUNDS = 24


def missing_hypotheses(
    claim: Claim, instance: Instance, *, effort: float = 2.0, seed: int = 0, rounds: int = ROUNDS
) -> tuple[Condition, ...]:
    """The conditions fullsupport(P), of priors with zeros in the counterexample, that may save it.

    A condition is listed if searching for `rounds` batches, `effort` seconds at most for each,
    finds no counterexample to the claim under it. That is no proof.

    >>> from pmlsym.claims.parsing import parse
    >>> claim = parse("maxleak(W) <= pml(P, W)")
    >>> found = search(claim).instance
    >>> [condition.text for condition in missing_hypotheses(claim, found)]
    ['fullsupport(P)']
    """
    conditions = []
    for condition in full_supports(claim, instance):
        narrowed = Implication(condition, claim)
        found = search(narrowed, effort=effort, seed=seed, rounds=rounds)
        if found.instance is None and found.met:
            conditions.append(condition)
    return tuple(conditions)


def full_supports(claim: Claim, instance: Instance) -> Iterator[Condition]:
    """The conditions fullsupport(P), of the free priors with a letter of mass zero there."""
    about = subjects(claim)
    given = {data.tensor.name for data in about.data}
    for tensor in about.tensors:
        is_prior = len(tensor.stochastic) == len(tensor.alphabets) > 0
        if not is_prior or tensor.name in given or not tensor.name.isidentifier():
            continue
        if not array_of(instance.tensors[tensor.name]).all():
            yield full_support(Prior(tensor.name, *map(Alphabet, tensor.alphabets)))
