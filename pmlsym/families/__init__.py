"""Mechanism families: one file for each, and all of them in FAMILIES."""

from pmlsym.errors import UnknownName
from pmlsym.families.binary_asymmetric import binary_asymmetric
from pmlsym.families.binary_symmetric import binary_symmetric
from pmlsym.families.deterministic import deterministic, deterministic_onto
from pmlsym.families.erasure import erasure
from pmlsym.families.family import Family
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.randomized_response import randomized_response
from pmlsym.families.z_channel import z_channel

FAMILIES = (
    Family(
        "randomized-response",
        "k-ary randomised response",
        randomized_response,
        "Warner 1965; Kairouz, Bonawitz, Ramage 2016",
        {"k": 4},
        symbolic=True,
        letters="k",
    ),
    Family("binary-symmetric", "binary symmetric channel", binary_symmetric, "Shannon 1948"),
    Family("binary-asymmetric", "binary asymmetric channel", binary_asymmetric, "Silverman 1955"),
    Family("z-channel", "Z channel", z_channel, "Golomb 1980"),
    Family(
        "erasure",
        "q-ary erasure channel",
        erasure,
        "Elias 1955",
        {"q": 3},
        symbolic=True,
        letters="q",
    ),
    Family(
        "deterministic",
        "any deterministic map",
        deterministic_onto,
        "[PML23, Sec. II]",
        {"k": 4, "m": 2},
        symbolic=True,
        letters="k",
    ),
)


def family_named(name: str) -> Family:
    """The family of that name, hyphens or underscores.

    Raises UnknownName with the nearest known one.

    >>> family_named("z_channel").title
    'Z channel'
    """
    from difflib import get_close_matches

    wanted = name.replace("_", "-").lower()
    for family in FAMILIES:
        if family.name == wanted:
            return family
    near = get_close_matches(wanted, [family.name for family in FAMILIES], 1, 0.0)
    raise UnknownName(f"no family {name!r}; the nearest is {near[0]!r}")


__all__ = [
    "FAMILIES",
    "Family",
    "Mechanism",
    "binary_asymmetric",
    "binary_symmetric",
    "deterministic",
    "erasure",
    "family_named",
    "randomized_response",
    "z_channel",
]
