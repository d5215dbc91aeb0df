"""Claims about an open order: at 0, at 1, and elsewhere as sums of convex terms.

    D[a](P || Q) <= D[a](R || S)    iff    sum_x F(p, q) <= sum_x F(r, s)        a > 0, a not 1

where F is the convex function of the order: u^a above 1 and -u^a below (calculus/convex_term.py).
For D[a] = log(sum)/(a - 1) rises with u^a above order 1 and falls below. It is infinite where the
sum is, above 1, and below where the sum of -u^a is zero, which is the largest that it can be. The
largest of several is that of their sums.

At 0 and 1 the claim is asked by itself; unless its conclusion is one such comparison that is not
strict, and nothing else has the order: D[a] is continuous in a on [0, 1], so that the comparison
holds at both ends if it holds between them. [van Erven, Harremoes 2014, Thm. 7]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.scalar import scalar
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of
from pmlsym.claims.open_orders import at_orders, is_ruled_out, order_letters
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.nodes import Claim, Comparison, Measure, OpenOrder, Quantity, Scalar
from pmlsym.language.value import POWER, Divergence, Value
from pmlsym.lowering.linear import LEAVES, linear

Case = tuple[str, Claim]
"""The words for a case, and the claim in it."""


def order_cases(claim: Claim) -> tuple[Case, ...]:
    """The claims that together imply one with an open order, with words; none for other claims.

    Raises Unsupported where orders are more than one letter.

    >>> from pmlsym.claim_text.question import parse
    >>> for words, case in order_cases(parse("a > 0 => D[a](P || Q) <= D[a](Q || P)")):
    ...     print(words)
    a = 1
    a above 0 and not 1
    """
    letters = order_letters(claim)
    if not letters:
        return ()
    orders = [part.order for part in walk(claim) if isinstance(part, OpenOrder)]
    if len(letters) > 1 or not all(isinstance(order, Scalar) for order in orders):
        raise Unsupported(f"the orders {', '.join(map(str, orders))} are not one letter")
    (name,) = letters
    ends = () if _is_continuous(claim, name) else (*_cases_at_ends(claim, name),)
    return (*ends, (f"{name} above 0 and not 1", _claim_with_sums(claim, name)))


def _cases_at_ends(claim: Claim, name: str) -> Iterator[Case]:
    """The claim at 0 and at 1, where it has a value and is not ruled out."""
    for end in (0, 1):
        try:
            at = at_orders(claim, {name: Fraction(end)})
        except InvalidInput:  # I[0] has no value
            continue
        if not is_ruled_out(at):
            yield f"{name} = {end}", at


def _is_continuous(claim: Claim, name: str) -> bool:
    """Whether the conclusion compares two divergences, and nothing else has the order."""
    if any(name in _scalar_names_in(hypothesis) for hypothesis in hypotheses_of(claim)):
        return False
    conclusion = conclusion_of(claim)
    if not isinstance(conclusion, Comparison) or conclusion.relation in "<>":
        return False
    sides = _compared_orders(conclusion)
    return sides is not None and all(_sum_of_powers(side, name) is not None for side in sides)


def _scalar_names_in(part: Claim) -> set[str]:
    """The names of the scalars in a part."""
    return {inner.name for inner in walk(part) if isinstance(inner, Scalar)}


def _claim_with_sums(claim: Claim, name: str) -> Claim:
    """The claim with sums of terms for the divergences that it compares."""

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        sides = _compared_orders(node) if isinstance(node, Comparison) else None
        sums = [_sum_of_powers(side, name) for side in sides] if sides is not None else []
        if len(sums) == 2 and sums[0] is not None and sums[1] is not None:
            return Comparison(sums[0], node.relation, sums[1])
        return rebuild(node, inner)

    changed: Claim = fold(claim, rule)
    return changed


def _compared_orders(comparison: Comparison) -> tuple[OpenOrder, OpenOrder] | None:
    """The two measures with an order in a comparison of equal multiples; else nothing."""
    left, right = (linear(s, (*LEAVES, OpenOrder)) for s in (comparison.left, comparison.right))
    if left is None or right is None:
        return None
    form = left.plus(right.scaled(Fraction(-1)))
    if len(form.terms) != 2 or form.constant:
        return None
    (one, c), (other, d) = form.terms
    if c != -d or not isinstance(one, OpenOrder) or not isinstance(other, OpenOrder):
        return None
    return (one, other) if c > 0 else (other, one)


def _sum_of_powers(ordered: OpenOrder, name: str) -> Quantity | None:
    """The sum of terms for a divergence of this order; nothing for any other measure."""
    sample = ordered.sample
    if not isinstance(sample, Measure):
        return None
    order = atom(scalar(name, "nonnegative"))
    value = _with_order(sample.value, order)
    if value is None:
        return None
    text = f"powers of {ordered.text}"
    return replace(sample, word=text, arguments=(), value=value, is_log=False)


def _with_order(value: Value, order: Polynomial) -> Value | None:
    """The value with that order in its sums, if it is the largest of sums of powers."""
    if not {part.rule for part in walk(value)} <= {"divergence", "largest", "larger"}:
        return None
    if any(isinstance(part, Divergence) and part.function != POWER for part in walk(value)):
        return None

    def rule(node: Value, inner: tuple[Value, ...]) -> Value:
        return replace(node, order=order) if isinstance(node, Divergence) else rebuild(node, inner)

    changed: Value = fold(value, rule)
    return changed
