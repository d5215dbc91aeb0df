"""A proof as a file for Coq: a theorem about the leakages themselves.

The theorem is written with the values of its measures, node by node, as in `proofs/coq/Values.v`:
the bounds that lowering assumes, and the bound that it concludes. Its proof gives Coq the data of
the certificates and, for each of their hypotheses, its proof from a premise. The premise is found
by comparing polynomials. Nothing here is trusted: Coq compares the text with the nodes, and checks
the proof.
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
    common_denominator,
    expression_data,
    matching_letters,
    sides,
    to_polynomial,
)
from pmlsym.coq.gallina import Data, escape_comment, gallina
from pmlsym.coq.level_facts import LevelFact, level_facts
from pmlsym.coq.premises import CoqFact, EventLaw, Premises
from pmlsym.coq.scope import Scope, lambda_text
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
"""The words of theorems and proofs, which no claim may use, like names that end in _ or '."""
FIRST_BOUND = 60


def proof_to_coq(proof: ProofFile) -> str:
    """The file for Coq of a saved proof: a theorem about the claim, or sequents without one.

    Raises Unsupported where sequents are needed and the program that prints them is missing.
    """
    try:
        written = theorem_text("claim", proof)
    except Unsupported as error:
        return sequents_for_coq(proof, str(error))
    return f"{PREAMBLE}\n{written}Print Assumptions claim.holds.\n"


def theorem_text(name: str, proof: ProofFile) -> str:
    """The theorem of Coq of that name, with its proof. Raises Unsupported at other claims.

    A claim with several comparisons has a theorem for each, and their conjunction.
    """
    full = " => ".join((*(f"({statement})" for statement in proof.assume), proof.text))
    claim = parse(full, lets=proof.lets)
    about = subjects(claim)
    _require_free_names(about)
    sequents = tuple(lowered_sequents(claim))
    if len(sequents) != len(proof.certificates):
        raise Unsupported("certificates that prove something else")
    pairs = zip(sequents, proof.certificates, strict=True)
    groups = groupby(pairs, key=lambda pair: _conclusion_key(pair[0]))
    parts = [_Theorem(about, [*group]) for _, group in groups]
    if len(parts) == 1:
        written = parts[0].text
    else:
        names = [f"part{k}_" for k in range(len(parts))]
        inner = [f"  Module {n}.\n{p.text}  End {n}.\n" for n, p in zip(names, parts, strict=True)]
        statement = " /\\\n  ".join(f"(forall {p.binders},\n  {p.statement_text})" for p in parts)
        *rest, last = (f"{n}.holds" for n in names)
        proved = reduce(lambda sequents, n: f"(conj {n} {sequents})", reversed(rest), last)
        written = f"{''.join(inner)}Theorem holds :\n  {statement}.\nProof. exact: {proved}. Qed.\n"
    return f"(* {escape_comment(full)} *)\nModule {name}.\n{written}End {name}.\n"


def _require_free_names(about: Subjects) -> None:
    """Raises Unsupported at names in a claim that Coq's theorems use for something else."""
    names = [*about.alphabets, *(t.name for t in about.tensors), *about.scalars, *about.outcomes]
    for name in names:
        if name in RESERVED or name.endswith("_") or names.count(name) > 1:
            raise Unsupported(f"the name {name}, which Coq has for something else")


def _conclusion_key(sequent_lowered: Lowered) -> tuple[int, int]:
    """The key of a theorem of Coq: the claim's branch, and the bound concluded in it."""
    concluded = [bound for bound in sequent_lowered.bounds if not bound.assumed]
    return id(sequent_lowered.branch), id(concluded[0]) if concluded else id(sequent_lowered)


