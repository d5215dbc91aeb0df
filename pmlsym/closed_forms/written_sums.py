"""Sums over letters and ordered outcomes as SymPy writes them.

    Sum((1 + (exp(eps) - 1)*p(y))*log(1 + (exp(eps) - 1)*p(y)), (y, 1, k))
    sum_j  ratio(j) min(mass(j), max(0, delta - sum_{i < j} mass(i)))

Factors that do not depend on the letter stand in front. Letters of the secret count from 1, those
with a name of their own first; outcomes count from 1 without those that have a name. In an order j
counts letters by their masses s(1) <= s(2) <= .., or is the number of letters of an outcome; then
binomial(k - 1, j - 1) outcomes with a given letter have j of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.fields import FracElement

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.tensor import Index, size
from pmlsym.closed_forms.form import LetterSum, Ordered, Rational, Stage, WeightedSum, functions_of
from pmlsym.closed_forms.frame import COUNT, SORTED, Frame
from pmlsym.closed_forms.rational_functions import places_in, turned_factors
from pmlsym.closed_forms.sums import terms_of

if TYPE_CHECKING:
    from pmlsym.closed_forms.presentation import Presentation


def written_sum(presentation: Presentation, form: LetterSum | Ordered) -> sympy.Expr:
    """The sum, or the part of an event, as SymPy writes it."""
    if isinstance(form, LetterSum):
        return _over_cases(presentation, form)
    return _in_stages(presentation, form)


def _over_cases(presentation: Presentation, form: LetterSum) -> sympy.Expr:
    frame = presentation.frame
    places = _places(frame, form.letters)
    groups: dict[FracElement, list[Any]] = {}
    one = Rational(frame.field.one)
    for weight, body in terms_of(form.body, frame):
        if isinstance(body, Rational):
            weight, body = weight * body.value, one
        front, inside = _apart(weight, places, presentation)
        groups.setdefault(front, []).append((inside, body))
    subsets = _counted_subsets(frame, form)
    shown = []
    for front, terms in groups.items():
        summand = presentation.show(WeightedSum(tuple(terms)))
        if subsets is not None:
            summand = _by_number(summand, subsets, form.letters[0])
            j = sympy.Symbol("j")
            many = presentation.rational(frame.scalar(size(subsets)))
            whole = sympy.Sum(sympy.binomial(many, j) * summand, (j, 1, many))
        else:
            whole = _over_letters(presentation, form, summand)
        shown.append(presentation.rational(front) * whole)
    return sympy.Add(*shown)


def _in_stages(presentation: Presentation, form: Ordered) -> sympy.Expr:
    j, i = sympy.symbols("j i")
    room, before, terms = presentation.rational(form.room), sympy.Integer(0), []
    for stage in form.stages:
        ratio, mass = (
            _in_order(presentation, form, stage, value)
            for value in (stage.part / stage.mass, stage.mass)
        )
        if not stage.letters:
            terms.append(ratio * _taken(mass, room - before))
            before = before + mass
            continue
        many, low, high = _range(presentation, form, stage)
        mass = many * mass
        earlier = before + sympy.Sum(mass.subs(j, i), (i, low, j - 1))
        terms.append(sympy.Sum(ratio * _taken(mass, room - earlier), (j, low, high)))
        before = before + sympy.Sum(mass.subs(j, i), (i, low, high))
    return sympy.Add(*terms)


def _over_letters(presentation: Presentation, form: LetterSum, summand: sympy.Expr) -> sympy.Expr:
    symbols = [sympy.Symbol(letter.name) for letter in form.letters]
    for k, symbol in enumerate(symbols):
        for other in symbols[:k]:
            if form.letters[k].alphabet == form.letters[symbols.index(other)].alphabet:
                summand = sympy.Piecewise((summand, sympy.Ne(symbol, other)), (0, True))
    limits = [_limits(presentation, letter, form) for letter in form.letters]
    return sympy.Sum(summand, *limits)


def _limits(presentation: Presentation, letter: Index, form: LetterSum) -> tuple[Any, Any, Any]:
    frame = presentation.frame
    many = presentation.rational(frame.scalar(size(letter.alphabet)))
    apart = sum(
        1 for i in form.case.distinct if i in frame.distinguished and i.alphabet == letter.alphabet
    )
    symbol = sympy.Symbol(letter.name)
    if any(prior.alphabets == (letter.alphabet,) for prior in frame.priors):
        return symbol, apart + 1, many
    return symbol, 1, many - apart


def _places(frame: Frame, letters: Sequence[Index]) -> set[int]:
    """The generators that depend on the letters."""
    return {
        frame.field.gens.index(generator)
        for key, generator in frame.generator.items()
        if isinstance(key, Factor) and any(i in letters for _, indices in key for i in indices)
    }


def _apart(
    weight: FracElement, places: set[int], presentation: Presentation
) -> tuple[FracElement, FracElement]:
    """The factors that do not depend on the letters, and the others, turned to be positive."""
    frame = presentation.frame
    c, factors = turned_factors(weight, presentation.sign)
    front, inside = frame.field(c), frame.field.one
    for factor, power, _ in factors:
        value = frame.field(factor) ** power
        depends = places & places_in(value)
        front, inside = (front, inside * value) if depends else (front * value, inside)
    return front, inside


def _counted_subsets(frame: Frame, form: LetterSum) -> str | None:
    """The alphabet of which all nonempty subsets are summed, if only their sizes matter."""
    if len(form.letters) > 1:
        return None
    used = places_in(*functions_of(form.body)) & _places(frame, form.letters)
    found: set[str] = set()
    for key, generator in frame.generator.items():
        if frame.field.gens.index(generator) not in used or not isinstance(key, Factor):
            continue
        tensor, indices = key[0]
        incidence = frame.content.incidences.get(tensor)
        if incidence is not None and len(key) == 1 and incidence.singletons:
            found.add(indices[0].alphabet)
        elif tensor not in frame.content.weights:
            return None
    return found.pop() if len(found) == 1 else None


def _by_number(summand: sympy.Expr, alphabet: str, letter: Index) -> sympy.Expr:
    count = sympy.Function(COUNT)(sympy.Symbol(letter.name))
    return summand.subs(count, sympy.Symbol("j"))


def _taken(mass: sympy.Expr, left: sympy.Expr) -> sympy.Expr:
    """How much of an outcome an event takes, if this much is left for it."""
    if left.is_Symbol:
        return sympy.Min(mass, left, evaluate=False)
    return sympy.Min(mass, sympy.Max(0, left, evaluate=False), evaluate=False)


def _range(
    presentation: Presentation, form: Ordered, stage: Stage
) -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
    """How many outcomes have the number j, and its least and largest value."""
    frame, j = presentation.frame, sympy.Symbol("j")
    (letter,) = form.letters
    letters = presentation.rational(frame.scalar(size(letter.alphabet)))
    if form.least is not None:
        return sympy.Integer(1), sympy.Integer(2), letters
    inside = any(t for (b, _), t in stage.case.truths if b in frame.content.incidences)
    if inside:
        return sympy.binomial(letters - 1, j - 1), sympy.Integer(1), letters
    return sympy.binomial(letters - 1, j), sympy.Integer(1), letters - 1


def _in_order(
    presentation: Presentation, form: Ordered, stage: Stage, value: FracElement
) -> sympy.Expr:
    """A function of an outcome as one of j."""
    shown, j = presentation.rational(value), sympy.Symbol("j")
    outcomes = {letter.name for letter in stage.letters}

    def numbered(applied: AppliedUndef) -> sympy.Expr:
        place = j if str(applied.args[0]) in outcomes else sympy.Integer(1)
        return place if applied.func.__name__ == COUNT else sympy.Function(SORTED)(place)

    return shown.replace(lambda e: isinstance(e, AppliedUndef), numbered)
