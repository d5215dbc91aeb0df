"""Letters of alphabets without a size: how several of them can lie.

Letters are equal or distinct, and each indicator at them is 0 or 1; a *case* is one consistent
choice. In a case every polynomial loses its deltas and indicators, and what is left of its letters
are factors such as their masses.

    W(x,y) = N (1 + (E-1) delta(x,y))      x = y:  N E        x /= y:  N
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Atom, Factor, factor
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.forms.form import Form


@dataclass(frozen=True)
class LetterCase:
    """Which letters are equal (`standing` for each letter), and which indicators are 1."""

    standing: tuple[tuple[Index, Index], ...] = ()
    truths: tuple[tuple[Atom, bool], ...] = ()

    @property
    def distinct(self) -> tuple[Index, ...]:
        """One letter of each class of equal letters in a closed form's case."""
        return tuple(dict.fromkeys(one for _, one in self.standing))

    def letters_needed(self, alphabet: str) -> int:
        """How many letters of an alphabet a closed form's case tells apart."""
        return sum(1 for i in self.distinct if i.alphabet == alphabet)

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial in a closed form's case, without deltas and known indicators."""
        renamed = substitute(polynomial, dict(self.standing))
        truths, one_of = dict(self.truths), set(self.distinct)
        terms: dict[tuple[tuple[Atom, ...], ...], object] = {}
        for monomial, c in renamed:
            kept = []
            for part in monomial:
                tensor, indices = part[0]
                if tensor.is_delta and set(indices) <= one_of:
                    break
                if len(part) == 1 and part[0] in truths:
                    if not truths[part[0]]:
                        break
                    continue
                kept.append(part)
            else:
                key = tuple(kept)
                terms[key] = terms.get(key, 0) + c  # type: ignore[operator]
        return Polynomial(terms)  # type: ignore[arg-type]

    def indicator(self, letters: Iterable[Index]) -> Polynomial:
        """The polynomial that is 1 where letters lie as in this case of a closed form."""
        new, total = set(letters), constant(1)
        standing = dict(self.standing)
        for letter in new:
            if standing[letter] != letter:
                total = total * equal_letters(letter, standing[letter])
        fresh = [one for one in self.distinct if one in new]
        for k, letter in enumerate(fresh):
            others = [one for one in self.distinct if one not in new] + fresh[:k]
            for other in others:
                if other.alphabet == letter.alphabet:
                    total = total * (1 - equal_letters(letter, other))
        for (tensor, indices), truth in self.truths:
            if new & set(indices):
                value = atom(tensor, *indices)
                total = total * (value if truth else 1 - value)
        return total

    def describe(self, letter: Index) -> str:
        """The words for a letter in a closed form's case, as "y = x" or "y != x", or empty."""
        standing = dict(self.standing)
        if standing[letter] != letter:
            return f"{letter.name} = {standing[letter].name}"
        others = [o for o in self.distinct if o != letter and o.alphabet == letter.alphabet]
        return " and ".join(f"{letter.name} != {o.name}" for o in others)


@dataclass(frozen=True)
class RatioInCase:
    """A ratio in a case; `above` and `below` are its parts as polynomials."""

    case: LetterCase
    above: Polynomial
    below: Polynomial
    value: FracElement


@dataclass(frozen=True)
class FormInCase:
    """A form with the case it was found in; where it is infinite, a ratio that is if not 0/0."""

    form: Form
    candidates: tuple[RatioInCase, ...] = ()
    infinite: tuple[LetterCase, FracElement] | None = None


def cases_of_letters(
    case: LetterCase,
    over: Iterable[Index],
    polynomials: Iterable[Polynomial],
    sizes: Mapping[str, int],
    truths: Callable[[Atom], tuple[bool, ...]],
) -> list[LetterCase]:
    """Every case of further letters, at any size, that fits a closed form's case.

    `truths` tells what an indicator can be, whatever the case.
    """
    cases = [case]
    for letter in over:
        cases = [further for one in cases for further in _cases_with_letter(one, letter, sizes)]
    polynomials = list(polynomials)
    return [decided for one in cases for decided in _decided_cases(one, polynomials, truths)]


