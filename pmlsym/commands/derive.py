"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import UnknownName

if TYPE_CHECKING:
    from pmlsym.families.mechanism import Mechanism

DEFAULT = ("pml_at", "pml", "density_min", "maxleak", "capacity")

T = TypeVar("T")


def derive(
    family: Annotated[str, typer.Argument(help="Such as randomized-response.")],
    quantity: Annotated[list[str] | None, typer.Option(help="Such as maxleak.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Derive closed forms: PML at an outcome and at worst, density, maximal leakage, capacity."""
    from pmlsym.derive.derivation import derive as closed_form
    from pmlsym.derive.quantities import QUANTITIES
    from pmlsym.report.derivation_report import derivation_data, derivation_text

    mechanism = nearest("family", family, families())()
    known = {named.name: named for named in QUANTITIES}
    chosen = [nearest("quantity", name, known) for name in quantity or DEFAULT]
    forms = [(named, closed_form(mechanism, named.name)) for named in chosen]
    if as_json:
        print_json(derivation_data(mechanism, forms))
    else:
        print_text(derivation_text(mechanism, forms, latex=latex))


def families() -> dict[str, Callable[[], Mechanism]]:
    """The mechanism families by name."""
    from pmlsym.families.binary_asymmetric import binary_asymmetric
    from pmlsym.families.binary_symmetric import binary_symmetric
    from pmlsym.families.deterministic import deterministic
    from pmlsym.families.erasure import erasure
    from pmlsym.families.randomized_response import randomized_response
    from pmlsym.families.z_channel import z_channel

    makers: Iterable[Callable[[], Mechanism]] = (
        randomized_response,
        binary_symmetric,
        binary_asymmetric,
        z_channel,
        erasure,
        deterministic,
    )
    return {maker.__name__: maker for maker in makers}


def nearest(kind: str, name: str, known: dict[str, T]) -> T:
    """What has that name, hyphens and underscores being one.

    >>> nearest("family", "z-channel", {"z_channel": 1})
    1
    """
    plain = name.strip().lower().replace("-", "_")
    if plain in known:
        return known[plain]
    near = get_close_matches(plain, known, n=1)
    advice = f"did you mean {near[0].replace('_', '-')}?" if near else ""
    words = ", ".join(word.replace("_", "-") for word in known)
    raise UnknownName(f"unknown {kind} {name}; {advice or f'known: {words}'}")
