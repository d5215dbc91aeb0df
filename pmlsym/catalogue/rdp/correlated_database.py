"""[RDP, Thm. 4.3]: equal entries, of which a differentially private mechanism leaks nearly all.

n equal entries D_1 = .. = D_n, each answered by randomised response with odds e^eps; the outcome
whose answers are all d, a least likely letter, has exp l(D_i->y) = 1/(p(d) + (1-p(d)) e^(-n eps)).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_distribution, draw_rows
from pmlsym.catalogue.joint import Joint, Rows
from pmlsym.catalogue.rdp.databases import DatabaseMechanism
from pmlsym.linear.matrix import identity


def _randomised(letters: int, odds: Fraction) -> Rows:
    """Randomised response: the true letter with odds e^eps against each other one."""
    weight = 1 / (odds + letters - 1)
    return tuple(
        tuple(odds * weight if x == y else weight for y in range(letters)) for x in range(letters)
    )


def equal_entries(random: Random) -> str:
    """n equal entries, each answered by randomised response; y all at the least likely letter."""
    letters = random.randint(2, 3)
    odds = 1 + Fraction(1, random.randint(1, 5))
    law = draw_distribution(random, letters, zeros=False)
    least = law.index(min(law))
    rows = _randomised(letters, odds)
    require(all(max(column) / min(column) == odds for column in zip(*rows, strict=True)))
    delta = Fraction(1, random.choice((10, 100, 1000)))
    n = 1
    while True:
        masses = [rows[d][least] ** n for d in range(letters)]
        level = masses[least] / sum(p * m for p, m in zip(law, masses, strict=True))
        if level > (1 - delta) / law[least]:
            break
        n += 1
    require(level == 1 / (law[least] + (1 - law[least]) * odds ** (-n)) and level < 1 / law[least])
    return "one entry" if n == 1 else "several entries"


def entries_multiply(random: Random) -> None:
    """The mechanism of the family, database by database, is eps-DP."""
    letters, n = 2, random.randint(1, 3)
    odds = 1 + Fraction(random.randint(1, 5), random.randint(1, 5))
    rows = _randomised(letters, odds)
    every = list(product(range(letters), repeat=n))
    table = {}
    for d in every:
        masses = [Fraction(1)] * len(every)
        for k, y in enumerate(every):
            for own, answer in zip(d, y, strict=True):
                masses[k] *= rows[own][answer]
        table[d] = tuple(masses)
    level = DatabaseMechanism(letters, n, table).worst_neighbours().level
    require(level == odds)


def largest_of_an_entry(random: Random) -> None:
    """Releasing D_i leaks eps_max(D_i); no random mechanism on the database leaks more of it."""
    letters = random.randint(1, 3)
    law = draw_distribution(random, letters, zeros=False)
    kernel = draw_rows(random, letters, random.randint(1, 4))
    free = draw_rows(random, len(kernel[0]), random.randint(1, 3))
    other = Joint(law, kernel).after(free)
    require(Joint(law, identity(letters)).worst == 1 / min(law) and other.worst <= 1 / min(law))
