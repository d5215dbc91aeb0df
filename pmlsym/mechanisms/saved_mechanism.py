"""A designed mechanism as JSON, and its re-verification from the JSON alone.

The file names prior, guarantees and utility as data, and holds channel, value and certificate. The
check believes nothing else: the guarantees are verified from their definitions on the channel, the
utility is evaluated again on the channel's posteriors, the vertices are enumerated again, and the
prices must be above the utility at each of them; on a box, the knapsacks are solved again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Annotated, Any

from pmlsym.calculus.data import Labels, require_labels
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.io.saved_records import OPTIONAL, OneOf, read
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.linear.prior_polytope import Between
from pmlsym.mechanisms.bracket import Bracket, total
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate
from pmlsym.mechanisms.guarantee import Bounded, Guarantee, InformationDensity, rounded_levels
from pmlsym.mechanisms.independence import AttributeIndependence, SamplePrivacy
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope, box_of
from pmlsym.mechanisms.utilities import NAMED, Utility
from pmlsym.model.distribution import Masses, distribution, distributions, output_masses

FORMAT, VERSION = "pmlsym mechanism", 1

RULES = OneOf(
    "kind",
    {
        "density": InformationDensity,
        "samples": SamplePrivacy,
        "attribute": AttributeIndependence,
    },
    other=Bounded,
)
"""The guarantees that a file can name; the bounds on a measure name the measure."""

OTHER_ROUNDING = 16
"""How many widths an enclosure may be away from this machine's: other versions of flint round
otherwise. A wide enclosure is true as well, but its middle, `value_float`, would be any number."""


@dataclass(frozen=True)
class SavedCertificate:
    """The certificate of optimality, with the gap between its bound and the value."""

    prices: Vector
    bound: Fraction
    vertices: int
    gap: Fraction


@dataclass(frozen=True, kw_only=True)
class SavedMechanism:
    """The content of a file; it has no objective where the utility is a user's own function."""

    format: str = FORMAT
    version: int = VERSION
    guarantees: tuple[str, ...]
    rules: tuple[Annotated[Guarantee, RULES], ...]
    utility: str
    objective: Annotated[Utility | None, OneOf("kind", NAMED)]
    inputs: Labels = field(default=(), metadata=OPTIONAL)
    prior: Masses
    channel: Matrix
    P_Y: Masses
    posteriors: Matrix
    value: Bracket
    value_float: float
    certificate: SavedCertificate


def record_of(
    polytope: PosteriorPolytope,
    utility: Utility,
    channel: Matrix,
    value: Bracket,
    certificate: OptimalityCertificate,
    letters: Labels = (),
) -> SavedMechanism:
    """The data of an optimal mechanism, from which `check_mechanism` verifies it all again.

    The masses of the outcomes and the posteriors are those of the channel.
    """
    gap = certificate.bound - value.lower
    return SavedMechanism(
        guarantees=tuple(g.describe() for g in polytope.guarantees),
        rules=polytope.guarantees,
        utility=utility.describe(),
        objective=utility if type(utility) in NAMED.values() else None,
        inputs=letters,
        prior=polytope.prior,
        channel=channel,
        P_Y=output_masses(polytope.prior, channel),
        posteriors=tuple(r for _, r in _weighted_posteriors(polytope.prior, channel)),
        value=value,
        value_float=float(value),
        certificate=SavedCertificate(
            certificate.prices, certificate.bound, certificate.vertices, gap
        ),
    )


def check_mechanism(data: Mapping[str, Any]) -> str:
    """The sentence on what a saved mechanism establishes; raises InvalidCertificate if nothing.

    >>> from pmlsym import design
    >>> found = design("1/2,1/2", pml="log(3/2)", utility="guess")
    >>> check_mechanism(found.to_json())
    'private under pml <= log(3/2), utility 3/4, and no private mechanism exceeds 3/4'
    """
    try:
        return _established_sentence(read(SavedMechanism, data, "mechanism"))
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    except (ArithmeticError, LookupError, ValueError) as error:  # of sizes that do not fit
        raise InvalidCertificate(f"no complete mechanism: {error!r}") from None


