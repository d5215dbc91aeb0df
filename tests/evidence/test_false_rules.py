"""Rules that a sequent assumes about convex terms, some of an order that they bind.

Files that prove by one what is false, which no checker accepts, and right ones, which all accept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.evidence.test_false_files import F10, File, file, row, said
from tests.evidence.three_checkers import ACCEPTED
from tests.proofs.small import apply, changed, combine, fact, rule, step, tensors, term

ROOT_OF = {"F": term("square", "", "s", "1"), "G": term("square", "", "r", "1")}
FEW = rule("few", [fact("small", "1 - s")], fact("few", "4 - F"), "s")
"""For all s <= 1: F(s, 1) <= 4."""


def assumed() -> Iterator[File]:
    yield (
        "a premise that is not shown",
        file(
            apply(fact("goal", "4 - G"), "few", {"s": ("", "r")}, ("",)), rules=[FEW], terms=ROOT_OF
        ),
    )
    yield (
        "a premise of another number",
        file(
            apply(fact("goal", "4 - G"), "few", {"s": ("", "r")}, ("k",)),
            facts=[fact("k", "1 - k")],
            rules=[FEW],
            terms=ROOT_OF,
        ),
    )
    yield (
        "the term of another number",
        file(
            apply(fact("goal", "4 - F"), "few", {"s": ("", "r")}, ("r",)),
            facts=[fact("r", "1 - r")],
            rules=[FEW],
            terms=ROOT_OF,
        ),
    )
    shared = rule("few", [fact("small", "1 - s")], fact("few", "4 - F"), "")
    yield (
        "a tensor that is shared",
        file(
            apply(fact("goal", "4 - G"), "few", {"s": ("", "r")}, ("r",)),
            facts=[fact("r", "1 - r")],
            rules=[shared],
            terms=ROOT_OF,
        ),
    )
    grows = {**ROOT_OF, "H": F10, "I": term("square", "", "H", "1")}
    yield (
        "a number that grows",
        file(
            apply(fact("goal", "4 - I"), "few", {"s": ("", "H")}, ("r",)),
            facts=[fact("r", "1 - H")],
            rules=[FEW],
            terms=grows,
        ),
    )
    tends = tensors(l="positive at_most_one")
    goes = step("limit", fact("goal", "4 - F"), variable="l", fact="near")
    near = combine(fact("near", "4 - F + l"), ("1", "", ("few",)), ("1", "", ("l >= 0",)))
    of_s = apply(fact("few", "4 - F"), "few", {"s": ("", "s")}, ("s",))
    limit = file(of_s, near, goes, facts=[fact("s", "1 - s")], rules=[FEW], terms=ROOT_OF)
    limit["certificates"][0]["tensors"] |= tends
    yield "a limit beside it", limit
    order = {"F": term("power", "", "r", "1", "k"), "G": term("power", "", "r", "1", "s")}
    of_order = rule("of order", [fact("two", "k - 2")], fact("of order", "F - 5"), "k")
    yield (
        "an order that is bound, and stays",
        file(
            apply(fact("goal", "F - 5"), "of order", {"k": ("", "7")}, ("",)),
            rules=[of_order],
            terms=order,
        ),
    )
    yield (
        "an order that becomes another",
        file(
            apply(fact("goal", "G - 5"), "of order", {"k": ("", "s")}, ("k",)),
            facts=[fact("k", "k - 2")],
            rules=[of_order],
            terms=order,
        ),
    )
    level = rule("of order", (), fact("of order", "F - 5"), "t")
    of_t = {"F": term("power", "", "r", "1", "t"), "G": term("power", "", "r", "1", "0")}
    at_zero = apply(fact("goal", "G - 5"), "of order", {"t": ("", "0")}, ("",))
    yield "an order that is not as it is declared", file(at_zero, rules=[level], terms=of_t)
    yield (
        "an order that nothing is shown of",
        file(changed(at_zero, "shown", to=[]), rules=[level], terms=of_t),
    )
    letter = rule("at", (), fact("at", "4 - F(x)"), "")
    at_x = {"F": term("square", "x", "g(x)", "1")}
    yield (
        "a rule about one letter is added up",
        file(
            apply(fact("at x", "4 - F(x)"), "at", {}, ()),
            combine(fact("goal", "[x] 4 - [x] F(x)"), ("1", "x", ("at x",))),
            rules=[letter],
            terms=at_x,
        ),
    )
    yield (
        "a rule about one letter, while it runs",
        file(
            apply(fact("at x", "4 - F(x)", "x"), "at", {}, ()),
            combine(fact("goal", "[x] 4 - [x] F(x)"), ("1", "x", ("at x @ x",))),
            rules=[letter],
            terms=at_x,
        ),
    )


def right() -> Iterator[File]:
    yield (
        "a rule about a term that grows",
        file(
            apply(fact("goal", "4 - G"), "few", {"s": ("", "r")}, ("r",)),
            facts=[fact("r", "1 - r")],
            rules=[FEW],
            terms=ROOT_OF,
        ),
    )
    shared = rule("few", [fact("small", "1 - s")], fact("few", "4 - F"), "")
    yield (
        "a rule that shares the number of its term",
        file(
            apply(fact("goal", "4 - F"), "few", {}, ("s",)),
            facts=[fact("s", "1 - s")],
            rules=[shared],
            terms={"F": ROOT_OF["F"]},
        ),
    )
    yield (
        "a rule about a term that grows, twice, beside a row",
        file(
            apply(fact("first", "4 - G"), "few", {"s": ("", "r")}, ("r",)),
            row(fact("above", "G - 2 r + 1"), "square tangent", "r", "1", ("1",), ("low", "")),
            combine(fact("goal", "5 - 2 r"), ("1", "", ("first",)), ("1", "", ("above",))),
            facts=[fact("r", "1 - r"), fact("low", "r")],
            rules=[FEW],
            terms=ROOT_OF,
        ),
    )
    order = {"F": term("power", "", "r", "1", "k"), "G": term("power", "", "r", "1", "1/2")}
    of_order = rule("of order", [fact("two", "2 - k")], fact("of order", "k F - 5"), "k")
    yield (
        "an order that becomes a number",
        file(
            apply(fact("goal", "1/2 G - 5"), "of order", {"k": ("", "1/2")}, ("",)),
            rules=[of_order],
            terms=order,
        ),
    )
    of_s = {**order, "G": term("power", "", "r", "1", "s")}
    yield (
        "an order that becomes a scalar",
        file(
            apply(fact("goal", "s G - 5"), "of order", {"k": ("", "s")}, ("s",)),
            facts=[fact("s", "2 - s")],
            rules=[of_order],
            terms=of_s,
        ),
    )
    every = rule("every", (), fact("every", "4 - F(x)", "x"), "")
    yield (
        "a rule about a term at each letter",
        file(
            apply(fact("at x", "4 - F(x)", "x"), "every", {}, (), at={"x": "x"}),
            combine(fact("goal", "[x] 4 - [x] F(x)"), ("1", "x", ("at x @ x",))),
            rules=[every],
            terms={"F": term("square", "x", "g(x)", "1")},
        ),
    )


WRONG = tuple(assumed())


@pytest.mark.parametrize(("what", "data"), WRONG, ids=[what for what, _ in WRONG])
def test_none_accepts_what_is_false(what: str, data: Any):
    assert ACCEPTED not in said(data).values(), said(data)


@pytest.mark.parametrize(("what", "data"), list(right()), ids=[what for what, _ in right()])
def test_all_accept_what_is_right(what: str, data: Any):
    assert set(said(data).values()) == {ACCEPTED}, said(data)
