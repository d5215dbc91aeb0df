"""Whether there is a prior or a channel that satisfies linear equations, decided exactly.

    exists R: W == V >> R        some channel R turns V into W, for given W and V

The entries of R are the unknowns: they are nonnegative, rows sum to one, and both sides are equal
at all letters. A solution is checked by putting it in. If there is none, Farkas' lemma shows it:
multipliers of the equations make the left sides never positive, but the right side positive. For a
channel the multipliers are a gain function that separates W from all that V can be turned into.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from pmlsym.calculus.algebra import read
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.conditions import difference_of
from pmlsym.claims.hypotheses import conjuncts
from pmlsym.errors import PmlError
from pmlsym.evaluators.exact import ExactAlgebra
from pmlsym.language.nodes import Condition, Quantified
from pmlsym.linear.simplex import solve_exactly
from pmlsym.model.channel import Channel
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import fraction_of

MOST = 400
"""The most unknowns that are solved for."""

Column = Mapping[int, Fraction]
Row = tuple[Mapping[int, Fraction], Fraction]
"""An equation: coefficients of the unknowns by their places, and the right side."""


def asks_for_linear_solution(claim: Quantified) -> bool:
    """Whether the truth of a claim "exists R: .." rests on linear equations in R alone.

    >>> from pmlsym.claim_text.question import parse
    >>> texts = "exists R: W == V >> R", "exists R: ldp(W >> R) <= 1"
    >>> [asks_for_linear_solution(parse(text)) for text in texts]
    [True, False]
    """
    return _unknown_tensor(claim) is not None


def exists_on_instance(claim: Quantified, instance: Instance) -> bool | None:
    """Whether the R of "exists R: W == V >> R" exists on a claim's instance; None if undecided."""
    unknown = _unknown_tensor(claim)
    if unknown is None or not {*unknown.alphabets} <= instance.sizes.keys():
        return None
    shape = [instance.sizes[a] for a in unknown.alphabets]
    places = [*product(*map(range, shape))]
    if len(places) > MOST:
        return None
    try:
        rows = [
            *_stochastic_rows(unknown, places),
            *_equation_rows(claim, unknown, instance, shape, len(places)),
        ]
    except PmlError:
        return None
    columns: list[Column] = [
        {k: row[j] for k, (row, _) in enumerate(rows) if j in row} for j in range(len(places))
    ]
    right = {k: b for k, (_, b) in enumerate(rows) if b}
    solution = solve_exactly(columns, [False] * len(columns), right, [1] * len(columns))
    if solution is not None:
        entries = [solution.get(j, Fraction(0)) for j in range(len(places))]
        return True if _is_solution(rows, entries) else None
    return False if _is_refuted(columns, right, len(rows)) else None


def only_choice(claim: Quantified, instance: Instance) -> Instance | None:
    """The instance with the only choice for what a claim's quantifier binds: one-letter priors."""
    tensors: dict[str, object] = {}
    for subject in claim.over.subjects:
        if not isinstance(subject, Prior) or not isinstance(subject.body, Polynomial):
            return None
        (tensor,) = subject.body.tensors
        if any(instance.sizes.get(alphabet) != 1 for alphabet in tensor.alphabets):
            return None
        tensors[tensor.name] = nest([Fraction(1)], (1,) * len(tensor.alphabets))
    if claim.over.alphabets:
        return None
    return Instance(
        instance.sizes, {**instance.tensors, **tensors}, instance.scalars, instance.outcomes
    )


def _unknown_tensor(claim: Quantified) -> Tensor | None:
    """The tensor R of a claim "exists R: ..", where all its equations are linear in R."""
    if claim.is_universal or claim.over.alphabets or len(claim.over.subjects) != 1:
        return None
    (subject,) = claim.over.subjects
    if not isinstance(subject, Prior | Channel):
        return None
    (tensor,) = subject.body.tensors
    linear = all(gap is not None and _degree_in(gap, tensor) <= 1 for gap in _differences(claim))
    return tensor if linear else None


