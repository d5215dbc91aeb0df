"""Logarithms of ratios as tensors.

    L(x, y) = log( n(x,y) / d(x,y) )        wherever n and d are positive; arbitrary elsewhere

A claim about mutual information or expected leakage is linear in such tensors. What is assumed of
them is guarded by a factor that vanishes where n or d does:

    guard (n - d - d L) >= 0      log r <= r - 1
    guard (n L - n + d) >= 0      log r >= 1 - 1/r
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.polynomial import Polynomial, atom, substitute
from pmlsym.calculus.sequent import Fact, Kind, Origin
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.value import Largest, Ratio, Value, mean_log_of


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


def log_facts(value: Value) -> Iterator[Fact]:
    """What is known of the logarithms of a mean, wherever their numerators are positive."""
    mean = mean_log_of(value)
    if mean is None:
        return
    over = (*mean.over, *(mean.largest.over if mean.largest else ()))
    numerator, denominator = mean.ratio.numerator, mean.ratio.denominator
    log = log_of_ratio(mean.ratio)
    name, ((tensor, _),) = str(log), log.atoms()
    above = numerator * (numerator - denominator - denominator * log)
    below = numerator * (numerator * log - numerator + denominator)
    tangents: tuple[tuple[Polynomial, str, Kind], ...] = (
        (above, "<=", "tangent"),
        (below, ">=", "lower tangent"),
    )
    for form, sign, kind in tangents:
        quantified = tuple(i for i in over if i in form.free)
        yield Fact(f"{name} {sign} its tangent", form, quantified, ">=", Origin(kind, tensor))


def logs_within(value: Value) -> Iterator[tuple[tuple[Index, ...], Polynomial, Polynomial]]:
    """For which letters, and where above zero, this logarithm is among those of a largest ratio."""
    match value:
        case Largest(over, Ratio(numerator) as ratio, where):
            yield over, where * numerator, log_of_ratio(ratio)
