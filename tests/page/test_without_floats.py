"""Where NumPy and SciPy are not there, as in a browser, exact methods stand in for them."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

import pytest

from tests.examples import some_of

WITHOUT = "import sys; sys.modules['numpy'] = sys.modules['scipy'] = None; import pmlsym as ps\n"


def _run(program: str) -> None:
    subprocess.run([sys.executable, "-c", WITHOUT + dedent(program)], check=True, timeout=110)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "claim",
    some_of(
        [
            "pml(P, W >> V) <= pml(P, W)",
            "mi(P, W) <= pml(P, W)",
            "H(X, Y) <= H(X) + H(Y)",
            "H(X | Y, Z) <= H(X | Y)",
        ]
    ),
)
def test_what_linear_programs_find_is_found_exactly(claim: str) -> None:
    _run(f"assert ps.prove({claim!r}).name == 'proved'")


@pytest.mark.seconds
def test_hypotheses_that_no_plain_instance_meets_are_looked_at() -> None:
    _run("""
        found = ps.decide("ldp(W) <= 1 and pml(P, W) >= 2 => pml(P, W) <= 1/10")
        assert found.name == "proved" and found.vacuous, found
        found = ps.decide("pml(P, W) == 1/7 => pml(P, W >> V) <= 1/7")
        assert found.name == "proved" and found.caveat, found
    """)


@pytest.mark.seconds
def test_counterexamples_are_left_to_the_solver() -> None:
    _run("""
        found = ps.decide("pml(P, W) <= maxleak(W)")
        assert found.name == "refuted", found
    """)


@pytest.mark.seconds
def test_a_channel_of_ones_own_is_decided_over_priors() -> None:
    _run("""
        flip = [["9/10", "1/10"], ["1/10", "9/10"]]
        found = ps.decide("pml(P, W) <= log(5)", channel={"W": flip}, over="p1 in [1/5, 1/2]")
        assert found.name == "proved", found
        found = ps.decide("pml(P, W) <= log(3)", channel={"W": flip}, over="p1 in [1/5, 1/2]")
        assert found.name == "refuted", found
        found = ps.decide("mi(P, W) <= 2/5", channel={"W": flip}, over="p1 in [1/5, 1/2]")
        assert found.name == "proved", found
    """)
