"""A proof as a file for Coq: a theorem about the leakages themselves.

The theorem is written with the values of its measures, node by node, as `proofs/coq/Values.v` has
them: what lowering assumes of each, at a level, and what it concludes. Its proof gives Coq the data
of the certificates and, for each hypothesis of theirs, how a premise gives it. Which premise that
is, is found by comparing polynomials. Nothing here is trusted: Coq compares what is written with
the nodes, and has the proof checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby

from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.coq.certificate_data import RELATIONS, CoqCertificate, to_data
from pmlsym.coq.conclusion import Conclusion
from pmlsym.coq.expression import (
    Expression,
    Letters,
    data,
    placed,
    polynomial,
    scale,
    sides,
)
from pmlsym.coq.gallina import Data, comment, gallina
from pmlsym.coq.known import KnownLevel, known_levels
from pmlsym.coq.premises import CoqFact, EventLaw, Premises
from pmlsym.coq.scope import Scope, function
from pmlsym.coq.sequents import sequents_for_coq
from pmlsym.errors import Unsupported
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import ProofFile
from pmlsym.language.value import Divergence
from pmlsym.lowering.forms import Both, Either, ExistsTensor, ForAll, ForAllTensor, Form, Holds
from pmlsym.lowering.sequents import Lowered, lowered_sequents

PREAMBLE = """From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Values Lowering Facts.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.
Local Open Scope nat_scope.
"""
ALPHABETS = 5
RESERVED = frozenset(
    """R Prop Set SProp Type fun forall exists exists2 let in if then else match with end as return
    at fix cofix for is of using where by
    finType realFieldType unit tt I True False And5 conj erefl isT law_true
    Ratio Where Largest Smallest Larger Total Weighted Exceeds Event Excess at_most at_least
    Add At Certified Eq For Ge Gt Law Mul None Num Posz Negz Some Sub Sum Ten
    at5 check declaration decls_ok denv dupd fact five holds letter most most_ok most_ok2 most_use
    least least_ok least_use order_ok order_use strict_ok equal_ok proof proved put_decls quantified
    schema seq sign ten true_of whole quotient positive_ok nonnegative_ok finite_below one_most
    most_one one_least exceeding exceeding2 exceeding_given exceeded exceeded2 attained selection
    plain_selection positive_parts event event2 excess2 somewhere1 total2_most
    ltr01 lt_le_trans mulr_gt0 between zero_ge0 zero_le1 zero_twice ltW esym proj1 proj2
    known_total known_part known_ratio known_size known_share_above known_share_below
    """.split()  # noqa: SIM905
)
"""Words that a theorem and its proof are written with; what ends with _ or ' is one too."""
FIRST_BOUND = 60


def proof_to_coq(proof: ProofFile) -> str:
    """The file of a saved proof: a theorem, or where Coq has none for the claim its sequents.

    Raises Unsupported where these are to be printed, and the program that does is not there.
    """
    try:
        written = theorem("claim", proof)
    except Unsupported as error:
        return sequents_for_coq(proof, str(error))
    return f"{PREAMBLE}\n{written}Print Assumptions claim.holds.\n"


def theorem(name: str, proof: ProofFile) -> str:
    """The theorem of that name, with its proof. Raises Unsupported where Coq has no such claim.

    A claim that compares several times is a theorem for each, and their conjunction.
    """
    full = " => ".join((*(f"({said})" for said in proof.assume), proof.text))
    claim = parse(full, lets=proof.lets)
    about = subjects(claim)
    _require_free(about)
    found = tuple(lowered_sequents(claim))
    if len(found) != len(proof.certificates):
        raise Unsupported("certificates that prove something else")
    pairs = zip(found, proof.certificates, strict=True)
    groups = [[*own] for _, own in groupby(pairs, key=lambda pair: _shown(pair[0]))]
    parts = [_Part(about, own) for own in groups]
    if len(parts) == 1:
        written = parts[0].text
    else:
        names = [f"part{k}_" for k in range(len(parts))]
        inner = [f"  Module {n}.\n{p.text}  End {n}.\n" for n, p in zip(names, parts, strict=True)]
        said = " /\\\n  ".join(f"(forall {p.binders},\n  {p.said})" for p in parts)
        *rest, last = (f"{n}.holds" for n in names)
        proved = reduce(lambda found, n: f"(conj {n} {found})", reversed(rest), last)
        written = f"{''.join(inner)}Theorem holds :\n  {said}.\nProof. exact: {proved}. Qed.\n"
    return f"(* {comment(full)} *)\nModule {name}.\n{written}End {name}.\n"


