"""Leakage given independent side information [PML23, Lemma 1.5, corrected].

With Y - X - Z, the outcome z leaks given y, and with i(y;z) the density of the two outcomes,

    l(X -> z | y) <= l(X -> z) - i(y;z).

As printed it is an equality, and fails where y excludes the letters that z points to. Both
sequents are proved for P_Y(y) P_Z(z) times the goal; the masses are positive since P(y,z) is.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.effort import until
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.combination import combine
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import GOAL, Certificate, Combine, Term, Use
from pmlsym.language.building import implies
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.derived import Derived
from proofs.papers.pml23.properties import density_of_outcomes, mass_at

X, Y, Z = alphabets("X Y Z")
P, W, V = Prior("P", X), Channel("W", X, Y), Channel("V", X, Z)
ONE, EFFORT = Fraction(1), 20.0


def claim() -> Claim:
    """Where y and z can occur together, the leakage of z given y is below the difference."""
    bound = pml(P, V, "z") - density_of_outcomes(P, W, V)
    leakage = conditional_pml(P, Given(W, V), "y", "z")
    return implies(mass_at("P(y,z)", P, W & V, "y", "z") > 0, leakage <= bound)


def certificates() -> tuple[Certificate, ...]:
    """A certificate for each sequent, the masses of the outcomes being multipliers."""
    return tuple(_certificate(sequent) for sequent in lower(claim()))


def _certificate(sequent: Sequent) -> Certificate:
    named = {tensor.name: tensor for tensor in sequent.tensors}
    x, y, z = Index("X", "x"), Index("Y", "y"), Index("Z", "z")
    masses = [
        sum_over(atom(named["P"], x) * atom(named[name], x, letter), x)
        for name, letter in (("W", y), ("V", z))
    ]
    steps = [
        _step(sequent, Fact(name, mass - atom(named["m1"])))
        for name, mass in zip(("P(y) >= m1", "P(z) >= m1"), masses, strict=True)
    ]
    some = next(fact.name for fact in sequent.facts if fact.polynomial == atom(named["m1"]))
    positive = [
        Combine(
            Fact(name, mass, (), ">"),
            (Term(ONE, (Use(step.statement.name),)), Term(ONE, (Use(some),))),
        )
        for name, mass, step in zip(("P(y) > 0", "P(z) > 0"), masses, steps, strict=True)
    ]
    scaled = _step(sequent, Fact("goal, times the masses", sequent.goal * masses[0] * masses[1]))
    uses = tuple(Use(step.statement.name) for step in positive)
    goal = Combine(Fact(GOAL, sequent.goal), (Term(ONE, (Use(scaled.statement.name),)),), uses)
    return Certificate(sequent, (*steps, *positive, scaled, goal))


def _step(sequent: Sequent, statement: Fact) -> Combine:
    with until(EFFORT):
        found = combine(sequent.facts, statement)
    if found is None:
        raise InvalidCertificate(f"{statement} does not follow in time")
    return found


STATEMENTS = (
    Derived(
        "leakage-given-independent-side-information",
        "PML23/lemma-1.5",
        certificates,
        "l(X -> z | y) <= l(X -> z) - i(y;z) if Y - X - Z and P(y,z) > 0",
    ),
)
