"""The closed forms derived of a family, the values they are taken at, and their printed forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from pmlsym.closed_forms.closed_form import (
    ClosedForm,
    FormPart,
    expression_text,
    masses_by_name,
)
from pmlsym.closed_forms.quantities import quantity_named
from pmlsym.closed_forms.written_entries import written_entries
from pmlsym.language.display import WIDTH, as_html, fitted
from pmlsym.mechanism_families.expression import MATRIX
from pmlsym.mechanism_families.mechanism import LARGEST, Family, Mechanism
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.model.distribution import UNIFORM
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import Ball, Exact, Number, number

ATTAINED = "attained"
MASSES = "p1, p2, .. are the masses of the letters, in the order of the rows"
_SHOWN_PRIORS = 3


@dataclass(frozen=True)
class GivenValues:
    """Values of parameters and sizes by name, and a prior: its masses, "uniform", or none.

    >>> from pmlsym.numbers.number import number
    >>> print(GivenValues({"k": number(3)}, "uniform"))
    k = 3, the uniform prior
    """

    settings: Mapping[str, Number] = field(default_factory=dict)
    prior: tuple[str, ...] | str = ()

    def __str__(self) -> str:
        values = [f"{name} = {value}" for name, value in self.settings.items()]
        if self.prior == UNIFORM:
            values.append("the uniform prior")
        elif self.prior:
            values.append(f"the prior ({', '.join(self.prior)})")
        return ", ".join(values)

    def to_json(self) -> dict[str, Any]:
        """The keys `settings` and `prior`, each only where something was given."""
        data: dict[str, Any] = {}
        if self.settings:
            data["settings"] = {name: value.to_json() for name, value in self.settings.items()}
        if self.prior:
            data["prior"] = self.prior if self.prior == UNIFORM else list(self.prior)
        return data


def sizes_put_in_last(mechanism: Mechanism, sizes: Mapping[str, int]) -> dict[str, Number]:
    """The sizes that are put into the closed form, as the mechanism was not written out at them."""
    return {name: number(size) for name, size in sizes.items() if name not in mechanism.sizes}


@dataclass(frozen=True)
class DerivedQuantity:
    """A closed form with the values of its parts, if parameters and prior are given.

    Of a worst case over a set of priors the `note` says whether it is attained, and `priors` are
    the masses of the priors that attain it, or are its limits: of several, one for each candidate.
    """

    closed: ClosedForm
    values: tuple[Number, ...] | None = None
    note: str = ""
    priors: tuple[tuple[str, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym derive --json` prints for one quantity."""
        closed = self.closed
        data: dict[str, Any] = {
            "quantity": closed.quantity,
            "expr": expression_text(closed.expr),
            "latex": closed.latex(),
            "assumptions": [*closed.domain, *closed.assumptions],
            "parts": [
                {"label": p.label, "outcome": p.outcome, "expr": expression_text(p.expr)}
                for p in closed.parts
            ],
            "checked_points": closed.checked,
        }
        if self.note:
            data["attained"] = self.note
        if self.priors:
            data["priors"] = [list(prior) for prior in self.priors]
        if self.values is not None:
            data["value"] = self._in_outcome_order([value.to_json() for value in self.values])
            data["value_float"] = self._in_outcome_order(
                [_json_float(value) for value in self.values]
            )
        return data

    def _in_outcome_order(self, items: Sequence[Any]) -> Any:
        """One item alone; a list in outcome order; of several parts an object at each outcome."""
        labels = list(dict.fromkeys(part.label for part in self.closed.parts))
        if len(labels) > 1 and self.closed.per_outcome:
            each = len(items) // len(labels)
            columns = [items[k * each : (k + 1) * each] for k in range(len(labels))]
            return [dict(zip(labels, row, strict=True)) for row in zip(*columns, strict=True)]
        return list(items) if self.closed.per_outcome or len(items) > 1 else items[0]

    def parts(self) -> list[tuple[FormPart, Number | None]]:
        """Each part with its value; with none where one part is of outcomes that all have one."""
        parts, values_known = self.closed.parts, self.values or ()
        values = values_known if len(values_known) == len(parts) else [None] * len(parts)
        return list(zip(parts, values, strict=True))

    def lines(self) -> list[str]:
        """A line for each part, with its value."""
        note = f"  ({self.note}{self._worst_priors_text})" if self.note else ""
        lines = []
        for part, value in self.parts():
            plain, name = _part_text(part), _row_name(self.closed.quantity, part)
            shown = _value_text(value, plain)
            line = f"    {name:<26}  {plain}"
            if shown and len(line) + len(shown) > WIDTH:
                lines.append(line)
                line = " " * 30
            line += shown
            if note and len(line) + len(note) > WIDTH:
                lines.append(line)
                line = " " * 6
            lines.append(line + note)
        return lines

    @property
    def _worst_priors_text(self) -> str:
        """The worst priors as text, the first ones of many."""
        if not self.priors:
            return ""
        shown = " or ".join(f"({', '.join(prior)})" for prior in self.priors[:_SHOWN_PRIORS])
        more = " or .." if len(self.priors) > _SHOWN_PRIORS else ""
        return f"{' at' if self.note == ATTAINED else ', worst towards'} {shown}{more}"


