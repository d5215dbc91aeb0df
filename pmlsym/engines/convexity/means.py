"""Terms as means of others: instances of  F(sum a, sum b) <= sum F(a, b).

    peeled       one letter that both arguments, or one of them, are sums over is taken out:
                 F(sum_y V W, sum_y V P_Y) <= sum_y V F(W, P_Y)
    mixed        a sum of terms in sight, of F(m, m) and of F(0, m), by a linear program:
                 F(2 p, p + q) <= F(p, q) + F(p, p)
    with less    F(a, b + c) <= F(a, b), where c >= 0 follows from the facts
    one letter   what is known of F(a(y), b(y')) at y' = y, where it is another term
    collapsed    a sum of which a lower bound is wanted:  F(1, 1) <= sum_x F(p, q)

The weights that remain as factors, such as V, are taken out by the normal form of a term.

Mixtures with a probability: for a and b that are affine in a number q in [0, 1], with the ends
a1, b1 at q = 1 and a0, b0 at 0,

    F(a, b)  <=  q F(a1, b1) + (1 - q) F(a0, b0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.engines.certificates.clearing import Rewrites, rewriting_step
from pmlsym.engines.certificates.ingredient import target
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.occurrences import Occurrence, Pair, pairs_at, product_of
from pmlsym.kernel.certificate import Arguments, Use
from pmlsym.kernel.shown import is_plain
from pmlsym.linear.simplex import nonnegative_solution

PURE, MADE = 1, 2
"""The cost of a part of a mixture: of a term in sight, and of one that only fills up."""

MOST_SUMMED = 6
"""The most letters whose choices are all summed over: six letters have 63."""

MOST_OPENED = 12
"""The most ways in which the letters of two arguments are paired."""


def means_over_letter(term: ConvexTerm, deductions: Deductions) -> Iterator[Fact]:
    """Deduce that a convex term is at most a mean over one letter, of one argument or both."""
    seen = set()
    for a, b, letter in paired_summands(term):
        if (a, b) in seen or not (is_plain(a, ">=") and is_plain(b, ">=")):
            continue
        seen.add((a, b))
        with suppress(NotDeduced):
            yield deductions.perspective("a mean", term.function, (Arguments(a, b, (letter,)),))


def mixture_in_sight(
    wanted: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> Fact:
    """Deduce that a convex term is at most a mixture of terms that the search sees."""
    options: dict[tuple[Polynomial, Polynomial], int] = {}
    for pair in pairs_in_sight(wanted, in_sight):
        options.setdefault(pair, PURE)
    if not options:
        raise NotDeduced("no other term of the function is in sight")
    for polynomial, both in ((wanted.a, True), (wanted.b, False), (wanted.b, True)):
        for monomial, _ in polynomial:
            part = Polynomial({monomial: 1})
            options.setdefault((part if both else constant(0), part), MADE)
    chosen = [pair for pair in options if all(is_plain(p, ">=") for p in pair)]
    solution = nonnegative_solution(
        [_stacked_terms(*pair) for pair in chosen],
        [False] * len(chosen),
        _stacked_terms(wanted.a, wanted.b),
        [options[pair] for pair in chosen],
    )
    if solution is None:
        raise NotDeduced("it is not a mixture of terms in sight")
    parts = [Arguments(chosen[j][0] * c, chosen[j][1] * c) for j, c in sorted(solution.items())]
    return deductions.perspective("a mixture", wanted.function, parts)


def offer_larger_references(
    wanted: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer a search  F(a, b + c) <= F(a, b) + F(0, c)  for terms of the same first argument."""
    for a, b in pairs_in_sight(wanted, in_sight):
        more = wanted.b - b
        if a == wanted.a and more and not is_plain(more, ">="):
            with suppress(NotDeduced):
                deductions.use_for(more)
                parts = (Arguments(a, b), Arguments(constant(0), more))
                deductions.perspective("a larger reference", wanted.function, parts)


