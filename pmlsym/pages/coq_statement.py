"""A proof as a file for Coq: a theorem about the leakages themselves.

The theorem is written with the definitions of `proofs/coq/Pml.v`; its proof gives Coq the claim in
letters, as `proofs/coq/Lowering.v` lowers it, and the data of the certificates. Which formula of
the claim is which hypothesis of a certificate is found by comparing polynomials. Nothing here is
trusted: Coq compares what is written with the definitions and lowers it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.question import parse
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.errors import Unsupported
from pmlsym.evidence.certificate import Certificate, Indicate, every_step
from pmlsym.evidence.certificate_file import ProofFile
from pmlsym.evidence.coq_export import CoqCertificate, to_data
from pmlsym.evidence.coq_file import coq_file
from pmlsym.evidence.coq_text import Data, comment, gallina
from pmlsym.language.expression import trees
from pmlsym.language.fold import walk
from pmlsym.language.syntax import Source, Syntax
from pmlsym.pages.coq_claim import ClaimReader, Direction, directions
from pmlsym.pages.coq_expression import CoqNumber, Sub, Writer, placed
from pmlsym.pages.coq_measure import CoqMeasure
from pmlsym.pages.coq_premises import CONTEXT, Premises, measure_text
from pmlsym.pages.coq_terms import Terms, pair
from pmlsym.pages.coq_witness import Conclusion

PREAMBLE = """From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Pml Levels Sums Claims.
From Pmlsym Require Import Lowering Statement.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.
Local Open Scope nat_scope.
"""
ALPHABETS = 5
RESERVED = frozenset(
    """R Prop Set SProp Type fun forall exists exists2 let in if then else match with end as return
    at fix cofix for is of using where by
    dist chan finType realFieldType unit tt out cascade compose next pml pml_max cpml cpml_max
    costleak lip ldi ldp ldp_of guess guess_after gain gain_after entry_leak pmin le_ext some row
    tail tail_given worst_tail maxleak maxleak_of tv eml_le eml_given_le maxinfo_le
    Add At Certified Cond CondAt Cost Eq For Ge Gt Law Ldi Leak LeakAt Level Lip Local LocalOf Most
    Mul None Num Posz Negz Quotient Ruled Some Stated Sub Sum Ten Through Top
    dp_le dp_first dp_second entry_given entry_given_from
    above apart_ge0 apart_gt0 at5 card_ge1 choice choice_of choice_of_attains choice_of_unit
    conclude conj deduce denv dupd eml_from eml_ge1 eml_given_ge1 eml_given_says eml_pair_from
    eml_says eml_through every exceeds exceeds_given exceeds_given_guard exceeds_given_mass
    exceeds_guard exceeds_mass exceeds_through exceeds_worst_mass five holds likeliest
    likeliest_attains likeliest_gt0 lookup maxinfo_from next_defined none_ge0
    peak peak_ge peak_of peak_of_ge peak_of_total peak_through peak_total quantified rarest
    rarest_attains rarest_below rarest_gt0 scaled_from seq subr_ge0 subr_gt0 tail_from
    tail_pair_from ten true_of value_at_most value_at_most_quotient value_at_most_times
    """.split()  # noqa: SIM905
)
"""Words that a theorem and its proof are written with; whatever ends with _ is one too."""
FIRST_BOUND = 60
MOST_FORMULAS = 3
"""No conclusion is lowered to more."""


def proof_to_coq(proof: ProofFile) -> str:
    """The file of a saved proof: a theorem, or where Coq has none for the claim its sequents."""
    try:
        written = theorem("claim", proof)
    except Unsupported as error:
        return coq_file(proof.text, proof.certificates, str(error))
    return f"{PREAMBLE}\n{written}Print Assumptions claim.holds.\n"


def theorem(name: str, proof: ProofFile) -> str:
    """The theorem of that name, with its proof. Raises Unsupported where Coq has no such claim.

    A claim that compares several times is a theorem for each, and their conjunction.
    """
    full = " => ".join((*(f"({said})" for said in proof.assume), proof.text))
    about = subjects(parse(full, lets=proof.lets))
    _require_free(about)
    premises, tree = [Source(said).tree() for said in proof.assume], Source(proof.text).tree()
    while tree.data == "implies":
        premise, tree = trees(tree)
        premises.append(premise)
    parts = tuple(_parts(about, premises, directions(tree), proof.certificates))
    if len(parts) == 1:
        written = parts[0].text()
    else:
        names = [f"part{k}_" for k in range(len(parts))]
        inner = [
            f"  Module {n}.\n{p.text()}  End {n}.\n" for n, p in zip(names, parts, strict=True)
        ]
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


def _parts(
    about: Subjects,
    premises: Sequence[Syntax],
    said: Sequence[Direction],
    certificates: Sequence[Certificate],
) -> Iterator[_Part]:
    """Each comparison with the certificates that are its own, in order."""
    if len(said) == 1:
        yield _Part(about, premises, said[0], tuple(certificates))
        return
    for count in range(1, MOST_FORMULAS + 1):
        own, rest = tuple(certificates[:count]), certificates[count:]
        try:
            first = _Part(about, premises, said[0], own)
            others = tuple(_parts(about, premises, said[1:], rest))
        except Unsupported as error:
            failed = error
            continue
        yield first
        yield from others
        return
    raise failed


class _Part:
    """One comparison on its way to Coq."""

    def __init__(
        self,
        about: Subjects,
        premises: Sequence[Syntax],
        said: Direction,
        certificates: tuple[Certificate, ...],
    ) -> None:
        if not certificates:
            raise Unsupported("certificates that prove something else")
        self.certificates = certificates
        self.data = [to_data(c, certificates) for c in certificates]
        if len(self.data[0].alphabets) > ALPHABETS:
            raise Unsupported(f"more than {ALPHABETS} alphabets")
        tensors = {t.name: t for t in self.data[0].tensors}
        self.terms = Terms(about, tensors, self.data[0].alphabets)
        self.premises = Premises(self.terms, certificates)
        reader = ClaimReader(self.premises)
        for premise in premises:
            reader.assume(premise)
        self.facts, self.laws, self.places = 0, 0, dict[str, str]()
        found = reader.conclude(said)
        if isinstance(found, Conclusion):
            self._deduce(found)
        else:
            self._conclude(*found)

    def _deduce(self, found: Conclusion) -> None:
        """From formulas, by a theorem of Sums.v."""
        self.certificates = self.certificates[found.unneeded :]
        self.data = self.data[found.unneeded :]
        if len(found.goals) != len(self.certificates):
            raise Unsupported("certificates that prove something else")
        goals = []
        for goal, certificate, data in zip(found.goals, self.certificates, self.data, strict=True):
            if goal.relation != certificate.sequent.relation:
                raise Unsupported("the goal of a certificate is another one")
            own = placed(goal, certificate.sequent.goal)
            if own is None:
                raise Unsupported("the goal of a certificate is another one")
            goals.append(self._named(own, data.numbers[-1]).formula(goal))
        self.statement, self.opening = found.statement, found.opening
        self.closing = found.closing
        names = " ".join(f"[h{k}_" for k in range(len(goals)))
        self.claimed = (
            f"pose goals_ : seq quantified := [:: {(';' + chr(10) + '  ').join(goals)}].\n"
            f"have {names} _{']' * len(goals)} : every (true_of tensors_ here_) goals_.\n"
            f"  by_formulas (@deduce {CONTEXT} goals_"
        )
        self._case_all()

    def _conclude(self, measure: CoqMeasure, level: CoqNumber) -> None:
        """That a measure of `Claims.v` is at most a level."""
        if any(isinstance(e, Sub) for e in walk(level.top)):
            self.terms.condition(f"0 <= {self.premises.number_text(level.top)}")
        if measure.defines:
            self.premises.define(measure)
        if len(measure.forms) != len(self.certificates):
            raise Unsupported("certificates that prove something else")
        number, shown = self.premises.ratio(level), self._writer({})
        goal_level = f"(Level {shown(level.top)} {shown(level.bottom)} ({number})%R)"
        claimed = f"{measure_text(measure, self._goal_writer(measure, level))}\n  {goal_level}"
        self.statement, self.opening, self.closing = measure.bound(number), "", ""
        self.claimed = f"by_certificates (@conclude {CONTEXT}\n  {claimed}"
        self._case_all()

    def _goal_writer(self, measure: CoqMeasure, level: CoqNumber) -> Writer:
        """The letters of the goals of the certificates."""
        names: dict[Index, str] = {}
        for form, certificate, data in zip(
            measure.forms, self.certificates, self.data, strict=True
        ):
            goal, numbers = certificate.sequent.goal, data.numbers[-1]
            found = placed(form.at(level), goal)
            if found is None:
                raise Unsupported("the goal of a certificate is another one")
            names |= {i: gallina(numbers[j]) for i, j in found.items()}
            names |= {i: gallina(n) for i, n in numbers.items() if i not in found.values()}
        return self._writer(names)

    def _named(self, own: Mapping[Index, Index], numbers: Mapping[Index, Data]) -> Writer:
        """A writer with the letters of a certificate for those of a formula."""
        shown = {i: gallina(numbers[j]) for i, j in own.items()}
        shown |= {i: gallina(n) for i, n in numbers.items() if i not in own.values()}
        for i, place in shown.items():
            value = self.terms.constants.get(i)
            if value is not None and self.places.setdefault(place, value) != value:
                raise Unsupported("one letter that stands for two")
        return self._writer(shown)

    def _writer(self, names: Mapping[Index, str]) -> Writer:
        known: dict[Index, str] = dict(names)

        def letter(i: Index) -> str:
            if i not in known:
                number = FIRST_BOUND + len(known)
                known[i] = f"({self.data[0].alphabets.index(i.alphabet)}, {number})"
            return known[i]

        order = [t.name for t in self.data[0].tensors]

        def tensor(t: Tensor) -> int:
            if t.is_size:
                return 2 * self.data[0].alphabets.index(t.counted) + 1
            return 2 * order.index(t.name) + 2

        return Writer(letter, tensor)

    def _case_all(self) -> None:
        """The premises that the certificates use, and their records."""
        self.used, self.cases = list[str](), list[str]()
        for k, data in enumerate(self.data):
            self._case(k, data)

    def _case(self, k: int, data: CoqCertificate) -> None:
        chosen, ruling, positive = [], [], "None"
        for fact, numbers in zip(data.facts, data.numbers, strict=False):
            full = self._full_support(fact)
            if full is not None and not self.premises.gives(fact):
                tensor, letter = full
                a, p = data.alphabets.index(letter.alphabet), data.tensors.index(tensor)
                positive = f"(Some ({a}, {2 * p + 2}, {gallina(numbers[letter])}))"
                continue
            premise, place, names = self.premises.of(fact)
            self.used.append(premise.text(self._named(names, numbers)))
            chosen.append(self.facts + place)
            self.facts += len(premise.forms)
        for schema, numbers in zip(data.rules, data.rule_numbers, strict=True):
            premise, names = self.premises.law_of(schema)
            self.used.append(premise.text(self._named(names, numbers)))
            ruling.append(self.laws)
            self.laws += 1
        parts = " ".join(f"{part}{k}_" for part in ("C", "A", "S", "goal", "p"))
        self.cases.append(f"Certified {parts} {gallina([*chosen])} {gallina([*ruling])} {positive}")

    def _full_support(self, fact: Fact) -> tuple[Tensor, Index] | None:
        p: Polynomial = fact.polynomial
        if fact.relation != ">" or not fact.indices:
            return None
        for tensor in self.terms.subjects.values():
            for letter in p.free:
                if (letter.alphabet,) == tensor.alphabets and p == atom(tensor, letter):
                    return tensor, letter
        return None

    def _definitions(self, k: int, data: CoqCertificate) -> str:
        """The data of one certificate; what is declared is the same for all of them."""
        names = {part: f"{part}{k}_" for part in ("C", "A", "S", "goal", "p")}
        if k == 0:
            names["D"] = "declared_"
        return "\n".join(
            f"Definition {names[part]} : {kind} := {gallina(value)}."
            for part, (kind, value) in data.parts.items()
            if part in names
        )

    def _value(self, tensor: Tensor) -> str:
        """What a tensor is; an indicator that a step introduces may be anything before."""
        if tensor in self.terms.values:
            return self.terms.values[tensor]
        steps = (s for c in self.certificates for s in every_step(c.steps))
        if any(isinstance(s, Indicate) and s.indicator == tensor for s in steps):
            return f"fun {' '.join('_' for _ in tensor.alphabets)} => 0"
        raise Unsupported(f"no value of {tensor}")

    def _here(self) -> str:
        """A letter of each alphabet; where no distribution gives one, the theorem assumes it."""
        found = {a: y for y, a in self.terms.about.outcomes.items()}
        given = [t for t in self.terms.subjects.values() if t.stochastic]
        for _ in self.data[0].alphabets:
            for t in given:
                inputs = t.alphabets[: len(t.alphabets) - len(t.stochastic)]
                outputs = t.alphabets[len(inputs) :]
                if all(a in found for a in inputs):
                    own = [found[a] for a in inputs]
                    row = f"(row {t.name} {pair(own)})" if inputs else t.name
                    for k, a in enumerate(outputs):
                        place = f".{k + 1}" if len(outputs) > 1 else ""
                        found.setdefault(a, f"(some {row}){place}")
            for a in self.data[0].alphabets:
                if a not in found and all(
                    a not in t.alphabets[len(t.alphabets) - len(t.stochastic) :] for t in given
                ):
                    found[a] = f"some_{a}_"
                    self.terms.binders.append(f"(some_{a}_ : {a})")
        every = [found[a] for a in self.data[0].alphabets]
        here = "at5 " + " ".join([*every, *["tt"] * (ALPHABETS - len(every))])
        for place, value in self.places.items():
            a, number = place.strip("()").split(", ")
            here = f"@dupd alphabets_ ({here}) {a} {number} ({value})"
        return here

    @property
    def binders(self) -> str:
        """What the theorem quantifies."""
        types = " ".join(self.data[0].alphabets)
        return " ".join((f"(R : realFieldType) ({types} : finType)", *self.terms.binders))

    @property
    def said(self) -> str:
        """What it says of them."""
        return f"({f' ->{chr(10)}  '.join((*self.terms.conditions, self.statement))})%R"

    def text(self) -> str:
        """The data, the theorem and its proof."""
        alphabets, here = self.data[0].alphabets, self._here()
        family = [*alphabets, *["[finType of unit]"] * (ALPHABETS - len(alphabets))]
        tensors = []
        for tensor in self.data[0].tensors:
            own = "; ".join(str(alphabets.index(a)) for a in tensor.alphabets)
            tensors.append(f"@Ten R alphabets_ [:: {own}] ({self._value(tensor)})%R")
        held = " ".join(f"c{k}_" for k in range(len(self.terms.conditions)))
        opening = [f"move=> {held}."] * bool(held) + [self.opening] * bool(self.opening)
        lines = [
            *(self._definitions(k, d) for k, d in enumerate(self.data)),
            f"Theorem holds {self.binders} :",
            f"  {self.said}.",
            "Proof.",
            *opening,
            f"pose alphabets_ := five {' '.join(family)}.",
            f"pose tensors_ : seq (ten R alphabets_) := [:: {'; '.join(tensors)}].",
            f"pose here_ : denv alphabets_ := {here}.",
            f"{self.claimed}\n  [:: {(';' + chr(10) + '     ').join(self.used)}]",
            f"  {gallina([*self.cases])}).",
            *([self.closing] if self.closing else []),
            "Qed.",
            "",
        ]
        return "\n".join(lines)
