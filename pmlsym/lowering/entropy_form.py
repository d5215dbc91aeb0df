"""Claims about entropies as statements of linear forms, for the entropy engine and its check.

A claim splits into branches; each comparison becomes a form that is to be nonnegative. Whatever is
neither an entropy nor arithmetic (a scalar, log(..)) is a real number of its own, by its text. Of
the logarithms of primes rational bounds are known; those of other rationals are sums of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.claims.entropy_value import form_of
from pmlsym.claims.ranges import range_of
from pmlsym.errors import Unsupported
from pmlsym.evidence.entropy_dual import ONE, EntropyFact, EntropyForm, EntropyStatement, Key
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Entropic,
    Exponential,
    Extreme,
    Logarithm,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.branches import Branch, branches
from pmlsym.numbers.interval import log_interval

Terms = dict[Key, Fraction]
MOST_CASES = 32
DIGITS, LARGEST_DIVISOR = 12, 1000


def entropy_statements(claim: Claim) -> tuple[EntropyStatement, ...]:
    """The statements that together are the claim.

    Raises Unsupported where a side is not linear in entropies.

    >>> from pmlsym.claims.parsing import parse
    >>> print(*entropy_statements(parse("markov(A, B, C) => I(A;C) <= I(A;B)")), sep="")
    ... # doctest: +ELLIPSIS
    EntropyStatement(hypotheses=(EntropyFact(name='[0 - I(A;C|B)]', ...
    """
    return tuple(
        _statement(case, choice) for branch in branches(claim) for case, choice in _cases(branch)
    )


Choice = Mapping[int, Quantity]
"""For a max or min, by identity: the body that attains it."""


def _cases(branch: Branch) -> Iterator[tuple[Branch, Choice]]:
    """The branch for every choice of the bodies that attain its maxima and minima."""
    _require_finite(branch)
    comparisons = [p for p in branch.premises if isinstance(p, Comparison)]
    if len(comparisons) < len(branch.premises):
        raise Unsupported("the entropy engine reads comparisons and markov, indep")
    goal = () if branch.goal is None else (branch.goal,)
    extremes = [
        part for c in (*comparisons, *goal) for part in walk(c) if isinstance(part, Extreme)
    ]
    if prod(len(extreme.bodies) for extreme in extremes) > MOST_CASES:
        raise Unsupported(f"the entropy engine reads at most {MOST_CASES} choices of max and min")
    for bodies in product(*(extreme.bodies for extreme in extremes)):
        chosen = tuple(zip(extremes, bodies, strict=True))
        extra = tuple(
            Comparison(other, "<=", body) if extreme.is_maximum else Comparison(body, "<=", other)
            for extreme, body in chosen
            for other in extreme.bodies
            if other is not body
        )
        case = Branch((*extra, *comparisons), branch.goal)
        yield case, {id(extreme): body for extreme, body in chosen}


def _statement(branch: Branch, choice: Choice) -> EntropyStatement:
    premises = [p for p in branch.premises if isinstance(p, Comparison)]
    if branch.goal is None:
        negated = premises.pop()
        goal, is_strict = _form(negated.left, negated.right, choice), negated.relation == "<="
    else:
        goal, is_strict = _form(branch.goal.right, branch.goal.left, choice), False
    facts: dict[str, EntropyFact] = {}
    for p in premises:
        fact = EntropyFact(_name(p), _form(p.right, p.left, choice), is_strict=p.relation == "<")
        facts[f"{fact.name} {fact.is_strict}"] = fact
    forms = (goal, *(fact.form for fact in facts.values()))
    known = _known_logarithms({key for form in forms for key, _ in form.terms})
    return EntropyStatement((*_renamed(facts.values()), *known), goal, is_strict)


def _name(premise: Comparison) -> str:
    """What is nonnegative by the premise, in brackets."""
    above, below = write_quantity(premise.right), write_quantity(premise.left)
    return f"[{above} - ({below})]" if " " in below else f"[{above} - {below}]"


def _renamed(facts: Iterable[EntropyFact]) -> Iterator[EntropyFact]:
    """The facts, with the sign in the name where two would share one."""
    seen: set[str] = set()
    for fact in facts:
        name = f"{fact.name} > 0" if fact.name in seen else fact.name
        seen.add(name)
        yield replace(fact, name=name)


def _known_logarithms(keys: set[Key]) -> Iterator[EntropyFact]:
    """Rational bounds of the logarithms of primes that occur."""
    for key in sorted(key for key in keys if isinstance(key, str) and key.startswith("log(")):
        inside = key[len("log(") : -1]
        if inside.isdigit():
            low, high = (
                Fraction(end).limit_denominator(10**DIGITS)
                for end in log_interval(Fraction(int(inside)), 2 * DIGITS)
            )
            step = Fraction(1, 10 ** (DIGITS - 2))
            for name, c, bound in (
                (f"[{key} from below]", 1, step - low),
                (f"[{key} from above]", -1, high + step),
            ):
                form = EntropyForm.of([(key, Fraction(c)), (ONE, bound)])
                yield EntropyFact(name, form, is_strict=True)


def _require_finite(branch: Branch) -> None:
    """Logarithms stand for real numbers: log 0 is minus infinity, which cancels against nothing."""
    comparisons = [p for p in branch.premises if isinstance(p, Comparison)]
    positive = frozenset(name for premise in comparisons for name in _positive(premise))
    goal = () if branch.goal is None else (branch.goal,)
    for comparison in (*comparisons, *goal):
        for part in walk(comparison):
            if isinstance(part, Logarithm) and not range_of(part.body, positive).positive:
                text = write_quantity(part.body)
                raise Unsupported(f"the entropy engine does not know that {text} > 0; assume it")


def _positive(premise: Comparison) -> Iterator[str]:
    """A scalar that the premise puts above a positive rational, or strictly above zero."""
    match premise:
        case Comparison(Constant(value), "<", Scalar(name)) if value >= 0:
            yield name
        case Comparison(Constant(value), "<=", Scalar(name)) if value > 0:
            yield name


def _form(above: Quantity, below: Quantity, choice: Choice) -> EntropyForm:
    """above - below."""
    left, right = (EntropyForm.of(_linear(side, choice)) for side in (above, below))
    return left.plus(right, Fraction(-1))


def _linear(quantity: Quantity, choice: Choice) -> Terms:
    match quantity:
        case Constant(value):
            return {ONE: value}
        case Entropic():
            return dict(form_of(quantity).terms)
        case Sum(terms):
            total: Terms = {}
            for term in terms:
                for key, c in _linear(term, choice).items():
                    total[key] = total.get(key, Fraction(0)) + c
            return total
        case Product(factors):
            return _product([_linear(factor, choice) for factor in factors])
        case Division(numerator, Constant(value)) if value:
            return _scaled(_linear(numerator, choice), 1 / value)
        case Extreme():
            return _linear(choice[id(quantity)], choice)
        case Logarithm(Constant(value)):
            return {f"log({prime})": Fraction(power) for prime, power in _primes(value).items()}
        case Scalar() | Logarithm() | Exponential() | Division():
            if any(isinstance(part, Entropic) for part in walk(quantity)):
                raise Unsupported(f"{write_quantity(quantity)} is not linear in entropies")
            return {write_quantity(quantity): Fraction(1)}
    raise Unsupported(f"the entropy engine does not read {quantity!r}")


def _primes(value: Fraction) -> Counter[int]:
    """The powers of primes of a positive rational, large factors not taken apart."""
    found: Counter[int] = Counter()
    for whole, sign in ((value.numerator, 1), (value.denominator, -1)):
        rest, divisor = whole, 2
        while rest > 1 and divisor < LARGEST_DIVISOR:
            if rest % divisor:
                divisor += 1
            else:
                rest //= divisor
                found[divisor] += sign
        if rest > 1:
            found[rest] += sign
    return found


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
