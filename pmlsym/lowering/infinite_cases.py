"""What can be infinite inside an exponential: the finite and the infinite case apart.

    doeblin(W) >= exp(-ldp(W))    is implied by    the same where ldp(W) is finite,
                                                   doeblin(W) >= 0, that is where exp(-inf) stands

No level t is exp(ldp(W)) = inf, so that no sequent speaks of the second case; without it the claim
would be proved of finite leakages alone. The second claim is asked on all instances, which is more
than is needed.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pmlsym.language.fold import fold, key, rebuild, walk
from pmlsym.language.nodes import Claim, Constant, Exponential, Measure
from pmlsym.lowering.linear import linear


def infinite_cases(claim: Claim) -> tuple[tuple[str, Claim], ...]:
    """Claims that together imply this one: some measure finite, and exp of it (or minus it) zero.

    Each comes with the words for the case.

    The claim alone where no exponential becomes zero as one of its measures becomes infinite.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.language.writing import statement
    >>> for words, case in infinite_cases(parse("doeblin(W) >= exp(-ldp(W))")):
    ...     print(f"{statement(case)}    {words}")
    doeblin(W) >= exp(-ldp(W))    ldp(W) finite
    doeblin(W) >= 0    ldp(W) = inf
    """
    found = next((m for part in walk(claim) for m in _vanishing(part)), None)
    if found is None:
        return (("", claim),)
    own, end = key(found), "inf" if _end(found) > 0 else "-inf"
    return (
        (f"{found.text} finite", _where_finite(claim, own)),
        (f"{found.text} = {end}", _where_infinite(claim, own)),
    )


def _vanishing(part: object) -> list[Measure]:
    """The measures whose infinite value makes an exponential zero."""
    form = linear(part.body) if isinstance(part, Exponential) else None
    return [
        leaf
        for leaf, c in (form.terms if form is not None else ())
        if isinstance(leaf, Measure) and not leaf.finite and c * _end(leaf) < 0
    ]


def _end(measure: Measure) -> int:
    """1 if the measure may be inf and is never -inf, -1 the other way round; else 0."""
    if measure.least is not None and (measure.least > 0 or not measure.is_log):
        return 1
    return -1 if measure.is_log and measure.most is not None else 0


def _where_finite(claim: Claim, own: Hashable) -> Claim:
    """The claim in which the measure is known to be finite."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        new = rebuild(node, inner)
        return replace(new, finite=True) if isinstance(new, Measure) and key(new) == own else new

    changed: Claim = fold(claim, rule)
    return changed


def _where_infinite(claim: Claim, own: Hashable) -> Claim:
    """The claim with zero for each exponential that vanishes."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        vanishes = any(key(measure) == own for measure in _vanishing(node))
        return Constant(Fraction(0)) if vanishes else rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed
