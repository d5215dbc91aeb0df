"""[QID24, Sec. II, III]: information density, and the guarantees that bound it.

    eps_l(eps_u) = log p_min / (1 - e^eps_u (1 - p_min))
    eps_u(eps_l) = log (1 - e^-eps_l (1 - p_min)) / p_min

The claims (10) and (15) are of one letter x and one outcome y, whether X is another letter, before
and after: (1 - P(x|y)) / (1 - P(x)).
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, size
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import Combine, Use
from pmlsym.language.building import exp, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Ratio
from pmlsym.measures.cost_leakage import costleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, Number, leakage, log_of
from proofs.papers.attributes import law_given, shattering
from proofs.papers.checked import assume, require
from proofs.papers.deduced import Line, named
from proofs.papers.drawing import draw_distribution, draw_joint, draw_rows, drawn
from proofs.papers.joint import Joint, Row, mean_of, total, uniform
from proofs.papers.mechanisms.closed_forms import high_privacy_mechanism

_X, _Y = alphabets("X Y")

_P, _W = Prior("P", _X), Channel("W", _X, _Y)

_EPS = Scalar("eps", "nonnegative")


def _others_and_missed() -> tuple[Measure, Measure]:
    x, z, y = Index("X", "x"), Index("X", "z"), Index("Y", "y")
    mass = sum_over(_P.mass(z) * _W.entry((z,), (y,)), z)
    own = _P.mass(x) * _W.entry((x,), (y,))
    others = Ratio(mass * (constant(1) - _P.mass(x)))
    free = (x, y)
    return (
        Measure("P_Y(y)(1 - P(x))", (), others, is_log=False, free=free),
        Measure(
            "P_Y(y)(1 - P(x|y))",
            (),
            Ratio(mass - own),
            is_log=False,
            free=free,
        ),
    )


def posterior_from_below() -> Claim:
    """1 - P(x|y) <= e^eps (1 - P(x)) at an outcome that leaks at most eps.

    >>> type(posterior_from_below()).__name__
    'Implication'
    """
    others, missed = _others_and_missed()
    return implies(pml(_P, _W, "y") <= _EPS, missed <= exp(_EPS) * others)


def posterior_from_above() -> Claim:
    """1 - P(x) <= e^eps (1 - P(x|y)) where all densities of y are at least -eps.

    >>> type(posterior_from_above()).__name__
    'Implication'
    """
    others, missed = _others_and_missed()
    return implies(costleak(_P, _W, "y") <= _EPS, others <= exp(_EPS) * missed)


def _agrees(joint: Joint, measure: str, expected: Number) -> str:
    require(joint.value(measure) == expected)
    return "a zero" if 0 in joint.densities else "no zero"


def density(random: Random) -> str:
    """i(x;y) by posteriors and by likelihoods; its means over P_{X|y} and over P_X are 1."""
    joint = draw_joint(random, full_support=True)
    for y in joint.outcomes:
        posterior = joint.posterior(y)
        for x, mass in enumerate(joint.prior):
            require(posterior[x] / mass == joint.density(x, y))
        require(total(p * joint.density(x, y) for x, p in enumerate(joint.prior)) == 1)
    return _agrees(joint, "density_min(P, W)", log_of(min(joint.densities)))


def lip_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    values = joint.densities
    level = INFINITY if min(values) == 0 else leakage(max(max(values), 1 / min(values)))
    return _agrees(joint, "lip(P, W)", level)


def alip_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    values = joint.densities
    require(min(values) <= 1 <= max(values))
    _agrees(joint, "density_min(P, W)", log_of(min(values)))
    return _agrees(joint, "pml(P, W)", leakage(max(values)))


def pml_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    return _agrees(joint, "pml(P, W)", leakage(max(joint.densities)))


def ldp_by_definition(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    columns = [column for column in zip(*joint.rows, strict=True) if any(column)]
    if any(0 in column for column in columns):
        return _agrees(joint, "ldp(W)", INFINITY)
    return _agrees(joint, "ldp(W)", leakage(max(max(c) / min(c) for c in columns)))


def leakage_of_attributes(random: Random) -> None:
    joint = draw_joint(random, full_support=True)
    rows = shattering(joint.prior)
    for y in joint.outcomes:
        gained = max(law_given(joint, rows, y)) / max(mean_of(joint.prior, rows))
        require(gained == max(joint.density(x, y) for x in range(len(joint.prior))))


def zeros_of_a_column(random: Random) -> str:
    """The letters with a zero have mass at most 1 - e^-eps, as P_{X|y} <= e^eps P_X elsewhere."""
    joint = draw_joint(random, full_support=True)
    y = random.choice(joint.outcomes)
    excluded = [x for x, row in enumerate(joint.rows) if row[y] == 0]
    mass = total(joint.prior[x] for x in excluded)
    require(mass <= 1 - 1 / joint.leakage(y))
    smallest = total(sorted(joint.prior)[: len(excluded)])
    assume(smallest <= mass)
    return ("no zero", "one zero", "several zeros")[min(len(excluded), 2)]


@drawn
def high_privacy_joint(random: Random) -> tuple[Joint, Fraction]:
    """A prior with the mechanism (20), and its level e^eps within the high-privacy regime.

    >>> joint, level = high_privacy_joint(Random(1))
    >>> joint.worst == level
    True
    """
    prior = draw_distribution(random, random.randint(2, 4), zeros=False)
    end = 1 / (1 - min(prior))
    level = 1 + (end - 1) * Fraction(random.randint(1, 4), 4)
    return Joint(prior, high_privacy_mechanism(prior, level)), level


def _posterior_bounds(random: Random, *, above: bool) -> str:
    """(10) or (15) at every letter and outcome, at the tightest level of the outcome."""
    joint = draw_joint(random, full_support=True)
    tight = False
    for y in joint.outcomes:
        densities = [joint.density(x, y) for x in range(len(joint.prior))]
        level = max(densities) if above else min(densities)
        for x, posterior in enumerate(joint.posterior(y)):
            bound = 1 - level * (1 - joint.prior[x])
            require(not (posterior < bound if above else posterior > bound))
            tight = tight or posterior == bound
    return "attained" if tight else "strict"


def lower_bound_of_posteriors(random: Random) -> str:
    return _posterior_bounds(random, above=True)


def upper_bound_of_posteriors(random: Random) -> str:
    return _posterior_bounds(random, above=False)


def attained_by_the_mechanism(random: Random) -> str:
    joint, level = high_privacy_joint(random)
    least = joint.prior.index(min(joint.prior))
    lower = (1 - level * (1 - min(joint.prior))) / min(joint.prior)
    require(joint.masses == joint.prior and max(joint.densities) == level)
    require(min(joint.densities) == lower and joint.density(least, least) == lower)
    return "the end of the regime" if lower == 0 else "inside"


def end_of_the_regime(random: Random) -> None:
    """eps = log 1/(1-p_min), which the corollary allows."""
    prior = uniform(2)
    level = 1 / (1 - min(prior))
    require(
        1 - level * (1 - min(prior)) != 0,
        "uniform binary, eps = log 2: eps_l(eps) = log (1/2)/0, and the identity, which "
        "satisfies eps-PML, has a density of minus infinity",
    )


def _three_densities(u: Fraction, low: Fraction) -> Row:
    """Densities of four letters, mean 1: the extremes u and low, and two of what is left."""
    rest = (4 - u - low) / 2
    return (u, low, rest, rest)


def figure(random: Random) -> str:
    """N = 4: a pair of bounds is attained together iff neither implies more than the other."""
    u, low = 1 + Fraction(random.randint(0, 24), 8), Fraction(random.randint(0, 8), 8)
    within = low >= 4 - 3 * u and u <= 4 - 3 * low
    densities = _three_densities(u, low)
    if within:
        attained = min(densities) == low and max(densities) == u and total(densities) == 4
        require(attained)
        return "attained together"
    joint = draw_joint(random, full_support=True)
    joint = Joint(uniform(4), draw_rows(random, 4, len(joint.masses)))
    for y in joint.outcomes:
        found = [joint.density(x, y) for x in range(4)]
        require(max(found) != u or min(found) != low)
    return "one is redundant"


def symmetric_line(random: Random) -> str:
    """eps_l = eps_u = log t: both bounds count iff 1 < t < (1-p)/p, p = 1/4."""
    t = 1 + Fraction(random.randint(1, 48), 16)
    p = Fraction(1, 4)
    lower, upper = (1 - t * (1 - p)) / p, (1 - (1 - p) / t) / p
    both = lower < 1 / t and t < upper
    require(both == (t < 3))
    return "both count" if both else "the upper is redundant"


def binary_equivalence(random: Random) -> str:
    """Uniform binary prior, e^eps = t < 2: PML, LIP, ALIP and LDP at the printed levels."""
    joint = Joint(uniform(2), draw_rows(random, 2, random.randint(1, 4)))
    t = 1 + Fraction(random.randint(0, 11), 12)
    lower = 2 - t
    by_pml, by_lower = max(joint.densities) <= t, min(joint.densities) >= lower
    by_lip = by_lower and max(joint.densities) <= 1 / lower
    ratios = [
        joint.rows[a][y] * lower <= t * joint.rows[1 - a][y] for a in (0, 1) for y in joint.outcomes
    ]
    require(len({by_pml, by_lip, by_pml and by_lower, all(ratios)}) == 1)
    return "private" if by_pml else "not private"


def randomised_response(random: Random) -> None:
    """e^eps_LDP = t/(2-t); the truth has probability t/2 in (20) and in randomised response."""
    t = 1 + Fraction(random.randint(0, 11), 12)
    odds = t / (2 - t)
    rows = high_privacy_mechanism(uniform(2), t)
    swapped = tuple(tuple(reversed(row)) for row in rows)
    response = ((odds / (1 + odds), 1 / (1 + odds)), (1 / (1 + odds), odds / (1 + odds)))
    require(swapped == response)


def two_letters_or_more(sequent: Sequent) -> tuple[Line, ...]:
    """Corollary 2: the least mass m is at most 1/|X|, and so at most 1/2."""
    x = Index("X", "xx")
    mass, least = atom(named(sequent, "P"), x), atom(named(sequent, "m2"))
    no_less = Fact("P >= m", mass - least, (x,))
    full = Use("P has full support, without loss of generality", (x,))
    return (
        Combine(no_less, times(1, Use("pmin(P) >= m2", (x,))), (full,)),
        Fact("m <= 1/|X|", 1 - least * atom(size("X"))),
        Fact("m <= 1/2", 1 - 2 * least),
    )
