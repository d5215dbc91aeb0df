"""The truth of a claim by the papers' definitions, not by the library's measures.

Each measure is looked up by how it is written, `pml(P >> W, V)`, and computed by tests/definitions
from the entries of the instance; only arithmetic and comparisons are the library's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pmlsym.claims.evaluation import Evaluation
from pmlsym.claims.subjects import subjects
from pmlsym.errors import OutOfDomain
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim, Measure
from pmlsym.numbers.number import INFINITY, Exact, Number, exp_of, log_of, rational
from tests import definitions as oracle
from tests.soundness.written_arguments import Written, top_level

Table = Any
MOST_CELLS = 12
"""The definitions of notions about events run through all sets of outcomes."""


class OracleEvaluation(Evaluation):
    """The evaluation of a claim in which the definitions give the measures.

    `known` and `unknown` collect the measures that the definitions have, and those they lack.
    """

    def __init__(self, claim: Claim, instance: Instance) -> None:
        super().__init__(claim, instance)
        self.written = Written(subjects(claim).tensors, self.instance)
        self.known: set[str] = set()
        self.unknown: set[str] = set()

    def _evaluated(self, measure: Measure) -> Number:
        value = self.defined(measure)
        if value is None:
            self.unknown.add(measure.text)
            return super()._evaluated(measure)
        self.known.add(measure.text)
        return value

    def defined(self, measure: Measure) -> Number | None:
        """The value of a measure by its definition, or nothing where it has none in fractions."""
        name, _, rest = measure.text.partition("(")
        arguments = top_level(rest[:-1], ", ")
        if name == "size":
            return rational(Fraction(self.instance.sizes[arguments[0]]))
        outcome = self._outcome(measure)
        if measure.free:
            del arguments[-len(measure.free) :]
        if len(arguments) > 1 and " | " in arguments[1]:
            second, _, first = arguments[1].partition(" | ")
            return self._conditional(name, arguments[0], second, first, arguments[2:], measure)
        if name in WITH_NUMBER and len(arguments) == 3:
            p, w = self.written.prior(arguments[0]), self.written.channel(arguments[1])
            return self._with_number(name, p, w, arguments[2])
        if name in ("dp", "pml_entry", "pml_entry_given"):
            return self._database(name, arguments, outcome)
        if name in ("gain", "hmin_given"):
            return self._guessing(name, arguments, outcome)
        is_log = name not in PLAIN
        key = (name, len(arguments), bool(outcome))
        if key in OF_CHANNEL:
            return _number(OF_CHANNEL[key](self.written.channel(arguments[0])), is_log=is_log)
        if key in OF_PRIOR:
            return _number(OF_PRIOR[key](self.written.prior(arguments[0])), is_log=is_log)
        p, w = self.written.prior(arguments[0]), self.written.channel(arguments[1])
        return _number(OF_BOTH[key](p, w, *outcome), is_log=is_log)

    def _outcome(self, measure: Measure) -> list[int]:
        """The column of the free outcomes, if there are any."""
        column = 0
        for index in measure.free:
            letters = self.instance.sizes[index.alphabet]
            column = column * letters + self.instance.outcomes[index.name]
        return [column] if measure.free else []

    def _with_number(self, name: str, p: Table, w: Table, text: str) -> Number | None:
        number = self.written.number(text)
        if name == "tail":
            bar = _fraction(exp_of(number))
            return None if bar is None else rational(oracle.tail(p, w, bar))
        delta = _fraction(number)
        if delta is None:
            return None
        if name == "maxinfo":
            many = delta >= 1 or len(p) * len(w[0]) > MOST_CELLS
            return None if many else _number(oracle.exp_max_information(p, w, delta))
        if len(w[0]) > MOST_CELLS:
            return None
        return rational(Fraction(0)) if delta > 1 else _number(oracle.exp_eml(p, w, delta))

    def _conditional(
        self, name: str, prior: str, second: str, first: str, rest: list[str], measure: Measure
    ) -> Number | None:
        p, w = self.written.prior(prior), self.written.channel(first)
        u = self.written.second(second, first)
        if name == "pml" and measure.free:
            y, z = (self.instance.outcomes[index.name] for index in measure.free)
            return _number(oracle.exp_conditional_pml_at(p, u, w, y, z))
        if name == "pml":
            return _number(oracle.exp_conditional_pml(p, u, w))
        number = self.written.number(rest[0])
        value = _fraction(number if name == "eml" else exp_of(number))
        if value is None or len(u[0][0]) > MOST_CELLS:
            return None
        if name == "eml":
            found = oracle.exp_conditional_eml(p, u, w, value) if value <= 1 else Fraction(1)
            return _number(found)
        of = oracle.worst_tail if name == "worst_tail" else oracle.conditional_tail
        return rational(of(p, u, w, value))

    def _database(self, name: str, arguments: list[str], outcome: list[int]) -> Number:
        channel = arguments[-1] if name == "dp" else arguments[1]
        databases = self.written.databases(channel)
        mechanism = dict(zip(databases, self.written.channel(channel), strict=True))
        if name == "dp":
            return _number(oracle.exp_dp(mechanism))
        prior = dict(zip(databases, self.written.prior(arguments[0]), strict=True))
        entry = int(arguments[2]) - 1
        if name == "pml_entry":
            of = oracle.exp_entry_pml_at if outcome else oracle.exp_entry_pml
            return _number(of(prior, mechanism, entry, *outcome))
        if not outcome:
            return _number(oracle.exp_conditional_entry_pml(prior, mechanism, entry))
        others = {d[:entry] + d[entry + 1 :] for d, mass in prior.items() if mass}
        found = (
            oracle.exp_conditional_entry_pml_at(prior, mechanism, entry, known, *outcome)
            for known in others
        )
        return _number(max(found))

    def _guessing(self, name: str, arguments: list[str], outcome: list[int]) -> Number:
        """log of the largest expected gain, or of 1/(largest posterior mass of an attribute)."""
        p = self.written.prior(arguments[0])
        if name == "gain" and len(arguments) == 2:
            return _number(max(oracle.expectations(p, self.written.gain(arguments[1]))))
        w = self.written.channel(arguments[1])
        seen = [y for y in oracle.outcomes(p, w) if not outcome or y == outcome[0]]
        if not seen:
            raise OutOfDomain("no posterior at an outcome of probability zero")
        after = [oracle.posterior(p, w, y) for y in seen]
        if name == "gain":
            table = self.written.gain(arguments[2])
            return _number(max(max(oracle.expectations(p_y, table)) for p_y in after))
        if len(arguments) == 3:
            attribute = self.written.channel(arguments[2])
            after = [oracle.output_distribution(p_y, attribute) for p_y in after]
        return _number(1 / max(max(p_y) for p_y in after))


def false_by_definition(claim: Claim, instance: Instance) -> bool:
    """Whether the definitions, which know all of its measures, make the claim false.

    Raises OutOfDomain outside the claim's domain.
    """
    evaluation = OracleEvaluation(claim, instance)
    return not evaluation.truth(claim) and not evaluation.unknown


def _number(value: Any, *, is_log: bool = True) -> Number:
    if isinstance(value, oracle.LogSum):
        total = rational(Fraction(0))
        for c, a in value.terms:
            total = total + rational(c) * log_of(a)
        return total
    if value is None:
        raise OutOfDomain("no value at an outcome of probability zero")
    if value == math.inf:
        return INFINITY
    return log_of(Fraction(value)) if is_log else rational(Fraction(value))


def _fraction(number: Number) -> Fraction | None:
    """The rational that a number is, if it is one that is written as such."""
    return number.rational if isinstance(number, Exact) and number.is_rational else None


def _chi2(p: Table, w: Table) -> Any:
    return oracle.f_information(p, w, lambda u: (u - 1) ** 2)


def _doeblin(w: Table) -> Fraction:
    return sum((min(column) for column in zip(*w, strict=True)), Fraction(0))


def _expected_costleak(p: Table, w: Table) -> Any:
    costs = [
        (oracle.output_distribution(p, w)[y], oracle.exp_cost_leakage_at(p, w, y))
        for y in oracle.outcomes(p, w)
    ]
    if any(cost == math.inf for _, cost in costs):
        return math.inf
    return oracle.LogSum(tuple(costs))


def _on_support(p: Table, w: Table) -> list[Any]:
    return [w[x] for x in oracle.support(p)]


PLAIN = {
    "pmin", "suppsize", "tv", "mi", "chi2", "expected_pml", "expected_costleak", "doeblin",
}  # fmt: skip
WITH_NUMBER = {"eml", "tail", "maxinfo"}
OF_CHANNEL: dict[tuple[str, int, bool], Callable[[Table], Any]] = {
    ("maxleak", 1, False): oracle.exp_maxleak,
    ("ldp", 1, False): oracle.exp_ldp,
    ("flp", 1, False): oracle.exp_ldp,
    ("capacity", 1, False): oracle.exp_capacity,
    ("doeblin", 1, False): _doeblin,
}
OF_PRIOR: dict[tuple[str, int, bool], Callable[[Table], Any]] = {
    ("pmin", 1, False): oracle.pmin,
    ("hmin", 1, False): oracle.exp_hmin,
    ("suppsize", 1, False): oracle.suppsize,
}
OF_BOTH: dict[tuple[str, int, bool], Callable[..., Any]] = {
    ("pml", 2, False): oracle.exp_pml,
    ("pml", 2, True): oracle.exp_pml_at,
    ("maxinfo", 2, False): oracle.exp_pml,
    ("density_min", 2, False): oracle.exp_density_min,
    ("maxleak", 2, False): oracle.exp_maxleak_on_support,
    ("ldp", 2, False): oracle.exp_ldp_on_support,
    ("capacity", 2, False): oracle.exp_ldp_on_support,
    ("lip", 2, False): oracle.exp_lip,
    ("ldi", 2, False): oracle.exp_ldi,
    ("costleak", 2, False): oracle.exp_cost_leakage,
    ("costleak", 2, True): oracle.exp_cost_leakage_at,
    ("doeblin", 2, False): lambda p, w: _doeblin(_on_support(p, w)),
    ("tv", 2, False): oracle.tv,
    ("mi", 2, False): oracle.mi,
    ("chi2", 2, False): _chi2,
    ("expected_pml", 2, False): oracle.expected_pml,
    ("expected_costleak", 2, False): _expected_costleak,
}
