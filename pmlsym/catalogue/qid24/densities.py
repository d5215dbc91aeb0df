"""[QID24, Sec. II]: information density and the guarantees that bound it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_joint
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.joint import Joint, total
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Denied, Fails, Holds, Trial
from pmlsym.catalogue.qid24.relations import BELOW, LEAST_LETTER
from pmlsym.catalogue.rdp.attributes import law_given, law_of, shattering
from pmlsym.claims.evaluation import evaluate
from pmlsym.language.nodes import Measure
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, Number, leakage, log_of

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)


def _densities(joint: Joint) -> list[Fraction]:
    return [
        joint.posterior(y)[x] / joint.prior[x]
        for x, y in product(range(len(joint.prior)), joint.outcomes)
    ]


def _agrees(joint: Joint, measure: Measure, expected: Number) -> Trial:
    value = evaluate(measure, joint.instance())
    if value != expected:
        return Fails(f"{joint}: {measure} = {value}, not {expected}")
    return Holds("a zero" if 0 in _densities(joint) else "no zero")


def _density(random: Random) -> Trial:
    """i(x;y) by posteriors and by likelihoods; its means over P_{X|y} and over P_X are 1."""
    joint = draw_joint(random, full_support=True)
    for y in joint.outcomes:
        posterior = joint.posterior(y)
        for x, mass in enumerate(joint.prior):
            if posterior[x] / mass != joint.density(x, y):
                return Fails(f"{joint}: i({x + 1};{y + 1})")
        if total(p * joint.density(x, y) for x, p in enumerate(joint.prior)) != 1:
            return Fails(f"{joint}: the densities at y = {y + 1} do not average to 1")
    return _agrees(joint, density_min(_P, _W), log_of(min(_densities(joint))))


def _lip_by_definition(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    values = _densities(joint)
    level = INFINITY if min(values) == 0 else leakage(max(max(values), 1 / min(values)))
    return _agrees(joint, lip(_P, _W), level)


def _alip_by_definition(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    values = _densities(joint)
    if not min(values) <= 1 <= max(values):
        return Fails(f"{joint}: densities {values}")
    agrees = _agrees(joint, density_min(_P, _W), log_of(min(values)))
    return (
        _agrees(joint, pml(_P, _W), leakage(max(values))) if isinstance(agrees, Holds) else agrees
    )


def _pml_by_definition(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    return _agrees(joint, pml(_P, _W), leakage(max(_densities(joint))))


def _ldp_by_definition(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    columns = [column for column in zip(*joint.rows, strict=True) if any(column)]
    if any(0 in column for column in columns):
        return _agrees(joint, ldp(_W), INFINITY)
    return _agrees(joint, ldp(_W), leakage(max(max(c) / min(c) for c in columns)))


def _leakage_of_attributes(random: Random) -> Trial:
    joint = draw_joint(random, full_support=True)
    rows = shattering(joint.prior)
    for y in joint.outcomes:
        gained = max(law_given(joint, rows, y)) / max(law_of(joint.prior, rows))
        if gained != max(joint.density(x, y) for x in range(len(joint.prior))):
            return Fails(f"{joint}, y = {y + 1}: the shattering attribute gains {gained}")
    return Holds()


def _zeros_of_a_column(random: Random) -> Trial:
    """The letters with a zero have mass at most 1 - e^-eps, as P_{X|y} <= e^eps P_X elsewhere."""
    joint = draw_joint(random, full_support=True)
    y = random.choice(joint.outcomes)
    excluded = [x for x, row in enumerate(joint.rows) if row[y] == 0]
    mass = total(joint.prior[x] for x in excluded)
    if mass > 1 - 1 / joint.leakage(y):
        return Fails(f"{joint}, y = {y + 1}: zeros of mass {mass}")
    smallest = total(sorted(joint.prior)[: len(excluded)])
    if smallest > mass:
        return UNMET
    return Holds(("no zero", "one zero", "several zeros")[min(len(excluded), 2)])


def _same(text: str, check: Callable[[Random], Trial]) -> Checked:
    return Checked(text, check, 60, 60, ("a zero", "no zero"))


_TABLE = (
    *BELOW,
    Claimed("lip(P, W) <= eps => pml(P, W) <= eps"),
    Claimed("lip(P, W) <= eps => density_min(P, W) >= -eps"),
    Claimed("lip(P, W) <= eps => ldp(P, W) <= 2*eps"),
    Claimed("lip(P, W) <= max(pml(P, W), -density_min(P, W))"),
    Claimed("density_min(P, W) >= -eps1 and pml(P, W) <= eps2 => ldp(P, W) <= eps1 + eps2"),
    Claimed("ldp(P, W) <= eps => lip(P, W) <= eps"),
    Claimed("ldp(P, W) <= eps => density_min(P, W) >= -eps and pml(P, W) <= eps"),
)

ENTRIES = (
    Entry(
        "QID24/eq-1",
        "i(x;y) = log P_{X|Y=y}(x)/P_X(x)",
        "(1)",
        (_same("posterior over prior is likelihood over P_Y, with mean 1", _density),),
    ),
    Entry(
        "QID24/def-1",
        "eps-LIP: -eps <= i(x;y) <= eps for all x and y",
        "Definition 1",
        (_same("the measure is the definition", _lip_by_definition),),
        remarks=(Claimed("lip(P, W) == max(pml(P, W), -density_min(P, W))"),),
    ),
    Entry(
        "QID24/def-2",
        "(eps_l, eps_u)-ALIP: -eps_l <= min i <= max i <= eps_u at every outcome",
        "Definition 2, (3)",
        (_same("the measures are the extremes, around 0", _alip_by_definition),),
    ),
    Entry(
        "QID24/thm-1-eq-4",
        "l(X->y) = max of i(x;y) over the support",
        "Theorem 1, (4)",
        (
            Claimed("uleak(P, W, A, y) <= pml(P, W, y)"),
            Checked("the shattering attribute attains it", _leakage_of_attributes, 60, 60),
        ),
    ),
    Entry(
        "QID24/def-3",
        "eps-PML: l(X->y) <= eps for every outcome",
        "Definition 3, (5)",
        (_same("the measure is the definition", _pml_by_definition),),
        remarks=(
            Claimed("pml(P, W, y) <= pml(P, W)"),
            Claimed("tail(P, W, eps) <= 0 => pml(P, W) <= eps"),
        ),
    ),
    Entry(
        "QID24/sec-ii-privacy-regions",
        "eps < log 1/(1-p_min) excludes zeros; the region of eps bounds their number in a column",
        "Section II-1, after Definition 3",
        (
            *BELOW,
            Checked(
                "the k letters with zeros have mass at most 1 - e^-eps, so do the k smallest",
                _zeros_of_a_column,
                100,
                100,
                ("no zero", "one zero", "several zeros"),
            ),
        ),
    ),
    Entry(
        "QID24/def-4",
        "eps-LDP: P(y|x')/P(y|x) <= e^eps",
        "Definition 4, (6)",
        (_same("the measure is the definition", _ldp_by_definition),),
    ),
    Entry(
        "QID24/table-i",
        "what each of PML, LIP, ALIP and LDP implies",
        "Table I",
        (
            Composed(
                "every implication of the table",
                "PML gives LIP by the smaller of two bounds, and LDP by their sum",
                (*_TABLE, LEAST_LETTER),
            ),
        ),
        remarks=(
            Denied("pml(P, W) <= log(2) => ldp(P, W) <= 100", assume=("pmin(P) >= 1/2",)),
            Denied("lip(P, W) <= pml(P, W)"),
        ),
    ),
)
