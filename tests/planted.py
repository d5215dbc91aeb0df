"""Evidence that nobody has checked, for tests of what comes after a checker."""

from __future__ import annotations

from pmlsym.kernel.checked import Checked, E


class Planted(Checked[E]):
    """Evidence as it was planted."""

    __slots__ = ()
