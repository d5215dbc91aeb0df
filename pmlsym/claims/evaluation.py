"""The exact value of a quantity, and the truth of a claim, on one instance.

Everything is decided by exact numbers (numbers/number.py). An instance on which a logarithm of a
negative number, inf - inf, 0*inf or a division by zero occurs is outside the claim's domain:
OutOfDomain. An implication whose premise fails holds, whatever its conclusion; otherwise every part
has to have a value. For a quantifier that was opened (claims/opening.py) an instance has what it
binds; for any other the library decides whether it holds (claims/linear_existence.py), or says that
it does not know.

    sum(k, m, n, f)  = f at k = m, plus f at m + 1, .., plus f at n          prod(k, m, n, f) alike
    binomial(m, n, p)  =  sum_{k <= m} C(n, k) p^k (1-p)^(n-k)

In a sum or product m and n are integers with n >= m - 1, else there is no value; without terms the
sum is 0 and the product 1; inside f the letter k is a new name, whatever it means outside. In a
tail the trials n are 0, 1, 2, .., and 0 <= p <= 1; elsewhere it has no value. m is any real.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb, floor
from operator import eq, ge, gt, le, lt
from typing import Any
from weakref import proxy

from pmlsym.calculus.algebra import read
from pmlsym.calculus.meter import tick
from pmlsym.claims.any_number import at_numbers_of_instance
from pmlsym.claims.conditions import difference_of
from pmlsym.claims.entropies import entropy_of, form_of, is_joint, joint_of
from pmlsym.claims.linear_existence import exists_on_instance, only_choice
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import Part, subjects
from pmlsym.errors import AlphabetMismatch, InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.exact import ExactAlgebra, value_by_algebra
from pmlsym.language.fold import children, rebuild
from pmlsym.language.interpretation import Arithmetic, Logic
from pmlsym.language.nodes import (
    Bound,
    Claim,
    Comparison,
    Condition,
    Constant,
    Exponential,
    Logarithm,
    Measure,
    OpenOrder,
    Quantified,
    Quantity,
    Series,
)
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import Exact, Number, exp_of, log_of, rational

EVALUATED, NUMBER = 100, 20
"""The steps of work for an instance, and for each number on it."""


def evaluate(quantity: Quantity, instance: Instance) -> Number:
    """The exact number on an instance of a quantity as claims have it, such as 1 + pml(P, W).

    Raises OutOfDomain where it has no value, InvalidInput where the instance does not fit it, and
    Unsupported where a comparison inside it needs more than 600 digits.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> from pmlsym.model.channel import Channel
    >>> X, Y = alphabets("X Y")
    >>> instance = Instance({"X": 2, "Y": 1}, {"P": [1, 0], "W": [[1], [1]]})
    >>> evaluate(1 + pml(Prior("P", X), Channel("W", X, Y)), instance)
    1
    """
    about = at_numbers_of_instance(quantity, instance)
    return Evaluation(about, instance).number(about)


def holds(claim: Claim, instance: Instance) -> bool:
    """Whether a claim is true on an instance, decided by exact numbers.

    Raises OutOfDomain outside the claim's domain, InvalidInput where the instance does not fit the
    claim, Unsupported where a comparison needs more than 600 digits.

    >>> from pmlsym.language.building import log
    >>> holds(log(3) <= 1, Instance({}))
    False
    """
    about = at_numbers_of_instance(open_quantifiers(claim), instance)
    truth = Evaluation(about, instance).truth(about)
    if truth is None:
        raise Unsupported(f"whether {claim} holds on an instance is not decided")
    return truth


def completed(claim: Part, instance: Instance) -> Instance:
    """The instance with the entries that the claim gives, checked to have all that it mentions.

    Raises InvalidInput where something is missing or against what its tensor declares, and where
    an entry of the claim is not rational; AlphabetMismatch where shapes do not fit.
    """
    claim = open_quantifiers(claim) if isinstance(claim, Claim) else claim
    claim = at_numbers_of_instance(claim, instance)
    about = subjects(claim)
    if about.data:
        instance = _with_claim_data(claim, instance)
    for alphabet in about.alphabets:
        if alphabet not in instance.sizes:
            raise InvalidInput(f"the instance gives no size for alphabet {alphabet}")
    for tensor in about.tensors:
        instance.require(joint_of(instance, tensor.alphabets) if is_joint(tensor) else tensor)
    for outcome, alphabet in about.outcomes.items():
        letter = instance.outcomes.get(outcome)
        if letter is None or letter >= instance.sizes[alphabet]:
            answer = "no letter" if letter is None else f"letter {letter}"
            raise InvalidInput(f"the instance gives {answer} for {outcome} in {alphabet}")
    for name, domain in about.scalars.items():
        if name not in instance.scalars:
            raise InvalidInput(f"the instance gives no value for the scalar {name}")
        value = instance.scalars[name]
        if (domain != "real" and value < 0) or (domain == "probability" and value > 1):
            raise InvalidInput(f"{name} = {value} is outside its domain: {domain}")
    return instance


class Evaluation:
    """One instance of a claim, with the numbers found on it so far."""

    def __init__(self, claim: Part, instance: Instance) -> None:
        """Take an instance after checking it; see `completed`."""
        tick(EVALUATED)
        self.instance = completed(claim, instance)
        self.algebra = ExactAlgebra(self.instance)
        self._known: dict[Measure, Number] = {}
        self._made: dict[tuple[OpenOrder, Fraction], Quantity] = {}
        this = proxy(self)  # a cycle would leave each of many evaluations to the garbage collector
        self._numbers: Arithmetic[Number] = Arithmetic(
            constant=rational,
            scalar=lambda scalar: this.instance.scalars[scalar.name],
            measure=lambda measure: this._measure_number(measure),
            entropy=lambda e: entropy_of(form_of(e), e.variables, this.instance),
            series=_series_value,
            add=_number_sum,
            multiply=_number_product,
            divide=Number.__truediv__,
            log=log_of,
            exp=exp_of,
            largest=max,
            smallest=min,
            tail=tail_value,
            ordered=lambda ordered: this._at_order(ordered),
            refused=lambda q: Unsupported(f"{q!r} is no quantity that has a value"),
        )

    def number(self, quantity: Quantity) -> Number:
        """The exact number of a quantity of the claim on this instance."""
        tick(NUMBER)
        if isinstance(quantity, Logarithm) and isinstance(quantity.body, Exponential):
            return self.number(quantity.body.body)
        return self._numbers.join(quantity, self.number)

    def truth(self, claim: Claim) -> bool | None:
        """Whether a claim, or a part of it, holds on this instance; nothing where that is open."""
        truths: Logic[bool | None] = Logic(
            compare=self._compare,
            condition=self._condition,
            all_of=partial(_decided_by, False),
            any_of=partial(_decided_by, True),
            negate=lambda part: None if part is None else not part,
            implies=_implied_truth,
            quantify=self._quantified,
        )
        return truths.read(claim)

    def _quantified(self, claim: Quantified) -> bool | None:
        """Whether a quantified claim is true on this instance; nothing where that is open."""
        choice = only_choice(claim, self.instance)
        if choice is None:
            return exists_on_instance(claim, self.instance)
        try:
            met = [Evaluation(each, choice).truth(each) for each in claim.within]
            if False in met:
                return claim.is_universal
            return None if None in met else Evaluation(claim.body, choice).truth(claim.body)
        except OutOfDomain:  # of that, "for all" says nothing
            return claim.is_universal

    def _compare(self, comparison: Comparison) -> bool:
        """Whether the exact numbers of a comparison's two sides are in its relation."""
        left, right = self.number(comparison.left), self.number(comparison.right)
        return RELATIONS[comparison.relation](left, right)

    def _condition(self, condition: Condition) -> bool:
        """Whether a condition such as uniform(P) is true on this instance.

        Raises Unsupported for an unknown kind.
        """
        if condition.kind not in CONDITIONS:
            raise Unsupported(
                f"{condition.text} is not evaluated; conditions known here: {', '.join(CONDITIONS)}"
            )
        return CONDITIONS[condition.kind](condition, self.algebra)

    def _at_order(self, ordered: OpenOrder) -> Number:
        """The number of a measure of open order, such as I[a], at the instance's number for a."""
        order = self.number(ordered.order)
        if not isinstance(order, Exact) or not order.is_rational:
            raise Unsupported(f"{ordered.text} is evaluated at rational orders, not at {order}")
        key = ordered, order.rational
        if key not in self._made:
            try:
                self._made[key] = ordered.make(order.rational)
            except InvalidInput as error:
                raise OutOfDomain(f"{ordered.text}: {error}") from None
        return self.number(self._made[key])

    def _measure_number(self, measure: Measure) -> Number:
        """The exact number of a measure of the claim on this instance, computed once."""
        if measure not in self._known:
            self._known[measure] = self.measure_value(measure)
        return self._known[measure]

    def measure_value(self, measure: Measure) -> Number:
        """The exact number of a claim's measure on this instance; an error names the measure."""
        for quotient in measure.defined:
            self.algebra.define(quotient)
        at = {index: self.instance.outcomes[index.name] for index in measure.free}
        try:
            value = value_by_algebra(measure.value, self.algebra, at)
        except OutOfDomain as error:
            raise OutOfDomain(f"{measure.text}: {error}") from None
        return log_of(value) if measure.is_log else value


