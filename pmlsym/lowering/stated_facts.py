"""The facts that lowering takes from the form of measures, as data that a verifier computes again.

    {"tensors": {..},
     "measures": [{"measure": "pmin(P)", "is_log": false, "value": {"node": "smallest", ..},
                   "quotients": [], "least": "0", "most": "1", "positive": true, "finite": true}],
     "levels": [[{"level": "m1", "measure": 0, "sides": ["above"], "bounds": ["m1 >= 1"], ..}], ..]}

A value is a tree of its nodes. The facts are all that follows from the form of a measure
(language/nodes.py), so that they cover whatever lowering uses. For each sequent there are the
levels of measures: the measure by its place, the sides from which it is bounded, the hypotheses
that are bounds of it, and whether the case of a proof assumes it to be finite. proofs/verify.py
computes the facts again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from typing import Any

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.wire_writing import write_index, write_polynomial, write_tensors
from pmlsym.claims.given_entries import without_prior_sets
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Claim, Measure, measures_in
from pmlsym.language.value import Divergence, Value, polynomials_of
from pmlsym.lowering.sequents import Lowered, lowered_sequents

NUMBER = r"-?\d{1,40}(/[1-9]\d{0,39})?"
"""The pattern of a bound of a measure in files."""


def stated_facts(claim: Claim) -> dict[str, Any] | None:
    """The facts that lowering assumes of a claim's measures and their levels, as data, or None.

    >>> from pmlsym.claim_text.question import parse
    >>> (found,) = stated_facts(parse("tail(P, W, log(2)) >= 0"))["measures"]
    >>> [found[key] for key in ("least", "most", "positive", "finite")]
    ['0', '1', False, True]
    """
    every = {key(m): m for m in measures_in(without_prior_sets(claim))}
    sequents = [*lowered_sequents(claim)]
    levelled = (level.measure for part in sequents for level in part.levels)
    of_parts = {key(m): m for m in levelled if key(m) not in every and not _has_open_order(m)}
    # in a step W^&n is any channel, not that of the claim, of which nothing is kept then
    named = {t.name: t for m in of_parts.values() for t in _tensors_in(m)}
    own = (m for m in every.values() if all(named.get(t.name, t) == t for t in _tensors_in(m)))
    every = {key(m): m for m in own} | of_parts
    levels = (_levels_data(part, [*every]) for part in sequents)
    return {**known_measures(every.values()), "levels": [*levels]} if every else None


def is_implied(kept: Any, stated: Any, name: str = "") -> bool:
    """Whether the facts that, by a file, lowering assumed are those it assumes, or fewer.

    Bounds may be looser, and facts may be missing: a file that assumes less proves more.

    >>> is_implied({"least": "0", "finite": False}, {"least": "1/2", "finite": True})
    True
    """
    match name, stated:
        case (("positive" | "finite"), bool()):
            return kept is stated or kept is False
        case (("least" | "most"), str()) if isinstance(kept, str) and re.fullmatch(NUMBER, kept):
            gap = Fraction(stated) - Fraction(kept)
            return gap >= 0 if name == "least" else gap <= 0
        case (("least" | "most"), _):
            return kept is None
        case (("sides" | "bounds" | "levels of a sequent"), list()):
            found = isinstance(kept, list)
            return found and all(any(is_implied(k, s) for s in stated) for k in kept)
        case _, list():
            inner = "levels of a sequent" if name == "levels" else ""
            return (
                isinstance(kept, list)
                and len(kept) == len(stated)
                and all(is_implied(k, s, inner) for k, s in zip(kept, stated, strict=True))
            )
        case _, dict():
            return (
                isinstance(kept, dict)
                and kept.keys() <= stated.keys()
                and (kept.keys() == stated.keys() or name == "tensors")
                and all(is_implied(kept[key], stated[key], key) for key in kept)
            )
    return bool(kept == stated)


def known_measures(measures: Iterable[Measure]) -> dict[str, Any]:
    """The values of measures, and the facts that lowering takes from them, as data for a file."""
    listed = tuple(measures)
    tensors = set[Tensor]().union(*map(_tensors_in, listed))
    return {"tensors": write_tensors(tensors), "measures": [_measure_data(each) for each in listed]}


def _polynomials_in(measure: Measure) -> list[Polynomial]:
    """The polynomials in a measure's value and quotients, of which facts are stated as data."""
    defining = (part for q in measure.defined for part in (q.weight, q.total))
    return [*polynomials_of(measure.value), *defining]


def _measure_data(measure: Measure) -> dict[str, Any]:
    """The value of one measure, and the facts that lowering takes from it, as data."""
    ends = {"least": measure.least, "most": measure.most}
    return {
        "measure": measure.text,
        "is_log": measure.is_log,
        "value": value_data(measure.value),
        "quotients": [_fields_data(quotient) for quotient in measure.defined],
        **{name: None if end is None else str(end) for name, end in ends.items()},
        "positive": measure.positive,
        "finite": measure.finite,
    }


def _tensors_in(measure: Measure) -> set[Tensor]:
    """The tensors of a measure, of its value and quotients, of which lowering assumes facts."""
    quotients = {quotient.tensor for quotient in measure.defined}
    return quotients.union(*(p.tensors for p in _polynomials_in(measure)))


def _levels_data(part: Lowered, keys: list[Any]) -> list[dict[str, Any]]:
    """The levels of measures in one sequent, with sides and bounds, as data for a file."""
    bounds = (fact for fact in part.sequent.facts if fact.origin.kind == "bound")
    named = {fact.origin.tensor: fact.name for fact in bounds}
    return [
        {
            "level": level.tensor.name,
            "measure": keys.index(key(level.measure)),
            "sides": list(level.sides),
            "bounds": [named[level.tensor]] if level.tensor in named else [],
            "assumed_finite": level.measure.assumed_finite,
        }
        for level in part.levels
        if level.tensor in part.sequent.tensors and not _has_open_order(level.measure)
    ]


def _has_open_order(measure: Measure) -> bool:
    """Whether a measure's order is a letter without known bounds, so that no facts are stated."""
    return any(isinstance(part, Divergence) and part.is_open for part in walk(measure.value))


def value_data(value: Value) -> dict[str, Any]:
    """A measure's value as data for what lowering assumes of it: nodes, letters, polynomials."""
    if isinstance(value, Divergence):
        return value_data(value.written)
    return {"node": value.rule, **_fields_data(value)}


def _fields_data(part: Any) -> dict[str, Any]:
    """The fields of a node in a measure's value as data, for what lowering assumes of it."""
    return {field.name: _part_data(getattr(part, field.name)) for field in fields(part)}


def _part_data(part: Any) -> Any:
    """A part of a measure's value, as a polynomial, as data for what lowering assumes of it."""
    match part:
        case Polynomial():
            return write_polynomial(part)
        case Index():
            return write_index(part)
        case Value():
            return value_data(part)
        case tuple():
            return [_part_data(each) for each in part]
        case Fraction() | str():
            return str(part)
    return part.name
