"""Certificates as data for the checker that is verified in Coq (`proofs/coq`).

Letters become pairs of numbers, an alphabet and a name; tensors become numbers; denominators are
cleared. A fact speaks of all letters outside the list of constants, so a letter that one fact
quantifies and another one does not is renamed apart. Nothing here is trusted: what the checker has
accepted is a theorem about the data as they are written.
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
from pmlsym.coq.gallina import Data, Integer, Made
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.evidence.certificate_summary import used_names
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

FUEL = 100
RELATIONS = {">=": "Ge", ">": "Gt", "==": "Eq"}
BOUNDS = {">= 0": "Nonneg", "> 0": "Posit", "<= 1": "AtMost", ">= 1": "SizeGe"}
Known = Mapping[str, tuple[Fact, int]]


@dataclass(frozen=True)
class CoqCertificate:
    """The arguments of `check` in `Checker.v`, and what its numbers mean."""

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
        """For each argument its name and type in Coq."""
        return {
            "D": ("seq declaration", self.declarations),
            "C": ("seq letter", self.constants),
            "A": ("seq fact", self.hypotheses),
            "S": ("seq schema", self.schemas),
            "goal": ("fact", self.goal),
            "p": ("proof", self.proof),
        }


def to_data(certificate: Certificate, beside: Sequence[Certificate] = ()) -> CoqCertificate:
    """The certificate as data for the verified checker.

    Those of one claim, which stand `beside` it, give tensors and alphabets the same numbers. In the
    result `facts` are the hypotheses and `numbers` what the letters of each are called, those of
    the goal last; `rules` and `rule_numbers` are the same for schemas. Raises InvalidCertificate
    where its steps have no counterpart in Coq.
    """
    return _Export(certificate, beside).result()


def _scale(polynomial: Polynomial) -> int:
    """What makes the coefficients integers."""
    return math.lcm(1, *(Fraction(c).denominator for _, c in polynomial))


class _Export:
    """One certificate. Letters are (alphabet, number): free ones, then bound ones, then shifts."""

    def __init__(self, certificate: Certificate, beside: Sequence[Certificate] = ()) -> None:
        _require_laws(certificate)
        sequent = certificate.sequent
        self.certificate = certificate
        self.every = tuple(every_step(certificate.steps))
        mentioned = set().union(*(_mentioned(c) for c in (certificate, *beside)))
        names = {a for t in mentioned for a in t.alphabets}
        names |= {t.counted for t in mentioned if t.is_size}
        self.alphabets = {a: k for k, a in enumerate(sorted(names))}
        self.declared: dict[str, tuple[Tensor, Fact]] = {}
        built_in = [f(a) for a in sorted(names) for f in (delta, size)]
        for tensor in (*mentioned, *built_in):
            for fact in declared_facts([tensor]):
                if tensor in fact.polynomial.tensors:
                    self.declared[fact.name] = (tensor, fact)
        self.own = tuple(sorted(t for t in mentioned if not t.is_delta and not t.is_size))
        self.tensors = {t.name: k for k, t in enumerate(self.own)}
        used = used_names(certificate)
        self.hypotheses = [f for f in sequent.facts if f.name in used]
        self.schemas = [rule for rule in sequent.rules if rule.name in used]
        facts = [
            *self.hypotheses,
            *(f for rule in self.schemas for f in rule.facts),
            *(s.statement for s in self.every),
            *(Fact(s.name, s.case) for s in self.every if isinstance(s, Split)),
        ]
        self.constants = self._constants(facts)
        self.free: dict[Index, int] = {}
        # inside the branches of a split, what a letter is called that its statement quantifies
        self.cases: dict[Index, Index] = {}
        self.bound = 1
        self._number_letters(facts)
        self.base = len(self.free)

    def result(self) -> CoqCertificate:
        sequent = self.certificate.sequent
        known = {f.name: (f, k) for k, f in enumerate(self.hypotheses)}
        return CoqCertificate(
            [self._declaration(t) for t in self.own],
            self._letters(sorted(self.constants)),
            [self._fact(f) for f in self.hypotheses],
            [self._schema(s) for s in self.schemas],
            self._fact(Fact(GOAL, sequent.goal, (), sequent.relation)),
            self._proof(self.certificate.steps, known, GOAL),
            tuple(self.alphabets),
            self.own,
            tuple(self.hypotheses),
            (*(self._numbers(f) for f in self.hypotheses), self._numbers(Fact(GOAL, sequent.goal))),
            tuple(self.schemas),
            tuple(self._numbers(*rule.facts) for rule in self.schemas),
        )

    def _numbers(self, *facts: Fact) -> dict[Index, Data]:
        """What the letters of a hypothesis are called in the data."""
        return {
            i: self._letter(self._apart(i) if i in f.indices else i)
            for f in facts
            for i in f.polynomial.free
        }

    def _constants(self, facts: Iterable[Fact]) -> set[Index]:
        """Every letter that some fact does not quantify."""
        found = {i for f in facts for i in f.polynomial.free if i not in f.indices}
        for step in self.every:
            if isinstance(step, Indicate):
                found |= set(step.polynomial.free) - set(step.statement.indices)
        goal = set(self.certificate.sequent.goal.free)
        return found | goal if found & goal else found

    def _number_letters(self, facts: Iterable[Fact]) -> None:
        polynomials = [f.polynomial for f in facts] + [self.certificate.sequent.goal]
        written = [i for f in facts for i in (*f.indices, *f.polynomial.free)]
        for step in self.every:
            written += _letters_of(step)
            match step:
                case Apply():
                    polynomials += [_body(step)[1], step.guard]
                case Indicate():
                    polynomials.append(step.polynomial)
        for polynomial in polynomials:
            written += polynomial.free
            for monomial, _ in polynomial:
                self.bound = max(self.bound, len(loosen(monomial)[1]))
        for i in written:
            self.free.setdefault(i, len(self.free))
            self.free.setdefault(self._apart(i), len(self.free))
        for step in self.every:
            if isinstance(step, Split):
                for i in _case_letters(step):
                    self.free.setdefault(_in_case(i), len(self.free))

    def _apart(self, i: Index) -> Index:
        """The letter that is quantified where i is a constant elsewhere."""
        return Index(i.alphabet, i.name + "~") if i in self.constants else i

    def _letter(self, i: Index, shift: int = 0) -> Data:
        if i.is_bound:
            return (self.alphabets[i.alphabet], self.base + i.number + shift)
        return (self.alphabets[i.alphabet], self.free[self.cases.get(i, i)])

    def _letters(self, indices: Iterable[Index], shift: int = 0) -> Data:
        return [self._letter(i, shift) for i in indices]

    def _tensor(self, t: Tensor) -> int:
        if t.is_delta:
            return 0
        return 2 * self.alphabets[t.counted] + 1 if t.is_size else 2 * self.tensors[t.name] + 2

    def _declaration(self, t: Tensor) -> Data:
        flags = (t.nonnegative, t.positive, t.at_most_one, t.indicator)
        alphabets: list[Data] = [self.alphabets[a] for a in t.alphabets]
        places: list[Data] = [*sorted(t.stochastic)]
        return Made("Declaration", (alphabets, *flags, places))

    def _polynomial(self, p: Polynomial, shift: int = 0) -> Data:
        scale = _scale(p)
        written: list[Data] = []
        for monomial, c in p:
            atoms, summed = loosen(monomial)
            product: Data = [(self._tensor(t), self._letters(i, shift)) for t, i in atoms]
            written.append((Integer(int(scale * c)), (self._letters(summed, shift), product)))
        return written

    def _quantified(self, fact: Fact) -> Fact:
        """The fact with what it quantifies renamed apart from the constants."""
        names = {i: self._apart(i) for i in fact.indices}
        moved = substitute(fact.polynomial, names)
        return Fact(fact.name, moved, tuple(names.values()), fact.relation)

    def _fact(self, fact: Fact) -> Data:
        return (RELATIONS[fact.relation], self._polynomial(self._quantified(fact).polynomial))

    def _schema(self, rule: Rule) -> Data:
        (tensor,) = rule.tensors
        conditions: list[Data] = [self._fact(f) for f in rule.premises]
        return Made("Schema", (self._tensor(tensor), conditions, self._fact(rule.conclusion)))

    def _known(self, name: str, pairs: Data, letters: Data, shift: int, known: Known) -> Data:
        """A use: a known fact by its position, or what a tensor declares."""
        if name in known:
            return Made("Known", (known[name][1], pairs, shift))
        tensor, _ = self.declared[name]
        bound = " ".join(name.split()[-2:])
        return Made("Declared", (BOUNDS[bound], (self._tensor(tensor), letters)))

    def _use(self, name: str, indices: Sequence[Index], place: int, known: Known) -> Data:
        """A fact at letters that are renamed already."""
        pairs: list[Data] = []
        if name in known:
            own = self._quantified(known[name][0]).indices
            pairs = [(self._letter(a), self._letter(b)) for a, b in zip(own, indices, strict=True)]
        return self._known(name, pairs, self._letters(indices), self.bound * (place + 1), known)

    def _factor(self, name: str, known: Known) -> int:
        return _scale(known[name][0].polynomial) if name in known else 1

    def _combine(self, step: Combine, known: Known) -> Data:
        quantified = {i: self._apart(i) for i in step.statement.indices}

        def uses(every: Sequence[Use], names: Mapping[Index, Index]) -> list[Data]:
            return [
                self._use(u.fact, [names.get(i, i) for i in u.indices], k, known)
                for k, u in enumerate(every)
            ]

        left = math.prod(self._factor(u.fact, known) for u in step.multiplier)
        left *= _scale(step.statement.polynomial)
        right = [
            Fraction(t.coefficient) / math.prod(self._factor(u.fact, known) for u in t.uses)
            for t in step.terms
        ]
        common = math.lcm(left, *(c.denominator for c in right))
        terms: list[Data] = []
        for t, c in zip(step.terms, right, strict=True):
            names = quantified | {i: self._apart(i) for i in t.summed}
            summed = self._letters(names.get(i, i) for i in t.summed)
            terms.append(Made("Term", (Integer(int(c * common)), uses(t.uses, names), summed)))
        multiplier = uses(step.multiplier, quantified)
        return Made("Combine", (common // left, self._fact(step.statement), multiplier, terms))

    def _application(self, step: Apply, known: Known) -> Data:
        """The application of a law; what its premises and its tensor quantify are new letters."""
        position = [rule.name for rule in self.schemas].index(step.rule)
        rule = self.schemas[position]
        (tensor,) = rule.tensors
        start = self.base + 20 * self.bound
        quantified = {i for fact in rule.premises for i in fact.indices}
        new = {
            i: (self.alphabets[i.alphabet], start + len(tensor.alphabets) + k)
            for k, i in enumerate(sorted(quantified))
        }
        at_places = [(self.alphabets[a], start + k) for k, a in enumerate(tensor.alphabets)]
        over = [[(i, new[i]) for i in fact.indices] for fact in rule.premises]
        for fact in shape_of(tensor):
            places = [Index(a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets)]
            kept = [k for k, i in enumerate(places) if i in fact.indices]
            over.append([(Index(tensor.alphabets[k], ""), at_places[k]) for k in kept])
        shown = [
            self._evidence(use, own, known) for use, own in zip(step.shown, over, strict=True)
        ]
        names = {i: self._apart(i) for i in step.statement.indices}
        images: list[Data] = [
            (self._letter(self._apart(i)), self._letters(names.get(j, j) for j in own))
            for i, own in step.letters
        ]
        moved: list[Data] = [(self._letter(self._apart(i)), [own]) for i, own in new.items()]
        guard = step.guard_shown
        guarded = Made("None", ())
        if guard != PLAIN:
            placed = self._use(guard.fact, [self._apart(i) for i in guard.indices], 9, known)
            guarded = Made("Some", (placed,))
        letters, polynomial = _body(step)
        body: Data = (self._tensor(tensor), (self._letters(letters), self._polynomial(polynomial)))
        replaced: tuple[Data, ...] = ([], images, moved, [body], _scale(polynomial), self.bound, [])
        asked: tuple[Data, ...] = (self._polynomial(step.guard, 9 * self.bound), guarded, shown)
        stated = (start, self._fact(step.statement))
        return Made("Application", (position, *replaced, *asked, *stated))

    def _evidence(self, use: Use, over: Sequence[tuple[Index, Data]], known: Known) -> Data:
        """That a need holds, by a fact at the new letters of the need, or plainly."""
        if use == PLAIN:
            return Made("None", ())
        own = (data for _, data in over)
        named = dict(zip(needed(i.alphabet for i, _ in over), own, strict=True))
        at = [named[i] if i in named else self._letter(self._apart(i)) for i in use.indices]
        fact = known[use.fact][0] if use.fact in known else self.declared[use.fact][1]
        old = [self._letter(i) for i in self._quantified(fact).indices]
        pairs: list[Data] = list(zip(old, at, strict=True))
        return Made("Some", (self._known(use.fact, pairs, at, 10 * self.bound, known),))

    def _indicate(self, step: Indicate) -> Data:
        if _scale(step.polynomial) != _scale(step.statement.polynomial):
            raise InvalidCertificate("an indicator with fractions is not exported")
        names = {i: self._apart(i) for i in step.statement.indices}
        places = self._letters(names.values())
        defined = self._polynomial(substitute(step.polynomial, names))
        return Made("Indicate", (self._tensor(step.tensor), places, defined))

    def _proof(self, steps: Iterable[Step], known: Known, last: str) -> Data:
        """The proof that the steps are; the fact called `last` is what they end with."""
        known = dict(known)
        written: list[tuple[str, tuple[Data, ...]]] = []
        for step in steps:
            match step:
                case Combine():
                    written.append(("Comb", (self._combine(step, known),)))
                case Apply():
                    written.append(("Appl", (self._application(step, known),)))
                case Indicate():
                    written.append(("Indi", (self._indicate(step),)))
                case Limit():
                    limit = (self._tensor(step.variable), known[step.fact][1])
                    written.append(("Lim", (Made("Limit", (*limit, self._fact(step.statement))),)))
                case Split():
                    written.append(("Split", self._split(step, known)))
                case _:
                    kind = type(step).__name__.lower()
                    raise Unsupported(f"the export has no {kind}; pmlsym-check reads the file")
            known[step.statement.name] = (step.statement, len(known))
        if list(known)[-1] != last:
            raise InvalidCertificate(f"the last step does not derive {last}")
        proof: Data = Made("Done", ())
        for name, arguments in reversed(written):
            proof = Made(name, (*arguments, proof))
        return proof

    def _split(self, step: Split, known: Known) -> tuple[Data, ...]:
        cases = (
            (step.positive, Fact(step.name, step.case, (), ">")),
            (step.nonpositive, Fact(step.name, -step.case, (), ">=")),
        )
        statement, before = self._fact(step.statement), self.cases
        self.cases = before | {i: _in_case(i) for i in _case_letters(step)}
        letters = _case_letters(step)
        pairs: Data = [(self._letter(self._apart(i)), self._letter(i)) for i in letters]
        inner = [
            self._proof(
                steps,
                {**known, case.name: (case, len(known))},
                steps[-1].statement.name,
            )
            for steps, case in cases
        ]
        shown = self._polynomial(step.case)
        self.cases = before
        return (statement, shown, pairs, *inner)


def _require_laws(certificate: Certificate) -> None:
    """Raise Unsupported unless each rule that is applied is a law of the sequent, of one tensor."""
    rules = {rule.name: rule for rule in certificate.sequent.rules}
    for step in every_step(certificate.steps):
        if isinstance(step, Apply):
            rule = rules.get(step.rule)
            if rule is None or len(rule.tensors) != 1 or rule.alphabets:
                raise Unsupported(f"{step.rule}, which is no law about one tensor")


def _case_letters(step: Split) -> list[Index]:
    """The letters of the case that the statement quantifies: constants inside the branches."""
    return sorted(set(step.case.free) & set(step.statement.indices))


def _in_case(i: Index) -> Index:
    """What such a letter is called inside the branches."""
    return Index(i.alphabet, i.name + "~case")


def _mentioned(certificate: Certificate) -> set[Tensor]:
    """Every tensor of a certificate."""
    every = every_step(certificate.steps)
    return set(certificate.sequent.tensors).union(*(tensors_of(s) for s in every))


def _letters_of(step: Step) -> Iterator[Index]:
    """Every letter that a step writes down by itself."""
    yield from step.statement.indices
    match step:
        case Combine():
            yield from (i for term in step.terms for i in term.summed)
            yield from (i for use in uses_of(step) for i in use.indices)
        case Apply():
            places, body = _body(step)
            yield from (*places, *body.free, *step.guard.free)
            yield from (i for use in uses_of(step) for i in use.indices)
        case Indicate():
            yield from step.polynomial.free


def _body(step: Apply) -> tuple[tuple[Index, ...], Polynomial]:
    """What stands in the place of a law's only tensor, and at which places."""
    ((_, body),) = step.bodies
    return body.letters, body.polynomial
