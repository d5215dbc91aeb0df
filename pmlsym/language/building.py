"""Functions that build those claims and quantities in Python for which there is no operator.

`<=`, `<`, `>=`, `>` and the arithmetic signs are the operators of quantities themselves; equality,
the connectives and the functions are here.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Conjunction,
    Disjunction,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Negation,
    Number,
    Quantity,
    quantity_of,
)


def implies(premise: Claim, conclusion: Claim) -> Claim:
    """The claim node "premise => conclusion", on every instance."""
    return Implication(_require_claim(premise), _require_claim(conclusion))


def all_of(*claims: Claim) -> Claim:
    """The claim node "A and B and ..", flat: the parts of a conjunction are taken one by one.

    Raises InvalidInput where there is none.
    """
    return _join_claims(Conjunction, claims)


def any_of(*claims: Claim) -> Claim:
    """The claim node "A or B or ..", flat: the parts of a disjunction are taken one by one.

    Raises InvalidInput where there is none.
    """
    return _join_claims(Disjunction, claims)


def negation(claim: Claim) -> Claim:
    """The claim node "not A"."""
    return Negation(_require_claim(claim))


def equal(left: Quantity | Number, right: Quantity | Number) -> Claim:
    """The claim node "left == right"; Python's own == is never overloaded."""
    return Comparison(quantity_of(left), "==", quantity_of(right))


def _join_claims(kind: type[Conjunction] | type[Disjunction], claims: tuple[Claim, ...]) -> Claim:
    """A conjunction or disjunction node of claims, flat; a single claim as itself."""
    several = [_require_claim(each) for each in claims]
    flat = [part for c in several for part in (c.claims if isinstance(c, kind) else (c,))]
    if not flat:
        raise InvalidInput("there is no claim; write at least one")
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def _require_claim(claim: object) -> Claim:
    """The object, if it is the node of a claim. Raises InvalidInput if it is anything else."""
    return require_kind(claim, Claim, "a claim, such as a <= b or ps.claim('a <= b')")


def log(body: Quantity | Number) -> Quantity:
    """The node log(x), the natural logarithm of a quantity or a rational."""
    return Logarithm(quantity_of(body))


def exp(body: Quantity | Number) -> Quantity:
    """The node exp(x), the exponential of a quantity or a rational."""
    return Exponential(quantity_of(body))


def maximum(*bodies: Quantity | Number) -> Quantity:
    """The node max(a, b, ..), the largest of the quantities."""
    return Extreme(_quantities_of(bodies))


def minimum(*bodies: Quantity | Number) -> Quantity:
    """The node min(a, b, ..), the smallest of the quantities."""
    return Extreme(_quantities_of(bodies), is_maximum=False)


def _quantities_of(bodies: Sequence[Quantity | Number]) -> tuple[Quantity, ...]:
    """The numbers of a max or min node as quantities. Raises InvalidInput where there are none."""
    if not bodies:
        raise InvalidInput("a maximum or minimum is of at least one number")
    return tuple(quantity_of(body) for body in bodies)


def sqrt(body: Quantity | Number) -> Quantity:
    """The square root of a quantity x >= 0 as nodes, exp(log(x)/2)."""
    return Exponential(Logarithm(quantity_of(body)) / 2)


def tanh(body: Quantity | Number) -> Quantity:
    """The hyperbolic tangent of a finite quantity x as nodes, (exp(2*x) - 1)/(exp(2*x) + 1)."""
    u = Exponential(2 * quantity_of(body))
    return (u - 1) / (u + 1)


def absolute(body: Quantity | Number) -> Quantity:
    """The absolute value of a quantity x as a node, max(x, -x)."""
    x = quantity_of(body)
    return Extreme((x, -x))


def binary_entropy(body: Quantity | Number) -> Quantity:
    """The entropy of a coin as nodes, -p*log(p) - (1 - p)*log(1 - p), in nats; for 0 < p < 1.

    At 0 and 1 it has no value, since a claim then has 0*log(0).
    """
    p = quantity_of(body)
    return -p * Logarithm(p) - (1 - p) * Logarithm(1 - p)
