"""The findings about a mechanism: entries, leakages, guarantees with proofs, pictures.

A mechanism is the user's own channel under a prior, or a family. The leakages of a family are
closed forms, and numbers too where its parameters and the prior are given; its entries are
expressions in the parameters, and rationals where the parameters have values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

import sympy

from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.subjects import subjects
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.written_entries import Expressions, entries_table, written_entries
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.exact import read_exact
from pmlsym.evidence.verdict import PriorBound
from pmlsym.linear.matrix import Matrix
from pmlsym.mechanism_families.arguments import value_of
from pmlsym.mechanism_families.mechanism import Family, Mechanism, size_of
from pmlsym.model.distribution import Masses, distribution
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Number
from pmlsym.own_data.channel_file import MeasuredChannel, read_rows
from pmlsym.own_data.leakage_of_channel import instance_of

LEAKAGES = (
    ("pml(P, W)", "pml", "pointwise maximal leakage of the worst outcome"),
    ("density_min(P, W)", "density_min", "smallest information density"),
    ("maxleak(W)", "maxleak", "maximal leakage"),
    ("ldp(W)", "capacity", "local differential privacy, which is the leakage capacity"),
    ("lip(P, W)", "lip", "local information privacy"),
    ("ldi(P, W)", "ldi", "local differential identifiability"),
    ("expected_pml(P, W)", "expected_pml", "expected leakage"),
    ("mi(P, W)", "mi", "mutual information"),
    ("chi2(P, W)", "chi2", "chi-squared information"),
    ("tv(P, W)", "tv", "total variation privacy"),
    ("maxinfo(P, W)", "maxinfo", "max-information"),
    ("costleak(P, W)", "costleak", "cost leakage"),
    ("dynleak(P, W)", None, "fall of the min-entropy of the letter"),
    ("doeblin(W)", "doeblin", "sum of the column minima"),
)
"""Each leakage as claims write it, as `derive` calls it if it knows it, and what it is."""

PLAIN = ("chi2(P, W)", "tv(P, W)", "doeblin(W)")
"""The leakages that are not logarithms, and have no unit."""

LARGE_LEVEL = 20
"""The eps from which on no nearby level is suggested: exp(-eps) is 2e-9 there."""


@dataclass(frozen=True)
class Leakage:
    """One leakage in nats: its closed forms, each with a label, and its number."""

    text: str
    meaning: str
    forms: tuple[tuple[str, sympy.Basic], ...] = ()
    assumptions: tuple[str, ...] = ()
    value: Number | None = None


@dataclass(frozen=True)
class MechanismFindings:
    """A mechanism and what it leaks; `channel` where entries and prior are numbers.

    `over` are the worst leakages over a set of priors, where one was asked for, and `within` that
    set as it is typed. `prior` is that of the numbers of a family, and `undrawn` says why there is
    no channel to draw pictures of.
    """

    title: str
    parameters: tuple[str, ...]
    written: Expressions | None
    channel: MeasuredChannel | None
    leakages: tuple[Leakage, ...]
    over: tuple[PriorBound, ...] = ()
    within: str = ""
    prior: Masses = ()
    undrawn: str = ""

    def value(self, text: str) -> Number | None:
        """The number of a leakage that a mechanism's page shows, where it is known."""
        return next((found.value for found in self.leakages if found.text == text), None)


def findings_of_channel(title: str, channel: MeasuredChannel) -> MechanismFindings:
    """The findings for the page of a channel under its prior, or without one."""
    instance, found = instance_of(channel), []
    for text, _, meaning in LEAKAGES:
        quantity = parse_quantity(text)
        if not channel.prior and "P" in {tensor.name for tensor in subjects(quantity).tensors}:
            continue
        with suppress(OutOfDomain):
            found.append(Leakage(text, meaning, value=evaluate(quantity, instance)))
    undrawn = "" if channel.prior else "With a prior there are pictures here."
    return MechanismFindings(title, (), None, channel, tuple(found), undrawn=undrawn)


def findings_of_family(
    family: Family, settings: Mapping[str, str], prior: Sequence[str] | None
) -> MechanismFindings:
    """The findings for the page of a family, at given values and under a prior.

    What `derive` does not know of the family is left out. Raises InvalidInput at an unknown name, a
    value that cannot be read, or a prior that does not fit.
    """
    sizes, values = _split_settings(family, settings)
    if prior is not None and family.letters:
        sizes.setdefault(family.letters, len(prior))
    mechanism = family.mechanism(**sizes)
    rows = None if prior is None else exact_entries(mechanism, values)
    written = written_entries(mechanism)
    is_whole = prior is not None and all(p.name in values for p in mechanism.parameters)
    return MechanismFindings(
        family.title,
        (*mechanism.header, *(f"{name} = {text}" for name, text in values.items())),
        written,
        None if rows is None else read_rows(rows, prior=prior),
        tuple(_leakages_of_family(family, settings, prior)),
        prior=() if prior is None else distribution(prior),
        undrawn="" if rows is not None else _reason_undrawn(is_whole, written),
    )


