"""A claim on one instance against its lowering: what is false there has a false sequent there.

For each branch whose premises are true at the instance: if its goal is false, some sequent of the
branch has a model over the instance in which all facts hold and its goal does not; if its goal is
true, the facts of some sequent hold (a lowering whose hypotheses are never true proves everything).
Priors that are taken to be positive without loss of generality lose their letters of mass zero
first, which has to keep the branch false. And a false claim has a branch that is false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Comparison, Constant, Extreme, Measure, Quantity, Scalar
from pmlsym.language.value import (
    ConcentratedDivergence,
    ContractionCoefficient,
    Power,
    polynomials_of,
)
from pmlsym.lowering.branches import Branch
from pmlsym.lowering.full_support import full_support_priors
from pmlsym.lowering.infinite_parts import infinite_cases, infinities_in
from pmlsym.lowering.sequents import Lowered, lowered_sequents
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Infinite, Number, exp_of, rational
from tests.soundness.oracle_truth import OracleEvaluation
from tests.soundness.sequent_model import Model, completions, has_model, root_fact
from tests.soundness.term_values import FAR
from tests.soundness.test_full_support import without_zeros

LARGE = (Fraction(10**20), Fraction(10**30))
Row = tuple[str, Fraction]
Tables = dict[str, dict[tuple[int, ...], Fraction]]


class Lowering:
    """A claim with the cases that together imply it, each with its sequents."""

    def __init__(self, claim: Claim) -> None:
        measures = (part for part in walk(claim) if isinstance(part, Measure))
        values = {type(value) for measure in measures for value in walk(measure.value)}
        if ContractionCoefficient in values:
            raise Unsupported("all parts of a prior are those of test_contraction_forms.py")
        if ConcentratedDivergence in values:  # its cases are about letters that no instance has
            raise Unsupported("all orders are those of test_every_order.py")
        self.claim = claim
        self.cases = tuple(map(Case, _cases(claim)))
        self.branches = {b: found for case in self.cases for b, found in case.branches.items()}

    def met(self, instance: Instance) -> Iterator[tuple[str, object]]:
        """What was met on the instance, branch by branch: "false", "true" or a hole.

        "false" and "true" are branches whose premises hold there, confirmed by a model.
        """
        whole = _truth(self.claim, self.claim, instance)
        verdicts = [v for case in self.cases for v in case.verdicts(instance).values()]
        if whole is False and False not in verdicts:
            yield "hole: no branch is false", self.claim
        for case in self.cases:
            yield from case.met(instance)


def _cases(claim: Claim) -> Iterator[Claim]:
    """The claim, or the cases that lowering makes of it: a measure finite, and infinite.

    The cases speak of fewer priors and channels, so that each has its own that may be positive.
    """
    found = {case.case for case in lowered_sequents(claim)}
    parts = [part for _, part in infinite_cases(claim)]
    if found <= {""} or len(parts) == 1:
        yield claim
        return
    for part in parts:
        yield from _cases(part)


class Case:
    """A claim with its sequents, by branch."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.priors = full_support_priors(claim)
        self.branches: dict[Branch, list[Lowered]] = {}
        for found in lowered_sequents(claim):
            self.branches.setdefault(found.branch, []).append(found)
        self.measures = {p.text: p for p in walk(claim) if isinstance(p, Measure)}

    def met(self, instance: Instance) -> Iterator[tuple[str, object]]:
        """What was met on the instance, branch by branch."""
        verdicts = self.verdicts(instance)
        smaller = instance
        for prior in self.priors:
            smaller = without_zeros(self.claim, smaller, prior)
        for branch, sequents in self.branches.items():
            verdict = verdicts[branch]
            if verdict is False and smaller is not instance:
                if self._verdict(branch, smaller) is not False:
                    yield "hole: not false without the letters of mass zero", branch
                    continue
            elif smaller is not instance:
                verdict = self._verdict(branch, smaller)
            if verdict is None:
                continue
            if any(self._modelled(found, smaller, not verdict) for found in sequents):
                yield ("true" if verdict else "false"), branch
            elif verdict and self._is_infinite(branch, smaller):
                yield "true at infinity", branch
            elif verdict:
                yield "hole: no fact can hold where the branch is true", branch
            else:
                yield "hole: no sequent is false", branch

    def verdicts(self, instance: Instance) -> dict[Branch, bool | None]:
        """The truth of each branch."""
        return {branch: self._verdict(branch, instance) for branch in self.branches}

    def _verdict(self, branch: Branch, instance: Instance) -> bool | None:
        """Whether the branch is true; nothing too where a measure is infinite that it has finite.

        Another branch speaks of that case (lowering/infinite_parts.py), and has to be false there.
        """
        evaluation = OracleEvaluation(self.claim, instance)
        parts = branch.premises if branch.goal is None else (*branch.premises, branch.goal)
        measures = (m for part in parts for m in walk(part) if isinstance(m, Measure))
        if any(m.assumed_finite and isinstance(evaluation.number(m), Infinite) for m in measures):
            return None
        return truth(branch, self.claim, instance)

    def _is_infinite(self, branch: Branch, instance: Instance) -> bool:
        """Whether a part is infinite: then no level need be above it, or below.

        A branch in which a measure is known to be finite says nothing there.
        """
        evaluation = OracleEvaluation(self.claim, instance)
        sides = [
            side
            for comparison in (*branch.premises, branch.goal)
            if isinstance(comparison, Comparison)
            for side in (comparison.left, comparison.right)
        ]
        found = [part for side in sides for part in infinities_in(side)]
        found += [part for side in sides for part in walk(side) if isinstance(part, Measure)]
        return any(isinstance(evaluation.number(part), Infinite) for part in found)

    def _modelled(self, found: Lowered, instance: Instance, goal_fails: bool) -> bool:
        """Whether the sequent has a model; an infinite measure at every large level."""
        evaluation = OracleEvaluation(self.claim, instance)
        plain, approximate = _plain_tables(found.sequent.tensors, evaluation, self.measures)
        large, levels_of = [], []
        measured = {level.tensor.name: level for level in found.levels}
        for name, level_ in measured.items():
            value = evaluation.number(level_.measure)
            levels = _levels(value, level_.measure.is_log, level_.degree)
            approximate |= any(not exact for _, exact in levels)
            rows = large if isinstance(value, Infinite) else levels_of
            rows.append([(name, level) for level, _ in levels])
        bounds, exact = self._bounds(found, {*plain, *measured}, evaluation)

        terms = [t.term.function for t in found.sequent.tensors if t.term is not None]
        approximate |= not exact or any(f.name in ("entropy", "root", "power") for f in terms)
        approximate |= any(isinstance(m.value, Power) for m in self.measures.values())

        def modelled(infinite: tuple[Row, ...]) -> bool:
            """Whether there is a model at each N."""
            sizes = FAR if any(function.grows for function in terms) else FAR[:1]
            return all(
                any(
                    has_model(found.sequent, model, instance.outcomes, goal_fails=goal_fails)
                    for chosen in product(*levels_of, *bounds)
                    for model in completions(
                        found.sequent,
                        Model(
                            instance.sizes,
                            {**plain, **_table(infinite), **_table(chosen)},
                            approximate,
                            slopes,
                            instance.outcomes,
                        ),
                    )
                )
                for slopes in sizes
            )

        return (all if len(large) == 1 else any)(map(modelled, product(*large)))

    def _bounds(
        self, found: Lowered, known: set[str], evaluation: OracleEvaluation
    ) -> tuple[list[list[Row]], bool]:
        """For each scalar that is introduced, what it may be: a number of the claim, or tiny."""
        numbers = {False: [rational(1 / LARGE[0])], True: list[Number]()}
        roots = {level.degree for level in found.levels}
        for part in walk(self.claim):
            if isinstance(part, Quantity) and not isinstance(part, Scalar | Constant):
                try:
                    value = evaluation.number(part)
                except OutOfDomain:
                    continue
                if isinstance(part, Extreme):  # what is below an infinite one may be large
                    infinite = isinstance(value, Infinite)
                    numbers[True] += [*map(rational, LARGE)] if infinite else [exp_of(value)]
                numbers[False] += [value, exp_of(value)]
                numbers[False] += [value * Fraction(1, degree) for degree in roots if degree > 1]
        inside = {t for own in found.sequent.tensors if own.term for t in own.term.tensors}
        scalars = (
            t
            for t in found.sequent.tensors
            if not t.alphabets and not t.is_size and t.term is None
            if root_fact(found.sequent, t) is None
            # A mean, and what is above a number and has a logarithm, are chosen by `completions`.
            if not (t in inside and (t.role == "envelope" or (t.role == "level" and t.positive)))
        )
        rows, exact = [], True
        for tensor in scalars:
            if tensor.name in known:
                continue
            name = tensor.name
            fitting = [n for n in numbers[tensor.is_exponential] if not isinstance(n, Infinite)]
            if tensor.role == "ratio":  # the larger it is, the less it says
                fitting += map(rational, LARGE)
            values = {_rational(n) for n in fitting}
            exact = exact and all(is_exact for _, is_exact in values)
            rows.append([(name, value) for value, _ in sorted(values)])
        return rows, exact


