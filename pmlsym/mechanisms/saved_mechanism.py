"""A designed mechanism as JSON, and its re-verification from the JSON alone.

The file names prior, guarantees and utility as data, and holds channel, value and certificate. The
check believes nothing else: the guarantees are verified from their definitions on the channel, the
utility is evaluated again on the channel's posteriors, the vertices are enumerated again, and the
prices must be above the utility at each of them; on a box, the knapsacks are solved again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, cast

from pmlsym.calculus.data import Labels, require_labels
from pmlsym.calculus.rational import read_rational
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.mechanisms.bracket import Bracket, total
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate
from pmlsym.mechanisms.guarantee import Bounded, Guarantee, InformationDensity, rounded_levels
from pmlsym.mechanisms.independence import AttributeIndependence, SamplePrivacy
from pmlsym.mechanisms.posterior_polytope import PosteriorBox, PosteriorPolytope, box_of
from pmlsym.mechanisms.utilities import NAMED, Utility
from pmlsym.model.distribution import Masses, distribution, distributions, output_masses

FORMAT, VERSION = "pmlsym mechanism", 1

RULES: dict[str, type] = {
    "density": InformationDensity,
    "samples": SamplePrivacy,
    "attribute": AttributeIndependence,
}
"""The guarantees that a file can name besides the bounds on a measure, which name the measure."""

OTHER_ROUNDING = 16
"""How many widths an enclosure may be away from this machine's: other versions of flint round
otherwise. A wide enclosure is true as well, but its middle, `value_float`, would be any number."""


def mechanism_data(
    polytope: PosteriorPolytope,
    utility: Utility,
    channel: Matrix,
    value: Bracket,
    certificate: OptimalityCertificate,
    letters: Labels = (),
) -> dict[str, object]:
    """Plain data with rationals as text, from which `check_mechanism` verifies everything again.

    The masses of the outcomes and the posteriors are those of the channel.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "guarantees": [g.describe() for g in polytope.guarantees],
        "rules": [_as_rule(g) for g in polytope.guarantees],
        "utility": utility.describe(),
        "objective": _as_data(utility, NAMED),
        **({"inputs": list(letters)} if letters else {}),
        "prior": _plain(polytope.prior),
        "channel": _plain(channel),
        "P_Y": _plain(output_masses(polytope.prior, channel)),
        "posteriors": [_plain(r) for _, r in _split(polytope.prior, channel)],
        "value": {"lower": str(value.lower), "upper": str(value.upper)},
        "value_float": float(value),
        "certificate": {
            "prices": _plain(certificate.prices),
            "bound": str(certificate.bound),
            "vertices": certificate.vertices,
            "gap": str(certificate.bound - value.lower),
        },
    }


def check_mechanism(data: Mapping[str, Any]) -> str:
    """What a saved mechanism establishes, in one sentence; raises InvalidCertificate otherwise.

    >>> from pmlsym import design
    >>> found = design("1/2,1/2", pml="log(3/2)", utility="guess")
    >>> check_mechanism(found.to_json())
    'private under pml <= log(3/2), utility 3/4, and no private mechanism exceeds 3/4'
    """
    try:
        return _checked(data)
    except (KeyError, TypeError, IndexError, ZeroDivisionError, AttributeError) as error:
        raise InvalidCertificate(f"no complete mechanism: {error!r}") from None
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    except ValueError as error:
        raise InvalidCertificate(f"no complete mechanism: {error}") from None


