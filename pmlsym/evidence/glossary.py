"""What the letters of a proof stand for, besides masses: levels, selectors, events, logarithms.

t = exp(pml(P, W));   c(x|y) >= 0, summing to one over x;   L(x,y) = log( W(y|x) / P_Y(y) )
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.evidence.formula import Formula, LogRatio, Over
from pmlsym.evidence.notation import Definition, Notation, Scope


def level_names(sequent: Sequent) -> dict[str, str]:
    """The levels by name: the measure that each stands for, or exp of it."""
    return {t.name: t.of for t in sequent.tensors if t.role == "level" and t.of not in ("", t.name)}


def levels(sequent: Sequent, notation: Notation) -> Iterator[tuple[Formula, str]]:
    """The levels that the proof speaks of, with the quantities that they stand for."""
    known = level_names(sequent)
    for tensor in sorted(notation.spoken):
        if tensor.name in known and tensor.role == "level":
            yield notation.symbol(tensor, (), {}), known[tensor.name]


def arbitrary(sequent: Sequent, notation: Notation) -> Iterator[tuple[Formula, str]]:
    """The selectors, events and envelopes that the proof speaks of, with what they declare."""
    known = level_names(sequent)
    inner = {tensor for rule in sequent.rules for tensor in rule.tensors}
    for tensor in sorted(notation.spoken & set(sequent.tensors) - inner):
        introduced = tensor.is_introduced and tensor.role not in ("quotient", "logarithm")
        if introduced and tensor.name not in known:
            own = tuple(Index(a, f"#{k}") for k, a in enumerate(tensor.alphabets))
            scope = notation.letters(own, {})
            yield notation.symbol(tensor, own, scope), _declared(tensor, own, scope)


def ratios(sequent: Sequent, notation: Notation) -> Iterator[Definition]:
    """What the quotients and logarithms of which the proof speaks are made of."""
    for tensor in sorted(notation.spoken):
        found = None
        if tensor.role == "logarithm":
            found = _ratio(tensor, sequent.facts) or _scaled_ratio(tensor, sequent.facts)
        elif tensor.role == "quotient":
            found = _quotient(tensor, sequent.facts)
        if found is not None:
            own, above, below = found
            generic = tuple(Index(i.alphabet, f"#{k}") for k, i in enumerate(own))
            names = notation.letters(generic, {})
            scope = {i: names[place] for i, place in zip(own, generic, strict=True)}
            top, low = notation.formula(above, scope), notation.formula(below, scope)
            name = notation.symbol(tensor, own, scope)
            if tensor.role == "logarithm":
                yield Definition(name, LogRatio(top, low))
            else:
                yield Definition(name, Over(top, low), low)


def _scaled_ratio(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """What a tensor L is the logarithm of, read off  n L - n + d >= 0."""
    for fact in facts:
        if fact.origin == Origin("scaled tangent", tensor):
            own, above, rest = _parted(tensor, fact.polynomial)
            return own, above, rest + above
    return None


def _quotient(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """What a tensor Q is a quotient of, read off its definition  d Q - n == 0."""
    fact = next((f for f in facts if f.origin == Origin("definition", tensor)), None)
    if fact is None:
        return None
    own, below, rest = _parted(tensor, fact.polynomial)
    return own, -rest, below


def _parted(
    tensor: Tensor, polynomial: Polynomial
) -> tuple[tuple[Index, ...], Polynomial, Polynomial]:
    """The letters of T, and a and b, where the polynomial is  a T + b."""
    own = next(indices for t, indices in polynomial.atoms() if t == tensor)
    times: dict[Monomial, Fraction | int] = {}
    alone: dict[Monomial, Fraction | int] = {}
    for monomial, c in polynomial:
        rest = tuple(part for part in monomial if all(t != tensor for t, _ in part))
        side = alone if len(rest) == len(monomial) else times
        side[rest] = c
    return own, Polynomial(times), Polynomial(alone)


def _ratio(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """What a tensor is the logarithm of, read off  n·n − n·d − n·d·L >= 0  for monomials n, d."""
    for fact in facts:
        if fact.origin != Origin("tangent", tensor):
            continue
        own = next(i for t, i in fact.polynomial.atoms() if t == tensor)
        plain = [
            (c, Counter(m))
            for m, c in fact.polynomial
            if all(t != tensor for factor in m for t, _ in factor)
        ]
        squares = [m for c, m in plain if c == 1 and all(n % 2 == 0 for n in m.values())]
        others = [m for c, m in plain if c == -1]
        if len(plain) == 2 and squares and others:
            above = Counter({factor: n // 2 for factor, n in squares[0].items()})
            below = others[0] - above
            shown = [Polynomial({tuple(sorted(m.elements())): 1}) for m in (above, below)]
            return own, shown[0], shown[1]
    return None


def _declared(tensor: Tensor, own: tuple[Index, ...], scope: Scope) -> str:
    """What a tensor declares, after its name."""
    if tensor.indicator:
        return "is 0 or 1"
    if tensor.at_most_one and tensor.is_nonnegative:
        return "is between 0 and 1"
    sign = "> 0" if tensor.positive else ">= 0" if tensor.is_nonnegative else "is any number"
    letters = ", ".join(scope[own[k]] for k in tensor.stochastic)
    return sign + (f", summing to one over {letters}" if letters else "")
