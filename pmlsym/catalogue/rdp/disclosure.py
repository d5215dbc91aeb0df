"""[RDP, Sec. 3.2]: which attributes are disclosed, and to whom."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution, draw_joint
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, Row, Rows
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.rdp.attributes import (
    discloses,
    draw_attribute,
    draw_disclosing,
    law_given,
    law_of,
    shown,
)
from pmlsym.catalogue.rdp.change_of_prior import certainty_carries_over
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.measures.attribute_leakage import hmin_given
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y, _U = alphabets("X Y U")
_GIVEN = hmin_given(Prior("P", _X), Channel("W", _X, _Y), Channel("A", _X, _U))


@drawn
def _draw_either(random: Random) -> tuple[Joint, Rows]:
    if random.random() < 0.5:
        joint, attribute, _ = draw_disclosing(random)
        return joint, attribute
    joint = draw_joint(random, full_support=True)
    return joint, draw_attribute(random, len(joint.prior))


def _disclosure_by_definition(random: Random) -> Trial:
    joint, attribute = _draw_either(random)
    sizes = {"X": len(joint.prior), "Y": len(joint.masses), "U": len(attribute[0])}
    instance = Instance(sizes, {"P": joint.prior, "W": joint.rows, "A": attribute})
    found = evaluate(_GIVEN, instance) == 0
    if found != discloses(joint, attribute):
        return Fails(f"{joint}, U by {shown(attribute)}: H_inf(U|y) > 0 is {not found} for all y")
    return Holds("disclosed" if found else "not disclosed")


def _disclosed_to_all(random: Random) -> Trial:
    joint, attribute = _draw_either(random)
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    first, second = discloses(joint, attribute), discloses(other, attribute)
    if first != second:
        return Fails(f"{joint}, {other}, U by {shown(attribute)}: {first} and {second}")
    return Holds("disclosed" if first else "not disclosed")


def _change_of_prior(first: Row, second: Row) -> Fraction:
    """max r/q times exp D_inf(Q||R)."""
    pairs = list(zip(first, second, strict=True))
    return max(r / q for q, r in pairs) * max(q / r for q, r in pairs)


def _posterior_bound(random: Random, values: int) -> Trial:
    joint = draw_joint(random, full_support=True)
    attribute = draw_attribute(random, len(joint.prior), largest=3)
    if len(attribute[0]) < values or (values == 1 and len(attribute[0]) != 1):
        return UNMET
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    c = _change_of_prior(joint.prior, other.prior) + Fraction(1, random.choice((1, 100)))
    y = random.choice(joint.outcomes)
    law = law_given(joint, attribute, y)
    likely = law.index(max(law))
    level = law[likely] * random.choice((Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)))
    bound = 1 - (len(law) - 1) * c * (1 - level)
    value = law_given(other, attribute, y)[likely]
    if not value > bound:
        return Fails(
            f"{joint}, R = {shown((other.prior,))}, U by {shown(attribute)}, y = {y + 1}:"
            f" {value} against {bound}"
        )
    return Holds()


def _several_values(random: Random) -> Trial:
    return _posterior_bound(random, 2)


def _one_value(random: Random) -> Trial:
    return _posterior_bound(random, 1)


def _flipped(attribute: Rows, to: int, share: Fraction) -> Rows:
    """W from U: any letter becomes `to` with probability `share`."""
    return tuple(
        tuple((1 - share) * mass + share * int(u == to) for u, mass in enumerate(row))
        for row in attribute
    )


def _less_entropy_is_disclosed(random: Random, *, degenerate: bool) -> Trial:
    joint, attribute, y = draw_disclosing(random)
    law, after = law_of(joint.prior, attribute), law_given(joint, attribute, y)
    value = after.index(1)
    if degenerate:
        if law[value] != 1:
            return UNMET
        return Fails(f"{joint}, U by {shown(attribute)}: H_inf(U) = 0, and no W has less entropy")
    if law[value] == 1:
        return UNMET
    least = (max(law) - law[value]) / (1 - law[value])
    share = least + (1 - least) * Fraction(random.randint(1, 3), 4)
    flipped = _flipped(attribute, value, share)
    new, then = law_of(joint.prior, flipped), law_given(joint, flipped, y)
    expected = share + (1 - share) * law[value]
    if not 0 < share < 1 or new[value] != expected or not max(new) > max(law):
        return Fails(f"{joint}, U by {shown(attribute)}, lambda = {share}: P_W = {shown((new,))}")
    if then[value] < after[value] or max(then) != 1:
        return Fails(f"{joint}, U by {shown(attribute)}, lambda = {share}: given y {then}")
    return Holds("lambda above 0" if least > 0 else "any lambda")


def _some_attribute(random: Random) -> Trial:
    return _less_entropy_is_disclosed(random, degenerate=False)


def _constant_attribute(random: Random) -> Trial:
    return _less_entropy_is_disclosed(random, degenerate=True)


def _deterministic_attribute(random: Random) -> Trial:
    """The printed bound for a function V of X with two values or more, under Q_X."""
    joint = draw_joint(random, full_support=True, smallest=2)
    names = [random.randrange(3) for _ in joint.prior]
    if len(set(names)) == 1:
        return UNMET
    rows = tuple(tuple(Fraction(int(v == name)) for v in range(3)) for name in names)
    columns = [tuple(row[y] for row in joint.rows) for y in joint.outcomes]
    finite = all(min(column) > 0 for column in columns)
    inverse = min(min(column) / max(column) for column in columns)
    least = min(joint.prior)
    bound = 1 + least / (1 - least) * inverse
    for y in range(len(joint.masses)):
        if 1 / max(law_given(joint, rows, y)) < bound:
            return Fails(f"{joint}, V = {names}, y = {y}: below log {bound}")
    return Holds("C finite" if finite else "C infinite")


_CERTAIN = Claimed(
    "1 - r(u|y) <= c (1 - q(u|y)) with log c = D(R||Q) + D(Q||R)", claim=certainty_carries_over
)
_ARITHMETIC = Claimed(
    "c*(1-q) < (k-1)*c*(1-t)", assume=("c > 0", "k >= 2", "t < q", "t <= 1", "q <= 1")
)
"""From there to the printed bound: q = q(u*|y) > t = e^-eps, and k = |U| >= 2."""
_ODDS = "hmin_given(Q, K >> W, y) >= log(1 + exp(-c)*(exp(a) - 1))"
_FINITE = ("capacity(W) <= c", "hmin(Q) >= a")
"""Q is the law of V and K = P_{X|V}. A function V that varies has H_inf(V) >= a = -log(1-q_min), as
another value takes q_min or more; then e^a - 1 = q_min/(1-q_min)."""

_BELOW = Checked(
    "the attribute W of Appendix A.3 has less entropy and is disclosed",
    _some_attribute,
    trials=120,
    least=30,
    cases=("lambda above 0", "any lambda"),
)
_NO_LESS = "an attribute that is known beforehand has entropy 0, and there is nothing below"

ENTRIES = (
    Entry(
        "RDP/def-3.3",
        "U is disclosed to Q_X iff inf_y H_inf(Q_{U|Y=y}) = 0",
        "Definition 3.3",
        (
            Checked(
                "it is iff an outcome determines U",
                _disclosure_by_definition,
                trials=60,
                least=60,
                cases=("disclosed", "not disclosed"),
            ),
        ),
    ),
    Entry(
        "RDP/thm-3.4",
        "what is disclosed to one prior of full support is disclosed to all",
        "Theorem 3.4",
        (
            Composed(
                "U is disclosed to R_X if it is to Q_X",
                "where q(u|y) comes near 1 so does r(u|y), as both divergences are finite",
                (_CERTAIN,),
            ),
        ),
        remarks=(
            Checked(
                "two random priors of full support agree",
                _disclosed_to_all,
                trials=100,
                least=100,
                cases=("disclosed", "not disclosed"),
            ),
        ),
    ),
    Entry(
        "RDP/a.1-bound",
        "r(u*|y) > 1 - (|U|-1) c (1 - e^-eps) if q(u*|y) > e^-eps, c > max r/q exp D_inf(Q||R)",
        "Appendix A.1",
        (
            Checked("for two values of U or more", _several_values, trials=120, least=40),
            Checked("for one value of U", _one_value, trials=120, least=10),
        ),
        correction=Correction(
            "1 - r(u*|y) <= c (1 - q(u*|y)), hence the strict bound for two values of U or more;"
            " with one value both sides are 1",
            "an attribute with a single value makes it 1 > 1",
            (
                _CERTAIN,
                Composed(
                    "the strict bound for |U| >= 2",
                    "with k = |U|, q = q(u*|y) and t = e^-eps",
                    (_CERTAIN, _ARITHMETIC),
                ),
            ),
            boundary="an attribute with one value",
        ),
    ),
    Entry(
        "RDP/thm-3.5",
        "(eps, P_X)-PML discloses no attribute with H_inf(P_U) > eps to any prior of full support",
        "Theorem 3.5",
        (
            Composed(
                "H_inf(P_U) > eps: U is disclosed to no prior of full support",
                "H_inf(U|y) stays above 0 under P_X, and disclosure does not depend on the prior",
                (
                    Claimed(
                        "hmin_given(P, W, A) >= hmin(P >> A) - eps", assume=("pml(P, W) <= eps",)
                    ),
                    _CERTAIN,
                ),
            ),
        ),
        remarks=(
            Checked(
                "and disclosure does not depend on the prior",
                _disclosed_to_all,
                trials=60,
                least=60,
                cases=("disclosed", "not disclosed"),
            ),
        ),
    ),
    Entry(
        "RDP/a.1a---a.3",
        "H_inf(P_{U|y}) >= H_inf(P_U) - l(U->y) >= H_inf(P_U) - l(X->y)",
        "Appendix A.2, (A.1a)-(A.3)",
        (
            Claimed("hmin_given(Q, K >> W, y) >= hmin(Q) - pml(Q, K >> W, y)"),
            Claimed("hmin(Q) - pml(Q, K >> W, y) >= hmin(Q) - pml(Q >> K, W, y)"),
            Claimed("hmin_given(P, W, A) >= hmin(P >> A) - pml(P, W)"),
        ),
    ),
    Entry(
        "RDP/prop-3.6",
        "if U is disclosed, so is an attribute W with H_inf(P_W) < H_inf(P_U)",
        "Proposition 3.6",
        (_BELOW, Checked("for a constant U", _constant_attribute, trials=60, least=5)),
        correction=Correction(
            "if U with H_inf(P_U) > 0 is disclosed, so is a W with H_inf(P_W) < H_inf(P_U)",
            _NO_LESS,
            (_BELOW,),
            boundary="a constant attribute",
        ),
    ),
    Entry(
        "RDP/a.3-lambda",
        "lambda > (max p(u) - p(1))/(1 - p(1)) gives p_W(1) > max p(u); p_W(1|y) >= p_U(1|y)",
        "Appendix A.3",
        (
            Composed(
                "p_W(1) > max p(u), p_W(1|y) >= p_U(1|y), and there is such a lambda below 1",
                "p_W(1) = lambda + (1 - lambda) p(1) with p = p(1), m = max p(u), a = p_U(1|y)",
                (
                    Claimed("l + (1-l)*p > m", assume=("l*(1-p) > m - p",)),
                    Claimed("a + l*(1-a) >= a", assume=("0 < l", "l < 1", "0 <= a", "a <= 1")),
                    Claimed("m - p < 1 - p", assume=("m < 1",)),
                ),
            ),
        ),
        remarks=(_BELOW,),
    ),
    Entry(
        "RDP/thm-3.7-i",
        "a mechanism of finite capacity discloses no attribute",
        "Theorem 3.7, first statement",
        (Claimed("hmin_given(P, W, A) > 0", assume=("fullsupport(P)", "capacity(W) <= c")),),
        correction=Correction(
            "it discloses none with H_inf(P_U) > 0: exp H_inf(P_{U|y}) is at least"
            " 1 + e^-C (exp H_inf(P_U) - 1)",
            "a constant attribute is disclosed by every outcome",
            (Claimed(_ODDS, assume=_FINITE),),
            boundary="a constant attribute",
        ),
    ),
    Entry(
        "RDP/thm-3.7-ii",
        "H_inf(Q_{V|y}) >= log(1 + q_min/(1-q_min) e^-C) for a function V of X that varies",
        "Theorem 3.7, second statement",
        (
            Composed(
                "H_inf(Q_{V|y}) >= log(1 + q_min/(1-q_min) e^-C)",
                "H_inf(V) >= -log(1 - q_min) for a function V that varies",
                (Claimed(_ODDS, assume=_FINITE),),
            ),
        ),
        remarks=(
            Checked(
                "for random functions of X, C infinite included",
                _deterministic_attribute,
                trials=80,
                least=40,
                cases=("C finite", "C infinite"),
            ),
            Claimed("capacity(K >> W) <= capacity(W)"),
        ),
    ),
)