def _checked(data: Mapping[str, Any]) -> str:
    if data["format"] != FORMAT or type(data["version"]) is not int or data["version"] != VERSION:
        raise InvalidCertificate(f"not a file of {FORMAT!r}, version {VERSION}")
    if data["objective"] is None:
        raise InvalidCertificate("a user's utility is no data and cannot be evaluated again")
    prior = distribution(data["prior"])
    rules = tuple(_from_rule(rule) for rule in data["rules"])
    utility = cast(Utility, _from_data(data["objective"], NAMED))
    channel = distributions(data["channel"], name="the channel")
    if len(channel) != len(prior):
        raise InvalidCertificate("the channel does not have one row for each letter of the prior")
    polytope = PosteriorPolytope(prior, rules)
    for rule in rules:
        if problem := rule.violation(prior, channel):
            raise InvalidCertificate(f"{rule.describe()} does not hold: {problem}")
    value = _utility_of(prior, channel, utility)
    ends = (read_rational(data["value"][end], f"the {end} value") for end in ("lower", "upper"))
    stated = Bracket(*ends)
    apart = max(abs(stated.lower - value.lower), abs(stated.upper - value.upper))
    if apart > OTHER_ROUNDING * value.width:
        raise InvalidCertificate(f"the utility is {float(value)}, outside the stated enclosure")
    box = box_of(polytope) if data["certificate"]["vertices"] == 0 else None
    points = () if box else polytope.vertices(insist=True)
    certificate = OptimalityCertificate(
        tuple(read_rational(price, "a price") for price in data["certificate"]["prices"]),
        read_rational(data["certificate"]["bound"], "the bound"),
        len(points),
    )
    if len(certificate.prices) != len(prior):
        raise InvalidCertificate("the certificate does not have one price for each letter")
    holds = certificate.holds(points, tuple(utility.at(r, prior) for r in points), prior)
    if not holds or (box and _excess(box, utility, prior, certificate.prices) > 0):
        raise InvalidCertificate(
            "the prices do not prove the bound: y . v >= u(v) fails at a vertex, or y . p differs"
        )
    named = require_labels(data["inputs"], len(prior), "the prior") if "inputs" in data else ()
    _require_same(data, mechanism_data(polytope, utility, channel, stated, certificate, named))
    names = " and ".join(rule.describe() for rule in rules)
    exact = value.is_exact
    shown = [str(v) if exact else f"{float(v):.12g}" for v in (value.lower, certificate.bound)]
    said = f"private under {names}, utility {shown[0]}, and no private mechanism exceeds {shown[1]}"
    rounded = rounded_levels(rules)
    return f"{said} at levels that are rationals just below {rounded}" if rounded else said


def _excess(box: PosteriorBox, utility: Utility, prior: Masses, prices: Vector) -> Fraction:
    from pmlsym.mechanisms.box_pricing import pricing_of  # NumPy is slow to load

    return pricing_of(box, utility, prior).excess(prices)


def _require_same(stated: Mapping[str, Any], true: Mapping[str, Any], where: str = "") -> None:
    """Raise InvalidCertificate at the first thing that a file states and that is not so."""
    for key in sorted(set(stated) | set(true)):
        mine, its = true.get(key), stated.get(key)
        if isinstance(mine, dict) and isinstance(its, dict):
            _require_same(its, mine, f"{key}: ")
        elif key not in stated or key not in true or type(its) is not type(mine) or its != mine:
            raise InvalidCertificate(f"the stated {where}{key} is not the true one"[:200])


def _utility_of(prior: Masses, channel: Matrix, utility: Utility) -> Bracket:
    """sum_y P_Y(y) u(r_y) from the joint of prior and channel."""
    return total(utility.at(r, prior).scaled(mass) for mass, r in _split(prior, channel))


def _split(prior: Masses, channel: Matrix) -> Iterator[tuple[Fraction, Vector]]:
    """P_Y(y) and the posterior r_y of each outcome that there is."""
    for y, mass in enumerate(output_masses(prior, channel)):
        if mass:
            yield mass, tuple(p * row[y] / mass for p, row in zip(prior, channel, strict=True))


def _as_rule(guarantee: Guarantee) -> dict[str, Any] | None:
    if isinstance(guarantee, Bounded):
        return {"kind": guarantee.measure, "level": str(guarantee.level)}
    return _as_data(guarantee, RULES)


def _from_rule(data: Mapping[str, Any]) -> Guarantee:
    if data["kind"] in RULES:
        return cast(Guarantee, _from_data(data, RULES))
    given = {key: value for key, value in data.items() if key != "kind"}
    if set(given) != {"level"}:
        raise InvalidCertificate(f"a bound on {data['kind']} has a level and nothing else")
    return Bounded(data["kind"], _exact(given["level"]))


def _as_data(value: object, kinds: Mapping[str, type]) -> dict[str, Any] | None:
    """The kind of a value and its fields; None for a kind that has no name."""
    for kind, known in kinds.items():
        if type(value) is known:
            stated = {f.name: _plain(getattr(value, f.name)) for f in fields(cast(Any, value))}
            return {"kind": kind, **stated}
    return None


def _from_data(data: Mapping[str, Any], kinds: Mapping[str, type]) -> object:
    given = dict(data)
    kind = given.pop("kind")
    if kind not in kinds:
        raise InvalidCertificate(f"no kind {kind!r}; known are {', '.join(kinds)}")
    return kinds[kind](**{name: _exact(value) for name, value in given.items()})


def _plain(value: Any) -> Any:
    """Fractions as text, tuples as lists; integers, such as positions, as they are."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _exact(value: Any) -> Any:
    if isinstance(value, str):
        return read_rational(value)
    if isinstance(value, Sequence):
        return tuple(_exact(part) for part in value)
    if value is None or type(value) is int:
        return value
    raise InvalidCertificate(f"{value!r} is no exact number; write fractions as text")
