"""Attributes U of a secret in exact rationals: U - X - Y with rows P_{U|X}.

largest(u) = max_u p(u) = exp -H_inf,     disclosed: max_u P_{U|Y=y}(u) = 1 for some y
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.drawing import draw_distribution, draw_rows
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, Row, Rows, mean_of
from pmlsym.linear.matrix import units


def law_given(joint: Joint, rows: Rows, y: int) -> Row:
    """P_{U|Y=y}; an outcome of probability zero changes nothing.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> law_given(Joint(uniform(2), matrix("1 0; 0 1")), matrix("1 0; 0 1"), 0)
    (Fraction(1, 1), Fraction(0, 1))
    """
    return mean_of(joint.posterior(y) if joint.masses[y] else joint.prior, rows)


def discloses(joint: Joint, rows: Rows) -> bool:
    """Whether some outcome of the joint determines the attribute.

    >>> from pmlsym.catalogue.joint import matrix, uniform
    >>> discloses(Joint(uniform(2), matrix("1 0; 0 1")), matrix("1 0; 0 1"))
    True
    """
    return any(max(law_given(joint, rows, y)) == 1 for y in range(len(joint.masses)))


@drawn
def draw_attribute(random: Random, letters: int, *, largest: int = 4) -> Rows:
    """Rows P_{U|X}, deterministic and constant ones among them.

    >>> len(draw_attribute(Random(1), 3))
    3
    """
    return draw_rows(random, letters, random.randint(1, largest))


@drawn
def draw_disclosing(random: Random) -> tuple[Joint, Rows, int]:
    """A joint of full support, an attribute, and an outcome that determines it.

    >>> joint, rows, y = draw_disclosing(Random(1))
    >>> max(law_given(joint, rows, y)) == 1 and joint.masses[y] > 0
    True
    """
    inputs, outputs, values = (random.randint(1, 4) for _ in range(3))
    value = random.randrange(values)
    certain = random.sample(range(inputs), random.randint(1, inputs))
    (unit,) = units([value], values)
    attribute = tuple(
        unit if x in certain else draw_distribution(random, values) for x in range(inputs)
    )
    rows = []
    for x in range(inputs):
        rest = draw_distribution(random, outputs)
        share = Fraction(random.randint(1, 3), 4) if x in certain else Fraction(0)
        rows.append((share, *((1 - share) * mass for mass in rest)))
    prior = draw_distribution(random, inputs, zeros=False)
    return Joint(prior, tuple(rows)), attribute, 0
