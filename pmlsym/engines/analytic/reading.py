"""Claims about numbers alone as problems of the analytic engine.

Each branch of a claim is one problem, and each choice of the largest (smallest) body of a max (min)
is a case of it. A logarithm of a product is split where its factors are known to be positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb, floor
from operator import add, mul
from typing import Any

from pmlsym.claims.domain import requirements_of
from pmlsym.claims.evaluation import integers_between, substituted
from pmlsym.claims.subjects import is_about_numbers, subjects
from pmlsym.engines.analytic.polynomial import TAIL, NumberPolynomial
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.solver import follows, is_positive, obstacle
from pmlsym.engines.analytic.sums import closed_sum, tail_facts
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.fold import children, contains, rebuild, walk
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
    BinomialTail,
    Bound,
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Quantity,
    Series,
)
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.branches import Branch, branches
from pmlsym.numbers.number import rational

PARTIAL = Bound | Series | BinomialTail
QUICK = 300
MOST_TERMS = 60


def problems(claim: Claim, *, turn: int = 0) -> tuple[NumberProblem, ...]:
    """The analytic problems that together are a claim about numbers, all logs in them defined.

    `turn` selects the part of a disjunction that is shown, while the others are assumed false.

    Raises Unsupported where the claim is not about numbers alone, or where it is not known that
    an argument of log is positive, or that a denominator keeps its sign, on the whole domain.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*problems(parse("x >= 0 => log(1 + x) <= x")))
    x >= 0  =>  x - log(x + 1) >= 0
    """
    return tuple(_problems(claim, is_loose=False, turn=turn))


def loose_problems(claim: Claim) -> Iterator[NumberProblem]:
    """The analytic problems of a claim, also undefined ones: for guesses alone."""
    return _problems(claim, is_loose=True)


def _problems(claim: Claim, *, is_loose: bool, turn: int = 0) -> Iterator[NumberProblem]:
    """The analytic problems of a claim about numbers, loose ones or those that are defined."""
    if not is_about_numbers(claim):
        raise Unsupported("the analytic engine reads claims about numbers alone")
    domains = subjects(claim).scalars
    for name in domains:
        if not name.isidentifier():
            raise Unsupported(f"the analytic engine reads numbers whose name is a word, not {name}")
    ranges = tuple(_range_facts(domains))
    for branch in branches(claim, turn=turn):
        for case in _cases_of(branch):
            try:
                yield case.problem(_Reader([*ranges], is_loose))
            except OutOfDomain as error:
                raise Unsupported(f"a part of the claim has no finite value: {error}") from None


def _range_facts(domains: dict[str, str]) -> Iterator[NumberFact]:
    """The facts of an analytic problem that the domains of the numbers state."""
    for name, domain in domains.items():
        if domain != "real":
            yield NumberFact(NumberRatio.variable(name))
        if domain == "probability":
            yield NumberFact(1 - NumberRatio.variable(name))


@dataclass(frozen=True)
class _Case:
    """A branch with each max and min replaced by the body that attains it."""

    premises: tuple[Comparison, ...]
    goal: Comparison
    is_strict: bool

    def problem(self, reader: _Reader) -> NumberProblem:
        """The analytic problem of this case: premises defined where others hold, and the goal.

        A premise that is not known to be defined is left out, which only makes the problem harder.
        """
        waiting = sorted(self.premises, key=_has_logarithm_or_quotient)
        while waiting:
            left = [premise for premise in waiting if not reader.assume(premise)]
            if len(left) == len(waiting):
                break
            waiting = left
        form, reason = reader.difference(self.goal)
        if reason is not None:  # where the goal has no value, nothing is to be shown
            required = (each for each in requirements_of(self.goal) if isinstance(each, Comparison))
            for each in required:
                reader.assume(each.flipped)
            form, reason = reader.difference(self.goal)
        if reason is not None:
            raise Unsupported(f"it is not known that {reason} on the whole domain")
        return NumberProblem(tuple(reader.known), NumberFact(form, self.is_strict))


def _cases_of(branch: Branch) -> Iterator[_Case]:
    """The cases of a claim's branch for the analytic engine, by the bodies that attain extremes."""
    if branch.comparisons is None:
        raise Unsupported("the analytic engine reads comparisons of numbers")
    (premises, goal), is_strict = branch.comparisons, False
    if goal is None:
        premises, negated = premises[:-1], premises[-1]
        goal = Comparison(negated.right, "<=", negated.left)
        is_strict = negated.relation == "<="
    extremes: dict[int, Extreme] = {}
    for comparison in (*premises, goal):
        _refuse_choices_inside_sums(comparison)
        for part in walk(comparison):
            if isinstance(part, Extreme):
                extremes[id(part)] = part
    for places in product(*(range(len(extreme.bodies)) for extreme in extremes.values())):
        choice = dict(zip(extremes, places, strict=True))
        extra = [
            Comparison(other, "<=", body) if extreme.is_maximum else Comparison(body, "<=", other)
            for extreme, body in ((e, e.bodies[choice[k]]) for k, e in extremes.items())
            for other in extreme.bodies
            if other is not body
        ]
        yield _Case(
            tuple(_with_bodies_chosen(premise, choice) for premise in (*premises, *extra)),
            _with_bodies_chosen(goal, choice),
            is_strict,
        )


