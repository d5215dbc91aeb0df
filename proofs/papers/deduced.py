"""Statements in the index calculus itself, where the claim language has no words for them.

A certificate whose terms have many factors is beyond the search, but not its pieces. An outline
names the facts on the way to the goal; each is looked for as a combination of those before it, and
steps that are no combination, such as an event put into a second-order hypothesis, stand in it as
they are. The outline is not trusted: the kernel checks the certificate that comes out.

Exact values for the tensors of a sequent show that its hypotheses can hold: see `Example`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from time import monotonic
from typing import Any

from pmlsym.calculus.effort import until
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.instantiation import application
from pmlsym.errors import InvalidCertificate, PmlError, UnknownName
from pmlsym.evaluators.exact import read_exact
from pmlsym.evidence.verdict import EVERY_SIZE
from pmlsym.kernel.certificate import GOAL, Certificate, Step
from pmlsym.kernel.checker import check
from pmlsym.language.nodes import Measure
from pmlsym.linear.simplex import nonnegative_solution
from pmlsym.lowering.sequents import lower
from pmlsym.model.instance import Instance
from pmlsym.papers.finding import CERTIFICATE, COMPOSED, OPEN, PartFinding
from pmlsym.papers.paper_claim import PaperClaim


@dataclass(frozen=True)
class Deduced:
    """A statement that sequents say, of a letter that attains a maximum for example.

    `text` says what they say. Their certificates are checked, the reading of the sequents is a
    person's: so such a part is composed. The hypotheses of each hold in the example, so that none
    is proved from what cannot be.
    """

    text: str
    sequents: Callable[[], Sequence[Sequent]]
    example: Example
    outline: Outline = lambda sequent: ()

    @property
    def is_whole(self) -> bool:
        """A certificate is of all that the sequents say."""
        return True

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """Derive every goal, within `effort` units a line; the kernel checks the certificates.

        >>> from pmlsym.calculus.polynomial import atom
        >>> goal, one = atom(Tensor("t", nonnegative=True)), Example({"t": "1"}, {})
        >>> Deduced("t >= 0", lambda: (Sequent((), goal),), one).find(effort=9, seed=0).status
        'composed'
        """
        start = monotonic()
        try:
            self.certificates(effort)
        except InvalidCertificate as error:
            return PartFinding(self.text, OPEN, str(error), monotonic() - start)
        seconds = monotonic() - start
        detail = f"{EVERY_SIZE}; that the sequents say this is read by a person"
        return PartFinding(self.text, COMPOSED, detail, seconds, shown_by=CERTIFICATE)

    def certificates(self, effort: float) -> tuple[Certificate, ...]:
        """A certificate for each sequent, accepted by the kernel.

        Raises InvalidCertificate where the example violates a hypothesis, where a line is not
        derived within `effort` units, and where the kernel refuses what was found.
        """
        found = []
        for sequent in self.sequents():
            if unmet := self.example.unmet(sequent):
                raise InvalidCertificate(f"unmet: {unmet}")
            found.append(certified(sequent, self.outline(sequent), effort=effort))
        return tuple(found)


Line = Fact | Step
Outline = Callable[[Sequent], Sequence[Line]]


def certified(sequent: Sequent, lines: Sequence[Line], *, effort: float) -> Certificate:
    """The certificate of a sequent along these lines, accepted by the kernel.

    Raises InvalidCertificate where a line is not derived within `effort` units, and where the
    kernel refuses what was found.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.lowering.sequents import lower
    >>> (sequent,) = lower(parse("pml(P, W >> V) <= pml(P, W)"))
    >>> len(certified(sequent, (), effort=9).steps)
    1
    """
    steps = _derived(sequent, lines, effort)
    if isinstance(steps, Fact):
        raise InvalidCertificate(f"not derived: {steps}")
    certificate = Certificate(sequent, steps)
    check(certificate)
    return certificate


def along(claim: PaperClaim, outline: Outline, effort: float) -> tuple[Certificate, ...]:
    """A certificate along the outline for each sequent of a claim, accepted by the kernel.

    Raises InvalidCertificate as `certified` does.
    """
    return tuple(certified(s, outline(s), effort=effort) for s in lower(claim.to_claim()))


def _derived(sequent: Sequent, lines: Sequence[Line], effort: float) -> tuple[Step, ...] | Fact:
    """The steps of the lines, and of the goal if no line is it; or what is not derived in time."""
    facts, steps = sequent.facts, []
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    ends = any(not isinstance(line, Fact) and line.statement.name == GOAL for line in lines)
    for line in lines if ends else (*lines, goal):
        step: Step | None
        if isinstance(line, Fact):
            with until(effort):
                step = combine(facts, line)
            if step is None:
                return line
        else:
            step = line
        steps.append(step)
        facts = (*facts, step.statement)
    return tuple(steps)


def named(sequent: Sequent, name: str) -> Tensor:
    """The tensor of a sequent under its name. Raises UnknownName if there is none.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.lowering.sequents import lower
    >>> named(lower(parse("pml(P, W) >= 0"))[0], "P")
    P(X)
    """
    for tensor in sequent.tensors:
        if tensor.name == name:
            return tensor
    raise UnknownName(f"the sequent has no tensor {name}")


def at_letters(measure: Measure, *letters: Index) -> Measure:
    """The measure, of which entries depend on letters as well.

    >>> from pmlsym.claim_text.question import parse_quantity
    >>> at_letters(parse_quantity("pml(P, W)"), Index("X", "a")).free
    (a,)
    """
    return replace(measure, free=(*measure.free, *letters))


def applied(sequent: Sequent, places: tuple[Index, ...], body: Polynomial) -> Iterator[Line]:
    """The lines that put a body into the only second-order hypothesis of the sequent."""
    (rule,) = sequent.rules
    yield from lines_of_rule(rule, body_of_only_tensor(rule, body, places))


def body_of_only_tensor(
    rule: Rule, body: Polynomial, places: tuple[Index, ...]
) -> dict[Tensor, Body]:
    """The body in the place of the only tensor that a rule binds."""
    (tensor,) = rule.tensors
    return {tensor: Body(tuple((i,) for i in places), body)}


def lines_of_rule(rule: Rule, bodies: Mapping[Tensor, Body]) -> Iterator[Line]:
    """The lines that put bodies into a hypothesis "for all"; the last one states what it gives."""
    needs, step = application(rule, bodies, f"{rule.name}, applied")
    yield from needs
    yield step


_EFFORT = 20.0
CONSTANT = ()
"""The place of the constant of a linear form, beside the places of the entries."""

Linear = dict[tuple[int, ...], Fraction]


@dataclass(frozen=True)
class Example:
    """Entries of the tensors, by name, as text in nested tuples; letters by the name of an index.

    A fact is evaluated at all its letters. A second-order hypothesis (for every a: conditions imply
    the conclusion) is seen to hold where its conclusion, at these values a linear form of a's
    entries, is a nonnegative combination of the conditions and of what a declares (Farkas).

    >>> fair = Example({"P": ("1/2", "1/2")}, {"x0": 1})
    >>> fair.instance((Tensor("P", ("X",)),)).sizes
    {'X': 2}
    """

    tensors: Mapping[str, Any]
    letters: Mapping[str, int]

    def instance(self, tensors: Sequence[Tensor]) -> Instance:
        """The entries of these tensors, with the number of letters of each alphabet."""
        sizes: dict[str, int] = {}
        for tensor in tensors:
            entries = self.tensors[tensor.name]
            for alphabet in tensor.alphabets:
                sizes[alphabet] = len(entries)
                entries = entries[0]
        return Instance(sizes, {tensor.name: self.tensors[tensor.name] for tensor in tensors})

    def of(self, sequent: Sequent) -> Instance:
        """The instance of a sequent: whatever it speaks of but what its rules bind."""
        apart = {tensor for rule in sequent.rules for tensor in rule.tensors}
        return self.instance(
            [t for t in sequent.tensors if t not in apart and not (t.is_delta or t.is_size)]
        )

    def unmet(self, sequent: Sequent) -> str:
        """The first hypothesis, declared or stated, not seen to hold here; nothing if all do."""
        instance = self.of(sequent)
        for tensor in sequent.tensors:
            if tensor.name in instance.tensors:
                try:
                    instance.require(tensor)
                except PmlError:
                    return str(tensor)
        for fact in sequent.facts:
            if not all(_holds(v, fact.relation) for v in self.values(fact, instance)):
                return fact.name
        for rule in sequent.rules:
            if not self._follows(rule, instance):
                return rule.name
        return ""

    def values(self, fact: Fact, instance: Instance) -> Iterator[Fraction]:
        """The exact values of a fact at all letters of the indices that it quantifies."""
        array = read_exact(fact.polynomial, instance)
        for at in _letters(fact.indices, instance.sizes):
            yield array[tuple(at[i] if i in at else self.letters[i.name] for i in array.indices)]

    def value(self, polynomial: Polynomial, instance: Instance) -> Fraction:
        """The exact value of a polynomial at the example's letters."""
        (value,) = self.values(Fact("value", polynomial), instance)
        return value

    def _follows(self, rule: Rule, instance: Instance) -> bool:
        """Whether the conclusion holds here for every tensor that meets the premises."""
        (parameter,) = rule.tensors
        degrees = [_degree(fact.polynomial, parameter) for fact in rule.facts]
        if max(degrees) > 1 or rule.conclusion.relation == ">":
            return False
        places = list(product(*(range(instance.sizes[a]) for a in parameter.alphabets)))
        known = [(column, False) for column in _bounds(parameter, places)]
        known += [(column, True) for column in _sums(parameter, places)]
        for fact in rule.premises:
            forms = self._linear(fact, parameter, places, instance)
            known += [(form, fact.relation == "==") for form in forms]
        known.append(({CONSTANT: Fraction(1)}, False))
        columns, free = [column for column, _ in known], [is_free for _, is_free in known]
        wanted = list(self._linear(rule.conclusion, parameter, places, instance))
        if rule.conclusion.relation == "==":
            wanted += [{place: -c for place, c in form.items()} for form in wanted]
        weights = [1] * len(columns)
        with until(_EFFORT):
            found = (nonnegative_solution(columns, free, form, weights) for form in wanted)
            return all(solution is not None for solution in found)

    def _linear(
        self, fact: Fact, parameter: Tensor, places: Sequence[tuple[int, ...]], instance: Instance
    ) -> Iterator[Linear]:
        """The form at each letter: its constant, and the factor of each entry of the parameter."""
        at_zero = self._at(fact, parameter, None, instance)
        at_units = [self._at(fact, parameter, place, instance) for place in places]
        for k, constant in enumerate(at_zero):
            pairs = zip(places, at_units, strict=True)
            form = {CONSTANT: constant, **{place: unit[k] - constant for place, unit in pairs}}
            yield {place: c for place, c in form.items() if c}

    def _at(
        self, fact: Fact, parameter: Tensor, unit: tuple[int, ...] | None, instance: Instance
    ) -> list[Fraction]:
        shape = [instance.sizes[alphabet] for alphabet in parameter.alphabets]
        entries = {**instance.tensors, parameter.name: _unit(shape, unit, ())}
        return list(self.values(fact, Instance(instance.sizes, entries)))


