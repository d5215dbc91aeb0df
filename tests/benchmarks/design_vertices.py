"""How fast exact vertices are: double description beside PPL and beside Algorithm 1 of [PSP].

    python tests/benchmarks/design_vertices.py

All figures come from one run; ours, PPL's and a complete Algorithm 1 are the best of several, on a
fresh polytope each. Algorithm 1 runs twice: exactly, and as printed with a floating SVD (not timed)
and NumPy inverses. Where it would take longer than a few seconds, a counted part of its subsets is
timed and scaled up; the table says which part.
"""

# ruff: noqa: T201

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, islice
from math import comb
from time import perf_counter
from typing import TypeVar

import numpy as np

from pmlsym.mechanisms.guarantee import Bounded
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from proofs.papers.mechanisms.column_generation import GeneratedMechanism
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.capacity import generated_disclosure
from proofs.papers.mechanisms.synergistic.exchangeable import (
    exchangeable_disclosure,
    generate_iid_self_disclosure,
)
from proofs.papers.mechanisms.synergistic.sample_model import (
    binary_symmetric,
    conditionally_independent,
    product_masses,
)
from proofs.papers.psp.basis_enumeration import enumerate_bases
from tests.mechanisms.parma import parma_is_installed, parma_vertices

Answer = TypeVar("Answer")

COUNTED = 4_400
BIT = 0.6931471805599453


def main() -> None:
    """Print every table."""
    print_sample_privacy()
    print_pml()
    print_growth_of_types()
    print_cells()
    print_generation()
    print_partial_processing()


def print_sample_privacy() -> None:
    """Vertices of perfect sample privacy, four methods side by side."""
    print("Vertices of the perfect-sample-privacy polytope, seconds\n")
    print(
        f"{'samples':24}{'states':>7}{'vertices':>10}{'ours':>9}{'PPL':>9}"
        f"{'Alg. 1 exact':>14}{'Alg. 1 SVD':>12}{'subsets':>9}{'timed':>7}"
        "  times faster (exact, SVD)"
    )
    for name, mass, bits in (
        ("fair bits", Fraction(1, 2), 3),
        ("fair bits", Fraction(1, 2), 4),
        ("fair bits", Fraction(1, 2), 5),
        ("Bernoulli(1/3)", Fraction(1, 3), 4),
        ("Bernoulli(1/3)", Fraction(1, 3), 5),
    ):
        polytope = sample_polytope(mass, bits)
        runs = 20 if bits < 5 else 3
        vertices, ours = best_of(runs, polytope, PosteriorPolytope.vertices)
        ppl = float("nan")
        if parma_is_installed():
            other, ppl = best_of(runs, polytope, parma_vertices)
            assert other == vertices
        exact, floating, subsets, share = algorithm_1(polytope)
        print(
            f"{f'{bits} {name}':24}{2**bits:7}{len(vertices):10}{ours:9.5f}{ppl:9.5f}"
            f"{exact:14.3f}{floating:12.3f}{subsets:9}{share:7.0%}{exact / ours:10.0f}, "
            f"{floating / ours:.0f}"
        )
    print()


def algorithm_1(polytope: PosteriorPolytope) -> tuple[float, float, int, float]:
    """Seconds of Algorithm 1, exact and with a floating SVD, its subsets, and the share timed."""
    (rule,) = polytope.guarantees
    rows = [event for _, event in rule.events()]
    matrix = np.array([[float(a) for a in row] for row in rows])
    _, values, right = np.linalg.svd(matrix)
    size = int((values > 1e-9).sum())
    subsets = comb(matrix.shape[1], size)
    part = min(subsets, COUNTED)
    runs = 3 if part == subsets else 1
    exact = min(
        timed(lambda: enumerate_bases(rows, polytope.prior, at_most=part))[1] for _ in range(runs)
    )
    system = right[:size]
    bound = system @ np.array([float(p) for p in polytope.prior])

    def as_printed() -> list[object]:
        found: list[object] = []
        for chosen in islice(combinations(range(matrix.shape[1]), size), part):
            try:
                masses = np.linalg.inv(system[:, chosen]) @ bound
            except np.linalg.LinAlgError:
                continue
            if masses.min() >= 0:
                found.append((chosen, masses))
        return found

    floating = min(timed(as_printed)[1] for _ in range(runs))
    return exact * subsets / part, floating * subsets / part, subsets, part / subsets


def print_pml() -> None:
    """Vertices of the PML polytope against the number of letters, e^eps = 2."""
    print("Vertices of the PML polytope, e^eps = 2, priors 1 : 2 : ... : N, seconds\n")
    print(f"{'letters':>8}{'vertices':>10}{'ours':>9}{'PPL':>9}")
    for letters in (4, 6, 8, 10, 12, 14):
        masses = tuple(Fraction(2 * k, letters * (letters + 1)) for k in range(1, letters + 1))
        polytope = PosteriorPolytope(masses, (Bounded("pml", Fraction(2)),))
        runs = 5 if letters < 12 else 1
        vertices, ours = best_of(runs, polytope, PosteriorPolytope.vertices)
        ppl = float("nan")
        if parma_is_installed():
            _, ppl = best_of(runs, polytope, parma_vertices)
        print(f"{letters:8}{len(vertices):10}{ours:9.4f}{ppl:9.4f}")
    print()


