"""How a quantity becomes a program, in which each value, polynomial and factor is read once.

Maxima of ratios are split as far as numerator and denominator have different letters, and sums of
products are taken index by index, so that no register has the size of the full product.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations
from math import inf, nan, prod

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evaluators.program import ROUNDING, Indices, Place, Program, Step
from pmlsym.evaluators.read_value import RatioSide, split_extreme
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
    Measure,
    Quantity,
    Scalar,
)
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
    ContractionCoefficient,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Quotient,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import ValueRules
from pmlsym.numbers.interval import to_float


def program_of(
    quantity: Quantity | Value,
    sizes: Mapping[str, int],
    *,
    defined: Iterable[Quotient] = (),
    rounding: float = ROUNDING,
) -> Program:
    """The plan, steps on registers of floats, by which a quantity is evaluated at given sizes.

    A value is read as it is, and may mention the quotients that are `defined`. The result is
    ordered by its free indices, sorted. Raises Unsupported at entropies, series and binomial tails,
    InvalidInput where an alphabet has no size.

    >>> from pmlsym.calculus import atom
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> largest = Largest((x,), Ratio(atom(p, x)))
    >>> [step.kind for step in program_of(largest, {"X": 3}).steps]
    ['fill', 'most']
    """
    plan = Planner(sizes, defined=defined, rounding=rounding)
    result = plan.value(quantity) if isinstance(quantity, Value) else plan.quantity(quantity)
    ordered = tuple(sorted(set(result.indices)))
    if ordered != result.indices:
        result = plan.step("times", ordered, (result, plan.one), 1.0)
    return plan.program(result)


def array_name(name: str, indices: Indices) -> str:
    """The name of the array that a plan reads for a scalar that differs between letters.

    >>> array_name("eps", ()), array_name("eps", (Index("Y", "y"),))
    ('eps', 'eps(y)')
    """
    plain = scalar(name).name
    return f"{plain}({', '.join(map(repr, indices))})" if indices else plain


class Planner:
    """The registers and steps of a plan so far, and the places of what has been read.

    Tensors named in `given` have their own entries, even if they are defined by others; the scalars
    in `letters` have a number at each letter of these indices.
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        given: Collection[str] = (),
        letters: Mapping[str, Indices] | None = None,
        defined: Iterable[Quotient] = (),
        rounding: float = ROUNDING,
    ) -> None:
        """Begin with no step."""
        self.shapes: list[tuple[int, ...]] = []
        self.constants: dict[int, tuple[float, ...]] = {}
        self.steps: list[Step] = []
        self.tensors: dict[str, int] = {}
        self._sizes = sizes
        self._rounding = rounding
        self._names = frozenset(given)
        self._letters_of = dict(letters or {})
        self._defined = {quotient.tensor: quotient for quotient in defined}
        self._registers: dict[Tensor, int] = {}
        self._places_read: dict[object, Place] = {}
        self.one = self.constant(1.0)
        self.nothing = self.constant(0.0)
        self._places: Arithmetic[Place] = Arithmetic(
            constant=lambda value: self.constant(to_float(value)),
            scalar=self._scalar,
            measure=self._measure,
            add=lambda terms: self._sum_of_products([(1.0, (term,)) for term in terms]),
            multiply=self._product,
            divide=partial(self._join, "divide"),
            log=partial(self._join, "log"),
            exp=partial(self._join, "exp"),
            largest=partial(reduce, partial(self._join, "larger")),
            smallest=partial(reduce, partial(self._join, "smaller")),
            refused=lambda quantity: Unsupported(f"{quantity} has no plan"),
        )

    def program(self, result: Place) -> Program:
        """The plan of all steps so far, with this result."""
        return Program(
            tuple(self.shapes),
            tuple(self.tensors.items()),
            dict(self.constants),
            tuple(self.steps),
            result,
        )

    def constant(self, number: float) -> Place:
        """The register of a float that the program has from the beginning."""
        return self._constant((), (number,))

    def step(
        self,
        kind: str,
        indices: Indices,
        operands: tuple[Place, ...],
        number: float = 0.0,
        *,
        start: float | None = None,
    ) -> Place:
        """Add a step on arrays of floats to the program, with a new register for its result."""
        out = Place(self._register_for(indices), indices)
        if start is not None:
            self.steps.append(Step("fill", out, (), start))
        self.steps.append(Step(kind, out, operands, number))
        return out

    def quantity(self, quantity: Quantity) -> Place:
        """The register of floats for a quantity, in nats; each is read once."""
        if quantity not in self._places_read:
            self._places_read[quantity] = self._places.join(quantity, self.quantity)
        return self._places_read[quantity]

    def _scalar(self, number: Scalar) -> Place:
        """The register of floats for a free scalar, which may differ between letters."""
        indices = self._letters_of.get(number.name, ())
        if not indices:
            return Place(self._register_of(scalar(number.name, number.domain)), ())
        key = array_name(number.name, indices)
        if key not in self.tensors:
            self.tensors[key] = self._register_for(indices)
        return Place(self.tensors[key], indices)

    def _measure(self, measure: Measure) -> Place:
        """The register of floats for a measure, never below its lower bound despite rounding."""
        self._defined |= {quotient.tensor: quotient for quotient in measure.defined}
        level = self.value(measure.value)
        if measure.least is not None:
            level = self._join("larger", level, self.constant(float(measure.least)))
        return self._join("log", level) if measure.is_log else level

    def value(self, value: Value) -> Place:
        """The register of floats for a measure's value; each is read once."""
        if value not in self._places_read:
            self._places_read[value] = PLACES.of(value)(self, value)
        return self._places_read[value]

    def _ratio(self, value: Ratio) -> Place:
        """The register of floats for a ratio of polynomials."""
        above, below = self.polynomial(value.numerator), self.polynomial(value.denominator)
        if below == self.one:
            return above
        return self._join("ratio", above, below, self.nothing)

    def _larger(self, value: Larger) -> Place:
        """The register of floats for the largest of some values."""
        items = [self.value(body) for body in value.bodies]
        indices = _indices_of(items)
        out = Place(self._register_for(indices), indices)
        self.steps.append(Step("fill", out, (), nan))
        for item in items:
            self.steps.append(Step("most", out, (item, self.one, self.one)))
        return out

    def _total(self, value: Total) -> Place:
        """The register of floats for a sum of a value over letters."""
        item = self.value(value.body)
        kept = tuple(i for i in _indices_of([item]) if i not in value.over)
        absent = prod(self._size_of(i.alphabet) for i in value.over if i not in item.indices)
        return self.step("add", kept, (item, self.one), float(absent), start=0.0)

    def _added(self, value: Added) -> Place:
        """The register of floats for a sum of values."""
        return self._sum_of_products([(1.0, (self.value(body),)) for body in value.bodies])

    def _weighted(self, value: Weighted) -> Place:
        """The register of floats for a value times its weight."""
        return self._join("weigh", self.polynomial(value.weight), self.value(value.body))

    def _log(self, value: Log) -> Place:
        """The register of floats for a logarithm."""
        return self._join("log", self.value(value.body))

    def _power(self, value: Power) -> Place:
        """The register of floats for a power, by steps exp and log."""
        assert isinstance(value.exponent, Fraction)  # letters as orders have no numbers
        logarithm, exponent = self._join("log", self.value(value.body)), float(value.exponent)
        return self._join("exp", self._join("times", logarithm, self.one, number=exponent))

    def _exceeds(self, value: Exceeds) -> Place:
        """The register of floats 0 or 1 that say whether a value is above a level."""
        sides = self.value(value.body), self.polynomial(value.level)
        return self._join("exceeds", *sides, number=self._rounding)

    def _extreme(self, value: Largest | Smallest) -> Place:
        """The register of floats for an extreme; numerator and denominator are reduced apart.

        Then 0/0 may hide ratios that count (`read_value`): for the largest, a ratio of 0 where some
        denominator is positive; for the smallest, one of inf where some numerator is.
        """
        kind, other = ("most", "least") if isinstance(value, Largest) else ("least", "most")
        split = split_extreme(value)
        if split is None:
            item, masks = self.value(value.body), self._masks(value.where)
            return self._extreme_over(kind, item, masks, set(value.over))
        upper, lower = self._extreme_side(kind, split.above), self._extreme_side(other, split.below)
        hidden, null_ratio = self.nothing, 0.0
        if kind == "most" and split.below.over:
            hidden = self._extreme_side("most", split.below)
        if kind == "least" and split.above.over:
            hidden, null_ratio = self._extreme_side("most", split.above), inf
        ratio = upper
        if lower != self.one:
            ratio = self._join("ratio", upper, lower, hidden, number=null_ratio)
        return self._extreme_over(kind, ratio, self._masks(split.where), set(split.common))

    def _extreme_side(self, kind: str, side: RatioSide) -> Place:
        """The register of floats for the extreme numerator or denominator."""
        masks = self._masks(side.where)
        return self._extreme_over(kind, self.polynomial(side.body), masks, set(side.over))

    def _extreme_over(self, kind: str, item: Place, masks: list[Place], over: set[Index]) -> Place:
        """The register of floats for an extreme over letters where all masks are positive."""
        if not masks and not over.intersection(item.indices):
            return item
        for k, mask in enumerate(masks):  # for some letter that no other operand has
            rest = {i for place in (item, *masks[:k], *masks[k + 1 :]) for i in place.indices}
            masks[k] = self._extreme_over("most", mask, [], over.difference(rest))
        while len(masks) > 2:
            masks = [self._join("both", masks[0], masks[1]), *masks[2:]]
        guards = (*masks, self.one, self.one)[:2]
        kept = tuple(i for i in _indices_of([item, *masks]) if i not in over)
        return self.step(kind, kept, (item, *guards), start=nan)

    def _masks(self, where: Polynomial) -> list[Place]:
        """The places in the plan that must be positive: factors >= 0, else the whole condition."""
        terms = list(where)
        if len(terms) == 1 and terms[0][1] > 0:
            factors = terms[0][0]
            if all(tensor.is_nonnegative for factor in factors for tensor, _ in factor):
                return [self.factor(factor) for factor in factors]
        return [self.polynomial(where)]

    def _worst_set(self, value: FractionalEvent | ExcessRatio) -> Place:
        """The register of floats for the best event, or the best set of letters."""
        part, mass, delta = (self.polynomial(p) for p in (value.part, value.mass, value.delta))
        others = tuple(i for i in _indices_of([part, mass, delta]) if i not in value.over)
        full = (*others, *value.over)
        spread = [self.step("times", full, (item, self.one), 1.0) for item in (part, mass)]
        kind = "event" if isinstance(value, FractionalEvent) else "excess"
        return self.step(kind, others, (*spread, delta), self._rounding)

    def _contraction(self, value: ContractionCoefficient) -> Place:
        """The register of floats for a contraction coefficient, at a prior or over all.

        The operands are the entries, and the masses of a prior; the number says how many inputs
        there are.
        """
        if value.function != "chi2" and not value.is_over_priors:
            raise Unsupported(f"at a prior {value.words} is known between ends, and is no float")
        entry, mass = self.polynomial(value.entry), self.polynomial(value.mass)
        within = (*value.inputs, *value.outputs)
        others = tuple(i for i in _indices_of([entry, mass]) if i not in within)
        spread = [self.step("times", (*within, *others), (entry, self.one), 1.0)]
        if not value.is_over_priors:
            spread.append(self.step("times", (*value.inputs, *others), (mass, self.one), 1.0))
        return self.step("contraction", others, (*spread,), float(len(value.inputs)))

    def _concentrated(self, value: ConcentratedDivergence) -> Place:
        """The register of floats for the largest divergence over its order."""
        sides = [self.polynomial(value.a), self.polynomial(value.b)]
        others = tuple(i for i in _indices_of(sides) if i not in value.over)
        full = (*value.over, *others)
        spread = [self.step("times", full, (side, self.one), 1.0) for side in sides]
        return self.step("concentrated", others, (*spread,), float(len(value.over)))

    def polynomial(self, polynomial: Polynomial) -> Place:
        """The place in the plan of a polynomial over its free indices; each is read once."""
        if polynomial not in self._places_read:
            self._places_read[polynomial] = self._polynomial(polynomial)
        return self._places_read[polynomial]

    def _polynomial(self, polynomial: Polynomial) -> Place:
        """The register of floats for a polynomial that is not read yet."""
        terms = [(to_float(c), tuple(map(self.factor, monomial))) for monomial, c in polynomial]
        if not terms:
            return self.nothing
        if len(terms) == 1:
            number, places = terms[0]
            if not places:
                return self.one if number == 1 else self.constant(number)
            product = self._product(list(places))
            return product if number == 1 else self._join("times", product, self.one, number=number)
        return self._sum_of_products(terms)

    def factor(self, factor: Factor) -> Place:
        """The register of floats for a closed sum of a product, bound indices summed out."""
        if factor not in self._places_read:
            self._places_read[factor] = self._sum_out_bound(
                [Place(self._register_of(t), i) for t, i in factor]
            )
        return self._places_read[factor]

    def _sum_out_bound(self, operands: list[Place]) -> Place:
        """The register of floats for a product, its bound indices summed one after another.

        The next index is the one whose sum leaves the smallest register: a greedy choice.
        """
        while True:
            bound = {i for item in operands for i in item.indices if i.is_bound}
            if not bound:
                return self._product(operands)
            index = min(bound, key=lambda i: (self._cells(_places_with(i, operands), i), i))
            touching = _places_with(index, operands)
            others = [item for item in operands if index not in item.indices]
            # A step multiplies two operands, so the two that make the smallest register go first.
            while len(touching) > 2:
                left, right = min(combinations(touching, 2), key=self._cells)
                touching = [t for t in touching if t is not left and t is not right]
                touching.append(self._product([left, right]))
            elsewhere = {i for item in others for i in item.indices}
            kept = tuple(i for i in _indices_of(touching) if not i.is_bound or i in elsewhere)
            pair = (*touching, self.one)[:2]
            operands = [*others, self.step("add", kept, pair, 1.0, start=0.0)]

    def _register_of(self, tensor: Tensor) -> int:
        """The plan's register of a tensor; that of a scalar has no axis."""
        if tensor not in self._registers:
            self._registers[tensor] = self._new_register(tensor)
        return self._registers[tensor]

    def _new_register(self, tensor: Tensor) -> int:
        """A new register for a tensor's floats: given in an array, or computed by the program."""
        if tensor.is_delta:
            letters = range(self._size_of(tensor.alphabets[0]))
            eye = tuple(float(a == b) for a in letters for b in letters)
            return self._constant(tensor.alphabets, eye).register
        if tensor.is_size:
            return self.constant(float(self._size_of(tensor.counted))).register
        if tensor in self._defined and tensor.name not in self._names:
            quotient = self._defined[tensor]
            letters_ = [self._size_of(tensor.alphabets[k]) for k in tensor.stochastic]
            operands = (self.polynomial(quotient.total), self.polynomial(quotient.weight))
            uniform = 1 / prod(letters_)
            return self.step("share", quotient.indices, operands, uniform).register
        if tensor.is_exponential and tensor.name not in self._names:
            return self._join("exp", Place(self._register_of(scalar(tensor.number)), ())).register
        if tensor.name not in self.tensors:  # a scalar has several domains, and one register
            self.tensors[tensor.name] = self._register_over(tensor.alphabets)
        return self.tensors[tensor.name]

    def _sum_of_products(self, terms: Sequence[tuple[float, tuple[Place, ...]]]) -> Place:
        """The register of floats for a sum of products of registers, with coefficients."""
        indices = _indices_of([place for _, places in terms for place in places])
        out = Place(self._register_for(indices), indices)
        self.steps.append(Step("fill", out, (), 0.0))
        for number, places in terms:
            while len(places) > 2:
                places = (self._join("times", *places[:2], number=1.0), *places[2:])
            pair = (*places, self.one, self.one)[:2]
            self.steps.append(Step("add", out, pair, number))
        return out

    def _product(self, items: Sequence[Place]) -> Place:
        """The register of floats for a product, whose factors are multiplied one by one."""
        if not items:
            return self.one
        return reduce(lambda a, b: self._join("times", a, b, number=1.0), items)

    def _join(self, kind: str, *items: Place, number: float = 0.0) -> Place:
        """The place in the plan of a new step on these places, over all their indices."""
        return self.step(kind, _indices_of(items), items, number)

    def _register_for(self, indices: Indices) -> int:
        """A new register of the plan with an axis for each index."""
        return self._register_over(tuple(index.alphabet for index in indices))

    def _register_over(self, alphabets: Iterable[str]) -> int:
        """A new register of the plan with an axis for each alphabet."""
        self.shapes.append(tuple(map(self._size_of, alphabets)))
        return len(self.shapes) - 1

    def _constant(self, alphabets: tuple[str, ...], numbers: tuple[float, ...]) -> Place:
        """The register of floats for numbers of the plan's own, each once."""
        key = (alphabets, numbers)
        if key not in self._places_read:
            place = self._places_read[key] = Place(self._register_over(alphabets), ())
            self.constants[place.register] = numbers
        return self._places_read[key]

    def _size_of(self, alphabet: str) -> int:
        """The size at which the plan has an alphabet. Raises InvalidInput if it is missing."""
        if alphabet not in self._sizes:
            raise InvalidInput(f"alphabet {alphabet} has no size here")
        return self._sizes[alphabet]

    def _cells(self, items: Sequence[Place], without: Index | None = None) -> int:
        """The number of entries of a plan's register with all indices of these places but one."""
        return prod(self._size_of(i.alphabet) for i in _indices_of(items) if i != without)


def _places_with(index: Index, operands: Sequence[Place]) -> list[Place]:
    """The registers, among a step's operands that are arrays of floats, that have this index."""
    return [item for item in operands if index in item.indices]


def _indices_of(items: Iterable[Place]) -> Indices:
    """All indices of some places in a plan, sorted."""
    return tuple(sorted({i for item in items for i in item.indices}))


PLACES = ValueRules[Place](
    name="floats",
    ratio=Planner._ratio,
    largest=Planner._extreme,
    smallest=Planner._extreme,
    total=Planner._total,
    larger=Planner._larger,
    weighted=Planner._weighted,
    added=Planner._added,
    log=Planner._log,
    power=Planner._power,
    exceeds=Planner._exceeds,
    fractional_event=Planner._worst_set,
    excess_ratio=Planner._worst_set,
    contraction=Planner._contraction,
    concentrated=Planner._concentrated,
)
"""The steps for each node of a value."""