def _truth(part: Claim, claim: Claim, instance: Instance) -> bool | None:
    """Whether a part of the claim is true, or nothing outside of its domain."""
    try:
        return OracleEvaluation(claim, instance).truth(part)
    except OutOfDomain:
        return None


def truth(branch: Branch, claim: Claim, instance: Instance) -> bool | None:
    """Whether the goal holds where the premises do; nothing where they do not, or outside."""
    evaluation = OracleEvaluation(claim, instance)
    try:
        premises = [evaluation.truth(premise) for premise in branch.premises]
        goal = branch.goal is not None and evaluation.truth(branch.goal)
    except OutOfDomain:
        return None
    return goal if all(premises) else None


def _table(chosen: tuple[Row, ...]) -> Tables:
    return {name: {(): level} for name, level in chosen}


def _levels(value: Number, is_log: bool, degree: int) -> list[tuple[Fraction, bool]]:
    """The level of a measure, or every large one (small one, for a logarithm -inf).

    That of a logarithm is a root of its exponential, of that degree.

    Beside zero stands what is just above: log 0 is the limit of the logarithms of such levels.
    """
    if isinstance(value, Infinite):
        above = value.direction > 0
        return [(large if above else 1 / large, True) for large in LARGE]
    if not is_log and not value.sign():
        return [(Fraction(0), True), (1 / LARGE[1], True)]
    return [_rational(exp_of(value * Fraction(1, degree)) if is_log else value)]


