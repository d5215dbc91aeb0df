"""Logarithms of ratios as tensors.

    L(x, y) = log( n(x,y) / d(x,y) )        wherever n and d are positive; arbitrary elsewhere

A claim about mutual information or expected leakage is linear in such tensors. What is assumed of
them is guarded by a factor that vanishes where n or d does:

    guard (n - d - d L) >= 0      log r <= r - 1
    guard (n L - n + d) >= 0      log r >= 1 - 1/r
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom, substitute
from pmlsym.calculus.sequent import HYPOTHESIS, Fact, Origin
from pmlsym.calculus.tensor import Tensor
from pmlsym.language.fold import children
from pmlsym.language.value import Largest, Log, Ratio, Value


def log_of_ratio(ratio: Ratio) -> Polynomial:
    """The tensor that stands for the logarithm of a ratio; one tensor for ratios that agree.

    Its name is the ratio with its letters in the order of the tensor's indices, so that equal names
    are equal functions of their places.
    """
    own = tuple(sorted({*ratio.numerator.free, *ratio.denominator.free}))
    places = {i: Index(i.alphabet, f"{i.alphabet.lower()}_{k}") for k, i in enumerate(own)}
    above, below = (substitute(p, places) for p in (ratio.numerator, ratio.denominator))
    tensor = Tensor(f"log({above})/({below})", tuple(i.alphabet for i in own), role="logarithm")
    return atom(tensor, *own)


def has_mean_logs(value: Value) -> bool:
    """Whether there are logarithms of ratios in a value, as in a mean of them."""
    return any(True for _ in _logs(value, ()))


def log_facts(value: Value) -> Iterator[Fact]:
    """What is known of the logarithms in a value, wherever their numerators are positive."""
    for over, ratio in _logs(value, ()):
        numerator, denominator = ratio.numerator, ratio.denominator
        log = log_of_ratio(ratio)
        name, ((tensor, _),) = str(log), log.atoms()
        above = numerator * (numerator - denominator - denominator * log)
        below = numerator * (numerator * log - numerator + denominator)
        for form, sign in ((above, "<="), (below, ">=")):
            quantified = tuple(i for i in over if i in form.free)
            origin = Origin("tangent", tensor) if sign == "<=" else HYPOTHESIS
            yield Fact(f"{name} {sign} its tangent", form, quantified, ">=", origin)


def _logs(value: Value, over: tuple[Index, ...]) -> Iterator[tuple[tuple[Index, ...], Ratio]]:
    """The ratios in logarithms, with the letters that a value ranges over around them."""
    inner = (*over, *getattr(value, "over", ()))
    match value:
        case Log(Ratio() as ratio):
            yield over, ratio
        case Log(Largest(own, Ratio() as ratio)):
            yield (*over, *own), ratio
        case _:
            for body in children(value):
                yield from _logs(body, inner)
