"""Measures of concrete channels as ratios of linear forms in the masses of one prior.

    pml     max over x, y with p(x) > 0   of   W(x,y) / sum_x' p(x')W(x',y)

A form is its coefficients, one for each letter; a constant c is c sum_x p(x). The forms of one
letter differ from those of another by a factor only, as often as not: p(x)W(x,y) over p(x')W(x',y)
are 64,000 ratios of forty letters and outcomes, and 1,600 pairs of forms, each with its largest
factor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from pmlsym.calculus.algebra import Array, read, size_of
from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.data import Data, names_in
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.value import Largest, Quotient, Ratio, Smallest
from pmlsym.linear.prior_polytope import Masses
from pmlsym.linear.ratio_supremum import BoundedRatio
from pmlsym.model.entries import flat_entries

ZERO, ONE = Fraction(0), Fraction(1)
Sparse = dict[int | None, Fraction]
"""The coefficients that are not zero by their letters, that of the constant at None."""


class MassForms:
    """The algebra of linear forms in the masses of a prior, its other tensors being concrete."""

    def __init__(self, prior: Tensor, data: Sequence[Data], sizes: Mapping[str, int]) -> None:
        self.sizes = sizes
        self.known: dict[Polynomial, Array[Sparse]] = {}
        self.count = 1
        for alphabet in prior.alphabets:
            self.count *= size_of(sizes, alphabet)
        self.prior, self._data = prior, {each.tensor.name: each for each in data}
        self.names = names_in(data)
        shape = [size_of(sizes, alphabet) for alphabet in prior.alphabets]
        self.words = self.names.words(prior.alphabets, shape)

    def number(self, value: Fraction) -> Sparse:
        """A constant as a linear form in the prior's masses, to decide a claim over all priors."""
        return {None: value} if value else {}

    def entries(self, tensor: Tensor) -> Sequence[Sparse]:
        """The prior's masses as linear forms to decide with, or a concrete tensor's entries.

        Raises Unsupported at a free scalar.
        """
        if tensor == self.prior:
            return [{k: ONE} for k in range(self.count)]
        if tensor.name not in self._data:
            raise Unsupported(f"{tensor} has no entries")
        entries = flat_entries(self._data[tensor.name].entries, len(tensor.alphabets))
        return [self.number(Fraction(entry)) for entry in entries]

    def sum_of_products(self, terms: Sequence[Sequence[Sparse]]) -> Sparse:
        """The linear form of the prior that a sum is, to decide with.

        Raises Unsupported at products of masses.
        """
        total: Sparse = {}
        for factors in terms:
            form: Sparse = {None: ONE}
            scale = ONE
            for factor in factors:
                if factor.keys() <= {None}:
                    scale *= factor.get(None, ZERO)
                elif form.keys() <= {None}:
                    form = factor
                else:
                    raise Unsupported("the claim is not linear in the masses of the prior")
            for k, c in form.items() if scale else ():
                total[k] = total.get(k, ZERO) + scale * c
        return total

    def keep_sum(self, name: str, entries: list[Sparse]) -> list[Sparse]:
        """The linear forms of a sum's entries, which deciding over priors gives no names."""
        return entries

    def dense(self, form: Sparse) -> Masses:
        """The coefficients of a linear form to decide with, one for each letter of the prior."""
        constant = form.get(None, ZERO)
        return tuple(form.get(k, ZERO) + constant for k in range(self.count))


def ratios(
    value: Largest | Smallest,
    forms: MassForms,
    at: Mapping[Index, int],
    defined: Sequence[Quotient] = (),
) -> list[BoundedRatio]:
    """The ratios of forms linear in the prior whose extreme a measure is, to decide over priors.

    Raises Unsupported where they are not ratios of linear forms.
    """
    assert isinstance(value.body, Ratio)
    if value.over and not at_least_zero(value.body.numerator):
        raise Unsupported("the extreme of what may be negative: its forms are no factors apart")
    above, below = _without_quotients(value.body, defined)
    kinds = _FormsByKind(forms)
    lines = [
        kinds.factors_and_kinds(polynomial)
        for polynomial in (above, below, *_condition_factors(value.where))
    ]
    largest = isinstance(value, Largest)
    best: dict[tuple[int, ...], tuple[Fraction | None, tuple[Fraction, Fraction], Choice]] = {}
    for place in choices(value.over, forms.sizes, at):
        here = [array[tuple(place[i] for i in array.indices)] for array in lines]
        if any(not scale for scale, _ in here[2:]):
            continue  # a condition that is zero whatever the prior is
        (a, top), (b, bottom) = here[0], here[1]
        ratio = a / b if b else None
        key = (top, bottom, *sorted({kind for _, kind in here[2:]}))
        other = best.get(key)
        if other is None or (ratio is not None and _is_further(ratio, other[0], largest)):
            best[key] = (ratio, (a, b), tuple((i, place[i]) for i in value.over))
    return [
        BoundedRatio(
            kinds.form(key[0], a), kinds.form(key[1], b), tuple(map(kinds.form, key[2:])), choice
        )
        for key, (_, (a, b), choice) in best.items()
    ]


