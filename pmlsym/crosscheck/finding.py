"""What a cross-check found: how many instances, how far apart at worst, and what is allowed."""

from __future__ import annotations

from dataclasses import dataclass

BOUND = 1e-9
"""How far two floats of one number may be apart, relative to one plus its size: rounding alone."""


@dataclass(frozen=True)
class CrossCheck:
    """One line of the table.

    `subject` is the family or claim, `what` the quantity or the verdict, `compared` how many
    instances were, of `drawn`; `worst` is the largest difference between closed form and evaluator,
    or by how much the claim failed at worst, in units where `bound` is what rounding may do.
    """

    subject: str
    what: str
    drawn: int
    compared: int
    worst: float
    seconds: float
    bound: float = BOUND
    note: str = ""

    @property
    def is_well(self) -> bool:
        """Whether something was compared, and nothing differs by more than rounding.

        >>> CrossCheck("z-channel", "pml", 10, 10, 1e-15, 0.1).is_well
        True
        >>> CrossCheck("z-channel", "pml", 10, 0, 0.0, 0.1).is_well
        False
        """
        return self.compared > 0 and self.worst <= self.bound
