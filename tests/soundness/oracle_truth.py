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
from pmlsym.errors import OutOfDomain
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.number import INFINITY, Number, exp_of, log_of, rational
from pmlsym.measures.quantity import Claim, Measure
from tests import definitions as oracle

Table = Any


class OracleEvaluation(Evaluation):
    """The evaluation of a claim in which the definitions give the measures.

    `known` and `unknown` collect the measures that the definitions have, and those they lack.
    """

    def __init__(self, claim: Claim, instance: Instance) -> None:
        super().__init__(claim, instance)
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
        """The value of a measure by its definition, or nothing where there is none here."""
        name, _, rest = measure.text.partition("(")
        arguments = top_level(rest[:-1], ", ")
        if any(t in ("J", "L", "M", "C") for a in arguments for t in words(a)):
            return None
        if name == "size":
            return rational(Fraction(self.instance.sizes[arguments[0]]))
        letters = measure.free
        if letters:
            arguments.pop()
        outcome = [self.instance.outcomes[i.name] for i in letters]
        if name == "pml" and len(arguments) == 2 and " | " in arguments[1]:
            second, _, first = arguments[1].partition(" | ")
            found = oracle.exp_conditional_pml(
                self.prior(arguments[0]), self._second(second, first), self.channel(first)
            )
            return _number(found, is_log=True)
        return self._plain(name, arguments, outcome)

    def _plain(self, name: str, arguments: list[str], outcome: list[int]) -> Number | None:
        if any(" | " in argument for argument in arguments):
            return None
        if name in WITH_NUMBER and len(arguments) == 3:
            p, w = self.prior(arguments[0]), self.channel(arguments[1])
            return self._with_number(name, p, w, arguments[2])
        key = (name, len(arguments), bool(outcome))
        if key in OF_CHANNEL:
            return _number(OF_CHANNEL[key](self.channel(arguments[0])), is_log=name != "doeblin")
        if key in OF_PRIOR:
            return _number(OF_PRIOR[key](self.prior(arguments[0])), is_log=name == "hmin")
        if key in OF_BOTH:
            p, w = self.prior(arguments[0]), self.channel(arguments[1])
            return _number(OF_BOTH[key](p, w, *outcome), is_log=name not in PLAIN)
        return None

    def _with_number(self, name: str, p: Table, w: Table, text: str) -> Number | None:
        number = self._scalar(text)
        if number is None:
            return None
        if name == "tail":
            level = exp_of(number)
            bar = _fraction(level)
            return None if bar is None else rational(oracle.tail(p, w, bar))
        delta = _fraction(number)
        if delta is None:
            return None
        if name == "maxinfo":
            return None if delta >= 1 else _number(oracle.exp_max_information(p, w, delta))
        return rational(Fraction(0)) if delta > 1 else _number(oracle.exp_eml(p, w, delta))

    def _scalar(self, text: str) -> Number | None:
        if text in self.instance.scalars:
            return self.instance.scalars[text]
        if text.startswith("log(") and text[4:-1].replace("/", "").isdigit():
            return log_of(Fraction(text[4:-1]))
        return rational(Fraction(text)) if text.replace("/", "").isdigit() else None

    def prior(self, text: str) -> Table:
        """The masses of a prior that is written so."""
        first, *channels = top_level(text, " >> ")
        masses = _flat(self.instance.tensors[first])
        for channel in channels:
            masses = oracle.output_distribution(masses, self.channel(channel))
        return masses

    def channel(self, text: str) -> Table:
        """The rows of a channel that is written so."""
        if text.startswith("(") and len(top_level(text, " ")) == 1:
            return self.channel(text[1:-1])
        *before, last = top_level(text, " & ")
        if before:
            first = " & ".join(before)
            return oracle.joint_output(self.channel(first), self._second(last, first))
        *before, last = top_level(text, " >> ")
        if before:
            return oracle.cascade(self.channel(" >> ".join(before)), self.channel(last))
        rows = self.instance.tensors[text]
        return [row for inner in rows for row in inner] if _is_second(rows) else rows

    def _second(self, text: str, first: str) -> Table:
        """A mechanism after `first`, with three indices; a channel ignores the one between."""
        if text.isidentifier() and _is_second(self.instance.tensors[text]):
            return self.instance.tensors[text]
        return [[row] * len(self.channel(first)[0]) for row in self.channel(text)]


def _flat(masses: Table) -> Table:
    if isinstance(masses[0], Fraction):
        return masses
    return [mass for inner in masses for mass in _flat(inner)]


def _is_second(rows: Table) -> bool:
    """Whether the entries have three indices: of a letter, an outcome and a second outcome."""
    return isinstance(rows[0][0], tuple | list)


def top_level(text: str, separator: str) -> list[str]:
    """The parts of a text between separators outside parentheses.

    >>> top_level("P, (W & U) >> V", ", ")
    ['P', '(W & U) >> V']
    """
    found, depth, start = [], 0, 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth and text.startswith(separator, k):
            found.append(text[start:k])
            start = k + len(separator)
    return [*found, text[start:]]


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("P >> (W & U)")
    ['P', 'W', 'U']
    """
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


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
    text = str(number)
    return Fraction(text) if text.lstrip("-").replace("/", "").isdigit() else None


def _chi2(p: Table, w: Table) -> Any:
    return oracle.f_information(p, w, lambda u: (u - 1) ** 2)


def _doeblin(w: Table) -> Fraction:
    return sum((min(column) for column in zip(*w, strict=True)), Fraction(0))


def _expected_costleak(p: Table, w: Table) -> Any:
    costs = [(oracle.output_distribution(p, w)[y], oracle.exp_cost_leakage_at(p, w, y))
             for y in oracle.outcomes(p, w)]
    if any(cost == math.inf for _, cost in costs):
        return math.inf
    return oracle.LogSum(tuple(costs))


def _on_support(p: Table, w: Table) -> list[Any]:
    return [w[x] for x in oracle.support(p)]


PLAIN = {"tv", "mi", "chi2", "expected_pml", "expected_costleak", "doeblin"}
WITH_NUMBER = {"eml", "tail", "maxinfo"}
OF_CHANNEL: dict[tuple[str, int, bool], Callable[[Table], Any]] = {
    ("maxleak", 1, False): oracle.exp_maxleak,
    ("ldp", 1, False): oracle.exp_ldp,
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
