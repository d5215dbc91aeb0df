"""Arrays by name for all that a quantity or a claim leaves open, checked before anything else.

A prior takes an array (n,), a channel (n, m), a scalar a number; with an axis more, of B instances,
first. What comes without that axis is the same in every instance. Arrays of another library come
with their namespace (`__array_namespace__`) and stay with it; for compiled loops they are read
where NumPy reads, and `given_back` puts a result where the first of them came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import Part, subjects
from pmlsym.errors import InvalidInput, UnknownName, Unsupported
from pmlsym.readings.array_input import floats_of, letters_of, require_well, tolerance_of
from pmlsym.readings.array_library import NUMPY, Library, is_of

Floats = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Entries:
    """Arrays (B, ..) of some tensors, and (1, ..) of those that are the same in every instance.

    `count` is B, or None where no array has instances; `sizes` are those of the alphabets.
    """

    arrays: dict[Tensor, Floats]
    sizes: dict[str, int]
    count: int | None


@dataclass(frozen=True, eq=False)
class OpenNames:
    """What a quantity or a claim leaves open, by name, and the entries that it brings itself."""

    tensors: dict[str, Tensor]
    scalars: dict[str, str]
    own: dict[Tensor, Floats]

    @classmethod
    def of(cls, part: Part) -> OpenNames:
        """The names of a quantity or a claim. Raises Unsupported where entries are symbolic."""
        about = subjects(part)
        wanted = {tensor.name: tensor for tensor in about.tensors}
        own = {}
        for data in about.data:
            tensor = wanted.pop(data.tensor.name)
            try:
                own[tensor] = np.array([data.entries], dtype=np.float64)
            except (TypeError, ValueError):
                raise Unsupported(
                    f"{tensor.name} has symbolic entries, which no array holds"
                ) from None
        numbers = {name: scalar(name, domain) for name, domain in about.scalars.items()}
        scalars = {tensor.name: name for name, tensor in numbers.items()}
        return cls(wanted | numbers, scalars, own)

    def entries(
        self, arrays: Mapping[str, object], *, checked: bool, library: Library = NUMPY
    ) -> Entries:
        """The arrays as floats, of fitting shapes; with `checked`, all entries are looked at.

        They are arrays of the library. Raises UnknownName for a name that is not open, InvalidInput
        where an array is missing or its shape or its entries are wrong, AlphabetMismatch where two
        disagree on an alphabet.
        """
        if arrays.keys() != self.tensors.keys():
            self._refuse_names(arrays)
        beside = None
        single, several = dict[Tensor, Any](self.own), {}
        if not library.is_numpy:
            beside = next(array for array in arrays.values() if is_of(array, library.xp))
            single = {t: floats_of(t, own, library, beside) for t, own in self.own.items()}
        for name, given in arrays.items():
            tensor = self.tensors[name]
            array = floats_of(tensor, given, library, beside)
            if array.ndim == len(tensor.alphabets):
                single[tensor] = array[None, ...]
            else:
                several[tensor] = array
        sizes = letters_of(several, {}) if several else {}
        if single:
            sizes = letters_of(single, sizes)
        if checked:
            for tensor, array in (*several.items(), *single.items()):
                if tensor not in self.own:
                    require_well(tensor, array, tolerance_of(array, library), library)
        count = next(iter(several.values())).shape[0] if several else None
        return Entries({**single, **several}, sizes, count)

    def _refuse_names(self, arrays: Mapping[str, object]) -> None:
        for name in arrays:
            if name not in self.tensors:
                near = get_close_matches(name, self.tensors, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                shown = ", ".join(self.tensors)
                raise UnknownName(f"nothing open is called {name}; open: {shown}{hint}")
        missing = [name for name in self.tensors if name not in arrays]
        raise InvalidInput(f"there is no array for {', '.join(missing)}")


def given_back(found: Floats, arrays: Mapping[str, Any]) -> Any:
    """A result as an array of the library that brought the first array that is not NumPy's."""
    for given in arrays.values():
        if not isinstance(given, np.ndarray) and hasattr(given, "__array_namespace__"):
            return given.__array_namespace__().asarray(found, device=given.device)
    return found
