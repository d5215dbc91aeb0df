"""The leakages of the user's own channel: `pmlsym measure`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pmlsym.calculus.data import Labels, LetterNames, printable, require_same_letters
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational import read_whole
from pmlsym.errors import InvalidInput
from pmlsym.io.arguments import Argument, Option, WorstPrior
from pmlsym.io.files import path_of, require_place
from pmlsym.language.display import WIDTH, as_html

if TYPE_CHECKING:
    from pmlsym.evidence.verdict import PriorBound
    from pmlsym.linear.prior_polytope import PriorPolytope
    from pmlsym.model.channel import Channel
    from pmlsym.model.distribution import Number as Mass
    from pmlsym.model.prior import Prior
    from pmlsym.numbers.number import Number
    from pmlsym.own_data.channel_file import MeasuredChannel
    from pmlsym.own_data.leakage_distribution import LeakageDistribution
    from pmlsym.own_data.leakage_from_counts import LeakageBounds
    from pmlsym.own_data.leakage_of_channel import Measurement, Outcome

BINS, MOST_BINS = 10, 1000
CONFIDENCE = "0.95"

Masses = Annotated[
    "Prior | str | Iterable[Mass] | None",
    Option("Masses such as 1/4,3/4; or a file, a line each."),
]


@dataclass(frozen=True)
class MeasuredLeakages:
    """The leakages of a channel; bounds for counts, and the distribution where it was asked for.

    `measurement` is under one prior, or of the channel alone if none was given; it is None where a
    set of priors was given alone. `over` are the worst leakages over the set, with the priors that
    attain them. `only` has the chosen measures, each with its value, and then nothing else is set.

    It prints as `pmlsym measure` does.
    """

    channel: "MeasuredChannel"
    measurement: "Measurement | None"
    bounds: "LeakageBounds | None"
    distribution: "LeakageDistribution | None"
    bins: int
    over: "tuple[PriorBound, ...]" = ()
    only: "tuple[tuple[str, Number | float], ...]" = ()

    @property
    def outcomes(self) -> "tuple[Outcome, ...]":
        """Each outcome's probability and leakage, as `pmlsym measure` prints, in nats.

        Raises InvalidInput where no prior was given.
        """
        if self.measurement is None or not self.measurement.outcomes:
            raise InvalidInput("what an outcome leaks is asked under one prior; name one as well")
        return self.measurement.outcomes

    @property
    def pml(self) -> "Number":
        """The worst PML in the result of the verb `measure`, in nats; of a set if given alone.

        Raises InvalidInput where neither a prior nor a set was named.
        """
        return self._value("pml")

    @property
    def density_min(self) -> "Number":
        """The smallest information density that `pmlsym measure` prints; see `pml`."""
        return self._value("density_min")

    @property
    def mi(self) -> "Number":
        """The mutual information in the result of the verb `measure`, in nats, under the prior.

        Raises InvalidInput where there is none.
        """
        return self._value("mi")

    @property
    def maxleak(self) -> "Number":
        """The maximal leakage in the result of the verb `measure`, in nats.

        It is on the supports of the set of priors if that was given alone.
        """
        return self._value("maxleak")

    @property
    def capacity(self) -> "Number":
        """The leakage capacity in the result of the verb `measure`, in nats.

        It is on the supports of the set of priors if that was given alone.
        """
        return self._value("capacity")

    def _value(self, key: str) -> "Number":
        """A measure in the result of the verb `measure`: of the prior, or else of the set."""
        from pmlsym.own_data.channel_file import NO_PRIOR

        if self.measurement is not None:
            return self.measurement.value(key)
        found = {bound.text.partition("(")[0]: bound.value for bound in self.over}
        if (word := "ldp" if key == "capacity" else key) not in found:
            raise InvalidInput(NO_PRIOR)
        return found[word]

    def text(self, *, bits: bool = False, width: int = WIDTH) -> str:
        """The tables that `pmlsym measure` prints, in nats or in bits, in lines of `width`."""
        from pmlsym.own_data.leakage_of_channel import outcome_labels
        from pmlsym.pages import measurement_report as report

        if self.only:
            return report.only_text(self.only, bits=bits)
        texts = []
        if self.measurement is not None:
            texts.append(report.measurement_text(self.measurement, bits=bits, width=width))
        if self.bounds is not None:
            labels = tuple(map(printable, outcome_labels(self.channel)))
            text = report.bounds_text(
                self.bounds, labels, over=bool(self.over), bits=bits, width=width
            )
            texts.append(text)
        if self.over:
            text = report.bounds_over_priors_text(self.over, self.channel, bits=bits, width=width)
            texts.append(text)
        if self.distribution is not None:
            text = report.distribution_text(
                self.distribution, bins=self.bins, bits=bits, exact=not self.channel.inexact
            )
            texts.append(text)
        return "\n\n".join(texts)

    def to_json(self) -> dict[str, Any]:
        """The result of the verb `measure` as data, in nats."""
        from pmlsym.pages import measurement_report as report

        data = report.channel_data(self.channel)
        if self.only:
            return {**data, "only": report.only_data(self.only)}
        if self.measurement is not None:
            data |= report.measurement_data(self.measurement)
        if self.bounds is not None:
            data["bounds"] = report.bounds_data(self.bounds)
        if self.over:
            data["over"] = [bound.to_json() for bound in self.over]
        if self.distribution is not None:
            data["distribution"] = report.distribution_data(self.distribution, bins=self.bins)
        return data

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """The result of the verb `measure`, as a notebook shows it."""
        return as_html(self.text())


def _read_bins(text: str) -> int:
    """The number of bins in a text that the verb `measure` is given."""
    return read_whole(text, "--bins", least=1, most=MOST_BINS)


def _read_head(text: str) -> bool:
    """Whether a text that the verb `measure` is given says that a file's first line has names."""
    if text not in ("yes", "no"):
        raise InvalidInput(f"--head is {text[:20]!r}; write yes or no")
    return text == "yes"


