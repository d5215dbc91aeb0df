"""Quantities and claims on arrays by name agree with the exact evaluation of each instance."""

from __future__ import annotations

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.errors import AlphabetMismatch, InvalidInput, OutOfDomain, PmlError, UnknownName
from pmlsym.language.nodes import Quantity, Scalar
from pmlsym.measures.differential_privacy import dp, flp
from pmlsym.measures.entry_leakage import pml_entry
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.max_information import maxinfo
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import log_of, rational
from pmlsym.own_data.many_instances import OpenNames, compile, evaluate_many, slack_many
from tests.random_arrays import random_channels, random_priors, random_rationals

X, Y, Z, D, E = alphabets("X Y Z D E")
P, W, U = Prior("P", X), Channel("W", X, Y), Channel("U", (X, Y), Z)
BASE, QUERY = Prior("P", D, E), Channel("W", (D, E), Y)
SHAPES = {"P": (3,), "W": (3, 2), "U": (3, 2, 2)}
WHOLE = 4


def _drawn(shapes: dict[str, tuple[int, ...]], count: int) -> dict[str, list]:  # type: ignore[type-arg]
    return {n: random_rationals(k, count, s, WHOLE) for k, (n, s) in enumerate(shapes.items())}


QUANTITIES = {
    "sum": pml(P, W) + 2 * pml(P, W, "y"),
    "at an outcome": pml(P, W, "y"),
    "EML": eml(P, W, Scalar("d")),
    "tail": tail(P, W, Scalar("e")),
    "difference": pml(P, W & U) - pml(P, W),
}


@pytest.mark.parametrize("name", QUANTITIES)
def test_quantities_are_the_exact_ones(name: str) -> None:
    quantity: Quantity = QUANTITIES[name]
    numbers = {"d": rational("1/3"), "e": log_of(rational("3/2"))}
    exact = _drawn(SHAPES, 40)
    used = ["P", "W", "U"] if name == "difference" else ["P", "W"]
    arrays: dict[str, object] = {n: np.array(exact[n], dtype=float) for n in used}
    scalars = {"EML": {"d": 1 / 3}, "tail": {"e": np.full(40, np.log(1.5))}}.get(name, {})
    found = evaluate_many(quantity, {**arrays, **scalars})
    compared = 0
    for k in range(40):
        tensors = {n: exact[n][k] for n in used}
        values = {n: numbers[n] for n in scalars}
        for y in range(found.shape[1] if found.ndim == 2 else 1):
            at = Instance({"X": 3, "Y": 2, "Z": 2}, tensors, values, {"y": y})
            try:
                expected = float(evaluate(quantity, at))
            except OutOfDomain:
                expected = np.nan
            got = found[k, y] if found.ndim == 2 else found[k]
            assert got == pytest.approx(expected, rel=1e-11, abs=1e-12, nan_ok=True)
            compared += np.isfinite(expected)
    assert compared > 20


