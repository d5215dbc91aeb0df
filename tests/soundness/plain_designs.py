"""What a designed mechanism states, computed again from its file alone and from the definitions.

Guarantees are read off the joint distribution, utilities have eighty digits, and the optimum is
that of every split of the prior into vertices of the allowed posteriors (plain_polytope.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from tests import definitions as oracle
from tests.soundness.plain_polytope import Point, Row, best_split, dot, masses, vertices

MP = mpmath.MPContext()
MP.dps = 80
CLOSE = MP.mpf(10) ** -50
Data = Mapping[str, Any]


def matrix(rows: Sequence[Sequence[str]]) -> list[list[Fraction]]:
    return [[Fraction(entry) for entry in row] for row in rows]


def constraints(data: Data, prior: Point) -> tuple[list[Row], list[Row]]:
    """The equations and inequalities of an allowed posterior on the letters that can occur."""
    letters = [x for x, mass in enumerate(prior) if mass]
    p = [prior[x] for x in letters]
    unit = [tuple(Fraction(int(i == k)) for i in range(len(p))) for k in range(len(p))]
    equations, inequalities = masses(len(p))
    pairs = [(i, j) for i in range(len(p)) for j in range(len(p)) if i != j]

    def less(i: int, factor: Fraction, j: int) -> Row:
        """r_i <= factor r_j."""
        return tuple(a - factor * b for a, b in zip(unit[i], unit[j], strict=True)), Fraction(0)

    for rule in data["rules"]:
        kind = rule["kind"]
        if kind == "pml":
            inequalities += [(e, Fraction(rule["level"]) * m) for e, m in zip(unit, p, strict=True)]
        elif kind == "density":
            below, above = rule["lower"], rule["upper"]
            if above is not None:
                inequalities += [(e, Fraction(above) * m) for e, m in zip(unit, p, strict=True)]
            if below is not None:
                negative = [tuple(-entry for entry in e) for e in unit]
                inequalities += [
                    (e, -m / Fraction(below)) for e, m in zip(negative, p, strict=True)
                ]
        elif kind == "ldi":
            inequalities += [less(i, Fraction(rule["level"]), j) for i, j in pairs]
        elif kind == "ldp":
            inequalities += [less(i, Fraction(rule["level"]) * p[i] / p[j], j) for i, j in pairs]
        else:
            for indicator in hidden(rule):
                row = tuple(indicator[x] for x in letters)
                equations.append((row, dot(row, p)))
    return equations, inequalities


def hidden(rule: Data) -> Iterator[list[Fraction]]:
    """For each value of what is to stay unknown, its probability given each letter."""
    if rule["kind"] == "attribute":
        yield from map(list, zip(*matrix(rule["attribute"]), strict=True))
        return
    assert rule["kind"] == "samples"
    for group in rule["groups"]:
        seen = [tuple(state[i] for i in group) for state in rule["states"]]
        for value in sorted(set(seen)):
            yield [Fraction(int(own == value)) for own in seen]


def holds(rule: Data, prior: Point, channel: Sequence[Sequence[Fraction]]) -> bool:
    """Whether the channel keeps the guarantee, by its definition."""
    kind = rule["kind"]
    if kind == "pml":
        return bool(oracle.exp_pml(prior, channel) <= Fraction(rule["level"]))
    if kind == "ldp":
        return bool(oracle.exp_ldp(channel) <= Fraction(rule["level"]))
    if kind == "ldi":
        return bool(oracle.exp_ldi(prior, channel) <= Fraction(rule["level"]))
    if kind == "density":
        least = oracle.exp_density_min(prior, channel)
        below, above = rule["lower"], rule["upper"]
        return (below is None or least >= 1 / Fraction(below)) and (
            above is None or bool(oracle.exp_pml(prior, channel) <= Fraction(above))
        )
    for given in hidden(rule):
        for column in zip(*channel, strict=True):
            both = sum(m * u * w for m, u, w in zip(prior, given, column, strict=True))
            if both != dot(prior, given) * dot(prior, column):
                return False
    return True


def utility(data: Data, posterior: Point, prior: Point) -> Any:
    """The utility of one posterior: a Fraction, or eighty digits of a mutual information."""
    objective = data["objective"]
    kind = objective["kind"]
    if kind == "guess":
        return max(posterior)
    if kind == "chi2":
        return sum((r - p) ** 2 / p for r, p in zip(posterior, prior, strict=True) if p)
    if kind == "gain":
        gain = zip(*matrix(objective["gain"]), strict=True)
        return max(dot(column, posterior) for column in gain)
    assert kind == "mi"
    before, after = list(prior), list(posterior)
    if objective["latent"] is not None:
        columns = list(zip(*matrix(objective["latent"]), strict=True))
        before = [dot(prior, column) for column in columns]
        after = [dot(posterior, column) for column in columns]
    return entropy(before) - entropy(after)


def entropy(distribution: Sequence[Fraction]) -> Any:
    parts = (MP.mpf(m.numerator) / m.denominator for m in distribution if m)
    return -sum((m * MP.log(m) for m in parts), MP.mpf(0))


def reached(data: Data) -> Any:
    """The utility of the channel of the file."""
    prior = tuple(map(Fraction, data["prior"]))
    total: Any = 0
    for column in zip(*matrix(data["channel"]), strict=True):
        mass = dot(prior, column)
        if mass:
            posterior = tuple(m * w / mass for m, w in zip(prior, column, strict=True))
            total = total + mass.numerator * utility(data, posterior, prior) / mass.denominator
    return total


def optimum(data: Data) -> Any:
    """The largest utility of any mechanism with the guarantees of the file."""
    prior = tuple(map(Fraction, data["prior"]))
    letters = [x for x, mass in enumerate(prior) if mass]
    inside = vertices(*constraints(data, prior))
    points = []
    for vertex in inside:
        full = [Fraction(0)] * len(prior)
        for x, mass in zip(letters, vertex, strict=True):
            full[x] = mass
        points.append(tuple(full))
    return best_split(points, [utility(data, v, prior) for v in points], prior)


def wrong(data: Data) -> str:
    """What the file says that is not so, or nothing."""
    prior, channel = tuple(map(Fraction, data["prior"])), matrix(data["channel"])
    if sum(prior) != 1 or any(sum(row) != 1 or min(row) < 0 for row in channel):
        return "no prior, or no channel"
    for rule in data["rules"]:
        if not holds(rule, prior, channel):
            return f"{rule} does not hold"
    value, best = reached(data), optimum(data)
    low, high, bound = (
        real(data["value"]["lower"]),
        real(data["value"]["upper"]),
        real(data["certificate"]["bound"]),
    )
    if not low - CLOSE <= real(value) <= high + CLOSE:
        return f"the utility is {value}"
    if not real(best) <= bound + CLOSE:
        return f"a mechanism reaches {best}"
    if real(value) < real(best) - CLOSE:
        return f"the best is {best}"
    if abs(real(value) - data["value_float"]) > 1e-12:
        return f"the float is {data['value_float']}"
    return ""


def real(number: Any) -> Any:
    exact = Fraction(number) if isinstance(number, str) else number
    if isinstance(exact, Fraction):
        return MP.mpf(exact.numerator) / exact.denominator
    return MP.mpf(exact)
