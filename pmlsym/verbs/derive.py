"""Closed forms of a mechanism family, its parameters left symbolic: `pmlsym derive`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.io.arguments import Argument, Domain, Option, Settings, settings_of

if TYPE_CHECKING:
    from pmlsym.closed_forms.derived import Derived
    from pmlsym.mechanism_families.mechanism import Family
    from pmlsym.model.distribution import Number
    from pmlsym.model.prior import Prior

ALL = "all"
UNIFORM = "uniform"
TABLES = (".csv", ".json", ".npy", ".npz", ".parquet", ".pq")


def families_beginning(incomplete: str) -> list[str]:
    """The names with this beginning that the verb `derive` takes as its argument `family`.

    >>> families_beginning("bin")
    ['binary-symmetric', 'binary-asymmetric', 'binomial']
    """
    from pmlsym.mechanism_families.listed import FAMILIES

    return [name for name in (family.name for family in FAMILIES) if name.startswith(incomplete)]


def derive(
    family: Annotated[
        "Family | str | Sequence[Sequence[object]]",
        Argument(
            "Such as randomized-response, 'binary-symmetric >> z-channel(a=b)', "
            "or '[[1-a, a], [0, 1]] & z-channel'.",
            complete=families_beginning,
        ),
    ],
    quantity: Annotated[str | Sequence[str] | None, Option("Such as maxleak; or all.")] = (),
    *,
    set: Settings = (),
    prior: Annotated[
        "Prior | str | Iterable[Number] | None",
        Option("Masses, 1/4,3/4 or p,1-p; '[p,1-p] * [q,1-q]'; a file; or uniform."),
    ] = None,
    over: Annotated[
        str | None,
        Option("The worst prior of a set: simplex, 'p(x) >= c', 'p in (c, 1-c)', .."),
    ] = None,
    domain: Domain = (),
) -> "Derived":
    """Closed forms of a family, as `pmlsym derive` prints: PML, density, leakage, capacity.

    `family` is one of `families()`, or text: its name, or an expression of families, which may
    contain matrices such as "[[1-a, a], [0, 1]]"; or rows of a matrix, such as SymPy's. `domain`
    bounds the parameters of all of them. `quantity` is a name, several, or "all"; `set` gives sizes
    and parameters, {"k": 3, "eps": "log(3)"}; `prior` is masses, as `ps.prior` reads them, or
    "uniform"; `over` a set of priors, such as "p(x) >= c", whose worst case is derived. Forms are
    in nats; `forms[name].at(a="1/2", prior="uniform")` is the number of one.
    Raises UnknownName, InvalidInput, or Unsupported where no closed form is found.

    >>> derive("z-channel", "maxleak").forms["maxleak"]
    log(2 - a)
    """
    domains = (domain,) if isinstance(domain, str) else tuple(domain)
    if over == UNIFORM and prior is None:
        prior, over = UNIFORM, None
    if prior is not None and prior != UNIFORM and _is_symbolic_prior(prior):
        if over is not None:
            raise InvalidInput("a worst case over a set of priors has no prior of its own")
        return _derive_under_symbolic_prior(family, quantity, settings_of(set), prior, domains)
    chosen = family_of(family, domains)
    words = (quantity,) if isinstance(quantity, str) else quantity or ()
    quantity_words = tuple(require_kind(words, Sequence, "names of quantities"))
    settings, masses, skip = settings_of(set), _mass_texts(prior), quantity_words in ((ALL,), ())
    names = _quantity_names(quantity_words)
    if masses is None and over is None and settings.keys() <= chosen.sizes.keys():
        return _derive_without_values(chosen, names, settings, skip=skip)
    return _derive_at_values(chosen, names, settings, masses, over, skip=skip)


def _is_symbolic_prior(prior: object) -> bool:
    """Whether the prior that the verb `derive` is given has symbols among its masses."""
    if not isinstance(prior, str | Sequence) and not hasattr(prior, "tolist"):
        return False
    from pmlsym.closed_forms.own_channels.symbolic_prior import has_letters

    return has_letters(prior)


def _derive_under_symbolic_prior(
    family: object,
    quantity: str | Sequence[str] | None,
    settings: Mapping[str, str],
    prior: object,
    bounds: tuple[str, ...],
) -> "Derived":
    """The answer of the verb `derive` under a prior with symbolic masses, bounded by `bounds`."""
    from pmlsym.closed_forms.closed_form import expression_text
    from pmlsym.closed_forms.own_channels.own_parameters import single_relations
    from pmlsym.closed_forms.own_channels.symbolic_prior import (
        form_at_masses,
        letters_written,
        masses_in_letters,
        symbols_of_prior,
    )
    from pmlsym.closed_forms.written_entries import written_entries
    from pmlsym.mechanism_families.mechanism import size_of

    symbols = {str(name) for name in symbols_of_prior(prior)}
    on_prior = [
        b for b in bounds if symbols & {str(s) for r in single_relations(b) for s in r.free_symbols}
    ]
    chosen = family_of(family, tuple(b for b in bounds if b not in on_prior))
    usual = dict(chosen.sizes)
    if chosen.letters in usual and (letters := letters_written(prior)):
        usual[chosen.letters] = letters - chosen.beside
    sizes = {name: size_of(name, settings.get(name, str(n))) for name, n in usual.items()}
    derived = derive(chosen, quantity, set={**settings, **sizes})
    rows = written_entries(chosen.mechanism(**sizes))
    if rows is None:
        raise InvalidInput("a prior in letters is of finitely many letters; give the sizes")
    masses, domain = masses_in_letters(prior, len(rows), on_prior)
    forms = [
        replace(q, closed=form_at_masses(q.closed, masses, domain)) for q in derived.quantities
    ]
    given = replace(derived.given, prior=tuple(map(expression_text, masses)))
    return replace(derived, quantities=tuple(forms), given=given)


def _derive_without_values(
    family: "Family", quantities: Sequence[str], sizes: Mapping[str, str], *, skip: bool
) -> "Derived":
    """The closed forms alone that the verb `derive` gives; `skip` leaves out missing ones."""
    from pmlsym.closed_forms.derivation import derive as closed_form
    from pmlsym.closed_forms.derived import Derived, DerivedQuantity, GivenValues, sizes_put_in_last
    from pmlsym.closed_forms.quantities import MAIN
    from pmlsym.mechanism_families.mechanism import size_of

    numbers = {name: size_of(name, text) for name, text in sizes.items()}
    mechanism = family.mechanism(**numbers)
    values = GivenValues(sizes_put_in_last(mechanism, numbers))
    forms, missing = [], dict[str, Unsupported]()
    for name in quantities or MAIN:
        try:
            form = closed_form(mechanism, name)
            forms.append(DerivedQuantity(form, form.numbers() if mechanism.settings else None))
        except Unsupported as error:
            missing[name] = error
    if missing and (not skip or not forms):
        raise next(iter(missing.values()))
    refused = {} if quantities else {name: str(error) for name, error in missing.items()}
    return Derived(
        family, mechanism, tuple(forms), chosen=bool(quantities), given=values, refused=refused
    )


def _derive_at_values(
    family: "Family",
    quantities: Sequence[str],
    settings: Mapping[str, str],
    masses: str | list[str] | None,
    over: str | None,
    *,
    skip: bool,
) -> "Derived":
    """The closed forms and numbers that the verb `derive` gives at values and a prior."""
    from pmlsym.closed_forms.at_values import family_report
    from pmlsym.closed_forms.derived import Derived

    reports: list[Derived] = []
    for name in quantities or (None,):
        try:
            reports.append(family_report(family, name, settings=settings, prior=masses, over=over))
        except Unsupported:
            if not skip:
                raise
    if not reports:
        return Derived(family, family.mechanism(), (), chosen=True)
    all_quantities = tuple(each for report in reports for each in report.quantities)
    return replace(reports[0], quantities=all_quantities, chosen=bool(quantities))


def family_of(family: object, domain: tuple[str, ...]) -> "Family":
    """The family that the verb `derive` is given: a name, an expression, or a matrix.

    >>> family_of("erasure(q=3)", ()).title
    'erasure(q=3)'
    """
    from pmlsym.mechanism_families.listed import family_named, is_expression
    from pmlsym.mechanism_families.mechanism import Family

    if isinstance(family, Family):
        if domain:
            raise InvalidInput("a domain narrows what is written; this family comes with its own")
        return family
    if isinstance(family, str) and family.strip().endswith(TABLES):
        file = family.strip()[-60:]
        raise InvalidInput(f"{file} is a file; measure and report read it, derive [[..], ..]")
    if isinstance(family, str) and not domain and not is_expression(family):
        return family_named(family.strip())
    from pmlsym.closed_forms.own_channels.own_channel import family_of as family_written
    from pmlsym.closed_forms.own_channels.own_channel import family_of_rows

    if isinstance(family, str):
        return family_written(family.strip(), domain)
    return family_of_rows(family, domain)


def _quantity_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the quantities that the verb `derive` is asked for; empty if none is."""
    from pmlsym.closed_forms.quantities import QUANTITIES, quantity_named

    if texts == (ALL,):
        return tuple(each.name for each in QUANTITIES)
    words = (require_kind(text, str, "the name of a quantity") for text in texts)
    return tuple(quantity_named(word).name for word in words)


def _mass_texts(prior: "Prior | str | Iterable[Number] | None") -> str | list[str] | None:
    """The masses of the prior given to the verb `derive`, as texts; "uniform" and None stay."""
    if prior is None or (isinstance(prior, str) and prior == UNIFORM):
        return prior
    from pmlsym.tables.reading import exact_masses_and_labels

    return [str(mass) for mass in exact_masses_and_labels(prior)[0]]
