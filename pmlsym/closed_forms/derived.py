"""The closed forms derived of a family, the values they are taken at, and their printed forms.

They are what `derive` returns and `pmlsym derive` prints, as text, HTML, LaTeX or JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
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
from pmlsym.errors import UnknownName
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

OVER = " over "
"""The word between the name of a quantity and the set of priors of its worst case."""


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
        """The values that closed forms are taken at, as data: `settings` and `prior`, if given."""
        data: dict[str, Any] = {}
        if self.settings:
            data["settings"] = {name: value.to_json() for name, value in self.settings.items()}
        if self.prior:
            data["prior"] = self.prior if self.prior == UNIFORM else list(self.prior)
        return data


def sizes_put_in_last(mechanism: Mechanism, sizes: Mapping[str, int]) -> dict[str, Number]:
    """The sizes that are put into a closed form after it was derived at every size."""
    return {name: number(size) for name, size in sizes.items() if name not in mechanism.sizes}


@dataclass(frozen=True)
class DerivedQuantity:
    """A closed form with the values of its parts, if parameters and prior are given.

    For a worst case over a set of priors the `note` says whether it is attained, and `priors` has
    the masses of the priors that attain it or have it as a limit, one for each candidate.
    """

    closed: ClosedForm
    values: tuple[Number, ...] | None = None
    note: str = ""
    priors: tuple[tuple[str, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """This closed form as data: expression, assumptions, parts, and values if there are any."""
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
        """Values of a closed form's parts: one alone, a list by outcome, or objects of labels."""
        labels = list(dict.fromkeys(part.label for part in self.closed.parts))
        if len(labels) > 1 and self.closed.per_outcome:
            each = len(items) // len(labels)
            columns = [items[k * each : (k + 1) * each] for k in range(len(labels))]
            return [dict(zip(labels, row, strict=True)) for row in zip(*columns, strict=True)]
        return list(items) if self.closed.per_outcome or len(items) > 1 else items[0]

    def parts(self) -> list[tuple[FormPart, Number | None]]:
        """The parts of this closed form, each with its value, or None if it has none."""
        parts, values_known = self.closed.parts, self.values or ()
        values = values_known if len(values_known) == len(parts) else [None] * len(parts)
        return list(zip(parts, values, strict=True))

    def lines(self) -> list[str]:
        """This closed form in words: its meaning, expressions with values, and assumptions."""
        lines = [self.meaning]
        note = f"  ({self.attainment})" if self.note else ""
        for part, value in self.parts():
            plain, label = _part_text(part), _label_text(part)
            line = f"    {label + ': ' if label else ''}{plain}"
            for further in filter(None, (_value_text(value, plain), note)):
                if len(line) + len(further) > WIDTH:
                    lines.append(line)
                    line = " " * 6
                line += further
            lines.append(line)
        if self.closed.assumptions:
            lines.append(f"        for {', '.join(self.closed.assumptions)}")
        return lines

    @property
    def meaning(self) -> str:
        """The meaning in words of the quantity whose closed form was derived."""
        name, over, priors = self.closed.quantity.partition(OVER)
        meaning = quantity_named(name).meaning
        return meaning[:1].upper() + meaning[1:] + (f",{over}{priors}" if over else "")

    @property
    def attainment(self) -> str:
        """Whether and where a closed form's worst case is attained, in words, or empty."""
        return f"{self.note}{self._worst_priors_text}"

    @property
    def _worst_priors_text(self) -> str:
        """The priors of a closed form's worst case as text, the first of many."""
        if not self.priors:
            return ""
        shown = " or ".join(f"({', '.join(prior)})" for prior in self.priors[:_SHOWN_PRIORS])
        more = " or .." if len(self.priors) > _SHOWN_PRIORS else ""
        return f"{' at' if self.note == ATTAINED else ', worst towards'} {shown}{more}"


class FormsByName(dict[str, ClosedForm]):
    """Closed forms by the names of their quantities.

    >>> FormsByName()["rdp"]
    Traceback (most recent call last):
    pmlsym.errors.UnknownName: no form of rdp was derived; there are none
    """

    def __missing__(self, name: str) -> ClosedForm:
        """Raises UnknownName at a quantity whose closed form was not derived."""
        raise UnknownName(f"no form of {name} was derived; there are {', '.join(self) or 'none'}")


