"""Which lines of the table of convex functions to offer, at which parameters.

A line that compares two functions is offered where both are in sight. Parameters are numbers that
the sequent speaks of: arguments of logarithms, one, and, for the free r of Pinsker's line and
similar ones, the levels beside an excess, since r is to be as large as what it bounds, up to a
factor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import is_number, terms_in
from pmlsym.engines.convexity.orders.powers import logarithms_apart
from pmlsym.engines.convexity.rays import Wedge, wedge

ZERO = constant(0)
MULTIPLES = (Fraction(1), Fraction(2), Fraction(1, 2))
"""By how much r differs from a level: total variation is half a distance."""


@dataclass(frozen=True)
class Parameters:
    """Numbers in sight: those in logarithms, and the levels beside an excess."""

    logs: tuple[Polynomial, ...]
    distances: tuple[Polynomial, ...]


def parameters_of(sequent: Sequent) -> Parameters:
    """The numbers of a sequent that may be parameters of a search's rows about convex functions."""
    polynomials = sequent.polynomials
    terms = (t.term for t in terms_in(*polynomials))
    logs = dict.fromkeys(t.b for t in terms if t and is_log(t))
    single = tuple(logs)
    logs |= dict.fromkeys(_products_of_numbers(polynomials, single))
    logs |= dict.fromkeys(
        power for number in single for power in _level_powers(number, polynomials)
    )
    levels: dict[Polynomial, None] = {}
    for polynomial in polynomials:
        if any(t.term and t.term.function.name == "excess" for t in terms_in(polynomial)):
            levels.update(dict.fromkeys(atom(t) for t in polynomial.tensors if is_number(t)))
    scaled = (level * k for k in MULTIPLES for level in levels)
    return Parameters(tuple(logs), tuple(scaled))


def _products_of_numbers(
    polynomials: Iterable[Polynomial], logs: Iterable[Polynomial]
) -> Iterator[Polynomial]:
    """The products in sight of numbers whose logarithms a search sees."""
    single = {part for log in logs if len(log) == 1 for m, c in log if c == 1 for part in m}
    for polynomial in polynomials:
        for monomial, _ in polynomial:
            if len(monomial) > 1 and set(monomial) <= single:
                yield Polynomial({monomial: 1})


def _level_powers(number: Polynomial, among: Iterable[Polynomial]) -> Iterator[Polynomial]:
    """The powers of a level in sight, as in W(y|x) <= t^2 W(y|x'), for a search's logarithms."""
    ((monomial, c),) = number if len(number) == 1 else (((), 0),)
    if c == 1 and len(monomial) == 1:
        most = max((m.count(monomial[0]) for p in among for m, _ in p), default=1)
        yield from (number**k for k in range(2, most + 1))


def is_log(term: ConvexTerm) -> bool:
    """Whether a convex term F(1, c) is the logarithm of a number, for deductions."""
    return term.function.name == "entropy" and term.a == ONE and not term.b.free


def offer_rows(
    term: ConvexTerm,
    in_sight: Iterable[Tensor],
    numbers: Parameters,
    compared: Iterable[Ingredient],
    deductions: Deductions,
) -> tuple[Fact, ...]:
    """Offer a search the lines of the table about a term; return numbers to multiply with."""
    a, b, function = term.a, term.b, term.function.name
    seen = {t.term.function.name for t in in_sight if t.term and (t.term.a, t.term.b) == (a, b)}
    positive: list[Fact] = []
    for name, *parameters in _function_rows(term, numbers):
        with suppress(NotDeduced):
            deductions.row(name, a, b, *parameters)
            if parameters[1:] not in ([], [ONE]):
                positive += _positive_facts(parameters, deductions)
    if is_log(term) and len(b) == 1:
        deductions.offer(*logarithms_apart(b, deductions))
    if len(a) == len(b) == 1:
        _offer_rows_in_wedge(term, seen, wedge(a, b, compared), deductions)
    for name, *both in COMPARED:
        if function == both[0] and set(both) <= seen:
            for parameter in _parameters_of_row(name, numbers):
                with suppress(NotDeduced):
                    deductions.row(name, a, b, *parameter)
                    if name in PROPOSING:
                        positive += _positive_facts(parameter, deductions)
    return tuple(positive)