def offer_at_one_letter(in_sight: Iterable[Tensor], deductions: Deductions) -> None:
    """Offer a search the facts about a convex term at y' = y, where it is another term."""
    for tensor in in_sight:
        for one, other in combinations(tensor.term.letters if tensor.term else (), 2):
            with suppress(NotDeduced):
                rewrites = {tensor: _letter_equality(tensor, one, other, deductions.aside)}
                for fact in deductions.sequent.facts:
                    if tensor in fact.polynomial.tensors:
                        _offer_where_letters_are_one(fact, rewrites, deductions)


def _offer_where_letters_are_one(fact: Fact, rewrites: Rewrites, deductions: Deductions) -> None:
    """Offer a search a fact where two of its letters are equal, by equalities that hold there."""
    for one, other in combinations(fact.indices, 2):
        if one.alphabet == other.alphabet:
            at = tuple(one if i == other else i for i in fact.indices)
            at_one = replace(fact, polynomial=substitute(fact.polynomial, {other: one}))
            step = rewriting_step(at_one, rewrites)
            if step is not None:
                with suppress(NotDeduced):
                    whole = times(1, Use(fact.name, at))
                    deductions.total("at one letter", whole + step.terms[1:])


def _letter_equality(tensor: Tensor, one: Index, other: Index, deductions: Deductions) -> Fact:
    """Deduce F(a, b) where two letters are equal, as an equality with another term."""
    term = tensor.term
    if term is None or one.alphabet != other.alphabet:
        raise NotDeduced("the letters are of two alphabets")
    a, b = (substitute(p, {other: one}) for p in (term.a, term.b))
    if a == b:
        raise NotDeduced("the term says nothing there")
    scaled = deductions.scale(term.function, atom(delta(one.alphabet), one, other), term.a, term.b)
    return deductions.total("is one term", times(1, scaled, over=(other,)), relation="==")


def paired_summands(term: ConvexTerm) -> Iterator[tuple[Polynomial, Polynomial, Index]]:
    """Summands (a, b, letter) of a convex term's arguments over a letter, to deduce its mean."""
    alphabets = {
        i.alphabet for p in (term.a, term.b) for _, at in p.atoms() for i in at if i.is_bound
    }
    for alphabet in sorted(alphabets):
        letter = Index(alphabet, f"{alphabet.lower()}*")
        above, below = summands_over(term.a, letter), summands_over(term.b, letter)
        for a, b in list(product(above, below))[:MOST_OPENED]:
            yield a, b, letter
        for b, weight in islice(_summands_in_part(term.b, letter), MOST_OPENED):
            yield from ((a, b, letter) for a in (*above, weight * term.a))
        for a in above:
            for weight in _weights_of_letter(a, letter):
                yield a, weight * term.b, letter
        for b in below:
            for weight in _weights_of_letter(b, letter):
                yield weight * term.a, b, letter


def offer_term_of_sums(each: Occurrence, deductions: Deductions) -> None:
    """Offer a search that a sum of convex terms is at least the term of their summed arguments.

    Where there are many letters, the sums are over one of them or over all.
    """
    letters = [i for i in each.summed if i in each.letters]
    sizes = range(1, len(letters) + 1)
    for size in sizes if len(letters) <= MOST_SUMMED else {1, len(letters)}:
        for summed in combinations(letters, size):
            weight = product_of(a for a in each.beside if set(a[1]) & set(summed))
            outer = {i for i in weight.free if i in each.summed}
            if not is_plain(weight, ">=") or not outer <= set(each.letters):
                continue
            parts = (Arguments(weight * each.a, weight * each.b, summed),)
            with suppress(NotDeduced):
                deductions.perspective("a sum", each.function, parts)


def summands_over(polynomial: Polynomial, letter: Index) -> list[Polynomial]:
    """The polynomials whose sum over a letter is an argument, to deduce means of a convex term."""
    options: list[list[Polynomial]] = []
    for monomial, c in polynomial:
        options.append([c * part for part in _summands_of_monomial(monomial, letter)])
    sums = (sum(chosen, constant(0)) for chosen in product(*options))
    return [p for p in dict.fromkeys(sums) if sum_over(p, letter) == polynomial]