def measure(
    channel: Annotated[
        "Channel | str | Path | Sequence[Sequence[Mass]]",
        Argument("CSV, rows by input, or JSON with channel, prior.", Path),
    ],
    *,
    prior: Masses = None,
    over: WorstPrior = None,
    only: Annotated[str | Sequence[str], Option("A measure, mi or 'ldp(W, 1/10)'.")] = (),
    counts: Annotated[bool, Option("The entries are counts.")] = False,
    joint: Annotated[bool, Option("They are masses of letter and outcome.")] = False,
    samples: Annotated[bool, Option("Rows are a letter and an outcome seen.")] = False,
    head: Annotated[
        bool | None, Option("Whether a first line names their columns.", _read_head, "yes|no")
    ] = None,
    confidence: Annotated[Fraction | str, Option("Of the bounds from counts.")] = CONFIDENCE,
    distribution: Annotated[bool, Option("Print quantiles and a histogram as well.")] = False,
    bins: Annotated[int, Option("Cells of the histogram.", _read_bins, "N")] = BINS,
    out: Annotated[
        str | Path | None, Option("Draw the distribution to a file, needs matplotlib.", Path)
    ] = None,
) -> MeasuredLeakages:
    """Measure a channel, as `pmlsym measure` does: PML, density, maximal leakage, capacity.

    `channel` is a concrete channel, a file (CSV, rows by input, or JSON), or rows as of a channel,
    a NumPy array for instance; `prior` is a concrete prior, masses, a text, or "uniform": without
    one there are the measures of the channel alone. `over` is a set of priors, such as "p(x) >=
    1/10", whose worst ones are found; without a `prior` as well, `pml` and the others are the worst
    values over the set. `only` restricts the answer to measures of P and W in the language, such as
    "mi", "I[2]" or "ldp(W, 1/10)"; over a set, to some of those worst values. With `counts` the
    entries are numbers of observations, and bounds hold with the `confidence`; with `joint` they
    are masses of letter and outcome together; with `samples` rows are pairs of a letter and an
    outcome, which are counted, and `head` tells whether the first line of a file names its columns.
    `distribution` adds the distribution of the leakage, in `bins` cells, drawn to `out`, which
    needs matplotlib. Exact input gives exact numbers, in nats; floats give intervals.
    Raises InvalidInput where a row or an entry is wrong, and for a distribution without a prior.

    >>> found = measure([["3/4", "1/4"], ["1/4", "3/4"]], prior="uniform")
    >>> found.pml, found.capacity
    (log(3/2), log(3))
    >>> measure([["1/8", "3/8"], ["3/8", "1/8"]], joint=True, only="chi2")
    chi2(P, W)  1/4  0.250000
    >>> measure([["3/4", "1/4"], ["1/4", "3/4"]], over="p(x) >= 1/10").pml
    log(5/2)
    """
    from pmlsym.model.counts import confidence_level
    from pmlsym.own_data.channel_file import UNASKED
    from pmlsym.own_data.leakage_of_channel import measure as leakage_of

    if out is not None and not distribution:
        raise InvalidInput("out draws the distribution of the leakage; add distribution")
    picture_file = None if out is None else path_of(out)
    if picture_file is not None:
        from pmlsym.pages.drawing import ENDINGS

        require_place(picture_file, ENDINGS)
    cells = read_whole(str(bins), "bins", least=1, most=MOST_BINS)
    level = confidence_level(confidence)
    data = given_channel(channel, prior, counts=counts, joint=joint, samples=samples, head=head)
    worst = () if over is None else worst_over_set(data, over)[1]
    measures = (only,) if isinstance(only, str) else tuple(only)
    if only and over is not None:
        worst = tuple(_bound_called(text, worst, is_alone=prior is None) for text in measures)
        return MeasuredLeakages(data, None, None, None, cells, worst)
    if only:
        from pmlsym.own_data.leakage_of_channel import measure_by_word

        values = tuple(measure_by_word(data, text) for text in measures)
        return MeasuredLeakages(data, None, None, None, cells, only=values)
    has_one_prior = over is None or data.prior_from != UNASKED
    if distribution and not data.prior:
        raise InvalidInput("the leakage has a distribution under one prior; name one as well")
    bounds = leakage_law = None
    if data.counts:
        from pmlsym.own_data.leakage_from_counts import bounds_from_counts, bounds_over_set

        prior_of_bounds = None if data.prior_counted else data.prior
        bounds = (
            bounds_from_counts(data.counts, prior=prior_of_bounds, confidence=level)
            if over is None
            else bounds_over_set(data.counts, _prior_set_of(data, over)[0], confidence=level)
        )
    if distribution:
        from pmlsym.model.channel import Channel
        from pmlsym.model.prior import Prior
        from pmlsym.own_data.leakage_distribution import leakage_distribution

        concrete = Channel.from_rows(data.rows)
        leakage_law = leakage_distribution(Prior.from_masses(data.prior), concrete)
        if picture_file is not None:
            from pmlsym.pages.pictures import leakage_picture

            leakage_picture(leakage_law).save(picture_file)
    measurement = leakage_of(data) if has_one_prior else None
    return MeasuredLeakages(data, measurement, bounds, leakage_law, cells, worst)


