"""Asking: decide, prove, refute and evaluate claims.

ps.decide("pml(P, W >> V) <= pml(P, W)")     a proof for every alphabet size
ps.decide("pml(P, W) <= maxleak(W)")         an exact counterexample
"""

from __future__ import annotations

from pmlsym.claims.evaluation import evaluate as _evaluate
from pmlsym.claims.parsing import parse
from pmlsym.engines.portfolio import entropies, numbers, run, sampling, schematic, solver
from pmlsym.errors import InvalidInput
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.number import Number
from pmlsym.evidence.verdict import Verdict
from pmlsym.measures.quantity import Claim, Quantity

Asked = Claim | str


def decide(claim: Asked, *, budget: float = 20.0, seed: int = 0) -> Verdict:
    """Prove the claim, refute it, or say honestly that neither succeeded.

    `claim` is a claim or its text; `budget` is in seconds. The result is `Proved` with certificates
    for every alphabet size, `Refuted` with an exact instance, or `Unknown` with what was tried.
    Raises ClaimSyntaxError, UnknownName or AlphabetMismatch for a claim that cannot be read,
    InvalidInput for a budget that is not positive or a seed that is negative.

    >>> decide("pml(P, W >> V) <= pml(P, W)").name
    'proved'
    >>> decide("pml(P, W) <= maxleak(W)").name
    'refuted'
    """
    turns = (
        (entropies, 1.0),
        (numbers, 0.8),
        (schematic, 0.05),
        (sampling, 0.06),
        (schematic, 0.45),
        (sampling, 0.3),
        (solver, 1.0),
    )
    return run(_claim(claim), turns, budget=_positive(budget), seed=_seed(seed))


def prove(claim: Asked, *, budget: float = 20.0, seed: int = 0) -> Verdict:
    """Look for certificates only: `Proved` or `Unknown` (or `Refuted`, for concrete entries).

    >>> prove("maxleak(W >> V) <= maxleak(V)").name
    'proved'
    """
    turns = ((entropies, 1.0), (numbers, 0.8), (schematic, 1.0))
    return run(_claim(claim), turns, budget=_positive(budget), seed=_seed(seed))


def refute(claim: Asked, *, budget: float = 20.0, seed: int = 0) -> Verdict:
    """Look for a counterexample only: `Refuted` or `Unknown` (or `Proved`, for concrete entries).

    >>> refute("ldp(W) <= pml(P, W)").name
    'refuted'
    """
    turns = ((entropies, 1.0), (sampling, 0.6), (solver, 0.3), (sampling, 1.0))
    return run(_claim(claim), turns, budget=_positive(budget), seed=_seed(seed))


def evaluate(quantity: Quantity, instance: Instance | None = None) -> Number:
    """The exact value of a quantity, on an instance or for the concrete entries that it has.

    Raises OutOfDomain where it has no value, InvalidInput where a name has no entries.
    """
    return _evaluate(quantity, instance or Instance({}))


def _claim(asked: Asked) -> Claim:
    if isinstance(asked, str):
        return parse(asked)
    if not isinstance(asked, Claim):
        raise InvalidInput(f"{asked!r} is no claim; compare two quantities, or write its text")
    return asked


def _positive(budget: float) -> float:
    if not budget > 0:
        raise InvalidInput(f"a budget of {budget} seconds is not positive")
    return budget


def _seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidInput(f"seed is {seed!r}; write 0 or a larger integer")
    return seed
