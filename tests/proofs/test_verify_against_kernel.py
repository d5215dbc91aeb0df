"""The kernel and proofs/verify.py, which share no code, accept the same certificates, in any words.

Mutants, on which they agree too: tests/evidence/test_three_checkers.py.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate_file import from_json
from pmlsym.kernel.checker import check
from tests.examples import some_of
from tests.proofs.certificates import kept, written
from tests.proofs.rewritings import KEEPING, key
from tests.proofs.second_opinion import ACCEPTED, opinion_of_data

SMALL = 12_000  # characters: larger certificates say nothing that these do not


def kernel(data: Any) -> str:
    """ACCEPTED, or the reason for which the kernel refuses a certificate."""
    try:
        check(from_json(data))
    except InvalidCertificate as error:
        return str(error)
    return ACCEPTED


def agree(data: Any, what: str) -> bool:
    """Whether both accept; that they agree."""
    one, other = kernel(data), opinion_of_data(data)
    assert (one == ACCEPTED) == (other == ACCEPTED), (
        f"{what}: the kernel says {one!r}, the verifier {other!r}\n{json.dumps(data)[:20_000]}"
    )
    return one == ACCEPTED


@pytest.mark.seconds
def test_both_accept_what_is_written_by_hand():
    """What is kept: test_accepted.py and test_kept_sequents.py ask both of it."""
    for name, data in some_of(written()):
        assert agree(data, name), name


def true_ones(seed: int, each: int) -> int:
    """Try rewritings of every certificate that keep it; how many distinct ones were accepted."""
    rng, seen = Random(seed), {key(data) for _, data in (*written(), *kept())}
    sources = [(name, data) for name, data in (*written(), *kept()) if len(key(data)) < SMALL]
    before = len(seen)
    for keep in KEEPING:
        for name, data in rng.sample(sources, each):
            changed = keep(rng, data)
            what = f"{name}, {keep.__name__}"
            assert agree(changed, what), f"{what}: {kernel(changed)}"
            seen.add(key(changed))
    return len(seen) - before


@pytest.mark.seconds
def test_a_sample_of_rewritings_is_accepted():
    assert true_ones(seed=12, each=16) > 40


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
def test_rewritings_that_keep_a_certificate_are_accepted():
    assert true_ones(seed=2, each=50) > 200
