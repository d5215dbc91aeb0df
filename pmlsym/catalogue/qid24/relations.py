"""[QID24, Sec. III]: what an upper bound on information density says below, and conversely.

eps_l(eps_u) = log p_min / (1 - e^eps_u (1 - p_min))
eps_u(eps_l) = log (1 - e^-eps_l (1 - p_min)) / p_min
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution, draw_joint, draw_rows
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, Row, total, uniform
from pmlsym.catalogue.letter_claims import posterior_from_above, posterior_from_below
from pmlsym.catalogue.part import Checked, Claimed, Fails, Holds, Trial
from pmlsym.design.closed_forms.high_privacy_mechanism import high_privacy_mechanism

REGIME = ("exp(eps)*(1-pmin(P)) < 1",)
_LOWER = "log((1-exp(eps)*(1-pmin(P)))/pmin(P))"
BELOW = (Claimed(f"pml(P, W) <= eps => density_min(P, W) >= {_LOWER}", assume=REGIME),)
LEAST_LETTER = Claimed(
    "exp(eps)*(1 - exp(eps)*(1-pmin(P))) <= pmin(P)", assume=("eps >= 0", "pmin(P) <= 1/2")
)
"""eps <= eps_l(eps), without the quotient; with two letters or more, p_min <= 1/2."""

_ABOVE = Claimed("density_min(P, W) >= -eps => pml(P, W) <= log((1-exp(-eps)*(1-pmin(P)))/pmin(P))")


@drawn
def high_privacy_joint(random: Random, *, smallest: int = 2) -> tuple[Joint, Fraction]:
    """A prior with the mechanism (20), and its level e^eps within the high-privacy regime.

    >>> joint, level = high_privacy_joint(Random(1))
    >>> joint.worst == level
    True
    """
    prior = draw_distribution(random, random.randint(smallest, 4), zeros=False)
    end = 1 / (1 - min(prior))
    level = 1 + (end - 1) * Fraction(random.randint(1, 4), 4)
    return Joint(prior, high_privacy_mechanism(prior, level)), level


def _posterior_bounds(random: Random, *, above: bool) -> Trial:
    """(10) or (15) at every letter and outcome, at the tightest level of the outcome."""
    joint = draw_joint(random, full_support=True)
    tight = False
    for y in joint.outcomes:
        densities = [joint.density(x, y) for x in range(len(joint.prior))]
        level = max(densities) if above else min(densities)
        for x, posterior in enumerate(joint.posterior(y)):
            bound = 1 - level * (1 - joint.prior[x])
            if (posterior < bound) if above else (posterior > bound):
                return Fails(f"{joint}: P(x{x + 1}|y{y + 1}) = {posterior} against {bound}")
            tight = tight or posterior == bound
    return Holds("attained" if tight else "strict")


def _lower_bound_of_posteriors(random: Random) -> Trial:
    return _posterior_bounds(random, above=True)


def _upper_bound_of_posteriors(random: Random) -> Trial:
    return _posterior_bounds(random, above=False)


def _attained_by_the_mechanism(random: Random) -> Trial:
    joint, level = high_privacy_joint(random)
    least = joint.prior.index(min(joint.prior))
    lower = (1 - level * (1 - min(joint.prior))) / min(joint.prior)
    densities = [joint.density(x, y) for x in range(len(joint.prior)) for y in joint.outcomes]
    if joint.masses != joint.prior or max(densities) != level:
        return Fails(f"{joint}: P_Y = {joint.masses}, exp eps = {max(densities)}")
    if min(densities) != lower or joint.density(least, least) != lower:
        return Fails(f"{joint}: the smallest density is {min(densities)}, not {lower}")
    return Holds("the end of the regime" if lower == 0 else "inside")


def _end_of_the_regime(random: Random) -> Trial:
    """eps = log 1/(1-p_min), which the corollary allows."""
    prior = uniform(2)
    level = 1 / (1 - min(prior))
    if 1 - level * (1 - min(prior)) == 0:
        return Fails(
            "uniform binary, eps = log 2: eps_l(eps) = log (1/2)/0, and the identity, which"
            " satisfies eps-PML, has a density of minus infinity"
        )
    return Holds()


def _three_densities(u: Fraction, low: Fraction) -> Row:
    """Densities of four letters, mean 1: the extremes u and low, and two of what is left."""
    rest = (4 - u - low) / 2
    return (u, low, rest, rest)


def _figure(random: Random) -> Trial:
    """N = 4: a pair of bounds is attained together iff neither implies more than the other."""
    u, low = 1 + Fraction(random.randint(0, 24), 8), Fraction(random.randint(0, 8), 8)
    within = low >= 4 - 3 * u and u <= 4 - 3 * low
    densities = _three_densities(u, low)
    if within:
        attained = min(densities) == low and max(densities) == u and total(densities) == 4
        return Holds("attained together") if attained else Fails(f"u = {u}, l = {low}")
    joint = draw_joint(random, full_support=True)
    joint = Joint(uniform(4), draw_rows(random, 4, len(joint.masses)))
    for y in joint.outcomes:
        found = [joint.density(x, y) for x in range(4)]
        if max(found) == u and min(found) == low:
            return Fails(f"{joint}: u = {u}, l = {low} at y = {y + 1}")
    return Holds("one is redundant")


def _symmetric_line(random: Random) -> Trial:
    """eps_l = eps_u = log t: both bounds count iff 1 < t < (1-p)/p, p = 1/4."""
    t = 1 + Fraction(random.randint(1, 48), 16)
    p = Fraction(1, 4)
    lower, upper = (1 - t * (1 - p)) / p, (1 - (1 - p) / t) / p
    both = lower < 1 / t and t < upper
    if both != (t < 3):
        return Fails(f"t = {t}")
    return Holds("both count" if both else "the upper is redundant")


def _binary_equivalence(random: Random) -> Trial:
    """Uniform binary prior, e^eps = t < 2: PML, LIP, ALIP and LDP at the printed levels."""
    joint = Joint(uniform(2), draw_rows(random, 2, random.randint(1, 4)))
    t = 1 + Fraction(random.randint(0, 11), 12)
    lower = 2 - t
    densities = [joint.density(x, y) for x in range(2) for y in joint.outcomes]
    by_pml, by_lower = max(densities) <= t, min(densities) >= lower
    by_lip = by_lower and max(densities) <= 1 / lower
    ratios = [
        joint.rows[a][y] * lower <= t * joint.rows[1 - a][y] for a in (0, 1) for y in joint.outcomes
    ]
    if len({by_pml, by_lip, by_pml and by_lower, all(ratios)}) != 1:
        return Fails(f"{joint}, e^eps = {t}: {by_pml}, {by_lip}, {by_lower}, {all(ratios)}")
    return Holds("private" if by_pml else "not private")


def _randomised_response(random: Random) -> Trial:
    """e^eps_LDP = t/(2-t); the truth has probability t/2 in (20) and in randomised response."""
    t = 1 + Fraction(random.randint(0, 11), 12)
    odds = t / (2 - t)
    rows = high_privacy_mechanism(uniform(2), t)
    swapped = tuple(tuple(reversed(row)) for row in rows)
    response = ((odds / (1 + odds), 1 / (1 + odds)), (1 / (1 + odds), odds / (1 + odds)))
    return Holds() if swapped == response else Fails(f"t = {t}: {rows} and {response}")


_SELF_INVERSE = Claimed(
    "log((1 - (1 - exp(eps)*1/2)/(1/2)*1/2)/(1/2)) == eps", assume=("eps >= 0", "eps < log(2)")
)
_APART = Claimed(
    "log((1 - (1 - exp(eps)*(1-p))/p*(1-p))/p) > eps",
    assume=("p > 0", "p < 1/2", "eps > 0", "eps < log(1/(1-p))"),
)
_SPREAD = Claimed("ldp(P, W) <= pml(P, W) - density_min(P, W)")

ENTRIES = (
    Entry(
        "QID24/prop-1-eq-7",
        "max i(.;y) <= eps_u < log 1/(1-p_min) gives min i(.;y) >= -eps_l(eps_u)",
        "Proposition 1, (7)",
        (
            Claimed(
                "costleak(P, W, y) <= -log((1-exp(eps)*(1-pmin(P)))/pmin(P))",
                assume=("pml(P, W, y) <= eps", *REGIME),
            ),
            *BELOW,
        ),
    ),
    Entry(
        "QID24/eq-10",
        "P(x_i|y) >= 1 - e^eps_u (1 - P(x_i))",
        "(10)",
        (
            Claimed(
                "P(x|y) >= 1 - e^eps (1 - P(x))  if pml(P, W, y) <= eps",
                claim=posterior_from_below,
            ),
        ),
        remarks=(
            Checked(
                "at every letter and outcome",
                _lower_bound_of_posteriors,
                80,
                80,
                ("attained", "strict"),
            ),
        ),
    ),
    Entry(
        "QID24/prop-2-eq-12",
        "min i(.;y) >= -eps_l gives max i(.;y) <= eps_u(eps_l), for every eps_l >= 0",
        "Proposition 2, (12)",
        (
            Claimed(
                "costleak(P, W, y) <= eps => pml(P, W, y) <= log((1-exp(-eps)*(1-pmin(P)))/pmin(P))"
            ),
            _ABOVE,
        ),
        remarks=(Claimed("density_min(P, W) >= -eps => density_min(P, W) >= exp(-eps)"),),
        correction=Correction(
            "the proposition holds; its proof means exp(min_x i(x;y)) >= e^-eps_l, and (17) means"
            " exp(max_x i(x;y))",
            "the proof leaves out the exponential in its hypothesis and in (17)",
            (_ABOVE,),
        ),
    ),
    Entry(
        "QID24/eq-15",
        "P(x_i|y) <= 1 - e^-eps_l (1 - P(x_i))",
        "(15)",
        (
            Claimed(
                "P(x|y) <= 1 - e^-eps (1 - P(x))  if costleak(P, W, y) <= eps",
                claim=posterior_from_above,
            ),
        ),
        remarks=(
            Checked(
                "at every letter and outcome",
                _upper_bound_of_posteriors,
                80,
                80,
                ("attained", "strict"),
            ),
        ),
    ),
    Entry(
        "QID24/fig-1",
        "eps_l and eps_u for uniform priors: a region for N = 4, one line for N = 2",
        "Figure 1",
        (
            _SELF_INVERSE,
            _APART,
            Checked(
                "N = 4: both bounds are attained together within the region, not outside",
                _figure,
                80,
                80,
                ("attained together", "one is redundant"),
            ),
            Checked(
                "N = 4: on the line eps_l = eps_u both count below log 3",
                _symmetric_line,
                60,
                40,
                ("both count", "the upper is redundant"),
            ),
        ),
    ),
    Entry(
        "QID24/cor-1",
        "eps-PML implies (eps_l(eps), eps)-ALIP for eps <= log 1/(1-p_min)",
        "Corollary 1",
        (*BELOW, Checked("at eps = log 1/(1-p_min)", _end_of_the_regime)),
        correction=Correction(
            "the same for eps < log 1/(1-p_min); at the end of the regime eps_l is infinite and"
            " the lower bound is empty, beyond it eps_l is no number",
            "at eps = log 1/(1-p_min) the formula for eps_l divides by zero",
            BELOW,
            boundary="eps = log 1/(1-p_min)",
        ),
    ),
    Entry(
        "QID24/cor-1-remark",
        "the optimal high-privacy mechanism attains Corollary 1 at some outcome",
        "after Corollary 1",
        (
            Checked(
                "at the least letter and its outcome",
                _attained_by_the_mechanism,
                60,
                60,
                ("the end of the regime", "inside"),
            ),
        ),
    ),
    Entry(
        "QID24/cor-2-eq-18",
        "eps-PML implies eps_l(eps)-LIP for eps < log 1/(1-p_min)",
        "Corollary 2, (18)",
        (
            Composed(
                "-eps_l(eps) <= i(x;y) <= eps_l(eps)",
                "both bounds are at most eps_l(eps), as eps <= eps_l(eps)",
                (
                    *BELOW,
                    Claimed("lip(P, W) <= max(pml(P, W), -density_min(P, W))"),
                    LEAST_LETTER,
                    Claimed("suppsize(P) <= 1 => lip(P, W) <= 0"),
                ),
            ),
        ),
    ),
    Entry(
        "QID24/sec-iii-c",
        "eps-LIP implies 2 eps-LDP; (eps_l, eps_u)-ALIP implies (eps_l + eps_u)-LDP",
        "Section III-C",
        (
            Claimed("lip(P, W) <= eps => ldp(P, W) <= 2*eps"),
            Claimed("density_min(P, W) >= -eps1 and pml(P, W) <= eps2 => ldp(P, W) <= eps1 + eps2"),
            Claimed("lip(P, W) <= eps => ldp(W) <= 2*eps", assume=("fullsupport(P)",)),
        ),
    ),
    Entry(
        "QID24/cor-3",
        "eps-PML implies (eps_l(eps) + eps)-LDP for eps < log 1/(1-p_min)",
        "Corollary 3",
        (
            Composed(
                "LDP at most eps_l(eps) + eps",
                "the smallest density is at least -eps_l(eps)",
                (*BELOW, _SPREAD),
            ),
        ),
    ),
    Entry(
        "QID24/ex-1-eq-19",
        "uniform binary prior: the four guarantees are equivalent; (20) is randomised response",
        "Example 1, (19)",
        (
            Composed(
                "each guarantee gives the next, and the last the first",
                "at p_min = 1/2 the bounds are inverse to each other",
                (
                    *BELOW,
                    Claimed(
                        "ldp(P, W) <= l => pml(P, W) <= log(2/(1+exp(-l)))",
                        assume=("pmin(P) == 1/2",),
                    ),
                    _ABOVE,
                    _SPREAD,
                ),
            ),
            Checked(
                "eps-PML, eps_LIP-LIP, ALIP and LDP together or not at all",
                _binary_equivalence,
                120,
                120,
                ("private", "not private"),
            ),
            Checked(
                "(20) is randomised response, outcomes exchanged", _randomised_response, 24, 12
            ),
        ),
    ),
)