@dataclass(frozen=True)
class Derived:
    """The closed forms of a family; with values where parameters, a prior or a set were given.

    It prints as `pmlsym derive` does. `chosen` says that quantities were named; each of them has
    an object of its own in JSON. `given` says which values these are, except the sizes at which the
    mechanism was written out. `refused` are the usual quantities that have no closed form, each
    with the reason.
    """

    family: Family
    mechanism: Mechanism
    quantities: tuple[DerivedQuantity, ...]
    chosen: bool = False
    given: GivenValues = field(default_factory=GivenValues)
    refused: Mapping[str, str] = field(default_factory=dict)

    @property
    def closed(self) -> tuple[ClosedForm, ...]:
        """The closed forms of all derived quantities, in order."""
        return tuple(each.closed for each in self.quantities)

    @property
    def forms(self) -> dict[str, ClosedForm]:
        """The closed form of each quantity by its name; another name is an error."""
        return FormsByName((form.quantity, form) for form in self.closed)

    def text(self) -> str:
        """All closed forms in words, each below its meaning, and how they were checked."""
        lines = [f"{self.family.title}: {self._domain_text or 'no parameters'}"]
        lines += [f"    {note}" for note in (*self._own_rows, *self._notes, *self._given_notes)]
        for each in self.quantities:
            lines += ["", *each.lines()]
        return "\n".join([*lines, "", self._checks_text, *self._left_out_note])

    def latex(self, *, label: str | None = None, columns: int = 1) -> str:
        """All closed forms in LaTeX, for a class with `amsmath` and one column or two.

        With a label the forms are equations with the labels `label`:1, `label`:2, ..
        """
        from pmlsym.closed_forms.latex_display import latex_display
        from pmlsym.exposition.claim_latex import claim_macros, mixed_latex
        from pmlsym.exposition.formula import paragraph_latex
        from pmlsym.exposition.latex_rows import Layout
        from pmlsym.exposition.typesetting import page_latex

        layout, number = Layout.of(label, columns), count(1)
        most = layout.most
        lines = self._head_latex(most)
        for each in self.quantities:
            lines.append(rf"\par\noindent {paragraph_latex(each.meaning)}:")
            for part, value in each.parts():
                values = _value_latex(value, _part_text(part))
                mark = f"{layout.label}:{next(number)}" if layout.label else ""
                left = claim_macros(self._left_text(each, part))
                head = mixed_latex(part.outcome if left else _label_text(part))
                lines += latex_display(part.expr, head, most, values, mark, left)
            said = (f"for {', '.join(each.closed.assumptions)}",) if each.closed.assumptions else ()
            said = (*said, *filter(None, (each.attainment,)))
            lines += [f"{mixed_latex(', '.join(said))}."] if said else []
        unit = [r"\par\noindent In nats."] if self._in_nats else []
        return page_latex([*lines, *unit, f"% {self._checks_text}"])

    def _left_text(self, quantity: DerivedQuantity, part: FormPart) -> str:
        """The left side of a closed form's equation, a quantity of W; empty if unnamed.

        A worst case has none, nor a density, nor what is made of several measures.
        """
        name, over, _ = quantity.closed.quantity.partition(OVER)
        measure = quantity_named(name).measures(self.mechanism).get(part.label)
        if over or measure is None:
            return ""
        return measure.text.replace(str(self.mechanism.channel), "W")

    def to_json(self) -> dict[str, Any]:
        """The JSON object that `pmlsym derive --json` prints of closed forms."""
        data = [group._json_object() for group in self._one_for_each_quantity()]
        return data[0] if len(data) == 1 else {"quantities": data}

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """All closed forms, each below its meaning, as a notebook shows them."""
        return as_html(self.text())

    def _one_for_each_quantity(self) -> list[Derived]:
        """One record of closed forms per chosen quantity, or this one for all."""
        if not self.chosen:
            return [self]
        return [replace(self, quantities=(each,), chosen=False) for each in self.quantities]

    def _head_latex(self, most: int) -> list[str]:
        """The subject of the closed forms, in LaTeX: title, domain, matrix, prior, symbols."""
        from pmlsym.closed_forms.latex_display import matrix_display
        from pmlsym.exposition.claim_latex import claim_macros, mixed_latex
        from pmlsym.exposition.formula import paragraph_latex

        title = self.family.title[0].upper() + self.family.title[1:]
        said = paragraph_latex(title).replace(" .. ", r", $\dots$, ")
        lines = [rf"\par\noindent\textbf{{{said}.}}"]
        lines += [f"{mixed_latex(self._domain_text)}."] if self._domain_text else []
        lines += matrix_display(written_entries(self.mechanism) or (), most)
        lines += [mixed_latex(note).replace(", ..", r", \dots{}") + "." for note in self._notes]
        for note in self._given_notes:
            words, prior, masses = note.partition("the prior (")
            formula = claim_macros(f"({masses.replace('**', '^')}") if prior else ""
            said = mixed_latex(words[0].upper() + words[1:])
            lines.append(said + (f"the prior ${formula}$." if prior else "."))
        return lines

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of the usual quantities that have no closed form for this mechanism."""
        return tuple(self.refused)

    @property
    def _left_out_note(self) -> tuple[str, ...]:
        """The quantities that could not be brought into closed form, by reason, in words."""
        names: dict[str, list[str]] = {}
        for name, reason in self.refused.items():
            names.setdefault(reason, []).append(name)
        notes = (f"Left out: {', '.join(left)}, as {reason}." for reason, left in names.items())
        return tuple(line for note in notes for line in fitted(note))

    @property
    def _domain_text(self) -> str:
        """Where the closed forms hold: their domains, and the requirements of the mechanism."""
        domains = (text for form in self.closed for text in form.domain)
        return ", ".join(dict.fromkeys((*domains, *self.mechanism.header)))

    @property
    def _checks_text(self) -> str:
        """How the closed forms were compared with exact values, and by which provers, in words."""
        checked = sum(form.checked for form in self.closed)
        provers = sorted({fact.by for form in self.closed for fact in form.facts})
        by = f"; dominance and monotonicity by {', '.join(provers)}" if provers else ""
        contents = [form.frame.content for form in self.closed]
        if any(content.words for content in contents):
            by = f"; proved at every length, as a product over the letters of a word{by}"
        elif any(content.counts for content in contents):
            by = f"; proved at every n, in every order of the counts{by}"
        at = f" at {checked} random points" if checked else ""
        said = f"{'' if checked else 'not '}compared with the exact evaluator{at}{by}."
        return f"In nats; {said}" if self._in_nats else f"{said[0].upper()}{said[1:]}"

    @property
    def _in_nats(self) -> bool:
        """Whether a leakage, which is in nats, is among the quantities in closed form."""
        names = (form.quantity.partition(OVER)[0] for form in self.closed)
        return any(quantity_named(name).in_nats for name in names)

    @property
    def _own_rows(self) -> tuple[str, ...]:
        """The user's own symbolic matrix from which the closed forms are derived, in words."""
        rows = written_entries(self.mechanism) if self.family.name == MATRIX else None
        if rows is None:
            return ()
        written = (f"[{', '.join(map(expression_text, row))}]" for row in rows)
        return tuple(fitted(f"W = [{', '.join(written)}]", WIDTH - 4, further="     "))

    @property
    def _notes(self) -> tuple[str, ...]:
        """The meaning of symbols in closed forms, such as p1, p2, .. for masses of letters."""
        if self.mechanism.notes:
            return self.mechanism.notes
        letters = {str(s) for form in self.closed for p in form.parts for s in p.expr.free_symbols}
        masses = masses_by_name(range(1 + LARGEST)).keys() & letters
        return (MASSES,) if masses - {"p_min", "p_max"} else ()

    @property
    def _given_notes(self) -> tuple[str, ...]:
        """The values and the prior at which closed forms are taken, as a note, if any."""
        return (f"at {self.given}",) if str(self.given) else ()

    def _json_object(self) -> dict[str, Any]:
        """The closed forms as data: the keys of the main one at the top, then all of them.

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
        """The mechanism's parameters, then others that its closed forms are functions of."""
        parameters = [p for form in self.closed for p in form.frame.content.parameters.values()]
        named = {p.name: p for p in reversed((*self.mechanism.parameters, *parameters))}
        return list(named.values())[::-1]


def _json_float(value: Number) -> float | str:
    """The float nearest to a closed form's value; an infinite one is "inf" or "-inf"."""
    near = float(value)
    return near if isfinite(near) else str(near)


def _value_latex(value: Number | None, plain: str) -> list[str]:
    """The value behind a closed form, in rows of LaTeX; none where the form is that number."""
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
    """The value behind a closed form, with decimals if it is a log; empty if it is the form."""
    if value is None:
        return ""
    number = "0" if value == 0 else str(value)
    exact = [] if number == plain else [f" {number}"]
    if isinstance(value, Exact) and not value.is_rational and number != "0":
        exact.append(f"{'' if exact else ' '}{float(value):.6f}")
    return f"  = {' = '.join(exact)}" if exact else ""


def _label_text(part: FormPart) -> str:
    """The case or the outcome to which one part of a closed form belongs, in words."""
    return " at ".join(word for word in (part.label, part.outcome) if word)


def _part_text(part: FormPart) -> str:
    """The expression of one part of a closed form, in the claim language."""
    text = expression_text(part.expr)
    return {"oo": "inf", "-oo": "-inf"}.get(text, text)