@dataclass(frozen=True)
class Derived:
    """The closed forms of a family; with values where parameters, a prior or a set were given.

    It prints as `pmlsym derive` does. `chosen` says that quantities were named, `at_values` that
    something has a value: then the forms stand in a table, each of the chosen by itself; `given`
    says which values these are, but for the sizes at which the mechanism was written out.
    `left_out` are those of the usual quantities that have no closed form.
    """

    family: Family
    mechanism: Mechanism
    quantities: tuple[DerivedQuantity, ...]
    chosen: bool = False
    at_values: bool = False
    given: GivenValues = field(default_factory=GivenValues)
    left_out: tuple[str, ...] = ()

    @property
    def closed(self) -> tuple[ClosedForm, ...]:
        """The closed forms."""
        return tuple(each.closed for each in self.quantities)

    @property
    def forms(self) -> dict[str, ClosedForm]:
        """The closed form of each quantity, by its name."""
        return {form.quantity: form for form in self.closed}

    def text(self) -> str:
        """The forms as text, with their domains and how they were checked."""
        if not self.at_values:
            return self._text_without_values()
        return "\n".join(group._text_with_values() for group in self._one_for_each_quantity())

    def latex(self, *, columns: int = 1) -> str:
        """The forms as LaTeX, for a class with `amsmath` and one column or two."""
        from pmlsym.evidence.latex_rows import Layout

        most = Layout.of("eq:pml", columns).most
        if not self.at_values:
            return self._latex_without_values(most)
        return "\n".join(g._latex_with_values(most) for g in self._one_for_each_quantity())

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym derive --json` prints."""
        data = [group._json_object() for group in self._one_for_each_quantity()]
        return data[0] if len(data) == 1 else {"quantities": data}

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return as_html(self.text())

    def _one_for_each_quantity(self) -> list[Derived]:
        """One record for each of the chosen quantities, or this one for all."""
        if not self.chosen:
            return [self]
        return [replace(self, quantities=(each,), chosen=False) for each in self.quantities]

    def _text_without_values(self) -> str:
        """Each form below its meaning, then the domain, the assumptions and how it was checked."""
        lines = [f"{self.family.title}: {self._domain_text or 'no parameters'}"]
        lines += [f"    {note}" for note in (*self._own_rows, *self._notes, *self._given_notes)]
        for form in self.closed:
            meaning = quantity_named(form.quantity).meaning
            lines += ["", f"{meaning[:1].upper()}{meaning[1:]}"]
            for part in form.parts:
                label = " at ".join(word for word in (part.label, part.outcome) if word)
                lines.append(f"    {label + ': ' if label else ''}{_part_text(part)}")
            if form.assumptions:
                lines.append(f"        for {', '.join(form.assumptions)}")
        return "\n".join([*lines, "", self._checks_text, *self._left_out_note])

    def _latex_without_values(self, most: int) -> str:
        """The forms without values in LaTeX, each on its own line."""
        from pmlsym.closed_forms.latex_display import latex_display
        from pmlsym.evidence.claim_latex import mixed_latex
        from pmlsym.evidence.formula import paragraph_latex
        from pmlsym.evidence.latex_rows import CLOSING, OPENING

        lines = [OPENING, *self._head_latex(most)]
        for form in self.closed:
            meaning = quantity_named(form.quantity).meaning
            lines.append(rf"\par\noindent {paragraph_latex(meaning[:1].upper() + meaning[1:])}:")
            for part in form.parts:
                label = " at ".join(word for word in (part.label, part.outcome) if word)
                lines += latex_display(part.expr, mixed_latex(label), most)
            if form.assumptions:
                lines.append(f"for {mixed_latex(', '.join(form.assumptions))}.")
        return "\n".join([*lines, rf"\par\noindent {paragraph_latex(self._checks_text)}", CLOSING])

    def _head_latex(self, most: int) -> list[str]:
        """The title, the domain, the matrix, the prior, and what letters mean."""
        from pmlsym.closed_forms.latex_display import matrix_display
        from pmlsym.evidence.claim_latex import claim_macros, mixed_latex
        from pmlsym.evidence.formula import paragraph_latex

        title = self.family.title[0].upper() + self.family.title[1:]
        said = paragraph_latex(title).replace(" .. ", r", $\dots$, ")
        lines = [rf"\par\noindent\textbf{{{said}.}}"]
        lines += [f"{mixed_latex(self._domain_text)}."] if self._domain_text else []
        lines += matrix_display(written_entries(self.mechanism) or (), most)
        lines += [mixed_latex(note).replace(", ..", r", \dots") + "." for note in self._notes]
        for note in self._given_notes:
            words, prior, masses = note.partition("the prior (")
            formula = claim_macros(f"({masses.replace('**', '^')}") if prior else ""
            said = mixed_latex(words[0].upper() + words[1:])
            lines.append(said + (f"the prior ${formula}$." if prior else "."))
        return lines

    @property
    def _left_out_note(self) -> tuple[str, ...]:
        """The note that names the quantities left out."""
        names = ", ".join(self.left_out)
        return (f"Left out, as no closed form of the family is found: {names}.",) if names else ()

    @property
    def _domain_text(self) -> str:
        """The domains of all forms, and what the mechanism requires."""
        domains = (text for form in self.closed for text in form.domain)
        return ", ".join(dict.fromkeys((*domains, *self.mechanism.header)))

    @property
    def _checks_text(self) -> str:
        """The sentence that says how the forms were checked."""
        checked = sum(form.checked for form in self.closed)
        provers = sorted({fact.by for form in self.closed for fact in form.facts})
        by = f"; dominance and monotonicity by {', '.join(provers)}" if provers else ""
        in_nats = any(quantity_named(form.quantity).in_nats for form in self.closed)
        unit = "In nats; compared" if in_nats else "Compared"
        return f"{unit} with the exact evaluator at {checked} random points{by}."

    def _text_with_values(self) -> str:
        """A line for each form with its value, then assumptions and the number of proofs."""
        domains = (text for form in self.closed for text in form.domain)
        domain = ", ".join(dict.fromkeys((*self.mechanism.header, *domains)))
        lines = [f"{self.family.title}{':  ' + domain if domain else ''}"]
        lines += [f"    {note}" for note in (*self._own_rows, *self._notes, *self._given_notes)]
        lines += [line for each in self.quantities for line in each.lines()]
        assumed = dict.fromkeys(text for form in self.closed for text in form.assumptions)
        if assumed:
            lines.append(f"assuming  {'; '.join(assumed)}")
        proved = sum(len(form.facts) for form in self.closed)
        checked = sum(form.checked for form in self.closed)
        lines.append(f"{proved} facts proved, {checked} exact comparisons at random points")
        return "\n".join(lines)

    def _latex_with_values(self, most: int) -> str:
        """The forms and their values as aligned rows of LaTeX."""
        from pmlsym.closed_forms.latex_display import latex_rows
        from pmlsym.evidence.claim_latex import mixed_latex
        from pmlsym.evidence.latex_rows import CLOSING, OPENING

        rows = []
        for form, part, value in ((q.closed, *each) for q in self.quantities for each in q.parts()):
            name = _row_name(form.quantity, part).replace("_", " ")
            first, *others = latex_rows(part.expr, most - len(name))
            rows.append(rf"\text{{{mixed_latex(name)}}} &= {first}")
            rows += [f"&{other}" for other in others]
            rows += [rf"&{shown}" for shown in _value_latex(value, _part_text(part))]
        display = "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"
        return "\n".join([OPENING, *self._head_latex(most), display, CLOSING])

    @property
    def _own_rows(self) -> tuple[str, ...]:
        """The entries of a matrix of the user's own, which has no name that would tell them."""
        rows = written_entries(self.mechanism) if self.family.name == MATRIX else None
        if rows is None:
            return ()
        written = (f"[{', '.join(map(expression_text, row))}]" for row in rows)
        return tuple(fitted(f"W = [{', '.join(written)}]", WIDTH - 4, further="     "))

    @property
    def _notes(self) -> tuple[str, ...]:
        """Which masses of the prior belong to which letters, where the forms have such."""
        if self.mechanism.notes:
            return self.mechanism.notes
        letters = {str(s) for form in self.closed for p in form.parts for s in p.expr.free_symbols}
        masses = masses_by_name(range(1 + LARGEST)).keys() & letters
        return (MASSES,) if masses - {"p_min", "p_max"} else ()

    @property
    def _given_notes(self) -> tuple[str, ...]:
        """The note that names the given values, if there are any."""
        return (f"at {self.given}",) if str(self.given) else ()

    def _json_object(self) -> dict[str, Any]:
        """The keys of one quantity at the top level; of several, those of the worst case.

        Then `quantities` has all.
        """
        several = self.quantities
        main = next((q for q in several if q.closed.quantity == "pml"), several[0])
        sizes = {name: number(size) for name, size in self.mechanism.sizes.items()}
        data: dict[str, Any] = {
            "family": self.family.name,
            "parameters": [parameter.to_json() for parameter in self._all_parameters()],
            **GivenValues({**sizes, **self.given.settings}, self.given.prior).to_json(),
            **main.to_json(),
        }
        if len(several) > 1:
            data["quantities"] = [each.to_json() for each in several]
        return data

    def _all_parameters(self) -> list[Parameter]:
        """Those of the mechanism, then those of the quantities or of the set of priors."""
        parameters = [p for form in self.closed for p in form.frame.content.parameters.values()]
        named = {p.name: p for p in reversed((*self.mechanism.parameters, *parameters))}
        return list(named.values())[::-1]


def _json_float(value: Number) -> float | str:
    """A float, or "inf" or "-inf": JSON has no infinite numbers."""
    near = float(value)
    return near if isfinite(near) else str(near)


def _value_latex(value: Number | None, plain: str) -> list[str]:
    """The value in LaTeX, on rows of a display."""
    if value is None or not _value_text(value, plain):
        return []
    if isinstance(value, Ball):
        return [rf"\in {value}"]
    from pmlsym.closed_forms.latex_display import latex_rows

    first, *others = latex_rows(sympy_of(value))
    near = (
        "" if not isinstance(value, Exact) or value.is_rational else f" \\approx {float(value):.6f}"
    )
    return [f"= {first}{near}", *others]


def _value_text(value: Number | None, plain: str) -> str:
    """The exact number, unless the form is just that, and decimals where it is a logarithm."""
    if value is None:
        return ""
    number = "0" if value == 0 else str(value)
    exact = [] if number == plain else [f" {number}"]
    if isinstance(value, Exact) and not value.is_rational and number != "0":
        exact.append(f"{'' if exact else ' '}{float(value):.6f}")
    return f"  = {' = '.join(exact)}" if exact else ""


def _row_name(quantity: str, part: FormPart) -> str:
    """The name of a quantity and part, at the start of a row."""
    names = {"pml_at": "pml", "distribution": ""}
    head = " ".join(n for n in (names.get(quantity, quantity), part.label) if n)
    return f"{head} at {part.outcome or 'y'}" if quantity in ("pml_at", "distribution") else head


def _part_text(part: FormPart) -> str:
    """The expression of a part as text."""
    text = expression_text(part.expr)
    return {"oo": "inf", "-oo": "-inf"}.get(text, text)
