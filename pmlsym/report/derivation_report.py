"""Closed forms of a family, as text and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.derive.closed_form import ClosedForm
from pmlsym.derive.quantities import NamedQuantity
from pmlsym.families.family import Family
from pmlsym.families.mechanism import Mechanism

Forms = Sequence[tuple[NamedQuantity, ClosedForm]]


def derivation_text(
    family: Family, mechanism: Mechanism, forms: Forms, *, latex: bool = False
) -> str:
    """Each form below what it is, then the domain, the assumptions and how it was checked."""
    own = (text for _, form in forms for text in form.domain)
    domain = ", ".join(dict.fromkeys((*own, *mechanism.header)))
    lines = [f"{family.title}: {domain or 'no parameters'}"]
    lines += [f"    {note}" for note in mechanism.notes]
    for named, form in forms:
        lines += ["", f"{named.meaning[:1].upper()}{named.meaning[1:]}"]
        for label, shown in _shown(form, latex):
            lines.append(f"    {label + ': ' if label else ''}{shown}")
        if form.assumptions:
            lines.append(f"        for {', '.join(form.assumptions)}")
    checked = sum(form.checked for _, form in forms)
    provers = sorted({proof.by for _, form in forms for proof in form.evidence})
    by = f"; dominance and monotonicity by {', '.join(provers)}" if provers else ""
    lines += ["", f"In nats; compared with the exact evaluator at {checked} random points{by}."]
    return "\n".join(lines)


def _shown(form: ClosedForm, latex: bool) -> list[tuple[str, str]]:
    from sympy import latex as latex_of

    rows = []
    for part in form.parts:
        label = " at ".join(word for word in (part.label, part.outcome) if word)
        names = {s: r"\varepsilon" for s in part.expr.free_symbols if str(s) == "eps"}
        shown = latex_of(part.expr, symbol_names=names) if latex else _plain(part.expr)
        rows.append((label, shown))
    return rows


def _plain(expression: object) -> str:
    text = str(expression)
    return {"oo": "inf", "-oo": "-inf"}.get(text, text)
