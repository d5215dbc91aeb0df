"""[RDP, Sec. 4]: differential and free-lunch privacy as bounds on leakage."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import sympy

from pmlsym.calculus.alphabet import alphabets
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.rdp.approaching import E, Symbolic, limit, near_point_mass, symbolic
from pmlsym.catalogue.rdp.databases import Comparison, DatabaseMechanism, draw_mechanism
from pmlsym.catalogue.rdp.levels_reached import (
    LEVELS_OF_A_CHANNEL,
    LEVELS_OF_AN_ENTRY,
    LEVELS_OF_CORRELATED_ENTRIES,
)
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Measure
from pmlsym.measures.differential_privacy import dp, flp
from pmlsym.model.channel import Channel
from pmlsym.numbers.number import INFINITY, leakage

_D, _F, _Y = alphabets("D F Y")
_W = Channel("W", (_D, _F), _Y)
_CASES = ("infinite", "finite", "zero")


def _case(level: Fraction | None) -> Holds:
    return Holds("infinite" if level is None else "zero" if level == 1 else "finite")


def _definition(random: Random, measure: Measure, *, neighbours: bool) -> Trial:
    mechanism = draw_mechanism(random)
    if mechanism.entries != 2:
        return UNMET
    letters = range(mechanism.letters)
    entries = tuple(tuple(mechanism.rows[a, b] for b in letters) for a in letters)
    sizes = {"D": len(letters), "F": len(letters), "Y": len(entries[0][0])}
    value = evaluate(measure, Instance(sizes, {"W": entries}))
    level = (mechanism.worst_neighbours() if neighbours else mechanism.worst_pair()).level
    expected = INFINITY if level is None else leakage(level)
    return _case(level) if value == expected else Fails(f"{mechanism}: {value}, not {expected}")


def _dp_by_definition(random: Random) -> Trial:
    return _definition(random, dp(_W), neighbours=True)


def _flp_by_definition(random: Random) -> Trial:
    return _definition(random, flp(_W), neighbours=False)


def _reached(mechanism: DatabaseMechanism, pair: Comparison, exact: Symbolic) -> Trial:
    if limit(exact) != pair.level:
        return Fails(f"{mechanism}: the limit is {limit(exact)}, not {pair.level}")
    for small in (Fraction(1, 10), Fraction(1, 1000)):
        value = exact.subs(E, symbolic(small))
        if pair.level not in (None, 1) and not value < symbolic(pair.level or Fraction(1)):
            return Fails(f"{mechanism}: at e = {small} the level {pair.level} is attained")
    return _case(pair.level)


def _conditional_leakage(random: Random) -> Trial:
    """l(D_i->y|d_-i) with D_i near the value where y is least likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_neighbours()
    i, d = pair.entry, pair.below
    column = [
        mechanism.rows[(*d[:i], value, *d[i + 1 :])][pair.outcome]
        for value in range(mechanism.letters)
    ]
    law = near_point_mass(mechanism.letters, d[i])
    mass = sympy.Add(*(q * symbolic(v) for q, v in zip(law, column, strict=True)))
    return _reached(mechanism, pair, symbolic(max(column)) / mass)


def _product_entry_leakage(random: Random) -> Trial:
    """l(D_i->y) with independent entries near the database where y is less likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_neighbours()
    prior = mechanism.product_near(pair.below)
    exact = mechanism.entry_leakage(prior, pair.entry, pair.above[pair.entry], pair.outcome)
    return _reached(mechanism, pair, exact)


def _whole_leakage(random: Random) -> Trial:
    """l(X->y) with independent entries near the database where y is least likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_pair()
    prior = mechanism.product_near(pair.below)
    high = symbolic(mechanism.rows[pair.above][pair.outcome])
    mass = sympy.Add(*(prior[d] * symbolic(row[pair.outcome]) for d, row in mechanism.rows.items()))
    return _reached(mechanism, pair, high / mass)


