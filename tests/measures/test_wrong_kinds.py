"""Whatever is passed to a public name in place of what belongs there, the error is the library's.

It is a `PmlError` that says what would be right: never an AttributeError from within, and never a
claim or a quantity that is made of something else.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.commands import COMMANDS
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import (
    AGAINST,
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    ENTRY,
    EXCESS,
    FUNCTION,
    GAIN,
    HIDDEN,
    LEVEL,
    ORDER,
    OUTCOME,
    PRIOR,
    PROBABILITY,
)

X, Y, U, V = ps.alphabets("X Y U V")
P, W = ps.Prior("P", X), ps.Channel("W", X, Y)
A, G = ps.Channel("A", X, U), ps.Gain("G", X, V)
LEAK = ps.pml(P, W)
CLAIM = LEAK <= 1
OWN = ps.Channel.from_rows([[1]])

FITTING = {
    PRIOR: P,
    CHANNEL: W,
    CONDITIONAL: ps.Given(W, ps.Channel("S", X, U)),
    ATTRIBUTE: A,
    GAIN: G,
    ENTRY: 1,
    OUTCOME: "y",
    ALPHABET: X,
    LEVEL: ps.log(2),
    PROBABILITY: 1,
    AGAINST: ps.Against(P, ps.Prior("Q", X)),
    HIDDEN: ps.Hidden(P, W),
    FUNCTION: "tv",
    ORDER: 2,
    EXCESS: 2,
}
MADE = {word.make.__name__: word for word in MEASURES if not word.repeats}
"""The measures by the functions that make them, with the most arguments."""
RIGHT: dict[str, tuple[Any, ...]] = {
    **{
        name: tuple(FITTING[sort] for sort in word.sorts)
        for name, word in MADE.items()
        if name in ps.__all__
    },
    "Against": (P, ps.Prior("Q", X)),
    "Alphabet": ("X",),
    "Channel": ("W", X, Y),
    "Gain": ("G", X, V),
    "Given": (W, ps.Channel("S", X, U)),
    "Hidden": (P, W),
    "Instance": ({"X": 2}, {}, {}, {}),
    "Prior": ("P", X),
    "Scalar": ("eps", "real"),
    "all_of": (CLAIM, CLAIM),
    "alphabets": ("X Y",),
    "bec": (1, X, Y),
    "bsc": (1, X, Y),
    "any_of": (CLAIM, CLAIM),
    "claim": ("pml(P, W) <= 1",),
    "compile": (LEAK,),
    "deterministic": (W,),
    "entry": (P, "x"),
    "equal": (LEAK, LEAK),
    "erasure": (2, 1, X, Y),
    "Event": ("E", X),
    "exists": (P, CLAIM),
    "exp": (LEAK,),
    "constant_channel": (X, P),
    "forall": (P, CLAIM),
    "full_support": (P,),
    "identity": (X,),
    "implies": (CLAIM, CLAIM),
    "infimum": (P, LEAK),
    "log": (LEAK,),
    "maximum": (LEAK, LEAK),
    "minimum": (LEAK, LEAK),
    "mixture": ((1, W),),
    "negation": (CLAIM,),
    "probability": (ps.Event("E", X), P),
    "quantity": ("pml(P, W)",),
    "rr": (2, ps.log(2), X, Y),
    "same": (W, W),
    "supremum": (P, LEAK),
    "total": ("x", ps.entry(P, "x") * ps.entry(W, "y", given="x")),
    "uniform": (P,),
}
"""Arguments that fit, for every public name that makes something of what it is given."""
ASKED = {
    "campaign": (ps.hunts("pml(P, W) <= maxleak(W)", [0], effort=1),),
    "hunts": ("pml(P, W) <= maxleak(W)", [0]),
    "decide": (CLAIM,),
    "evaluate": (LEAK, ps.Instance({"X": 1, "Y": 1}, {"P": [1], "W": [[1]]})),
    "prove": (LEAK >= 0,),
    "lemma": (ps.prove("pml(P, W >> V) <= pml(P, W)"),),
    "read_proof": (ps.prove("pml(P, W >> V) <= pml(P, W)"),),
    "tight": (CLAIM,),
    "to_coq": (ps.prove("pml(P, W >> V) <= pml(P, W)"),),
    "channel": (OWN,),
    "prior": (ps.Prior.from_masses([1]),),
    "sampler": (OWN,),
    "to_numpy": (OWN,),
    "to_sympy": (OWN,),
}
LIBRARIES = {"to_dit", "to_opendp", "to_pandas"}
"""What needs a library that may be absent: tests/tables."""
CONCRETE = {
    "Channel.from_rows": (ps.Channel.from_rows, ([[1]], "W", X, Y)),
    "Channel.from_counts": (ps.Channel.from_counts, ([[1]], "W", X, Y)),
    "Prior.from_masses": (ps.Prior.from_masses, ([1], "P", X)),
    "Prior.from_counts": (ps.Prior.from_counts, ([1], "P", X)),
    "Gain.from_rows": (ps.Gain.from_rows, ([[1]], "G", X, V)),
}
PLAIN = {name: (getattr(ps, name), given) for name, given in {**RIGHT, **ASKED}.items()}
VERBS = {*COMMANDS, "plot"}
WRONG = (
    1 / 3,
    "1 word",
    [1, [2]],
    (X, 1),
    object(),
    b"x",
    1j,
    {1: 2},
    int,
    np.ones(2),
    P,
    G,
    CLAIM,
)
"""None of these fits anywhere, but where the same kind is asked for."""
SIGNS = {
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "<=": operator.le,
    ">": operator.gt,
}


def test_every_public_name_that_is_called_is_in_the_tables() -> None:
    called = {name for name in ps.__all__ if callable(getattr(ps, name))}
    kinds = {"Claim", "PmlError", "Proved", "Quantity", "Refuted", "Unknown", "Verdict", "slack"}
    assert called - kinds - VERBS - {"evaluate_many"} - LIBRARIES == {*RIGHT, *ASKED}


@pytest.mark.parametrize("name", sorted(VERBS - {"families", "catalogue"}))
def test_a_verb_says_what_it_takes(name: str) -> None:
    given = inspect.signature(getattr(ps, name)).parameters
    more = {"figure": ("figure.png",), "report": ("page.html",)}.get(name, ())
    assert given
    for wrong in (3, 2.5, object(), CLAIM if name != "ask" and name != "refute" else P, LEAK, int):
        with pytest.raises(ps.PmlError) as caught:
            getattr(ps, name)(wrong, *more)
        assert str(caught.value)


@pytest.mark.parametrize("option", [{"paper": 3}, {"id": 3}, {"id": [3]}, {"status": 3}])
def test_the_catalogue_says_what_it_takes(option: dict[str, Any]) -> None:
    with pytest.raises(ps.PmlError):
        ps.catalogue(**option)


@pytest.mark.parametrize("wrong", [3, None, CLAIM, "pml(P, W)"])
def test_only_quantities_are_evaluated_on_many_instances(wrong: Any) -> None:
    with pytest.raises(ps.PmlError):
        ps.evaluate_many(wrong, {"P": [[1.0]], "W": [[[1.0]]]})


@pytest.mark.parametrize("name", [*PLAIN, *CONCRETE])
def test_a_wrong_argument_is_said_to_be_wrong(name: str) -> None:
    make, right = (PLAIN | CONCRETE)[name]
    make(*right)
    refused = 0
    for place, fitting in enumerate(right):
        for wrong in (*WRONG, None):
            if isinstance(wrong, type(fitting)) or _may_be(make, place, wrong):
                continue
            with pytest.raises(ps.PmlError) as caught:
                make(*right[:place], wrong, *right[place + 1 :])
            assert str(caught.value)
            refused += 1
    assert refused >= 10


def _may_be(make: Callable[..., Any], place: int, wrong: object) -> bool:
    """Whether the value is allowed there: None where it is the default; text of a claim."""
    parameters = list(inspect.signature(make).parameters.values())
    parameter = parameters[min(place, len(parameters) - 1)]
    if wrong is None:
        return parameter.default is None
    kinds = str(parameter.annotation)
    if isinstance(wrong, ps.Prior) and kinds == "Prior | Channel":
        return True
    if isinstance(wrong, bytes | dict | np.ndarray) and ("Sequence[int]" in kinds):
        return True  # bytes are integers, an array may hold counts
    if parameter.name in ("rows", "masses", "counts", "table"):
        return isinstance(wrong, np.ndarray | dict)
    return False


@pytest.mark.parametrize("sign", [">>", "&"])
@pytest.mark.parametrize("left", [P, W], ids=["prior", "channel"])
def test_what_composes_composes_with_its_own_kind(sign: str, left: Any) -> None:
    for wrong in (None, 3, "W", [1], X, G, LEAK, CLAIM, object()):
        with pytest.raises(ps.PmlError):
            SIGNS[sign](left, wrong)
    for wrong in (None, 3, "W", [1], object()):
        if not (sign == ">>" and left is P):
            with pytest.raises(ps.PmlError):
                SIGNS[sign](wrong, left)


def test_what_is_said_of_composition_is_what_would_be_right() -> None:
    with pytest.raises(ps.PmlError, match=r"\[1, 2\] is a list; write a channel after P >>"):
        P >> [1, 2]
    with pytest.raises(ps.PmlError, match=r"masses with Prior.from_masses"):
        ps.Prior("P", X, [1, 2])
    with pytest.raises(ps.PmlError, match=r"ps.Given\(W, U\)"):
        A | 3
    with pytest.raises(ps.PmlError, match=r"ps.all_of"):
        CLAIM & CLAIM
    with pytest.raises(ps.PmlError, match=r"write a quantity, or an exact number"):
        LEAK ** "2"


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "<=", ">"])
def test_arithmetic_is_of_quantities_and_exact_numbers(sign: str) -> None:
    assert SIGNS[sign](LEAK, 1) is not None and SIGNS[sign](2, LEAK) is not None
    for wrong in (None, "1/2", [1], True, 1j, P, W, X, G, CLAIM, object()):
        for pair in ((LEAK, wrong), (wrong, LEAK)):
            with pytest.raises(ps.PmlError, match=r"write (a quantity, or an exact|a \w+ after)"):
                SIGNS[sign](*pair)


@pytest.mark.parametrize("sign", [">>", "&", "|"])
def test_claims_are_not_joined_by_signs(sign: str) -> None:
    for other in (None, 3, CLAIM, LEAK, object()):
        for pair in ((CLAIM, other), (other, CLAIM)):
            with pytest.raises(ps.PmlError, match=r"ps.all_of"):
                SIGNS[sign](*pair)


def test_equality_of_quantities_is_no_claim() -> None:
    for other in (ps.pml(P, W), 1, ps.log(2)):
        with pytest.raises(ps.PmlError, match=r"ps.equal\(a, b\)"):
            LEAK == other  # noqa: B015
        with pytest.raises(ps.PmlError, match=r"ps.equal\(a, b\)"):
            LEAK != other  # noqa: B015
    same = LEAK
    assert same == LEAK and LEAK != "pml(P, W)" and LEAK in (P, LEAK)
    assert len({LEAK, ps.pml(P, W)}) == 2