def _established_sentence(saved: SavedMechanism) -> str:
    """The optimality and guarantees of a saved mechanism, verified again, as a sentence."""
    if (saved.format, saved.version) != (FORMAT, VERSION):
        raise InvalidCertificate(f"not a file of {FORMAT!r}, version {VERSION}")
    utility = saved.objective
    if utility is None:
        raise InvalidCertificate("a user's utility is no data and cannot be evaluated again")
    prior = distribution(saved.prior)
    channel = distributions(saved.channel, name="the channel")
    if len(channel) != len(prior):
        raise InvalidCertificate("the channel does not have one row for each letter of the prior")
    polytope = PosteriorPolytope(prior, saved.rules)
    for rule in saved.rules:
        if problem := rule.violation(prior, channel):
            raise InvalidCertificate(f"{rule.describe()} does not hold: {problem}")
    value, stated = _utility_of(prior, channel, utility), saved.value
    apart = max(abs(stated.lower - value.lower), abs(stated.upper - value.upper))
    if apart > OTHER_ROUNDING * value.width:
        raise InvalidCertificate(f"the utility is {float(value)}, outside the stated enclosure")
    box = box_of(polytope) if saved.certificate.vertices == 0 else None
    points = () if box else polytope.vertices(insist=True)
    certificate = OptimalityCertificate(
        saved.certificate.prices, saved.certificate.bound, len(points)
    )
    if len(certificate.prices) != len(prior):
        raise InvalidCertificate("the certificate does not have one price for each letter")
    holds = certificate.holds(points, tuple(utility.at(r, prior) for r in points), prior)
    if not holds or (box and _excess_over_prices(box, utility, prior, certificate.prices) > 0):
        raise InvalidCertificate(
            "the prices do not prove the bound: y . v >= u(v) fails at a vertex, or y . p differs"
        )
    named = require_labels(saved.inputs, len(prior), "the prior") if saved.inputs else ()
    _require_same(saved, record_of(polytope, utility, channel, stated, certificate, named))
    names = " and ".join(rule.describe() for rule in saved.rules)
    exact = value.is_exact
    shown = [str(v) if exact else f"{float(v):.12g}" for v in (value.lower, certificate.bound)]
    sentence = (
        f"private under {names}, utility {shown[0]}, and no private mechanism exceeds {shown[1]}"
    )
    rounded = rounded_levels(saved.rules)
    return f"{sentence} at levels that are rationals just below {rounded}" if rounded else sentence


def _excess_over_prices(box: Between, utility: Utility, prior: Masses, prices: Vector) -> Fraction:
    """How far a saved mechanism's utility can be above its prices on a box."""
    from pmlsym.mechanisms.box_pricing import pricing_of  # NumPy is slow to load

    return pricing_of(box, utility, prior).excess(prices)


def _require_same(stated: SavedMechanism | SavedCertificate, true: object, where: str = "") -> None:
    """Raises InvalidCertificate at the first false statement in a saved mechanism's file."""
    for each in fields(stated):
        its, mine = getattr(stated, each.name), getattr(true, each.name)
        if isinstance(its, SavedCertificate):
            _require_same(its, mine, f"{each.name}: ")
        elif its != mine:
            raise InvalidCertificate(f"the stated {where}{each.name} is not the true one")


def _utility_of(prior: Masses, channel: Matrix, utility: Utility) -> Bracket:
    """The utility sum_y P_Y(y) u(r_y) of a saved mechanism's channel, in a bracket."""
    return total(
        utility.at(r, prior).scaled(mass) for mass, r in _weighted_posteriors(prior, channel)
    )


def _weighted_posteriors(prior: Masses, channel: Matrix) -> Iterator[tuple[Fraction, Vector]]:
    """The mass P_Y(y) and the posterior r_y of each outcome that a mechanism's channel has."""
    for y, mass in enumerate(output_masses(prior, channel)):
        if mass:
            yield mass, tuple(p * row[y] / mass for p, row in zip(prior, channel, strict=True))
