"""Rows of the evaluator, beside NumPy by hand, a copy of the memory, and libqif."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

import pmlsym as ps
from tests.benchmarks.measuring import Measure, NotInstalled, Row, least

X, Y = ps.alphabets("X Y")
P, W = ps.Prior("P", X), ps.Channel("W", X, Y)
Arrays = dict[str, Any]


def rows() -> tuple[Row, ...]:
    """A single channel, a batch of a hundred, and one of many."""
    leak, most, info = ps.pml(P, W), ps.maxleak(W), ps.mi(P, W)
    one, some, many = (1, 2, 2), (100, 64, 64), (100_000, 8, 8)
    three = ("three lines of NumPy", by_hand(pml_by_hand, one, calls=500))
    copy = ("a copy", by_hand(lambda a: a["W"].copy(), many))
    return (
        Row(
            "PML of one channel 2 x 2, fresh arrays, checks on",
            *("265 us", "30 us", ours(leak, one, calls=500)),
            (three, ("qif", by_qif("mult_leakage", one, calls=500))),
            most=8,
        ),
        Row(
            "PML of 100 channels 64 x 64",
            *("", "", ours(leak, some)),
            (("NumPy by hand", by_hand(each_pml_by_hand, some)),),
            most=2,
        ),
        Row(
            "maximal leakage of 100 channels 64 x 64",
            *("1.5 ms", "0.4 ms", ours(most, some)),
            (
                ("NumPy by hand", by_hand(lambda a: np.log(a["W"].max(1).sum(1)), some)),
                ("qif", by_qif("mult_capacity", some)),
            ),
            most=2,
        ),
        Row(
            "mutual information of them",
            *("6.5 ms", "2 ms", ours(info, some)),
            (("NumPy by hand", by_hand(mi_by_hand, some)),),
            most=1,
        ),
        Row(
            "mutual information of 100,000 channels 8 x 8",
            *("10-21 copies", "", ours(info, many)),
            (copy, ("NumPy by hand", by_hand(mi_by_hand, many))),
            most=9,
        ),
        Row(
            "PML of them",
            *("", "", ours(leak, many)),
            (("NumPy by hand", by_hand(each_pml_by_hand, many)),),
            most=1.5,
        ),
        Row(
            "maximal leakage of them",
            *("", "", ours(most, many)),
            (("NumPy by hand", by_hand(lambda a: np.log(a["W"].max(1).sum(1)), many)),),
            most=1.5,
        ),
    )


def ours(
    quantity: ps.Quantity,
    shape: tuple[int, int, int],
    *,
    calls: int = 1,
) -> Measure:
    """A planned quantity on arrays of that shape, its entries checked."""

    def measure() -> float:
        evaluator, arrays = ps.compile(quantity), drawn(*shape)
        used = {name: arrays[name] for name in ("P", "W") if name == "W" or "P" in str(quantity)}
        evaluator(**used)
        return least(lambda: evaluator(**used), repeat=15, calls=calls)

    return measure


def by_hand(
    rule: Callable[[Arrays], object], shape: tuple[int, int, int], *, calls: int = 1
) -> Measure:
    """Lines of NumPy on the same arrays."""

    def measure() -> float:
        arrays = drawn(*shape)
        return least(lambda: rule(arrays), repeat=15, calls=calls)

    return measure


def by_qif(name: str, shape: tuple[int, int, int], *, calls: int = 1) -> Measure:
    """A measure of libqif in a loop over the same channels; it costs no less than ours."""

    def measure() -> float:
        try:
            vulnerability = import_module("qif").measure.bayes_vuln
        except ImportError:
            raise NotInstalled("not installed") from None
        rule, arrays = getattr(vulnerability, name), drawn(*shape)
        needs_prior = name == "mult_leakage"
        pairs = list(zip(arrays["P"], arrays["W"], strict=True))

        def loop() -> None:
            for prior, channel in pairs:
                rule(prior, channel) if needs_prior else rule(channel)

        return least(loop, repeat=15, calls=calls)

    return measure


def pml_by_hand(arrays: Arrays) -> Any:
    """Three lines, for a channel without null outcomes."""
    prior, channel = arrays["P"][0], arrays["W"][0]
    mass = prior @ channel
    return np.log((channel.max(axis=0) / mass).max())


def each_pml_by_hand(arrays: Arrays) -> Any:
    """The same for every instance."""
    mass = np.einsum("nx,nxy->ny", arrays["P"], arrays["W"])
    return np.log((arrays["W"].max(axis=1) / mass).max(axis=1))


def mi_by_hand(arrays: Arrays) -> Any:
    """For channels without zeros."""
    prior, channel = arrays["P"][:, :, None], arrays["W"]
    joint = prior * channel
    return (joint * np.log(channel / joint.sum(1, keepdims=True))).sum((1, 2))


@cache
def drawn(count: int, inputs: int, outputs: int) -> Arrays:
    """Random priors and channels, without zeros."""
    rng = np.random.default_rng(0)
    channels = rng.standard_exponential((count, inputs, outputs))
    channels /= channels.sum(axis=2, keepdims=True)
    return {"P": rng.dirichlet(np.ones(inputs), count), "W": channels}
