"""Terms of mixtures of p and q, by what p and q have in common and what each is beyond the other.

With the excess v = F(p, q) and w = v - p + q, which is that of q, and c = p - v, the smaller one,

    p = c + v      q = c + w      c, v, w >= 0

so for a = i p + j q and b = k p + l q, with numbers i, j, k, l >= 0,

    F(a, b)  <=  c F(i + j, k + l) + v F(i, k) + w F(j, l)

It is what makes Le Cam's divergence and that of Jensen and Shannon multiples of total variation.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ConvexTerm, Function, convex
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import pairs_at
from pmlsym.kernel.certificate import Arguments, Term

Numbers = tuple[Fraction, Fraction]


def offer_split_by_excess(
    term: ConvexTerm, known: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer the bounds of a term by the excesses in sight."""
    if term.function == EXCESS:
        return
    for tensor in known:
        if tensor.term is None or tensor.term.function != EXCESS:
            continue
        for p, q in pairs_at(tensor, term.letters):
            first, second = _shares(term.a, p, q), _shares(term.b, p, q)
            if first is not None and second is not None:
                with suppress(NotDeduced):
                    _offer_split(term.function, p, q, first, second, deductions)


def _shares(whole: Polynomial, p: Polynomial, q: Polynomial) -> Numbers | None:
    """The numbers i, j >= 0 with  whole = i p + j q."""
    shares = []
    for own, other in ((p, q), (q, p)):
        apart = next((m for m, _ in own if m not in other.terms), None)
        if apart is None:
            return None
        shares.append(Fraction(whole.terms.get(apart, 0)) / Fraction(own.terms[apart]))
    i, j = shares
    return (i, j) if min(shares) >= 0 and i * p + j * q == whole else None


def _offer_split(
    f: Function,
    p: Polynomial,
    q: Polynomial,
    first: Numbers,
    second: Numbers,
    deductions: Deductions,
) -> None:
    """Offer the bound, if it has no end that is as large as N lets it be."""
    (i, j), (k, ell), v = first, second, convex(EXCESS, p, q)
    parts = [
        _Part(p - v, i + j, k + ell, deductions.row("excess above", p, q)),
        _Part(v, i, k, deductions.row("excess tangent", p, q, 0)),
        _Part(v - p + q, j, ell, deductions.row("excess tangent", p, q, 1)),
    ]
    parts = [part for part in parts if part.a or part.b]
    if any(f.grows and not part.b for part in parts):
        raise NotDeduced("an end is as large as N lets it be")
    for part in parts:
        for share in {part.a, part.b} - {0, 1}:
            deductions.state("a share", times(share, part.row))
    arguments = [Arguments(part.a * part.size, part.b * part.size) for part in parts]
    terms = times(1, deductions.aside.perspective("apart", f, arguments))
    for part, pair in zip(parts, arguments, strict=True):
        a, b = part.a * ONE, part.b * ONE
        if convex(f, pair.a, pair.b) != part.size * convex(f, a, b):
            terms += times(-1, deductions.aside.scale(f, part.size, a, b))
    for part in parts:
        terms += part.valued(f, deductions)
    deductions.total("in common and apart", terms)


@dataclass(frozen=True)
class _Part:
    """A polynomial that a row says is nonnegative, and how much of it each argument has."""

    size: Polynomial
    a: Fraction
    b: Fraction
    row: Fact

    def valued(self, f: Function, deductions: Deductions) -> tuple[Term, ...]:
        """What puts the logarithm -a F(1, a) for F(a, 1), of entropy."""
        terms: tuple[Term, ...] = ()
        for monomial, c in convex(f, self.a * ONE, self.b * ONE) if f == ENTROPY else ():
            for tensor, _ in (atom for factor in monomial for atom in factor):
                if tensor.term is not None and tensor.term.b == ONE:
                    with suppress(NotDeduced):
                        row = deductions.aside.row("entropy of number", tensor.term.a, ONE)
                        terms += times(-Fraction(c), self.row, row)
        return terms