class _Theorem:
    """One theorem, with the certificates of its conclusion.

    The constructor writes it: `prove_formula` takes the next certificate each time it is called,
    and the facts of certificates add premises and conditions to the scope, so that the order
    matters.
    """

    def __init__(self, about: Subjects, pairs: Sequence[tuple[Lowered, Certificate]]) -> None:
        self.lowered = [each for each, _ in pairs]
        self.certificates = [certificate for _, certificate in pairs]
        self.data = [to_data(c, self.certificates) for c in self.certificates]
        first = self.lowered[0]
        if first.case:
            raise Unsupported("a claim in cases of what is infinite")
        if len(self.data[0].alphabets) > ALPHABETS:
            raise Unsupported(f"more than {ALPHABETS} alphabets")
        self.scope = Scope(about, self.data[0].tensors, self.data[0].alphabets)
        known_facts = [k for k in level_facts(first) if k.tensor.name in self.scope.tensors]
        self._declare(known_facts)
        self.premises = Premises(self.scope)
        assumed = [bound for bound in first.bounds if bound.assumed]
        for each in self.lowered:
            if {id(bound) for bound in each.bounds} != {id(bound) for bound in first.bounds}:
                raise Unsupported("a premise in cases")
        for bound in first.bounds:
            value = bound.measure.value
            written = value.written if isinstance(value, Divergence) else value
            if bound.value not in (value, written):
                raise Unsupported(f"{bound.measure.text} under full support")
        assumption_of = {id(bound): self.premises.assume(bound) for bound in assumed}
        opening = [
            each.proof_line(self.scope, assumption_of[id(each.bound)]) for each in known_facts
        ]
        least = [each for each in known_facts if each.flag == "least"]
        self.premises.sources += [each.hypothesis(self.scope) for each in least]
        self.step = 0
        concluded = [bound for bound in first.bounds if not bound.assumed]
        goals = [certificate.sequent.goal for certificate in self.certificates]
        conclusion = Conclusion(self.premises, self.prove_formula, goals)
        if concluded:
            self.statement, script = conclusion.bound(concluded[0])
        else:
            self.statement, script = conclusion.compare(first.sequent.relation)
        if self.step != len(self.certificates):
            raise Unsupported("certificates that prove something else")
        assumptions = " ".join(f"said{k}_" for k in range(len(self.scope.conditions)))
        self.script = [
            *([f"move=> {assumptions}."] if assumptions else []),
            f"pose alphabets_ := five {' '.join(self._pad_to_five(self.scope.alphabets))}.",
            *opening,
            *self.scope.lemmas,
            *self.premises.opening,
            *script,
        ]

    def _pad_to_five(self, alphabets: Sequence[str], blank: str = "[finType of unit]") -> list[str]:
        """The alphabets, filled up to the fixed number that Coq expects."""
        return [*alphabets, *[blank] * (ALPHABETS - len(alphabets))]

    def _declare(self, levels: Sequence[LevelFact]) -> None:
        """Declare in Coq tensors of the claim, quotients, numbers and levels."""
        scope = self.scope
        lowered_tensors = {t.name: t for each in self.lowered for t in each.sequent.tensors}
        for tensor in scope.tensors.values():
            lowered_ = lowered_tensors.get(tensor.name)
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
            proofs_of_flags = {each.flag: each.name for each in levels if each.tensor == lowered_}
            scope.declare(tensor, name, proofs_of_flags)

    # ---- one certificate ----

    def prove_formula(self, letters: Letters, e: Expression, relation: str = ">=") -> list[str]:
        """The lines of Coq that prove a formula by the next certificate, as h_."""
        if self.step == len(self.certificates):
            raise Unsupported("certificates that prove something else")
        k, certificate, data = self.step, self.certificates[self.step], self.data[self.step]
        self.step += 1
        goal = certificate.sequent.goal
        letter_names = matching_letters(to_polynomial(e), letters, goal)
        if letter_names is None or relation != certificate.sequent.relation:
            raise Unsupported("the goal of a certificate is another one")
        target = self._formula_text(letters, e, relation, letter_names, data.numbers[-1])
        places = self._outcome_letters(data, goal)
        facts, positive = self._facts_and_support(data, places)
        laws = [
            self._law_and_proof(law, names, numbers)
            for rule, numbers in zip(data.rules, data.rule_numbers, strict=True)
            for law, names in [self._event_law_of(rule)]
        ]
        lines = [*self._context_lines(data, places)]
        for name, kind, formulas in (("f", "true_of", facts), ("l", "law_true declared_", laws)):
            for j, (formula, proof) in enumerate(formulas):
                nothing = "" if kind == "true_of" else " [::]"
                lines += [
                    f"pose {name}{j}_ := {formula}.",
                    f"have {name}{j}_ok_ : {kind} tensors_{nothing} here_ {name}{j}_ := {proof}.",
                ]
        certified = f"(Certified C{k}_ A{k}_ S{k}_ goal{k}_ p{k}_ {positive})"
        proofs = (_conjunction_of_proofs("f", len(facts)), _conjunction_of_proofs("l", len(laws)))
        return [
            *lines,
            f"have h_ : true_of tensors_ here_ ({target}).",
            f"  refine (@proved _ _ tensors_ here_ declared_ _ {_list_of_names('f', len(facts))}"
            f" {_list_of_names('l', len(laws))} {certified} _ _ dF_ {' '.join(proofs)});"
            " [by vm_compute | reflexivity].",
        ]

    def _context_lines(self, data: CoqCertificate, places: Mapping[str, str]) -> Iterator[str]:
        """The lines of Coq that give a certificate's tensors and letters their values."""
        tensors = [(t, *self.scope.value_and_proofs(t)) for t in data.tensors]
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
        yield f"pose here_ : denv alphabets_ := {self._environment(places)}."

    def _outcome_letters(self, data: CoqCertificate, goal: Polynomial) -> dict[str, str]:
        """The letters of Coq's certificate that are outcomes of the claim, named."""
        free = [*(set(f.polynomial.free) - {*f.indices} for f in data.facts), {*goal.free}]
        return {
            gallina(numbers[i]): name
            for numbers, free_letters in zip(data.numbers, free, strict=True)
            for i, name in self.scope.outcomes.items()
            if i in free_letters
        }

    def _facts_and_support(
        self, data: CoqCertificate, places: dict[str, str]
    ) -> tuple[list[tuple[str, str]], str]:
        """The formulas that Coq's certificate uses, each with its proof, and full support."""
        facts, support = list[tuple[str, str]](), "None"
        for fact, numbers in zip(data.facts, data.numbers, strict=False):
            support_of = self._full_support(fact)
            if support_of is not None:
                tensor, letter = support_of
                a, p = data.alphabets.index(letter.alphabet), data.tensors.index(tensor)
                support = f"(Some ({a}, {2 * p + 2}, {gallina(numbers[letter])}))"
                continue
            source, images = self._source_of(fact)
            for i, name in source.constants.items():
                if i in images and places.setdefault(gallina(numbers[images[i]]), name) != name:
                    raise Unsupported("one letter that stands for two")
            formula = self._formula_text(
                source.letters, source.expression, source.relation, images, numbers
            )
            names = self.scope.new_names(source.letters)
            facts.append((formula, lambda_text(names, source.proof(names))))
        return facts, support

    def _source_of(self, fact: Fact) -> tuple[CoqFact, Mapping[Index, Index]]:
        """The premise of Coq that gives a hypothesis; without one it is assumed."""
        for source in self.premises.sources:
            letters = (*source.letters, *source.constants)
            names = None
            if source.relation == fact.relation:
                names = matching_letters(to_polynomial(source.expression), letters, fact.polynomial)
            if names is not None and {*fact.indices} <= {names.get(i) for i in source.letters}:
                return source, names
        whole = fact.polynomial * common_denominator(fact.polynomial)
        constants = {*whole.free} - {*fact.indices} - self.scope.outcomes.keys()
        if constants or not self._is_assumed_by_lowering(fact):
            raise Unsupported(f"a hypothesis that no premise gives: {fact.name}")
        statement = self.scope.comparison_text(whole, fact.relation, fact.indices)
        assumption = self.scope.add_condition(statement)
        word = {">=": "order_ok", ">": "strict_ok", "==": "equal_ok"}[fact.relation]
        less, more = sides(whole)
        source = CoqFact(
            fact.indices,
            more - less,
            fact.relation,
            lambda names: f"{word} ({' '.join((assumption, *names))})",
        )
        self.premises.sources.append(source)
        return source, {i: i for i in fact.indices}

    def _is_assumed_by_lowering(self, fact: Fact) -> bool:
        """Whether lowering, not a measure's bound, assumes the fact for Coq."""
        forms = (bound.form for bound in self.lowered[0].bounds)
        measured = {self.scope.declared_form(p) for f in forms for p in _polynomials_of(f)}
        return fact.polynomial not in measured and any(
            self.scope.declared_form(assumed_fact.polynomial) == fact.polynomial
            and (assumed_fact.indices, assumed_fact.relation) == (fact.indices, fact.relation)
            for each in self.lowered
            for assumed_fact in each.sequent.facts
        )

    def _event_law_of(self, rule: Rule) -> tuple[EventLaw, Mapping[Index, Index]]:
        """The premise of Coq that gives a certificate's rule, and its letters' names."""
        for law in self.premises.laws:
            if law.event.name != rule.tensors[0].name or len(rule.premises) != 1:
                continue
            names = matching_letters(
                to_polynomial(law.conclusion), law.letters, rule.conclusion.polynomial
            )
            if names is not None:
                return law, names
        raise Unsupported(f"a law that no premise gives: {rule.name}")

    def _full_support(self, fact: Fact) -> tuple[Tensor, Index] | None:
        """The prior that Coq's certificate may take to have full support."""
        for each in self.lowered:
            for fact_lowered in each.sequent.facts:
                origin = fact_lowered.origin
                if fact_lowered.name == fact.name and origin.kind == "support" and origin.tensor:
                    tensor = self.scope.tensors[origin.tensor.name]
                    (letter,) = fact.indices
                    if fact.polynomial == atom(tensor, letter):
                        return tensor, letter
        return None

    # ---- what is written ----

    def _term_and_names(
        self, e: Expression, letter_names: Mapping[Index, Index], numbers: Mapping[Index, Data]
    ) -> tuple[str, dict[Index, str]]:
        """An expression as Coq's term in a certificate's letters, and their names."""
        names = {i: gallina(numbers[j]) for i, j in letter_names.items()}
        names |= {i: gallina(n) for i, n in numbers.items() if i not in letter_names.values()}
        order = [t.name for t in self.data[0].tensors]

        def letter(i: Index) -> str:
            """The number in Coq of a letter, a new one if it has none yet."""
            if i not in names:
                number = FIRST_BOUND + len(names)
                names[i] = f"({self.scope.alphabets.index(i.alphabet)}, {number})"
            return names[i]

        def tensor(t: Tensor) -> int:
            """The number in Coq of a tensor of the certificate."""
            if t.is_size:
                return 2 * self.scope.alphabets.index(t.counted) + 1
            return 2 * order.index(t.name) + 2

        return expression_data(e, letter, tensor), names

    def _formula_text(
        self,
        letters: Letters,
        expression: Expression,
        relation: str,
        letter_names: Mapping[Index, Index],
        numbers: Mapping[Index, Data],
    ) -> str:
        """The data for Coq of a formula for all of its letters."""
        written, names = self._term_and_names(expression, letter_names, numbers)
        for k, i in enumerate(letters):
            alphabet = self.scope.alphabets.index(i.alphabet)
            names.setdefault(i, f"({alphabet}, {2 * FIRST_BOUND + k})")
        over = gallina([f"[:: {names[i]}]" for i in letters])
        return f"For {over} ({RELATIONS[relation]}, {written})"

    def _law_and_proof(
        self, law: EventLaw, letter_names: Mapping[Index, Index], numbers: Mapping[Index, Data]
    ) -> tuple[str, str]:
        """A law as data for Coq, and Coq's proof that it holds."""
        condition, _ = self._term_and_names(law.condition, letter_names, numbers)
        conclusion, names = self._term_and_names(law.conclusion, letter_names, numbers)
        position = [t.name for t in self.data[0].tensors].index(law.event.name)
        event_names, letters = (
            [_letter_in_law(names[i]) for i in letters] for letters in (law.given, law.letters)
        )
        text = f"Law {2 * position + 2} [:: (Ge, {condition})] (Ge, {conclusion})"
        proof = (
            "fun f_ d_ k_ r_ _ => let '(And5 n_ _ u_ _ _) := d_ in"
            f" let dF_ := put_decls (D := declared_) (k := {position}) isT dF_ d_ in"
            f" most_ok dF_ isT {law.level.proofs} {law.proof(event_names, letters)}"
        )
        return text, proof

    def _environment(self, places: Mapping[str, str]) -> str:
        """The environment in Coq: a letter of each alphabet, and letters with names."""
        values = self._pad_to_five([f"in_{a}_" for a in self.scope.alphabets], "tt")
        environment = f"at5 {' '.join(values)}"
        for letter, value in places.items():
            a, number = letter.strip("()").split(", ")
            environment = f"@dupd alphabets_ ({environment}) {a} {number} {value}"
        return environment

    def _definition_lines(self, k: int, certificate_data: CoqCertificate) -> Iterator[str]:
        """The definitions in Coq of one certificate's data; declarations are shared."""
        for part, (kind, value) in certificate_data.parts.items():
            if k == 0 or part != "D":
                name = "declared_" if part == "D" else f"{part}{k}_"
                yield f"Definition {name} : {kind} := {gallina(value)}."

    @property
    def binders(self) -> str:
        """The variables of Coq's theorem, with their types."""
        types = " ".join(self.scope.alphabets)
        kinds = f" ({types} : finType)" if types else ""
        return " ".join((f"(R : realFieldType){kinds}", *self.scope.binders))

    @property
    def statement_text(self) -> str:
        """The conditions and the conclusion of Coq's theorem."""
        return f"({f' ->{chr(10)}  '.join((*self.scope.conditions, self.statement))})%R"

    @property
    def text(self) -> str:
        """The data, the theorem and its proof as text for Coq."""
        lines = [
            *(line for k, d in enumerate(self.data) for line in self._definition_lines(k, d)),
            f"Theorem holds {self.binders} :",
            f"  {self.statement_text}.",
            "Proof.",
            *self.script,
            "Qed.",
            "",
        ]
        return "\n".join(lines)


def _polynomials_of(form: Form) -> Iterator[Polynomial]:
    """The polynomials of a form's inequalities, without quantifiers, to match Coq's facts."""
    match form:
        case Holds(polynomial):
            yield polynomial
        case Both(forms) | Either(forms):
            for inner in forms:
                yield from _polynomials_of(inner)
        case ForAll(_, inner) | ExistsTensor(_, inner) | ForAllTensor(_, _, inner):
            yield from _polynomials_of(inner)


def _letter_in_law(letter: str) -> str:
    """The letter of that number in Coq's environment of a law."""
    return f"(r_ {' '.join(letter.strip('()').split(', '))})"


def _list_of_names(name: str, count: int) -> str:
    """The list in Coq of that many numbered names."""
    return gallina([f"{name}{j}_" for j in range(count)])


def _conjunction_of_proofs(name: str, count: int) -> str:
    """The conjunction in Coq of the proofs of that many formulas."""
    return reduce(lambda rest, j: f"(conj {name}{j}_ok_ {rest})", reversed(range(count)), "I")
