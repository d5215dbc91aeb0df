"""How fast the numeric reading is, beside copying its input and beside the field's packages.

    python tests/benchmarks/numeric_speed.py

All figures come from one run: the best of several repetitions, in milliseconds. `qif` (libqif) and
`dit` are measured where they can be imported, in a loop over the same channels, of which a part is
timed and scaled up; their leakages are averages over outcomes and cost no less than PML does.
Entries are known to be stochastic here, as these packages take them to be: the cost of checking
them first, which is what `evaluate_batch` does unless told otherwise, has a line of its own.
"""

# ruff: noqa: T201
from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.value import Value
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.readings.batched import evaluate_batch
from pmlsym.readings.batched_input import require_stochastic

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)
(PRIOR,), (CHANNEL,) = P.body.tensors, W.body.tensors
PML = pml(P, W).value

Arrays = dict[Tensor, NDArray[Any]]


def main() -> None:
    """Print every table."""
    small = random_arrays(100_000, 8, 8)
    copy = best(small[CHANNEL].copy)
    print("100,000 channels 8 x 8 with their priors\n")
    row("what", "ms", "x copy")
    row("channels.copy()", copy, 1)
    maximum = best(lambda: small[CHANNEL].max(axis=1))
    row("channels.max(axis=1) alone", maximum, maximum / copy)
    measures = (pml(P, W), density_min(P, W), maxleak(W), maxleak(P, W), ldp(W), ldp(P, W))
    for measure in measures:
        spent = best(lambda value=measure.value: unchecked(value, small))  # type: ignore[misc]
        row(measure.text, spent, spent / copy)
    zeros = with_zeros(small)
    spent = best(lambda: unchecked(PML, zeros))
    row("pml(P, W), priors with zeros", spent, spent / copy)
    for measure in (mi(P, W), tv(P, W), eml(P, W, Fraction(1, 10))):
        spent = best(lambda value=measure.value: unchecked(value, small), repeat=3)  # type: ignore[misc]
        row(measure.text, spent, spent / copy)
    single = {tensor: array.astype(np.float32) for tensor, array in small.items()}
    spent = best(lambda: unchecked(PML, single))
    row("pml(P, W) in np.float32", spent, spent / copy)
    spent = best(lambda: require_stochastic(small))
    row("checking the input", spent, spent / copy)
    spent = best(lambda: evaluate_batch(PML, small))
    row("pml(P, W), input checked first", spent, spent / copy)
    print_peers(small)
    print_growth()
    print_memory(small)


def unchecked(value: Value, arrays: Arrays, *, compiled: bool = False) -> NDArray[np.float64]:
    """The value where the entries are known to be stochastic."""
    return evaluate_batch(value, arrays, compiled=compiled, checked=False)


def print_peers(small: Arrays) -> None:
    """The same channels in a loop of libqif and of dit."""
    print("\nbeside other packages\n")
    row("what", "ms", "x pmlsym")
    spent = best(lambda: unchecked(PML, small))
    large = random_arrays(1, 512, 512)
    one = best(lambda: unchecked(PML, large), repeat=200)
    row("pml(P, W), 100,000 of 8 x 8", spent, 1)
    row("pml(P, W), one 512 x 512", one, 1)
    try:
        fast = best(lambda: unchecked(PML, small, compiled=True))
    except Unsupported as error:
        print(error)
    else:
        row("compiled, 100,000 of 8 x 8", fast, fast / spent)
        single = best(lambda: unchecked(PML, large, compiled=True), repeat=200)
        row("compiled, one 512 x 512", single, single / one)
    try:
        from qif.measure import bayes_vuln
    except ImportError:
        print("qif is not installed")
    else:
        loop = best(lambda: qif_loop(bayes_vuln.mult_leakage, small, 20_000), repeat=7) * 5
        row("qif loop, 100,000 of 8 x 8", loop, loop / spent)
        single = best(lambda: qif_loop(bayes_vuln.mult_leakage, large, 1), repeat=50)
        row("qif, one 512 x 512", single, single / one)
    try:
        import dit
    except ImportError:
        print("dit is not installed")
    else:
        ours = best(lambda: unchecked(mi(P, W).value, small), repeat=3)
        loop = best(lambda: dit_loop(dit, small, 20), repeat=1) * 5000
        row("mi(P, W), 100,000 of 8 x 8", ours, 1)
        row("dit loop, 100,000 of 8 x 8", loop, loop / ours)