def _holds(value: Fraction, relation: str) -> bool:
    if relation == "==":
        return value == 0
    return value > 0 if relation == ">" else value >= 0


def _degree(polynomial: Polynomial, tensor: Tensor) -> int:
    """How often the tensor occurs in one monomial, at most."""
    return max(
        (sum(t == tensor for factor in m for t, _ in factor) for m, _ in polynomial), default=0
    )


def _bounds(parameter: Tensor, places: Sequence[tuple[int, ...]]) -> Iterator[Linear]:
    """The linear forms of its entries that the parameter declares to be nonnegative."""
    for place in places:
        if parameter.is_nonnegative:
            yield {place: Fraction(1)}
        if parameter.is_at_most_one:
            yield {CONSTANT: Fraction(1), place: Fraction(-1)}


def _sums(parameter: Tensor, places: Sequence[tuple[int, ...]]) -> Iterator[Linear]:
    """The linear forms of its entries that it declares to be zero: sums less one."""
    if parameter.stochastic:
        rows: dict[tuple[int, ...], Linear] = {}
        for place in places:
            row = tuple(k for i, k in enumerate(place) if i not in parameter.stochastic)
            rows.setdefault(row, {CONSTANT: Fraction(-1)})[place] = Fraction(1)
        yield from rows.values()


def _unit(shape: Sequence[int], unit: tuple[int, ...] | None, at: tuple[int, ...]) -> Any:
    """Nested zeros, with a one at that place."""
    if len(at) == len(shape):
        return int(at == unit)
    return tuple(_unit(shape, unit, (*at, k)) for k in range(shape[len(at)]))


def _letters(indices: Sequence[Index], sizes: Mapping[str, int]) -> Iterator[dict[Index, int]]:
    for letters in product(*(range(sizes[index.alphabet]) for index in indices)):
        yield dict(zip(indices, letters, strict=True))
