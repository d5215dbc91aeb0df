"""Independent uses of one mechanism, its outcomes counted.

How often each outcome was seen is a sufficient statistic: outcomes of one type have proportional
columns, so that merging them changes no leakage. Of m outcomes used n times C(m+n-1, n) types are
left instead of m^n outcomes.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from pmlsym.calculus.polynomial import constant
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.entries import entries_of, parameters_and_values
from pmlsym.families.mechanism import Mechanism, matrix_channel
from pmlsym.families.one_domain import made_of
from pmlsym.language.value import Ratio


def repeated_types(mechanism: Mechanism, times: int, most: int) -> Mechanism | None:
    """The mechanism used `times` times, by types of outcomes; None where it depends on the prior.

    Raises InvalidInput where there are more than `most` types.

    >>> from pmlsym.families.z_channel import z_channel
    >>> repeated_types(z_channel(), 2, 100).outcome_names
    ('y1,y1', 'y1,y2', 'y2,y2')
    """
    try:
        rows = entries_of(mechanism.channel)
    except Unsupported:
        return None
    many = len(rows[0])
    if comb(many + times - 1, times) > most:
        raise InvalidInput(f"{times} uses of {many} outcomes have more than {most} types")
    types = list(combinations_with_replacement(range(many), times))
    table = [[_entry(row, chosen) for chosen in types] for row in rows]
    single = mechanism.outcome_names or tuple(f"y{k + 1}" for k in range(many))
    text = " & ".join([mechanism.channel.operand] * times)
    if times > 3:
        text = f"{mechanism.channel.operand}^{times}"
    scalars = parameters_and_values(mechanism.channel)
    channel = matrix_channel(text, table, scalars, is_density=mechanism.is_density)
    names = [",".join(single[k] for k in chosen) for chosen in types]
    return made_of([mechanism], channel, outcome_names=names)


def _entry(row: tuple[Ratio, ...], chosen: tuple[int, ...]) -> Ratio:
    counts = Counter(chosen)
    orders = factorial(len(chosen)) // prod(factorial(n) for n in counts.values())
    above, below = constant(orders), constant(1)
    for k, n in counts.items():
        above, below = above * row[k].numerator ** n, below * row[k].denominator ** n
    return Ratio(above, below)
