"""What a closed form is taken at: the values of its parameters, and a prior."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pmlsym.families.mechanism import Mechanism
from pmlsym.numbers.number import Number, number

UNIFORM = "uniform"


@dataclass(frozen=True)
class GivenValues:
    """Values of parameters and sizes by name, and a prior: its masses, "uniform", or none.

    >>> from pmlsym.numbers.number import number
    >>> print(GivenValues({"k": number(3)}, "uniform"))
    k = 3, the uniform prior
    """

    settings: Mapping[str, Number] = field(default_factory=dict)
    prior: tuple[str, ...] | str = ()

    def __str__(self) -> str:
        values = [f"{name} = {value}" for name, value in self.settings.items()]
        if self.prior == UNIFORM:
            values.append("the uniform prior")
        elif self.prior:
            values.append(f"the prior ({', '.join(self.prior)})")
        return ", ".join(values)

    def to_json(self) -> dict[str, Any]:
        """The keys `settings` and `prior`, each only where something was given."""
        data: dict[str, Any] = {}
        if self.settings:
            data["settings"] = {name: value.to_json() for name, value in self.settings.items()}
        if self.prior:
            data["prior"] = self.prior if self.prior == UNIFORM else list(self.prior)
        return data


def sizes_put_in_last(mechanism: Mechanism, sizes: Mapping[str, int]) -> dict[str, Number]:
    """The sizes that are values of a closed form: the mechanism is not written out at them."""
    return {name: number(size) for name, size in sizes.items() if name not in mechanism.sizes}
