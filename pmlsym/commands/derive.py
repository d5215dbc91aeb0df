"""`pmlsym derive FAMILY`: closed forms of a mechanism family, its parameters left symbolic."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput, UnknownName, Unsupported

if TYPE_CHECKING:
    from pmlsym.derive.quantities import NamedQuantity
    from pmlsym.families.family import Family

DEFAULT = ("pml_at", "pml", "density_min", "maxleak", "capacity")


def derive(
    family: Annotated[
        str,
        typer.Argument(
            help="Such as randomized-response, 'binary-symmetric^2 >> z-channel(a=b)', "
            "or '[[1-a, a], [0, 1]]'."
        ),
    ],
    quantity: Annotated[list[str] | None, typer.Option(help="Such as maxleak; or all.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "--size", help="A size or a parameter: k=3, eps=log(3)."),
    ] = None,
    prior: Annotated[
        str | None, typer.Option(help="Masses, such as 1/4,3/4; or uniform, at any size.")
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(help="The worst prior of a set: simplex, 'p(x) >= c', 'p in (c, 1-c)', .."),
    ] = None,
    domain: Annotated[list[str] | None, typer.Option(help="Of a matrix: '0 <= a <= 1/2'.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
) -> None:
    """Derive closed forms: PML at an outcome and at worst, density, maximal leakage, capacity."""
    from pmlsym.derive.derivation import derive as closed_form
    from pmlsym.derive.quantities import QUANTITIES
    from pmlsym.report.derivation_report import derivation_text

    named = _family(family, domain)
    every = quantity == ["all"]
    chosen = list(QUANTITIES) if every else [_quantity(name) for name in quantity or DEFAULT]
    given = _settings(settings or ())
    masses = None if prior is None else "uniform" if prior == "uniform" else prior.split(",")
    if as_json or masses is not None or over is not None or set(given) - set(named.sizes):
        from pmlsym.derive.listing import family_report

        names = [each.name for each in chosen] if quantity else [None]
        reports = []
        for name in names:
            try:
                reports.append(family_report(named, name, settings=given, prior=masses, over=over))
            except Unsupported:
                if not every:
                    raise
        if as_json:
            data = [report.to_json() for report in reports]
            print_json(data[0] if len(data) == 1 else {"quantities": data})
        else:
            print_text("\n".join(r.latex() if latex else r.text() for r in reports))
        return
    from pmlsym.families.written_value import size_of

    mechanism = named.mechanism(**{name: size_of(name, text) for name, text in given.items()})
    forms = []
    for each in chosen:
        try:
            forms.append((each, closed_form(mechanism, each.name)))
        except Unsupported:
            if not every:
                raise
    print_text(derivation_text(named, mechanism, forms, latex=latex))


def _family(text: str, domain: list[str] | None) -> Family:
    from pmlsym.families import family_named
    from pmlsym.families.expression import is_matrix

    if is_matrix(text):
        from pmlsym.derive.own.own_family import family_of_matrix

        return family_of_matrix(text, domain or ())
    if domain:
        raise InvalidInput("--domain is of a matrix; the families come with theirs")
    return family_named(text.strip())


def _settings(texts: list[str] | tuple[()]) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, value in map(_setting, texts):
        if name in given:
            raise InvalidInput(f"{name} is set twice, to {given[name]} and to {value}")
        given[name] = value
    return given


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise InvalidInput(f"--set is {text!r}; write a name and a value, such as k=3")
    return name.strip(), value.strip()


def _quantity(name: str) -> NamedQuantity:
    from pmlsym.derive.quantities import QUANTITIES

    known = {each.name: each for each in QUANTITIES}
    plain = name.strip().lower().replace("-", "_")
    if plain in known:
        return known[plain]
    near = get_close_matches(plain, known, n=1)
    advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    raise UnknownName(f"unknown quantity {name}; {advice}")
