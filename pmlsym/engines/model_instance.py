"""From a solver's model of a sequent back to an instance of the claim.

Levels and maxima that lowering introduced are dropped; exp(eps) in the model gives eps its value.
"""

from __future__ import annotations

from collections.abc import Mapping

from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.tensor import Index
from pmlsym.claims.subjects import subjects
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim
from pmlsym.numbers.number import Number, log_of, rational


def instance_of_model(claim: Claim, model: Instance, letters: Mapping[Index, int]) -> Instance:
    """What the model says of the names of the claim; free scalars it leaves open become zero."""
    about = subjects(claim)
    outcomes = {index.name: letter for index, letter in letters.items()}
    return Instance(
        {alphabet: model.sizes[alphabet] for alphabet in about.alphabets},
        {t.name: model.tensors[t.name] for t in about.tensors if t.name in model.tensors},
        {name: _scalar(name, model.scalars) for name in about.scalars},
        {name: outcomes.get(name, 0) for name in about.outcomes},
    )


def _scalar(name: str, known: Mapping[str, Number]) -> Number:
    plain = known.get(scalar(name).name)
    if plain is not None:
        return plain
    power = known.get(exponential(name).name)
    return rational(0) if power is None else log_of(power)
