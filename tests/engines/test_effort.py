"""An answer comes when its time is over, however large one step of an engine is."""

from time import process_time

import pytest

import pmlsym as ps
from pmlsym.calculus import Index, Tensor, atom, sum_over
from pmlsym.calculus.effort import fence, until
from pmlsym.calculus.meter import tick
from pmlsym.claim_text.question import parse
from pmlsym.errors import OutOfTime, PmlError
from pmlsym.evaluators.exact import read_exact
from pmlsym.model.instance import Instance

ENTRIES = ", ".join(f"X{k}" for k in range(10))
VARIABLES = ",".join(f"A{k}" for k in range(14))
LARGE = [
    ("dp(W) <= ldp(W)", (f"W: {ENTRIES} -> Y",)),
    ("maxleak(W) <= log(2)", (f"W: {ENTRIES} -> Y",)),
    ("pml(P, W) <= ldp(W)", (f"W: {ENTRIES} -> Y",)),
    (f"H({VARIABLES}|B) <= H(A0|B) + H(A1|B)", ()),
    (f"I({VARIABLES};B) <= H(A0) + H(A1)", ()),
]


MOST = 15  # seconds of a slow processor; a quiet one takes 1 to 5 of its own


@pytest.mark.parametrize(("text", "lets"), LARGE)
def test_ten_inputs_and_fourteen_variables_end_in_time(text, lets):
    claim = parse(text, lets=lets)
    start = process_time()  # on a busy machine the seconds of the clock are not those of the work
    ps.decide(claim, budget=1)
    assert process_time() - start < MOST  # 20 to more than 100 when only the engines counted


def test_towers_of_powers_end_in_time():
    start = process_time()
    assert ps.decide("2^(2^(2^(2^(2^2)))) >= 1", budget=1).name != "refuted"
    assert process_time() - start < MOST  # 27 seconds of logarithms to 20,000 digits before


def test_a_step_that_is_stopped_says_so():
    claim = parse("dp(W) <= pml_entry(P, W, 1)", lets=(f"W: {ENTRIES} -> Y",))
    verdict = ps.prove(claim, budget=0.3, effort=9)
    assert verdict.name == "unknown"
    assert any("cut by the budget" in attempt.ending for attempt in verdict.attempts)


def test_the_nearest_fence_counts_and_ends_with_its_block():
    with fence(60):
        with pytest.raises(OutOfTime), fence(0):
            tick()
        with pytest.raises(OutOfTime), fence(0), fence(60):
            tick()
        tick()


def test_being_out_of_time_is_no_answer_about_an_instance():
    """What catches PmlError takes it for a fact about the instance at hand."""
    assert not issubclass(OutOfTime, PmlError)


def test_normal_forms_and_readings_mind_the_fence():
    x = Index("X", "x")
    p = atom(Tensor("P", ("X",), nonnegative=True), x)
    with pytest.raises(OutOfTime), fence(0):
        sum_over(p * p * p, x)
    with pytest.raises(OutOfTime), fence(0):
        read_exact(p + 1, Instance({"X": 2}, {"P": ["1/2", "1/2"]}))


def test_checking_a_file_ends_in_time_too(tmp_path, capsys):
    from pmlsym.cli import run

    proof = tmp_path / "proof.json"
    assert run(["ask", "pml(P, W >> V) <= pml(P, W)", "--save", str(proof)]) == 0
    assert run(["check", str(proof)]) == 0
    assert run(["check", str(proof), "--budget", "1e-9"]) == 2
    assert "not checked within 1e-09 s" in capsys.readouterr().err


def test_cvc5_gets_the_time_that_is_left():
    pytest.importorskip("cvc5")
    from pmlsym.engines.solver.proof_at_sizes import _trust_of_both

    with until(-1):
        assert "nothing in time" in _trust_of_both(["(set-logic QF_NRA)\n(check-sat)"])
