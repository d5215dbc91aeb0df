"""A claim and its certificates as a theorem of Coq about the leakages themselves.

The theorem is written with the definitions of `proofs/coq/Pml.v`; its proof gives Coq the claim in
letters, as `proofs/coq/Lowering.v` lowers it, and the data of the certificates. Which formula of
the claim is which hypothesis of a certificate is found by comparing polynomials. Nothing here is
trusted: Coq compares what is written with the definitions and lowers it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.parsing import parse
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.errors import Unsupported
from pmlsym.evidence.certificate_file import ProofFile
from pmlsym.evidence.coq_export import CoqCertificate, to_data
from pmlsym.evidence.coq_text import comment, gallina
from pmlsym.language.expression import trees
from pmlsym.language.fold import walk
from pmlsym.language.syntax import Source
from pmlsym.report.coq_expression import Number, Sub, Writer, placed
from pmlsym.report.coq_measure import CoqMeasure
from pmlsym.report.coq_premises import Premises, measure_text
from pmlsym.report.coq_terms import Terms, pair

PREAMBLE = """From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Pml Levels Claims Lowering.
From Pmlsym Require Import Statement.
Local Open Scope ring_scope.
Local Open Scope nat_scope.
"""
ALPHABETS = 5
RESERVED = frozenset(
    """R Prop Set Type fun forall exists let in if then else match with end as return at fix cofix
    dist chan finType unit out cascade compose next pml pml_max cpml cpml_max costleak lip ldi ldp
    ldp_of guess guess_after gain gain_after entry_leak pmin le_ext some row tt by where""".split()  # noqa: SIM905
)
"""Words that a theorem cannot use for anything else."""
FIRST_BOUND = 60


def theorem(name: str, proof: ProofFile) -> str:
    """The theorem of that name, with its proof. Raises Unsupported where Coq has no such claim."""
    return _Theorem(name, proof).text()


def _require_free(about: Subjects) -> None:
    """Refuse names that the theorem has for something else."""
    names = [*about.alphabets, *(t.name for t in about.tensors), *about.scalars, *about.outcomes]
    for name in names:
        if name in RESERVED or name.endswith("_"):
            raise Unsupported(f"the name {name}, which Coq has for something else")


class _Theorem:
    """One claim on its way to Coq."""

    def __init__(self, name: str, proof: ProofFile) -> None:
        self.name, self.proof = name, proof
        if proof.assume:
            raise Unsupported("assumptions apart from the claim")
        self.certificates = proof.certificates
        self.data = [to_data(c, self.certificates) for c in self.certificates]
        if len(self.data[0].alphabets) > ALPHABETS:
            raise Unsupported(f"more than {ALPHABETS} alphabets")
        about = subjects(parse(proof.text, lets=proof.lets))
        _require_free(about)
        self.terms = Terms(about, {t.name: t for t in self.data[0].tensors})
        self.premises = Premises(self.terms, self.certificates)
        self.offset = 0

    def text(self) -> str:
        """The module with the data, the theorem and its proof."""
        tree = Source(self.proof.text).tree()
        while tree.data == "implies":
            premise, tree = trees(tree)
            self.premises.assume(premise)
        if tree.data != "comparison":
            raise Unsupported(f"a claim that is a {tree.data}")
        measure, level, _, _ = self.premises.compare(tree)
        if measure is None:
            raise Unsupported("a claim about numbers alone")
        if any(isinstance(e, Sub) for e in walk(level.top)):
            self.terms.conditions.append(f"0 <= {self.premises.number_text(level.top)}")
        if measure.defines:
            self.premises.define(measure)
        if len(measure.forms) != len(self.certificates):
            raise Unsupported("certificates that prove something else")
        number, shown = self.premises.ratio(level), self._writer({})
        goal_level = f"(Level {shown(level.top)} {shown(level.bottom)} ({number})%R)"
        premises: list[str] = []
        cases: list[str] = []
        for k, data in enumerate(self.data):
            own, case = self._case(k, data)
            premises += own
            cases.append(case)
        claimed = f"{measure_text(measure, self._goal_writer(measure, level))}\n  {goal_level}"
        return self._written(measure.bound(number), claimed, premises, cases)

    def _goal_writer(self, measure: CoqMeasure, level: Number) -> Writer:
        """The letters of the goals of the certificates."""
        names: dict[Index, str] = {}
        for form, certificate, data in zip(
            measure.forms, self.certificates, self.data, strict=True
        ):
            goal, numbers = certificate.sequent.goal, data.numbers[-1]
            found = placed(form.at(level.top, level.bottom), form.letters, goal)
            if found is None:
                raise Unsupported("the goal of a certificate is another one")
            names |= {i: gallina(numbers[j]) for i, j in found.items()}
            names |= {i: gallina(n) for i, n in numbers.items() if i not in found.values()}
        return self._writer(names)

    def _writer(self, names: Mapping[Index, str]) -> Writer:
        known: dict[Index, str] = dict(names)

        def letter(i: Index) -> str:
            if i not in known:
                number = FIRST_BOUND + len(known)
                known[i] = f"({self.data[0].alphabets.index(i.alphabet)}, {number})"
            return known[i]

        order = [t.name for t in self.data[0].tensors]
        return Writer(letter, lambda t: 2 * order.index(t.name) + 2)

    def _case(self, k: int, data: CoqCertificate) -> tuple[list[str], str]:
        """The premises that one certificate uses, and its record."""
        premises, chosen, positive = [], [], "None"
        offset = self.offset
        for fact, numbers in zip(data.facts, data.numbers, strict=False):
            full = self._full_support(fact.polynomial) if fact.relation == ">" else None
            if full is not None:
                tensor, letter = full
                a, p = data.alphabets.index(letter.alphabet), data.tensors.index(tensor)
                positive = f"(Some ({a}, {2 * p + 2}, {gallina(numbers[letter])}))"
                continue
            premise, place, names = self.premises.of(fact.polynomial, fact.relation)
            shown = {i: gallina(numbers[j]) for i, j in names.items()}
            shown |= {i: gallina(n) for i, n in numbers.items() if i not in names.values()}
            premises.append(premise.text(self._writer(shown)))
            chosen.append(offset + place)
            offset += len(premise.forms)
        self.offset = offset
        parts = " ".join(f"{part}_{k}" for part in ("C", "A", "goal", "p"))
        indices = "[:: " + "; ".join(map(str, chosen)) + "]" if chosen else "[::]"
        return premises, f"Certified {parts} {indices} {positive}"

    def _full_support(self, p: Polynomial) -> tuple[Tensor, Index] | None:
        for tensor in self.terms.subjects.values():
            for letter in p.free:
                if (letter.alphabet,) == tensor.alphabets and p == atom(tensor, letter):
                    return tensor, letter
        return None

    def _definitions(self, k: int, data: CoqCertificate) -> str:
        """The data of one certificate; what is declared is the same for all of them."""
        names = {part: f"{part}_{k}" for part in ("C", "A", "goal", "p")}
        if k == 0:
            names["D"] = "declared_"
        return "\n".join(
            f"Definition {names[part]} : {kind} := {gallina(value)}."
            for part, (kind, value) in data.parts.items()
            if part in names
        )

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
        return "at5 " + " ".join([*every, *["tt"] * (ALPHABETS - len(every))])

    def _written(
        self,
        conclusion: str,
        claimed: str,
        premises: Sequence[str],
        cases: Sequence[str],
    ) -> str:
        """The module."""
        alphabets = self.data[0].alphabets
        here = self._here()
        family = [*alphabets, *["[finType of unit]"] * (ALPHABETS - len(alphabets))]
        tensors = []
        for tensor in self.data[0].tensors:
            if tensor not in self.terms.values:
                raise Unsupported(f"no value of {tensor}")
            own = "; ".join(str(alphabets.index(a)) for a in tensor.alphabets)
            tensors.append(f"@Ten R alphabets_ [:: {own}] ({self.terms.values[tensor]})%R")
        said = " ->\n  ".join((*self.terms.conditions, conclusion))
        listed = ";\n     ".join(premises)
        return f"""(* {comment(self.proof.text)} *)
Module {self.name}.
{chr(10).join(self._definitions(k, d) for k, d in enumerate(self.data))}
Theorem holds (R : realFieldType) ({" ".join(alphabets)} : finType)
  {" ".join(self.terms.binders)} :
  ({said})%R.
Proof.
intros; pose alphabets_ := five {" ".join(family)}.
pose tensors_ : seq (ten R alphabets_) := [:: {("; ").join(tensors)}].
pose here_ : denv alphabets_ := {here}.
by_certificates (@conclude R alphabets_ tensors_ here_ declared_
  {claimed}
  [:: {listed}]
  [:: {"; ".join(cases)}]).
Qed.
End {self.name}.
"""