def _bound_called(text: str, worst: "tuple[PriorBound, ...]", *, is_alone: bool) -> "PriorBound":
    """The worst value of that measure, where the verb `measure` is given a set of priors alone.

    A prior that the table itself has is not asked for.
    """
    from pmlsym.claims.vocabulary import with_default_arguments

    if not is_alone:
        raise InvalidInput("a measure alone is of one prior or of a set; leave out prior or over")
    bounds = {key: b for b in worst for key in (b.text, b.text.partition("(")[0])}
    if text not in bounds:
        other = f"any other is asked as a claim, '{with_default_arguments(text)} <= 1' with --over"
        raise InvalidInput(f"over a set there are {', '.join(list(bounds)[1::2])}; {other}")
    return bounds[text]


def worst_over_set(
    channel: "MeasuredChannel", over: object
) -> "tuple[str, tuple[PriorBound, ...]]":
    """The set of priors as text, and a channel's worst leakages that the verb `measure` finds.

    >>> channel = given_channel([[1, 0], ["1/2", "1/2"]], None)
    >>> print(worst_over_set(channel, "p1 in [1/2, 1/2]")[1][0])
    largest pml(P, W) = log(2), attained at (1/2, 1/2), x=2, y=2
    """
    from pmlsym.engines.polytope.leakage_over_priors import leakage_over_priors
    from pmlsym.own_data.channel_file import nearest_rationals

    priors, inputs, words = _prior_set_of(channel, over)
    rows = nearest_rationals(channel).rows
    return priors.text(words), leakage_over_priors(rows, priors, (inputs, channel.outputs))


