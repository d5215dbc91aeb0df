"""Names of the tensors that lowering introduces."""

from __future__ import annotations


class FreshNames:
    """Fresh names for the tensors that level forms introduce, in a fixed order."""

    def __init__(self, taken: frozenset[str] = frozenset()) -> None:
        """Avoid the names that are taken: those of the claim itself."""
        self._taken = taken
        self._counts: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """stem1, stem2, and so on."""
        while True:
            self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}{self._counts[stem]}"
            if name not in self._taken:
                return name

    def copy(self) -> FreshNames:
        """Names that go on from here on their own."""
        other = FreshNames(self._taken)
        other._counts = dict(self._counts)
        return other
