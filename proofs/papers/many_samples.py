"""Tell about many samples and nothing about any: `python -m proofs.papers.many_samples`."""

from __future__ import annotations

from fractions import Fraction

from proofs.papers.mechanisms.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    printed_uniformised_information,
)
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.capacity import generated_disclosure
from proofs.papers.mechanisms.synergistic.exchangeable import exchangeable_disclosure
from proofs.papers.mechanisms.synergistic.leakage_allowance import leakage_allowance
from proofs.papers.mechanisms.synergistic.sample_model import (
    binary_symmetric,
    conditionally_independent,
)

BIT = 0.6931471805599453


def main() -> None:
    """Four questions of a curator, answered exactly or between proven bounds."""
    print("1. More samples need not help: W ~ Bernoulli(1/3) seen n times through a BSC(1/10).\n")
    for samples in (2, 3, 4, 5, 10, 20):
        found = exchangeable_disclosure(["1/3", "2/3"], binary_symmetric("1/10"), samples)
        print(f"   n = {samples:2}   I_s = {float(found.capacity) / BIT:.6f} bits")

    print("\n2. Large datasets: windows of three reveal a sample, windows of two do not.\n")
    for window in (2, 3):
        mechanism = partial_processing([["2/3", "1/3"]] * 4, window=window)
        revealed = mechanism.revealed_sample()
        verdict = "private" if revealed is None else f"sample {revealed} depends on the answers"
        print(f"   windows of {window}: {verdict}")
    third = Fraction(1, 3)
    exact, printed = (
        bernoulli_uniformised_information(third, 4),
        printed_uniformised_information(third, 4),
    )
    print(
        f"\n   the uniformiser on 4 samples tells {float(exact) / BIT:.4f} bits, not the "
        f"{float(printed) / BIT:.4f} of the printed formula"
    )
    print(
        "\n3. A little leakage about X allowed: what W alone, and what W with X, can tell of W.\n"
    )
    for allowance in ("0", "1/100", "1/20"):
        told = [
            leakage_allowance(
                ["1/3", "2/3"], binary_symmetric("1/10"), allowance, full_observation=full, steps=25
            )
            for full in (False, True)
        ]
        shown = [f"{float(bracket) / BIT:.4f}" for bracket in told]
        print(f"   I(X; Y) <= {allowance:5} nats   C_1 = {shown[0]}   C_2 = {shown[1]} bits")

    print("\n4. Six different noisy samples, without listing any vertex.\n")
    noisy = [binary_symmetric(Fraction(k, 20)) for k in (1, 1, 2, 2, 3, 3)]
    six = generated_disclosure(conditionally_independent(["1/3", "2/3"], noisy), effort=5.0)
    value, bound = float(six.value) / BIT, float(six.bound) / BIT
    print(f"   between {value:.5f} and {bound:.5f} bits, with {len(six.weights)} outcomes")

    if partial_processing([["2/3", "1/3"]] * 4, window=3).revealed_sample() is None:
        raise SystemExit("windows of three were expected to reveal a sample")


if __name__ == "__main__":
    main()
