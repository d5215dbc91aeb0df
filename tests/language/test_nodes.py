"""Every node of the languages is known to everything that interprets them.

The lists are read off the files of nodes. Each node needs a claim or a measure here that has it,
and what interprets claims or values reads all of these, or says that it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.claims.domain import domain_of
from pmlsym.claims.evaluation import holds
from pmlsym.claims.ranges import range_of
from pmlsym.language.fold import children, fold, key, rebuild, walk
from pmlsym.language.nodes import Claim, Measure, Quantity
from pmlsym.language.value import Divergence, Value
from pmlsym.model.instance import Instance
from tests.architecture.reading_nodes import HOMES, nodes
from tests.soundness.random_claims import random_claim

HALVES = {"P": ["1/2", "1/2"], "W": [["1/3", "2/3"], ["1", "0"]]}
PAIR = {"joint(A,B)": [["1/2", "0"], ["1/4", "1/4"]]}
CLAIMS = {
    "pml(P, W) + 1 <= 2*maxleak(W)/3 - a": Instance({"X": 2, "Y": 2}, HALVES, {"a": "1/5"}),
    "a >= 0 => not (log(a) < 0 and exp(a) == 1)": Instance({}, {}, {"a": "1/5"}),
    "fullsupport(P) or max(pml(P, W), 1) >= min(a, 2)^2": Instance(
        {"X": 2, "Y": 2}, HALVES, {"a": "1/5"}
    ),
    "I(A;B) <= H(A|B) + 1": Instance({"A": 2, "B": 2}, PAIR),
    "binomial(m, 3, 1/2) <= sum(k, 1, 3, 1/k)": Instance({}, {}, {"m": "1"}),
    "D[a](P >> W || P >> W) <= rdp(W, a + 1)": Instance({"X": 2, "Y": 2}, HALVES, {"a": "1"}),
    "(exists R: W == W >> R) or 1 < (sup Q: pml(Q, W))": Instance({"X": 2, "Y": 2}, HALVES),
}


@pytest.mark.parametrize("text", CLAIMS)
def test_every_interpretation_of_claims_knows_the_nodes(text: str) -> None:
    claim = parse(text)
    assert write(parse(write(claim))) == write(claim)
    assert isinstance(holds(claim, CLAIMS[text]), bool)
    assert all(isinstance(line, str) for line in domain_of(claim))
    assert all(range_of(part) is not None for part in walk(claim) if isinstance(part, Quantity))


def test_the_claims_have_every_node() -> None:
    met = {type(part).__name__ for text in CLAIMS for part in walk(parse(text))}
    assert met == set(nodes(HOMES[0])) - {"Multiple"}  # it stands inside of measures alone


def _values() -> Iterator[Value]:
    for seed in range(600):
        for part in walk(random_claim(Random(seed))):
            if isinstance(part, Measure):
                yield part.value


@pytest.mark.seconds
def test_the_measures_have_every_node_of_values() -> None:
    """Divergences have those as well that they are written out as: roots and sums of several."""
    met = {type(part).__name__ for value in _values() for part in _parts(value)}
    assert met == set(nodes(HOMES[1])) - {"Quotient"}


def _parts(value: Value) -> Iterator[Value]:
    for part in walk(value):
        yield part
        if isinstance(part, Divergence):
            yield from walk(part.written)


@pytest.mark.parametrize("text", CLAIMS)
def test_what_is_rebuilt_of_its_own_children_is_itself(text: str) -> None:
    claim = parse(text)
    assert all(rebuild(part, children(part)) is part for part in walk(claim))
    again = fold(claim, lambda node, inner: rebuild(node, [rebuild(i, children(i)) for i in inner]))
    assert again is claim


def test_keys_go_by_structure_and_not_by_text() -> None:
    """A scalar keeps its key in another domain; the order of a sum, another relation do not."""
    same, other = parse("a + b <= maxleak(W)"), parse("b + a <= maxleak(W)")
    assert key(parse("a + b <= maxleak(W)")) == key(same) != key(other)
    assert key(parse("a + b < maxleak(W)")) != key(same)
    left, right = parse("pml(P, W) <= maxleak(W)"), parse("maxleak(W) <= pml(P, W)")
    assert isinstance(left, Claim) and key(children(left)[0]) == key(children(right)[1])
