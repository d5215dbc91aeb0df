"""Z3 at fixed sizes: what the papers prove is unsat, what is false has an exact model."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, sum_over
from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.effort import Stopwatch, until
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.tensor import size
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.engines.certificates.ingredient import unequal_letters
from pmlsym.engines.solver.decision_at_sizes import Decision, crosscheck, decide_sequent
from pmlsym.errors import Disagreement
from pmlsym.language.building import log
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior

X, Y, Z = alphabets("X Y Z")
P, W, V, U = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z), Channel("U", (X, Y), Z)

TRUE: dict[str, Claim] = {
    "post-processing": pml(P, W >> V) <= pml(P, W),
    "pre-processing": pml(P, W >> V) <= pml(P >> W, V),
    "composition": pml(P, W & U) <= pml(P, W) + conditional_pml(P, Given(W, U)),
    "maximal leakage after": maxleak(W >> V) <= maxleak(W),
    "maximal leakage before": maxleak(W >> V) <= maxleak(V),
    "smallest mass": pml(P, W) <= -log(pmin(P)),
}
FALSE: dict[str, Claim] = {
    "maximal leakage is an average": pml(P, W) <= maxleak(W),
    "a second outcome leaks more": pml(P, W & U) <= pml(P, W),
    "densities are no mirror": -density_min(P, W) <= pml(P, W),
}

x, y = Index("X", "x"), Index("Y", "y")
p = Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
t = Tensor("t", positive=True)


def decide(sequent: Sequent, letters: int, effort: float = 10.0, **given: Instance) -> Decision:
    sizes = dict.fromkeys("XYZ", letters)
    with until(effort):
        return decide_sequent(sequent, sizes, **given)


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("letters", [1, 2])
def test_true_claims_are_unsat(name: str, letters: int) -> None:
    for sequent in lower(TRUE[name]):
        decision = decide(sequent, letters)
        assert decision.status == "unsat", decision
        assert decision.instance is None
        assert decision.scripts


@pytest.mark.parametrize("name", ["post-processing", "pre-processing", "composition"])
def test_three_letters_are_decided_with_masses_as_variables(name: str) -> None:
    for sequent in lower(TRUE[name]):
        assert decide(sequent, 3, effort=30.0).status == "unsat"


@pytest.mark.parametrize("name", FALSE)
def test_a_model_of_a_false_claim_is_an_exact_counterexample(name: str) -> None:
    claim = FALSE[name]
    decisions = [decide(sequent, 2) for sequent in lower(claim)]
    found = [d.instance for d in decisions if d.status == "sat"]
    assert found
    own = [tensor.name for tensor in subjects(claim).tensors]
    for model in found:
        assert model is not None
        tensors = {name: model.tensors[name] for name in own}
        assert not holds(claim, Instance(model.sizes, tensors))


def test_one_letter_can_make_a_claim_true() -> None:
    """p(x) <= 1/2 is false, and so is p(x) = 1 from two letters on."""
    certain = Sequent((), atom(p, x) - 1)
    assert decide(certain, 1).status == "unsat"
    assert decide(certain, 2).status == "sat"


def test_constants_of_one_alphabet_may_be_one_letter() -> None:
    """p(x) + p(x') <= 1 fails exactly where x = x' may be, and holds of distinct letters."""
    other = Index("X", "x'")
    both = 1 - atom(p, x) - atom(p, other)
    assert decide(Sequent((), both), 2).status == "sat"
    assert decide(Sequent((), unequal_letters(x, other) * both), 3).status == "unsat"


def test_facts_about_a_constant_letter_stay_about_it() -> None:
    here = Fact("here", atom(p, x) - Fraction(1, 2))
    assert decide(Sequent((here,), atom(p, x) - Fraction(1, 2)), 3).status == "unsat"
    assert decide(Sequent((here,), atom(p, Index("X", "x'")) - Fraction(1, 2)), 3).status == "sat"


def test_sizes_are_numbers_of_letters() -> None:
    average = size_of_x() * sum_over(atom(p, x) * atom(p, x), x) - 1
    assert decide(Sequent((), average), 3).status == "unsat"
    assert decide(Sequent((), average - Fraction(1, 10**9)), 3).status == "sat"


def test_strict_goals_and_equalities() -> None:
    total = sum_over(atom(p, x) * atom(p, x), x)
    assert decide(Sequent((), total, ">"), 3).status == "unsat"
    assert decide(Sequent((), total - atom(p, x), ">"), 2).status == "sat"
    square = Fact("two", atom(t) * atom(t) - 2, (), "==")
    assert decide(Sequent((square,), atom(t) ** 4 - 4, "=="), 1).status == "unsat"


def test_an_algebraic_model_is_approximated_by_rationals() -> None:
    square = Fact("two", atom(t) * atom(t) - 2, (), "==")
    decision = decide(Sequent((square,), atom(t) - 2), 1)
    assert decision.status == "sat"
    assert decision.instance is not None
    root = decision.instance.scalars["t"]
    assert abs(float(root) - 2**0.5) < 1e-9


def test_given_entries_are_used_and_letters_are_then_not_alike() -> None:
    mass = Instance({"X": 2}, {"p": ["1/3", "2/3"]})
    goal = Sequent((), Fraction(1, 2) - atom(p, x))
    decision = decide(goal, 2, given=mass)
    assert decision.status == "sat"
    assert decision.letters == {x: 1}
    assert decide(Sequent((), Fraction(2, 3) - atom(p, x)), 2, given=mass).status == "unsat"


def test_without_its_rules_a_sequent_is_never_called_false() -> None:
    a = Tensor("a", ("Y",), nonnegative=True)
    rule = Rule("all", (a,), (), Fact("conclusion", atom(a, y), (y,)))
    decision = decide(Sequent((), constant(-1), rules=(rule,)), 2)
    assert decision.status == "unknown"
    assert "second-order" in decision.note


def test_no_effort_is_unknown() -> None:
    (sequent,) = lower(TRUE["composition"])
    decision = decide(sequent, 2, effort=-1.0)
    assert (decision.status, decision.note) == ("unknown", "no effort was left")


@pytest.mark.seconds
def test_the_deadline_is_kept() -> None:
    (sequent,) = lower(TRUE["composition"])
    watch = Stopwatch()
    decision = decide(sequent, 5, effort=2.0)
    assert decision.status in ("unsat", "unknown")
    assert watch.units < 3


def test_cvc5_agrees_on_small_queries() -> None:
    true, false = Sequent((), 1 - atom(p, x)), Sequent((), atom(p, x) - 1)
    for sequent in (true, false):
        decision = decide(sequent, 2)
        assert crosscheck(decision.scripts[-1], decision.status) in (decision.status, "absent")
    wrong = decide(true, 2)
    if crosscheck(wrong.scripts[-1], "unsat") != "absent":
        with pytest.raises(Disagreement, match="stop and look"):
            crosscheck(wrong.scripts[-1], "sat")


def size_of_x() -> Polynomial:
    return atom(size("X"))