def weight_summed(
    weight: Polynomial,
    over: tuple[Index, ...],
    letters: tuple[Index, ...],
    place: LetterCase,
    case: LetterCase,
) -> tuple[Polynomial, LetterCase]:
    """A closed form's weight summed over all other letters, and the case these letters are in."""
    kept = case_of_letters(place, case, letters)
    rest = [i for i in over if i not in letters]
    return kept.reduce(sum_over(weight, *rest) if rest else weight), kept


def case_of_letters(place: LetterCase, case: LetterCase, letters: tuple[Index, ...]) -> LetterCase:
    """The part of a closed form's case about these letters and those of the outer case."""
    kept = {*letters, *(i for i, _ in case.standing)}
    return LetterCase(
        tuple(pair for pair in place.standing if pair[0] in kept),
        tuple(pair for pair in place.truths if set(pair[0][1]) <= kept),
    )


def is_mass(key: Factor, priors: Container[Tensor]) -> bool:
    """Whether a factor in a closed form is at most one: prior masses weigh its sums."""
    bound = {i for _, indices in key for i in indices if i.is_bound}
    weighed = {i for t, indices in key for i in indices if t in priors}
    return bound <= weighed and all(t.is_at_most_one for t, _ in key)


def is_block(key: Any, prior: Tensor) -> bool:
    """Whether a closed form's factor is sum_x p(x)B(x, ..): the prior mass of a set of letters."""
    return (
        isinstance(key, Factor)
        and len(key) == 2
        and any(t == prior for t, _ in key)
        and any(t.indicator and not t.is_delta for t, _ in key)
    )


def of_any_letter(key: Factor) -> Factor:
    """A closed form's factor at letters without names, which all such factors share."""
    return factor(
        tuple(
            (t, tuple(i if i.is_bound else Index(i.alphabet, "?") for i in indices))
            for t, indices in key
        )
    )


def _cases_with_letter(
    case: LetterCase, letter: Index, sizes: Mapping[str, int]
) -> Iterator[LetterCase]:
    """A closed form's cases with one more letter: equal to each other one, or distinct."""
    same = [one for one in case.distinct if one.alphabet == letter.alphabet]
    for one in same:
        yield LetterCase((*case.standing, (letter, one)), case.truths)
    if len(same) < sizes.get(letter.alphabet, len(same) + 1):
        yield LetterCase((*case.standing, (letter, letter)), case.truths)


def _decided_cases(
    case: LetterCase, polynomials: list[Polynomial], truths: Callable[[Atom], tuple[bool, ...]]
) -> Iterator[LetterCase]:
    """A closed form's consistent cases in which all indicators are decided."""
    undecided = _undecided_indicator(case, polynomials)
    if undecided is None:
        yield case
        return
    for truth in truths(undecided):
        further = LetterCase(case.standing, (*case.truths, (undecided, truth)))
        if _is_consistent_case(further):
            yield from _decided_cases(further, polynomials, truths)


def _undecided_indicator(case: LetterCase, polynomials: list[Polynomial]) -> Atom | None:
    """An indicator in polynomials that a closed form's case leaves open, or None."""
    for polynomial in polynomials:
        if not set(polynomial.free) <= {letter for letter, _ in case.standing}:
            continue
        for monomial, _ in case.reduce(polynomial):
            for part in monomial:
                tensor, indices = part[0]
                alone = len(part) == 1 and tensor.indicator and bool(indices)
                if alone and not any(i.is_bound for i in indices):
                    return part[0]
    return None


def _is_consistent_case(case: LetterCase) -> bool:
    """Whether the indicators of a closed form's case can hold together, by their facts."""
    product = constant(1)
    for (tensor, indices), truth in case.truths:
        if truth:
            product = product * atom(tensor, *indices)
    bare = LetterCase(case.standing)
    return bool(bare.reduce(product)) and all(
        bool(case.reduce(atom(t, *i))) == truth for (t, i), truth in case.truths
    )