def _require_free(about: Subjects) -> None:
    """Refuse names that the theorem has for something else."""
    names = [*about.alphabets, *(t.name for t in about.tensors), *about.scalars, *about.outcomes]
    for name in names:
        if name in RESERVED or name.endswith("_") or names.count(name) > 1:
            raise Unsupported(f"the name {name}, which Coq has for something else")


def _shown(found: Lowered) -> tuple[int, int]:
    """What one theorem shows: a branch of the claim, and in it a bound of a measure."""
    goal = [bound for bound in found.bounds if not bound.assumed]
    return id(found.branch), id(goal[0]) if goal else id(found)


class _Part:
    """One conclusion on its way to Coq."""

    def __init__(self, about: Subjects, pairs: Sequence[tuple[Lowered, Certificate]]) -> None:
        self.lowered = [found for found, _ in pairs]
        self.certificates = [certificate for _, certificate in pairs]
        self.data = [to_data(c, self.certificates) for c in self.certificates]
        first = self.lowered[0]
        if first.case:
            raise Unsupported("a claim in cases of what is infinite")
        if len(self.data[0].alphabets) > ALPHABETS:
            raise Unsupported(f"more than {ALPHABETS} alphabets")
        self.scope = Scope(about, self.data[0].tensors, self.data[0].alphabets)
        known = [k for k in known_levels(first) if k.tensor.name in self.scope.tensors]
        self._declare(known)
        self.premises = Premises(self.scope)
        assumed = [bound for bound in first.bounds if bound.assumed]
        for found in self.lowered:
            if {id(bound) for bound in found.bounds} != {id(bound) for bound in first.bounds}:
                raise Unsupported("a premise in cases")
        for bound in first.bounds:
            own = bound.measure.value
            if bound.value not in (own, own.written if isinstance(own, Divergence) else own):
                raise Unsupported(f"{bound.measure.text} under full support")
        held_ = {id(bound): self.premises.assume(bound) for bound in assumed}
        opening = [each.shown(self.scope, held_[id(each.bound)]) for each in known]
        self.premises.sources += [each.source(self.scope) for each in known if each.flag == "least"]
        self.step = 0
        shown = [bound for bound in first.bounds if not bound.assumed]
        goals = [certificate.sequent.goal for certificate in self.certificates]
        conclusion = Conclusion(self.premises, self.block, goals)
        self.statement, script = (
            conclusion.bound(shown[0]) if shown else conclusion.compare(first.sequent.relation)
        )
        if self.step != len(self.certificates):
            raise Unsupported("certificates that prove something else")
        held = " ".join(f"said{k}_" for k in range(len(self.scope.conditions)))
        self.script = [
            *([f"move=> {held}."] if held else []),
            f"pose alphabets_ := five {' '.join(self._padded(self.scope.alphabets))}.",
            *opening,
            *self.scope.lemmas,
            *self.premises.opening,
            *script,
        ]

    def _padded(self, alphabets: Sequence[str], blank: str = "[finType of unit]") -> list[str]:
        return [*alphabets, *[blank] * (ALPHABETS - len(alphabets))]

    def _declare(self, levels: Sequence[KnownLevel]) -> None:
        """The tensors of the claim, quotients, numbers and levels; the rest are witnesses."""
        scope = self.scope
        known = {t.name: t for found in self.lowered for t in found.sequent.tensors}
        for tensor in scope.tensors.values():
            lowered_ = known.get(tensor.name)
            if lowered_ is None or lowered_.role in ("event", "selector", "envelope"):
                continue
            names = {
                "exponential": f"exp_{lowered_.number}_",
                "power": f"exp_{lowered_.number}_",
                "scalar": lowered_.number,
                "level": f"{lowered_.name}_",
                "quotient": f"given{len(scope.binders)}_",
                "": lowered_.name,
            }
            name = names.get(lowered_.role, "")
            if not name.isidentifier():
                raise Unsupported(f"{lowered_.name}, a {lowered_.role}")
            own = {each.flag: each.name for each in levels if each.tensor == lowered_}
            scope.declare(tensor, name, own)

    # ---- one certificate ----

    def block(self, letters: Letters, shown: Expression, relation: str = ">=") -> list[str]:
        """Lines that prove a formula for all of the letters by the next certificate; called h_."""
        if self.step == len(self.certificates):
            raise Unsupported("certificates that prove something else")
        k, certificate, found = self.step, self.certificates[self.step], self.data[self.step]
        self.step += 1
        goal = certificate.sequent.goal
        own = placed(polynomial(shown), letters, goal)
        if own is None or relation != certificate.sequent.relation:
            raise Unsupported("the goal of a certificate is another one")
        target = self._formula(letters, shown, relation, own, found.numbers[-1])
        places = self._outcomes(found, goal)
        facts, positive = self._facts(found, places)
        laws = [
            self._law(law, names, numbers)
            for rule, numbers in zip(found.rules, found.rule_numbers, strict=True)
            for law, names in [self._ruling(rule)]
        ]
        lines = [*self._context(found, places)]
        for name, kind, every in (("f", "true_of", facts), ("l", "law_true declared_", laws)):
            for j, (formula, proof) in enumerate(every):
                nothing = "" if kind == "true_of" else " [::]"
                lines += [
                    f"pose {name}{j}_ := {formula}.",
                    f"have {name}{j}_ok_ : {kind} tensors_{nothing} here_ {name}{j}_ := {proof}.",
                ]
        certified = f"(Certified C{k}_ A{k}_ S{k}_ goal{k}_ p{k}_ {positive})"
        proofs = (_conjunction("f", len(facts)), _conjunction("l", len(laws)))
        return [
            *lines,
            f"have h_ : true_of tensors_ here_ ({target}).",
            f"  refine (@proved _ _ tensors_ here_ declared_ _ {_list('f', len(facts))}"
            f" {_list('l', len(laws))} {certified} _ _ dF_ {' '.join(proofs)});"
            " [by vm_compute | reflexivity].",
        ]

    def _context(self, found: CoqCertificate, places: Mapping[str, str]) -> Iterator[str]:
        """What the tensors and letters of a certificate are."""
        tensors = [(t, *self.scope.known(t)) for t in found.tensors]
        written = "; ".join(
            f"@Ten R alphabets_ {gallina([self.scope.alphabets.index(a) for a in t.alphabets])}"
            f" {value}%R"
            for t, value, _ in tensors
        )
        yield f"pose tensors_ : seq (ten R alphabets_) := [:: {written}]."
        declared = reduce(
            lambda rest, proofs: f"(conj (And5 {' '.join(proofs)}) {rest})",
            [proofs for *_, proofs in reversed(tensors)],
            "I",
        )
        yield f"have dF_ : decls_ok declared_ tensors_ := {declared}."
        yield f"pose here_ : denv alphabets_ := {self._here(places)}."

    def _outcomes(self, found: CoqCertificate, goal: Polynomial) -> dict[str, str]:
        """The letters of a certificate that are outcomes of the claim."""
        free = [*(set(f.polynomial.free) - {*f.indices} for f in found.facts), {*goal.free}]
        return {
            gallina(numbers[i]): name
            for numbers, own in zip(found.numbers, free, strict=True)
            for i, name in self.scope.outcomes.items()
            if i in own
        }

    def _facts(
        self, found: CoqCertificate, places: dict[str, str]
    ) -> tuple[list[tuple[str, str]], str]:
        """The formulas that a certificate uses, each with its proof, and full support."""
        every, positive = list[tuple[str, str]](), "None"
        for fact, numbers in zip(found.facts, found.numbers, strict=False):
            full = self._full_support(fact)
            if full is not None:
                tensor, letter = full
                a, p = found.alphabets.index(letter.alphabet), found.tensors.index(tensor)
                positive = f"(Some ({a}, {2 * p + 2}, {gallina(numbers[letter])}))"
                continue
            source, own = self._giving(fact)
            for i, name in source.constants.items():
                if i in own and places.setdefault(gallina(numbers[own[i]]), name) != name:
                    raise Unsupported("one letter that stands for two")
            formula = self._formula(
                source.letters, source.expression, source.relation, own, numbers
            )
            names = self.scope.called(source.letters)
            every.append((formula, function(names, source.proof(names))))
        return every, positive

    def _giving(self, fact: Fact) -> tuple[CoqFact, Mapping[Index, Index]]:
        """The formula that gives a hypothesis; the theorem assumes what no measure gives."""
        for source in self.premises.sources:
            letters = (*source.letters, *source.constants)
            own = None
            if source.relation == fact.relation:
                own = placed(polynomial(source.expression), letters, fact.polynomial)
            if own is not None and {*fact.indices} <= {own.get(i) for i in source.letters}:
                return source, own
        whole = fact.polynomial * scale(fact.polynomial)
        constants = {*whole.free} - {*fact.indices} - self.scope.outcomes.keys()
        if constants or not self._is_plain(fact):
            raise Unsupported(f"a hypothesis that no premise gives: {fact.name}")
        said = self.scope.comparison(whole, fact.relation, fact.indices)
        held = self.scope.condition(said)
        word = {">=": "order_ok", ">": "strict_ok", "==": "equal_ok"}[fact.relation]
        less, more = sides(whole)
        source = CoqFact(
            fact.indices,
            more - less,
            fact.relation,
            lambda names: f"{word} ({' '.join((held, *names))})",
        )
        self.premises.sources.append(source)
        return source, {i: i for i in fact.indices}

    def _is_plain(self, fact: Fact) -> bool:
        """Whether lowering assumes it for another reason than what is said of a measure."""
        forms = (bound.form for bound in self.lowered[0].bounds)
        measured = {self.scope.own(p) for form in forms for p in _for_all_letters(form)}
        return fact.polynomial not in measured and any(
            self.scope.own(known.polynomial) == fact.polynomial
            and (known.indices, known.relation) == (fact.indices, fact.relation)
            for found in self.lowered
            for known in found.sequent.facts
        )

    def _ruling(self, rule: Rule) -> tuple[EventLaw, Mapping[Index, Index]]:
        for law in self.premises.laws:
            if law.event.name != rule.tensors[0].name or len(rule.premises) != 1:
                continue
            found = placed(polynomial(law.conclusion), law.letters, rule.conclusion.polynomial)
            if found is not None:
                return law, found
        raise Unsupported(f"a law that no premise gives: {rule.name}")

    def _full_support(self, fact: Fact) -> tuple[Tensor, Index] | None:
        """The prior that a certificate takes to have full support without loss of generality."""
        for found in self.lowered:
            for known in found.sequent.facts:
                origin = known.origin
                if known.name == fact.name and origin.kind == "support" and origin.tensor:
                    tensor = self.scope.tensors[origin.tensor.name]
                    (letter,) = fact.indices
                    if fact.polynomial == atom(tensor, letter):
                        return tensor, letter
        return None

    # ---- what is written ----

    def _term(
        self, e: Expression, own: Mapping[Index, Index], numbers: Mapping[Index, Data]
    ) -> tuple[str, dict[Index, str]]:
        """An expression with the letters of a certificate, and what they are called there."""
        shown = {i: gallina(numbers[j]) for i, j in own.items()}
        shown |= {i: gallina(n) for i, n in numbers.items() if i not in own.values()}
        order = [t.name for t in self.data[0].tensors]

        def letter(i: Index) -> str:
            if i not in shown:
                number = FIRST_BOUND + len(shown)
                shown[i] = f"({self.scope.alphabets.index(i.alphabet)}, {number})"
            return shown[i]

        def tensor(t: Tensor) -> int:
            if t.is_size:
                return 2 * self.scope.alphabets.index(t.counted) + 1
            return 2 * order.index(t.name) + 2

        return data(e, letter, tensor), shown

    def _formula(
        self,
        letters: Letters,
        shown: Expression,
        relation: str,
        own: Mapping[Index, Index],
        numbers: Mapping[Index, Data],
    ) -> str:
        """A formula for all of its letters."""
        written, names = self._term(shown, own, numbers)
        for k, i in enumerate(letters):
            alphabet = self.scope.alphabets.index(i.alphabet)
            names.setdefault(i, f"({alphabet}, {2 * FIRST_BOUND + k})")
        over = gallina([f"[:: {names[i]}]" for i in letters])
        return f"For {over} ({RELATIONS[relation]}, {written})"

    def _law(
        self, law: EventLaw, own: Mapping[Index, Index], numbers: Mapping[Index, Data]
    ) -> tuple[str, str]:
        """A law as data, and that it is obeyed."""
        condition, _ = self._term(law.condition, own, numbers)
        conclusion, names = self._term(law.conclusion, own, numbers)
        place = [t.name for t in self.data[0].tensors].index(law.event.name)
        given, letters = (
            [_at_environment(names[i]) for i in own] for own in (law.given, law.letters)
        )
        data = f"Law {2 * place + 2} [:: (Ge, {condition})] (Ge, {conclusion})"
        proof = (
            "fun f_ d_ k_ r_ _ => let '(And5 n_ _ u_ _ _) := d_ in"
            f" let dF_ := put_decls (D := declared_) (k := {place}) isT dF_ d_ in"
            f" most_ok dF_ isT {law.level.proofs} {law.proof(given, letters)}"
        )
        return data, proof

    def _here(self, places: Mapping[str, str]) -> str:
        """A letter of each alphabet, and those that are named."""
        every = self._padded([f"in_{a}_" for a in self.scope.alphabets], "tt")
        here = f"at5 {' '.join(every)}"
        for place, value in places.items():
            a, number = place.strip("()").split(", ")
            here = f"@dupd alphabets_ ({here}) {a} {number} {value}"
        return here

    def _definitions(self, k: int, data: CoqCertificate) -> Iterator[str]:
        """The data of one certificate; what is declared is the same for all of them."""
        for part, (kind, value) in data.parts.items():
            if k == 0 or part != "D":
                name = "declared_" if part == "D" else f"{part}{k}_"
                yield f"Definition {name} : {kind} := {gallina(value)}."

    @property
    def binders(self) -> str:
        """What the theorem quantifies."""
        types = " ".join(self.scope.alphabets)
        kinds = f" ({types} : finType)" if types else ""
        return " ".join((f"(R : realFieldType){kinds}", *self.scope.binders))

    @property
    def said(self) -> str:
        """What it says of them."""
        return f"({f' ->{chr(10)}  '.join((*self.scope.conditions, self.statement))})%R"

    @property
    def text(self) -> str:
        """The data, the theorem and its proof."""
        lines = [
            *(line for k, d in enumerate(self.data) for line in self._definitions(k, d)),
            f"Theorem holds {self.binders} :",
            f"  {self.said}.",
            "Proof.",
            *self.script,
            "Qed.",
            "",
        ]
        return "\n".join(lines)


def _for_all_letters(form: Form) -> Iterator[Polynomial]:
    """What the inequalities of a form are about, but for those of some letter."""
    match form:
        case Holds(polynomial):
            yield polynomial
        case Both(forms) | Either(forms):
            for inner in forms:
                yield from _for_all_letters(inner)
        case ForAll(_, inner) | ExistsTensor(_, inner) | ForAllTensor(_, _, inner):
            yield from _for_all_letters(inner)


def _at_environment(place: str) -> str:
    """The letter of that number, where a law is read."""
    return f"(r_ {' '.join(place.strip('()').split(', '))})"


def _list(name: str, count: int) -> str:
    return gallina([f"{name}{j}_" for j in range(count)])


def _conjunction(name: str, count: int) -> str:
    """Proofs of all of them."""
    return reduce(lambda rest, j: f"(conj {name}{j}_ok_ {rest})", reversed(range(count)), "I")
