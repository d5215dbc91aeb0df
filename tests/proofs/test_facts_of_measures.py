"""What a proof file says of measures: both checkers compute it again, and refuse what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pmlsym.calculus.polynomial import atom, constant, sum_over
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.wire_writing import write_polynomial, write_tensors
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate_file import proof_from_json
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
    ContractionCoefficient,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_facts import facts_of
from pmlsym.lowering.stated_facts import known_measures, value_data
from pmlsym.measures.every import MEASURES
from pmlsym.pages.saved_evidence import UNSTATED_FACTS, check_saved
from proofs import verify
from tests.proofs.certificates import CERTIFICATES, IN_LEDGER
from tests.soundness.random_values import GAIN, SHARE, SIGNED, TENSORS, P, W, X, Y, Z, random_value
from tests.soundness.test_declared_facts import drawings

VALUES = 400
TABLE = write_tensors(t for t in TENSORS if not t.is_size)
joint = atom(P, X) * atom(W, X, Y)
total = sum_over(atom(P, Z) * atom(W, Z, Y), Z)
delta = atom(SHARE)
ODDS = Ratio(atom(W, X, Y), atom(W, Z, Y))
"""Of two letters: it is >= 0 and can be 0, above any number, and infinite."""
MISSES: dict[str, Value] = {
    "ratio": ODDS,
    "largest": Largest((X,), ODDS),
    "smallest": Smallest((X,), ODDS),
    "total": Total((X,), ODDS),
    "larger": Larger((ODDS, Ratio(delta))),
    "added": Added((ODDS, Ratio(joint))),
    "weighted": Weighted(delta, ODDS),
    "log": Log(ODDS),
    "power": Power(ODDS, Fraction(1, 2)),
    "exceeds": Exceeds(ODDS, delta),
    "fractional_event": FractionalEvent((X,), atom(GAIN, X, Y), atom(P, X), delta),
    "excess_ratio": ExcessRatio((X,), atom(GAIN, X, Y), atom(P, X), delta),
    "contraction": ContractionCoefficient("kl", (X,), (Y,), atom(P, X), atom(GAIN, X, Y)),
    "concentrated": ConcentratedDivergence((X,), atom(P, X), atom(GAIN, X, Y)),
}
"""For each node a value of which no wrong fact holds, but for those that always do."""
WRONG = {"least": "2", "most": "-2", "positive": True, "finite": True}
ALWAYS = {("exceeds", "finite"), ("fractional_event", "finite"), ("contraction", "finite")}


def stated(value: Value, **facts: Any) -> dict[str, Any]:
    """A measure as a file has it, of which these facts alone are stated."""
    nothing = {"least": None, "most": None, "positive": False, "finite": False}
    head = {"measure": "m", "is_log": False, "value": value_data(value), "quotients": []}
    said: dict[str, Any] = json.loads(json.dumps({**head, **nothing, **facts}))
    return said


def opinion(measure: dict[str, Any]) -> str:
    """Why the second opinion refuses a measure; nothing where it does not."""
    verify.WORK.products = verify.WORK.tries = 0
    try:
        verify.Reader(verify.read_tensors(TABLE)).measure(measure)
    except verify.Refused as error:
        return str(error)
    return ""


def test_every_node_is_missed() -> None:
    assert [*MISSES] == [*verify.RULES] == [*verify.NODES]


@pytest.mark.parametrize("fact", WRONG)
@pytest.mark.parametrize("node", MISSES)
def test_a_planted_fact_is_refused_by_the_rule_of_its_node(
    node: str, fact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another rule for this node alone, it would have been accepted."""
    planted = stated(MISSES[node], **{fact: WRONG[fact]})
    refusal = f"the fact {fact!r} of m does not follow from its value"
    assert opinion(planted) == ("" if (node, fact) in ALWAYS else refusal)
    ten = verify.number(10)
    granted = verify.Known((ten,), (verify.scale(-1, ten),), True, True, True)
    monkeypatch.setitem(verify.RULES, node, lambda *_: granted)
    assert not opinion(planted)


@pytest.mark.seconds
def test_what_is_known_of_measures_follows_by_both_rules() -> None:
    asked = 0
    for word in MEASURES:
        for measure in drawings(word):
            data = json.loads(json.dumps(known_measures([measure])))
            verify.WORK.products = verify.WORK.tries = 0
            verify.Reader(verify.read_tensors(data["tensors"])).measure(*data["measures"])
            asked += 1
    assert asked > 10 * len(MEASURES)


@pytest.mark.seconds
def test_what_is_known_of_random_values_follows_by_both_rules() -> None:
    for seed in range(VALUES):
        value = random_value(Random(seed))
        known = facts_of(value)
        ends = {"least": known.least, "most": known.most}
        said = {name: None if end is None else str(end) for name, end in ends.items()}
        flags = {"positive": known.positive, "finite": known.finite}
        assert not opinion(stated(value, **said, **flags)), value


def test_quotients_are_what_their_tensors_declare() -> None:
    given = Tensor("Q", ("X", "Y"), nonnegative=True, stochastic=(0,))
    reader = verify.Reader(verify.read_tensors({**TABLE, **write_tensors([given])}))
    data = {"tensor": "Q", "indices": ["x:X", "y:Y"]}
    whole, part = write_polynomial(total), write_polynomial(joint)
    reader.quotient({**data, "weight": whole, "total": part})
    half = write_polynomial(joint - atom(SIGNED, X))
    for weight, parts in ((part, part), (whole, whole), (whole, half)):
        with pytest.raises(verify.Refused, match="the quotient Q"):
            reader.quotient({**data, "weight": weight, "total": parts})


