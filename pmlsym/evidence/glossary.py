"""What the letters of a proof stand for, besides masses: levels, selectors, events, logarithms.

    t = exp(pml(P, W));   c(x|y) >= 0, summing to one over x;   L(x,y) = log( W(y|x) / P_Y(y) )
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.evidence.formula import Formula, LogRatio
from pmlsym.evidence.notation import INTRODUCED, Definition, Notation, Scope, letters_for

_LEVEL = re.compile(r"(?P<measure>.+) (<=|>=) (?P<log>log )?(?P<level>[a-z]+\d+)( \(\d+\))?")


def level_names(sequent: Sequent) -> dict[str, tuple[str, bool]]:
    """The levels by name: the measure that each stands for, and whether it is its exponential."""
    scalars = {t.name for t in sequent.tensors if not t.alphabets}
    found: dict[str, tuple[str, bool]] = {}
    for name in (*(f.name for f in sequent.facts), *(s.name for s in sequent.schemas)):
        match = _LEVEL.fullmatch(name)
        if match and match["level"] in scalars:
            found.setdefault(match["level"], (match["measure"], bool(match["log"])))
    return found


def levels(sequent: Sequent, notation: Notation) -> Iterator[tuple[Formula, str]]:
    """The levels of a sequent with the quantities that they stand for."""
    scalars = {t.name: t for t in sequent.tensors if not t.alphabets}
    for name, (measure, is_log) in level_names(sequent).items():
        level = notation.symbol(scalars[name], (), {})
        yield level, f"exp({measure})" if is_log else measure


def arbitrary(
    sequent: Sequent, used: frozenset[str], notation: Notation
) -> Iterator[tuple[Formula, str]]:
    """The selectors, events and envelopes that the proof speaks of, with what they declare."""
    inner = {schema.parameter for schema in sequent.schemas}
    spoken = set(sequent.goal.tensors).union(
        *(fact.polynomial.tensors for fact in sequent.facts if fact.name in used)
    )
    for tensor in sorted(spoken - inner):
        if tensor.alphabets and INTRODUCED.fullmatch(tensor.name):
            own = tuple(Index(a, f"#{k}") for k, a in enumerate(tensor.alphabets))
            scope = letters_for(own, {})
            yield notation.symbol(tensor, own, scope), _declared(tensor, own, scope)


def logarithms(sequent: Sequent, notation: Notation) -> Iterator[Definition]:
    """What the tensors that stand for logarithms are the logarithms of."""
    for tensor in sequent.tensors:
        ratio = _ratio(tensor, sequent.facts) if tensor.name.startswith("log(") else None
        if ratio is not None:
            own, above, below = ratio
            scope = letters_for(own, {})
            body = LogRatio(notation.formula(above, scope), notation.formula(below, scope))
            yield Definition(notation.symbol(tensor, own, scope), body)


def _ratio(
    tensor: Tensor, facts: Iterable[Fact]
) -> tuple[tuple[Index, ...], Polynomial, Polynomial] | None:
    """What a tensor is the logarithm of, read off  n·n − n·d − n·d·L >= 0  for monomials n, d."""
    for fact in facts:
        if not (fact.name.startswith(tensor.name) and "<= its tangent" in fact.name):
            continue
        own = next(i for t, i in fact.polynomial.atoms() if t == tensor)
        plain = [
            (c, Counter(m)) for m, c in fact.polynomial
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
    sign = ">= 0" if tensor.is_nonnegative else "is any number"
    letters = ", ".join(scope[own[k]] for k in tensor.stochastic)
    return sign + (f", summing to one over {letters}" if letters else "")