@pytest.mark.parametrize("measure", [dp(QUERY), flp(QUERY), pml_entry(BASE, QUERY, 1)], ids=str)
def test_databases(measure: Quantity) -> None:
    count = 30
    flat = random_rationals(5, count, (4,), 7)
    rows = random_rationals(6, count, (4, 3), 7)
    sizes = {"D": 2, "E": 2, "Y": 3}
    arrays = {
        "P": np.array(flat, dtype=float).reshape(count, 2, 2),
        "W": np.array(rows, dtype=float).reshape(count, 2, 2, 3),
    }
    used = {n: a for n, a in arrays.items() if n == "W" or "entry" in str(measure)}
    found = evaluate_many(measure, used)
    for k in range(count):
        nested = {"P": [flat[k][:2], flat[k][2:]], "W": [rows[k][:2], rows[k][2:]]}
        exact = evaluate(measure, Instance(sizes, {n: nested[n] for n in used}))
        assert found[k] == pytest.approx(float(exact), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize(
    "text",
    [
        "pml(P, W) <= log(2)",
        "pml(P, W) < log(3) and tv(P, W) <= 1/4",
        "ldp(W) <= 1 => pml(P, W) <= 1/2",
        "not maxleak(W) <= mi(P, W)",
    ],
)
def test_slacks_have_the_sign_of_the_truth(text: str) -> None:
    claim, exact = parse(text), _drawn({"P": (3,), "W": (3, 2)}, 120)
    slacks = slack_many(claim, {n: np.array(e, dtype=float) for n, e in exact.items()})
    truths = []
    for k in range(120):
        tensors = {n: e[k] for n, e in exact.items()}
        truths.append(holds(claim, Instance({"X": 3, "Y": 2}, tensors)))
        assert (slacks[k] >= 0) == truths[-1]
    assert 0 < sum(truths)


def test_a_concrete_channel_is_the_same_for_every_prior() -> None:
    flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    found = evaluate_many(pml(P, flip), {"P": [[0.5, 0.5], [1, 0]]})
    assert found == pytest.approx([np.log(1.5), 0.0])


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"P": [[1.0]]}, "no array for W"),
        ({"P": [[1.0]], "W": [[[1.0]]], "w": [1.0]}, "nothing open is called w"),
        ({"P": [[1.0]], "W": [[[0.9]]]}, "sums to 0.9"),
        ({"P": 1.0, "W": [[[1.0]]]}, "number of instances"),
        ({"P": [[[1.0]]], "W": [[[1.0]]]}, r"takes an array \(B"),
        ({"P": [[0.5, 0.5]], "W": [[[1.0]]]}, "elsewhere it has 2"),
        ({"P": [], "W": []}, "number of instances"),
    ],
)
def test_bad_arrays(arrays: dict[str, object], words: str) -> None:
    with pytest.raises((InvalidInput, UnknownName, AlphabetMismatch), match=words):
        evaluate_many(pml(P, W), arrays)


def test_rounding_leaves_no_leakage_below_zero() -> None:
    for n in (*range(2, 60), 3000):
        channel = np.full((1, n, n), 1 / n)
        (found,) = evaluate_many(pml(P, W), {"P": np.full((1, n), 1 / n), "W": channel})
        assert 0 <= found < 1e-13


def test_what_has_no_instances_is_the_same_in_all() -> None:
    rng = np.random.default_rng(3)
    prior, channels = rng.dirichlet([1, 1, 1]), rng.dirichlet([1, 1], (50, 3))
    for quantity in (pml(P, W), eml(P, W, Scalar("d")), pml(P, W, "y")):
        numbers = {"d": 0.3} if "d" in str(quantity) else {}
        leakage = compile(quantity)
        found = leakage(P=prior, W=channels, **numbers)
        apart = [leakage(P=prior, W=channel, **numbers) for channel in channels]
        assert found == pytest.approx(np.array(apart), rel=1e-13)
        repeated = {"P": np.tile(prior, (50, 1)), "W": channels, **numbers}
        assert found == pytest.approx(evaluate_many(quantity, repeated), rel=1e-13)
    assert np.ndim(compile(pml(P, W))(P=prior, W=channels[0])) == 0


class Foreign:
    """An array of another library, which knows NumPy's by nothing but DLPack."""

    def __init__(self, array: object, device: str = "cpu") -> None:
        self.held = np.array(array)
        self.device = device

    def __array_namespace__(self) -> type[Foreign]:
        return Foreign

    def __dlpack__(self, **options: object) -> object:
        return self.held.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.held.__dlpack_device__()

    @staticmethod
    def asarray(array: object, device: str) -> Foreign:
        return Foreign(array, device)


ELSEWHERE = (
    *(pml(P, W), pml(P, W, "y"), mi(P, W), ldp(W), pml(P, W) - mi(P, W) * Scalar("d")),
    *(eml(P, W, Scalar("d")), maxinfo(P, W, Scalar("d")), pml(P, W >> Channel("V", Y, Z))),
)


