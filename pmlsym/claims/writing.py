"""Claims as text: what `parse` reads back as a claim that means the same.

A channel's alphabets are not part of its name; `declarations` lists them, for `parse(.., lets=..)`.
Concrete entries are not part of a claim's text either.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.binomial_tail import BinomialTail
from pmlsym.claims.entropy_quantity import Entropic
from pmlsym.claims.series import Bound, Series
from pmlsym.claims.subjects import parts, subjects
from pmlsym.measures.quantity import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Measure,
    Named,
    Negation,
    Product,
    Quantity,
    Scalar,
    Sum,
)

_IMPLIES, _OR, _AND, _NOT, _COMPARISON = range(5)
_SUM, _PRODUCT, _SIGNED, _ATOM = range(4)


def write(claim: Claim) -> str:
    """The claim in the claim language, what its priors and scalars declare being premises.

    >>> from pmlsym.claims.parsing import parse
    >>> write(parse("-1/3*pml(P,W)-(a-b) <= 0 =>not 1<2"))
    '-1/3*pml(P, W) - (a - b) <= 0 => not 1 < 2'
    """
    return " => ".join([*_premises(claim), _claim(claim, _IMPLIES)])


def write_quantity(quantity: Quantity) -> str:
    """The quantity in the claim language.

    >>> write_quantity(Scalar("a") / 2 - 1)
    'a/2 - 1'
    """
    return _quantity(quantity, _SUM)


def declarations(claim: Claim) -> tuple[str, ...]:
    """The alphabets of every prior and channel of the claim, as `--let` declares them.

    >>> from pmlsym.claims.parsing import parse
    >>> declarations(parse("pml(P, W & U) <= eps"))
    ('P: X', 'U: X, Y -> Z', 'W: X -> Y')
    """
    tensors = subjects(claim).tensors
    return tuple(_declaration(tensor) for tensor in tensors if tensor.name.isidentifier())


def _premises(claim: Claim) -> list[str]:
    """Full support where a prior declares it; domains that no place in a measure gives a scalar."""
    found = subjects(claim)
    full = [f"fullsupport({t.name})" for t in found.tensors if t.positive and _is_prior(t)]
    measures = " ".join(part.text for part in parts(claim) if isinstance(part, Measure))
    words = set(re.findall(r"\w+", measures))
    free = [(name, domain) for name, domain in found.scalars.items() if name not in words]
    limits = [f"{name} >= 0" for name, domain in free if domain != "real"]
    limits += [f"{name} <= 1" for name, domain in free if domain == "probability"]
    return full + limits


def _is_prior(tensor: Tensor) -> bool:
    return len(tensor.stochastic) == len(tensor.alphabets) > 0


def _declaration(tensor: Tensor) -> str:
    places = tensor.stochastic or (len(tensor.alphabets) - 1,)  # a gain's last index is the guess
    outputs = [name for k, name in enumerate(tensor.alphabets) if k in places]
    inputs = [name for k, name in enumerate(tensor.alphabets) if k not in places]
    arrow = f"{', '.join(inputs)} -> " if inputs else ""
    return f"{tensor.name}: {arrow}{', '.join(outputs)}"


def _enclosed(text: str, own: int, around: int) -> str:
    return f"({text})" if own < around else text


def _claim(claim: Claim, around: int) -> str:
    match claim:
        case Implication(premise, conclusion):
            text = f"{_claim(premise, _OR)} => {_claim(conclusion, _IMPLIES)}"
            return _enclosed(text, _IMPLIES, around)
        case Disjunction(claims):
            text = " or ".join(_claim(part, _AND) for part in claims)
            return _enclosed(text, _OR, around) if len(claims) != 1 else _claim(claims[0], around)
        case Conjunction(claims):
            text = " and ".join(_claim(part, _NOT) for part in claims)
            return _enclosed(text, _AND, around) if len(claims) != 1 else _claim(claims[0], around)
        case Negation(body):
            return _enclosed(f"not {_claim(body, _NOT)}", _NOT, around)
        case Comparison(left, relation, right):
            return f"{_quantity(left, _SUM)} {relation} {_quantity(right, _SUM)}"
        case Condition(text=text):
            return text
        case _:
            raise TypeError(f"{type(claim).__name__} is no claim that can be written")


def _quantity(quantity: Quantity, around: int) -> str:
    match quantity:
        case Constant(value):
            return _enclosed(str(value), _rank(value), around)
        case Scalar(name=name) | Bound(name=name):
            return name
        case Measure(text=text) | Entropic(text=text) | Named(text=text):
            return text
        case Sum(terms):
            return _enclosed(_sum(terms), _SUM, around)
        case Product((Constant(value=value), body)) if value == -1:
            return _enclosed(f"-{_quantity(body, _SIGNED)}", _SIGNED, around)
        case Product(factors):
            first, *rest = factors
            text = "*".join([_quantity(first, _PRODUCT), *(_quantity(f, _SIGNED) for f in rest)])
            return _enclosed(text, _PRODUCT, around)
        case Division(numerator, denominator):
            text = f"{_quantity(numerator, _PRODUCT)}/{_quantity(denominator, _SIGNED)}"
            return _enclosed(text, _PRODUCT, around)
        case Logarithm(body):
            return f"log({_quantity(body, _SUM)})"
        case Exponential(body):
            return f"exp({_quantity(body, _SUM)})"
        case BinomialTail() | Series():
            inside = ", ".join(_quantity(body, _SUM) for body in quantity.arguments)
            return f"{quantity.opening}{inside})"
        case Extreme(bodies, is_maximum):
            inside = ", ".join(_quantity(body, _SUM) for body in bodies)
            return f"{'max' if is_maximum else 'min'}({inside})"
        case _:
            raise TypeError(f"{type(quantity).__name__} is no quantity that can be written")


def _sum(terms: tuple[Quantity, ...]) -> str:
    first, *rest = terms
    text = _quantity(first, _SUM)
    for term in rest:
        match term:
            case Product((Constant(value=value), body)) if value == -1:
                text += f" - {_quantity(body, _PRODUCT)}"
            case Constant(value=value) if value < 0:
                text += f" - {-value}"
            case _:
                text += f" + {_quantity(term, _PRODUCT)}"
    return text


def _rank(value: Fraction) -> int:
    if value.denominator != 1:
        return _PRODUCT
    return _SIGNED if value < 0 else _ATOM