def _with_bodies_chosen(node: Any, choice: Mapping[int, int]) -> Any:
    """A claim about numbers for an analytic problem, each max and min replaced by one body."""
    if not choice:
        return node
    if isinstance(node, Extreme):
        return _with_bodies_chosen(node.bodies[choice[id(node)]], choice)
    return rebuild(node, [_with_bodies_chosen(part, choice) for part in children(node)])


def _refuse_choices_inside_sums(comparison: Comparison) -> None:
    """Raise Unsupported at a max or min inside a sum, which an analytic problem cannot open.

    The same holds for a max or min of a sum or a tail: it needs a value only where the sum around
    it has a term, while a choice of its body would assume that it always has one.
    """
    for series in walk(comparison):
        for part in walk(series.body) if isinstance(series, Series) else ():
            if isinstance(part, Extreme) and contains(part, PARTIAL):
                raise Unsupported("no max or min of letters, sums or tails is read inside a sum")


@dataclass
class _Reader:
    """Quantities as ratios, with the facts that are known about signs.

    `letters` names the number for each letter of the surrounding sums, `tails` has the number for
    each binomial tail, by the three arguments of the tail.
    """

    known: list[NumberFact]
    is_loose: bool
    logarithms: list[NumberRatio] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)
    tails: dict[tuple[NumberRatio, ...], NumberRatio] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ratios: Arithmetic[NumberRatio] = Arithmetic(
            constant=NumberRatio.number,
            scalar=lambda scalar: NumberRatio.variable(scalar.name),
            letter=self._letter_ratio,
            series=lambda series, _: self._series_ratio(series),
            add=_sum_of,
            multiply=_product_of,
            divide=lambda above, below: above * below.inverse(),
            log=self._logarithm_ratio,
            exp=NumberRatio.exp,
            tail=self._tail_ratio,
            refused=_unreadable_error,
        )

    def assume(self, premise: Comparison) -> bool:
        """Add a claim's premise to the known analytic facts, if it is known to be defined."""
        form, reason = self.difference(premise)
        if reason is None:
            self.known.append(NumberFact(form, premise.relation == "<"))
        return reason is None

    def difference(self, comparison: Comparison) -> tuple[NumberRatio, str | None]:
        """The analytic form right - left of a comparison, and a condition for it not yet known.

        Every logarithm that is written matters, even one that cancels: log 0 is minus infinity, but
        log(x) < log(x) + 1 leaves no more than 1 > 0.
        """
        self.logarithms.clear()
        form = self.read(comparison.right) - self.read(comparison.left)
        if self.is_loose:
            return form, None
        return form, obstacle(tuple(self.known), form, tuple(self.logarithms))

    def read(self, quantity: Quantity) -> NumberRatio:
        """The analytic form of a claim's quantity; exp(log b) is b also where b is zero."""
        if isinstance(quantity, Exponential) and isinstance(quantity.body, Logarithm):
            argument = self.read(quantity.body.body)
            if self._is_known(NumberFact(argument)):
                return argument
        return self.ratios.join(quantity, self.read)

    def _letter_ratio(self, letter: Bound) -> NumberRatio:
        """The analytic form of the letter of a sum around it."""
        if letter.name not in self.letters:
            raise _unreadable_error(letter)
        return NumberRatio.variable(self.letters[letter.name])

    def _logarithm_ratio(self, argument: NumberRatio) -> NumberRatio:
        """The logarithm of an analytic form, noted so that its argument is asked to be positive."""
        self.logarithms.append(argument)
        return argument.log(self.is_positive)

    def _tail_ratio(self, m: NumberRatio, n: NumberRatio, p: NumberRatio) -> NumberRatio:
        """The analytic form of a binomial tail: its sum for few trials, else a new number.

        Two tails with the same three arguments are one number. A tail that depends on the letter of
        a sum changes from letter to letter, so that no single number represents it.
        """
        within = m.numbers() | n.numbers() | p.numbers()
        if not within.isdisjoint(self.letters.values()):
            raise Unsupported("no binomial tail of the letter of a sum is read")
        most, trials = m.constant(), n.constant()
        if most is not None and trials is not None and trials in range(MOST_TERMS):
            return _tail_of_few_trials(min(floor(most), int(trials)), int(trials), p)
        inside = (NumberFact(form, True) for form in (n, p, 1 - p))
        if not m.numerator and (self.is_loose or all(map(self._is_known, inside))):
            return (n * (1 - p).log(self.is_positive)).exp()
        arguments = m, n, p
        tail = self.tails.setdefault(
            arguments, NumberRatio.variable(f"binomial({m}, {n}, {p})", TAIL)
        )
        if list(self.tails.values()).count(tail) > 1:
            raise Unsupported(f"two tails are written {tail}")
        if not self.is_loose and NumberFact(tail) not in self.known:
            self.known.extend(tail_facts(tail, arguments, tuple(self.known), self.is_positive))
        return tail

    def _series_ratio(self, quantity: Series) -> NumberRatio:
        """The closed analytic form of a claim's sum, known to have a value from then on."""
        low, high = self.read(quantity.low), self.read(quantity.high)
        first, last = low.constant(), high.constant()
        if first is not None and last is not None and last - first < MOST_TERMS:
            return self._series_written_out(quantity, first, last)
        letter = f"{quantity.letter} inside {len(self.letters)}"
        body = self._term_of_series(quantity, letter, low, high)
        total = closed_sum(body, letter, low, high)
        if total is None:
            raise Unsupported(f"no closed form of {write_quantity(quantity)} is known")
        return total.exp() if quantity.is_product else total

    def _series_written_out(self, quantity: Series, low: Fraction, high: Fraction) -> NumberRatio:
        """The analytic form of a sum or product of few terms, written out."""
        numbers = integers_between(rational(low), rational(high))
        constants = (Constant(Fraction(k)) for k in numbers)
        terms = [self.read(substituted(quantity.body, quantity.letter, k)) for k in constants]
        return _product_of(terms) if quantity.is_product else _sum_of(terms)

    def _term_of_series(
        self, quantity: Series, letter: str, low: NumberRatio, high: NumberRatio
    ) -> NumberRatio:
        """The analytic form of a sum's term, or a factor's log, defined at each letter.

        A sum of no terms is zero whatever the term is; its closed form is zero only where the term
        has a value at the letter that would come first (1/n, n times, is one, except for n = 0).
        """
        outside, around, before = list(self.known), self.letters, len(self.logarithms)
        within = NumberRatio.variable(letter)
        self.letters = {**around, quantity.letter: letter}
        self.known += map(NumberFact, (high - low + 1, within - low, high - within))
        body = self.read(quantity.body)
        logs_within = tuple(self.logarithms[before:])
        reason = None if self.is_loose else obstacle(tuple(self.known), body, logs_within)
        if quantity.is_product and reason is None:
            if not (self.is_loose or is_positive(tuple(self.known), body)):
                reason = f"{body} > 0"
            body = body.log(self.is_positive)
        equal = ((high, low - 1), (within, low))
        empty = [NumberFact(way) for a, b in equal for way in (a - b, b - a)]
        if reason is None and not self.is_loose:
            reason = obstacle((*outside, *empty), body)
        if reason is not None:
            raise Unsupported(f"it is not known that {reason} in {write_quantity(quantity)}")
        del self.logarithms[before:]
        self.letters, self.known = around, [*outside, NumberFact(high - low + 1)]
        return body

    def _is_known(self, fact: NumberFact) -> bool:
        """Whether Z3 settles at once that the known facts imply another."""
        return follows(tuple(self.known), fact, QUICK)

    def is_positive(self, polynomial: NumberPolynomial) -> bool:
        """Whether it is known in the analytic problem that a polynomial is positive."""
        constant = polynomial.constant()
        if constant is not None:
            return constant > 0
        return self._is_known(NumberFact(NumberRatio(polynomial), is_strict=True))


def _unreadable_error(quantity: Quantity) -> Unsupported:
    """The error for a quantity that cannot be read as an analytic form."""
    return Unsupported(f"the analytic engine does not read {quantity!r}")


def _tail_of_few_trials(most: int, trials: int, p: NumberRatio) -> NumberRatio:
    """The binomial tail of few trials as an analytic form, written out."""
    ways = ((k, comb(trials, k)) for k in range(most + 1))
    return _sum_of([NumberRatio.number(way) * p**k * (1 - p) ** (trials - k) for k, way in ways])


def _sum_of(terms: Sequence[NumberRatio]) -> NumberRatio:
    """The sum of analytic forms."""
    return reduce(add, terms, NumberRatio.number(0))


def _product_of(factors: Sequence[NumberRatio]) -> NumberRatio:
    """The product of analytic forms."""
    return reduce(mul, factors, NumberRatio.number(1))


def _has_logarithm_or_quotient(comparison: Comparison) -> bool:
    """Whether a premise has a logarithm or a quotient, so that analytic reading takes it last."""
    return contains(comparison, Logarithm | Division)
