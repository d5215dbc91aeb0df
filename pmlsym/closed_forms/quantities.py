"""The quantities that `derive` knows by name, each as measures of a mechanism under its prior.

    pml, pml_at, density_min, maxleak, capacity = ldp, alip, lip, ldi, mi, tv, expected_pml,
    distribution, tail(tau), eml(delta)

A quantity has one or more parts: the ALIP pair has two, the distribution a leakage and a
probability for each outcome.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, constant, substitute
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import UnknownName, Unsupported
from pmlsym.language.elsewhere import written_here
from pmlsym.language.nodes import Measure, Quantity, Scalar
from pmlsym.language.value import (
    FractionalEvent,
    Larger,
    Largest,
    Ratio,
    Total,
    Value,
)
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.notion import CHANNEL, PRIOR
from pmlsym.measures.observation import observation_of
from pmlsym.measures.pairs_of_rows import any_two_inputs, rows_of_pair
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import (
    CountEntries,
    Neighbours,
    Parameter,
    WordEntries,
    exponent,
    real,
    unsized,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

Make = Callable[[Mechanism], dict[str, Measure]]


@dataclass(frozen=True)
class NamedQuantity:
    """A quantity with its name, its meaning, and its measures on a mechanism.

    `in_nats` is false for a plain number, such as a probability. A quantity that is made of several
    measures is one value, which `join` makes of theirs.
    """

    name: str
    meaning: str
    measures: Make
    needs_prior: bool = True
    is_of_entry: bool = False
    in_nats: bool = True
    join: Callable[[Sequence[Any]], Any] | None = None


MAIN = ("pml_at", "pml", "density_min", "maxleak", "capacity")
"""The quantities that are derived where none is named."""


def quantity_named(name: str) -> NamedQuantity:
    """The quantity of that name, whose closed forms are derived.

    A measure of a prior and a channel that only the claim language knows is known as well; with
    other arguments or an index it is written as in a claim, of W and P: rdp(W, 2). Small and large
    letters of a name are the same here, and so are - and _.
    Raises UnknownName with the nearest known one.

    >>> quantity_named("capacity").meaning
    'leakage capacity, the LDP parameter'
    """
    written = re.fullmatch(r"(\w+)\((P, ?)?W\)", name.strip())
    for quantity in QUANTITIES:
        if written and (quantity.name, quantity.needs_prior) == (written[1], bool(written[2])):
            return quantity
    if "(" in name or "[" in name:
        return _quantity_of_text(name)
    plain = name.strip().lower().replace("-", "_")
    for quantity in QUANTITIES:
        if quantity.name == plain:
            return quantity
    if measured := _language_quantity(plain):
        return measured
    from pmlsym.closed_forms.stated_quantities import written_measure

    if error := written_measure(name.strip()) or written_measure(plain):
        raise error
    names = [quantity.name for quantity in QUANTITIES]
    near = get_close_matches(plain, names, n=1)
    advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
    if here := written_here(name):
        meant = re.fullmatch(r"(\w+)\((P, )?W\)", here)
        advice = f"write {meant[1]}" if meant else f"it is {here}, which has no closed form here"
    raise UnknownName(f"unknown quantity {name[:60]!r}; {advice}")


def _language_quantity(name: str) -> NamedQuantity | None:
    """The quantity, for closed forms, that a measure of claims is, or None."""
    from pmlsym.measures.every import MEASURES  # only where it is asked for

    words = [word for word in MEASURES if word.name == name]
    if not any({*word.sorts} in ({CHANNEL}, {PRIOR, CHANNEL}) for word in words):
        return None
    return replace(_quantity_of_text(name), name=name, meaning=f"the measure {name} of claims")


def _quantity_of_text(text: str) -> NamedQuantity:
    """The quantity, for closed forms, written as in a claim; an index alone is of P and W."""
    from pmlsym.claims.vocabulary import with_default_arguments
    from pmlsym.closed_forms.stated_quantities import stated_quantity

    stated = stated_quantity(text if "(" in text else with_default_arguments(text))
    join = None if isinstance(stated.quantity, Measure) else stated.join
    of_prior, in_nats = stated.is_of_prior, stated.in_nats
    return NamedQuantity(stated.text, stated.text, stated.measures, of_prior, False, in_nats, join)


SUPREMA = ("pml_at", "pml", "density_min", "capacity", "ldp", "neighbours", "alip", "lip", "ldi")


def measures_of(mechanism: Mechanism, quantity: NamedQuantity) -> dict[str, Measure]:
    """The measures of a quantity whose closed form is sought; for an entry, on its channel.

    Raises Unsupported at a sum over the outcomes of densities, and where there is no entry.
    """
    if quantity.is_of_entry:
        if mechanism.entry is None:
            raise Unsupported("this mechanism has no entries; its secret is one letter")
        return quantity.measures(mechanism.entry)
    if mechanism.is_density and quantity.name not in SUPREMA:
        raise Unsupported(
            f"{quantity.name} integrates over the outcomes of {mechanism.channel}; for densities "
            f"there are {', '.join(SUPREMA)}, and of Laplace and Gaussian noise mi, tv, tail, "
            "dobrushin, rdp(W, alpha), zcdp, ldpdelta(W, tau)"
        )
    return quantity.measures(mechanism)


def _measure_with_parameters(
    mechanism: Mechanism,
    text: str,
    value: Value,
    *parameters: Parameter,
    **options: Any,
) -> Measure:
    """A measure with parameters of its own such as tau, for closed forms alone."""
    added = (Data(parameter.tensor, parameter) for parameter in parameters)
    data = (*mechanism.prior.data, *mechanism.channel.data, *added)
    return Measure(text, (), value, data=data, **options)


def _prior_measure(measure: Callable[[Prior, Channel], Quantity]) -> Make:
    """How to make, for closed forms, a measure of a mechanism's prior and channel."""

    def make(mechanism: Mechanism) -> dict[str, Measure]:
        """The measure of the mechanism's prior and channel whose closed form is sought."""
        whole = measure(mechanism.prior, mechanism.channel)
        assert isinstance(whole, Measure)
        return {"": whole}

    return make