def _summands_in_part(
    polynomial: Polynomial, letter: Index
) -> Iterator[tuple[Polynomial, Polynomial]]:
    """Summands over a letter to deduce means of, one monomial weighted by a distribution."""
    for monomial, c in polynomial if len(polynomial) > 1 else ():
        rest = Polynomial({monomial: c})
        for summand in summands_over(polynomial - rest, letter):
            for weight in _weights_of_letter(summand, letter):
                yield summand + weight * rest, weight


def _summands_of_monomial(monomial: Monomial, letter: Index) -> Iterator[Polynomial]:
    """The summands of one monomial over a letter, to deduce means of a convex term."""
    aim = target(monomial)
    for chosen in aim.shared:
        if chosen.alphabet == letter.alphabet:
            atoms = ((t, tuple(letter if i == chosen else i for i in at)) for t, at in aim.atoms)
            yield sum_over(product_of(atoms), *(i for i in aim.shared if i != chosen))


def _weights_of_letter(polynomial: Polynomial, letter: Index) -> Iterator[Polynomial]:
    """The distributions that are a factor of all monomials of an argument, for deduced means."""
    for tensor, at in dict.fromkeys(polynomial.atoms()):
        if [at[k] for k in tensor.stochastic] == [letter] and not any(i.is_bound for i in at):
            factor = next(iter(atom(tensor, *at)))[0]
            if all(set(factor) <= set(monomial) for monomial, _ in polynomial):
                yield atom(tensor, *at)


def pairs_in_sight(wanted: ConvexTerm, in_sight: Iterable[Tensor]) -> Iterator[Pair]:
    """The arguments of other terms of this function that a search sees, at its letters."""
    for tensor in in_sight:
        if tensor.term is not None and tensor.term.function == wanted.function:
            yield from () if tensor.term == wanted else pairs_at(tensor, wanted.letters)


def _stacked_terms(a: Polynomial, b: Polynomial) -> dict[tuple[int, Monomial], Fraction]:
    """The coefficients of a term's two arguments, in one column of a search's linear program."""
    return {(k, m): Fraction(c) for k, p in enumerate((a, b)) for m, c in p}


def mixtures_by_numbers(term: ConvexTerm, deductions: Deductions) -> Iterator[Fact]:
    """Deduce bounds of a convex term by probabilities in which its arguments are affine."""
    for number in sorted({*term.a.tensors, *term.b.tensors}):
        if not number.alphabets and number.is_at_most_one and number.is_nonnegative:
            with suppress(NotDeduced):
                yield _mixture_by_number(term, number, deductions)


def _mixture_by_number(term: ConvexTerm, number: Tensor, deductions: Deductions) -> Fact:
    """Deduce the bound of a convex term by one number in which its arguments are affine."""
    q, one = atom(number), constant(1)
    ends = {
        weight: [replace_tensor(argument, number, (), value) for argument in (term.a, term.b)]
        for weight, value in ((q, one), (1 - q, constant(0)))
    }
    whole = [sum((w * end[k] for w, end in ends.items()), constant(0)) for k in (0, 1)]
    if whole != [term.a, term.b] or any(end == [term.a, term.b] for end in ends.values()):
        raise NotDeduced(f"the arguments are not affine in {number.name}")
    f, parts = term.function, [Arguments(w * a, w * b) for w, (a, b) in ends.items()]
    apart = deductions.perspective("a mixture", f, parts)
    weight, (a, b) = 1 - q, ends[1 - q]  # q is a common factor in the normal form
    if convex(f, weight * a, weight * b) == weight * convex(f, a, b):
        return apart
    deductions.hide(apart)
    scaled = deductions.aside.scale(f, weight, a, b)
    return deductions.total("a mixture of terms", times(1, apart) + times(-1, scaled))
