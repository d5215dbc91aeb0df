"""Claims that are false at infinity alone, or by a clash of names: none may be proved."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest

from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evidence.verdict import Proved
from pmlsym.language.nodes import Claim, Scalar
from pmlsym.lowering.forms import Either, ForAll, Holds
from pmlsym.lowering.infinite_parts import infinite_cases
from pmlsym.lowering.levels import State, assume
from pmlsym.lowering.profile import ClaimProfile
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import rational
from tests.examples import some_of

UNIFORM = ["1/2", "1/2"]
IDENTITY = [[1, 0], [0, 1]]
INFINITE = Instance(
    {"X": 2, "Y": 2, "Z": 2},
    {"P": UNIFORM, "W": IDENTITY, "V": IDENTITY, "G": [[0, 0], [0, 0]]},
    {"delta": rational(Fraction(1)), "eps": rational(Fraction(0))},
)
ONE_LETTER = Instance({"X": 1, "Y": 1}, {"P": [1], "W": [[1]]})

AT_INFINITY = (
    "2*ldp(W) <= ldp(W) => ldp(W) <= 0",
    "ldp(W) <= ldp(W) - 1 => pml(P, W) <= 0",
    "ldp(W) == ldp(W) + 1 => pml(P, W) <= 0",
    "ldp(W) < ldp(W) + 1",
    "density_min(P, W) > density_min(P, W) - 1",
    "density_min(P, W) - 1 == density_min(P, W) => pml(P, W) <= 0",
    "1/exp(ldp(W)) > 0",
    "exp(density_min(P, W)) > 0",
    "exp(-ldp(W)) > 0",
    "exp(-ldp(W)) <= 0 => pml(P, W) <= 0",
    "exp(density_min(P, W)) <= 0 => pml(P, W) <= 0",
    "exp(-ldp(W)) == 0 => 1 <= exp(-lip(P, W))",
    "doeblin(W) < exp(-ldp(W)) or 0 < exp(-ldp(W))",
    "exp(-ldp(W)) >= exp(-pml(P, W) - ldp(W)) + exp(-3*pml(P, W))*exp(-3)",
    "max(ldp(W), 1) <= ldp(W) - 1 => pml(P, W) <= 0",
    "ldp(W) <= log(exp(ldp(W))) - 1 => pml(P, W) <= 0",
    "ldp(W) <= max(ldp(W), 3) - 1 => pml(P, W) <= 0",
    "exp(ldp(W)) <= exp(ldp(P, W)) => ldp(W) <= 3",
    "ldp(W) <= ldp(P, W) => ldp(W) <= 3 or 1/exp(lip(P, W)) > 0",
    "maxcost(W) < maxcost(W) + 1",
    "maxcost(W) <= maxcost(W) - 1 => pml(P, W) <= 0",
    "lip(P, W) < lip(P, W) + 1",
    "ldi(P, W) < ldi(P, W) + 1",
    "costleak(P, W) < costleak(P, W) + 1",
    "worst_gain(P, G) < worst_gain(P, G) + 1",
    "exp(worst_gain(P, G)) > 0",
    "exp(worst_gain(P, W, G)) > 0",
    "exp(maxinfo(P, W, delta)) > 0",
    "maxinfo(P, W, delta) < maxinfo(P, W, delta) + 1",
    "log(doeblin(W)) > log(doeblin(W)) - 1",
    "doeblin(W) <= 0 => log(doeblin(W)) >= -5",
    "exp(ldp(W)) < exp(ldp(W)) + 1",
    "tv(P, W)*exp(ldp(W)) < 1 + tv(P, W)*exp(ldp(W))",
    "pml(P, W) + 9 <= min(exp(ldp(W)), 9)",
    "9 <= tv(P, W)/exp(ldp(W)) + 1",
    "9 <= 3 - exp(-ldp(W))",
    "9 <= (1 - 2*tv(P, W))*exp(pml(P, W)) + exp(-lip(P, W))",
    "1/9 <= doeblin(W) + exp(-ldp(W))",
)
LARGER_SIDES = (
    "ldp(W)",
    "exp(ldp(W))",
    "exp(2*ldp(W)) - 1",
    "tv(P, W)*(exp(ldp(W)) - 1)",
    "doeblin(W)*exp(ldp(W))",
    "0*ldp(W)",
    "ldp(W)*(exp(ldp(W)) - 1)/(exp(ldp(W)) + 1)",
    "log(1 + (1 - doeblin(W))*(exp(ldp(W)) - 1))",
    "ldp(W) + density_min(P, W)",
    "log(ldp(W))",
    "(tv(P, W) - 1)*exp(ldp(W))",
    "(1 - 3*tv(P, W))*exp(ldp(W))",
    "exp(ldp(W))/(tv(P, W) - 1)",
    "exp(-ldp(W))",
    "1 - exp(-ldp(W))",
    "tv(P, W)/ldp(W)",
    "min(exp(ldp(W)), 2)",
    "-1*ldp(W)",
)
AT_ONE_LETTER = (
    "size(X) <= 1 and pml(P, W) <= 3 => log(size(X)*size(X) - 1) >= 5",
    "size(X) <= 1 and pml(P, W) <= 3 => log(size(X) - 1) >= 5",
    "tv(P, W) <= 0 => log(tv(P, W)) >= 0",
    "tail(P, W, log(2)) <= 0 => log(tail(P, W, log(2))) >= 5",
    "pml(P, W) <= log(0)",
    "size(X) <= 1 or pml(P, W) <= 3 => 0 <= log(0)",
)


@pytest.mark.parametrize("text", some_of(AT_INFINITY))
def test_false_at_infinity_is_not_proved(text: str) -> None:
    require_false(parse(text), INFINITE)


@pytest.mark.parametrize("side", some_of(LARGER_SIDES))
def test_the_finite_case_is_left_alone_only_where_the_other_says_nothing_false(side: str) -> None:
    claim = parse(f"2*chi2(P, W) + 99 <= {side}")
    cases = infinite_cases(claim)
    if cases == (("", claim),) or len(cases) > 1:
        return
    with contextlib.suppress(OutOfDomain):
        assert holds(claim, INFINITE)


def test_some_larger_sides_leave_the_finite_case_alone() -> None:
    cases = [infinite_cases(parse(f"99 <= {side}")) for side in LARGER_SIDES]
    assert sum(len(case) == 1 and case[0][0] != "" for case in cases) >= 8


@pytest.mark.parametrize("text", some_of(AT_ONE_LETTER))
def test_false_at_the_logarithm_of_zero_is_not_proved(text: str) -> None:
    require_false(parse(text), ONE_LETTER)


@pytest.mark.parametrize(
    "text",
    [
        "pml(P, W) <= ldp(W)",
        "-density_min(P, W) <= ldp(P, W)",
        "lip(P, W) <= ldp(W)",
        "not (pml(P, W) > ldp(W))",
        "ldp(W) <= eps => pml(P, W) <= eps",
        "ldp(W >> V) <= ldp(W) + pml(P, W)",
        "log(size(X)) >= 0 or pml(P, W) < 0",
        "doeblin(W) >= exp(-ldp(W))",
        "tv(P, W) <= 1 - exp(density_min(P, W))",
        "exp(-2*ldp(W)) + exp(-ldp(W)) <= 2*doeblin(W)",
        "exp(-lip(P, W)) <= exp(density_min(P, W))",
        "exp(pml(P, W) - ldp(W)) <= 1",
    ],
)
def test_true_at_infinity_is_still_proved(text: str) -> None:
    assert isinstance(prove(text, effort=5.0), Proved)


def test_a_page_says_which_part_is_of_which_case() -> None:
    verdict = prove("exp(-ldp(W) - ldp(V)) <= doeblin(W)")
    assert isinstance(verdict, Proved)
    for words in ("ldp(W) finite, ldp(V) finite", "ldp(W) finite, ldp(V) = inf", "ldp(W) = inf"):
        assert f", {words}\n" in str(verdict)
        set_ = words.replace("ldp(W)", r"$\PMLldp(W)$").replace("ldp(V)", r"$\PMLldp(V)$")
        assert f", {set_}.\n" in verdict.latex()


@pytest.mark.parametrize("name", ["1", "delta'", "exp(eps)"])
def test_a_number_is_not_taken_for_another(name: str) -> None:
    with pytest.raises(InvalidInput, match="no name of a number"):
        Scalar(name)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "name", some_of(["t1", "m1", "c1", "b1", "a1", "x", "max1", "e1", "delta"])
)
def test_a_scalar_is_not_taken_for_a_level(name: str) -> None:
    for text in (
        f"pml(P, W) <= log(3) and maxleak(W) <= pml(P, W) => {name} <= 3",
        f"maxleak(P, W) <= {name} => maxleak(W) <= {name}",
        f"tv(P, W) <= 1/2 and {name} <= 1/2 => {name} <= tv(P, W)",
        f"pml(P, W) <= max(ldp(W), {name}) - 1/100",
        f"size(X) <= 3 and pml(P, W) <= 3 => {name} <= size(X)",
    ):
        assert not isinstance(prove(text, effort=0.2), Proved), text


def test_one_of_two_for_every_letter_is_no_choice_for_all() -> None:
    y = Index("Y", "y")
    A, B = Tensor("A", ("Y",)), Tensor("B", ("Y",))
    either = ForAll((y,), Either((Holds(atom(A, y)), Holds(atom(B, y)))))
    with pytest.raises(Unsupported):
        list(assume(State(ClaimProfile()), either, "either"))


def require_false(claim: Claim, instance: Instance) -> None:
    assert not holds(claim, instance)
    assert not isinstance(prove(claim, effort=0.5), Proved)
