"""A polymatroid, of few variables, that violates a claim that is not of Shannon type.

    h(S) >= 0 for sets S of variables, with all informations I(A; B | C) >= 0, such that the
    hypotheses hold and the goal is negative

A linear program finds the one with the least sum, a vertex, whose values are small numbers; these
are rounded and checked as whole numbers. Variables that are constant or equal in it are not told
apart. Not every polymatroid is the entropy of a distribution, which the claim needs to be false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import comb, gcd, lcm
from operator import or_
from random import Random
from typing import Any

from pmlsym.calculus.effort import STEPS, passed, units_left, until
from pmlsym.calculus.meter import tick, uncounted
from pmlsym.engines.entropies.blocks import Blocks
from pmlsym.engines.entropies.multipliers import elemental_inequalities
from pmlsym.evidence.entropy_dual import EntropyForm, EntropyStatement, Variables
from pmlsym.language.nodes import Claim
from pmlsym.linear.floating import minimise
from pmlsym.lowering.entropy_form import entropy_statements

MOST = 10
"""The most variables, or blocks of them, of the linear program, which has 11530 rows then."""

KEPT, TRIES = 8, 24
"""How many of more variables are kept apart at a time, and how often: 0.04 s each time."""

EACH, LIMIT = 32, 20.0
"""Steps that are counted for a row, and the units after which the program is stopped: rows have
four entries, and take a tenth of the work that is counted for rows of any length."""

LARGEST_DIVISOR = 1000


@dataclass(frozen=True)
class Polymatroid:
    """Classes of equal variables, the others constant, and h of sets of classes, as bits.

    >>> print(Polymatroid((("A",), ("B", "C")), ("D",), (0, 1, 1, 2)))
    h = 1 at each variable; 2 at all other sets; C = B; D constant
    """

    classes: tuple[Variables, ...]
    constants: Variables
    values: tuple[int, ...]

    def class_of(self, variable: str) -> int | None:
        """The number of a random variable's class in the polymatroid; None if it is constant."""
        return next((k for k, names in enumerate(self.classes) if variable in names), None)

    def value(self, form: EntropyForm) -> Fraction:
        """The value of an entropy form on the polymatroid."""
        bit = {name: 1 << k for k, names in enumerate(self.classes) for name in names}
        total = Fraction(0)
        for key, c in form.terms:
            total += c * self.values[reduce(or_, (bit.get(name, 0) for name in key), 0)]
        return total

    def violates(self, statement: EntropyStatement) -> bool:
        """Whether this is a polymatroid that meets hypotheses and makes the goal negative."""
        every, h = elemental_inequalities(len(self.classes)), self.values
        sets = zip(every.one, every.other, every.both, every.given, strict=True)
        facts = [(self.value(fact.form), fact) for fact in statement.hypotheses]
        return (
            h[0] == 0
            and all(h[a] + h[b] >= h[c] + h[d] for a, b, c, d in sets)
            and all(value == 0 if fact.is_equality else value >= 0 for value, fact in facts)
            and self.value(statement.goal) < 0
        )

    def __str__(self) -> str:
        names = [names[0] for names in self.classes]
        sets: dict[int, dict[int, list[str]]] = {}
        for bits in range(1, len(self.values)):
            inside = [name for k, name in enumerate(names) if bits >> k & 1]
            by_size = sets.setdefault(self.values[bits], {})
            by_size.setdefault(len(inside), []).append(",".join(inside))

        def text(size: int, some: list[str]) -> str:
            """The sets of one size and value, as text of a polymatroid that violates a claim."""
            is_all = len(some) == comb(len(names), size) > 1
            whole = "each variable" if size == 1 else f"all sets of {size}"
            return whole if is_all else ", ".join(some)

        shown = [
            f"{value} at {', '.join(text(*each) for each in sorted(by_size.items()))}"
            for value, by_size in sorted(sets.items())
        ]
        if len(names) > 1:
            shown[-1] = f"{max(sets)} at all other sets"
        equal = [" = ".join(names[::-1]) for names in self.classes if len(names) > 1]
        constant = [f"{', '.join(self.constants)} constant"] if self.constants else []
        return f"h = {'; '.join((*shown, *equal, *constant))}"


def polymatroid_against(claim: Claim, *, effort: float = 5.0) -> Polymatroid | None:
    """A checked polymatroid that violates a claim about entropies, or None.

    Raises Unsupported where the claim is not linear in entropies.
    """
    with until(effort):
        polymatroids = map(violating_polymatroid, entropy_statements(claim))
        return next((polymatroid for polymatroid in polymatroids if polymatroid), None)


