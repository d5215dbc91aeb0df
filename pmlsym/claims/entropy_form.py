"""Claims about entropies as statements of linear forms, for the entropy engine and its check.

A claim splits into branches; each comparison becomes a form that is to be nonnegative. Whatever is
neither an entropy nor arithmetic (a scalar, log(..)) is a real number of its own, by its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.claims.branches import Branch, branches
from pmlsym.claims.entropy_quantity import Entropic
from pmlsym.claims.subjects import parts
from pmlsym.claims.writing import write_quantity
from pmlsym.errors import Unsupported
from pmlsym.evidence.entropy_dual import ONE, EntropyFact, EntropyForm, EntropyStatement, Key
from pmlsym.measures.quantity import (
    Claim,
    Comparison,
    Condition,
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Scalar,
    Sum,
)

Terms = dict[Key, Fraction]


def is_entropic(claim: Claim) -> bool:
    """Whether a claim speaks of random variables, and of no prior or channel.

    >>> from pmlsym.claims.parsing import parse
    >>> is_entropic(parse("H(A) <= H(A,B)")), is_entropic(parse("pml(P, W) <= eps"))
    (True, False)
    """
    found = list(parts(claim))
    return any(isinstance(part, Entropic) for part in found) and not any(
        isinstance(part, Measure | Condition) for part in found
    )


def entropy_statements(claim: Claim) -> tuple[EntropyStatement, ...]:
    """The statements that together are the claim.

    Raises Unsupported where a side is not linear in entropies.

    >>> from pmlsym.claims.parsing import parse
    >>> print(*entropy_statements(parse("markov(A, B, C) => I(A;C) <= I(A;B)")), sep="")
    ... # doctest: +ELLIPSIS
    EntropyStatement(hypotheses=(EntropyFact(name='[0 - I(A;C|B)]', ...
    """
    statements = []
    for branch in branches(claim):
        _require_finite(branch)
        premises = [p for p in branch.premises if isinstance(p, Comparison)]
        if len(premises) < len(branch.premises):
            raise Unsupported("the entropy engine reads comparisons and markov, indep")
        if branch.goal is None:
            negated = premises.pop()
            goal, is_strict = _form(negated.left, negated.right), negated.relation == "<="
        else:
            goal, is_strict = _form(branch.goal.right, branch.goal.left), False
        facts = {_name(p): EntropyFact(_name(p), _form(p.right, p.left)) for p in premises}
        statements.append(EntropyStatement(tuple(facts.values()), goal, is_strict))
    return tuple(statements)


def _name(premise: Comparison) -> str:
    """What is nonnegative by the premise, in brackets."""
    above, below = write_quantity(premise.right), write_quantity(premise.left)
    return f"[{above} - ({below})]" if " " in below else f"[{above} - {below}]"


def _require_finite(branch: Branch) -> None:
    """Logarithms stand for real numbers: log 0 is minus infinity, which cancels against nothing."""
    comparisons = [p for p in branch.premises if isinstance(p, Comparison)]
    positive = {name for premise in comparisons for name in _positive(premise)}
    goal = () if branch.goal is None else (branch.goal,)
    for comparison in (*comparisons, *goal):
        for part in parts(comparison):
            if isinstance(part, Logarithm) and not _is_positive(part.body, positive):
                text = write_quantity(part.body)
                raise Unsupported(f"the entropy engine does not know that {text} > 0; assume it")


def _positive(premise: Comparison) -> Iterator[str]:
    """A scalar that the premise puts above a positive rational, or strictly above zero."""
    match premise:
        case Comparison(Constant(value), "<", Scalar(name)) if value >= 0:
            yield name
        case Comparison(Constant(value), "<=", Scalar(name)) if value > 0:
            yield name


def _is_positive(quantity: Quantity, positive: set[str]) -> bool:
    match quantity:
        case Constant(value):
            return value > 0
        case Scalar(name):
            return name in positive
        case Product(factors):
            return all(_is_positive(factor, positive) for factor in factors)
        case Division(numerator, denominator):
            return _is_positive(numerator, positive) and _is_positive(denominator, positive)
    return isinstance(quantity, Exponential)


def _form(above: Quantity, below: Quantity) -> EntropyForm:
    """above - below."""
    return EntropyForm.of(_linear(above)).plus(EntropyForm.of(_linear(below)), Fraction(-1))


def _linear(quantity: Quantity) -> Terms:
    match quantity:
        case Constant(value):
            return {ONE: value}
        case Entropic():
            return dict(quantity.form.terms)
        case Sum(terms):
            total: Terms = {}
            for term in terms:
                for key, c in _linear(term).items():
                    total[key] = total.get(key, Fraction(0)) + c
            return total
        case Product(factors):
            return _product([_linear(factor) for factor in factors])
        case Division(numerator, Constant(value)) if value:
            return _scaled(_linear(numerator), 1 / value)
        case Scalar() | Logarithm() | Exponential() | Division() | Extreme():
            if any(isinstance(part, Entropic) for part in parts(quantity)):
                raise Unsupported(f"{write_quantity(quantity)} is not linear in entropies")
            return {write_quantity(quantity): Fraction(1)}
    raise Unsupported(f"the entropy engine does not read {quantity!r}")


def _product(factors: list[Terms]) -> Terms:
    scale, rest = Fraction(1), []
    for terms in factors:
        if set(terms) <= {ONE}:
            scale *= terms.get(ONE, Fraction(0))
        else:
            rest.append(terms)
    if len(rest) > 1:
        raise Unsupported("the entropy engine reads no product of two unknown numbers")
    return _scaled(rest[0] if rest else {ONE: Fraction(1)}, scale)


def _scaled(terms: Terms, factor: Fraction) -> Terms:
    return {key: c * factor for key, c in terms.items()}
