"""Whether a sequent has a model over one exact instance; no prover has a part in it.

Every tensor whose meaning is known gets its exact value: those of the instance, numbers and their
exponentials, levels, quotients. A measure that is infinite gets every large level in turn. Free
letters that the claim does not name run through all letters. A convex term has the value of its
arguments (term_values.py), which therefore are known: what lowering puts there, envelopes,
numbers above others and choices, is chosen first (`completions`). What is left (maxima, selectors,
bad outcomes) is solved for: at fixed sizes all facts are polynomials in finitely many entries,
which Z3 decides, and a rule that binds one tensor is decided as a linear program over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

import z3

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.convexity.occurrences import occurrences, product_of
from tests.soundness.term_values import FAR, Slopes, order_of, root_of, term_value

Cell = tuple[str, tuple[int, ...]]
Ground = dict[tuple[Cell, ...], Fraction]
"""A polynomial in the entries that are not known, by sorted products of them."""
WORK = 30_000_000
"""How much work Z3 may do on one question; no clock, so that the answer is always the same."""
CLOSE = Fraction(1, 10**60)
"""What approximations of irrational numbers, to a hundred digits, may be off by."""
CLEARLY = Fraction(1, 10**90)
"""A goal fails where approximations are below zero by more than this."""
TINY = Fraction(1, 10**30)


@dataclass(frozen=True)
class Model:
    """Sizes, the known entries by name, and whether some of them are only approximate.

    `slopes` say how large N is, of convex terms, and `outcomes` which letters stand for the
    outcomes that the claim leaves open.
    """

    sizes: Mapping[str, int]
    known: Mapping[str, Mapping[tuple[int, ...], Fraction]]
    approximate: bool = False
    slopes: Slopes = FAR[0]
    outcomes: Mapping[str, int] = field(default_factory=dict)

    def letters(self, indices: Sequence[Index]) -> Iterator[dict[Index, int]]:
        """All letters for the indices."""
        for found in product(*(range(self.sizes[i.alphabet]) for i in indices)):
            yield dict(zip(indices, found, strict=True))

    def cells(self, tensor: Tensor) -> Iterator[tuple[int, ...]]:
        """All places of a tensor."""
        return product(*(range(self.sizes[a]) for a in tensor.alphabets))

    def ground(self, polynomial: Polynomial, at: Mapping[Index, int]) -> Ground:
        """The polynomial at letters, in the entries that are not known."""
        total: Ground = {}
        for monomial, c in polynomial:
            value: Ground = {(): Fraction(c)}
            for factor in monomial:
                value = _times(value, self._factor(factor, at))
                if not value:
                    break
            _add(total, value)
        return {cells: c for cells, c in total.items() if c}

    def _factor(self, factor: Factor, at: Mapping[Index, int]) -> Ground:
        """The sum of the products of the atoms over the letters that the factor binds."""
        total: Ground = {}
        own = sorted({i for _, indices in factor for i in indices if i.is_bound})
        for letters in self.letters(own):
            where = {**at, **letters}
            value, open_cells = Fraction(1), []
            for tensor, indices in factor:
                cell = tuple(where[i] if i in where else self.outcomes[i.name] for i in indices)
                entry = self._entry(tensor, cell)
                if entry is None:
                    open_cells.append((tensor.name, cell))
                else:
                    value *= entry
                if not value:
                    break
            if value:
                _add(total, {tuple(sorted(open_cells)): value})
        return total

    def _entry(self, tensor: Tensor, cell: tuple[int, ...]) -> Fraction | None:
        if tensor.is_delta:
            return Fraction(cell[0] == cell[1])
        if tensor.is_size:
            return Fraction(self.sizes[tensor.counted])
        if tensor.term is not None:
            at = dict(zip(tensor.term.letters, cell, strict=True))
            a, b = (self._number(p, at) for p in (tensor.term.a, tensor.term.b))
            return term_value(tensor.term.function, a, b, self.slopes)
        return self.known.get(tensor.name, {}).get(cell)

    def _number(self, argument: Polynomial, at: Mapping[Index, int]) -> Fraction:
        """An argument of a term; raises ValueError where something in it is not known."""
        found = self.ground(argument, at)
        if set(found) > {()}:
            raise ValueError(f"{argument} stands in a convex term and is not known")
        return found.get((), Fraction(0))


def has_model(
    sequent: Sequent, model: Model, outcomes: Mapping[str, int], *, goal_fails: bool
) -> bool:
    """Whether all facts and rules hold, with a false goal if asked, for some unknown entries."""
    free = {i for f in sequent.facts for i in f.polynomial.free if i not in f.indices}
    free |= set(sequent.goal.free)
    free = free.union(*(rule.constants for rule in sequent.rules))
    own = sorted(i for i in free if i.name not in outcomes)
    named = {i: outcomes[i.name] for i in free if i.name in outcomes}
    return any(
        _holds_at(sequent, model, {**named, **letters}, goal_fails=goal_fails)
        for letters in model.letters(own)
    )


def _holds_at(sequent: Sequent, model: Model, at: Mapping[Index, int], *, goal_fails: bool) -> bool:
    rows: list[tuple[Ground, str]] = []
    if goal_fails:
        goal = model.ground(sequent.goal, at)
        if set(goal) <= {()} and not _fails(goal.get((), Fraction(0)), sequent, model):
            return False
        rows.append((goal, f"not {sequent.relation}"))
    for fact in sequent.facts:
        for grounded in _instances(fact, model, at):
            if set(grounded) <= {()}:
                if not _near(grounded.get((), Fraction(0)), fact.relation, model.approximate):
                    return False
            else:
                rows.append((grounded, fact.relation))
    if not all(_rule_holds(rule, model, at) for rule in sequent.rules):
        return False
    bound = {_bound(rule) for rule in sequent.rules}
    unknown = [t for t in sequent.tensors if t not in bound]
    return _satisfiable(model, unknown, rows)


def _fails(value: Fraction, sequent: Sequent, model: Model) -> bool:
    """Whether the goal is false, clearly so where numbers are approximate."""
    if not model.approximate:
        return not _compare(value, sequent.relation)
    return abs(value) > CLEARLY if sequent.relation == "==" else value < -CLEARLY


def _instances(fact: Fact, model: Model, at: Mapping[Index, int]) -> Iterator[Ground]:
    for letters in model.letters(fact.indices):
        yield model.ground(fact.polynomial, {**at, **letters})


def _rule_holds(rule: Rule, model: Model, at: Mapping[Index, int]) -> bool:
    """No tensor that satisfies the premises violates the conclusion, at any of its letters."""
    return all(
        _rule_holds_at(rule, model, {**at, **letters})
        for letters in model.letters(rule.conclusion.indices)
    )


def _rule_holds_at(rule: Rule, model: Model, at: Mapping[Index, int]) -> bool:
    rows = [
        (grounded, premise.relation)
        for premise in rule.premises
        for grounded in _instances(premise, model, at)
    ]
    conclusion = model.ground(rule.conclusion.polynomial, at)
    opened = {name for cells in conclusion for name, _ in cells} - {_bound(rule).name}
    if opened:
        raise ValueError(f"the rule {rule.name} speaks of {opened}, which is not known")
    negation = (conclusion, f"not {rule.conclusion.relation}")
    return not _satisfiable(replace(model, approximate=False), [_bound(rule)], [*rows, negation])


def _bound(rule: Rule) -> Tensor:
    """The one tensor that a rule binds; rules from claims bind no alphabets."""
    if rule.alphabets or len(rule.tensors) != 1:
        raise ValueError(f"the rule {rule.name} does not bind one tensor alone")
    return rule.tensors[0]


def _satisfiable(model: Model, tensors: Iterable[Tensor], rows: list[tuple[Ground, str]]) -> bool:
    """Whether entries for what is unknown, as the tensors declare them, satisfy all rows."""
    plain = (t for t in tensors if t.term is None and not t.is_delta and not t.is_size)
    unknown = [t for t in plain if t.name not in model.known]
    if not rows and all(not t.alphabets for t in unknown):
        return True
    solver = z3.Solver()
    solver.set("rlimit", WORK)
    entries = {
        (t.name, cell): z3.Real(f"{t.name}{cell}") for t in unknown for cell in model.cells(t)
    }
    for tensor in unknown:
        solver.add(*_declared(tensor, model, entries))
    slack = CLOSE if model.approximate else Fraction(0)
    for grounded, relation in rows:
        total = z3.Sum([_term(cells, c, entries) for cells, c in grounded.items()] or [_real(0)])
        solver.add(_row(total, relation, slack))
    found = solver.check()
    if found == z3.unknown:
        raise TimeoutError(f"undecided: {solver.reason_unknown()}")
    return bool(found == z3.sat)


def completions(sequent: Sequent, model: Model) -> Iterator[Model]:
    """The model with entries for what is not known and stands in a convex term.

    What is positive, such as M(y) with M(y) d >= n or s >= m, is as small as the facts let it be,
    or tiny where that is nothing; m(y) with d >= m(y) is as large as they let it be; a choice
    c(y, x) with sum_x c(y, x) k(x) = w gives all its weight to one x for each y, in every way.
    """
    inside = {t for own in sequent.tensors if own.term is not None for t in own.term.tensors}
    for tensor in sequent.tensors:
        fact = root_fact(sequent, tensor) if tensor.name not in model.known else None
        if fact is not None:
            table = {(): _root(model, tensor, fact)}
            yield from completions(
                sequent, replace(model, known={**model.known, tensor.name: table})
            )
            return
    missing = [
        t
        for t in sorted(inside)
        if t.term is None and not t.is_delta and not t.is_size and t.name not in model.known
    ]
    if not missing:
        yield model
        return
    tensor = min(missing, key=lambda t: t.role == "selector")
    rows = [*_linear_rows(sequent, model, tensor), *_sums_to_one(model, tensor)]
    if tensor.role == "selector":
        tables = _choices(rows)
    else:
        means = _means_of_powers(sequent, model, tensor)
        tables = [means or (_least if tensor.positive else _most)(model, tensor, rows)]
    for table in tables:
        zeros = dict.fromkeys(model.cells(tensor), Fraction(0))
        known = {**model.known, tensor.name: {**zeros, **table}}
        yield from completions(sequent, replace(model, known=known))


def _means_of_powers(
    sequent: Sequent, model: Model, tensor: Tensor
) -> dict[tuple[int, ...], Fraction]:
    """M(y) = (sum_x w a^order)^(1/order), of which a fact says M <= sum_x w F(a, M), or >=."""
    table: dict[tuple[int, ...], Fraction] = {}
    for fact in sequent.facts:
        means = [
            each
            for each in occurrences(fact.polynomial)
            if each.function.name in ("power", "square", "root")
            and tensor in each.b.tensors
            and len(each.b) == 1
        ]
        if tensor.role != "envelope" or not means or len(fact.polynomial) != 1 + len(means):
            continue
        order, ((_, places),) = order_of(means[0].function), means[0].b.atoms()
        for letters in model.letters(fact.indices):
            total = Fraction(0)
            for each in means:
                share = each.coefficient / means[0].coefficient
                for inner in model.letters(each.summed):
                    at, weight = {**letters, **inner}, product_of(each.beside)
                    w, a = (model.ground(p, at).get((), Fraction(0)) for p in (weight, each.a))
                    total += share * w * root_of(a, order)
            cell = tuple(letters[i] for i in places)
            mean = root_of(abs(total), 1 / order)  # the first may be one that is subtracted
            table[cell] = max(mean, TINY) if tensor.positive else mean
    return table


Row = tuple[Mapping[tuple[int, ...], Fraction], Fraction]
"""Coefficients of cells of one tensor, and a number: that their sum is at least zero, or zero."""


def root_fact(sequent: Sequent, tensor: Tensor) -> Fact | None:
    """The fact that a scalar is a root:  d u^r - n == 0."""
    for fact in sequent.facts if tensor.role == "level" and not tensor.alphabets else ():
        degrees = {monomial.count(((tensor, ()),)) for monomial, _ in fact.polynomial}
        is_power = len(degrees) == 2 and min(degrees) == 0 and max(degrees) > 1
        if is_power and fact.relation == "==" and not fact.indices:
            return fact
    return None


def _root(model: Model, tensor: Tensor, fact: Fact) -> Fraction:
    """The number u >= 0 with  d u^r = n;  zero where n is negative."""
    parts = {False: Polynomial({}), True: Polynomial({})}
    for monomial, c in fact.polynomial:
        inside = ((tensor, ()),) in monomial
        parts[inside] = parts[inside] + Polynomial({monomial: c})
    degree = max(monomial.count(((tensor, ()),)) for monomial, _ in parts[True])
    at_one = replace(model, known={**model.known, tensor.name: {(): Fraction(1)}})
    above, below = (at_one.ground(p, {}).get((), Fraction(0)) for p in (parts[False], parts[True]))
    if not below:  # no number is the root, and zero is as little one as any other
        return Fraction(0)
    return root_of(max(-above / below, Fraction(0)), Fraction(1, degree))


def _linear_rows(sequent: Sequent, model: Model, tensor: Tensor) -> Iterator[Row]:
    """What the facts without terms say of a tensor, each being linear in its entries."""
    for fact in sequent.facts:
        own = set(fact.polynomial.tensors)
        if tensor not in own or any(t.term is not None for t in own):
            continue
        for grounded in _instances(fact, model, {}):
            if all(
                cells == () or [name for name, _ in cells] == [tensor.name] for cells in grounded
            ):
                yield (
                    {cells[0][1]: c for cells, c in grounded.items() if cells},
                    grounded.get((), Fraction(0)),
                )


def _least(model: Model, tensor: Tensor, rows: list[Row]) -> dict[tuple[int, ...], Fraction]:
    """The least positive entries, of which each row bounds one."""
    least = dict.fromkeys(model.cells(tensor), TINY)
    for coefficients, number in rows:
        for cell, c in coefficients.items():
            if len(coefficients) == 1 and c > 0:
                least[cell] = max(least[cell], -number / c)
    return least


def _most(model: Model, tensor: Tensor, rows: list[Row]) -> dict[tuple[int, ...], Fraction]:
    """The largest entries, of which each row bounds one; zero where none does."""
    most: dict[tuple[int, ...], Fraction] = {}
    for coefficients, number in rows:
        for cell, c in coefficients.items():
            if len(coefficients) == 1 and c < 0:
                most[cell] = min(most.get(cell, number / -c), number / -c)
    return {cell: most.get(cell, Fraction(0)) for cell in model.cells(tensor)}


def _sums_to_one(model: Model, tensor: Tensor) -> Iterator[Row]:
    """What a tensor declares of the sums of its entries."""
    rows: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for cell in model.cells(tensor) if tensor.stochastic else ():
        kept = tuple(n for k, n in enumerate(cell) if k not in tensor.stochastic)
        rows.setdefault(kept, []).append(cell)
    for cells in rows.values():
        yield dict.fromkeys(cells, Fraction(1)), Fraction(-1)


def _choices(rows: list[Row]) -> Iterator[dict[tuple[int, ...], Fraction]]:
    """All ways to give the weight of each row to one of its cells."""
    ways = [
        [{cell: -number / c} for cell, c in coefficients.items()] if number else [{}]
        for coefficients, number in rows
    ]
    for chosen in product(*ways):
        yield {cell: weight for one in chosen for cell, weight in one.items()}


def _declared(tensor: Tensor, model: Model, entries: Mapping[Cell, Any]) -> Iterator[Any]:
    rows: dict[tuple[int, ...], list[Any]] = {}
    for cell in model.cells(tensor):
        entry = entries[tensor.name, cell]
        if tensor.is_nonnegative:
            yield entry >= 0
        if tensor.positive:
            yield entry > 0
        if tensor.is_at_most_one:
            yield entry <= 1
        if tensor.indicator:
            yield z3.Or(entry == 0, entry == 1)
        kept = tuple(n for k, n in enumerate(cell) if k not in tensor.stochastic)
        rows.setdefault(kept, []).append(entry)
    if tensor.stochastic:
        for row in rows.values():
            yield z3.Sum(row) == 1


def _term(cells: tuple[Cell, ...], c: Fraction, entries: Mapping[Cell, Any]) -> Any:
    term = _real(c)
    for cell in cells:
        term = term * entries[cell]
    return term


def _row(total: Any, relation: str, slack: Fraction) -> Any:
    clearly = CLEARLY if slack else Fraction(0)
    match relation:
        case ">=":
            return total >= _real(-slack)
        case ">":
            return total > _real(-slack)
        case "==":
            return z3.And(total >= _real(-slack), total <= _real(slack)) if slack else total == 0
        case "not >=":
            return total < _real(-clearly)
        case "not >":
            return total <= 0
    return total != 0


def _real(value: Fraction | int) -> Any:
    return z3.RealVal(str(value))


def _near(value: Fraction, relation: str, approximate: bool) -> bool:
    if not approximate:
        return _compare(value, relation)
    return abs(value) <= CLOSE if relation == "==" else value >= -CLOSE


def _compare(value: Fraction, relation: str) -> bool:
    return {">=": value >= 0, ">": value > 0, "==": value == 0}[relation]


def _times(left: Ground, right: Ground) -> Ground:
    total: Ground = {}
    for a, c in left.items():
        _add(total, {tuple(sorted((*a, *b))): c * d for b, d in right.items()})
    return total


def _add(total: Ground, other: Ground) -> None:
    for cells, c in other.items():
        total[cells] = total.get(cells, Fraction(0)) + c
