"""Every measure with arguments of every kind, on exact instances made to be awkward.

Arguments are plain, cascades, joint outputs, derived priors, one channel in several places, all of
one alphabet, and databases of one to three entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.slack_on_batches import SlackBatch
from pmlsym.claims.subjects import subjects
from pmlsym.errors import AlphabetMismatch
from pmlsym.evaluators.batch import Batch, LabelledArray
from pmlsym.language.nodes import Quantity
from pmlsym.measures.conditional_leakage import Given
from pmlsym.measures.notion import Word
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.random_claims import SETTINGS, Drawing, P, S, Setting, X, drawn

B, D, E, F, Y = alphabets("B D E F Y")
K, M = Channel("K", X, X), Channel("M", (D, D), Y)
N = Channel("N", (D, E, F), Y)
EVERY_KIND = (
    *SETTINGS,
    Setting((P >> S) >> K, S, K, Gain("G", X, B), Given(S, K)),
    Setting(Prior("R", D, D), M, M, Gain("I", (D, D), B), Given(M, M)),
    Setting(Prior("T", D, E, F), N, N, Gain("L", (D, E, F), B), Given(N, N)),
)


def quantities(word: Word, rng: Random) -> Iterator[Quantity]:
    """The measure with arguments of each kind that it takes."""
    for setting in EVERY_KIND:
        quantity = drawn(Drawing(rng, (setting,)), word)
        if quantity is not None:
            yield quantity


def measured(word: Word, count: int) -> Iterator[tuple[Quantity, Instance]]:
    """The same on so many instances, or a few less."""
    rng = Random(str(word))
    asked = list(quantities(word, rng))
    for quantity in asked:
        seed = rng.randrange(10**6)
        try:
            yield from (
                (quantity, instance)
                for instance in hostile_instances(quantity <= 1, seed, count // len(asked))
            )
        except AlphabetMismatch:
            continue


def in_floats(quantity: Quantity, instance: Instance) -> float:
    """The quantity on a batch of three copies of the instance."""
    about = subjects(quantity)
    tensors = {
        t.name: np.repeat(np.array(instance.tensors[t.name], dtype=float)[..., None], 3, axis=-1)
        for t in about.tensors
    }
    slack = SlackBatch(Batch(instance.sizes, tensors))
    for name in about.scalars:
        slack.assign(name, LabelledArray((), np.full(3, float(instance.scalars[name]))))
    found = slack.quantity(quantity)
    letters = tuple(instance.outcomes[index.name] for index in found.indices)
    values = np.broadcast_to(found.array[letters], (3,))
    assert values[0] == values[2] or np.isnan(values).all()
    return float(values[0])