def _channel_measure(measure: Callable[[Channel], Measure]) -> Make:
    """How to make, for closed forms, a measure of a mechanism's channel alone."""
    return lambda mechanism: {"": measure(mechanism.channel)}


def _neighbours(mechanism: Mechanism) -> dict[str, Measure]:
    """The measure, for closed forms, of the largest ratio in rows that are neighbours."""
    (alphabet,), channel = mechanism.channel.inputs, mechanism.channel
    near = Tensor("neighbours", (alphabet.name, alphabet.name), indicator=True)
    outputs, one, other = rows_of_pair(channel, pair := any_two_inputs(channel))
    value = Largest((*pair[-1], *outputs), Ratio(one, other), atom(near, *pair[0], *pair[1]))
    made = _measure_with_parameters(mechanism, f"neighbours({channel})", value)
    data = (*channel.data, _data_of_neighbours(mechanism, near)) if channel.data else ()
    return {"": replace(made, data=data)}


def _neighbours_delta(mechanism: Mechanism) -> dict[str, Measure]:
    """The measure, for closed forms, of the least delta for (tau, delta) between neighbours."""
    (made,), level = _neighbours(mechanism).values(), tail_level()
    assert isinstance(made.value, Largest) and isinstance(made.value.body, Ratio)
    ratio, pairs = made.value.body, made.value.over[:2]
    excess = Ratio(ratio.numerator - level.scalar * ratio.denominator)
    total = Total(made.value.over[2:], Larger((Ratio(constant(0)), excess)))
    value = Largest(pairs, total, made.value.where)
    data = (*made.data, Data(level.tensor, level))
    text = f"neighbours_delta({mechanism.channel}, tau)"
    return {"": replace(made, word=text, value=value, data=data, is_log=False)}


def _data_of_neighbours(mechanism: Mechanism, near: Tensor) -> Data:
    """Data for closed forms on which letters, or words, are neighbours; Unsupported if none are."""
    channel = mechanism.channel
    if sizes := sizes_of(channel):
        letters = mechanism.places or (sizes[mechanism.input.name],)
        return Data(near, Neighbours(near, lambda _: letters).table({}))
    for entries in (data.entries for data in channel.data):
        if isinstance(entries, CountEntries | WordEntries):
            return unsized(Neighbours(near, entries.places))
    raise Unsupported(f"the letters of {channel} are in no order: give sizes, or counts 0 .. n")


def _pml_at(mechanism: Mechanism) -> dict[str, Measure]:
    """The measure PML at an outcome, for closed forms; several letters may make it up."""
    prior, channel = mechanism.prior, mechanism.channel
    if len(channel.outputs) == 1:
        return {"": pml(prior, channel, "y")}
    seen = observation_of(prior, channel)
    value = Larger((Ratio(constant(1)), Largest(seen.letters, seen.density, seen.where)))
    text = f"pml({prior}, {channel}, {', '.join(i.name for i in seen.outputs)})"
    return {"": _measure_with_parameters(mechanism, text, value, free=seen.outputs)}


