"""False claims behind a theorem: a law of a measure for all of some of its names proves nothing.

    (forall P: pml(P, W >> V) <= pml(P, W)) => ldp(W) <= pml(Q, W)

The hypothesis is true and the conclusion false on some instance, so the claim is false there; what
would prove it is a rule that says more than the hypothesis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from pmlsym.measures.every import NOTIONS

FALSE = (
    "ldp(W) <= pml(Q, W)",
    "maxleak(W) <= pml(Q, W)",
    "pml(Q, W) <= mi(Q, W)",
    "ldp(W) <= 1",
    "pml(Q, W) <= 1/2",
    "ldp(W) <= 2*maxleak(W)",
    "mi(Q, W) <= tv(Q, W)/4",
    "hmin(Q) <= pml(Q, W)",
    "suppsize(Q) <= 1",
    "maxleak(W) >= log(size(X))",
    "pml(Q, W) <= 0",
    "1 <= 0*ldp(W)",
    "fullsupport(Q)",
    "1 <= 0",
)
LETS = ("Q: X", "W: X -> Y")


def claims(seed: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Claims with their declarations, one after the other."""
    laws = [law for notion in NOTIONS for law in notion.laws if not law.open]
    rng = Random(seed)
    while True:
        law = rng.choice(laws)
        names = sorted(set(re.findall(r"\b[A-Z]\w*", law.text)) - {"X", "Y", "Z", "D", "H", "I"})
        bound = [name for name in names if rng.random() < 0.7]
        if not bound or "size(" in law.text:
            continue
        free = {"Q": "Q", "W": "W"}
        text = law.text
        for name in names:  # what is not bound is a name of the conclusion, or one of its own
            other = name if name in bound else free.get(name, f"{name}0")
            text = re.sub(rf"\b{name}\b", f"{other}_" if name in bound else other, text)
        quantified = ", ".join(f"{name}_" for name in bound)
        yield f"(forall {quantified}: {text}) => {rng.choice(FALSE)}", LETS
