"""Forms as SymPy expressions, written as a paper would print them.

E is written exp(eps); masses are p(y), p_1, .. or p_min; a factor is turned so that it is positive
on the domain, and written with the fewest terms that sum_x p(x) = 1 allows; log of a quotient is
split where a logarithm of one polynomial and a multiple of eps are left. For a and d that are not
negative on the domain

    max(a/d, b/d)  =  max(a, b)/d          max(a/c, a/d)  =  a/min(c, d)          max(f, -f)  =  |f|

Sums over letters, and outcomes in order:

    Sum((1 + (exp(eps) - 1)*p(y))*log(1 + (exp(eps) - 1)*p(y)), (y, 1, k))
    sum_j  ratio(j) min(mass(j), max(0, delta - sum_{i < j} mass(i)))

Factors that do not depend on the letter stand in front. Letters of the secret count from 1, those
with a name of their own first; outcomes count from 1 without those that have a name. In an order j
counts letters by their masses s(1) <= s(2) <= .., or is the number of letters of an outcome; then
binomial(k - 1, j - 1) outcomes with a given letter have j of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.closed_forms.forms.form import (
    AtExtremeMass,
    Elementary,
    ExtremeForm,
    Form,
    InfiniteForm,
    InfiniteWhere,
    LetterSum,
    LogForm,
    OrderedEvent,
    PowerForm,
    Rational,
    Stage,
    StepForm,
    WeightedSum,
    functions_of,
)
from pmlsym.closed_forms.forms.form_sums import terms_of
from pmlsym.closed_forms.forms.frame import COUNT, SORTED, Extremal, Frame
from pmlsym.closed_forms.forms.rational_functions import length_of, places_in, turned_factors
from pmlsym.closed_forms.forms.short_expressions import (
    part_taken,
    shortest_coefficient,
    shortest_collected,
    without_powers_of_exp,
)
from pmlsym.errors import Unsupported
from pmlsym.mechanism_families.parameter import PowerOf
from pmlsym.numbers.conversion import fraction_of, sympy_of

POSITIVE = (">", ">=")
FEW, SHORT = 4, 40  # SymPy compares the arguments of a maximum in pairs, and at length


class Presentation:
    """Writes the forms of one frame."""

    def __init__(self, frame: Frame, sign: Callable[[PolyElement], str | None]):
        self.frame = frame
        self.sign = sign
        self.masses: set[Any] = set()
        self._bounds = {}
        for tensor, parameter in frame.content.parameters.items():
            symbol = self._symbol_of(tensor)
            if symbol is not None:
                self._bounds[symbol] = (parameter.low, parameter.high)
        self._shown: dict[PolyElement, sympy.Expr] = {}
        self._in_first_masses = False
        self.symbols: list[sympy.Expr | None] = [None] * len(frame.field.gens)
        powers = []
        for key, generator in frame.generator.items():
            place = frame.field.gens.index(generator)
            if isinstance(key, Tensor) and isinstance(frame.content.definitions.get(key), PowerOf):
                powers.append((place, key))
            elif self.symbols[place] is None:
                self.symbols[place] = self._symbol_of(key)
        for place, key in powers:
            self.symbols[place] = self._symbol_of(key)
        self._shown.clear()
        self.masses = self._mass_symbols()

    def show(self, form: Form) -> sympy.Expr:
        """The SymPy expression that shows a closed form."""
        match form:
            case Rational(value):
                return self.rational(value)
            case InfiniteForm():
                return sympy.oo
            case ExtremeForm():
                return self._extremum(form)
            case WeightedSum(terms):
                return sympy.Add(*(self._weighted_form(w, b) for w, b in terms))
            case LetterSum():
                return self._sum_over_case(form)
            case OrderedEvent():
                return self._event_in_order(form)
            case Elementary(expr):
                return expr
            case AtExtremeMass():
                return self._in_first_mass(self.rational, form)
            case LogForm(body):
                return self._log_of(body)
            case PowerForm():
                return self._power_of(form)
            case InfiniteWhere():
                return self._infinite_where(form, form.body)
        return self._weighted_form(self.frame.field.one, form)  # a step

    def _log_of(self, body: Form) -> sympy.Expr:
        """The SymPy expression of a closed form's logarithm."""
        match body:
            case Rational(value):
                return self.logarithm(value)
            case AtExtremeMass():
                return self._in_first_mass(self.logarithm, body)
            case ExtremeForm():
                return self._log_of_extreme(body)
            case PowerForm(inner, exponent):
                return self.rational(exponent) * self._log_of(inner)
            case InfiniteWhere(_, _, inner):
                return self._infinite_where(body, LogForm(inner))
        shown = self.show(body)
        return sympy.log(shown, evaluate=not shown.has(sympy.Sum))  # of sums SymPy learns nothing

    def _infinite_where(self, form: InfiniteWhere, body: Form) -> sympy.Expr:
        """A closed form that is infinite in places, as a SymPy Piecewise of two pieces."""
        condition = sympy.Gt(self.rational(form.above), self.rational(form.level))
        return sympy.Piecewise((sympy.oo, condition), (self.show(body), True))

    def _power_of(self, form: Form) -> sympy.Expr:
        """A closed form's power in SymPy, factor by factor where signs are known."""
        powers = self._factors_to_powers(form)
        if powers is None:
            match form:
                case PowerForm(body, exponent):
                    return self.show(body) ** self.rational(exponent)
                case WeightedSum(((weight, body),)):
                    return self.rational(weight) * self.show(body)
        each = (b ** sympy.factor_terms(sympy.expand(e)) for b, e in (powers or {}).items())
        return sympy.Mul(*map(without_powers_of_exp, each))

    def _factors_to_powers(self, form: Form) -> dict[sympy.Expr, sympy.Expr] | None:
        """SymPy factors, with powers, of a closed form; None if it is not a product."""
        match form:
            case Rational(value):
                c, factors = turned_factors(value, self.sign)
                if c <= 0 or any(sign is None for _, _, sign in factors):
                    return None
                shown = [(self.polynomial(factor), sympy.Integer(n)) for factor, n, _ in factors]
                return dict([(sympy_of(c), sympy.Integer(1)), *shown])
            case PowerForm(body, exponent):
                inner, power = self._factors_to_powers(body), self.rational(exponent)
                return inner and {base: power * each for base, each in inner.items()}
            case WeightedSum(((weight, body),)):
                both = [self._factors_to_powers(part) for part in (Rational(weight), body)]
                whole: dict[sympy.Expr, sympy.Expr] = {}
                for base, power in (pair for part in both if part for pair in part.items()):
                    whole[base] = whole.get(base, sympy.Integer(0)) + power
                return None if None in both else whole
        return None

    def _weighted_form(self, weight: FracElement, body: Form) -> sympy.Expr:
        """A weight times a closed form in SymPy; of a step, a choice of two pieces."""
        if isinstance(body, PowerForm):
            return self._power_of(WeightedSum(((weight, body),)))
        if not isinstance(body, StepForm):
            c, above, below = self._positive_factors(weight)
            factors = [self.polynomial(f) ** n for f, n in above]
            factors += [self.polynomial(f) ** -n for f, n in below]
            return sympy.Mul(c, *factors, self.show(body))
        level = self.show(LogForm(body.level))
        condition = sympy.Lt(level, self.show(LogForm(body.body)))
        return sympy.Piecewise((self.rational(weight), condition), (0, True))

    def rational(self, value: FracElement) -> sympy.Expr:
        """A closed form's rational function in SymPy, its two parts factored."""
        c, above, below = self._positive_factors(value)
        top = [self.polynomial(f) ** n for f, n in above]
        return sympy.Mul(c, *top, *(self.polynomial(f) ** -n for f, n in below))

    def logarithm(self, value: FracElement) -> sympy.Expr:
        """The SymPy logarithm of a closed form's positive rational function."""
        if not value:
            return -sympy.oo
        c, above, below = self._positive_factors(value)
        power, exponents = sympy.Integer(0), []
        for sign, factors in ((1, above), (-1, below)):
            for factor, n in list(factors):
                shown = self.polynomial(factor)
                if isinstance(shown, sympy.exp):
                    exponents.append((sign, (factor, n), shown.args[0]))
        rest_above = [f for f in above if (1, f) not in [(s, g) for s, g, _ in exponents]]
        rest_below = [f for f in below if (-1, f) not in [(s, g) for s, g, _ in exponents]]
        if not (rest_above and rest_below) and (c == 1 or not (rest_above or rest_below)):
            power = sympy.Add(*(s * n * e for s, (_, n), e in exponents))
            above, below = rest_above, rest_below
        top = sympy.Mul(c.p, *(self.polynomial(f) ** n for f, n in above))
        bottom = sympy.Mul(c.q, *(self.polynomial(f) ** n for f, n in below))
        if top == 1:
            return power - sympy.log(bottom)
        return power + sympy.log(top / bottom)

    def _in_first_mass(
        self, show: Callable[[FracElement], sympy.Expr], form: AtExtremeMass
    ) -> sympy.Expr:
        """A closed form shown in the mass at its place, even if another way is shorter."""
        kept, self._shown, self._in_first_masses = self._shown, {}, True
        shown = show(form.value)
        self._shown, self._in_first_masses = kept, False
        return self._at_extreme_mass(form, shown)

    def _positive_factors(
        self, value: FracElement
    ) -> tuple[sympy.Rational, list[tuple[PolyElement, int]], list[tuple[PolyElement, int]]]:
        """A rational and the factors above and below in a closed form, each positive."""
        if not value:
            return sympy.Integer(0), [], []
        c, factors = turned_factors(value, self.sign)
        above = [(f, n) for f, n, _ in factors if n > 0]
        return sympy_of(c), above, [(f, -n) for f, n, _ in factors if n < 0]

    def polynomial(self, polynomial: PolyElement) -> sympy.Expr:
        """A closed form's polynomial in SymPy, collected by masses, in fewest terms."""
        if polynomial not in self._shown:
            self._shown[polynomial] = self._shortest_polynomial(polynomial)
        return self._shown[polynomial]

    def _shortest_polynomial(self, polynomial: PolyElement) -> sympy.Expr:
        """A closed form's polynomial in SymPy, in the masses that make it shortest."""
        best, symbols = polynomial, list(self.symbols)
        for prior, count in self.frame.priors.items():
            if count is None or count < 2 or self._in_first_masses:
                continue
            places = [self.frame.keys.index((prior, k)) for k in range(count - 1)]
            if not places_in(self.frame.field(polynomial)) & set(places):
                continue
            gens = self.frame.ring.gens
            for place in places:
                whole = 1 - sum((gens[k] for k in places), self.frame.ring.zero)
                other = polynomial.compose(gens[place], whole)
                if length_of(other) < length_of(best):
                    best, symbols = other, list(self.symbols)
                    symbols[place] = self.last_mass(prior)
        expression = sympy.Add(
            *(
                sympy_of(c) * sympy.Mul(*(s**n for s, n in zip(symbols, powers, strict=False) if n))
                for powers, c in best.terms()
            )
        )
        masses = [
            s
            for s in expression.free_symbols | expression.atoms(sympy.Function)
            if s in self.masses
        ]
        if masses:
            ordered = sorted(masses, key=str)
            terms = sympy.collect(expression, ordered, evaluate=False)
            constant = shortest_coefficient(terms.pop(sympy.S.One, sympy.Integer(0)))
            return constant + sympy.Add(*(m * self._mass_coefficient(c) for m, c in terms.items()))
        shown = shortest_collected(expression)
        return (
            sympy.powsimp(shown, deep=True, combine="exp") if self.frame.content.counts else shown
        )

    def _mass_coefficient(self, expression: sympy.Expr) -> sympy.Expr:
        """A mass's coefficient in a closed form, its minus sign in front if not positive."""
        shown = shortest_coefficient(expression)
        parts = sympy.Add.make_args(expression)
        if len(parts) < 2:
            return shown
        most = Fraction(0)
        for part in parts:
            c, rest = part.as_coeff_Mul()
            low, high = self._bounds.get(rest, (None, None)) if rest != 1 else (1, 1)
            end = high if c > 0 else low
            if end is None or not c.is_Rational:
                return shown
            most += fraction_of(c) * end
        return (
            sympy.Mul(-1, shortest_coefficient(-expression), evaluate=False) if most <= 0 else shown
        )

    def last_mass(self, prior: Tensor) -> sympy.Symbol:
        """The SymPy symbol of the prior mass that a closed form has as 1 minus the others."""
        return sympy.Symbol(f"p{self.frame.priors[prior]}")

    def _mass_symbols(self) -> set[Any]:
        """The SymPy symbols in a closed form that are prior masses."""
        symbols = {
            s
            for s, key in zip(self.symbols, self.frame.keys, strict=False)
            if key not in self.frame.content.parameters and not isinstance(s, sympy.exp)
        }
        return {s for s in symbols if s is not None} | {
            self.last_mass(p) for p, count in self.frame.priors.items() if count
        }

    def _symbol_of(self, key: Any) -> sympy.Expr | None:
        """The SymPy symbol in which a closed form shows a generator, or None."""
        content = self.frame.content
        if isinstance(key, Tensor) and key in content.parameters:
            parameter = content.parameters[key]
            symbol = sympy.Symbol(parameter.name)
            scale = sympy_of(parameter.scale)
            return sympy.exp(scale * symbol) if parameter.is_exponent else symbol
        if isinstance(key, Tensor) and key in content.derived:
            return sympy.binomial(*map(sympy.Symbol, content.derived[key].choose))
        if isinstance(key, Tensor) and isinstance(content.definitions.get(key), PowerOf):
            power = content.definitions[key]
            assert isinstance(power, PowerOf)
            base = self.rational(self.frame.ratio(power.base))
            shown = base ** self.rational(self.frame.convert(power.exponent))
            return without_powers_of_exp(shown) if power.grows else shown
        if isinstance(key, Extremal):
            counted = not any(t in self.frame.priors for t, _ in key.factor)
            name = COUNT if counted else self._mass_name(key.factor)
            return sympy.Symbol(f"{name}_{'max' if key.largest else 'min'}")
        if isinstance(key, tuple) and not isinstance(key, Factor):
            return sympy.Symbol(f"p{key[1] + 1}")
        if isinstance(key, Factor) and key[0][0] in content.weights:
            return self._outcome_weight(key)
        if isinstance(key, Factor) and any(i.is_bound for _, indices in key for i in indices):
            return self._sum_symbol(key)
        if isinstance(key, Factor):
            letters = [i for _, indices in key for i in indices if not i.is_bound]
            names = (sympy.Symbol(i.name) for i in letters)
            return sympy.Function(self._mass_name(key))(*names)
        return None

    def _outcome_weight(self, key: Factor) -> sympy.Expr:
        """An outcome's weight in a closed form, by how many letters go with it, in SymPy."""
        ((tensor, indices),) = key
        weights = self.frame.content.weights[tensor]
        count = sympy.Function(COUNT)(sympy.Symbol(indices[0].name))
        inside = self.rational(self.frame.ratio(weights.inside))
        outside = self.rational(self.frame.ratio(weights.outside))
        many = self.rational(self.frame.convert(weights.letters))
        return inside**count * outside ** (many - count)

    def _sum_symbol(self, key: Factor) -> sympy.Expr:
        """A closed form's symbol for the mass or the number of letters, or a sum over them."""
        priors, incidences = self.frame.priors, self.frame.content.incidences
        outcomes = [i for t, indices in key if t in incidences for i in indices[1:]]
        weighed = sum(1 for t, _ in key if t in priors)
        if len(outcomes) == 1 and not outcomes[0].is_bound and len(key) == 1 + weighed <= 2:
            name = self._mass_name(key) if weighed else COUNT
            return sympy.Function(name)(sympy.Symbol(outcomes[0].name))
        bound = sorted({i for _, indices in key for i in indices if i.is_bound})
        names = {i: sympy.Symbol("xyzuv"[k]) for k, i in enumerate(bound)}
        terms = [
            sympy.Function("p" if t in priors else t.name)(
                *(names.get(i, sympy.Symbol(i.name)) for i in indices)
            )
            for t, indices in key
        ]
        limits = [(names[i], 1, self.rational(self.frame.scalar(size(i.alphabet)))) for i in bound]
        return sympy.Sum(sympy.Mul(*terms), *limits)

    def _mass_name(self, factor: Any) -> str:
        """The name that a closed form gives to the masses of a factor, such as p."""
        for tensor, _ in factor:
            if tensor in self.frame.content.incidences:
                return self.frame.content.incidences[tensor].mass
        return "p"

    # --- extremes -----------------------------------------------------------------------------

    def _extremum(self, form: ExtremeForm) -> sympy.Expr:
        """A closed form's maximum or minimum in SymPy, its common factor in front."""
        front, inner = self._common_factor(form)
        return inner if front is None else self.rational(front) * inner

    def _log_of_extreme(self, form: ExtremeForm) -> sympy.Expr:
        """The log of a closed form's extremum in SymPy, a common exponential in front."""
        front, inner = self._common_factor(form)
        if front is None:
            return sympy.log(inner)
        if isinstance(inner, sympy.Pow):
            outer = self.logarithm(front)
            if not outer.has(sympy.log):
                return outer - sympy.log(1 / inner)
        return sympy.log(self.rational(front) * inner)

    def _at_extreme_mass(self, form: AtExtremeMass, shown: sympy.Expr) -> sympy.Expr:
        """A closed form's expression in one mass, written at the least or largest one."""
        masses = [self.polynomial(mass.numer) for mass in form.masses]
        kinds = (sympy.Min, sympy.Max) if form.least else (sympy.Max, sympy.Min)
        extreme, other = (kind(*masses) for kind in kinds)
        symbol = self.symbols[form.place]
        assert symbol is not None
        if form.is_of_two:
            rest, own = sympy.Dummy(), sympy.Dummy()
            shown = shown.subs({1 - symbol: rest, symbol - 1: -rest}).subs(symbol, own)
            return shown.subs({rest: other, own: extreme}, simultaneous=True)
        return shown.subs(symbol, extreme)

    def _common_factor(self, form: ExtremeForm) -> tuple[FracElement | None, sympy.Expr]:
        """The common factor of a closed form's extremum, or None, and the rest in SymPy."""
        kind = sympy.Max if form.largest else sympy.Min
        values = [body.value for body in form.bodies if isinstance(body, Rational)]
        if len(values) == 2 and values[0] == -values[1] and form.largest:
            return None, sympy.Abs(self.rational(values[0]))
        sign, field = self.sign, self.frame.field
        if len(values) == len(form.bodies) and all(values):
            parts = [self._positive_quotient(value) for value in values]
            above, below = parts[0]
            same = all(b == below for _, b in parts) and not below.is_ground
            if same and sign(below) in POSITIVE:
                shown = [self.rational(field(a)) for a, _ in parts]
                return 1 / field(below), _extremum_of(kind, shown)
            same = all(a == above and sign(b) in POSITIVE for a, b in parts)
            if same and sign(above) in POSITIVE:
                shown = [self.rational(field(b)) for _, b in parts]
                other = sympy.Min if form.largest else sympy.Max
                return field(above), 1 / _extremum_of(other, shown)
        return None, _extremum_of(kind, [self.show(body) for body in form.bodies])

    def _positive_quotient(self, value: FracElement) -> tuple[PolyElement, PolyElement]:
        """Numerator and denominator of a closed form's value, the latter not negative."""
        if self.sign(value.denom) in ("<", "<="):
            return -value.numer, -value.denom
        return value.numer, value.denom

    # --- sums over letters, and outcomes in order ---------------------------------------------

    def _sum_over_case(self, form: LetterSum) -> sympy.Expr:
        """A closed form's sum over the letters of one case, in SymPy."""
        frame = self.frame
        places = _generators_of_letters(frame, form.letters)
        groups: dict[FracElement, list[Any]] = {}
        one = Rational(frame.field.one)
        for weight, body in terms_of(form.body, frame):
            if isinstance(body, Rational):
                weight, body = weight * body.value, one
            front, inside = self._factors_by_dependence(weight, places)
            groups.setdefault(front, []).append((inside, body))
        subsets = _alphabet_of_subsets(frame, form)
        shown = []
        for front, terms in groups.items():
            summand = self.show(WeightedSum(tuple(terms)))
            if subsets is not None:
                j, letter = sympy.Symbol("j"), sympy.Symbol(form.letters[0].name)
                summand = summand.subs(sympy.Function(COUNT)(letter), j)
                many = self.rational(frame.scalar(size(subsets)))
                whole = sympy.Sum(sympy.binomial(many, j) * summand, (j, 1, many))
            else:
                whole = self._sum_over_letters(form, summand)
            shown.append(self.rational(front) * whole)
        return sympy.Add(*shown)

    def _event_in_order(self, form: OrderedEvent) -> sympy.Expr:
        """A closed form's event in SymPy, which ordered outcomes fill one after another."""
        j, i = sympy.symbols("j i")
        room, before, terms = self.rational(form.room), sympy.Integer(0), []
        for stage in form.stages:
            ratio, mass = (
                self._at_place_in_order(form, stage, value)
                for value in (stage.part / stage.mass, stage.mass)
            )
            if not stage.letters:
                terms.append(ratio * part_taken(mass, room - before))
                before = before + mass
                continue
            many, low, high = self._stage_range(form, stage)
            mass = many * mass
            earlier = before + sympy.Sum(mass.subs(j, i), (i, low, j - 1))
            terms.append(sympy.Sum(ratio * part_taken(mass, room - earlier), (j, low, high)))
            before = before + sympy.Sum(mass.subs(j, i), (i, low, high))
        return sympy.Add(*terms)

    def _sum_over_letters(self, form: LetterSum, summand: sympy.Expr) -> sympy.Expr:
        """A closed form's sum of a summand over distinct letters, in SymPy."""
        outer = [
            i for i in form.case.distinct if i not in (*form.letters, *self.frame.distinguished)
        ]
        if any({*at} & {*form.letters} and {*at} & {*outer} for (_, at), _ in form.case.truths):
            raise Unsupported("which letters go with an outcome decides; give the sizes")
        symbols = [sympy.Symbol(letter.name) for letter in form.letters]
        for k, symbol in enumerate(symbols):
            for other in symbols[:k]:
                if form.letters[k].alphabet == form.letters[symbols.index(other)].alphabet:
                    summand = sympy.Piecewise((summand, sympy.Ne(symbol, other)), (0, True))
        limits = [self._summation_limits(letter, form) for letter in form.letters]
        met = [i for i in outer if i.alphabet in {letter.alphabet for letter in form.letters}]
        if met and len(symbols) > 1:
            raise Unsupported(
                "sums over several letters apart from others have no closed form here"
            )
        left_out = (summand.subs(symbols[0], sympy.Symbol(i.name)) for i in met)
        return sympy.Sum(summand, *limits) - sympy.Add(*left_out)

    def _summation_limits(self, letter: Index, form: LetterSum) -> tuple[Any, Any, Any]:
        """A letter's symbol in a closed form's sum, with its first and last number."""
        frame = self.frame
        many = self.rational(frame.scalar(size(letter.alphabet)))
        apart = sum(
            i in frame.distinguished and i.alphabet == letter.alphabet for i in form.case.distinct
        )
        symbol = sympy.Symbol(letter.name)
        if any(prior.alphabets == (letter.alphabet,) for prior in frame.priors):
            return symbol, apart + 1, many
        return symbol, 1, many - apart

    def _factors_by_dependence(
        self,
        weight: FracElement,
        places: set[int],
    ) -> tuple[FracElement, FracElement]:
        """A closed form's factors without the summed letters, and those with them."""
        frame = self.frame
        c, factors = turned_factors(weight, self.sign)
        front, inside = frame.field(c), frame.field.one
        for factor, power, _ in factors:
            value = frame.field(factor) ** power
            depends = places & places_in(value)
            front, inside = (front, inside * value) if depends else (front * value, inside)
        return front, inside

    def _stage_range(
        self, form: OrderedEvent, stage: Stage
    ) -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
        """How many outcomes have number j in a closed form's order, and j's two ends."""
        frame, j = self.frame, sympy.Symbol("j")
        (letter,) = form.letters
        letters = self.rational(frame.scalar(size(letter.alphabet)))
        if form.least is not None:
            return sympy.Integer(1), sympy.Integer(2), letters
        inside = any(t for (b, _), t in stage.case.truths if b in frame.content.incidences)
        if inside:
            return sympy.binomial(letters - 1, j - 1), sympy.Integer(1), letters
        return sympy.binomial(letters - 1, j), sympy.Integer(1), letters - 1

    def _at_place_in_order(
        self, form: OrderedEvent, stage: Stage, value: FracElement
    ) -> sympy.Expr:
        """A function of an outcome in a closed form, written as one of its number j."""
        shown, j = self.rational(value), sympy.Symbol("j")
        outcomes = {letter.name for letter in stage.letters}

        def numbered(applied: AppliedUndef) -> sympy.Expr:
            """The count n(j) or sorted mass s(j) for a closed form's function of a letter."""
            place = j if str(applied.args[0]) in outcomes else sympy.Integer(1)
            return place if applied.func.__name__ == COUNT else sympy.Function(SORTED)(place)

        return shown.replace(lambda e: isinstance(e, AppliedUndef), numbered)


