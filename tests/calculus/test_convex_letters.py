"""The canonical letters of a convex term, also where they are too many to try all orders."""

from __future__ import annotations

import pytest

from pmlsym.calculus import Index, Tensor, atom
from pmlsym.calculus.convex_term import SQUARE, convex


@pytest.mark.parametrize("count", [2, 5, 12])
def test_a_term_at_its_own_letters_is_itself(count: int) -> None:
    letters = [Index("Y", f"z{k}") for k in range(count)]
    entries = (atom(Tensor(name, ("Y",) * count), *letters) for name in ("V", "W"))
    ((tensor, at),) = convex(SQUARE, *entries).atoms()
    assert tensor.term is not None and {*at} == {*letters}
    ((again, own),) = convex(SQUARE, tensor.term.a, tensor.term.b).atoms()
    assert (again, own) == (tensor, tensor.term.letters)