def kept(name: str) -> Any:
    """The data of a kept file."""
    folders = (CERTIFICATES, IN_LEDGER, CERTIFICATES.parent / "rows")
    (path,) = [p for f in folders if (p := f / f"{name}.json").exists()]
    return json.loads(path.read_text(encoding="utf-8"))


DATA = kept("leakage-is-at-most-log-of-rarest")
PLANTED = {
    "least": ("leakage-is-at-most-log-of-rarest", "pmin(P)"),
    "most": ("leakage-is-at-most-log-of-rarest", "pmin(P)"),
    "positive": ("composition-of-tails", "tail"),
    "finite": ("cost-leakage-pre-processing", "costleak"),
}
"""For each fact a kept file, and a measure of which it does not hold."""


def refused(data: Any) -> str:
    """Why proofs/verify.py refuses; `pmlsym check` does as well, since it knows the claim."""
    text = json.dumps(data)
    with pytest.raises(InvalidCertificate):
        check_saved(text)
    with pytest.raises(verify.Refused) as error:
        verify.verify(text)
    return str(error.value)


def level_of(data: Any) -> Any:
    """The first level of a file, and the measure that it stands for."""
    level = next(level for own in data["facts"]["levels"] for level in own)
    return level, data["facts"]["measures"][level["measure"]]


@pytest.mark.parametrize("fact", WRONG)
def test_a_planted_fact_in_a_file_is_refused(fact: str) -> None:
    name, word = PLANTED[fact]
    data = kept(name)
    measure = next(m for m in data["facts"]["measures"] if m["measure"].startswith(word))
    assert measure[fact] != WRONG[fact]
    measure[fact] = WRONG[fact]
    assert f"the fact {fact!r} of {measure['measure']} does not follow" in refused(data)


def _side(data: Any) -> None:
    level, measure = level_of(data)
    measure["finite"], level["sides"] = False, ["above", "below"]


def _bound(data: Any) -> None:
    level_of(data)[0]["bounds"] = ["pmin(P) >= m1"]


def _declaration(data: Any) -> None:
    data["facts"]["tensors"]["P"]["facts"] = ["nonnegative", "positive"]


def _missing(data: Any) -> None:
    data["facts"]["levels"] = []


def _other(data: Any) -> None:
    level_of(data)[0]["level"] = "P"


SPOILT: dict[str, tuple[Callable[[Any], None], str]] = {
    "from both sides": (_side, "not stated to be finite"),
    "a hypothesis that is no bound": (_bound, "is not what is stated of"),
    "a prior of full support": (_declaration, "more declared of P"),
    "levels of nothing": (_missing, "levels of other certificates"),
    "a level that is a prior": (_other, "declares what is not stated"),
}


@pytest.mark.parametrize(("spoil", "why"), SPOILT.values(), ids=SPOILT)
def test_levels_take_for_granted_what_is_stated(spoil: Callable[[Any], None], why: str) -> None:
    data = deepcopy(DATA)
    spoil(data)
    assert why in refused(data)


def test_a_fact_that_a_file_leaves_out_is_known_from_the_claim() -> None:
    """The second opinion does not know the claim, and misses that a level is at most one."""
    data = deepcopy(DATA)
    level_of(data)[1]["most"] = None
    assert check_saved(json.dumps(data)) == check_saved(json.dumps(DATA))
    with pytest.raises(verify.Refused, match="declares what is not stated"):
        verify.verify(json.dumps(data))


def test_a_file_may_assume_less_than_is_asked_and_not_more() -> None:
    data = kept("pml23-eq-13-claim-2")
    (certificate,) = data["certificates"]
    facts = certificate["sequent"]["facts"]
    facts[:] = [fact for fact in facts if "tail(P, W, eps) >= m1" not in fact["name"]]
    assert "maxinfo" in check_saved(json.dumps(data))  # it follows without
    facts.append({**facts[1], "name": "exp(eps) > 1", "relation": ">"})
    with pytest.raises(InvalidCertificate, match="not linked to a claim"):
        check_saved(json.dumps(data))


def test_a_value_that_is_not_the_measure_s_is_refused_by_who_reads_the_claim() -> None:
    """That the value is the measure is what a claim means, which the second opinion leaves open."""
    data = deepcopy(DATA)
    level_of(data)[1]["value"] = value_data(Ratio(constant(1)))
    assert "facts   of" in verify.verify(json.dumps(data))
    with pytest.raises(InvalidCertificate, match="facts of its measures"):
        check_saved(json.dumps(data))


def test_an_old_file_is_read_and_says_on_what_it_rests() -> None:
    data = deepcopy(DATA)
    assert UNSTATED_FACTS not in check_saved(json.dumps(data))
    assert verify.UNSTATED not in verify.verify(json.dumps(data))
    del data["facts"]
    assert check_saved(json.dumps(data)).endswith(UNSTATED_FACTS)
    assert verify.verify(json.dumps(data)).endswith(verify.UNSTATED)
    assert proof_from_json(data).facts is None
