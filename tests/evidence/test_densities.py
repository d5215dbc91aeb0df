"""Proofs that hold of densities: at each outcome they are proofs about any numbers W(x, y) >= 0."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import pmlsym as ps
from pmlsym.calculus.algebra import read
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.errors import InvalidCertificate
from pmlsym.evaluators.exact import ExactAlgebra
from pmlsym.evidence.densities import at_one_outcome, continuous_outputs
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.kernel.certificate import GOAL, PLAIN, Apply, Certificate, Combine, Lemma, Term, Use
from pmlsym.kernel.checker import check
from pmlsym.model.instance import Instance
from tests.examples import some_of

ONE = Fraction(1)
HOLDS_OF_DENSITIES = (
    "pml(P, W) <= ldp(W)",
    "pml(P, W) <= -log(pmin(P))",
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    "pml(P, W) <= eps => hmin_given(P, W, A) >= hmin(P >> A) - eps",
    "(P >> W)[y] > 0 => (sup A: uleak(P, W, A, y)) == pml(P, W, y)",
    "(sup P with fullsupport(P): pml(P, W)) == capacity(W)",
    "fullsupport(P) => capacity(W) <= pml(P, W) - density_min(P, W)",
)
NEEDS_SUMS = (
    "maxleak(W) <= ldp(W)",
    "mi(P, W) <= pml(P, W)",
    "pml(P, W) >= 0",
    "W[y|x] <= 1",
    "(P >> W)[y] <= 1",
    "W[y|x] <= (P >> W)[y] + 1",
    "pml(P, W) <= log(size(Y)) + ldp(W)",
    "deterministic(W) and W[y|x] > 0 => W[y|x] >= 1",
)


def _certificates(text: str) -> tuple[Certificate, ...]:
    verdict = ps.prove(text, effort=8)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof)
    return verdict.evidence.certificates


@pytest.mark.parametrize("text", some_of(HOLDS_OF_DENSITIES))
def test_nothing_is_summed_over_the_outcomes(text: str) -> None:
    assert "Y" in continuous_outputs(_certificates(text))


@pytest.mark.parametrize("text", NEEDS_SUMS)
def test_what_uses_that_rows_sum_to_one_is_not_said_of_densities(text: str) -> None:
    assert continuous_outputs(_certificates(text)) == ()


def test_the_outcome_after_a_post_processing_may_be_a_density_and_the_one_before_not() -> None:
    (certificate,) = _certificates("pml(P, W >> V) <= pml(P, W)")
    assert continuous_outputs([certificate]) == ("Z",)
    with pytest.raises(InvalidCertificate, match="summed"):
        at_one_outcome(certificate, "Y")


def _values(fact: Polynomial, instance: Instance) -> list[Fraction]:
    return list(read(fact, ExactAlgebra(instance)).entries)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of([t for t in HOLDS_OF_DENSITIES if "sup" not in t]))
def test_the_sequents_hold_of_rows_that_sum_to_anything(text: str) -> None:
    rng, met = Random(text), 0
    for certificate in _certificates(text):
        sequent = certificate.sequent
        for _ in range(2000):
            instance = _instance(sequent, rng)
            facts = [min(_values(f.polynomial, instance)) >= 0 for f in sequent.facts]
            if all(facts):
                met += 1
                assert min(_values(sequent.goal, instance)) >= 0
    assert met >= 5


def _instance(sequent: Sequent, rng: Random) -> Instance:
    """Random entries, those over Y densities; zeros are common, and numbers large."""
    tensors: dict[str, object] = {}
    for tensor in sequent.tensors:
        row = Fraction(rng.randrange(5), 4)
        own = [[row, 1 - row], [1 - row, row]]
        if tensor.is_delta or tensor.is_size:
            continue
        if "Y" in tensor.alphabets:
            own = [[Fraction(rng.choice((0, 1, 2, 3, 5)), 2) for _ in range(2)] for _ in range(2)]
        if not tensor.alphabets:
            tensors[tensor.name] = Fraction(rng.choice((1, 2, 3, 6, 20, 60)), rng.choice((1, 3)))
        else:
            tensors[tensor.name] = own[0] if len(tensor.alphabets) == 1 else own
    return Instance(dict.fromkeys(sorted(sequent.alphabets), 2), tensors)


X, Y, Z = Index("X", "x"), Index("Y", "y"), Index("Z", "z")
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
P, Q = (Tensor(name, ("X",), nonnegative=True, stochastic=(0,)) for name in "PQ")
T = Tensor("t", nonnegative=True)


def _bound(weights: Polynomial) -> Polynomial:
    """t - sum_x weights(x) W(x, y)."""
    return atom(T) - sum_over(weights * atom(W, X, Y), X)


def _applied(body: Polynomial) -> Certificate:
    """A bound for every prior, applied to one, or to one that depends on the outcome."""
    every = Fact("for every prior", _bound(atom(P, X)), (Y,))
    rule = Rule("every", (P,), (), every)
    goal = _bound(body)
    own = (("P", Body(((X,),), body)),)
    needs = (PLAIN, PLAIN)
    step = Apply(Fact(GOAL, goal), "every", own, (), ((Y, (Y,)),), needs, constant(1))
    return Certificate(Sequent((), goal, rules=(rule,)), (step,))


def test_what_is_put_in_an_assumed_rule_may_not_depend_on_the_outcome() -> None:
    assert at_one_outcome(_applied(atom(Q, X)), "Y")
    back = Tensor("B", ("Y", "X"), nonnegative=True, stochastic=(1,))
    wrong = _applied(atom(back, Y, X))
    check(wrong)
    with pytest.raises(InvalidCertificate, match="depends on Y"):
        at_one_outcome(wrong, "Y")


def _likely(channel: Tensor, letters: tuple[Index, Index], prior: Tensor) -> Fact:
    """t R(z) >= T(x, z) for all z, so that t is at least one."""
    own = Tensor(prior.name, (letters[1].alphabet,), nonnegative=True, stochastic=(0,))
    polynomial = atom(T) * atom(own, letters[1]) - atom(channel, *letters)
    return Fact("likely", polynomial, (letters[1],))


def test_a_lemma_may_not_sum_over_the_outcomes() -> None:
    channel, prior = Tensor("T", ("X", "Z"), nonnegative=True, stochastic=(1,)), Tensor("R")
    fact = _likely(channel, (X, Z), prior)
    total = Combine(Fact(GOAL, atom(T) - 1), (Term(ONE, (Use("likely", (Z,)),), (Z,)),))
    summed = Lemma("at least one", Sequent((fact,), atom(T) - 1), (total,))
    check(Certificate(summed.sequent, summed.steps))
    given = _likely(W, (X, Y), prior)
    own = Tensor("R", ("Y",), nonnegative=True, stochastic=(0,))
    bodies = (
        ("R", Body(((Y,),), atom(own, Y))),
        ("T", Body(((Index("X", "a"),), (Y,)), atom(W, Index("X", "a"), Y))),
        ("t", Body((), atom(T))),
    )
    shown = (Use("likely", (Index("Y", "q~0"),)), *[PLAIN] * 5)
    step = Apply(
        Fact(GOAL, atom(T) - 1),
        "at least one",
        bodies,
        (("Z", ("Y",)),),
        ((X, (X,)),),
        shown,
        constant(1),
    )
    whole = Certificate(Sequent((given,), atom(T) - 1), (step,), (summed,))
    check(whole)
    with pytest.raises(InvalidCertificate, match="summed over"):
        at_one_outcome(whole, "Y")


def test_the_letters_are_not_counted_or_chosen() -> None:
    count = Certificate(
        Sequent((), atom(size("Y")) - 1),
        (Combine(Fact(GOAL, atom(size("Y")) - 1), (Term(ONE, (Use("|Y| >= 1"),)),)),),
    )
    check(count)
    with pytest.raises(InvalidCertificate, match="counted"):
        at_one_outcome(count, "Y")


def test_a_table_in_the_place_of_a_column_is_no_density() -> None:
    """W(y|x) at one y alone is lowered to w(x) <= 1, with no letter of Y left."""
    table = Tensor("w", ("X",), nonnegative=True, at_most_one=True)
    goal = 1 - atom(table, X)
    step = Combine(Fact(GOAL, goal), (Term(ONE, (Use("w <= 1", (X,)),)),))
    certificate = Certificate(Sequent((), goal), (step,))
    check(certificate)
    with pytest.raises(InvalidCertificate, match="at most one"):
        at_one_outcome(certificate, "Y")