def _decided_by(decisive: bool, parts: Sequence[bool | None]) -> bool | None:
    """The truth of "and" or "or" from that of its parts on an instance; None where it is open."""
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive


def _implied_truth(premise: bool | None, conclusion: Callable[[], bool | None]) -> bool | None:
    """The truth of A => B on an instance from those of A and B; a false premise decides it."""
    if premise is False:
        return True
    return _decided_by(True, (None if premise is None else False, conclusion()))


def _series_value(series: Series, number: Callable[[Quantity], Number]) -> Number:
    """The exact number of a claim's sum or product over a letter, from those of its terms."""
    letters = integers_between(number(series.low), number(series.high))
    bodies = [substituted(series.body, series.letter, Constant(Fraction(k))) for k in letters]
    if not series.is_product:
        return _number_sum([number(body) for body in bodies])
    powers = [number(body.body) for body in bodies if isinstance(body, Exponential)]
    others = [number(body) for body in bodies if not isinstance(body, Exponential)]
    return exp_of(_number_sum(powers)) * _number_product(others)


def _fold_halves(
    rule: Callable[[Number, Number], Number], empty: Number, numbers: Sequence[Number]
) -> Number:
    """The exact numbers of a claim's terms added or multiplied in halves: intervals nest little."""
    while len(numbers) > 1:
        pairs = [rule(a, b) for a, b in zip(numbers[::2], numbers[1::2], strict=False)]
        numbers = [*pairs, *(numbers[-1:] if len(numbers) % 2 else ())]
    return numbers[0] if numbers else empty


