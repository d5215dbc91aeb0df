"""The kernel and proofs/verify.py, which share no code, agree on certificates and their mutants."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.certificate_file import from_json
from pmlsym.evidence.checker import check
from tests.proofs.certificates import kept, written
from tests.proofs.mutants import FIELDS, KEEPING, STEPS, key, mutant, sites
from tests.proofs.second_opinion import ACCEPTED, opinion_of_data

SMALL = 12_000  # characters: mutants of larger certificates say nothing that these do not


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


@pytest.mark.parametrize("data", [d for _, d in kept()], ids=[n for n, _ in kept()])
def test_both_accept_what_is_kept(data: Any):
    assert agree(data, "kept")


@pytest.mark.parametrize("data", [d for _, d in written()], ids=[n for n, _ in written()])
def test_both_accept_what_is_written_by_hand(data: Any):
    assert agree(data, "written")


def mutants(seed: int, each: int) -> Counter[str]:
    """Try distinct mutants of every field; how many were tried, by field and by kind of step."""
    rng = Random(seed)
    sources = [(name, data) for name, data in (*written(), *kept()) if len(key(data)) < SMALL]
    places = [(source, sites(source[1])) for source in sources]
    having = {field: [source for source, own in places if own.get(field)] for field in FIELDS}
    counts: Counter[str] = Counter()
    seen = {key(data) for _, data in sources}
    for field in FIELDS:
        for _ in range(40 * each):
            if counts[field] == each:
                break
            name, data = rng.choice(having[field])
            changed = mutant(rng, data, field)
            if key(changed) not in seen:
                seen.add(key(changed))
                counts[field] += 1
                counts["accepted"] += agree(changed, f"{name}, {field}")
    for kind, fields in STEPS.items():
        counts[kind] = sum(counts[f"{kind} {field}"] for field in fields)
    return counts


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


def test_a_sample_of_mutants_divides_nobody():
    counts = mutants(seed=11, each=12)
    assert min(counts[field] for field in FIELDS) == 12
    assert counts["accepted"] > 10


def test_a_sample_of_rewritings_is_accepted():
    assert true_ones(seed=12, each=16) > 40


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
def test_mutants_of_every_kind_of_step_and_field_divide_nobody():
    counts = mutants(seed=1, each=60)
    assert min(counts[field] for field in FIELDS) == 60
    assert min(counts[kind] for kind in STEPS) >= 180
    assert counts["accepted"] > 50


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
def test_rewritings_that_keep_a_certificate_are_accepted():
    assert true_ones(seed=2, each=50) > 200
