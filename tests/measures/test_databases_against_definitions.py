"""Privacy of the entries of a database agrees with its definitions, for two and three entries.

The joint priors have zeros and point masses, so that some entries and some outcomes never occur;
"entry 1 and the rest" is a database of two entries whose second has a larger alphabet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from pmlsym.calculus.alphabet import Alphabet, alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Quantity
from pmlsym.measures.differential_privacy import dp, flp
from pmlsym.measures.entry_leakage import pml_entry, pml_entry_given
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from tests import definitions as oracle
from tests.exact_instances import CHANNEL_KINDS, PRIOR_KINDS, exact_channel, exact_prior
from tests.measures.instances_of_notions import at, floats, log_ratio

D, E, F, Y = alphabets("D E F Y")
Table = dict[tuple[int, ...], Any]


def _nested(table: Table, shape: tuple[int, ...], start: tuple[int, ...] = ()) -> Any:
    if len(start) == len(shape):
        return table[start]
    return [_nested(table, shape, (*start, k)) for k in range(shape[len(start)])]


def _databases(
    seed: int, entries: tuple[Alphabet, ...], count: int
) -> Iterator[tuple[Table, Table, Instance]]:
    """Joint priors and mechanisms by tuple, with the instance that has them as P and W."""
    rng = Random(seed)
    for _ in range(count):
        sizes = {alphabet.name: rng.randint(1, 3) for alphabet in dict.fromkeys(entries)}
        shape = tuple(sizes[alphabet.name] for alphabet in entries)
        tuples = list(product(*map(range, shape)))
        outputs = rng.randint(1, 3)
        masses = exact_prior(rng, len(tuples), rng.choice(PRIOR_KINDS))
        rows = exact_channel(rng, len(tuples), outputs, rng.choice(CHANNEL_KINDS))
        prior = dict(zip(tuples, masses, strict=True))
        mechanism = dict(zip(tuples, rows, strict=True))
        tensors = {"P": _nested(prior, shape), "W": _nested(mechanism, shape)}
        yield prior, mechanism, Instance({**sizes, "Y": outputs}, tensors)


def _agrees(quantity: Quantity, instance: Instance, value: oracle.Ratio) -> None:
    expected = log_ratio(value)
    assert evaluate(quantity, instance) == expected, (quantity, instance)
    assert floats(quantity, instance) == pytest.approx(float(expected), rel=1e-9, abs=1e-10)


@pytest.mark.parametrize("entries", [(D,), (D, D), (D, E), (D, E, F), (D, D, D)], ids=str)
def test_entries_are_as_private_as_their_definitions_say(entries: tuple[Alphabet, ...]) -> None:
    joint, mechanism = Prior("P", *entries), Channel("W", entries, Y)
    null = infinite = leaking = 0
    for prior, rows, instance in _databases(len(entries), entries, 60):
        _agrees(dp(mechanism), instance, oracle.exp_dp(rows))
        _agrees(flp(mechanism), instance, oracle.exp_flp(rows))
        infinite += oracle.exp_dp(rows) == math.inf
        for k in range(len(entries)):
            value = oracle.exp_entry_pml(prior, rows, k)
            _agrees(pml_entry(joint, mechanism, k + 1), instance, value)
            given = oracle.exp_conditional_entry_pml(prior, rows, k)
            _agrees(pml_entry_given(joint, mechanism, k + 1), instance, given)
            leaking += value > 1 and given > 1
        null += 0 in prior.values()
    assert min(null, infinite, leaking) >= 10, (null, infinite, leaking)


def test_entries_at_an_outcome() -> None:
    joint, mechanism = Prior("P", D, E), Channel("W", (D, E), Y)
    null = 0
    for prior, rows, instance in _databases(7, (D, E), 80):
        masses = [sum(prior[d] * rows[d][y] for d in prior) for y in range(instance.sizes["Y"])]
        known = {d[:1] for d, mass in prior.items() if mass > 0}
        for y, mass in enumerate(masses):
            here = at(instance, y=y)
            value = oracle.exp_entry_pml_at(prior, rows, 0, y)
            _agrees(pml_entry(joint, mechanism, 1, "y"), here, value)
            given = [oracle.exp_conditional_entry_pml_at(prior, rows, 1, d, y) for d in known]
            _agrees(pml_entry_given(joint, mechanism, 2, "y"), here, max(given))
            null += not mass
    assert null >= 10


def test_a_product_prior_has_the_products_of_masses() -> None:
    first, second = Prior("Q", D), Prior("R", E)
    mechanism = Channel("W", (D, E), Y)
    both, joint = first & second, Prior("P", D, E)
    zeros = 0
    rng = Random(3)
    for _, _, instance in _databases(5, (D, E), 80):
        sizes = instance.sizes
        q = exact_prior(rng, sizes["D"], rng.choice(PRIOR_KINDS))
        r = exact_prior(rng, sizes["E"], rng.choice(PRIOR_KINDS))
        entries = {**instance.tensors, "Q": q, "R": r, "P": [[a * b for b in r] for a in q]}
        here = Instance(sizes, entries)
        for one, other in (
            (pml(both, mechanism), pml(joint, mechanism)),
            (pml_entry(both, mechanism, 2), pml_entry(joint, mechanism, 2)),
            (pml_entry_given(both, mechanism, 1), pml_entry_given(joint, mechanism, 1)),
            (
                pml(both >> mechanism, Channel("V", Y, D)),
                pml(joint >> mechanism, Channel("V", Y, D)),
            ),
        ):
            post = exact_channel(rng, sizes["Y"], sizes["D"], rng.choice(CHANNEL_KINDS))
            known = Instance(sizes, {**entries, "V": post})
            assert evaluate(one, known) == evaluate(other, known)
            assert floats(one, known) == pytest.approx(float(evaluate(one, known)), abs=1e-10)
        zeros += 0 in q and 0 in r
        prior = {(d, e): q[d] * r[e] for d in range(sizes["D"]) for e in range(sizes["E"])}
        rows = {(d, e): here.tensors["W"][d][e] for d, e in prior}
        _agrees(pml_entry(both, mechanism, 1), here, oracle.exp_entry_pml(prior, rows, 0))
    assert zeros >= 5


def test_products_of_one_prior_are_independent_draws() -> None:
    twice = Prior("Q", D) & Prior("Q", D)
    masses = Instance({"D": 2, "Y": 1}, {"Q": ["1/4", "3/4"], "W": [[[1], [1]], [[1], [1]]]})
    assert evaluate(pml(twice, Channel("W", (D, D), Y)), masses) == 0
    assert repr(Prior("Q", D) & (Prior("R", E) & Prior("S", F))) == "Q & (R & S)"
    assert repr((Prior("Q", D) & Prior("R", E)) >> Channel("W", (D, E), Y)) == "(Q & R) >> W"


def test_an_entry_that_is_not_there_is_refused() -> None:
    joint, mechanism = Prior("P", D, E), Channel("W", (D, E), Y)
    for entry in (0, 3, Fraction(1, 2), True):
        with pytest.raises(InvalidInput, match="its entries are 1 to 2"):
            pml_entry(joint, mechanism, entry)  # type: ignore[arg-type]
    with pytest.raises(AlphabetMismatch):
        pml_entry(Prior("P", D), mechanism, 1)
