"""A proved row says no less than it could: what is made weaker in it is noticed.

Weaker claims are planted in every claim that makes a row proved. They are true, so that proofs of
them would be found; but the stronger claims that are asked beside them are no longer all refuted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.errors import InvalidInput
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Comparison
from pmlsym.model.instance import Instance
from pmlsym.papers import entry_of
from pmlsym.papers.finding import CHECKED, OPEN, PROVED
from pmlsym.papers.paper_claim import PaperClaim
from pmlsym.papers.sharpness import Sharpening, hypotheses
from proofs.papers.made import LIVE
from tests.catalogue.test_errata import LONG
from tests.examples import few_of, some_of

EFFORT = 2.0
"""Units for each claim that is stronger than a planted one: most others need a tenth of it."""

SAMPLE = 64
"""Every so many plants are tried always, all of them when slow tests run."""


def proved_parts() -> list[tuple[str, PaperClaim]]:
    """The claims that make a row proved, or what holds instead of it."""
    found = []
    for entry in LIVE:
        parts = [*entry.statement] if entry.expected.startswith("proved") else []
        if entry.correction and entry.expected.endswith("proved instead"):
            parts += entry.correction.parts
        found += [(entry.id, part) for part in parts]
    return found


def compares(part: PaperClaim) -> bool:
    """Whether the goals are comparisons: that something exists cannot be made stronger."""
    return all(isinstance(goal, Comparison) for goal in hypotheses(part.to_claim())[1])


EVERY = proved_parts()
PARTS = [(row, part) for row, part in EVERY if compares(part)]


def test_what_exists_says_why_it_is_not_asked():
    assert all(part.whole for row, part in EVERY if (row, part) not in PARTS)


@pytest.mark.seconds
def test_every_claim_of_a_proved_row_is_asked_whether_it_is_sharp():
    assert len({row for row, _ in PARTS}) > 38 and len(PARTS) > 55
    for row, part in PARTS:
        assert isinstance(part, PaperClaim) and part.is_asked and not part.whole, row
        assert part.stronger() or not hypotheses(part.to_claim())[0], row


STATED = [one for one in PARTS if one[0] in LONG or entry_of(one[0]).correction is None]
"""Those of rows without a correction: test_errata.py asks the others, but for a few long ones."""


@pytest.mark.seconds
@pytest.mark.parametrize(("row", "part"), few_of(STATED), ids=lambda value: str(value)[:60])
def test_the_stronger_claims_fail(row, part):
    assert all(one.status == CHECKED for one in part.sharpness(seed=0)), row


PRINTED = {
    "(P >> W)[y] > 0": "y is in supp P_Y",
    "fullsupport(Q)": "the priors of the theorem have full support",
    "exp(eps)*(1 - pmin(P)) < 1": "eps < log 1/(1 - p_min), where eps_l(eps) is defined",
    "eps < log(1/(1 - pmin(P)))": "as it is printed",
    "d1 <= 1": "a probability",
    "d2 <= 1": "a probability",
    "0 < d": "not disclosed: no value is certain, but for d",
    "d < 1": "log(1 - d) is defined",
    "delta1 + delta2 <= 1": "a probability",
    "0 < delta1 + delta2": "what is divided by",
    "size(Z) >= 2": "an event and what is outside of it are outcomes",
    **dict.fromkeys(
        ("R == W >> D", "M == R >> B", "W == R >> C", "R == M >> F"), "W and M are of one class"
    ),
    "min over N of P_Y(y) > 0": "events are of the support",
    "P(x) > 0": "x is in supp P_X",
    "P[a] > 0": "a is in supp P_X",
    "(P >> W)[z] > 0": "z is in supp P_Z",
    "(P >> (W & U))[z, y] > 0": "y and z can occur together",
    "e^l >= 1": "what e^l is",
    "e^l P_Y - W >= 0": "what e^l is",
    "log(2) <= eps": "part 3 is for these",
    "suppsize(P) >= 2": "p_min is below 1, and log 1/(1 - p_min) finite",
    "pmin(P) < 1": "q_min/(1 - q_min) is defined",
    "q > 0": "q is e^-eps",
    "q < 1": "eps > 0; eps = 0 is a claim of its own",
    "0 < q": "q is e^-eps",
    "q > 1 - pmin(P)": "eps < log 1/(1 - p_min), where eps_l(eps) is defined",
    "fullsupport(P)": "the condition is about letters with mass",
    "V >= 0": "V is a mapping",
    "sum_y c(y) == 0": "V is a mapping",
    **dict.fromkeys(
        ("P[c] >= 1 - s", "Q[e] >= 1 - s", "P[c, e] >= 1 - s"), "which priors are near"
    ),
    "P[d] > 0": "the priors of the theorem have full support",
    **dict.fromkeys(
        (*("q (|Y| - 1) == 1", "1[c /= a] > 0", "s > 0", "1 - P(a) > 0", "A(u|a) == 0"),),
        "which mechanism, letter and attribute it is",
    ),
    **dict.fromkeys(
        (
            *("r > 0", "1 - r sum_v g >= 0", "q |V| (|J| - 1) == 1"),
            "r E (g(X,v_after) | y) - q >= 0",
        ),
        "which attribute U_g is",
    ),
    **dict.fromkeys(
        (*("q (|J| - 1) == 1", "P(x*) > 0", "P(x /= x*, y) - q P(x*, y) >= 0"),),
        "which attribute W is",
    ),
    "P_Y(y) > 0": "y is in supp P_Y",
    **dict.fromkeys(
        (
            *("1 - d >= 0", "E c(X,w_S) > 0", "E (c(X,v) - c(X,w_S)) >= 0"),
            "E (c(X,v) - c(X,w_T) | y) >= 0",
            "E k(X) E (c(X,w_T) | y) == E c(X,w_S) E (k(X) | y)",
        ),
        "which attribute U_c is",
    ),
    **dict.fromkeys(
        ("a2 >= a", "a > 0", "b2 >= b", "b >= 0", "b*(a2 - a) + a*(b2 - b) > 0"),
        "expected costs of the best choices and of others",
    ),
    **dict.fromkeys(("0 < p", "p < 1", "d > 0", "eps > 0"), "as it is printed"),
    **dict.fromkeys(("c >= 0", "c < 1/2", "a > 0", "n >= 1", "b > 0"), "as it is printed"),
    "h > 0": "the dataset is not constant",
    **dict.fromkeys(("0 < a", "a < 1"), "the order of the divergence, 1/2 there"),
    **dict.fromkeys(("0 < m", "m < n", "m <= n*p"), "m/n <= p, and m = 0 is a claim of its own"),
    **dict.fromkeys(("0 <= t", "u < 1"), "probabilities"),
    **dict.fromkeys(("p > 0", "m > 0", "q <= 1"), "probabilities of what can occur"),
    **dict.fromkeys(("k > 0", "x >= 0", "e > 0"), "a bound of what is not zero"),
    **dict.fromkeys(("k > 1", "k >= 1", "m >= 1"), "numbers of letters"),
    **dict.fromkeys(("n > 0", "s >= 1"), "numbers of samples, and their root"),
    **dict.fromkeys(("b >= a", "l >= 0"), "which of two is more"),
    "fullsupport(P >> W)": "V has the law of X, of letters that can occur",
    **dict.fromkeys(
        (
            *("max P(x_i = x, w) - P(w) K(x|w) <= 0", "min P(x_i = x, w) - P(w) K(x|w) >= 0"),
            "max over i /= j of P(x_i = x_j = x, w) - P(w) K(x|w)^2 <= 0",
        ),
        "the samples are independent given W, and of the law of the fresh one",
    ),
}
"""The hypotheses that are kept, and what in the paper says each: no other may be kept, and none
that nothing keeps any longer may stand here. So a row is not made weaker by what it supposes."""


@pytest.mark.seconds
def test_what_is_kept_and_what_is_dropped_are_the_hypotheses():
    for row, part in PARTS:
        dropped = [one for one in part.stronger() if one.change.startswith("without ")]
        assert len(dropped) + len(part.kept) == len(hypotheses(part.to_claim())[0]), row
    assert {kept for _, part in PARTS for kept in part.kept} == {*PRINTED}


MORE = (("P", "pmin(P) <= 1/3"), ("Q", "pmin(Q) <= 1/3"), ("I(", "H(W) <= 1"), ("", "a <= 3"))
"""A hypothesis that says something, by what a claim is about."""


def plants(part: PaperClaim) -> Iterator[tuple[str, PaperClaim]]:
    """The claim with a hypothesis more, with a tenth more in its bound, and with empty goals."""
    premises, goals = hypotheses(part.to_claim())
    last = goals[-1]
    assert isinstance(last, Comparison)
    sign = "-" if last.relation in (">=", ">") else "+"
    if part.claim is not None:
        more = last.right - 1 / 10 if sign == "-" else last.right + 1 / 10
        for what, goal in (
            ("a tenth more", Comparison(last.left, last.relation.replace("==", "<="), more)),
            ("nothing", parse("0 <= 1")),
            ("what is the same", Comparison(last.left, last.relation, last.left)),
        ):
            yield what, replace(part, claim=lambda goal=goal: implies(all_of(*premises), goal))
        yield "one more", replace(part, claim=lambda: implies(last.left <= 3, part.to_claim()))
        return
    text = part.text.replace("==", "<=")
    yield "a tenth more", replace(part, text=f"{text} {sign} 1/10")
    yield "nothing", replace(part, text="0 <= 1")
    yield "what is the same", replace(part, text=f"{last.left} {last.relation} {last.left}")
    condition = next(condition for name, condition in MORE if name in str(part.question))
    yield "one more", replace(part, assume=(*part.assume, condition))


PLANTS = [(row, what, plant) for row, part in PARTS for what, plant in plants(part)]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("row", "what", "plant"),
    some_of(
        [
            pytest.param(*one, marks=pytest.mark.slow) if k % SAMPLE else one
            for k, one in enumerate(PLANTS)
        ]
    ),
    ids=lambda value: str(value)[:60],
)
def test_a_weaker_claim_is_noticed(row, what, plant):
    try:
        found = plant.sharpness(seed=0, effort=EFFORT)
    except InvalidInput:
        return
    assert any(one.status != CHECKED for one in found), (row, what)


def part_of(text, *changes, **words):
    return PaperClaim(text, sharp=tuple(map(Sharpening, changes)), **words)


@pytest.mark.seconds
def test_a_claim_that_is_proved_and_not_sharp_is_open():
    sharp = part_of("pml(P, W >> V) <= pml(P, W)", "strictly")
    assert sharp.find(effort=20, seed=0).status == PROVED
    for weak in (
        part_of("pml(P, W >> V) <= pml(P, W) + 1/10", "strictly"),
        part_of("pml(P, W) <= pml(P, W)", "strictly"),
        part_of("ldp(P, W) <= eps", "strictly", assume=("ldp(P, W) <= eps",)),
        part_of("pml(P, W) <= 1/10", "hypotheses", assume=("ldp(P, W) == 0",)),
        part_of("pml(P, W) <= 2*ldp(W)", "3*ldp(W) -> ldp(W)"),
        part_of("pml(P, W) <= ldp(W)", "strictly", kept=("fullsupport(P)",)),
    ):
        found = weak.find(effort=20, seed=0)
        assert found.status == OPEN and found.detail.startswith("proved, but not sharp: "), found


@pytest.mark.seconds
def test_a_hypothesis_that_adds_nothing_is_noticed():
    weak = part_of("pml(P, W >> V) <= pml(P, W)", "strictly", assume=("fullsupport(P)",))
    assert any(one.status != CHECKED for one in weak.sharpness(seed=0, effort=EFFORT))


def test_a_given_instance_has_to_refute():
    same = Instance({"X": 1, "Y": 1}, {"P": ["1"], "W": [["1"]]})
    apart = Instance({"X": 2, "Y": 1}, {"P": ["1/2", "1/2"], "W": [["1"], ["1"]]})

    def found(text, instance):
        part = PaperClaim(text, sharp=(Sharpening("strictly", at=instance),))
        return [one.status for one in part.sharpness(seed=0)]

    assert found("pml(P, W) <= -log(pmin(P))", same) == [CHECKED, CHECKED]
    assert found("pml(P, W) <= -log(pmin(P))", apart) == [CHECKED, OPEN]


def test_the_claim_stands_beside_the_sentence_as_the_library_writes_it():
    found = entry_of("PML23/lemma-1.6").check()
    assert found.statement[0].text.startswith("l(X->(y,z)) <= ")
    assert found.statement[0].claim.startswith("pml(P, W & U, y, z) <= pml(P, W, y)")
    assert found.statement[0].sharpness
