"""The smallest or largest mass among all letters, as a number of a closed form of its own."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.normal_form import Factor
from pmlsym.derive.frame import Frame


@dataclass(frozen=True)
class Extremal:
    """The smallest or largest mass among all letters: p_min, p_max, or of all blocks."""

    factor: Factor
    alphabet: str
    largest: bool
    proper: bool = False

    def meaning(self, frame: Frame) -> str:
        """What its name in a closed form stands for."""
        end = "max" if self.largest else "min"
        tensors = [t for t, _ in self.factor]
        sets = [i.mass for t in tensors if (i := frame.content.incidences.get(t))]
        below = " with a letter outside" if self.proper else ""
        if not sets:
            return f"p_{end} = {end} of p(x) over x"
        if not any(t in frame.priors for t in tensors):
            return f"n_{end} = {end} of the number of letters of an outcome{below}"
        return f"{sets[0]}_{end} = {end} of {sets[0]}(y) over the outcomes y{below}"
