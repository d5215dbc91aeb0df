"""The leakage as a random variable agrees with the measures of the same channel."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import Scalar
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import log_of, rational
from pmlsym.own_data.leakage_distribution import leakage_distribution
from pmlsym.pages.pictures import leakage_picture
from pmlsym.testing import channels, priors
from tests.examples import examples


@pytest.mark.seconds
@given(st.integers(1, 4).flatmap(lambda n: st.tuples(priors(letters=n), channels(inputs=n))))
@settings(max_examples=examples(80), deadline=None)
def test_it_has_the_worst_case_mean_and_tail_of_the_measures(drawn: tuple) -> None:  # type: ignore[type-arg]
    masses, rows = drawn
    prior, channel = Prior.from_masses(masses), Channel.from_rows(rows)
    found = leakage_distribution(prior, channel)
    assert sum(found.probabilities) == 1
    assert found.quantile(1) == evaluate(pml(prior, channel), Instance({}))
    assert found.mean() == evaluate(expected_pml(prior, channel), Instance({}))
    level = log_of(rational("3/2"))
    eps = Scalar("eps")
    open_ = tail(Prior("P", Alphabet("X")), Channel("W", Alphabet("X"), Alphabet("Y")), eps)
    at = Instance({"X": len(rows), "Y": len(rows[0])}, {"P": masses, "W": rows}, {"eps": level})
    assert rational(found.tail("3/2")) == evaluate(open_, at)
    assert sum(mass for _, _, mass in found.histogram(7)) == 1


def test_quantiles_and_histogram() -> None:
    rows = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"]]
    found = leakage_distribution(Prior.from_masses(["1/2", "1/2"]), Channel.from_rows(rows))
    assert found.levels == (1, Fraction(4, 3))
    assert found.quantile("1/4") == 0
    assert found.quantile("1/3") == log_of(rational("4/3"))
    assert [mass for _, _, mass in found.histogram(2)] == [Fraction(1, 4), Fraction(3, 4)]
    for wrong in (0, "3/2"):
        with pytest.raises(InvalidInput, match="quantile"):
            found.quantile(wrong)
    with pytest.raises(InvalidInput, match="not rational"):
        leakage_distribution(Prior.from_masses([0.5, 0.5]), Channel.from_rows(rows))


def test_the_figure_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot`")
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    found = leakage_distribution(Prior.from_masses(["1/2", "1/2"]), Channel.from_rows(rows))
    leakage_picture(found).save(tmp_path / "leakage.svg")
    assert "<svg" in (tmp_path / "leakage.svg").read_text(encoding="utf-8")