def _correlated_entry_leakage(random: Random) -> Trial:
    """l(D_i->y) under P*_{D_-i|D_i}, i an entry in which the two extreme databases differ."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_pair()
    prior = mechanism.correlated_near(pair)
    if sympy.simplify(sympy.Add(*prior.values()) - 1) != 0:
        return Fails(f"{mechanism}: the masses sum to {sympy.Add(*prior.values())}")
    exact = mechanism.entry_leakage(prior, pair.entry, pair.above[pair.entry], pair.outcome)
    return _reached(mechanism, pair, exact)


def _near_product(random: Random) -> Trial:
    """(B.3): mass (1-e)^(n-1) at d*, at most e/(|D|-1) (1-e)^(n-2) elsewhere, for e small."""
    letters, entries = random.randint(2, 4), random.randint(1, 3)
    e = Fraction(random.randint(1, 9), 10) * Fraction(letters - 1, letters)
    law = [1 - e] + [e / (letters - 1)] * (letters - 1)
    for d in product(range(letters), repeat=entries):
        mass = Fraction(1)
        for value in d:
            mass *= law[value]
        most = (1 - e) ** entries if not any(d) else law[1] * (1 - e) ** (entries - 1)
        if mass > most or (not any(d) and mass != most):
            return Fails(f"|D| = {letters}, n - 1 = {entries}, e = {e}: {mass} at {d}")
    return Holds()


_FIXED = DatabaseMechanism(
    2,
    2,
    {
        (0, 0): (Fraction(9, 10), Fraction(1, 10)),
        (0, 1): (Fraction(1, 10), Fraction(9, 10)),
        (1, 0): (Fraction(1, 2), Fraction(1, 2)),
        (1, 1): (Fraction(1, 2), Fraction(1, 2)),
    },
)
"""The outcomes are extreme at databases that differ in the second entry alone."""


def _any_entry(random: Random) -> Trial:
    """(B.6) for i = 1: P(y|D_1 = d) lies between the extremes over d_2, and the two are d /= d'."""
    levels = []
    for y in _FIXED.outcomes:
        for own, other in product(range(2), repeat=2):
            if own != other:
                high = max(_FIXED.rows[own, value][y] for value in range(2))
                low = min(_FIXED.rows[other, value][y] for value in range(2))
                levels.append(high / low)
    printed = _FIXED.worst_pair().level
    if max(levels) != printed:
        return Fails(
            f"{_FIXED}, i = 1: the supremum of exp l(D_1->y) over all priors is {max(levels)},"
            f" the printed maximum {printed}"
        )
    return Holds()


_REACHED = (
    "the parameter is a bound, with all other entries as one letter, and a prior of full support "
    "near a point reaches every level below it"
)
_TWO, _THREE = ("W: D, E -> Y",), ("W: D, E, F -> Y",)
DIFFERENTIAL_PRIVACY = (
    Entry(
        "RDP/def-4.1",
        "eps-DP: likelihoods of databases that differ in one entry differ by e^eps at most",
        "Definition 4.1",
        (Checked("the measure is the definition", _dp_by_definition, 60, 30, _CASES),),
    ),
    Entry(
        "RDP/thm-4.2-eq-1",
        "eps-DP iff l(D_i->y|d_-i) <= eps for all priors of full support",
        "Theorem 4.2 (1)",
        (
            Composed(
                "the DP parameter is the supremum of l(D_i->y|d_-i)",
                _REACHED,
                (
                    Claimed("pml_entry_given(P, W, 1) <= dp(W)", _TWO),
                    Claimed("pml_entry_given(P, W, 2) <= dp(W)", _THREE),
                    LEVELS_OF_A_CHANNEL,
                ),
            ),
        ),
        remarks=(
            Checked(
                "near-point-mass priors reach the DP parameter in the limit",
                _conditional_leakage,
                24,
                24,
                _CASES,
            ),
        ),
    ),
    Entry(
        "RDP/thm-4.2-eq-2",
        "eps-DP iff l(D_i->y|d_-i) <= eps for all product priors of full support",
        "Theorem 4.2 (2)",
        (
            Composed(
                "the DP parameter is the supremum of l(D_i->y|d_-i) over product priors",
                _REACHED,
                (
                    Claimed("pml_entry_given(P & Q, W, 1) <= dp(W)", _TWO),
                    LEVELS_OF_A_CHANNEL,
                ),
            ),
        ),
        remarks=(
            Checked(
                "products of near-point-mass priors reach the DP parameter in the limit",
                _conditional_leakage,
                24,
                24,
                _CASES,
            ),
        ),
    ),
    Entry(
        "RDP/thm-4.2-eq-3",
        "eps-DP iff l(D_i->y) <= eps for all product priors of full support",
        "Theorem 4.2 (3)",
        (
            Composed(
                "the DP parameter is the supremum of l(D_i->y) over product priors",
                _REACHED,
                (
                    Claimed("pml_entry(P & Q, W, 1) <= dp(W)", _TWO),
                    Claimed("pml_entry(P & Q & R, W, 2) <= dp(W)", _THREE),
                    LEVELS_OF_AN_ENTRY,
                ),
            ),
        ),
        remarks=(
            Checked(
                "products of near-point-mass priors reach the DP parameter in the limit",
                _product_entry_leakage,
                16,
                16,
                _CASES,
            ),
        ),
    ),
    Entry(
        "RDP/b.1a-c-b.2a-b-b.3",
        "q*(d_j) = 1 - e at the optimiser, e/(|D|-1) elsewhere: the suprema are limits",
        "Appendix B.1, (B.1a)-(B.3)",
        (
            Checked("the masses of the product are as printed", _near_product, 40, 40),
            Checked("conditional leakage", _conditional_leakage, 24, 24, _CASES),
            Checked("leakage about one entry", _product_entry_leakage, 16, 16, _CASES),
        ),
    ),
)