_number_sum = partial(_fold_halves, Number.__add__, rational(0))
_number_product = partial(_fold_halves, Number.__mul__, rational(1))


Truth = Callable[[Condition, ExactAlgebra], bool]
"""Whether a condition holds on an instance."""


def _is_among(condition: Condition, algebra: ExactAlgebra) -> bool:
    """Whether a claim's condition "P in a set of priors" is true on an instance."""
    subject, within = condition.subject, condition.within
    if not (isinstance(subject, Prior) and isinstance(within, PriorPolytope)):
        raise Unsupported(f"{condition.text} is no prior in a set of priors")
    masses = read(subject.body, algebra).entries
    if len(masses) != within.count:
        raise InvalidInput(f"{within} is of {within.count} letters, {subject} has {len(masses)}")
    return tuple(map(fraction_of, masses)) in within


def _are_same(condition: Condition, algebra: ExactAlgebra) -> bool:
    """Whether a claim's condition W == V is true on an instance: all entries are equal."""
    difference = difference_of(condition)
    if difference is None:
        raise Unsupported(f"{condition.text} is not of priors or channels")
    return not any(read(difference, algebra).entries)


def _entry_truth(
    takes: str, kinds: tuple[type[Prior | Channel], ...], is_true: Callable[[Sequence[Any]], bool]
) -> Truth:
    """The rule for a condition's truth on an instance that looks at its subject's entries alone."""

    def truth(condition: Condition, algebra: ExactAlgebra) -> bool:
        """Whether the entries that the subject has on the instance meet the condition."""
        subject = condition.subject
        if not isinstance(subject, kinds):
            raise Unsupported(f"{condition.kind} takes {takes}, not {subject!r}")
        return is_true(read(subject.body, algebra).entries)

    return truth


RELATIONS: Mapping[str, Callable[[Number, Number], bool]]
RELATIONS = {"<=": le, ">=": ge, "<": lt, ">": gt, "==": eq}