def print_growth_of_types() -> None:
    """I_s of samples that are i.i.d. given W, by types, for growing n."""
    print("I_s by types: W ~ Bernoulli(1/3), samples through BSC(1/10)\n")
    print(f"{'samples':>8}{'I_s (bits)':>14}{'gap (nats)':>12}{'seconds':>9}")
    for samples in (2, 3, 4, 5, 10, 20, 40, 60, 100):
        found, spent = timed(
            lambda n=samples: exchangeable_disclosure(  # type: ignore[misc]
                ["1/3", "2/3"], binary_symmetric("1/10"), n
            )
        )
        value = float(found.capacity.lower) / BIT
        gap = float(found.capacity.width)
        print(f"{samples:8}{value:14.6f}{gap:12.1e}{spent:9.3f}")
    print()


def print_cells() -> None:
    """I_s without enumeration and without symmetry: cells of the laws of W."""
    print("I_s by cells of the latent's laws: W ~ Bernoulli(1/3), no symmetry used\n")
    print(f"{'samples':24}{'states':>7}{'I_s (bits)':>14}{'gap (nats)':>12}{'seconds':>9}")
    same = [binary_symmetric("1/10")] * 8
    others = [binary_symmetric(Fraction(k, 20)) for k in range(1, 9)]
    for name, channels in (("BSC(1/10)", same), ("BSC(1/20), BSC(2/20), ..", others)):
        for samples in (4, 6, 7, 8):
            model = conditionally_independent(["1/3", "2/3"], channels[:samples])
            found, spent = timed(
                lambda m=model: generated_disclosure(m, effort=30.0)  # type: ignore[misc]
            )
            value = float(found.value) / BIT
            label = f"{samples} {name}"
            print(f"{label:24}{2**samples:7}{value:14.6f}{float(found.gap):12.1e}{spent:9.2f}")
    print()


def print_generation() -> None:
    """Self-disclosure beyond enumeration: value, certified bound and gap."""
    print("Self-disclosure of i.i.d. Bernoulli(q) samples by column generation, bits\n")
    print(f"{'q':>6}{'samples':>9}{'value':>10}{'bound':>10}{'gap':>8}{'columns':>9}{'seconds':>9}")
    for q, samples, exact in (
        ("1/2", 6, 0),
        ("1/3", 5, 4),
        ("1/3", 6, 5),
        ("1/10", 6, 5),
        ("1/3", 7, 5),
    ):
        share = Fraction(q)
        found, spent = timed(
            lambda s=share, n=samples, e=exact: generate_iid_self_disclosure(  # type: ignore[misc]
                [1 - s, s], n, exact=e, effort=30.0
            )
        )
        assert isinstance(found, GeneratedMechanism)
        value, bound = float(found.value) / BIT, float(found.bound) / BIT
        print(
            f"{q:>6}{samples:9}{value:10.5f}{bound:10.5f}{float(found.gap) / BIT:8.5f}"
            f"{found.columns:9}{spent:9.2f}"
        )
    print()


def print_partial_processing() -> None:
    """Partial processing needs no product: cost against n."""
    print("Partial processing of Bernoulli(1/3) samples, k = 2\n")
    print(f"{'samples':>8}{'I (bits)':>12}{'seconds':>9}{'seconds, privacy check':>24}")
    for samples in (4, 10, 30, 100):
        mechanism = partial_processing([["1/3", "2/3"]] * samples)
        value, spent = timed(mechanism.information)
        if samples <= 30:
            revealed, checked = timed(mechanism.revealed_sample)
            assert revealed is None
            print(f"{samples:8}{float(value) / BIT:12.4f}{spent:9.3f}{checked:24.3f}")
        else:
            print(f"{samples:8}{float(value) / BIT:12.4f}{spent:9.3f}{'not asked':>24}")


def sample_polytope(mass: Fraction, bits: int) -> PosteriorPolytope:
    """Perfect sample privacy of i.i.d. bits."""
    rule = perfect_sample_privacy((2,) * bits)
    return PosteriorPolytope(product_masses([(1 - mass, mass)] * bits), (rule,))


def best_of(
    runs: int, polytope: PosteriorPolytope, work: Callable[[PosteriorPolytope], Answer]
) -> tuple[Answer, float]:
    """The answer and the shortest time, on a polytope without anything computed before."""
    found = []
    for _ in range(runs):
        fresh = PosteriorPolytope(polytope.prior, polytope.guarantees)
        found.append(timed(lambda p=fresh: work(p)))  # type: ignore[misc]
    return found[0][0], min(spent for _, spent in found)


def timed(work: Callable[[], Answer]) -> tuple[Answer, float]:
    """The answer and the seconds it took."""
    began = perf_counter()
    answer = work()
    return answer, perf_counter() - began


if __name__ == "__main__":
    main()