def violating_polymatroid(statement: EntropyStatement) -> Polymatroid | None:
    """A checked polymatroid that violates one statement about entropies, or None.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.lowering.entropy_form import entropy_statements
    >>> print(violating_polymatroid(*entropy_statements(parse("H(A,B) <= H(A) + I(C;D)"))))
    h = 1 at B; A, C, D constant
    """
    forms = [statement.goal, *(fact.form for fact in statement.hypotheses)]
    has_numbers = any(isinstance(key, str) for form in forms for key, _ in form.terms)
    if has_numbers or any((statement.is_strict, *(f.is_strict for f in statement.hypotheses))):
        return None
    blocks = Blocks.of(forms)
    if len(blocks.blocks) > MOST:
        return _violating_with_fewer(statement, [block[0] for block in blocks.blocks])
    values = _small_values(blocks, statement)
    if not values:
        return None
    classes: dict[int, list[str]] = {}
    for k, block in enumerate(blocks.blocks):
        one = 1 << k
        same = (other for other in classes if values[other] == values[one] == values[one | other])
        if values[one]:
            classes.setdefault(next(same, one), []).extend(block)
    left = [0]
    for one in classes:
        left += [bits | one for bits in left]
    constants = {v for block in blocks.blocks for v in block}.difference(*classes.values())
    polymatroid = Polymatroid(
        tuple(map(tuple, classes.values())),
        tuple(sorted(constants)),
        tuple(values[bits] for bits in left),
    )
    return polymatroid if polymatroid.violates(statement) else None


def _violating_with_fewer(
    statement: EntropyStatement, variables: Sequence[str]
) -> Polymatroid | None:
    """A violating polymatroid in which most random variables are constant or equal to others.

    `variables` has one of each block, which stands for the others.
    """
    random = Random(0)
    for _ in range(TRIES):
        if passed():
            break
        kept = random.sample(variables, KEPT)
        images = {name: random.choice((None, random.choice(kept))) for name in variables}
        images |= {name: name for name in kept}

        def moved(form: EntropyForm, images: Mapping[str, str | None] = images) -> EntropyForm:
            """The entropy form that is to be violated, with images for its random variables."""
            sets = ((key, c) for key, c in form.terms if isinstance(key, tuple))
            return EntropyForm.of(
                (tuple(v for k in key if (v := images.get(k))), c) for key, c in sets
            )

        facts = tuple(replace(fact, form=moved(fact.form)) for fact in statement.hypotheses)
        smaller = violating_polymatroid(EntropyStatement(facts, moved(statement.goal)))
        if smaller is not None:
            classes = tuple(
                tuple(name for name in variables if images[name] in names)
                for names in smaller.classes
            )
            constants = set(variables).difference(*classes)
            whole = replace(smaller, classes=classes, constants=tuple(sorted(constants)))
            return whole if whole.violates(statement) else None
    return None


def _small_values(blocks: Blocks, statement: EntropyStatement) -> tuple[int, ...]:
    """Whole numbers for the values of a violating polymatroid, from floats; nothing is checked."""
    import numpy as np
    from scipy.sparse import coo_array, vstack

    every, sets = elemental_inequalities(len(blocks.blocks)), 1 << len(blocks.blocks)
    rows = np.arange(len(every.one))

    def dense(form: EntropyForm) -> Any:
        """An entropy form as a row of a linear program for polymatroids."""
        row = np.zeros((1, sets))
        for bits, c in blocks.terms(form).items():
            row[0, int(bits)] = float(c)
        return row

    def read_at(places: Any) -> Any:
        """The sparse matrix that reads a polymatroid's values at these sets."""
        return coo_array((np.ones(len(rows)), (rows, places)), shape=(len(rows), sets)).tocsr()

    informations = read_at(every.one) + read_at(every.other)
    informations -= read_at(every.both) + read_at(every.given)
    facts = statement.hypotheses
    below = [dense(statement.goal), *(-dense(f.form) for f in facts if not f.is_equality)]
    equal = [np.eye(1, sets), *(dense(f.form) for f in facts if f.is_equality)]
    stacked: Any = [coo_array(np.concatenate(below)), -informations]
    work = EACH * len(rows)
    if work > STEPS * units_left():
        return ()
    tick(work)
    with uncounted():
        solved = minimise(
            np.ones(sets),
            np.concatenate(equal),
            np.zeros(len(equal)),
            below=vstack(stacked).tocsr(),
            bound=np.array([-1.0] + [0.0] * (len(below) - 1 + len(rows))),
            effort=LIMIT,
        )
    if solved is None:
        return ()
    near = [Fraction(x).limit_denominator(LARGEST_DIVISOR) for x in solved.point.tolist()]
    scale = lcm(*(x.denominator for x in near))
    whole = [int(x * scale) for x in near]
    return tuple(value // max(gcd(*whole), 1) for value in whole)
