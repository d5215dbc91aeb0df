"""Values at every n where the letters are counts 0 .. n, resolved into forms.

Counts are told apart by their order: some are equal, some are 0 or n, and between neighbours there
is a gap of s >= 0 further counts, which is kept as h = t^s >= 1, t being the base of the entries.
So t^|x-y| is a product of t and of the h of the gaps between, and an entry is a rational function.

    x = 0, y inside:    t^|x-y| = t h1,      t^n = t^2 h1 h2           (n >= 2)

A largest value over counts is claimed at letters that are 0 or n, that are letters already known,
or at which all gaps but one are empty; it is proved, by signs of polynomials for all h >= 1, that
it is at least the value in every order of the letters. In a sum over the counts of a gap

    sum_{j=0}^{s-1}  (t^j)^a (t^(s-1-j))^b   =   (h^a - h^b) / (t^a - t^b)          a /= b
                                             =   s h^a / t^a                        a = b
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.form import ExtremeForm, Form, InfiniteForm, LogForm, Rational
from pmlsym.closed_forms.forms.frame import Constraint, Frame
from pmlsym.closed_forms.forms.rational_functions import Cone, function_at, sum_of_products
from pmlsym.closed_forms.resolvers.rules_at_any_size import WITHOUT_FORM
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import Refused, ValueRules

ROOT = 0
"""The gap between 0 and n before any letter lies in it."""

FEW = 3
"""The most terms of a polynomial that is given to a solver: coefficients prove the others."""

NOT_KNOWN = "no closed form is known at every n: give n, and there is one"


@dataclass(frozen=True)
class CountCase:
    """The order of letters: the block of each, from that of 0 to that of n, and the gaps between.

    A gap is the number of its generator, or None where it is empty. `steps` say what the generator
    of a gap became when a letter was put into it, or when it was found empty.
    """

    blocks: tuple[tuple[Index, int], ...] = ()
    gaps: tuple[int | None, ...] = (ROOT,)
    steps: tuple[tuple[int, FracElement], ...] = ()
    taken: int = 1

    def block(self, letter: Index) -> int:
        """The block of equal counts with a closed form's letter; Unsupported if not known."""
        blocks = dict(self.blocks)
        if letter not in blocks:
            raise Unsupported(f"which count {letter} is, is not known: {NOT_KNOWN}")
        return blocks[letter]


