"""The meanings of names in a proof: levels, selectors, events, logarithms, quotients.

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
from pmlsym.exposition.formula import Formula, LogRatio, Over
from pmlsym.exposition.notation import Definition, Notation, Scope, is_too_long

_AT_ZERO = {"entropy": "log(1/0)", "square": "1^2/0", "power": "power of 1/0"}
"""How b f(a/b) at a = 1 and b = 0 is written, by the name of a function f that grows."""


def level_names(sequent: Sequent) -> dict[str, str]:
    """The measure, or exp of it, that each level in a proof means, by the name of the level."""
    return {t.name: t.of for t in sequent.tensors if t.role == "level" and t.of not in ("", t.name)}


def levels_spoken_of(sequent: Sequent, notation: Notation) -> Iterator[tuple[Formula, str]]:
    """The levels that occur in a written proof, with the quantities that they mean."""
    meanings = level_names(sequent)
    for tensor in sorted(notation.spoken):
        if tensor.name in meanings and tensor.role == "level":
            yield notation.symbol(tensor, (), {}), meanings[tensor.name]


def arbitrary_tensors(sequent: Sequent, notation: Notation) -> Iterator[tuple[Formula, str]]:
    """The selectors, events and envelopes in a written proof, with words that declare them."""
    meanings = level_names(sequent)
    inner = {tensor for rule in sequent.rules for tensor in rule.tensors}
    for tensor in sorted(notation.spoken & set(sequent.tensors) - inner):
        introduced = tensor.is_introduced and tensor.role not in ("quotient", "logarithm")
        letters = tuple(Index(a, f"#{k}") for k, a in enumerate(tensor.alphabets))
        scope = notation.letters(letters, {})
        if is_too_long(tensor):
            yield notation.symbol(tensor, letters, scope), f"is {tensor.name}"
        elif introduced and tensor.name not in meanings:
            yield notation.symbol(tensor, letters, scope), _declaration_text(tensor, letters, scope)
    for function, slope in notation.slopes.items():
        yield slope, f"is as large as needed, in place of the infinite {_AT_ZERO[function.name]}"


def ratio_definitions(sequent: Sequent, notation: Notation) -> Iterator[Definition]:
    """The definitions of quotients and logarithms that occur in a written proof."""
    for tensor in sorted(notation.spoken):
        parts = None
        if tensor.role == "logarithm":
            parts = _log_of_monomials(tensor, sequent.facts) or _log_of_polynomials(
                tensor, sequent.facts
            )
        elif tensor.role == "quotient":
            parts = _quotient(tensor, sequent.facts)
        if parts is not None:
            indices, above, below = parts
            generic = tuple(Index(i.alphabet, f"#{k}") for k, i in enumerate(indices))
            names = notation.letters(generic, {})
            scope = {i: names[letter] for i, letter in zip(indices, generic, strict=True)}
            top, low = notation.formula(above, scope), notation.formula(below, scope)
            name = notation.symbol(tensor, indices, scope)
            if tensor.role == "logarithm":
                yield Definition(name, LogRatio(top, low))
            else:
                yield Definition(name, Over(top, low), low)


def _log_of_polynomials(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """The indices, n and d of a proof's tensor L = log(n/d), read off  n L - n + d >= 0."""
    for fact in facts:
        if fact.origin == Origin("scaled tangent", tensor):
            indices, above, rest = _split_by_tensor(tensor, fact.polynomial)
            return indices, above, rest + above
    return None


def _quotient(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """The indices, n and d of a proof's tensor Q = n/d, read off its definition  d Q - n == 0."""
    fact = next((f for f in facts if f.origin == Origin("definition", tensor)), None)
    if fact is None:
        return None
    indices, below, rest = _split_by_tensor(tensor, fact.polynomial)
    return indices, -rest, below


def _split_by_tensor(
    tensor: Tensor, polynomial: Polynomial
) -> tuple[tuple[Index, ...], Polynomial, Polynomial]:
    """The indices of T, and a and b, where a proof has the polynomial  a T + b."""
    letters = next(indices for t, indices in polynomial.atoms() if t == tensor)
    times: dict[Monomial, Fraction | int] = {}
    alone: dict[Monomial, Fraction | int] = {}
    for monomial, c in polynomial:
        rest = tuple(part for part in monomial if all(t != tensor for t, _ in part))
        side = alone if len(rest) == len(monomial) else times
        side[rest] = c
    return letters, Polynomial(times), Polynomial(alone)


def _log_of_monomials(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """The indices, n and d of a proof's L = log(n/d), read off  n·n − n·d − n·d·L >= 0.

    Both n and d are monomials.
    """
    for fact in facts:
        if fact.origin != Origin("tangent", tensor):
            continue
        indices = next(i for t, i in fact.polynomial.atoms() if t == tensor)
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
            sides = [Polynomial({tuple(sorted(m.elements())): 1}) for m in (above, below)]
            return indices, sides[0], sides[1]
    return None


def _declaration_text(tensor: Tensor, indices: tuple[Index, ...], scope: Scope) -> str:
    """The words, after a tensor's name in a written proof, for what is declared of it."""
    if tensor.indicator:
        return "is 0 or 1"
    if tensor.at_most_one and tensor.is_nonnegative:
        return "is between 0 and 1"
    sign = "> 0" if tensor.positive else ">= 0" if tensor.is_nonnegative else "is any number"
    letters = ", ".join(scope[indices[k]] for k in tensor.stochastic)
    return sign + (f", summing to one over {letters}" if letters else "")
