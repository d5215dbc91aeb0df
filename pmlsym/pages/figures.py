"""The pictures by name: those of a channel, and of a guarantee.

A picture takes some of the options of `pmlsym figure`, in the words that are given here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from pmlsym.pages.drawing import Picture
from pmlsym.pages.pictures import (
    channel_picture,
    leakage_picture,
    panels_picture,
    posterior_picture,
    region_picture,
    tail_picture,
)

if TYPE_CHECKING:
    from pmlsym.mechanisms.utilities import Utility
    from pmlsym.model.channel import Channel
    from pmlsym.model.prior import Prior
    from pmlsym.own_data.channel_file import MeasuredChannel

DELTAS = 40


def channel_figure(channel: MeasuredChannel) -> Picture:
    """A picture of a channel's entries as a heat map, with the leakage of each outcome."""
    from pmlsym.own_data.leakage_of_channel import measure

    return channel_picture(measure(channel))


def leakage_figure(channel: MeasuredChannel) -> Picture:
    """The picture of the distribution of the leakage, an outcome drawn at random."""
    from pmlsym.own_data.leakage_distribution import leakage_distribution

    return leakage_picture(leakage_distribution(*_prior_and_channel(channel)))


def tail_figure(channel: MeasuredChannel) -> Picture:
    """The picture of the probability that the leakage exceeds eps."""
    from pmlsym.own_data.leakage_distribution import leakage_distribution

    return tail_picture(leakage_distribution(*_prior_and_channel(channel)))


def event_figure(channel: MeasuredChannel) -> Picture:
    """The picture of event maximal leakage against the events' probability, [PML23, Def. 9]."""
    from pmlsym.claims.evaluation import evaluate
    from pmlsym.measures.event_maximal_leakage import eml
    from pmlsym.mechanisms.figure_data import Curve, Panel
    from pmlsym.model.instance import Instance

    prior, concrete = _prior_and_channel(channel)
    deltas = [Fraction(k, DELTAS) for k in range(1, DELTAS + 1)]
    leaked = [evaluate(eml(prior, concrete, delta), Instance({})) for delta in deltas]
    curve = Curve("event maximal leakage", tuple(map(float, deltas)), tuple(map(float, leaked)))
    return panels_picture([Panel("", "δ, probability of the event", "ε (nats)", (curve,))])


def posterior_figure(
    prior: object, guarantee: Sequence[str], eps: str, utility: Utility
) -> Picture:
    """A picture of three letters' posteriors: those allowed, and those of the best mechanism.

    The prior is anything that `ps.prior` reads; its letters label the corners.
    """
    from pmlsym.mechanisms.figure_data import guarantee_named
    from pmlsym.mechanisms.guarantee import level
    from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
    from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    from pmlsym.tables.reading import exact_masses_and_labels

    masses, letters = exact_masses_and_labels(prior)
    polytope = posterior_polytope(masses, [guarantee_named(name, level(eps)) for name in guarantee])
    return posterior_picture(replace(optimal_mechanism(polytope, utility), letters=letters))


def trade_off_figure(prior: object, guarantee: Sequence[str], utility: Utility) -> Picture:
    """The picture of the largest utility against eps, for each guarantee."""
    from pmlsym.mechanisms.figure_data import trade_off
    from pmlsym.tables.reading import exact_masses_and_labels

    return panels_picture(
        trade_off(exact_masses_and_labels(prior)[0], utility, guarantees=guarantee)
    )


def _prior_and_channel(channel: MeasuredChannel) -> tuple[Prior, Channel]:
    """The prior and the channel that a picture is drawn of."""
    from pmlsym.model.channel import Channel
    from pmlsym.model.prior import Prior

    return Prior.from_masses(channel.prior), Channel.from_rows(channel.rows)


FIGURES: Mapping[str, tuple[Callable[..., Picture], tuple[str, ...]]] = {
    "channel": (channel_figure, ("channel", "prior")),
    "leakage": (leakage_figure, ("channel", "prior")),
    "tail": (tail_figure, ("channel", "prior")),
    "event": (event_figure, ("channel", "prior")),
    "regions": (region_picture, ("channel", "prior")),
    "trade-off": (trade_off_figure, ("prior", "guarantee", "utility")),
    "posteriors": (posterior_figure, ("prior", "guarantee", "eps", "utility")),
}
"""The function that makes each picture, and the options that it takes."""
