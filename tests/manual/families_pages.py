"""The pages of closed forms in the documentation.

    python -m tests.manual.families_pages docs

writes, below docs/families, every family's closed forms as LaTeX; at every size where the family
allows it, else on a small alphabet, as it says. In docs/families.md it brings the list up to date.
With names of pages behind it, such as responses, it writes these alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pmlsym.closed_forms.closed_form import to_latex
from pmlsym.closed_forms.derivation import BEYOND, derive
from pmlsym.closed_forms.line.continuous import values_needed
from pmlsym.closed_forms.line.line_values import is_enclosed
from pmlsym.closed_forms.quantities import QUANTITIES, NamedQuantity, quantity_named
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.listed import FAMILIES
from pmlsym.mechanism_families.mechanism import Family, Mechanism, with_uniform_prior

LEFT_OUT = ("ldp", "alip", "entry_pml_at", "distribution")  # said by other rows
UNIFORM = ("mi", "tv", "expected_pml", "tail", "eml")
FURTHER = {
    "dobrushin": "Dobrushin's coefficient",
    "rdp(W, alpha)": "Renyi privacy of order alpha > 1",
    "zcdp": "zero-concentrated privacy",
    "ldpdelta(W, tau)": "least delta of (tau, delta)-privacy of any two letters",
    "ldp(W, delta)": "least eps of (eps, delta)-privacy of any two letters",
}
"""Measures of claims that have rows as well, and what they are."""
RATIOS = ("pml", "density_min", "lip")  # under the uniform prior where they have no other form
LONGEST = 700  # characters of LaTeX; what is longer is left to the command line
SHORT = 90  # characters of a condition that stands in a table
LIST, END = "## The list\n\n", "\n\n## "
"""The borders of the part of `families.md` that is printed; the rest is written by hand."""

PAGES = {
    "responses": (
        "Randomised responses",
        "randomized-response prior-matched subset-selection subsampled-response",
    ),
    "several_responses": (
        "Several responses",
        "bitwise-response shuffled-response repeated-response response-cascade",
    ),
    "encodings": (
        "Encodings",
        "symmetric-unary-encoding two-stage-encoding optimised-unary-encoding hadamard-response",
    ),
    "channels": (
        "Small channels",
        "binary-symmetric binary-asymmetric z-channel erasure one-zero adaptive-composition",
    ),
    "maps": (
        "Maps, and mechanisms that disclose",
        "deterministic quantiser disclosing uniformiser threshold-count",
    ),
    "noise_on_counts": (
        "Noise on counts, and scores",
        "geometric truncated-geometric histogram binomial discrete-gaussian "
        "exponential-of-distance exponential",
    ),
    "continuous_noise": (
        "Noise with a density",
        "laplace truncated-laplace gaussian laplace-interval gaussian-interval gaussian-normal "
        "staircase wide-staircase laplace-count",
    ),
}
"""The title of each page, and its families."""
OTHERS = "others"
"""The page of the families that are on no other page."""


def families_pages(main_page: str, only: Sequence[str] = ()) -> dict[str, str]:
    """The pages by their paths below docs, as Markdown with LaTeX; the first is the main page.

    Of `only` some pages, by their names, the others are left out.
    """
    placed = {name: page for page, (_, names) in PAGES.items() for name in names.split()}
    titles = {page: title for page, (title, _) in PAGES.items()} | {OTHERS: "Others"}
    on = {page: [f for f in FAMILIES if placed.get(f.name, OTHERS) == page] for page in titles}
    listed = ["| page | families |", "| --- | --- |"]
    pages = {}
    for page, families in on.items():
        if families:
            names = ", ".join(f"`{family.name}`" for family in families)
            listed.append(f"| [{titles[page]}](families/{page}.md) | {names} |")
            if only and page not in only:
                continue
            about = f"# {titles[page]}\n\nWhat the letters mean: [the families](../families.md).\n"
            pages[f"families/{page}.md"] = "\n".join([about, *map(_family_section, families)])
    head, rest = main_page.split(LIST, 1)
    _, after = rest.split(END, 1)
    return {"families.md": "".join([head, LIST, "\n".join(listed), END, after]), **pages}


def _family_section(family: Family) -> str:
    """The section of a page about one family."""
    mechanism = family.mechanism()
    sizes = ", ".join(f"${name} = {value}$" for name, value in family.sizes.items())
    where = "" if family.symbolic or not sizes else f" Shown at {sizes}."
    notes = [note for parameter in mechanism.parameters for note in parameter.notes]
    named = [f"`{p.domain}` ({p.meaning})" for p in mechanism.parameters]
    domain = ", ".join((*named, *(f"`{note}`" for note in notes)))
    lines = [
        f"## {family.title[0].upper()}{family.title[1:]}",
        "",
        f"`{family.name}`; parameters {domain or 'none'}. Source: {family.source}.{where}",
        "",
        "| quantity | closed form |",
        "| --- | --- |",
    ]
    for quantity in QUANTITIES:
        if quantity.name not in LEFT_OUT:
            lines += _quantity_rows(mechanism, family, quantity)
    for name, meaning in FURTHER.items():
        quantity = replace(quantity_named(name), meaning=meaning)
        lines += _quantity_rows(mechanism, family, quantity)
    if family.symbolic and not mechanism.prior.data:
        uniform = with_uniform_prior(mechanism)
        ratios = () if _formula_rows(mechanism, family, quantity_named("pml")) else RATIOS
        for name in (*ratios, *UNIFORM):
            quantity, where = quantity_named(name), ", uniform prior"
            lines += _formula_rows(uniform, family, quantity, where, " --prior uniform")
    return "\n".join([*lines, ""])


def _quantity_rows(mechanism: Mechanism, family: Family, quantity: NamedQuantity) -> list[str]:
    """The rows of a quantity: at every size, or enclosed, or else at the sizes of the family."""
    if rows := _formula_rows(mechanism, family, quantity):
        return rows
    if is_enclosed(mechanism, quantity.name):
        needed = ", ".join(values_needed(mechanism, quantity.name))
        return [f"| {quantity.meaning.replace('|', chr(92) + '|')} | enclosed, given {needed} |"]
    if not family.symbolic:
        return []
    sizes = "".join(f", {name} = {value}" for name, value in family.sizes.items())
    options = "".join(f" --set {name}={value}" for name, value in family.sizes.items())
    return _formula_rows(family.concrete(), family, quantity, sizes, options)


def _formula_rows(
    mechanism: Mechanism,
    family: Family,
    quantity: NamedQuantity,
    where: str = "",
    options: str = "",
) -> list[str]:
    """The rows of a quantity, each with its label; none where it has no closed form."""
    try:
        closed = derive(mechanism, quantity.name)
    except (Unsupported, InvalidInput):  # a parameter may have the letter of the order
        return []
    rows = []
    for part in closed.parts:
        label = " ".join(text for text in (part.label, part.outcome) if text)
        name = f"{quantity.meaning}{where}{': ' + label if label else ''}".replace("|", "\\|")
        latex = to_latex(part.expr).replace("|", "\\vert ")
        shown = f"$\\displaystyle {latex}$"
        where_known = [text for text in closed.assumptions if text.endswith(BEYOND)]
        if where_known and len(where_known[0]) < SHORT:
            name += f", where `{where_known[0].removesuffix(BEYOND)}`"
        elif len(latex) > LONGEST or where_known:
            asked = f'"{closed.quantity}"' if "(" in closed.quantity else closed.quantity
            shown = f"`pmlsym derive {family.name} --quantity {asked}{options} --latex`"
        rows.append(f"| {name} | {shown} |")
    return rows


def main(arguments: list[str]) -> int:
    """Write the pages into the folder that is named, or into docs."""
    folder = Path(arguments[0] if arguments else "docs")
    main_page = (folder / "families.md").read_text(encoding="utf-8")
    for name, page in families_pages(main_page, arguments[1:]).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