CONDITIONS: Mapping[str, Truth] = {
    "fullsupport": _entry_truth(
        "a prior", (Prior,), lambda masses: all(mass > 0 for mass in masses)
    ),
    "uniform": _entry_truth("a prior", (Prior,), lambda masses: len(set(masses)) == 1),
    "among": _is_among,
    "deterministic": _entry_truth(
        "a channel or a prior",
        (Prior, Channel),
        lambda entries: all(entry in (0, 1) for entry in entries),
    ),
    "same": _are_same,
}
"""The truth of each kind of condition on an instance; a new kind is one more line."""


def _with_claim_data(claim: Part, instance: Instance) -> Instance:
    """The instance with the entries and sizes that the claim gives, if these agree."""
    sizes, tensors = dict(instance.sizes), dict(instance.tensors)
    for data in subjects(claim).data:
        name = data.tensor.name
        _require_rational(name, data.entries)
        entries = Instance({}, {name: data.entries}).tensors[name]
        if tensors.setdefault(name, entries) != entries:
            raise InvalidInput(f"the claim has other entries for {name} than the instance")
        for alphabet, count in zip(data.tensor.alphabets, data.shape, strict=True):
            if sizes.setdefault(alphabet, count) != count:
                raise AlphabetMismatch(
                    f"{name} has {count} letters of {alphabet}, the instance {sizes[alphabet]}"
                )
    return Instance(sizes, tensors, instance.scalars, instance.outcomes)


def _require_rational(name: str, entries: object) -> None:
    """Raise Unsupported where a claim's exact truth would rest on an entry that is not rational."""
    if isinstance(entries, list | tuple):
        for entry in entries:
            _require_rational(name, entry)
    elif not isinstance(entries, int | Fraction):
        raise Unsupported(f"{name} has the entry {entries!r}; the exact reading needs rationals")


LONGEST = 200


def integers_between(low: Number, high: Number) -> range:
    """The integers that the letter of a sum in a claim runs through, from low to high.

    Raises OutOfDomain unless the ends are integers with high >= low - 1, Unsupported where there
    are too many terms to add up one by one.

    >>> from pmlsym.numbers.number import rational
    >>> list(integers_between(rational(2), rational(4)))
    [2, 3, 4]
    """
    ends = []
    for end in (low, high):
        if not isinstance(end, Exact) or not end.is_rational or end.rational.denominator != 1:
            raise OutOfDomain(f"a sum does not run from {low} to {high}")
        ends.append(end.rational.numerator)
    if ends[1] < ends[0] - 1:
        raise OutOfDomain(f"a sum does not run from {low} to {high}")
    if ends[1] - ends[0] > LONGEST:
        raise Unsupported(f"more than {LONGEST} terms are not added up one by one")
    return range(ends[0], ends[1] + 1)


def substituted(quantity: Quantity, letter: str, value: Quantity) -> Quantity:
    """A claim's quantity with a value for a bound letter; other parts stay the same objects.

    >>> from pmlsym.language.nodes import Scalar
    >>> substituted(Bound("k") * 2, "k", Scalar("n"))
    n*2
    """

    if isinstance(quantity, Bound):
        return value if quantity.name == letter else quantity
    if isinstance(quantity, Series) and quantity.letter == letter:
        ends = (substituted(end, letter, value) for end in (quantity.low, quantity.high))
        return rebuild(quantity, (*ends, quantity.body))
    return rebuild(quantity, [substituted(part, letter, value) for part in children(quantity)])


LARGEST = 5_000


def tail_value(most: Number, trials: Number, probability: Number) -> Number:
    """The exact value of binomial(m, n, p) at rationals, for the truth of a claim that has it.

    Raises OutOfDomain where it has no value, Unsupported where an argument is not rational.

    >>> tail_value(rational(1), rational(2), rational("1/3"))
    8/9
    """
    values = []
    for argument in (most, trials, probability):
        if not isinstance(argument, Exact) or not argument.is_rational:
            raise Unsupported(f"binomial is evaluated at rationals alone, not at {argument}")
        values.append(argument.rational)
    m, n, p = values
    if n.denominator != 1 or n < 0 or not 0 <= p <= 1:
        raise OutOfDomain(f"there is no binomial distribution of {n} trials and probability {p}")
    if n > LARGEST:
        raise Unsupported(f"binomial is evaluated up to {LARGEST} trials, not at {n}")
    total = Fraction(0)
    for k in range(min(floor(m), n.numerator) + 1):
        total += comb(n.numerator, k) * p**k * (1 - p) ** (n.numerator - k)
    return rational(total)