def print_growth() -> None:
    """PML at growing batches and growing channels."""
    print("\ngrowth of pml(P, W)\n")
    row("B x n x m", "ms", "ns an entry")
    for shape in (
        (10_000, 4, 4),
        (100_000, 4, 4),
        (1_000_000, 4, 4),
        (10_000, 16, 16),
        (1000, 64, 64),
        (1000, 4, 1024),
        (1000, 1024, 4),
        (1, 512, 512),
        (1, 1024, 1024),
        (1, 4096, 4096),
    ):
        arrays = random_arrays(*shape)
        spent = best(lambda given=arrays: unchecked(PML, given), repeat=3)  # type: ignore[misc]
        row(" x ".join(map(str, shape)), spent, spent * 1e6 / np.prod(shape))


def print_memory(small: Arrays) -> None:
    """Input and the most that an evaluation adds to it, over the input."""
    print("\npeak memory with the input, over the input\n")
    large = random_arrays(1, 2048, 2048)
    print(f"{'what':<34}{'100,000 of 8 x 8':>20}{'one 2048 x 2048':>20}")
    for measure in (pml(P, W), maxleak(W), ldp(P, W), mi(P, W), tv(P, W)):
        ratios = [1 + peak(measure.value, arrays) for arrays in (small, large)]
        print(f"{measure.text:<34}{ratios[0]:>20.2f}{ratios[1]:>20.2f}")


def peak(value: Value, arrays: Arrays) -> float:
    """The most memory that the evaluation takes beside its input, over the input."""
    tracemalloc.start()
    evaluate_batch(value, arrays)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / sum(array.nbytes for array in arrays.values())


def qif_loop(leakage: Callable[..., float], arrays: Arrays, count: int) -> None:
    """One call for each channel."""
    for prior, channel in zip(arrays[PRIOR][:count], arrays[CHANNEL][:count], strict=True):
        leakage(prior, channel)


def dit_loop(dit: object, arrays: Arrays, count: int) -> None:
    """Mutual information of one joint distribution after another."""
    joint = arrays[PRIOR][:count, :, None] * arrays[CHANNEL][:count]
    for table in joint:
        distribution = dit.Distribution.from_ndarray(table)  # type: ignore[attr-defined]
        dit.shannon.mutual_information(distribution, [0], [1])  # type: ignore[attr-defined]


def random_arrays(count: int, inputs: int, outputs: int) -> Arrays:
    """Dirichlet priors and channels."""
    rng = np.random.default_rng(0)
    channels = rng.standard_exponential((count, inputs, outputs))
    channels /= channels.sum(axis=2, keepdims=True)
    return {PRIOR: rng.dirichlet(np.ones(inputs), count), CHANNEL: channels}


def with_zeros(arrays: Arrays) -> Arrays:
    """The same channels; every prior loses its first letter."""
    prior = arrays[PRIOR].copy()
    prior[:, 0] = 0
    return {PRIOR: prior / prior.sum(axis=1, keepdims=True), CHANNEL: arrays[CHANNEL]}


def best(run: Callable[[], object], *, repeat: int = 15) -> float:
    """The shortest of several runs, in milliseconds."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times) * 1e3


def row(what: str, spent: float | str, ratio: float | str) -> None:
    """One line of a table."""
    if isinstance(spent, str):
        print(f"{what:<34}{spent:>12}{ratio:>14}")
    else:
        print(f"{what:<34}{spent:>12.2f}{ratio:>14.2f}")


if __name__ == "__main__":
    main()