def _rational(number: Number) -> tuple[Fraction, bool]:
    """The number, or a rational within 10^-100 of it, and whether it is exact."""
    if isinstance(number, Exact) and number.is_rational:
        return number.rational, True
    low, high = number.enclose(100)
    return (Fraction(low) + Fraction(high)) / 2, False


def _plain_tables(
    tensors: tuple[Tensor, ...], evaluation: OracleEvaluation, measures: Mapping[str, Measure]
) -> tuple[Tables, bool]:
    """The entries of what the instance determines, and whether some are approximate."""
    tables: Tables = {}
    approximate = False
    instance = evaluation.instance
    for tensor in tensors:
        if tensor.name in instance.tensors:
            tables[tensor.name] = dict(_cells(instance.tensors[tensor.name], ()))
            continue
        if tensor.alphabets or tensor.is_size:
            continue
        number = _scalar(tensor, evaluation, measures)
        if number is not None and not isinstance(number, Infinite):
            value, exact = _rational(number)
            tables[tensor.name] = {(): value}
            approximate |= not exact
    for tensor in tensors:
        if tensor.alphabets and tensor.name not in tables:
            tables |= _one_column(tensor, instance, measures)
    for measure in measures.values():
        for quotient in measure.defined:
            model = Model(instance.sizes, tables)
            table = {}
            rows: dict[tuple[int, ...], int] = {}
            for at in model.letters(quotient.indices):
                cell = tuple(at[i] for i in quotient.indices)
                kept = tuple(n for k, n in enumerate(cell) if k not in quotient.tensor.stochastic)
                rows[kept] = rows.get(kept, 0) + 1
                weight = model.ground(quotient.weight, at).get((), Fraction(0))
                total = model.ground(quotient.total, at).get((), Fraction(0))
                table[cell] = total / weight if weight else Fraction(rows[kept] == 1)
            tables[quotient.tensor.name] = table
    return tables, approximate


def _one_column(table: Tensor, instance: Instance, measures: Mapping[str, Measure]) -> Tables:
    """The entries of a table that stands for a channel at outcomes, which its name has."""
    tensors = {t for m in measures.values() for p in polynomials_of(m.value) for t in p.tensors}
    for channel in (t for t in tensors if t.name in instance.tensors):
        outputs = [channel.alphabets[k] for k in channel.stochastic]
        for names in product(instance.outcomes, repeat=len(outputs)):
            if table.name == f"{channel.name}_{'_'.join(names)}":
                at = tuple(instance.outcomes[name] for name in names)
                every = _cells(instance.tensors[channel.name], ())
                return {table.name: {c[: -len(at)]: v for c, v in every if c[-len(at) :] == at}}
    return {}


def _scalar(
    tensor: Tensor, evaluation: OracleEvaluation, measures: Mapping[str, Measure]
) -> Number | None:
    """The number that a scalar tensor stands for, if it is not introduced."""
    plain, is_exponential = tensor.number, tensor.is_exponential
    scalars = evaluation.instance.scalars
    if plain in scalars:
        return exp_of(scalars[plain]) if is_exponential else scalars[plain]
    if is_exponential and plain in measures:
        return exp_of(evaluation.number(measures[plain]))
    if is_exponential and plain.lstrip("-").replace("/", "").isdigit():
        return exp_of(rational(Fraction(plain)))
    return None


def _cells(entries: Any, at: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    if isinstance(entries, tuple | list):
        for k, inner in enumerate(entries):
            yield from _cells(inner, (*at, k))
    else:
        yield at, Fraction(entries)