def _differences(claim: Quantified) -> list[Polynomial | None]:
    """The polynomials W - V of a claim's equations W == V; nothing for its other parts."""
    parts = (part for each in (*claim.within, claim.body) for part in conjuncts(each))
    return [difference_of(part) if isinstance(part, Condition) else None for part in parts]


def _degree_in(polynomial: Polynomial, tensor: Tensor) -> int:
    """The degree of an equation of the claim "exists R: .." in its unknown R."""
    counts = [sum(t == tensor for f in m for t, _ in f) for m, _ in polynomial]
    return max(counts, default=0)


def _stochastic_rows(tensor: Tensor, places: Sequence[tuple[int, ...]]) -> list[Row]:
    """The equations by which rows of R sum to one, beside those of the claim "exists R: .."."""
    rows: dict[tuple[int, ...], dict[int, Fraction]] = {}
    for j, letters in enumerate(places):
        inputs = tuple(x for k, x in enumerate(letters) if k not in tensor.stochastic)
        rows.setdefault(inputs, {})[j] = Fraction(1)
    return [(row, Fraction(1)) for row in rows.values()]


def _equation_rows(
    claim: Quantified, tensor: Tensor, instance: Instance, shape: Sequence[int], count: int
) -> list[Row]:
    """The claim "exists R: .." on an instance as linear equations for R, one at each letter.

    The coefficient of an unknown is what a unit of it adds to the difference.
    """
    gaps = _differences(claim)

    def values(entries: Sequence[Fraction]) -> list[Fraction]:
        """The gaps between sides of "exists R: .." on the instance, where R has these entries."""
        tensors = {**instance.tensors, tensor.name: nest(entries, shape)}
        with_unknown = Instance(instance.sizes, tensors, instance.scalars, instance.outcomes)
        algebra = ExactAlgebra(with_unknown)
        entries_of_gaps = (read(gap, algebra).entries for gap in gaps if gap is not None)
        return [fraction_of(entry) for entries in entries_of_gaps for entry in entries]

    zero = [Fraction(0)] * count
    least = values(zero)
    units = [values([*zero[:j], Fraction(1), *zero[j + 1 :]]) for j in range(count)]
    rows: list[Row] = []
    for k, base in enumerate(least):
        row = {j: unit[k] - base for j, unit in enumerate(units) if unit[k] != base}
        rows.append((row, -base))
    return rows


def _is_solution(rows: Sequence[Row], entries: Sequence[Fraction]) -> bool:
    """Whether the entries found for a claim's unknown channel are >= 0 and meet its equations."""
    sums = (sum((c * entries[j] for j, c in row.items()), Fraction(0)) for row, _ in rows)
    return min(entries) >= 0 and all(s == b for s, (_, b) in zip(sums, rows, strict=True))


def _is_refuted(columns: Sequence[Column], right: Column, rows: int) -> bool:
    """Whether a claim "exists R: .." is false on an instance, shown by multipliers (Farkas)."""
    # the unknowns are the free y, then the slack of each column
    entries: list[dict[int, Fraction | int]] = [{} for _ in range(rows + len(columns))]
    for j, column in enumerate(columns):
        for k, c in column.items():
            entries[k][j] = c
        entries[rows + j][j] = Fraction(1)
    for k, b in right.items():
        entries[k][len(columns)] = b
    free = [True] * rows + [False] * len(columns)
    multipliers = solve_exactly(entries, free, {len(columns): Fraction(1)}, [1] * len(entries))
    if multipliers is None:
        return False
    y = [multipliers.get(k, Fraction(0)) for k in range(rows)]
    below = all(sum((c * y[k] for k, c in col.items()), Fraction(0)) <= 0 for col in columns)
    return below and sum((b * y[k] for k, b in right.items()), Fraction(0)) > 0
