"""Families: what `pmlsym families` lists, each with the function that makes its mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pmlsym.errors import InvalidInput
from pmlsym.families.mechanism import Mechanism

LARGEST = 60


@dataclass(frozen=True)
class Family:
    """A family of mechanisms.

    `make` takes integer sizes by name and gives a mechanism with the other parameters symbolic;
    `sizes` are the names and values for a concrete alphabet, `symbolic` says that they may be left
    open. `letters` is the size that is the number of letters of the secret.
    """

    name: str
    title: str
    make: Callable[..., Mechanism]
    source: str
    sizes: Mapping[str, int] = field(default_factory=dict)
    symbolic: bool = False
    letters: str = ""

    def mechanism(self, **sizes: int) -> Mechanism:
        """The mechanism at these sizes; those left out are symbolic, or small where they must be.

        Beyond 60 letters the sizes stay symbolic until the closed form is there.
        Raises InvalidInput at an unknown name or a value that is no positive integer.
        """
        for name, value in sizes.items():
            if name not in self.sizes:
                known = ", ".join(self.sizes) or "none"
                raise InvalidInput(f"{name} is no size of {self.name}; it has {known}")
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidInput(f"{name} = {value!r} is no positive integer")
        if self.symbolic and not sizes:
            return self.make()
        self._require_large_enough(sizes)
        if max(sizes.values(), default=0) <= LARGEST:
            chosen = {**self.sizes, **sizes}
            return replace(self.make(**chosen), sizes=chosen)
        if not self.symbolic:
            raise InvalidInput(f"{self.name} is written out letter by letter, up to {LARGEST}")
        every = self.make()
        return replace(every, settings={**every.settings, **sizes})

    def _require_large_enough(self, sizes: Mapping[str, int]) -> None:
        for parameter in self.make().parameters if self.symbolic else ():
            size, low = sizes.get(parameter.name), parameter.low
            if size is not None and low is not None and size < low:
                raise InvalidInput(
                    f"{parameter.name} = {size} is outside its domain {parameter.domain}"
                )

    def concrete(self, **sizes: int) -> Mechanism:
        """The mechanism at a concrete alphabet."""
        return self.make(**{**self.sizes, **sizes})
