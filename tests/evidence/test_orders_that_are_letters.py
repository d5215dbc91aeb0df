"""Powers whose order is a letter: what rows need of it, and that it stays the letter that it is.

Each kept law is accepted by all three checkers, and by none where one place of it is another.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pmlsym.calculus import Tensor, atom, constant
from pmlsym.calculus.convex_term import Function, convex
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import size
from pmlsym.kernel.certificate import PLAIN, ConvexRow, Define, Step, Use
from pmlsym.kernel.certificate_file import to_json
from tests.evidence.building import applied, combined, lemma_of, proof
from tests.evidence.test_what_the_program_reads import all_say, written
from tests.proofs.files_of_sequents import file_of

LAWS = Path(__file__).parents[2] / "proofs" / "laws"

ABOVE = "alpha-1-then-I-alpha-P-W-le-maxleak-P-W"
WITH_TANGENT = "alpha-1-then-H-inf-P-le-H-alpha-P"
PRODUCT = "rdp-W-and-V-alpha-le-rdp-W-alpha-rdp-V-alpha"


def law(name: str) -> Any:
    data = json.loads((LAWS / f"{name}.json").read_text(encoding="utf-8"))
    return file_of(data["certificates"][-1], data.get("lemmas", ()))


def rows(data: Any, name: str) -> Iterator[Any]:
    """The rows of this name, in cases too."""

    def inside(steps: Any) -> Iterator[Any]:
        for step in steps:
            if step.get("row") == name:
                yield step
            yield from inside([*step.get("positive", ()), *step.get("nonpositive", ())])

    for certificate in data["certificates"]:
        yield from inside(certificate["steps"])


def letter(name: str, coefficient: str = "1") -> list[Any]:
    return [{"coefficient": coefficient, "sum": [], "atoms": [[name]]}]


def facts(data: Any) -> dict[str, Any]:
    (certificate,) = data["certificates"]
    return {fact["name"]: fact for fact in certificate["sequent"]["facts"]}


def at_least_one(data: Any) -> None:
    facts(data)["1 < alpha"]["relation"] = ">="


def above_zero(data: Any) -> None:
    facts(data)["1 < alpha"]["polynomial"] = letter("alpha")


def above_one_of_another(data: Any) -> None:
    for monomial in facts(data)["1 < alpha"]["polynomial"]:
        monomial["atoms"] = [["u1"] for _ in monomial["atoms"]]


def below_one(data: Any) -> None:
    for monomial in facts(data)["1 < alpha"]["polynomial"]:
        sign = {"-1": "1", "1": "-1"}
        monomial["coefficient"] = sign[monomial["coefficient"]]


def order_of(row: str, order: list[Any]) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        next(rows(data, row))["parameters"][0] = order

    return edit


def term_of_another(data: Any) -> None:
    """One term has another letter for its order; the rest have the one that they had."""
    (certificate,) = data["certificates"]
    powers = [t for t in certificate["terms"].values() if t["function"] == "power"]
    powers[-1]["order"] = letter("u1")


def terms_of_a_multiple(data: Any) -> None:
    (certificate,) = data["certificates"]
    for term in certificate["terms"].values():
        if term["function"] == "power":
            term["order"] = letter("alpha", "1/2")


def shown_by_another(row: str) -> Callable[[Any], None]:
    """What has to be above one is positive."""

    def edit(data: Any) -> None:
        step = next(rows(data, row))
        step["shown"] = [["0 < alpha"] if u == ["1 < alpha"] else u for u in step["shown"]]

    return edit


def introduced(data: Any) -> None:
    """A step makes the order, of which the sequent speaks."""
    (certificate,) = data["certificates"]
    fact = {"name": "made", "for_all": [], "polynomial": letter("alpha"), "relation": "=="}
    fact["polynomial"] = [*letter("alpha"), {"coefficient": "-3", "sum": [], "atoms": []}]
    three = [{"coefficient": "3", "sum": [], "atoms": []}]
    step = {"step": "define", "statement": fact, "tensor": "alpha", "places": [], "body": three}
    certificate["steps"].insert(0, step | {"shown": [[]]})


def sign_turned(data: Any) -> None:
    next(rows(data, "power of product"))["parameters"][1][0]["coefficient"] = "-1"


def no_bound(data: Any) -> None:
    next(rows(data, "power of product"))["shown"][7] = []


EDITS = {
    ABOVE: (
        at_least_one,
        above_zero,
        above_one_of_another,
        below_one,
        term_of_another,
        terms_of_a_multiple,
        introduced,
        sign_turned,
        no_bound,
        *map(shown_by_another, ("entropy below power", "power of product", "excess below power")),
        *(
            order_of(row, order)
            for row in ("entropy below power", "excess below power", "power of product")
            for order in (letter("u1"), letter("alpha", "1/2"), letter("alpha") * 2, [])
        ),
    ),
    WITH_TANGENT: (
        term_of_another,
        terms_of_a_multiple,
        introduced,
        *(order_of("power tangent", o) for o in (letter("u1"), letter("alpha", "2"), [])),
    ),
    PRODUCT: (above_zero, below_one, sign_turned, no_bound, introduced),
}


@pytest.mark.seconds
@pytest.mark.parametrize("name", EDITS)
def test_a_law_at_every_order_is_refused_if_it_is_another(name: str):
    assert all_say(law(name)) == {True}
    for edit in EDITS[name]:
        data = law(name)
        edit(data)
        assert data != law(name)
        assert all_say(data) == {False}, edit


# --- An order that a lemma binds, or that a step makes -------------------------------------------

a, b, alpha, beta, gamma = (Tensor(n, positive=True) for n in ("a", "b", "alpha", "beta", "gamma"))


def tangent(order: Polynomial, name: str = "goal", stated: Polynomial | None = None) -> ConvexRow:
    """F(a, b) >= F(1, 1) (order a - (order - 1) b), of the power of one order, or of another."""
    at = Function("power", order if stated is None else stated)
    line = order * atom(a) - (order - 1) * atom(b)
    one = constant(1)
    said = convex(at, atom(a), atom(b)) - convex(at, one, one) * line
    shown = (PLAIN,) * 4
    return ConvexRow(Fact(name, said), "power tangent", atom(a), atom(b), (order, one, one), shown)


def applied_at(order: Polynomial, stated: Polynomial | None = None) -> Any:
    """The tangent at every order, as a lemma, at one."""
    law = lemma_of("tangent", tangent(atom(alpha)).statement, tangent(atom(alpha)))
    wanted = tangent(order, stated=stated).statement
    bodies = {alpha: ((), order), a: ((), atom(a)), b: ((), atom(b))}
    step = applied(wanted, "tangent", bodies, (PLAIN,) * 3)
    return written(wanted, step, lemmas=(law,))


def of_a_rule(order: Polynomial, stated: Polynomial | None = None) -> Any:
    """The same of a rule that is assumed for every order."""
    rule = Rule("tangent", (a, alpha, b), (), tangent(atom(alpha), "tangent").statement)
    wanted = tangent(order, stated=stated).statement
    bodies = {a: ((), atom(a)), alpha: ((), order), b: ((), atom(b))}
    step = applied(wanted, "tangent", bodies, (PLAIN,) * 3)
    return file_of(json.loads(json.dumps(to_json(proof(wanted, step, rules=(rule,))))))


def made(*, before: bool = False, twice: int = 2) -> Any:
    """beta = 2 gamma; then the tangent at beta, and once more at a positive number."""
    statement = Fact("beta", atom(beta) - 2 * atom(gamma), (), "==")
    define = Define(statement, beta, (), twice * atom(gamma), (PLAIN,))
    row = tangent(atom(beta), "row")
    steps: tuple[Step, ...] = (row, define) if before else (define, row)
    goal = Fact("goal", atom(a) * atom(b))
    return written(goal, *steps, combined(goal, (Use("a > 0"), Use("b > 0"))))


@pytest.mark.parametrize("at", [applied_at, of_a_rule])
def test_an_order_that_is_bound_becomes_another(at: Callable[..., Any]):
    assert all_say(at(atom(beta))) == {True}
    assert all_say(at(atom(alpha))) == {True}
    assert all_say(at(atom(size("X")))) == {True}
    for number in (3, 2, 1, Fraction(1, 2), Fraction(3, 2)):
        assert all_say(at(constant(number))) == {True}
    assert all_say(at(atom(beta), atom(gamma))) == {False}
    assert all_say(at(constant(3), constant(5))) == {False}
    assert all_say(at(atom(beta), atom(alpha))) == {False}


@pytest.mark.parametrize("at", [applied_at, of_a_rule])
@pytest.mark.parametrize("coefficient", ["1/2", "2"])
def test_what_is_bound_becomes_no_multiple_of_an_order(at: Callable[..., Any], coefficient: str):
    data = at(atom(beta))
    for step in data["certificates"][0]["steps"]:
        step["bodies"]["alpha"]["body"] = letter("beta", coefficient)
    assert all_say(data) == {False}


def test_an_order_may_be_made_before_a_term_has_it():
    assert all_say(made()) == {True}
    assert all_say(made(before=True)) == {False}
    assert all_say(made(twice=3)) == {False}