def _generators_of_letters(frame: Frame, letters: Sequence[Index]) -> set[int]:
    """The places of a closed form's generators that depend on the given letters."""
    return {
        frame.field.gens.index(generator)
        for key, generator in frame.generator.items()
        if isinstance(key, Factor) and any(i in letters for _, indices in key for i in indices)
    }


def _alphabet_of_subsets(frame: Frame, form: LetterSum) -> str | None:
    """The alphabet whose subsets a closed form sums over, if only their sizes matter, or None."""
    if len(form.letters) > 1:
        return None
    used = places_in(*functions_of(form.body)) & _generators_of_letters(frame, form.letters)
    alphabets: set[str] = set()
    for key, generator in frame.generator.items():
        if frame.field.gens.index(generator) not in used or not isinstance(key, Factor):
            continue
        tensor, indices = key[0]
        incidence = frame.content.incidences.get(tensor)
        if incidence is not None and len(key) == 1 and incidence.singletons:
            alphabets.add(indices[0].alphabet)
        elif tensor not in frame.content.weights:
            return None
    return alphabets.pop() if len(alphabets) == 1 else None


def _extremum_of(kind: Any, shown: list[sympy.Expr]) -> sympy.Expr:
    """The SymPy Max or Min of a closed form, which SymPy simplifies where that is quick."""
    quick = len(shown) < FEW and sum(sympy.count_ops(one) for one in shown) < SHORT
    return kind(*shown, evaluate=quick)
