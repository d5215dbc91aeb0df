"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput, UnknownName

if TYPE_CHECKING:
    from pmlsym.derive.quantities import NamedQuantity

DEFAULT = ("pml_at", "pml", "density_min", "maxleak", "capacity")


def derive(
    family: Annotated[str, typer.Argument(help="Such as randomized-response.")],
    quantity: Annotated[list[str] | None, typer.Option(help="Such as maxleak.")] = None,
    size: Annotated[list[str] | None, typer.Option(help="A concrete alphabet, k=3.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Derive closed forms: PML at an outcome and at worst, density, maximal leakage, capacity."""
    from pmlsym.derive.derivation import derive as closed_form
    from pmlsym.families import family_named
    from pmlsym.report.derivation_report import derivation_data, derivation_text

    named = family_named(family.strip())
    mechanism = named.mechanism(**dict(_size(text) for text in size or ()))
    chosen = [_quantity(name) for name in quantity or DEFAULT]
    forms = [(each, closed_form(mechanism, each.name)) for each in chosen]
    if as_json:
        print_json(derivation_data(named, mechanism, forms))
    else:
        print_text(derivation_text(named, mechanism, forms, latex=latex))


def _size(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not equals or not value.strip().isdecimal() or len(value) > 6:
        raise InvalidInput(f"--size is {text!r}; write a name and a number, such as k=3")
    return name.strip(), int(value)


def _quantity(name: str) -> NamedQuantity:
    from pmlsym.derive.quantities import QUANTITIES

    known = {each.name: each for each in QUANTITIES}
    plain = name.strip().lower().replace("-", "_")
    if plain in known:
        return known[plain]
    near = get_close_matches(plain, known, n=1)
    advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    raise UnknownName(f"unknown quantity {name}; {advice}")