def _alip(mechanism: Mechanism) -> dict[str, Measure]:
    """The two measures of asymmetric local information privacy, for closed forms."""
    prior, channel = mechanism.prior, mechanism.channel
    seen = observation_of(prior, channel)
    below = Largest(seen.worst, Ratio(seen.total, seen.entry), seen.where * seen.total)
    lower = _measure_with_parameters(mechanism, f"-density_min({prior}, {channel})", below)
    return {"eps_l": lower, "eps_u": pml(prior, channel)}


def _distribution(mechanism: Mechanism) -> dict[str, Measure]:
    """The measures whose closed forms are the quantity `distribution`: leakage and P_Y."""
    seen, leakage = observation_of(mechanism.prior, mechanism.channel), _pml_at(mechanism)[""]
    mass = Ratio(substitute(seen.total, dict(zip(seen.outputs, leakage.free, strict=True))))
    probability = _measure_with_parameters(
        mechanism, "P_Y(y)", mass, is_log=False, free=leakage.free
    )
    return {"leakage": leakage, "probability": probability}


def tail_level() -> Parameter:
    """The parameter tau >= 0 of a tail's closed form, in nats."""
    return exponent("tau", "level of the tail, in nats")


def event_probability(*, with_zero: bool = False) -> Parameter:
    """The parameter delta in (0, 1], or [0, 1], of the closed form of EML."""
    named = real("Delta", "probability of the events", 0, 1, low_open=not with_zero)
    return replace(named, name="delta")


def _tail(mechanism: Mechanism) -> dict[str, Measure]:
    """The measure, for closed forms, of the probability that the leakage exceeds tau."""
    measure, level = tail(mechanism.prior, mechanism.channel, Scalar("tau")), tail_level()
    return {"": replace(measure, data=(*measure.data, Data(level.tensor, level)))}


def _eml(mechanism: Mechanism) -> dict[str, Measure]:
    """The measure event maximal leakage at delta, for closed forms."""
    seen, delta = observation_of(mechanism.prior, mechanism.channel), event_probability()
    event = FractionalEvent(seen.outputs, seen.entry, seen.total, delta.scalar)
    value = Largest(seen.letters, event, seen.where)
    text = f"eml({mechanism.prior}, {mechanism.channel}, delta)"
    return {"": _measure_with_parameters(mechanism, text, value, delta)}


QUANTITIES = (
    NamedQuantity("pml_at", "pointwise maximal leakage at each outcome", _pml_at),
    NamedQuantity("pml", "pointwise maximal leakage, worst outcome", _prior_measure(pml)),
    NamedQuantity("density_min", "smallest information density", _prior_measure(density_min)),
    NamedQuantity("maxleak", "maximal leakage", _channel_measure(maxleak), needs_prior=False),
    NamedQuantity(
        "capacity", "leakage capacity, the LDP parameter", _channel_measure(ldp), needs_prior=False
    ),
    NamedQuantity("ldp", "local differential privacy", _channel_measure(ldp), needs_prior=False),
    NamedQuantity(
        "neighbours",
        "differential privacy of letters next to each other, such as counts",
        _neighbours,
        needs_prior=False,
    ),
    NamedQuantity(
        "neighbours_delta",
        "least delta of (tau, delta)-privacy of letters next to each other",
        _neighbours_delta,
        needs_prior=False,
        in_nats=False,
    ),
    NamedQuantity("alip", "asymmetric local information privacy (eps_l, eps_u)", _alip),
    NamedQuantity("lip", "local information privacy", _prior_measure(lip)),
    NamedQuantity("ldi", "local differential identifiability", _prior_measure(ldi)),
    NamedQuantity("mi", "mutual information", _prior_measure(mi)),
    NamedQuantity("tv", "total variation privacy", _prior_measure(tv), in_nats=False),
    NamedQuantity(
        "expected_pml", "expected pointwise maximal leakage", _prior_measure(expected_pml)
    ),
    NamedQuantity("distribution", "the leakage of each outcome, its probability", _distribution),
    NamedQuantity("tail", "P[leakage > tau], the (eps, delta)-PML curve", _tail, in_nats=False),
    NamedQuantity(
        "entry_pml_at",
        "leakage of one entry of a database at each outcome",
        _pml_at,
        is_of_entry=True,
    ),
    NamedQuantity(
        "entry_pml",
        "leakage of one entry of a database, worst outcome",
        _prior_measure(pml),
        is_of_entry=True,
    ),
    NamedQuantity("eml", "event maximal leakage at delta, the EML curve", _eml),
)
