"""The check of a worst case over an interval of a parameter, at random points of the others.

At every point of the interval that is tried the exact evaluator gives no more than the closed form,
and less where it is not attained; at 2^-60 of the length from an end it gives all but 2^-20 of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import sympy

from pmlsym.calculus.tensor import Tensor
from pmlsym.derive.closed_form import ClosedForm
from pmlsym.derive.constructors import symbolic
from pmlsym.derive.exact_check import ExactPoint, exact_points, point_at
from pmlsym.derive.frame import content_of
from pmlsym.derive.over_priors.worst_case_check import level_at, shown_parameters, value_of
from pmlsym.derive.quantities import measures_of, quantity_named
from pmlsym.errors import Disagreement
from pmlsym.families.mechanism import Mechanism, places_of
from pmlsym.families.parameter import Parameter
from pmlsym.numbers.number import Infinite, Number, exp_of, log_of

NEAR, CLOSE = Fraction(1, 2**60), Fraction(1, 2**20)
INSIDE = (Fraction(1, 7), Fraction(1, 2), Fraction(4, 5))


@dataclass(frozen=True)
class IntervalClaim:
    """What is claimed: the supremum over an interval, and whether a point of it attains it."""

    mechanism: Mechanism
    quantity: str
    parameter: Parameter
    ends: tuple[Fraction | str, Fraction | str]
    closed: ClosedForm
    attained: bool | None

    def check(self, checks: int, seed: int) -> int:
        """How many points were compared, at most `checks`; raises Disagreement."""
        (measure,) = measures_of(self.mechanism, quantity_named(self.quantity)).values()
        content = content_of(list({d.tensor: d for d in measure.data}.values()))
        priors = self.closed.frame.priors
        rng, done = Random(seed), 0
        points = exact_points(content, priors, self.mechanism.input.name, rng)
        for point, _ in zip(points, range(60 * checks), strict=False):
            if done == checks:
                break
            values = {**shown_parameters(content, point), **self._masses(point)}
            bound = value_of(self.closed, values)
            if bound is None:
                continue
            found = []
            for there in self._places(point):
                scalars = {**point.scalars, self.parameter.tensor: there}
                alphabet, masses = self.mechanism.input.name, point.prior
                at = point_at(content, priors, alphabet, scalars, masses or None, rng)
                if at is not None:
                    level = level_at(measure, at.instance)
                    found.append(log_of(level) if measure.is_log else level)
            if found:
                self._compare(bound, found, values)
                done += 1
        return done

    def _places(self, point: ExactPoint) -> Iterator[Fraction]:
        """Points of the interval, the last ones next to its ends."""
        low, high = (self._end(end, point) for end in self.ends)
        for step in (*INSIDE, NEAR, 1 - NEAR):
            yield low + (high - low) * step

    def _end(self, end: Fraction | str, point: ExactPoint) -> Fraction:
        if not isinstance(end, str):
            return Fraction(end)
        value = point.scalars[Tensor(end.removeprefix("1-"))]
        return 1 - value if end.startswith("1-") else value

    def _masses(self, point: ExactPoint) -> dict[str, sympy.Expr]:
        shown = [symbolic(mass) for mass in point.prior]
        values = {f"p{k + 1}": mass for k, mass in enumerate(shown)}
        values |= {"p_min": min(shown), "p_max": max(shown)}
        places = places_of(self.closed.frame.distinguished)
        return values | {f"p({i.name})": shown[k] for i, k in places.items() if k < len(shown)}

    def _compare(self, bound: Number, found: list[Number], values: object) -> None:
        best = max(found)
        if best > bound or (best == bound and self.attained is False and bound.sign() != 0):
            raise Disagreement(f"{self.quantity} is {best}, its supremum {bound}, at {values}")
        if self.attained and min(found) != bound:
            raise Disagreement(f"{bound} is not attained everywhere, at {values}")
        if isinstance(bound, Infinite):
            near = exp_of(best) * CLOSE >= 1
        else:
            near = exp_of(bound) - exp_of(best) <= exp_of(bound) * CLOSE
        if not near:
            raise Disagreement(f"{self.quantity} comes to {best} only, not {bound}, at {values}")