FREE_LUNCH_PRIVACY = (
    Entry(
        "RDP/def-4.4",
        "eps-free-lunch privacy: likelihoods of any two databases differ by e^eps at most",
        "Definition 4.4",
        (Checked("the measure is the definition", _flp_by_definition, 60, 30, _CASES),),
    ),
    Entry(
        "RDP/thm-4.5-eq-1",
        "eps-free-lunch iff l(X->y) <= eps for all priors of full support",
        "Theorem 4.5 (1)",
        (
            Composed(
                "the free-lunch parameter is the supremum of l(X->y)",
                _REACHED,
                (
                    Claimed("pml(P, W) <= flp(W)", _TWO),
                    LEVELS_OF_A_CHANNEL,
                ),
            ),
        ),
        remarks=(Checked("priors near a point mass reach it", _whole_leakage, 16, 16, _CASES),),
    ),
    Entry(
        "RDP/thm-4.5-eq-2",
        "eps-free-lunch iff l(X->y) <= eps for all product priors of full support",
        "Theorem 4.5 (2)",
        (
            Composed(
                "the free-lunch parameter is the supremum of l(X->y) over product priors",
                _REACHED,
                (
                    Claimed("pml(P & Q, W) <= flp(W)", _TWO),
                    LEVELS_OF_A_CHANNEL,
                ),
            ),
        ),
        remarks=(Checked("products near a point mass reach it", _whole_leakage, 16, 16, _CASES),),
    ),
    Entry(
        "RDP/thm-4.5-eq-3",
        "eps-free-lunch iff l(D_i->y) <= eps for all entries and priors of full support",
        "Theorem 4.5 (3)",
        (
            Composed(
                "the free-lunch parameter is the supremum of l(D_i->y)",
                _REACHED,
                (
                    Claimed("pml_entry(P, W, 1) <= flp(W)", _TWO),
                    LEVELS_OF_CORRELATED_ENTRIES,
                ),
            ),
        ),
        remarks=(
            Checked(
                "correlated priors reach it at an entry in which the extreme databases differ",
                _correlated_entry_leakage,
                30,
                30,
                _CASES,
            ),
        ),
    ),
    Entry(
        "RDP/after-4.5",
        "l(D_i->y) <= l(X->y)",
        "after Theorem 4.5",
        (
            Claimed("pml_entry(P, W, 1, y) <= pml(P, W, y)", _TWO),
            Claimed("pml_entry(P, W, 2, y) <= pml(P, W, y)", _THREE),
        ),
    ),
    Entry(
        "RDP/b.5-b.6",
        "for every entry i, kernels P*_{D_-i|D_i} reach the free-lunch parameter",
        "Appendix B.2, (B.5a)-(B.6a)",
        (Checked("for an arbitrary i", _any_entry),),
        correction=Correction(
            "they reach it for an i in which the extreme databases of an outcome differ; the"
            " theorem, with its maximum over i, is not affected",
            "the kernel is one distribution for each d_i, so the two databases must differ in d_i",
            (
                Checked(
                    "for an entry in which they differ",
                    _correlated_entry_leakage,
                    30,
                    30,
                    _CASES,
                ),
            ),
        ),
    ),
)
