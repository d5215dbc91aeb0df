"""The best mechanism that guarantees allow, with the proof that it is best: `pmlsym design`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from pmlsym.calculus.rational import read_whole
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.io.arguments import Option

if TYPE_CHECKING:
    from pmlsym.mechanisms.guarantee import Eps, Guarantee
    from pmlsym.mechanisms.optimal_mechanism import OptimalMechanism
    from pmlsym.mechanisms.utilities import Utility
    from pmlsym.model.distribution import Masses, Number
    from pmlsym.model.exact_rows import Rows
    from pmlsym.model.prior import Prior

MOST_SAMPLES = 1000


def design(
    prior: Annotated[
        "Prior | str | Iterable[Number]",
        Option("Masses such as 1/4,3/4; or a file, a line each."),
    ],
    *,
    pml: Annotated["Eps | None", Option('eps in nats: 0.2 or "log(6/5)".')] = None,
    alip: Annotated["tuple[Eps, Eps] | str | None", Option("The pair eps_l,eps_u.")] = None,
    lip: Annotated["Eps | None", Option("eps of local information privacy.")] = None,
    ldi: Annotated["Eps | None", Option("eps of differential identifiability.")] = None,
    ldp: Annotated["Eps | None", Option("eps of local differential privacy.")] = None,
    bounds: "Mapping[str, Eps] | None" = None,
    samples: Annotated[str | Sequence[int] | None, Option("Alphabet sizes such as 2,2,3.")] = None,
    window: Annotated[int | str | None, Option("Protect N samples together.", metavar="N")] = None,
    groups: Annotated[
        str | Sequence[Sequence[int]] | None, Option('Groups of samples: "1,3;2".')
    ] = None,
    attribute: Annotated["Rows | str | None", Option('Rows P(U|x) such as "1,0;0,1".')] = None,
    utility: Annotated["str | Utility", Option("mi, guess, chi2 or gain.")] = "mi",
    latent: Annotated["Rows | str | None", Option("Rows P(W|x), for I(W;Y).")] = None,
    gain: Annotated["Rows | str | None", Option("Rows g(x, guess), for gain.")] = None,
) -> "OptimalMechanism":
    """An optimal mechanism, as `pmlsym design` makes it; guarantees given together all hold.

    `prior` is anything that `ps.prior` reads: masses such as "1/4,3/4", a series with the names of
    its letters, a file; each eps is in nats, a number or text such as "log(6/5)"; `alip` the pair
    (eps_l, eps_u); `bounds` maps other measures of a prior and a channel, by their names in the
    claim language, to their eps, as {"costleak": 1}. `samples` are the alphabet sizes of a dataset;
    each `window` of that many samples in a row, or each of the `groups` such as "1,3;2", counted
    from 1, stay independent of the outcome. `attribute` has the rows P_{U|X=x} of an attribute that
    stays so too. `utility` is mi (of `latent`, given its rows), guess, chi2, gain (of the rows
    `gain`), or a Utility. Rows are nested lists or text such as "1,0;0,1".
    Raises a PmlError for guarantees that it cannot use, such as a measure whose level form is not
    linear in a column of the channel.

    >>> design("1/4,3/4", pml="log(6/5)").weights
    (Fraction(1, 4), Fraction(3, 4))
    """
    from pmlsym.mechanisms.independence import AttributeIndependence
    from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism, utility_named
    from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    from pmlsym.model.exact_rows import rows_of
    from pmlsym.tables.reading import exact_masses_and_labels

    masses, letters = exact_masses_and_labels(prior)
    goal = utility.strip().lower() if isinstance(utility, str) else utility
    for option, rows, utility_word in (("latent", latent, "mi"), ("gain", gain, "gain")):
        if rows is not None and goal != utility_word:
            raise InvalidInput(f"{option} is for the utility {utility_word}, not {utility}")
    levels = [("ldi", ldi), ("ldp", ldp), *(bounds or {}).items()]
    guarantees = [
        *_measure_guarantees(pml, alip, lip, levels),
        *_sample_guarantees(samples, window, groups, masses),
    ]
    if attribute is not None:
        guarantees.append(AttributeIndependence(rows_of(_rows(attribute), name="the attribute")))
    if not guarantees:
        raise InvalidInput("no guarantee was asked for; give pml, alip, lip, ldi, ldp or samples")
    polytope = posterior_polytope(masses, guarantees)
    if isinstance(goal, str):
        latent_rows, gain_rows = (None if g is None else _rows(g) for g in (latent, gain))
        goal = utility_named(goal, latent_rows, gain_rows)
    return replace(optimal_mechanism(polytope, goal), letters=letters)


def _measure_guarantees(
    pml: "Eps | None",
    alip: "tuple[Eps, Eps] | str | None",
    lip: "Eps | None",
    levels: "Iterable[tuple[str, Eps | None]]",
) -> "Iterator[Guarantee]":
    """The guarantees that bound measures, in the order of the arguments of the verb `design`."""
    from pmlsym.mechanisms.guarantee import Bounded, InformationDensity, level

    if pml is not None:
        yield Bounded("pml", level(pml))
    if alip is not None:
        pair = alip.split(",") if isinstance(alip, str) else alip
        if len(pair) != 2:
            raise InvalidInput(f"alip is a pair eps_l, eps_u, not {alip!r}")
        yield InformationDensity(*map(level, pair))
    if lip is not None:
        yield InformationDensity(level(lip), level(lip))
    for measure, eps in levels:
        if eps is not None:
            yield Bounded(measure, level(eps))


def _sample_guarantees(
    samples: str | Sequence[int] | None,
    window: int | str | None,
    groups: str | Sequence[Sequence[int]] | None,
    masses: "Masses",
) -> "Iterator[Guarantee]":
    """The guarantee of samples that the arguments of the verb `design` ask for, if any."""
    from pmlsym.mechanisms.independence import group_privacy, window_privacy

    if samples is None:
        for option, argument in (("window", window), ("groups", groups)):
            if argument is not None:
                raise InvalidInput(f"{option} protects samples; give their sizes with samples")
        return
    if window is not None and groups is not None:
        raise InvalidInput("window and groups are two ways to say which samples; give one")
    shape = _integers(samples, "samples are alphabet sizes such as 2,2,3")
    if groups is not None:
        parts = groups.split(";") if isinstance(groups, str) else groups
        rule = group_privacy(shape, [_integers(part, "groups are such as 1,3;2") for part in parts])
    else:
        width = 1 if window is None else read_whole(str(window), "window", most=MOST_SAMPLES)
        rule = window_privacy(shape, width)
    if len(rule.states) != len(masses):
        raise AlphabetMismatch(
            f"samples {shape} make {len(rule.states)} datasets, the prior has {len(masses)} letters"
        )
    yield rule


def _integers(numbers: str | Sequence[int], meant: str) -> tuple[int, ...]:
    """The integers that the verb `design` takes with commas, or as a sequence."""
    try:
        parts = numbers.split(",") if isinstance(numbers, str) else map(str, numbers)
        return tuple(read_whole(part, "a number", most=MOST_SAMPLES) for part in parts)
    except (InvalidInput, TypeError):
        raise InvalidInput(f"{meant}, not {str(numbers)[:40]!r}") from None


def _rows(rows: "Rows | str") -> "Rows":
    """The rows that the verb `design` takes as text such as "1,0;0,1"; others as they are."""
    return [row.split(",") for row in rows.split(";")] if isinstance(rows, str) else rows
