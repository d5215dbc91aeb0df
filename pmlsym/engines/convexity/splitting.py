"""Terms of mixtures of p and q, by what p and q have in common and what each is beyond the other.

With the excess v = F(p, q) and w = v - p + q, which is that of q, and c = p - v, the smaller one,

    p = c + v      q = c + w      c, v, w >= 0

so for a = i p + j q and b = k p + l q, with numbers i, j, k, l >= 0,

    F(a, b)  <=  c F(i + j, k + l) + v F(i, k) + w F(j, l)

It is what makes Le Cam's divergence and that of Jensen and Shannon multiples of total variation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.calculus.convex_term import EXCESS, ConvexTerm, Function, convex
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import arguments
from pmlsym.kernel.certificate import Arguments, Term, Use

Numbers = tuple[Fraction, Fraction]


def split_by_excess(
    term: ConvexTerm, known: Iterable[Tensor], deductions: Deductions
) -> Iterator[Fact]:
    """The bounds of a term by the excesses in sight."""
    if term.function.name == "excess":
        return
    for tensor in known:
        if tensor.term is None or tensor.term.function.name != "excess":
            continue
        options = ([i for i in term.letters if i.alphabet == a] for a in tensor.alphabets)
        for letters in product(*options):
            p, q = arguments(tensor, letters)
            first, second = _shares(term.a, p, q), _shares(term.b, p, q)
            if first is not None and second is not None:
                found = _split(term, p, q, first, second, deductions)
                if found is not None:
                    yield found


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


def _split(
    term: ConvexTerm,
    p: Polynomial,
    q: Polynomial,
    first: Numbers,
    second: Numbers,
    deductions: Deductions,
) -> Fact | None:
    """The bound, if it has no end that is as large as N lets it be."""
    (i, j), (k, ell) = first, second
    f, v = term.function, convex(EXCESS, p, q)
    parts = [
        _Part(p - v, i + j, k + ell, deductions.row("excess above", p, q)),
        _Part(v, i, k, deductions.row("excess tangent", p, q, 0 * ONE)),
        _Part(v - p + q, j, ell, deductions.row("excess tangent", p, q, ONE)),
    ]
    parts = [part for part in parts if part.a or part.b]
    if any(part.row is None or (f.grows and not part.b) for part in parts):
        return None
    for part in parts:
        part.show(deductions)
    whole = deductions.perspective("apart", f, [part.arguments for part in parts])
    scaled = [part.scaled(f, deductions) for part in parts if part.is_scaled(f)]
    deductions.hide(whole, *scaled)
    if whole is None or None in scaled:
        return None
    terms = [Term(Fraction(1), (Use(whole.name, whole.indices),))]
    terms += [Term(Fraction(-1), (Use(s.name, s.indices),)) for s in scaled if s is not None]
    for part in parts:
        terms += part.valued(f, deductions)
    return deductions.total("in common and apart", terms)


@dataclass(frozen=True)
class _Part:
    """A polynomial that a row says is nonnegative, and how much of it each argument has."""

    size: Polynomial
    a: Fraction
    b: Fraction
    row: Fact | None

    @property
    def arguments(self) -> Arguments:
        return Arguments(self.a * self.size, self.b * self.size)

    def show(self, deductions: Deductions) -> None:
        """State that its multiples are nonnegative."""
        assert self.row is not None
        use = Use(self.row.name, self.row.indices)
        for share in {self.a, self.b} - {0, 1}:
            deductions.hide(deductions.total("a share", (Term(share, (use,)),)))

    def valued(self, f: Function, deductions: Deductions) -> list[Term]:
        """What puts the logarithm -a F(1, a) for F(a, 1), of entropy."""
        found: list[Term] = []
        for monomial, c in convex(f, self.a * ONE, self.b * ONE):
            for tensor, _ in (place for factor in monomial for place in factor):
                term = tensor.term
                if term is None or f.name != "entropy" or term.b != ONE or self.row is None:
                    continue
                row = deductions.row("entropy of number", term.a, ONE)
                deductions.hide(row)
                uses = () if row is None else (Use(self.row.name, self.row.indices), Use(row.name))
                found += [Term(-Fraction(c), uses)] if uses else []
        return found

    def is_scaled(self, f: Function) -> bool:
        """Whether the size is no common factor in the normal form already."""
        pair = self.arguments
        at_numbers = convex(f, self.a * ONE, self.b * ONE)
        return convex(f, pair.a, pair.b) != self.size * at_numbers

    def scaled(self, f: Function, deductions: Deductions) -> Fact | None:
        return deductions.scale(f, self.size, self.a * ONE, self.b * ONE)
