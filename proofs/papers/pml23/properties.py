"""[PML23, Sec. II-C]: conditional PML, Lemma 1 without its equality conditions, Remarks 3 to 5.

Measures at free outcomes y and z that the text of claims has no words for:

    density_of_outcomes     i(y;z) = log P_YZ(y,z) / (P_Y(y) P_Z(z))
    mass_at                 P_Y(y), P_YZ(y,z)
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.kernel.certificate import GOAL, Combine, Term, Use
from pmlsym.language.building import equal, implies, log
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Ratio
from pmlsym.linear.matrix import identity, units
from pmlsym.measures.conditional_leakage import conditional_pml
from pmlsym.measures.observation import observation_of, second_mechanism
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel, Given
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import leakage
from proofs.papers.attributes import attribute_leakage, shattering
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Line, named
from proofs.papers.drawing import draw_adaptive, draw_joint, draw_rows
from proofs.papers.joint import Adaptive, Joint, matrix, mean_of, uniform

_X, _Y, _Z = alphabets("X Y Z")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_U, _V = Channel("U", (_X, _Y), _Z), Channel("V", _X, _Z)
_D = Channel("D", _X, _Y, deterministic=True)
_ONE = Fraction(1)


def mass_at(text: str, prior: Prior, channel: Channel, *outcomes: str) -> Measure:
    """The probability of the free outcomes of these names, as `text`.

    >>> mass_at("P(y,z)", _P, _W & _V, "y", "z")
    P(y,z)
    """
    seen = observation_of(prior, channel, *outcomes)
    return Measure(text, (), Ratio(seen.total), is_log=False, free=seen.fixed)


def density_of_outcomes(prior: Prior, first: Channel, second: Channel) -> Measure:
    """i(y;z), for two mechanisms X -> Y and X -> Z that do not look at each other.

    >>> density_of_outcomes(_P, _W, _V)
    i(y;z)
    """
    known = second_mechanism(prior, Given(first, second), ("y", "z"))
    ratio = Ratio(known.conditional, observation_of(prior, second, "z").total)
    free = (*known.before, *known.after)
    return Measure("i(y;z)", (), ratio, free=free, defined=(known.quotient,))


def composition_at_outcomes() -> Claim:
    conditional = conditional_pml(_P, Given(_W, _U), "y", "z")
    return pml(_P, _W & _U, "y", "z") <= pml(_P, _W, "y") + conditional


def independent_side_information() -> Claim:
    """Lemma 1.5: V is the channel of the side information z, W that of the outcome y.

    >>> print(independent_side_information())
    P(y,z) > 0 => pml(P, W | V, z, y) == pml(P, W, y) - i(y;z)
    """
    left = conditional_pml(_P, Given(_V, _W), "z", "y")
    right = pml(_P, _W, "y") - density_of_outcomes(_P, _W, _V)
    return implies(mass_at("P(y,z)", _P, _W & _V, "y", "z") > 0, equal(left, right))


def leakage_of_a_deterministic_outcome() -> Claim:
    """l(X->y) == -log P_Y(y) where P_Y(y) > 0.

    >>> type(leakage_of_a_deterministic_outcome()).__name__
    'Implication'
    """
    mass = mass_at("P_Y(y)", _P, _D, "y")
    return implies(mass > 0, equal(pml(_P, _D, "y"), -log(mass)))


def squares_of_entries(sequent: Sequent) -> tuple[Line, ...]:
    """For the lower bound; the upper one is found without lines. With t a bound on the densities,

    P_Y(y) ( t P_Y(y) - 1 )  =  sum_x p(x) D(x,y) ( t P_Y(y) - D(x,y) )  >=  0,    as D^2 = D.
    """
    own = named(sequent, "D")
    bounds = [f.name for f in sequent.facts if f.indices and own in f.polynomial.tensors]
    if not bounds:
        return ()
    a, b, y = Index("X", "a"), Index("X", "b"), Index("Y", "y")
    t = atom(named(sequent, "t1"))
    whole = sum_over(_P.mass(b) * atom(own, b, y), b)
    letters = Term(_ONE, (Use(bounds[0], (a,)), Use("D >= 0", (a, y))), (a,))
    last = Term(_ONE, (Use("the letters of y"),))
    return (
        Combine(Fact("the letters of y", whole * (t * whole - 1)), (letters,)),
        Combine(Fact(GOAL, sequent.goal), (last,), (Use("0 < P_Y(y)"),)),
    )


def conditional_is_attained(random: Random) -> None:
    adaptive = draw_adaptive(random)
    y = random.choice(adaptive.seen.outcomes)
    given = adaptive.given(y)
    z = random.choice(given.outcomes)
    attribute = draw_rows(random, len(given.prior), random.randint(1, 4))
    require(attribute_leakage(given, z, attribute) <= given.leakage(z))
    require(attribute_leakage(given, z, shattering(given.prior)) == given.leakage(z))


def _density(adaptive: Adaptive, x: int, y: int, z: int) -> Fraction:
    """exp i(x;z|y) = P(x,y,z) P(y) / (P(x,y) P(y,z)), from the joint distribution alone."""
    seen, both = adaptive.seen, adaptive.both
    column = adaptive.pairs.index((y, z))
    whole = both.prior[x] * both.rows[x][column]
    known = seen.prior[x] * seen.rows[x][y]
    return whole * seen.masses[y] / (known * both.masses[column])


def conditional_forms_agree(random: Random) -> None:
    adaptive = draw_adaptive(random)
    own = adaptive.value("pml(P, U | W)")
    require(own == leakage(adaptive.worst_given))
    for y in adaptive.seen.outcomes:
        given, both = adaptive.given(y), adaptive.both
        for z in given.outcomes:
            column = adaptive.pairs.index((y, z))
            posterior = both.posterior(column)
            by_posterior = max(posterior[x] / given.prior[x] for x in given.letters)
            density = max(map(partial(_density, adaptive, y=y, z=z), given.letters))
            require(by_posterior == density == given.leakage(z))


def deterministic_outcomes(random: Random) -> str:
    joint = draw_joint(random)
    inputs, outputs = len(joint.prior), random.randint(1, 4)
    chosen = [random.randrange(outputs) for _ in range(inputs)]
    fixed = Joint(joint.prior, units(chosen, outputs))
    for y in fixed.outcomes:
        require(fixed.leakage(y) * fixed.masses[y] == 1)
    for y in fixed.outcomes:
        for z in fixed.outcomes:
            rarer = fixed.masses[y] < fixed.masses[z]
            require(rarer == (fixed.leakage(y) > fixed.leakage(z)))
    return "several outcomes" if len(fixed.outcomes) > 1 else "a constant"


def best_bound_is_the_maximum(random: Random) -> str:
    joint = draw_joint(random)
    same = joint.after(identity(len(joint.masses)))
    require(same.worst == joint.worst)
    small = any(same.worst > joint.leakage(y) for y in joint.outcomes)
    return "an outcome leaks less" if small else "all leak alike"


def side_information_that_keeps_the_maximiser(random: Random) -> str:
    """y is the side information, z the outcome of a mechanism that does not look at it."""
    adaptive = draw_adaptive(random, blind=True)
    y = random.choice(adaptive.seen.outcomes)
    given, alone = adaptive.given(y), adaptive.at_prior(y)
    z = random.choice(given.outcomes)
    density = given.masses[z] / alone.masses[z]
    value = max(alone.density(x, z) for x in given.letters) / density
    require(given.leakage(z) == value and value <= alone.leakage(z) / density)
    kept = bool(alone.maximisers(z) & set(given.letters))
    require(kept == (value == alone.leakage(z) / density))
    return "a maximiser kept" if kept else "all maximisers excluded"


def side_information_example(random: Random) -> None:
    first = matrix("2/5 3/5; 3/5 2/5")
    second = (matrix("1/2 1/2; 1/3 2/3"), matrix("2/3 1/3; 1/2 1/2"))
    adaptive = Adaptive(uniform(2), first, second)
    rows = (mean_of(row, table) for row, table in zip(first, second, strict=True))
    alone = Joint(uniform(2), tuple(rows))
    found = (adaptive.given(0).leakage(0), alone.leakage(0), adaptive.given(1).leakage(0))
    require(
        found == (Fraction(10, 9), Fraction(6, 5), Fraction(5, 4))
        and found[0] < found[1] < found[2]
    )


def dynamic_leakage_falls(random: Random) -> None:
    joint = Joint((Fraction(3, 4), Fraction(1, 4)), matrix("1/4 3/4; 3/4 1/4"))
    ratio = max(joint.posterior(0)) / max(joint.prior)
    own = joint.value("dynleak(P, W, y)", 0)
    require(ratio == Fraction(2, 3) and own == leakage(ratio) and (joint.leakage(0) >= 1))


def independent(random: Random) -> None:
    joint = draw_joint(random)
    assume(joint.independent)
    require(joint.worst == 1)