def logarithms_in(polynomial: Polynomial) -> Iterator[tuple[Polynomial, Polynomial]]:
    """The numbers whose logarithms a fact sums, with factors, as deductions read them."""
    for monomial, c in polynomial:
        whole = Polynomial({monomial: c})
        for tensor in terms_in(whole):
            factor = quotient(whole, atom(tensor)) if tensor.term and is_log(tensor.term) else None
            if tensor.term is not None and factor is not None:
                yield tensor.term.b, factor


def offer_logs_of_products(numbers: Parameters, deductions: Deductions) -> None:
    """Offer a search the logarithms of numbers that are products, taken apart."""
    for number in numbers.logs:
        if len(number) == 1:
            deductions.offer(*logarithms_apart(number, deductions))


def _offer_rows_in_wedge(
    term: ConvexTerm, seen: set[str], held: Wedge, deductions: Deductions
) -> None:
    """Offer a search the lines of the table that need a <= c b, or a >= b, as facts say."""
    function = term.function.name
    for ray, upper in (*((r, True) for r in held.upper), *((r, False) for r in held.lower)):
        rows: list[tuple[str, tuple[Polynomial, ...]]] = []
        if (ray.alpha, ray.beta) == (ONE, ONE):
            rows = [(name, ()) for name, *both in HELD if both == [function, upper]]
        if upper and ray.beta == ONE and function == "square" and "excess" in seen:
            rows.append(("square below excess", (ray.alpha,)))
        for name, parameters in rows:
            deductions.state("beside a ray", (ray.term,))
            with suppress(NotDeduced):
                deductions.row(name, ray.factor * term.a, ray.factor * term.b, *parameters)


HELD = (
    ("excess none", "excess", True),
    ("excess all", "excess", False),
    ("root above least", "root", True),
)
"""The lines that need a <= b, or a >= b, by function."""


def _function_rows(
    term: ConvexTerm, numbers: Parameters
) -> Iterator[tuple[str, *tuple[Polynomial, ...]]]:
    """The lines of the table about a term's function that a search offers, with parameters."""
    a, b = term.a, term.b
    match term.function.name:
        case "entropy":
            for c in (ONE, *numbers.logs):
                if (a, b) != (ONE, c):
                    yield "entropy tangent", c, ONE
                if not (a.free or b.free or is_log(term)) and c != ONE:
                    yield "entropy tangent", ONE, c
            if b == ONE:
                yield ("entropy of number",)
                yield from (("entropy reference", c) for c in (numbers.logs if a.free else ()))
        case "square":
            yield "square tangent", ZERO
            yield "square tangent", ONE
            if not b.free:
                yield ("square times",)
            if _is_rational(a) and _is_rational(b):
                yield "square tangent", Fraction(a.terms[()]) / Fraction(b.terms[()]) * ONE
        case "excess":
            yield "excess tangent", ZERO
            yield "excess tangent", ONE
            yield ("excess above",)
            if not (a.free or b.free):
                yield ("excess none",)
                yield ("excess all",)
        case "root":
            yield ("root above",)
            yield "root tangent", ONE, ONE


COMPARED = (
    ("entropy below square", "entropy", "square"),
    ("entropy above root", "entropy", "root"),
    ("excess below square", "excess", "square"),
    ("excess below entropy", "excess", "entropy"),
    ("excess below root", "excess", "root"),
    ("root below excess", "excess", "root"),
)
"""The lines about two functions."""

PROPOSING = ("entropy below square",)
"""The lines that are about a multiple of a term: the goal is to be multiplied as well."""


def _parameters_of_row(name: str, numbers: Parameters) -> tuple[tuple[Polynomial, ...], ...]:
    """The parameters at which a search offers a line that compares two convex functions."""
    if name == "entropy below square":
        return ((ONE,), *((c,) for c in numbers.logs))
    if name in ("entropy above root", "root below excess"):
        return ((),)
    return tuple((r,) for r in numbers.distances)


def _positive_facts(parameters: Iterable[Polynomial], deductions: Deductions) -> list[Fact]:
    """The facts that a row's parameters are positive, for a search to multiply its goal with."""
    uses = [deductions.find_use(c, ">") for c in parameters if c != ONE]
    return [deductions.facts[use.fact] for use in uses if use is not None]


def _is_rational(polynomial: Polynomial) -> bool:
    """Whether an argument of a convex term is a nonzero rational, for the rows to offer."""
    return list(polynomial.terms) == [()]
