"""The table of closed forms in the documentation.

    python -m pmlsym.derive.documentation docs/families.md

writes every family's closed forms as LaTeX; at every size where the family allows it, else on a
small alphabet, as it says.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pmlsym.derive.closed_form import ClosedForm
from pmlsym.derive.derivation import derive
from pmlsym.derive.presentation import to_latex
from pmlsym.derive.quantities import NamedQuantity, measures_of, quantity_named
from pmlsym.errors import Unsupported
from pmlsym.families import FAMILIES, Family
from pmlsym.families.mechanism import Mechanism

SHOWN = ("pml_at", "pml", "density_min", "maxleak", "capacity", "tv", "entry_pml")
HEAD = """# Closed forms of the mechanism families

Made by `python -m pmlsym.derive.documentation docs/families.md`. All leakages are in nats, for
priors of full support; $p(y)$ or $p_y$ are prior masses, $p_{min}$ the least. Every form was
compared with the exact evaluator at random points of its domain when this page was made.
"""


def families_page() -> str:
    """The page, as Markdown with LaTeX."""
    return "\n".join([HEAD, *(_section(family) for family in FAMILIES)])


def _section(family: Family) -> str:
    mechanism = family.mechanism()
    sizes = ", ".join(f"${name} = {value}$" for name, value in family.sizes.items())
    where = "" if family.symbolic or not sizes else f" Shown at {sizes}."
    notes = [note for parameter in mechanism.parameters for note in parameter.notes]
    domain = ", ".join(f"`{text}`" for text in (*(p.domain for p in mechanism.parameters), *notes))
    lines = [
        f"## {family.title[0].upper()}{family.title[1:]}",
        "",
        f"`{family.name}`; parameters {domain or 'none'}. Source: {family.source}.{where}",
        "",
        "| quantity | closed form |",
        "| --- | --- |",
    ]
    for name in SHOWN:
        lines += _rows(mechanism, family, quantity_named(name))
    return "\n".join([*lines, ""])


def _rows(mechanism: Mechanism, family: Family, quantity: NamedQuantity) -> list[str]:
    try:
        measures_of(mechanism, quantity)
        closed = derive(mechanism, quantity.name)
    except Unsupported:
        if not family.symbolic:
            return []
        return _concrete_rows(family, quantity)
    return _formulas(closed, quantity.meaning)


def _concrete_rows(family: Family, quantity: NamedQuantity) -> list[str]:
    try:
        closed = derive(family.concrete(), quantity.name)
    except Unsupported:
        return []
    sizes = ", ".join(f"{name} = {value}" for name, value in family.sizes.items())
    return _formulas(closed, f"{quantity.meaning}, {sizes}")


def _formulas(closed: ClosedForm, meaning: str) -> list[str]:
    rows = []
    for part in closed.parts:
        label = " ".join(text for text in (part.label, part.outcome) if text)
        name = f"{meaning}{': ' + label if label else ''}".replace("|", "\\|")
        latex = to_latex(part.expr).replace("|", "\\vert ")
        rows.append(f"| {name} | $\\displaystyle {latex}$ |")
    return rows


def main(arguments: list[str]) -> int:
    """Write the page to the file that is named, or to docs/families.md."""
    path = Path(arguments[0] if arguments else "docs/families.md")
    path.write_text(families_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