Choice = tuple[tuple[Index, int], ...]


def _is_further(ratio: Fraction, other: Fraction | None, largest: bool) -> bool:
    """Whether a ratio goes beyond another of the same forms, which a search over priors drops."""
    return other is not None and (ratio > other if largest else ratio < other)


def choices(
    over: Sequence[Index], sizes: Mapping[str, int], at: Mapping[Index, int]
) -> list[dict[Index, int]]:
    """All letters over which a measure to decide is an extreme, each beside the fixed letters."""
    letters = product(*(range(size_of(sizes, i.alphabet)) for i in over))
    return [{**at, **dict(zip(over, choice, strict=True))} for choice in letters]


class _FormsByKind:
    """Forms up to a positive factor, by number; number 0 is the form zero."""

    def __init__(self, forms: MassForms) -> None:
        self.forms = forms
        self.known: dict[tuple[tuple[int, Fraction], ...], int] = {(): 0}
        self.listed: list[Masses] = [(ZERO,) * forms.count]

    def factors_and_kinds(self, polynomial: Polynomial) -> Array[tuple[Fraction, int]]:
        """A polynomial's entries, linear in the prior to decide with, as factors and kinds."""
        array = read(polynomial, self.forms)
        return Array(
            array.indices, array.shape, [self._factor_and_kind(entry) for entry in array.entries]
        )

    def form(self, kind: int, scale: Fraction = ONE) -> Masses:
        """The coefficients of a linear form of one kind, times a factor, to decide over priors."""
        return self.listed[kind] if scale == 1 else tuple(scale * c for c in self.listed[kind])

    def _factor_and_kind(self, form: Sparse) -> tuple[Fraction, int]:
        """A form linear in the prior to decide with, as a positive factor and its kind's number."""
        if None in form and len(form) > 1:
            form = dict(enumerate(self.forms.dense(form)))
        terms = sorted((-1 if k is None else k, c) for k, c in form.items() if c)
        if not terms:
            return ZERO, 0
        scale = abs(terms[0][1])
        key = tuple((k, c / scale) for k, c in terms)
        if key not in self.known:
            self.known[key] = len(self.listed)
            self.listed.append(tuple(c / scale for c in self.forms.dense(form)))
        return scale, self.known[key]


def _condition_factors(where: Polynomial) -> list[Polynomial]:
    """The factors of a condition on the support, forms linear in the prior to decide with."""
    if len(where) != 1 or not all(tensor.is_nonnegative for tensor in where.tensors):
        raise Unsupported("the condition on the support is no product")
    ((monomial, coefficient),) = where
    if coefficient <= 0:
        raise Unsupported("the condition on the support is not positive")
    return [Polynomial({(factor,): 1}) for factor in monomial]


def _without_quotients(ratio: Ratio, defined: Sequence[Quotient]) -> tuple[Polynomial, Polynomial]:
    """The two sides of a measure's ratio without conditional distributions, to decide over priors.

    The weight is positive where the ratio counts: `where` has it as a factor.
    """
    above, below = ratio.numerator, ratio.denominator
    for quotient in defined:
        if quotient.tensor not in below.tensors:
            continue
        ((tensor, indices),) = below.atoms()
        if tensor != quotient.tensor or len(below) != 1 or quotient.tensor in above.tensors:
            raise Unsupported("a conditional distribution stands elsewhere than below")
        names = dict(zip(quotient.indices, indices, strict=True))
        return above * substitute(quotient.weight, names), substitute(quotient.total, names)
    return above, below