@pytest.mark.parametrize("quantity", ELSEWHERE, ids=str)
@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_another_library_computes_with_its_own_functions(
    quantity: Quantity, precision: str
) -> None:
    """array-api-strict has the functions of the standard alone, and takes no array of NumPy."""
    xp = pytest.importorskip("array_api_strict", reason="install array-api-strict to run this")
    arrays = {
        "P": random_priors(0, 40, 5, zeros=0.3),
        "W": random_channels(1, 40, 5, 4, zeros=0.3),
        "V": random_channels(2, 40, 4, 3, zeros=0.3),
        "d": np.linspace(0, 1, 40),
    }
    arrays = {n: a for n, a in arrays.items() if n in OpenNames.of(quantity).tensors}
    expected = evaluate_many(quantity, arrays)
    own = {name: xp.asarray(a, dtype=getattr(xp, precision)) for name, a in arrays.items()}
    found = evaluate_many(quantity, own)
    assert found.__array_namespace__() is xp
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":  # before, numbers of Python widen its arrays
        assert found.dtype == getattr(xp, precision)
    rounding = {"float64": 1e-13, "float32": 2e-4}[precision]
    assert np.asarray(found) == pytest.approx(expected, rel=rounding, abs=rounding, nan_ok=True)
    one = evaluate_many(quantity, {name: a[3, ...] for name, a in own.items()})
    assert np.asarray(one) == pytest.approx(expected[3], rel=rounding, abs=rounding, nan_ok=True)


@pytest.mark.parametrize("quantity", ELSEWHERE, ids=str)
def test_single_precision_is_within_its_rounding(quantity: Quantity) -> None:
    """A set of letters whose masses sum to one but for rounding is whole in either precision."""
    arrays = {
        "P": random_priors(0, 40, 5, zeros=0.3),
        "W": random_channels(1, 40, 5, 4, zeros=0.3),
        "V": random_channels(2, 40, 4, 3, zeros=0.3),
        "d": np.linspace(0, 1, 40),
    }
    arrays = {n: a for n, a in arrays.items() if n in OpenNames.of(quantity).tensors}
    single = {name: array.astype(np.float32) for name, array in arrays.items()}
    found = evaluate_many(quantity, single)
    assert found.dtype == np.float32
    expected = evaluate_many(quantity, arrays)
    assert found == pytest.approx(expected, rel=2e-4, abs=2e-4, nan_ok=True)


def test_another_library_is_checked_where_it_is() -> None:
    xp = pytest.importorskip("array_api_strict", reason="install array-api-strict to run this")
    prior, whole = xp.asarray([[1, 0], [0, 1]]), xp.asarray([[[1, 0], [0, 1]]] * 2)
    assert np.asarray(evaluate_many(pml(P, W), {"P": prior, "W": whole})).tolist() == [0, 0]
    with pytest.raises(InvalidInput, match=r"P of instance 1 sums to 0\.9"):
        evaluate_many(pml(P, W), {"P": xp.asarray([[1.0, 0.0], [0.5, 0.4]]), "W": whole})
    with pytest.raises(InvalidInput, match="is negative"):
        evaluate_many(pml(P, W), {"P": np.array([[1.5, -0.5]] * 2), "W": whole})
    with pytest.raises(InvalidInput, match="give it floats"):
        evaluate_many(pml(P, W), {"P": xp.asarray([[1j, 0]] * 2), "W": whole})


def test_a_scalar_outside_its_domain() -> None:
    arrays = {"P": [[0.5, 0.5]], "W": [[[1, 0], [0, 1]]]}
    for wrong in (1.5, -0.1, np.nan, [0.5, 0.5]):
        with pytest.raises(PmlError, match=r"d in instance 0|number of instances"):
            evaluate_many(eml(P, W, Scalar("d")), {**arrays, "d": wrong})
