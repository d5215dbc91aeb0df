"""What is asked of every mechanism family with open parameters, at two letters and at three.

`W` is a mechanism of the family, `V` any channel; what is true of all channels is true of these,
and has to come out so for every value of the parameters. `UNREAD` names the families that a solver
cannot read at fixed letters, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pmlsym.claim_text.question import parse
from pmlsym.engines.solver.family_tables import family_table
from pmlsym.language.nodes import Claim
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.mechanism import Mechanism


@dataclass(frozen=True)
class Asked:
    """A claim about a channel `W`, and whether it is true of every channel."""

    name: str
    text: str
    lets: tuple[str, ...] = ()
    holds: bool = True


BESIDE = ("V: X -> Z",)
CLAIMS = (
    Asked("post-processing", "pml(P, W >> V) <= pml(P, W)"),
    Asked("pre-processing", "pml(P, V >> W) <= pml(P >> V, W)"),
    Asked("composition", "pml(P, W & V) <= pml(P, W) + pml(P, V | W)", BESIDE),
    Asked("LDP to PML", "ldp(W) <= e => pml(P, W) <= e"),
    Asked(
        "LDP to PML, with the smallest mass",
        "ldp(W) <= e => pml(P, W) <= -log(pmin(P) + exp(-e)*(1 - pmin(P)))",
    ),
    Asked(
        "ALIP, the upper end from the lower",
        "-density_min(P, W) <= e => pml(P, W) <= log((1 - exp(-e)*(1 - pmin(P)))/pmin(P))",
    ),
    Asked(
        "ALIP, the lower end from the upper",
        "pml(P, W) <= e and exp(e)*(1 - pmin(P)) < 1"
        " => -density_min(P, W) <= -log((1 - exp(e)*(1 - pmin(P)))/pmin(P))",
    ),
    Asked("post-processing turned", "pml(P, W) <= pml(P, W >> V)", holds=False),
    Asked("LDP below PML", "ldp(W) <= pml(P, W)", holds=False),
)
TWO_AND_THREE: Mapping[str, tuple[dict[str, int], ...]] = {
    "subset-selection": ({"k": 2, "d": 1}, {"k": 3, "d": 1}, {"k": 3, "d": 2}),
    "hadamard-response": ({"k": 3},),
    "geometric": ({"n": 1}, {"n": 2}),
    "truncated-geometric": ({"n": 1}, {"n": 2}),
    "exponential-of-distance": ({"n": 1}, {"n": 2}),
    "discrete-gaussian": ({"n": 1}, {"n": 2}),
    "binomial": ({"n": 1, "m": 1}, {"n": 2, "m": 1}),
    "bitwise-response": ({"n": 1}, {"n": 2}),
    "shuffled-response": ({"n": 1}, {"n": 2}),
    "histogram": ({"m": 1, "n": 1}, {"m": 1, "n": 2}),
    "exponential": ({"k": 2, "m": 2}, {"k": 3, "m": 2}),
    "threshold-count": ({"n": 2, "m": 1},),
}
"""The sizes at which a family has two or three letters, where they are not all of 2, all of 3."""

UNREAD: Mapping[str, str] = {
    "prior-matched": r"P\(X\) has no entries",
    "laplace": "densities",
    "truncated-laplace": "densities",
    "gaussian": "densities",
    "laplace-count": "densities",
    "laplace-interval": "densities",
    "gaussian-interval": "densities",
    "gaussian-normal": "densities",
}
CLOSED = ("deterministic", "quantiser", "one-zero")
"""Families without an open parameter."""

Sized = tuple[str, tuple[tuple[str, int], ...]]


def sized() -> Iterator[Sized]:
    """Every family that a solver reads, at its sizes."""
    for family in FAMILIES:
        if family.name in UNREAD or family.name in CLOSED:
            continue
        letters = (2, 3) if family.sizes else (0,)
        default = tuple(dict.fromkeys(family.sizes, count) for count in letters)
        for sizes in TWO_AND_THREE.get(family.name, default):
            yield family.name, tuple(sizes.items())


def mechanism_of(family: Sized) -> Mechanism:
    """The mechanism, its parameters open."""
    return family_named(family[0]).mechanism(**dict(family[1]))


def claim_about(asked: Asked, mechanism: Mechanism) -> Claim:
    """The claim; a mechanism with two outcomes is declared as such."""
    two = ("W: X -> A, B",) if len(family_table(mechanism).shape) == 3 else ()
    return parse(asked.text, lets=(*asked.lets, *two))
