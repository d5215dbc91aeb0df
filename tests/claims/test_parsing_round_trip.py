"""A claim and what is read from its text are one: in structure, and in truth on instances."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import declarations, write
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.building import all_of, any_of, exp, log, maximum, minimum, negation
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Implication,
    Measure,
    Named,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.every import MEASURES
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin, size
from pmlsym.measures.scalar_argument import ScalarArgument
from pmlsym.model.channel import Channel, Hidden
from pmlsym.model.gain import Gain
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Against, Prior
from pmlsym.numbers.number import rational
from tests.claims.claims_in_two_ways import CLAIMS as CLAIMS_IN_TWO_WAYS
from tests.examples import examples

HEALTH = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]

X, Y, Z = alphabets("X Y Z")
P, W, V, U = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z), Channel("U", (X, Y), Z)

LEAVES = st.one_of(
    st.fractions(-3, 3, max_denominator=4).map(Constant),
    st.sampled_from(["a", "b"]).map(Scalar),
    st.sampled_from(
        [
            pml(P, W),
            pml(P, W >> V),
            pml(P >> W, V),
            pml(P, W & U),
            pml(P, W & U, "y", "z"),
            pml(P, W, "y"),
            conditional_pml(P, Given(W, U)),
            conditional_pml(P, Given(W, U), "y", "z"),
            maxleak(P, W),
            ldp(W >> V),
            density_min(P, W),
            pmin(P),
            log(size(Y)) - maxleak(W),
        ]
    ),
)

INSTANCE = Instance(
    {"X": 2, "Y": 2, "Z": 2},
    {
        "P": ["1/3", "2/3"],
        "W": [["1/2", "1/2"], ["0", "1"]],
        "V": [["1/4", "3/4"], ["1", "0"]],
        "U": [[["1", "0"], ["1/2", "1/2"]], [["1/5", "4/5"], ["1/3", "2/3"]]],
    },
    {"a": rational(Fraction(-1, 2)), "b": rational(2)},
    {"y": 1, "z": 0},
)


def _is_no_zero(quantity: Quantity) -> bool:
    return not (isinstance(quantity, Constant) and quantity.value == 0)


def _quantities(inner: st.SearchStrategy[Quantity]) -> st.SearchStrategy[Quantity]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda ab: ab[0] + ab[1]),
        pairs.map(lambda ab: ab[0] - ab[1]),
        pairs.map(lambda ab: ab[0] * ab[1]),
        st.tuples(inner, LEAVES.filter(_is_no_zero)).map(lambda ab: ab[0] / ab[1]),
        pairs.map(lambda ab: maximum(*ab)),
        pairs.map(lambda ab: minimum(*ab)),
        inner.map(lambda a: -a),
        LEAVES.map(exp),
        LEAVES.map(log),
    )


QUANTITIES = st.recursive(LEAVES, _quantities, max_leaves=5)
COMPARISONS = st.builds(
    Comparison, QUANTITIES, st.sampled_from(tuple(Comparison.FLIPPED)), QUANTITIES
)


def _claims(inner: st.SearchStrategy[Claim]) -> st.SearchStrategy[Claim]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda ab: all_of(*ab)),
        pairs.map(lambda ab: any_of(*ab)),
        pairs.map(lambda ab: Implication(*ab)),
        inner.map(negation),
    )


CLAIMS = st.recursive(COMPARISONS, _claims, max_leaves=4)


@pytest.mark.seconds
def test_the_text_of_a_claim_means_the_same() -> None:
    met: Counter[bool] = Counter()

    @settings(max_examples=examples(100), deadline=None, derandomize=True)
    @given(CLAIMS)
    def same(claim: Claim) -> None:
        try:
            expected = holds(claim, INSTANCE)
        except (OutOfDomain, Unsupported):
            return
        again = parse(write(claim), lets=declarations(claim))
        assert holds(again, INSTANCE) is expected
        met[expected] += 1

    same()
    assert min(met[True], met[False]) >= 20, met


def structure(part: Any) -> Any:
    """What a claim is made of, sums and products of several terms as they are read.

    The domain of a number is left out: `subjects` has it for the claim as a whole.
    """
    if isinstance(part, Prior | Channel | Gain):
        return part.text, part.body
    if isinstance(part, Given | Against):
        return structure(part.first), structure(part.second)
    if isinstance(part, Hidden):
        return structure(part.prior), structure(part.channel)
    if type(part) in (Sum, Product):
        first, *rest = part.terms if isinstance(part, Sum) else part.factors
        whole = structure(first)
        for term in rest:
            whole = (type(part).__name__, whole, structure(term))
        return whole
    if isinstance(part, tuple):
        return tuple(map(structure, part))
    if isinstance(part, Quantity | Claim | ScalarArgument):
        own = [f.name for f in fields(part) if f.name not in ("domain", "data")]
        return type(part).__name__, *(structure(getattr(part, name)) for name in own)
    return part


@pytest.mark.seconds
def test_what_was_written_is_read_as_the_same_claim() -> None:
    met: Counter[str] = Counter()

    @settings(
        max_examples=examples(750), deadline=None, derandomize=True, suppress_health_check=HEALTH
    )
    @given(CLAIMS_IN_TWO_WAYS)
    def same(both: tuple[Claim, str]) -> None:
        claim, text = both
        lets = declarations(claim)
        own = structure(claim)
        written = parse(write(claim), lets=lets)
        assert structure(written) == own
        assert structure(parse(text, lets=lets)) == own
        assert subjects(written).scalars == subjects(claim).scalars
        assert write(written) == write(claim)
        for part in walk(claim):
            met[type(part).__name__] += 1
            if isinstance(part, Measure | Named):
                met[part.word.partition("[")[0]] += 1

    same()
    words = {word.name for word in MEASURES}
    assert words <= set(met), words - set(met)
    kinds = {"Implication", "Negation", "Disjunction", "Division", "Series", "BinomialTail"}
    assert all(met[kind] >= 20 for kind in (*kinds, "Extreme", "Entropic", "Named")), met


@pytest.mark.parametrize("text", ["-(-x) <= 1", "x - (-y) <= 1", "1 - (-2)*x <= -(-1/2)"])
def test_no_two_minus_signs_stand_side_by_side(text: str) -> None:
    """A dash, or a decrement, to whoever reads it; the same quantity to whatever reads it."""
    claim = parse(text)
    assert "--" not in write(claim) and "- -" not in write(claim)
    assert write(parse(write(claim))) == write(claim)