class EveryCount:
    """Resolves values into forms, over counts 0 .. n with n open."""

    def __init__(self, frame: Frame, facts: Sequence[Constraint]):
        self.frame = frame
        self.used: list[Any] = []
        self.needs: dict[str, int] = {}
        self.within: list[PolyElement] = []
        self.entries, *others = {e.base: e for e in frame.content.counts.values()}.values()
        if others:
            raise Unsupported(f"powers of two scalars have no common base; {NOT_KNOWN}")
        self.base = frame.scalar(self.entries.base)
        (size,) = (p for p in frame.content.parameters.values() if p.name == self.entries.last)
        self.size = size
        self.last = frame.scalar(size.tensor)
        power = next(t for t, d in frame.content.definitions.items() if getattr(d, "grows", 0))
        self.whole = frame.scalar(power)
        self.prover = self._make_prover(facts)

    def _make_prover(self, facts: Sequence[Constraint]) -> Prover:
        """The prover of closed forms on counts, where all generators of gaps are at least 1."""
        frame = self.frame
        ones = [frame.generator[k] for k in frame.keys if isinstance(k, int)] + [self.whole]
        parameters = frame.content.parameters
        lows = [parameters[k].low if k in parameters else Fraction(1) for k in frame.keys]
        least = [((one - 1).numer, ">=") for one in ones]
        above = (self.whole - self.base).numer
        places = zip(frame.field.gens, frame.ranges(), strict=True)
        ranges = [(1.0, 5.0) if generator in ones else usual for generator, usual in places]
        constraints = [*frame.domain, *facts, *least, (above, ">=")]
        cone = Cone(tuple(lows))
        return Prover(constraints, frame.ring.ngens, ranges, cone, most_terms=FEW)

    def extreme_mass_domain(self) -> list[Constraint]:
        """An empty list, as closed forms on counts 0 .. n have no masses of letters."""
        return []

    def assumptions(self) -> list[str]:
        """The least n at which a closed form's letters exist, as text, if n may be smaller."""
        least = max(self.needs.values(), default=0) - 1
        return [f"{self.size.name} >= {least}"] if least > (self.size.low or 0) else []

    def form(self, value: Value) -> Form | None:
        """The closed form of a value on counts 0 .. n; None if nothing counts."""
        form = self.resolve(value, CountCase())
        match form:
            case Rational(inner):
                return Rational(self._in_whole(inner))
            case ExtremeForm(bodies, largest):
                inner = (self._in_whole(b.value) for b in bodies if isinstance(b, Rational))
                return ExtremeForm(tuple(map(Rational, inner)), largest)
            case LogForm(Rational(inner)):
                return LogForm(Rational(self._in_whole(inner)))
        return form

    def _in_whole(self, value: FracElement) -> FracElement:
        """A closed form's function with t^n in the place of the gap between 0 and n."""
        return function_at(value, self.gap(ROOT), self.whole / self.base)

    def resolve(self, value: Value, case: CountCase) -> Form | None:
        """The closed form of a value in one order of its counts; None if nothing counts."""
        return AT_EVERY_COUNT.of(value)(self, value, case)

    # --- letters --------------------------------------------------------------------------------

    def gap(self, number: int | None) -> FracElement:
        """The generator h = t^s >= 1 of a gap of s counts in a closed form; 1 if empty."""
        return self.frame.field.one if number is None else self.frame.generator[number]

    def cases_of(self, case: CountCase, over: Sequence[Index]) -> Iterator[CountCase]:
        """Every order of further letters among the counts that a closed form has."""
        if not over:
            yield case
            return
        for further in self._with_letter(case, over[0]):
            yield from self.cases_of(further, over[1:])

    def _with_letter(self, case: CountCase, letter: Index) -> Iterator[CountCase]:
        """A closed form's cases with one more count: equal to one, or alone in a gap."""
        for block in range(len(case.gaps) + 1):
            blocks = (*case.blocks, (letter, block))
            yield CountCase(blocks, case.gaps, case.steps, case.taken)
        for place, gap in enumerate(case.gaps):
            if gap is None:
                continue
            left, right = case.taken, case.taken + 1
            if right not in self.frame.generator:
                raise Unsupported("there are more letters than are foreseen")
            moved = tuple((i, b + (b > place)) for i, b in case.blocks)
            yield CountCase(
                (*moved, (letter, place + 1)),
                (*case.gaps[:place], left, right, *case.gaps[place + 1 :]),
                (*case.steps, (gap, self.base * self.gap(left) * self.gap(right))),
                right + 1,
            )

    def _case_of_neighbours(self, case: CountCase, where: Polynomial) -> CountCase | None:
        """A closed form's case with letters as neighbouring counts; None if they cannot be."""
        for tensor, indices in where.atoms():
            if tensor not in self.frame.content.neighbours:
                continue
            one, other = sorted(map(case.block, indices))
            if other != one + 1:
                return None
            gap = case.gaps[one]
            if gap is not None:
                gaps = (*case.gaps[:one], None, *case.gaps[other:])
                steps = (*case.steps, (gap, self.frame.field.one))
                case = CountCase(case.blocks, gaps, steps, case.taken)
        return case

    def _in_inner_case(self, value: FracElement, outer: CountCase, case: CountCase) -> FracElement:
        """A closed form's function in the generators of a case with more letters."""
        for gap, new in case.steps[len(outer.steps) :]:
            value = function_at(value, self.gap(gap), new)
        return value

    # --- polynomials ----------------------------------------------------------------------------

    def function_of(self, polynomial: Polynomial, case: CountCase) -> FracElement:
        """A polynomial as a closed form's rational function, in one order of counts."""
        return sum_of_products(
            self.frame.field,
            (
                (self.frame.field.domain(c.numerator, c.denominator), factors)
                for monomial, c in polynomial
                for factors in [[self._factor_value(factor, case) for factor in monomial]]
            ),
        )

    def _factor_value(self, factor: Factor, case: CountCase) -> FracElement:
        """A factor summed over the counts it binds, as a closed form's function."""
        bound = sorted({i for _, indices in factor for i in indices if i.is_bound})

        def product(further: CountCase) -> FracElement:
            """The factor's product at one order of its counts, as a closed form's function."""
            value = self.frame.field.one
            for each in factor:
                value = value * self._atom_value(*each, further)
            return value

        return self._sum_over(bound, case, product)

    def _atom_value(
        self, tensor: Tensor, indices: tuple[Index, ...], case: CountCase
    ) -> FracElement:
        """A tensor at counts in an order, as a closed form's rational function."""
        if not indices:
            return self.frame.scalar(tensor)
        blocks = [case.block(i) for i in indices]
        if tensor.is_delta:
            return self.frame.field(int(blocks[0] == blocks[1]))
        if tensor in self.frame.content.neighbours:
            one, other = sorted(blocks)
            return self.frame.field(int(other == one + 1 and case.gaps[one] is None))
        if tensor not in self.frame.content.counts:
            raise Unsupported(
                f"under an unknown {tensor} there is a closed form at each n, and none is known at "
                "every n: give n, or the uniform prior"
            )

        def power(one: int, other: int) -> FracElement:
            """t to the distance of two counts, by the gaps between them in a closed form."""
            between = case.gaps[min(one, other) : max(one, other)]
            value = self.base ** len(between)
            for gap in between:
                value = value * self.gap(gap)
            return value

        entry, (x, y) = self.frame.content.counts[tensor].entry, blocks
        above, below = entry(self.base, power, x, y, len(case.gaps))
        return above / below

    # --- sums -----------------------------------------------------------------------------------

    def _sum_over(
        self, over: Sequence[Index], case: CountCase, value: Callable[[CountCase], FracElement]
    ) -> FracElement:
        """The sum of a closed form's function over all orders of further counts."""
        if not over:
            return value(case)
        total = self.frame.field.zero
        for further in self._with_letter(case, over[0]):
            inner = self._sum_over(over[1:], further, value)
            if len(further.gaps) > len(case.gaps):
                inner = self._sum_over_gap(inner, case, further)
            total = total + inner
        return total

    def _sum_over_gap(self, inner: FracElement, case: CountCase, further: CountCase) -> FracElement:
        """A closed form's geometric sum over the places of a count inside a gap."""
        gap = further.steps[-1][0]
        gens = self.frame.field.gens
        left, right = (gens.index(self.gap(further.taken - k)) for k in (2, 1))
        ((low, below), *more) = self._by_powers(inner.denom, left, right).items()
        if more:
            raise Unsupported(NOT_KNOWN)
        h, total = self.gap(gap), self.frame.field.zero
        for powers, above in self._by_powers(inner.numer, left, right).items():
            a, b = powers[0] - low[0], powers[1] - low[1]
            if a == b:
                many = self._counts_in_gap(gap) * h**a / self.base**a
            else:
                many = (h**a - h**b) / (self.base**a - self.base**b)
            total = total + above * many
        return total / below

    def _by_powers(
        self, polynomial: PolyElement, left: int, right: int
    ) -> dict[tuple[int, int], FracElement]:
        """The coefficients of a closed form's polynomial by powers of two gaps' generators."""
        parts: dict[tuple[int, int], dict[tuple[int, ...], Any]] = {}
        for powers, c in polynomial.terms():
            rest = tuple(0 if k in (left, right) else power for k, power in enumerate(powers))
            parts.setdefault((powers[left], powers[right]), {})[rest] = c
        field, ring = self.frame.field, self.frame.ring
        return {powers: field(ring(part)) for powers, part in parts.items()}

    def _counts_in_gap(self, gap: int) -> FracElement:
        """The number of counts inside a closed form's gap, where it is known."""
        if gap != ROOT:
            raise Unsupported(NOT_KNOWN)
        return self.last - 1

    # --- values ---------------------------------------------------------------------------------

    def _ratio_form(self, value: Ratio, case: CountCase) -> Form | None:
        """The closed form of a ratio: infinite at a/0, None at 0/0."""
        above = self.function_of(value.numerator, case)
        below = self.function_of(value.denominator, case)
        if not below:
            return InfiniteForm() if above else None
        return Rational(above / below)

    def _total_form(self, value: Total, case: CountCase) -> Form:
        """The closed form of a sum over letters."""

        def inner(further: CountCase) -> FracElement:
            """The rational function that the summand's closed form is in one order of counts."""
            form = self.resolve(value.body, further)
            return self.frame.field.zero if form is None else _function_of_form(form)

        return Rational(self._sum_over(value.over, case, inner))

    def _weighted_form(self, value: Weighted, case: CountCase) -> Form | None:
        """The closed form of a weight times a value."""
        weight, inner = self.function_of(value.weight, case), self.resolve(value.body, case)
        return None if inner is None else Rational(weight * _function_of_form(inner))

    def _added_form(self, value: Added, case: CountCase) -> Form:
        """The closed form of a sum of several values."""
        forms = (self.resolve(body, case) for body in value.bodies)
        return Rational(sum((_function_of_form(f) for f in forms if f), self.frame.field.zero))

    def _log_form(self, value: Log, case: CountCase) -> Form | None:
        """The closed form of a value's logarithm."""
        inner = self.resolve(value.body, case)
        return None if inner is None else LogForm(inner)

    def _power_form(self, value: Power, case: CountCase) -> Form | None:
        """The closed form of a whole power."""
        inner, power = self.resolve(value.body, case), value.exponent
        if getattr(power, "denominator", 0) != 1:
            raise Unsupported(f"{value.words} that is not whole: {NOT_KNOWN}")
        return None if inner is None else Rational(_function_of_form(inner) ** int(power))  # type: ignore[arg-type]

    def _larger_form(self, value: Larger, case: CountCase) -> Form | None:
        """The closed form of the largest of several values."""
        forms = [f for body in value.bodies if (f := self.resolve(body, case)) is not None]
        if any(isinstance(form, InfiniteForm) for form in forms):
            return InfiniteForm()
        return self._extreme_of_options(
            [(case, _function_of_form(f)) for f in forms], case, largest=True
        )

    def _extreme_form(self, value: Largest | Smallest, case: CountCase) -> Form | None:
        """The closed form of a largest or smallest value over letters."""
        largest = isinstance(value, Largest)
        options: list[tuple[CountCase, FracElement]] = []
        for order in self.cases_of(case, value.over):
            further = self._case_of_neighbours(order, value.where)
            weight = further and self.function_of(value.where, further)
            if further is None or not weight:
                continue
            if self.prover.sign(weight.numer * weight.denom) != ">":
                raise Unsupported(NOT_KNOWN)
            form = self.resolve(value.body, further)
            if isinstance(form, InfiniteForm) and largest:
                return form
            if form is not None and not isinstance(form, InfiniteForm):
                options.append((further, _function_of_form(form)))
        return self._extreme_of_options(options, case, largest=largest)

    def _extreme_of_options(
        self, options: Sequence[tuple[CountCase, FracElement]], case: CountCase, *, largest: bool
    ) -> Form | None:
        """The closed form of an extreme over orders of counts: a few proved candidates."""
        candidates: dict[FracElement, int] = {}
        for further, value in options:
            need = len(further.gaps) if len(further.steps) > len(case.steps) else 1
            for candidate in self._candidate_values(value, further, case):
                candidates[candidate] = min(need, candidates.get(candidate, need))

        def bounds(candidate: FracElement, further: CountCase, value: FracElement) -> bool:
            """Whether a candidate of the closed form is proved to bound one option's value."""
            return self._in_order(value, self._in_inner_case(candidate, case, further), largest)

        # A cover of all options by few candidates, the ones that exist from the least n first: an
        # option that a candidate is proved to bound is done, and needs no other.
        kept: list[FracElement] = []
        open_options = list(options)
        for candidate in sorted(candidates, key=lambda c: (candidates[c], str(c))):
            left = [o for o in open_options if not bounds(candidate, *o)]
            if len(left) < len(open_options):
                kept.append(candidate)
                open_options = left
        if open_options or not kept:
            if not options:
                return None
            raise Unsupported(NOT_KNOWN)
        for one in list(kept):
            if any(other != one and bounds(other, case, one) for other in kept):
                kept.remove(one)
        alphabet = self.entries.tensor.alphabets[0]
        need = max(candidates[candidate] for candidate in kept)
        least = int(self.size.low or 1)
        if need > least and len(kept) == 1:
            small = range(least, need)
            need = (
                least
                if all(self._holds_at(n, kept[0], options, largest=largest) for n in small)
                else need
            )
        self.needs[alphabet] = max(self.needs.get(alphabet, 0), need + 1)
        forms = tuple(map(Rational, kept))
        return forms[0] if len(forms) == 1 else ExtremeForm(forms, largest)

    def _in_order(self, value: FracElement, extreme: FracElement, largest: bool) -> bool:
        """Whether a value is proved to be within a closed form's maximum (or minimum)."""
        pair = (value, extreme) if largest else (extreme, value)
        return self.prover.at_most(*pair)

    def _holds_at(
        self,
        n: int,
        candidate: FracElement,
        options: Sequence[tuple[CountCase, FracElement]],
        *,
        largest: bool,
    ) -> bool:
        """Whether a closed form's candidate is attained and the extreme at this n."""
        attained, one = [], self.frame.field.one
        claimed = function_at(candidate, self.gap(ROOT), self.base ** (n - 1))
        claimed = function_at(claimed, self.last, one * n)
        for further, value in options:
            free = [gap for gap in further.gaps if gap is not None]
            for slacks in product(range(n + 1), repeat=len(free)):
                if sum(slacks) + len(further.gaps) != n:
                    continue
                at = function_at(value, self.last, one * n)
                for gap, slack in zip(free, slacks, strict=True):
                    at = function_at(at, self.gap(gap), self.base**slack)
                attained.append(at)
        return claimed in attained and all(self._in_order(at, claimed, largest) for at in attained)

    def _candidate_values(
        self, value: FracElement, further: CountCase, case: CountCase
    ) -> Iterator[FracElement]:
        """A closed form's candidates: values at counts that exist, or do from some n on."""
        if len(further.steps) == len(case.steps):
            yield value
        elif case.gaps == (ROOT,):
            free = [gap for gap in further.gaps if gap is not None]
            room = self.gap(ROOT) / self.base ** (len(further.gaps) - 1)
            for kept in free:
                at = value
                for gap in free:
                    new = room if gap == kept else self.frame.field.one
                    at = function_at(at, self.gap(gap), new)
                yield at


def _function_of_form(form: Form) -> FracElement:
    """The function of a closed form that is rational; raises Unsupported at others."""
    if not isinstance(form, Rational):
        raise Unsupported(NOT_KNOWN)
    return form.value


AT_EVERY_COUNT = ValueRules[Form | None](
    name="closed forms at every n",
    ratio=EveryCount._ratio_form,
    largest=EveryCount._extreme_form,
    smallest=EveryCount._extreme_form,
    total=EveryCount._total_form,
    larger=EveryCount._larger_form,
    added=EveryCount._added_form,
    weighted=EveryCount._weighted_form,
    log=EveryCount._log_form,
    exceeds=Refused(f"{Exceeds.words}: {NOT_KNOWN}"),
    fractional_event=Refused(f"{FractionalEvent.words}: {NOT_KNOWN}"),
    power=EveryCount._power_form,
    excess_ratio=Refused(f"{ExcessRatio.words}: {NOT_KNOWN}"),
    concentrated=Refused(f"{ConcentratedDivergence.words}: {NOT_KNOWN}"),
    **WITHOUT_FORM,
)
"""The form of each node of a value."""