def _prior_set_of(
    channel: "MeasuredChannel", over: object
) -> "tuple[PriorPolytope, Labels, Labels]":
    """The set of priors that the verb `measure` is given, and its letters' labels and words."""
    from pmlsym.prior_sets.prior_set_text import priors_given
    from pmlsym.tables.reading import exact_masses_and_labels, labels_of_masses
    from pmlsym.tables.tables import Table, in_order_of

    labels = labels_of_masses(over)
    if labels and channel.inputs:
        ordered = in_order_of(Table(list(range(len(labels))), labels), channel.inputs)
        require_same_letters("the prior", ordered.inputs, "the channel", channel.inputs)
        masses = exact_masses_and_labels(over)[0]
        over = [masses[k] for k in ordered.rows]
    inputs = channel.inputs or labels
    words = LetterNames((("X", inputs),) if inputs else ()).words(["X"], [len(channel.rows)])
    return priors_given(over, len(channel.rows), words), inputs, words


def given_channel(
    channel: "Channel | str | Path | Sequence[Sequence[Mass]]",
    prior: Masses,
    *,
    counts: bool = False,
    joint: bool = False,
    samples: bool = False,
    head: bool | None = None,
) -> "MeasuredChannel":
    """The channel that the verb `measure` is given: a concrete one, a file or rows.

    `joint`, `samples` and `head` say how a table is read.

    >>> given_channel([["3/4", "1/4"]], None).rows[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    from pmlsym.model.channel import Channel
    from pmlsym.model.distribution import UNIFORM
    from pmlsym.model.exact_rows import masses_of
    from pmlsym.model.prior import Prior
    from pmlsym.own_data.channel_file import Masses, read_channel, read_rows
    from pmlsym.tables.reading import labels_of_masses, table_of_kind, table_of_masses, typed_rows
    from pmlsym.tables.tables import Table

    masses: Masses | None = None
    if isinstance(prior, str) and prior.strip() == UNIFORM:
        masses = UNIFORM
    elif isinstance(prior, Prior):
        masses = Table(masses_of(prior), labels_of_masses(prior))
    elif prior is not None:
        kinds = "masses, such as '1/4,3/4' or a list of numbers"
        checked = prior if isinstance(prior, Path) else require_kind(prior, Iterable, kinds)
        masses = table_of_masses(checked)
    if joint or samples or head is not None:
        table = table_of_kind(channel, counts=counts, joint=joint, samples=samples, head=head)
        return read_rows(replace(table, prior=table.prior if joint else None), prior=masses)
    rows: object = channel
    if isinstance(channel, str | Path):
        rows = typed_rows(channel)
        if rows is None:
            _require_no_family(str(channel))
            return read_channel(Path(channel), prior=masses, counts=counts)
    if isinstance(channel, Channel):
        labels = channel.data[0].labels if len(channel.data) == 1 else ()
        inputs, outputs = labels or ((), ())
        rows = Table(channel.matrix(), inputs, outputs)
    return read_rows(rows, prior=masses, counts=counts)


def _require_no_family(name: str) -> None:
    """Raises InvalidInput if the verb `measure` is given the name of a family."""
    if Path(name).exists():
        return
    from pmlsym.mechanism_families.listed import FAMILIES  # a file needs none of them

    if any(family.name == name for family in FAMILIES):
        others = f"pmlsym derive {name} has its closed forms, pmlsym report and account its numbers"
        raise InvalidInput(f"{name} is a family of mechanisms, and no table; {others}")
