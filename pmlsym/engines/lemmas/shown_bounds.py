"""Bounds of single channels that no fact states, but that follow from what is known of them.

    uniform(U) and q*(exp(eps) + size(X) - 1) == exp(eps) - 1
    give    ldp(q*id + (1 - q)*const(U)) <= eps

A randomised response in a claim is such a mixture: for a composition of responses lemmas need no
more than the bound of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import FreshNames
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.lemmas.arguments import World, trees_of
from pmlsym.engines.lemmas.bound_in_proof import BoundInProof
from pmlsym.engines.lemmas.lemma import form_facts
from pmlsym.engines.lemmas.plans import Goal
from pmlsym.kernel.certificate import Combine
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import at_most
from pmlsym.lowering.levels import ABOVE
from pmlsym.model.channel import Channel

WORD = "ldp"
"""The measure whose bound is shown: it bounds all leakages, and those of compositions."""

EACH = 1.5
"""Effort for one bound: that of a response takes most of it."""


@dataclass(frozen=True)
class ShownBound:
    """A bound of the goal that follows from the facts of a sequent by the steps."""

    goal: Goal
    bound: BoundInProof
    steps: tuple[Combine, ...]


def shown_bounds(sequent: Sequent, world: World, numbers: Iterable[Tensor]) -> Iterator[ShownBound]:
    """Derive bounds of the mixtures in a claim from facts, for lemmas to apply to."""
    mixtures = [c for c in world.named.values() if isinstance(c, Channel) and len(c.body) > 1]
    for channel, number in product(mixtures, numbers if mixtures else ()):
        tensors = {*channel.body.tensors}
        others = {t for c in world.named.values() for t in c.body.tensors} - tensors
        facts = tuple(f for f in sequent.facts if _may_help(f, number, others))
        shares = {t for t in tensors if not t.alphabets}
        if any({number, *shares} <= {*fact.polynomial.tensors} for fact in facts):
            bound = _shown_bound(channel, number, facts, world)
            if bound is not None:
                yield bound
        if passed():
            return


def _may_help(fact: Fact, number: Tensor, others: set[Tensor]) -> bool:
    """Whether a fact may help to derive a bound: no other channels, no other levels."""
    tensors = {*fact.polynomial.tensors}
    levels = {t for t in tensors if t.role == "exponential"}
    return levels <= {number} and tensors.isdisjoint(others)


def _shown_bound(
    channel: Channel, number: Tensor, facts: tuple[Fact, ...], world: World
) -> ShownBound | None:
    """Derive the bound of one mixture by a number from facts; None if it does not follow."""
    measure = world.measure(WORD, (channel.text,))
    if measure is None:
        return None
    level, name = Level(atom(number)), f"{measure} <= {number.number}"
    form, steps = at_most(measure.value, level, FreshNames(), assumed=True), []
    for k, wanted in enumerate(form_facts(form, name), 1):
        with until(EACH):
            step = combine(facts, replace(wanted, name=name if k == 1 else f"{name} ({k})"))
        if step is None:
            return None
        steps.append(step)
    bound = BoundInProof(level, tuple(step.statement for step in steps))
    return ShownBound((measure.word, trees_of(measure), ABOVE), bound, tuple(steps))
