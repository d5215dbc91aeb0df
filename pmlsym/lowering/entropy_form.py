"""Claims about entropies as statements of linear forms, for the entropy engine and its check.

A claim splits into branches; each comparison becomes a form that is to be nonnegative. A term that
is neither an entropy nor arithmetic (a scalar, log(..)) is a separate real number, known by its
text. The logarithms of primes have rational bounds; those of other rationals are sums of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.claims.entropies import form_of
from pmlsym.claims.ranges import range_of
from pmlsym.errors import Unsupported
from pmlsym.evidence.entropy_dual import ONE, EntropyFact, EntropyForm, EntropyStatement, Key
from pmlsym.language.fold import children, contains, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Entropic,
    Exponential,
    Extreme,
    Logarithm,
    Quantity,
    Scalar,
)
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.branches import Branch, branches
from pmlsym.lowering.linear import ARITHMETIC, linear
from pmlsym.numbers.interval import log_interval

ATOMS = (Entropic, Scalar, Logarithm, Exponential, Division)
"""The nodes that are separate numbers in a form, unless they are arithmetic of others."""

MOST_CASES = 32
DIGITS, LARGEST_DIVISOR = 12, 1000


def entropy_statements(claim: Claim) -> tuple[EntropyStatement, ...]:
    """The statements about joint entropies, branch by branch, that a claim becomes.

    Raises Unsupported where a side is not linear in entropies.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*entropy_statements(parse("markov(A, B, C) => I(A;C) <= I(A;B)")), sep="")
    ... # doctest: +ELLIPSIS
    EntropyStatement(hypotheses=(EntropyFact(name='[0 - I(A;C|B)]', ...
    """
    return tuple(
        _statement_of_case(case, choice)
        for branch in branches(claim)
        for case, choice in _cases_of_extremes(branch)
    )


Choice = Mapping[int, int]
"""Which of its bodies attains each max or min, by the identity of the node."""


def _cases_of_extremes(branch: Branch) -> Iterator[tuple[Branch, Choice]]:
    """The branch for each choice of bodies that attain its maxima and minima."""
    _require_finite(branch)
    if branch.comparisons is None:
        raise Unsupported("the entropy engine reads comparisons and markov, indep")
    comparisons, compared = branch.comparisons
    goal = () if compared is None else (compared,)
    extremes = [
        part for c in (*comparisons, *goal) for part in walk(c) if isinstance(part, Extreme)
    ]
    if prod(len(extreme.bodies) for extreme in extremes) > MOST_CASES:
        raise Unsupported(f"the entropy engine reads at most {MOST_CASES} choices of max and min")
    # every choice is a case: the product above bounds how many there are
    for places in product(*(range(len(extreme.bodies)) for extreme in extremes)):
        chosen = tuple(zip(extremes, places, strict=True))
        extra = tuple(
            Comparison(*((other, "<=", best) if extreme.is_maximum else (best, "<=", other)))
            for extreme, k in chosen
            for best in (extreme.bodies[k],)
            for other in extreme.bodies
            if other is not best
        )
        case = Branch((*extra, *comparisons), branch.goal)
        yield case, {id(extreme): k for extreme, k in chosen}


def _statement_of_case(branch: Branch, choice: Choice) -> EntropyStatement:
    """The entropy statement to which a branch is lowered, its maxima and minima chosen."""
    premises = [p for p in branch.premises if isinstance(p, Comparison)]
    if branch.goal is None:
        negated = premises.pop()
        goal, is_strict = (_gap_form(negated.left, negated.right, choice), negated.relation == "<=")
    else:
        assert isinstance(branch.goal, Comparison)
        goal, is_strict = _gap_form(branch.goal.right, branch.goal.left, choice), False
    facts: dict[str, EntropyFact] = {}
    for p in premises:
        fact = EntropyFact(
            _fact_name(p), _gap_form(p.right, p.left, choice), is_strict=p.relation == "<"
        )
        facts[f"{fact.name} {fact.is_strict}"] = fact
    forms = (goal, *(fact.form for fact in facts.values()))
    bounds = _log_bounds({key for form in forms for key, _ in form.terms})
    return EntropyStatement((*_distinctly_named(facts.values()), *bounds), goal, is_strict)


def _fact_name(premise: Comparison) -> str:
    """The name [B - A] of the fact that the premise A <= B of a branch becomes."""
    above, below = write_quantity(premise.right), write_quantity(premise.left)
    return f"[{above} - ({below})]" if " " in below else f"[{above} - {below}]"


def _distinctly_named(facts: Iterable[EntropyFact]) -> Iterator[EntropyFact]:
    """The facts that premises become, with the sign in a name that two would share."""
    seen: set[str] = set()
    for fact in facts:
        name = f"{fact.name} > 0" if fact.name in seen else fact.name
        seen.add(name)
        yield replace(fact, name=name)


def _log_bounds(keys: set[Key]) -> Iterator[EntropyFact]:
    """The facts that lowering adds to a branch: rational bounds of logarithms of its primes."""
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
    """Raise Unsupported where a side of a branch may be log 0, which is not a real number.

    Logarithms stand for real numbers, but log 0 is minus infinity, which cannot be cancelled.
    """
    comparisons = [p for p in branch.premises if isinstance(p, Comparison)]
    positive = frozenset(name for premise in comparisons for name in _positive_scalars(premise))
    goal = () if branch.goal is None else (branch.goal,)
    for comparison in (*comparisons, *goal):
        for part in walk(comparison):
            if isinstance(part, Logarithm) and not range_of(part.body, positive).positive:
                text = write_quantity(part.body)
                raise Unsupported(f"the entropy engine does not know that {text} > 0; assume it")


def _positive_scalars(premise: Comparison) -> Iterator[str]:
    """The scalar that a branch's premise makes positive, so that its logarithm can be lowered."""
    form = linear(premise.right - premise.left)
    if form is None or len(form.terms) != 1:
        return
    ((leaf, c),) = form.terms
    beyond = form.constant < 0 or (not form.constant and premise.relation == "<")
    if isinstance(leaf, Scalar) and c > 0 and beyond:
        yield leaf.name


def _gap_form(above: Quantity, below: Quantity, choice: Choice) -> EntropyForm:
    """The linear form in entropies of above - below, for a comparison to be lowered."""
    left, right = (_side_form(side, choice) for side in (above, below))
    return left.plus(right, Fraction(-1))


def _side_form(quantity: Quantity, choice: Choice) -> EntropyForm:
    """The linear form in entropies to which a side of a branch is lowered; else Unsupported."""
    form = linear(_attained(quantity, choice), ATOMS)
    if form is None:
        raise Unsupported(f"{write_quantity(quantity)} is not linear in entropies")
    total = EntropyForm.of([(ONE, form.constant)])
    for leaf, c in form.terms:
        total = total.plus(_leaf_form(leaf), c)
    return total


def _attained(quantity: Quantity, choice: Choice) -> Quantity:
    """A side of a branch with the body chosen for each of its maxima and minima.

    Inside exp, log and denominators, which are separate numbers, nothing is replaced: one text is
    one number.
    """
    if isinstance(quantity, Extreme):
        return _attained(quantity.bodies[choice[id(quantity)]], choice)
    if isinstance(quantity, ARITHMETIC) and not _is_quotient(quantity):
        made: Quantity = rebuild(quantity, [_attained(part, choice) for part in children(quantity)])
        if isinstance(made, Division) and contains(made, Entropic):
            assert isinstance(made.denominator, Constant)
            return Constant(1 / made.denominator.value) * made.numerator
        return made
    return quantity


def _is_quotient(quantity: Quantity) -> bool:
    """Whether a side of a branch that is to be lowered is divided by more than a number."""
    return isinstance(quantity, Division) and not isinstance(quantity.denominator, Constant)


def _leaf_form(leaf: Quantity) -> EntropyForm:
    """The entropies to which a leaf of a branch is lowered; log of a rational by its primes."""
    if isinstance(leaf, Entropic):
        return form_of(leaf)
    inside = linear(leaf.body) if isinstance(leaf, Logarithm) else None
    if inside is not None and not inside.terms:
        powers = _prime_powers(inside.constant).items()
        return EntropyForm.of([(f"log({prime})", Fraction(power)) for prime, power in powers])
    if contains(leaf, Entropic):
        raise Unsupported(f"{write_quantity(leaf)} is not linear in entropies")
    return EntropyForm.of([(write_quantity(leaf), Fraction(1))])


def _prime_powers(value: Fraction) -> Counter[int]:
    """The primes to which lowering splits the logarithm of a rational, with their powers."""
    powers: Counter[int] = Counter()
    for whole, sign in ((value.numerator, 1), (value.denominator, -1)):
        rest, divisor = whole, 2
        while rest > 1 and divisor < LARGEST_DIVISOR:
            if rest % divisor:
                divisor += 1
            else:
                rest //= divisor
                powers[divisor] += sign
        if rest > 1:
            powers[rest] += sign
    return powers
