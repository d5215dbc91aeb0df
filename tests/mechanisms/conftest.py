"""Balls at 160 bits in the tests of designs, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pmlsym.numbers.balls import precision


@pytest.fixture(autouse=True)
def _balls_of_160_bits() -> Iterator[None]:
    with precision(160):
        yield
