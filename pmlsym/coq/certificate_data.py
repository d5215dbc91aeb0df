"""Certificates as data for the checker that is verified in Coq (`proofs/coq`).

Letters become pairs of numbers, an alphabet and a name; tensors become numbers; denominators are
cleared. A fact quantifies all letters outside the list of constants, so a letter that is quantified
in one fact and constant in another is renamed in the first. Nothing here is trusted: the checker
proves a theorem about the data as they are written.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact, Rule, declared_facts
from pmlsym.calculus.tensor import Index, Tensor, delta, size
from pmlsym.coq.expression import common_denominator
from pmlsym.coq.gallina import CoqTerm, Data, Integer
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.exposition.certificate_summary import used_names
from pmlsym.kernel.certificate import (
    GOAL,
    PLAIN,
    Apply,
    Certificate,
    Combine,
    Indicate,
    Limit,
    Split,
    Step,
    Use,
    every_step,
    tensors_of,
    uses_of,
)
from pmlsym.kernel.rules import needed, shape_of

RELATIONS = {">=": "Ge", ">": "Gt", "==": "Eq"}
BOUNDS = {">= 0": "Nonneg", "> 0": "Posit", "<= 1": "AtMost", ">= 1": "SizeGe"}
Facts = Mapping[str, tuple[Fact, int]]


@dataclass(frozen=True)
class CoqCertificate:
    """The arguments of `check` in `Checker.v`, with the meaning of its numbers."""

    declarations: Data
    constants: Data
    hypotheses: Data
    schemas: Data
    goal: Data
    proof: Data
    alphabets: tuple[str, ...]
    tensors: tuple[Tensor, ...]
    facts: tuple[Fact, ...]
    numbers: tuple[Mapping[Index, Data], ...]
    rules: tuple[Rule, ...]
    rule_numbers: tuple[Mapping[Index, Data], ...]

    @property
    def parts(self) -> dict[str, tuple[str, Data]]:
        """The name in Coq of each argument of the verified checker, with type and value."""
        return {
            "D": ("seq declaration", self.declarations),
            "C": ("seq letter", self.constants),
            "A": ("seq fact", self.hypotheses),
            "S": ("seq schema", self.schemas),
            "goal": ("fact", self.goal),
            "p": ("proof", self.proof),
        }


def to_data(certificate: Certificate, companions: Sequence[Certificate] = ()) -> CoqCertificate:
    """The certificate as data for the checker that is verified in Coq.

    Its `companions`, the certificates of the same claim, make the numbers of tensors and alphabets
    agree. In the result `facts` are the hypotheses and `numbers` the names of the letters of each,
    those of the goal last; `rules` and `rule_numbers` are the same for schemas. Raises
    InvalidCertificate where a step has no counterpart in Coq.
    """
    return _CertificateExport(certificate, companions).result()


class _CertificateExport:
    """The export of one certificate.

    A letter is (alphabet, number). Free letters have the first numbers, then bound letters; the
    uses of one step shift their bound letters by different amounts, so that they stay apart.
    """

    def __init__(self, certificate: Certificate, companions: Sequence[Certificate] = ()) -> None:
        _require_laws(certificate)
        sequent = certificate.sequent
        self.certificate = certificate
        self.steps = tuple(every_step(certificate.steps))
        mentioned = set().union(*(_tensors_mentioned(c) for c in (certificate, *companions)))
        names = {a for t in mentioned for a in t.alphabets}
        names |= {t.counted for t in mentioned if t.is_size}
        self.alphabets = {a: k for k, a in enumerate(sorted(names))}
        self.declared: dict[str, tuple[Tensor, Fact]] = {}
        built_in = [f(a) for a in sorted(names) for f in (delta, size)]
        for tensor in (*mentioned, *built_in):
            for fact in declared_facts([tensor]):
                if tensor in fact.polynomial.tensors:
                    self.declared[fact.name] = (tensor, fact)
        self.order = tuple(sorted(t for t in mentioned if not t.is_delta and not t.is_size))
        self.tensors = {t.name: k for k, t in enumerate(self.order)}
        used = used_names(certificate)
        self.hypotheses = [f for f in sequent.facts if f.name in used]
        self.schemas = [rule for rule in sequent.rules if rule.name in used]
        facts = [
            *self.hypotheses,
            *(f for rule in self.schemas for f in rule.facts),
            *(s.statement for s in self.steps),
            *(Fact(s.name, s.case) for s in self.steps if isinstance(s, Split)),
        ]
        self.constants = self._constant_letters(facts)
        self.free: dict[Index, int] = {}
        # inside the branches of a split: the names of the letters that its statement quantifies
        self.cases: dict[Index, Index] = {}
        self.bound = 1
        self._number_letters(facts)
        self.base = len(self.free)

    def result(self) -> CoqCertificate:
        """The certificate's data for Coq: declarations, facts, goal and proof."""
        sequent = self.certificate.sequent
        facts = {f.name: (f, k) for k, f in enumerate(self.hypotheses)}
        return CoqCertificate(
            [self._declaration(t) for t in self.order],
            self._letters(sorted(self.constants)),
            [self._fact(f) for f in self.hypotheses],
            [self._schema(s) for s in self.schemas],
            self._fact(Fact(GOAL, sequent.goal, (), sequent.relation)),
            self._proof(self.certificate.steps, facts, GOAL),
            tuple(self.alphabets),
            self.order,
            tuple(self.hypotheses),
            (
                *(self._letter_numbers(f) for f in self.hypotheses),
                self._letter_numbers(Fact(GOAL, sequent.goal)),
            ),
            tuple(self.schemas),
            tuple(self._letter_numbers(*rule.facts) for rule in self.schemas),
        )

    def _letter_numbers(self, *facts: Fact) -> dict[Index, Data]:
        """The numbers that stand in Coq for the letters of facts."""
        return {
            i: self._letter(self._new_name(i) if i in f.indices else i)
            for f in facts
            for i in f.polynomial.free
        }

    def _constant_letters(self, facts: Iterable[Fact]) -> set[Index]:
        """Every letter that some fact leaves free: a constant for Coq."""
        constants = {i for f in facts for i in f.polynomial.free if i not in f.indices}
        for step in self.steps:
            if isinstance(step, Indicate):
                constants |= set(step.polynomial.free) - set(step.statement.indices)
        goal = set(self.certificate.sequent.goal.free)
        return constants | goal if constants & goal else constants

    def _number_letters(self, facts: Iterable[Fact]) -> None:
        """Number a certificate's free letters for Coq, and count its bound ones."""
        polynomials = [f.polynomial for f in facts] + [self.certificate.sequent.goal]
        letters = [i for f in facts for i in (*f.indices, *f.polynomial.free)]
        for step in self.steps:
            letters += _letters_of(step)
            match step:
                case Apply():
                    polynomials += [_places_and_body(step)[1], step.guard]
                case Indicate():
                    polynomials.append(step.polynomial)
        for polynomial in polynomials:
            letters += polynomial.free
            for monomial, _ in polynomial:
                self.bound = max(self.bound, len(loosen(monomial)[1]))
        for i in letters:
            self.free.setdefault(i, len(self.free))
            self.free.setdefault(self._new_name(i), len(self.free))
        for step in self.steps:
            if isinstance(step, Split):
                for i in _case_letters(step):
                    self.free.setdefault(_in_case(i), len(self.free))

    def _new_name(self, i: Index) -> Index:
        """The name for Coq of i in facts that quantify it, if it is a constant in others."""
        return Index(i.alphabet, i.name + "~") if i in self.constants else i

    def _letter(self, i: Index, shift: int = 0) -> Data:
        """A letter as data for Coq; the number of a bound letter is shifted."""
        if i.is_bound:
            return (self.alphabets[i.alphabet], self.base + i.number + shift)
        return (self.alphabets[i.alphabet], self.free[self.cases.get(i, i)])

    def _letters(self, indices: Iterable[Index], shift: int = 0) -> Data:
        """Several letters as data for Coq."""
        return [self._letter(i, shift) for i in indices]

    def _tensor(self, t: Tensor) -> int:
        """The number in Coq of a tensor: 0 for deltas, odd for sizes, even for others."""
        if t.is_delta:
            return 0
        return 2 * self.alphabets[t.counted] + 1 if t.is_size else 2 * self.tensors[t.name] + 2

    def _declaration(self, t: Tensor) -> Data:
        """The declared facts of a tensor as data for Coq."""
        flags = (t.nonnegative, t.positive, t.at_most_one, t.indicator)
        alphabets: list[Data] = [self.alphabets[a] for a in t.alphabets]
        places: list[Data] = [*sorted(t.stochastic)]
        return CoqTerm("Declaration", (alphabets, *flags, places))

    def _polynomial(self, p: Polynomial, shift: int = 0) -> Data:
        """A polynomial as data for Coq, with its denominators cleared."""
        factor = common_denominator(p)
        terms: list[Data] = []
        for monomial, c in p:
            atoms, summed = loosen(monomial)
            product: Data = [(self._tensor(t), self._letters(i, shift)) for t, i in atoms]
            terms.append((Integer(int(factor * c)), (self._letters(summed, shift), product)))
        return terms

    def _rename(self, fact: Fact) -> Fact:
        """The fact for Coq, its quantified letters renamed apart from the constants."""
        names = {i: self._new_name(i) for i in fact.indices}
        renamed = substitute(fact.polynomial, names)
        return Fact(fact.name, renamed, tuple(names.values()), fact.relation)

    def _fact(self, fact: Fact) -> Data:
        """A fact as data for Coq; it is for all letters that are not constants."""
        return (RELATIONS[fact.relation], self._polynomial(self._rename(fact).polynomial))

    def _schema(self, rule: Rule) -> Data:
        """A rule about one tensor as data for Coq."""
        (tensor,) = rule.tensors
        conditions: list[Data] = [self._fact(f) for f in rule.premises]
        return CoqTerm("Schema", (self._tensor(tensor), conditions, self._fact(rule.conclusion)))

    def _reference(self, name: str, pairs: Data, letters: Data, shift: int, facts: Facts) -> Data:
        """Coq's reference to a known fact by position, or to a tensor's declaration."""
        if name in facts:
            return CoqTerm("Known", (facts[name][1], pairs, shift))
        tensor, _ = self.declared[name]
        bound = " ".join(name.split()[-2:])
        return CoqTerm("Declared", (BOUNDS[bound], (self._tensor(tensor), letters)))

    def _use_at(self, name: str, indices: Sequence[Index], position: int, facts: Facts) -> Data:
        """The use of a fact in Coq, at letters that are renamed already."""
        pairs: list[Data] = []
        if name in facts:
            old = self._rename(facts[name][0]).indices
            pairs = [(self._letter(a), self._letter(b)) for a, b in zip(old, indices, strict=True)]
        shift = self.bound * (position + 1)
        return self._reference(name, pairs, self._letters(indices), shift, facts)

    def _scale_of_fact(self, name: str, facts: Facts) -> int:
        """The factor that clears a known fact's denominators for Coq."""
        return common_denominator(facts[name][0].polynomial) if name in facts else 1

    def _combine(self, step: Combine, facts: Facts) -> Data:
        """A certificate's combination as data for Coq, coefficients as integers."""
        quantified = {i: self._new_name(i) for i in step.statement.indices}

        def uses(uses_of_step: Sequence[Use], names: Mapping[Index, Index]) -> list[Data]:
            """The uses of facts in a combination as data for Coq."""
            return [
                self._use_at(u.fact, [names.get(i, i) for i in u.indices], k, facts)
                for k, u in enumerate(uses_of_step)
            ]

        left = math.prod(self._scale_of_fact(u.fact, facts) for u in step.multiplier)
        left *= common_denominator(step.statement.polynomial)
        right = [
            Fraction(t.coefficient) / math.prod(self._scale_of_fact(u.fact, facts) for u in t.uses)
            for t in step.terms
        ]
        common = math.lcm(left, *(c.denominator for c in right))
        terms: list[Data] = []
        for t, c in zip(step.terms, right, strict=True):
            names = quantified | {i: self._new_name(i) for i in t.summed}
            summed = self._letters(names.get(i, i) for i in t.summed)
            terms.append(CoqTerm("Term", (Integer(int(c * common)), uses(t.uses, names), summed)))
        multiplier = uses(step.multiplier, quantified)
        return CoqTerm("Combine", (common // left, self._fact(step.statement), multiplier, terms))

    def _apply(self, step: Apply, facts: Facts) -> Data:
        """A law's application as data for Coq; premises and tensor get new letters."""
        position = [rule.name for rule in self.schemas].index(step.rule)
        rule = self.schemas[position]
        (tensor,) = rule.tensors
        # above all bound letters: those of the needs are shifted by 10 * bound, the guard's by 9
        start = self.base + 20 * self.bound
        quantified = {i for fact in rule.premises for i in fact.indices}
        new_names = {
            i: (self.alphabets[i.alphabet], start + len(tensor.alphabets) + k)
            for k, i in enumerate(sorted(quantified))
        }
        at_places = [(self.alphabets[a], start + k) for k, a in enumerate(tensor.alphabets)]
        new_letters = [[(i, new_names[i]) for i in fact.indices] for fact in rule.premises]
        for fact in shape_of(tensor):
            places = [Index(a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets)]
            positions = [k for k, i in enumerate(places) if i in fact.indices]
            new_letters.append([(Index(tensor.alphabets[k], ""), at_places[k]) for k in positions])
        evidence = [
            self._evidence_of_need(use, need, facts)
            for use, need in zip(step.shown, new_letters, strict=True)
        ]
        names = {i: self._new_name(i) for i in step.statement.indices}
        images: list[Data] = [
            (self._letter(self._new_name(i)), self._letters(names.get(j, j) for j in image))
            for i, image in step.letters
        ]
        renamed: list[Data] = [
            (self._letter(self._new_name(i)), [number]) for i, number in new_names.items()
        ]
        guard = step.guard_shown
        guard_evidence = CoqTerm("None", ())
        if guard != PLAIN:
            places = [self._new_name(i) for i in guard.indices]
            use_of_guard = self._use_at(guard.fact, places, 9, facts)
            guard_evidence = CoqTerm("Some", (use_of_guard,))
        letters, polynomial = _places_and_body(step)
        body: Data = (self._tensor(tensor), (self._letters(letters), self._polynomial(polynomial)))
        factor = common_denominator(polynomial)
        substitution: tuple[Data, ...] = ([], images, renamed, [body], factor, self.bound, [])
        guard_data = self._polynomial(step.guard, 9 * self.bound)
        conditions: tuple[Data, ...] = (guard_data, guard_evidence, evidence)
        conclusion = (start, self._fact(step.statement))
        return CoqTerm("Application", (position, *substitution, *conditions, *conclusion))

    def _evidence_of_need(self, use: Use, over: Sequence[tuple[Index, Data]], facts: Facts) -> Data:
        """Coq's evidence for a need: a fact at its new letters; None if plain."""
        if use == PLAIN:
            return CoqTerm("None", ())
        new = needed(i.alphabet for i, _ in over)
        letters = dict(zip(new, (data for _, data in over), strict=True))
        at = [letters[i] if i in letters else self._letter(self._new_name(i)) for i in use.indices]
        fact = facts[use.fact][0] if use.fact in facts else self.declared[use.fact][1]
        old = [self._letter(i) for i in self._rename(fact).indices]
        pairs: list[Data] = list(zip(old, at, strict=True))
        return CoqTerm("Some", (self._reference(use.fact, pairs, at, 10 * self.bound, facts),))

    def _indicate(self, step: Indicate) -> Data:
        """The definition of an indicator as data for Coq."""
        if common_denominator(step.polynomial) != common_denominator(step.statement.polynomial):
            raise InvalidCertificate("an indicator with fractions is not exported")
        names = {i: self._new_name(i) for i in step.statement.indices}
        letters = self._letters(names.values())
        defined = self._polynomial(substitute(step.polynomial, names))
        return CoqTerm("Indicate", (self._tensor(step.tensor), letters, defined))

    def _proof(self, steps: Iterable[Step], facts: Facts, last: str) -> Data:
        """The proof of some steps as data for Coq; the last statement is called `last`."""
        facts = dict(facts)
        written: list[tuple[str, tuple[Data, ...]]] = []
        for step in steps:
            match step:
                case Combine():
                    written.append(("Comb", (self._combine(step, facts),)))
                case Apply():
                    written.append(("Appl", (self._apply(step, facts),)))
                case Indicate():
                    written.append(("Indi", (self._indicate(step),)))
                case Limit():
                    limit = (self._tensor(step.variable), facts[step.fact][1])
                    written.append(
                        ("Lim", (CoqTerm("Limit", (*limit, self._fact(step.statement))),))
                    )
                case Split():
                    written.append(("Split", self._split(step, facts)))
                case _:
                    kind = type(step).__name__.lower()
                    raise Unsupported(f"the export has no {kind}; pmlsym-check reads the file")
            facts[step.statement.name] = (step.statement, len(facts))
        if list(facts)[-1] != last:
            raise InvalidCertificate(f"the last step does not derive {last}")
        proof: Data = CoqTerm("Done", ())
        for name, arguments in reversed(written):
            proof = CoqTerm(name, (*arguments, proof))
        return proof

    def _split(self, step: Split, facts: Facts) -> tuple[Data, ...]:
        """A split as data for Coq; in branches the case's letters have names of their own."""
        cases = (
            (step.positive, Fact(step.name, step.case, (), ">")),
            (step.nonpositive, Fact(step.name, -step.case, (), ">=")),
        )
        statement, cases_before = self._fact(step.statement), self.cases
        self.cases = cases_before | {i: _in_case(i) for i in _case_letters(step)}
        letters = _case_letters(step)
        pairs: Data = [(self._letter(self._new_name(i)), self._letter(i)) for i in letters]
        inner = [
            self._proof(
                steps,
                {**facts, case.name: (case, len(facts))},
                steps[-1].statement.name,
            )
            for steps, case in cases
        ]
        case_data = self._polynomial(step.case)
        self.cases = cases_before
        return (statement, case_data, pairs, *inner)


def _require_laws(certificate: Certificate) -> None:
    """Raises Unsupported unless rules for Coq are laws of the sequent about one tensor."""
    rules = {rule.name: rule for rule in certificate.sequent.rules}
    for step in every_step(certificate.steps):
        if isinstance(step, Apply):
            rule = rules.get(step.rule)
            if rule is None or len(rule.tensors) != 1 or rule.alphabets:
                raise Unsupported(f"{step.rule}, which is no law about one tensor")


def _case_letters(step: Split) -> list[Index]:
    """The letters of a case that a statement quantifies; in Coq's branches they are constants."""
    return sorted(set(step.case.free) & set(step.statement.indices))


def _in_case(i: Index) -> Index:
    """The name for Coq of a letter of a case, inside the branches of the split."""
    return Index(i.alphabet, i.name + "~case")


def _tensors_mentioned(certificate: Certificate) -> set[Tensor]:
    """Every tensor of a certificate that goes to Coq."""
    steps = every_step(certificate.steps)
    return set(certificate.sequent.tensors).union(*(tensors_of(s) for s in steps))


def _letters_of(step: Step) -> Iterator[Index]:
    """The letters in a step's statement, uses and bodies, which Coq numbers."""
    yield from step.statement.indices
    match step:
        case Combine():
            yield from (i for term in step.terms for i in term.summed)
            yield from (i for use in uses_of(step) for i in use.indices)
        case Apply():
            places, body = _places_and_body(step)
            yield from (*places, *body.free, *step.guard.free)
            yield from (i for use in uses_of(step) for i in use.indices)
        case Indicate():
            yield from step.polynomial.free


def _places_and_body(step: Apply) -> tuple[tuple[Index, ...], Polynomial]:
    """The places and the polynomial that replace the only tensor of a law in Coq."""
    ((_, body),) = step.bodies
    return body.letters, body.polynomial
