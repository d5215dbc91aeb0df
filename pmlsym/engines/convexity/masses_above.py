"""Markov's inequality: the mass where a ratio is above e, bounded by what is above all ratios.

A choice s(y) <= 1, of letters at which  W(x,y) >= e b(y),  and M(y) above the ratios W(x,y)/b(y) of
all letters, whose mean is one, give

    b M  >=  b (1 + s (e - 1))          s of the chosen ratio, and 1 - s of the mean of all
    b log M  >=  b s log e              log(1 + s (e - 1)) >= s log e: the logarithm is concave

Summed over y, b s is the mass of what is above:  log e tail <= sum b log M.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from pmlsym.calculus.convex_term import ENTROPY
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.means import summands_over
from pmlsym.kernel.certificate import PLAIN, Arguments, Use
from pmlsym.kernel.shown import instance, is_plain

MOST_PARTS = 4
"""The most monomials of a bound that is offered:  b M,  b,  b s  and  e b s."""


def offer_masses_above(numbers: Iterable[Polynomial], deductions: Deductions) -> None:
    """Offer a search what chosen letters say of a bound of all ratios, and of its logarithm."""
    numbers = tuple(numbers)
    for choice, above in _choices_with_bounds(deductions):
        for number in numbers:
            _offer_logarithms(choice, above, number, deductions)


def facts_of_masses_above(deductions: Deductions) -> tuple[Fact, ...]:
    """Deduce facts that a bound of all ratios is above those of chosen letters."""
    return tuple(above for _, above in _choices_with_bounds(deductions))


def _choices_with_bounds(deductions: Deductions) -> Iterator[tuple[_Choice, Fact]]:
    """The choices of letters in facts, with each fact that is deduced from one."""
    facts = deductions.plain_facts
    for choice in _choices(facts):
        for use in _uses_at(choice.letters, facts):
            for weight in dict.fromkeys((ONE, choice.prior)):
                with suppress(NotDeduced):
                    yield choice, _offer_above(choice, use, weight, deductions)


@dataclass(frozen=True)
class _Choice:
    """Shares of chosen letters: `one` says that they sum to at most one, `above` that each is
    above.

    A share is the choice times the mass of the letter under a prior, or without one.
    """

    share: Polynomial
    prior: Polynomial
    letter: Index
    one: Fact
    above: Use

    @property
    def letters(self) -> tuple[Index, ...]:
        """The letters of a share in a choice that deductions read off facts."""
        return (*self.one.indices, self.letter)

    @property
    def total(self) -> Polynomial:
        """The sum of the shares in a choice that deductions read off facts, at most one."""
        return sum_over(self.share, self.letter)


def _choices(facts: tuple[Fact, ...]) -> Iterator[_Choice]:
    """The choices of letters, with shares of at most one, that deductions read off facts."""
    named = {fact.name: fact for fact in facts}
    for one in facts:
        total = ONE - one.polynomial
        if one.relation != ">=" or len(total) != 1 or not is_plain(total, ">="):
            continue
        for alphabet in sorted({i.alphabet for _, at in total.atoms() for i in at if i.is_bound}):
            letter = Index(alphabet, f"{alphabet.lower()}*c")
            for share in summands_over(total, letter):
                masses = (atom(t, *at) for t, at in share.atoms() if at == (letter,))
                prior = next(masses, ONE)
                for use in _uses_at((*one.indices, letter), facts):
                    if quotient(instance(named[use.fact], use.indices), share) is not None:
                        yield _Choice(share, prior, letter, one, use)


def _uses_at(letters: tuple[Index, ...], facts: Iterable[Fact]) -> Iterator[Use]:
    """The uses, at given letters, of inequalities about that many, for deductions about choices."""
    for fact in facts:
        if fact.relation == ">=" and len(fact.indices) == len(letters):
            for chosen in letters_among(fact.indices, letters):
                if len({*chosen}) == len(letters):
                    yield Use(fact.name, chosen)


def _offer_above(choice: _Choice, use: Use, weight: Polynomial, deductions: Deductions) -> Fact:
    """Offer a search Markov's inequality: b M >= b (1 + s (e - 1)), where M is above all ratios."""
    chosen, mean = quotient(choice.share, weight), quotient(choice.prior, weight)
    if use == choice.above or chosen is None or mean is None:
        raise NotDeduced("no weights")
    over, one = (choice.letter,), use_of_fact(choice.one)
    terms = times(chosen, use, over=over) + times(1, choice.above, over=over)
    above = deductions.aside.total("above a level", terms + times(mean, one, use, over=over))
    if len(above.polynomial) > MOST_PARTS:
        raise NotDeduced("the mean is not simple")
    deductions.offer(above)
    return above


def _offer_logarithms(
    choice: _Choice, above: Fact, number: Polynomial, deductions: Deductions
) -> None:
    """Offer a search  b log M >= b s log e  for the bound M of ratios that a fact is about."""
    entries = dict.fromkeys(a for a in above.polynomial.atoms() if a[0].positive)
    for tensor, at in (a for a in entries if not any(i.is_bound for i in a[1])):
        m = atom(tensor, *at)
        part = Polynomial({k: c for k, c in above.polynomial if any((tensor, at) in f for f in k)})
        b = quotient(part, m)
        bound = ONE + choice.total * (number - 1)
        if b is not None and b * (m - bound) == above.polynomial:
            with suppress(NotDeduced):
                _offer_logarithm(choice, above, (b, m), number, deductions)


def _offer_logarithm(
    choice: _Choice,
    above: Fact,
    sides: tuple[Polynomial, Polynomial],
    number: Polynomial,
    deductions: Deductions,
) -> None:
    """Offer a search  b log M >= b s log e, also summed and with a bound of the sum of b s."""
    (b, m), s, aside = sides, choice.total, deductions.aside
    more = deductions.use_for(number - 1)
    rest = times(s * (number - 1)) if more == PLAIN else times(s, more)
    aside.total("a bound", rest + times(1), relation=">")
    tangent = aside.row("entropy tangent", ONE, ONE + s * (number - 1), ONE, m)
    larger = aside.total("a logarithm", times(b, tangent) + times(1, above), m)
    parts = (Arguments(s, s * number), Arguments(ONE - s, ONE - s))
    concave = aside.perspective("concave", ENTROPY, parts)
    deductions.total("Markov", times(1, larger) + times(b, concave))
    parts = (Arguments(ONE, ONE), Arguments(constant(0), number - 1))
    positive = aside.perspective("a logarithm of at least one", ENTROPY, parts)
    mass = sum_over(b * s, *choice.one.indices)
    for fact in deductions.plain_facts:
        bounds_mass = len(fact.polynomial - mass) < len(fact.polynomial)
        if fact.relation == ">=" and not fact.indices and bounds_mass:
            deductions.total("Markov", times(1, positive, fact))
