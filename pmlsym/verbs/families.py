"""The mechanism families that `derive` knows: `pmlsym families`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pmlsym.mechanism_families.mechanism import Family


def families() -> "tuple[Family, ...]":
    """Every mechanism family that `pmlsym families` lists: name, title, source and sizes.

    >>> [family.name for family in families()][:2]
    ['randomized-response', 'prior-matched']
    """
    from pmlsym.mechanism_families.listed import FAMILIES

    return FAMILIES