def uniform_of(family: Family, settings: Mapping[str, str]) -> list[str]:
    """The uniform prior that a family's page prints. Raises InvalidInput if it has no size."""
    sizes, _ = _split_settings(family, settings)
    written = written_entries(family.mechanism(**sizes))
    if written is None:
        raise InvalidInput("how many letters the family has is not known; write the masses")
    return [f"1/{len(written)}"] * len(written)


def channel_of_family(family: Family, settings: Mapping[str, str]) -> MeasuredChannel:
    """The channel that a family's page shows pictures of, at these values.

    Raises InvalidInput where a value is missing, belongs to no parameter, or makes entries
    irrational.
    """
    sizes, values = _split_settings(family, settings)
    mechanism = family.mechanism(**sizes)
    names = [parameter.name for parameter in mechanism.parameters]
    for name in values:
        if name not in names:
            raise InvalidInput(f"{name[:60]!r} is no parameter; there are {', '.join(names)}")
    if mechanism.is_density:
        raise InvalidInput(f"{family.title} has a continuum of outcomes; this is for finite ones")
    rows = exact_entries(mechanism, values)
    if rows is None:
        raise InvalidInput(
            f"the entries of {family.title} are no rationals; give all parameters and sizes, "
            f"such as {_nearby_level(mechanism, values) or 'eps = log(3)'}, with which they are"
        )
    return read_rows(rows)


def _nearby_level(mechanism: Mechanism, values: Mapping[str, str]) -> str:
    """The hint on a page to a near level whose exponential is rational; empty if there is none.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> _nearby_level(randomized_response(2), {"eps": "1/2"})
    'eps = log(61/37), which is 0.499956'
    """
    for parameter in mechanism.parameters:
        if parameter.is_exponent and parameter.name in values:
            scaled = float(value_of(parameter.name, values[parameter.name]) * parameter.scale)
            if 0 <= scaled < LARGE_LEVEL:
                near = Fraction(exp(scaled)).limit_denominator(50)
                times = "" if parameter.scale == 1 else f"{1 / parameter.scale}*"
                value = log(near) / float(parameter.scale)
                return f"{parameter.name} = {times}log({near}), which is {value:.6f}"
    return ""


def exact_entries(mechanism: Mechanism, settings: Mapping[str, str]) -> Matrix | None:
    """A mechanism's entries on its page at given values; None unless all of them are rational.

    Every parameter, or its exponential where the entries have that, must be rational for it.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> exact_entries(randomized_response(2), {"eps": "log(3)"})[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    table = entries_table(mechanism)
    if table is None:
        return None
    scalars: dict[str, Fraction] = {}
    for parameter in mechanism.parameters:
        if parameter.name not in settings:
            return None
        scalar = parameter.scalar_at(value_of(parameter.name, settings[parameter.name]))
        if not isinstance(scalar, Exact) or not scalar.is_rational:
            return None
        scalars[parameter.tensor.name] = scalar.rational
    point = Instance({}, scalars)
    return tuple(
        tuple(
            read_exact(entry.numerator, point).nested()
            / read_exact(entry.denominator, point).nested()
            for entry in row
        )
        for row in table
    )


def _split_settings(
    family: Family, settings: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, str]]:
    """The sizes and the values of parameters among what a family's page is asked at."""
    sizes = {name: size_of(name, settings[name]) for name in settings if name in family.sizes}
    return sizes, {name: text for name, text in settings.items() if name not in sizes}


def _reason_undrawn(is_whole: bool, written: Expressions | None) -> str:
    """The sentence on a family's page why it has no pictures."""
    if not is_whole:
        return (
            "With values for all parameters, and a prior, there are pictures here: "
            "--set a=1/10 --prior 1/3,2/3 on the command line."
        )
    if written is None:
        return "Pictures are of channels of finitely many letters and outcomes."
    return (
        "Entries are irrational at these values, and pictures are drawn of rational ones: "
        "a parameter such as eps = log(10/3) makes exp(eps) rational, eps = 6/5 does not."
    )


def _leakages_of_family(
    family: Family, settings: Mapping[str, str], prior: Sequence[str] | None
) -> Iterator[Leakage]:
    """The closed forms of leakages that a family's page prints, with their numbers."""
    for text, name, meaning in LEAKAGES:
        if name is None:
            continue
        try:
            (report,) = family_report(family, name, settings=settings, prior=prior).quantities
        except Unsupported:
            continue
        closed = report.closed
        yield Leakage(
            text,
            meaning,
            tuple((part.label, part.expr) for part in closed.parts),
            closed.assumptions if closed.frame.priors else (),  # otherwise it is about all letters
            report.values[0] if report.values and len(report.values) == 1 else None,
        )
