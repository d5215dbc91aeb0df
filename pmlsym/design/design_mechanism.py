"""The one-call door: guarantees and utility by name, an optimal mechanism as the answer.

This is what the command line calls. Guarantees that are given together are intersected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pmlsym.calculus.rational import read_whole
from pmlsym.design.guarantee import Bounded, Guarantee, InformationDensity
from pmlsym.design.independence import (
    AttributeIndependence,
    SamplePrivacy,
    group_privacy,
    perfect_sample_privacy,
    window_privacy,
)
from pmlsym.design.level import Eps, level
from pmlsym.design.optimal_mechanism import OptimalMechanism, optimal_mechanism
from pmlsym.design.posterior_polytope import posterior_polytope
from pmlsym.design.utilities import NAMED, ExpectedGain, MutualInformation, Utility
from pmlsym.errors import AlphabetMismatch, InvalidInput, UnknownName
from pmlsym.interchange.given_masses import named_masses
from pmlsym.model.distribution import Number
from pmlsym.model.exact_rows import Rows, rows_of
from pmlsym.model.prior import Prior


def design_mechanism(
    prior: Prior | str | Iterable[Number],
    *,
    pml: Eps | None = None,
    alip: tuple[Eps, Eps] | str | None = None,
    lip: Eps | None = None,
    ldi: Eps | None = None,
    ldp: Eps | None = None,
    bounds: Mapping[str, Eps] | None = None,
    samples: str | Sequence[int] | None = None,
    window: int = 1,
    groups: str | Sequence[Sequence[int]] | None = None,
    independent_of: Rows | None = None,
    utility: str | Utility = "mi",
    latent: Rows | None = None,
    gain: Rows | None = None,
) -> OptimalMechanism:
    """The optimal mechanism for a prior, guarantees and a utility.

    `prior` is whatever `ps.prior` reads, such as "1/4,3/4", with the names of its letters; each eps
    is in nats, as a number or "log(6/5)"; `alip` is the pair (eps_l, eps_u); `bounds` maps other
    measures of a prior and a channel, by their names in the claim language, to their eps, as
    {"costleak": 1}; `samples` the alphabet sizes of a dataset whose windows of `window` samples, or
    whose chosen `groups` of samples such as "1,3;2", counted from 1, stay independent of the
    outcome; `independent_of` the rows P_{U|X=x} of a protected attribute; `utility` one of "mi",
    "guess", "chi2", "gain" or a Utility; `latent` the rows P_{W|X=x} for I(W; Y). Raises a PmlError
    for bad input, such as a measure whose level form is not linear in a column of the channel.

    >>> found = design_mechanism("1/4,3/4", pml="log(6/5)", utility="mi")
    >>> found.weights, float(found.gap) < 1e-50
    ((Fraction(1, 4), Fraction(3, 4)), True)
    """
    masses, letters = named_masses(prior)
    guarantees: list[Guarantee] = []
    if pml is not None:
        guarantees.append(Bounded("pml", level(pml)))
    if alip is not None:
        lower, upper = _pair(alip)
        guarantees.append(InformationDensity(lower=level(lower), upper=level(upper)))
    if lip is not None:
        guarantees.append(InformationDensity(lower=level(lip), upper=level(lip)))
    for measure, eps in [("ldi", ldi), ("ldp", ldp), *(bounds or {}).items()]:
        if eps is not None:
            guarantees.append(Bounded(measure, level(eps)))
    if samples is not None:
        guarantees.append(_sample_guarantee(samples, window, groups, len(masses)))
    if independent_of is not None:
        guarantees.append(AttributeIndependence(rows_of(independent_of, name="the attribute")))
    if not guarantees:
        raise InvalidInput("no guarantee was asked for; give pml, alip, lip, ldi, ldp or samples")
    polytope = posterior_polytope(masses, guarantees)
    chosen = utility_named(utility, latent, gain) if isinstance(utility, str) else utility
    return replace(optimal_mechanism(polytope, chosen), letters=letters)


def utility_named(name: str, latent: Rows | None = None, gain: Rows | None = None) -> Utility:
    """The utility "mi" (of `latent` where given), "guess", "chi2" or "gain" (of `gain`).

    Raises UnknownName for another name, InvalidInput for "gain" without a matrix.

    >>> utility_named("guess").describe()
    'P[correct guess of X]'
    """
    if name not in NAMED:
        raise UnknownName(f"no utility {name!r}; known are {', '.join(NAMED)}")
    if name == "mi":
        return MutualInformation(None if latent is None else rows_of(latent, name="the latent"))
    if name == "gain":
        if gain is None:
            raise InvalidInput("utility 'gain' needs a gain matrix")
        return ExpectedGain(rows_of(gain, name="the gain matrix"))
    utility: Utility = NAMED[name]()
    return utility


def _pair(alip: tuple[Eps, Eps] | str) -> tuple[Eps, Eps]:
    parts: Sequence[Eps] = alip.split(",") if isinstance(alip, str) else alip
    if len(parts) != 2:
        raise InvalidInput(f"alip is a pair eps_l, eps_u, not {alip!r}")
    return parts[0], parts[1]


def _sample_guarantee(
    samples: str | Sequence[int],
    window: int,
    groups: str | Sequence[Sequence[int]] | None,
    letters: int,
) -> Guarantee:
    shape = _integers(samples, "samples are alphabet sizes such as 2,2,3")
    rule: SamplePrivacy
    if groups is not None:
        parts = groups.split(";") if isinstance(groups, str) else groups
        rule = group_privacy(shape, [_integers(part, "groups are such as 1,3;2") for part in parts])
    else:
        rule = perfect_sample_privacy(shape) if window == 1 else window_privacy(shape, window)
    if len(rule.states) != letters:
        raise AlphabetMismatch(
            f"samples {shape} make {len(rule.states)} datasets, the prior has {letters} letters"
        )
    return rule


def _integers(given: str | Sequence[int], meant: str) -> tuple[int, ...]:
    try:
        parts = given.split(",") if isinstance(given, str) else map(str, given)
        return tuple(read_whole(part, "a number", most=1_000) for part in parts)
    except (InvalidInput, TypeError):
        raise InvalidInput(f"{meant}, not {str(given)[:40]!r}") from None
