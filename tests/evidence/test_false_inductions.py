"""Inductions about convex terms that are spoilt in one place: no checker accepts them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.evidence.test_false_files import F10, said
from tests.evidence.three_checkers import ACCEPTED
from tests.proofs.certificates import CERTIFICATES
from tests.proofs.small import fact, polynomial

CASCADE = CERTIFICATES / "sequents" / "inductions" / "information-of-a-cascade-of-n-channels.json"
"""mi(P, V) <= m at every n, where V is U, and then V >> W."""


def said_less(own: Any) -> None:
    own["invariant"][0]["polynomial"] += polynomial("-1")


def at_one_letter(own: Any) -> None:
    own["invariant"][0]["polynomial"] += polynomial("P(x)")


def related(relation: str) -> Callable[[Any], None]:
    def edit(own: Any) -> None:
        own["invariant"][0]["relation"] = relation

    return edit


def with_state(side: str, coefficient: str) -> Callable[[Any], None]:
    def edit(own: Any) -> None:
        for monomial in own[side]["bodies"]["V"]["body"]:
            monomial["coefficient"] = coefficient
        if coefficient == "0":
            own[side]["bodies"]["V"]["body"] = []

    return edit


def unproved(side: str) -> Callable[[Any], None]:
    def edit(own: Any) -> None:
        own[side][0] = None

    return edit


def without(key: str) -> Callable[[Any], None]:
    def edit(own: Any) -> None:
        own[key] = []

    return edit


def terms_of(own: Any) -> Iterator[Any]:
    """Each term, wherever it is listed."""
    every = [own, *filter(None, (*own["base_proofs"], *own["step_proofs"]))]
    return (each for part in every for each in part["terms"].values())


def squares_of(tensor: str) -> Callable[[Any], None]:
    def edit(own: Any) -> None:
        for each in terms_of(own):
            if f'"{tensor}"' in json.dumps(each):
                each["function"] = "square"

    return edit


def turned(own: Any) -> None:
    for each in terms_of(own):
        each["a"], each["b"] = each["b"], each["a"]


def shared_of_the_state(own: Any) -> None:
    own["shared"].append({**own["invariant"][0], "name": "what is to be shown"})


def made_of_the_state(own: Any) -> None:
    own["base"] = deepcopy(own["next"])


def from_what_is_shared(own: Any) -> None:
    own["step_proofs"][0]["sequent"]["facts"] = deepcopy(own["shared"])


def proved_as_the_base(own: Any) -> None:
    own["step_proofs"] = deepcopy(own["base_proofs"])


def from_nothing(own: Any) -> None:
    own["step_proofs"][0]["sequent"]["facts"].append(fact("none", "-1"))


def another_bound(own: Any) -> None:
    for monomial in own["shared"][0]["polynomial"]:
        if not monomial["sum"]:
            monomial["coefficient"] = "2"


def a_state_that_grows(own: Any) -> None:
    own["terms"]["F"] = F10
    own["base"]["bodies"]["V"]["body"][0]["atoms"].append(["F"])


def of_another_prior(own: Any) -> None:
    own["tensors"]["Q"] = own["tensors"]["P"]
    for monomial in own["shared"][0]["polynomial"]:
        monomial["atoms"] = [["Q", *a[1:]] if a[0] == "P" else a for a in monomial["atoms"]]


def named_twice(own: Any) -> None:
    """What the state declares is shown again, so that nothing else is wrong with it."""
    own["state"] *= 2
    for side in ("base_proofs", "step_proofs"):
        own[side] += own[side][len(own["invariant"]) :]


SPOILT: dict[str, Callable[[Any], None]] = {
    "an invariant that is less": said_less,
    "an invariant at one letter": at_one_letter,
    "a strict invariant": related(">"),
    "an equality": related("=="),
    "a base twice as large": with_state("base", "2"),
    "a step twice as large": with_state("next", "2"),
    "a base of nothing": with_state("base", "0"),
    "a step to nothing": with_state("next", "0"),
    "a base that nothing proves": unproved("base_proofs"),
    "a step that nothing proves": unproved("step_proofs"),
    "nothing is shared": without("shared"),
    "nothing comes anew": without("increment"),
    "no state": without("state"),
    "a state that is named twice": named_twice,
    "another function of what is shared": squares_of("U"),
    "another function of the state": squares_of("V"),
    "another function, at n + 1": squares_of("W"),
    "arguments that are turned round": turned,
    "a shared fact about the state": shared_of_the_state,
    "a base that is made of the state": made_of_the_state,
    "a step from what is shared alone": from_what_is_shared,
    "a step that is proved as the base is": proved_as_the_base,
    "a hypothesis that is none": from_nothing,
    "a bound that is another one": another_bound,
    "a state that grows": a_state_that_grows,
    "what is shared is of another prior": of_another_prior,
}


@pytest.mark.parametrize("edit", SPOILT.values(), ids=SPOILT)
def test_none_accepts_what_is_spoilt(edit: Callable[[Any], None]):
    whole = json.loads(CASCADE.read_text(encoding="utf-8"))
    data = deepcopy(whole)
    edit(data["certificates"][0]["induction"])
    assert data != whole
    assert ACCEPTED not in said(data).values(), said(data)


def test_all_accept_it_as_it_is():
    whole = json.loads(CASCADE.read_text(encoding="utf-8"))
    assert set(said(whole).values()) == {ACCEPTED}
