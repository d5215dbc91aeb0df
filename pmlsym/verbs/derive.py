"""Closed forms of a mechanism family, its parameters left symbolic: `pmlsym derive`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput, Unsupported

if TYPE_CHECKING:
    from pmlsym.derive.closed_form import ClosedForm
    from pmlsym.derive.listing import FamilyReport
    from pmlsym.families.family import Family
    from pmlsym.families.mechanism import Mechanism
    from pmlsym.model.distribution import Number
    from pmlsym.model.prior import Prior

ALL = "all"
UNIFORM = "uniform"


@dataclass(frozen=True)
class Derivation:
    """The closed forms of a family, as `closed`; `reports` where values or a prior were given.

    It prints as `pmlsym derive` does. `chosen` says that quantities were named.
    """

    family: Family
    mechanism: Mechanism
    closed: tuple[ClosedForm, ...]
    reports: tuple[FamilyReport, ...] = ()
    chosen: bool = False

    @property
    def forms(self) -> dict[str, ClosedForm]:
        """The closed form of each quantity, by its name."""
        return {form.quantity: form for form in self.closed}

    def text(self) -> str:
        """The forms as text, with their domains and how they were checked."""
        if self.reports:
            return "\n".join(report.text() for report in self.reports)
        return self._general(latex=False)

    def latex(self) -> str:
        """The forms as LaTeX."""
        if self.reports:
            return "\n".join(report.latex() for report in self.reports)
        return self._general(latex=True)

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym derive --json` prints."""
        from pmlsym.derive.listing import general_report

        groups = [(form,) for form in self.closed] if self.chosen else [self.closed]
        reports = self.reports or [general_report(self.family, self.mechanism, g) for g in groups]
        data = [report.to_json() for report in reports]
        return data[0] if len(data) == 1 else {"quantities": data}

    def _general(self, *, latex: bool) -> str:
        from pmlsym.derive.quantities import quantity_named
        from pmlsym.report.derivation_report import derivation_text

        forms = [(quantity_named(form.quantity), form) for form in self.closed]
        return derivation_text(self.family, self.mechanism, forms, latex=latex)

    def __repr__(self) -> str:
        return self.text()


def derive(
    family: Family | str,
    quantity: str | Sequence[str] | None = None,
    *,
    set: Mapping[str, object] | None = None,
    prior: Prior | str | Iterable[Number] | None = None,
    over: str | None = None,
    domain: str | Sequence[str] = (),
) -> Derivation:
    """Closed forms of a family: PML at an outcome and at worst, density, maximal leakage, capacity.

    `family` is one of `families()`, or text: its name, an expression of families, or a matrix such
    as "[[1-a, a], [0, 1]]" with its `domain`. `quantity` is a name, several, or "all"; `set` gives
    sizes and parameters, {"k": 3, "eps": "log(3)"}; `prior` is masses or "uniform"; `over` a set of
    priors, such as "p(x) >= c", of which the worst case is derived. Forms are in nats.
    Raises UnknownName, InvalidInput, or Unsupported where no closed form is found.

    >>> derive("z-channel", "maxleak").forms["maxleak"]
    log(2 - a)
    """
    named = family_of(family, (domain,) if isinstance(domain, str) else tuple(domain))
    given = {name: str(value) for name, value in require_kind(set or {}, dict, "{'k': 3}").items()}
    masses = _masses(prior)
    if masses is None and over is None and given.keys() <= named.sizes.keys():
        return _general(named, _quantities(quantity), given, skip=quantity == ALL)
    return _with_values(named, _quantities(quantity), given, masses, over, skip=quantity == ALL)


def _general(
    family: Family, quantities: Sequence[str], sizes: Mapping[str, str], *, skip: bool
) -> Derivation:
    """Nothing but the forms; with `skip`, those that there are."""
    from pmlsym.derive.derivation import derive as closed_form
    from pmlsym.derive.quantities import MAIN
    from pmlsym.families.written_value import size_of

    mechanism = family.mechanism(**{name: size_of(name, text) for name, text in sizes.items()})
    forms = []
    for name in quantities or MAIN:
        try:
            forms.append(closed_form(mechanism, name))
        except Unsupported:
            if not skip:
                raise
    return Derivation(family, mechanism, tuple(forms), chosen=bool(quantities))


def _with_values(
    family: Family,
    quantities: Sequence[str],
    given: Mapping[str, str],
    masses: str | list[str] | None,
    over: str | None,
    *,
    skip: bool,
) -> Derivation:
    """A report for each quantity; without a choice one of the main ones together."""
    from pmlsym.derive.listing import family_report

    reports = []
    for name in quantities or (None,):
        try:
            reports.append(family_report(family, name, settings=given, prior=masses, over=over))
        except Unsupported:
            if not skip:
                raise
    closed = tuple(q.closed for report in reports for q in report.quantities)
    mechanism = reports[0].mechanism if reports else family.mechanism()
    return Derivation(family, mechanism, closed, tuple(reports))


def family_of(family: Family | str, domain: tuple[str, ...]) -> Family:
    """The family that is meant by a name, an expression of families or a matrix.

    >>> family_of("erasure(q=3)", ()).title
    'erasure(q=3)'
    """
    from pmlsym.families import family_named
    from pmlsym.families.expression import is_matrix
    from pmlsym.families.family import Family

    if isinstance(family, Family):
        return family
    text = require_kind(family, str, "a family, its name, or a matrix as text")
    if is_matrix(text):
        from pmlsym.derive.own.own_family import family_of_matrix

        return family_of_matrix(text, domain)
    if domain:
        raise InvalidInput("a domain is of a matrix; the families come with theirs")
    return family_named(text.strip())


def _quantities(quantity: str | Sequence[str] | None) -> tuple[str, ...]:
    """The names as the table of quantities has them; none where none was chosen."""
    from pmlsym.derive.quantities import QUANTITIES, quantity_named

    known = [each.name for each in QUANTITIES]
    if quantity is None:
        return ()
    if quantity == ALL:
        return tuple(known)
    several = (quantity,) if isinstance(quantity, str) else tuple(quantity)
    found = []
    for name in several:
        plain = require_kind(name, str, "the name of a quantity").strip().lower().replace("-", "_")
        found.append(quantity_named(plain).name)
    return tuple(found)


def _masses(prior: Prior | str | Iterable[Number] | None) -> str | list[str] | None:
    from pmlsym.model.exact_rows import masses_of

    if prior is None:
        return None
    if isinstance(prior, str):
        return UNIFORM if prior == UNIFORM else prior.split(",")
    return [str(mass) for mass in masses_of(prior)]
