"""Verdicts: proved, refuted, or unknown, with their evidence.

A verdict has no truth value, since `Unknown` is neither true nor false. `Proved` and `Refuted` are
made by the judge alone: a `Proved` needs evidence that its checker has accepted
(kernel/checked.py). A decision over a set of priors has the worst values, with priors that attain
or approach them.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from pmlsym.calculus.data import masses_text
from pmlsym.errors import NoTruthValue
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.exposition.exposition import expose_parts
from pmlsym.exposition.typesetting import proof_lines
from pmlsym.io.files import SAVED, path_of, replace_file, require_place
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.checked import Checked
from pmlsym.language.display import as_html, show
from pmlsym.language.fold import Node, key, walk
from pmlsym.language.nodes import Claim
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Number

EVERY_SIZE = "every finite alphabet, zeros allowed"
EVERY_VARIABLE = "all random variables with finitely many values"
EVERY_NUMBER = "every number in the domain"
THIS_INSTANCE = "these entries"
VACUOUS = "vacuous: the hypotheses contradict each other"
UNMET = "vacuous: the hypotheses do not hold"
NOWHERE = "vacuous: where the hypotheses hold, the claim has no value"
UNTRIED = "on no instance evaluated"


@dataclass(frozen=True)
class Attempt:
    """The work of one engine: its name, its seconds, its ending, and its units of effort.

    `failed` means that the engine ended in an unexpected error, which is a fault of the library.
    """

    engine: str
    seconds: float
    ending: str
    effort: float = 0.0
    failed: bool = False


@dataclass(frozen=True)
class CertificateProof:
    """Certificates that the kernel has accepted, one for each sequent of the claim.

    `cases` names the case of the claim that each certificate is for, where there are several.
    """

    certificates: tuple[Certificate, ...]
    engine: str = "schematic"
    trust: str = "checked by the kernel"
    cases: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = map(proof_lines, expose_parts(self.certificates))
        return "\n".join(line for part in parts for line in part)

    def _repr_html_(self) -> str:
        """The proof by certificates as HTML for a notebook."""
        return as_html(str(self))


@dataclass(frozen=True)
class SolverProof:
    """Unsatisfiable negations at fixed sizes, with their SMT-LIB 2 scripts.

    `families` say which channels are those of a mechanism family, with the domains of parameters.
    """

    sizes: tuple[tuple[tuple[str, int], ...], ...]
    scripts: tuple[str, ...]
    core: str
    engine: str = "z3"
    trust: str = "Z3 says unsat"
    families: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evaluated:
    """A claim about concrete entries, evaluated exactly."""

    engine: str = "evaluation"
    trust: str = "evaluated exactly"


Masses = tuple[Fraction, ...]


@dataclass(frozen=True, repr=False)
class PriorBound:
    """The largest (or smallest) value of a measure over a set of priors.

    `prior` attains it; if none does, it is the limit for priors on the way from `inside` to
    `prior`. Masses are in the order of the letters; `letters` are those at which the measure has
    the value. `name` is the prior's name, and `words` are the labels of its letters, if any, for
    display only. `in_nats` is false for a plain number, such as a probability.
    """

    text: str
    is_largest: bool
    value: Number
    attained: bool
    prior: Masses
    inside: Masses
    letters: tuple[WorstLetter, ...]
    name: str = "P"
    words: tuple[str, ...] = ()
    in_nats: bool = True

    @property
    def key(self) -> str:
        """The name, in a verdict's text, of this worst value over priors: "largest pml(P, W)".

        >>> from pmlsym.numbers.number import INFINITY
        >>> PriorBound("pml(P, W)", True, INFINITY, False, (), (), ()).key
        'largest pml(P, W)'
        """
        return f"{'largest' if self.is_largest else 'smallest'} {self.text}"

    def to_json(self) -> dict[str, Any]:
        """The worst value over priors, part of a verdict, as plain data for JSON."""
        return {
            "measure": self.text,
            "end": "largest" if self.is_largest else "smallest",
            "value": self.value.to_json(),
            "attained": self.attained,
            "prior": list(map(str, self.prior)),
            "inside": list(map(str, self.inside)),
            "letters": {letter.index: letter.place for letter in self.letters},
        }

    @property
    def place(self) -> str:
        """The words of a verdict for the worst prior, and for whether it attains the value.

        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> from pmlsym.numbers.number import INFINITY
        >>> PriorBound("pml(P, W)", True, INFINITY, True, half, half, (), "P", ("no", "yes")).place
        'attained at P(no)=1/2, P(yes)=1/2'
        """
        return f"{self.reached} {self.masses}"

    @property
    def reached(self) -> str:
        """The words of a verdict, before the worst prior, that say whether it attains the value."""
        return "attained at" if self.attained else "not attained, approached towards"

    @property
    def masses(self) -> str:
        """The masses of a verdict's worst prior as text, by its letters' labels if any."""
        row = f"({', '.join(map(str, self.prior))})"
        return masses_text(self.name, self.prior, self.words) if self.words else row

    def __repr__(self) -> str:
        letters = "".join(f", {letter}" for letter in self.letters)
        return f"{self.key} = {self.value}, {self.place}{letters}"


@dataclass(frozen=True)
class WorstLetter:
    """A letter at which a measure is worst: its index, its place from zero, its name.

    >>> print(WorstLetter("y", 1, "2"))
    y=2
    """

    index: str
    place: int
    word: str

    def __str__(self) -> str:
        return f"{self.index}={self.word}"


@dataclass(frozen=True)
class OverPriors:
    """A claim about concrete channels, decided for all priors of a polytope.

    `rests` lists what the decision assumes where a worst value is only known within bounds.
    """

    bounds: tuple[PriorBound, ...]
    rests: tuple[str, ...] = ()
    engine: str = "over priors"
    trust: str = "decided exactly for all priors of the set"

    def __str__(self) -> str:
        return "\n".join([self.trust, *self.rests, *map(str, self.bounds)])

    def _repr_html_(self) -> str:
        """The evidence of worst priors as HTML for a notebook."""
        return as_html(str(self))


PartProof = CertificateProof | AnalyticProof | EntropyProof
"""The proof of a claim that implies another."""


@dataclass(frozen=True)
class Implied:
    """Proofs of claims that together imply the claim.

    Two claims are a known bound and what is left to show from there; a single claim has a term in
    the place of what a quantifier binds, or is about any number of uses. `where` says which term
    replaces what; `terms` are those that the caller gave.
    """

    parts: tuple[tuple[Claim, PartProof], ...]
    where: str
    terms: Mapping[str, Prior | Channel] = field(default_factory=dict)
    engine: str = "claims that imply it"

    @property
    def trust(self) -> str:
        """The programs and methods that the evidence, of all implied parts, trusts."""
        first, *others = (proof.trust for _, proof in self.parts)
        if not others:
            return f"a claim that implies it, {first}"
        if {*others} == {first}:
            return f"two halves, each {first}"
        return f"a bound {first}, then numbers: {', '.join(others)}"


Evidence = (
    CertificateProof | SolverProof | Evaluated | EntropyProof | AnalyticProof | OverPriors | Implied
)


@dataclass(frozen=True, repr=False, eq=False)
class _Verdict:
    """The basis of verdicts, which compare, hash and print by their claim and evidence.

    The time that the answer took is not compared. A higher floor prints a verdict (`show`).
    """

    claim: Claim

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        """The parts by which verdicts compare and hash."""
        claim = self.claim
        if not isinstance(claim, Node):
            return type(self).__name__, claim if isinstance(claim, Hashable) else str(claim)
        data = tuple(getattr(part, "data", ()) for part in walk(claim))
        return type(self).__name__, key(claim), data

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            raise NoTruthValue("a verdict is no text; write verdict.name == 'proved'")
        return isinstance(other, _Verdict) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __str__(self) -> str:
        return show("verdict_str", self)

    def __repr__(self) -> str:
        return show("verdict_repr", self)

    def _repr_html_(self) -> str:
        """The verdict as HTML for a notebook."""
        return show("verdict_html", self)

    def _repr_latex_(self) -> str:
        """LaTeX for notebooks that show no HTML: the proof, the instance, or the claim."""
        return show("verdict_latex", self)

    def text(self, *, bits: bool = False) -> str:
        """The text that the command line prints, with leakages in nats or in bits."""
        return show("verdict_bits" if bits else "verdict_str", self)

    def latex(self, *, label: str | None = None, columns: int = 1, part: str = "all") -> str:
        r"""The claim and its verdict as LaTeX with `amsmath`, in one or two `columns`.

        Equations have the labels `label`:1, `label`:2, ..; without one, labels that no other proof
        has. `part` is "all" with headings, the "statement" or the body of the "proof" alone, or
        "theorem": both in the environments of `amsthm`. An Unknown is shown as such. Measures are
        macros, \PML, \PMLldp, which a paper may define in its own notation. Raises InvalidInput at
        another label, part or number of columns.
        """
        return show("verdict_article", self, label=label, columns=columns, part=part)

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym ask --json` prints, which `check` reads too."""
        data: dict[str, Any] = json.loads(show("verdict_json", self))
        return data

    def save(self, file: str | Path) -> Path:
        """Keep the proof or the counterexample in a .json file, as `pmlsym ask --save` does.

        Raises InvalidInput where there is none, or where the file cannot be written.
        """
        path, text = path_of(file), show("verdict_saved", self)
        require_place(path, SAVED)
        replace_file(path, text)
        return path

    def __bool__(self) -> NoReturn:
        raise NoTruthValue(
            "a verdict is not a bool; write isinstance(verdict, ps.Proved), or verdict.name"
        )

    @property
    def name(self) -> str:
        """The word proved, refuted or unknown."""
        return type(self).__name__.lower()


@dataclass(frozen=True, repr=False, eq=False)
class Proved(_Verdict):
    """The claim holds within `scope`; `witness` satisfies its hypotheses, if one was found.

    `clash` shows that nothing satisfies them, or that the claim has no value where they hold; then
    the proof is vacuous.
    `domain` lists the conditions under which the claim has a value; the proof is for these alone.
    """

    scope: str
    checked: Checked[Evidence]
    witness: Instance | None
    attempts: tuple[Attempt, ...]
    clash: Checked[Evidence] | None = None
    domain: tuple[str, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """The evidence of the claim, accepted by its checker."""
        return self.checked.evidence

    @property
    def contradiction(self) -> Evidence | None:
        """The evidence that the claim is vacuous, if it is."""
        return None if self.clash is None else self.clash.evidence

    @property
    def vacuous(self) -> bool:
        """Whether it was shown that the claim has no value wherever its hypotheses hold."""
        return self.clash is not None

    @property
    def caveat(self) -> str:
        """The remark, in a verdict, that no instance was evaluated on which the claim holds.

        A mistake of an engine would show on one. Empty if there is a witness, or can be none.
        """
        return "" if self.vacuous or self.witness is not None else UNTRIED

    @property
    def bounds(self) -> tuple[PriorBound, ...]:
        """The worst values over a set of priors that this verdict has, of concrete channels."""
        return self.evidence.bounds if isinstance(self.evidence, OverPriors) else ()

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        """The parts by which verdicts that a claim is proved compare and hash."""
        return *super()._identity, self.scope, repr(self.evidence)


@dataclass(frozen=True, repr=False, eq=False)
class Refuted(_Verdict):
    """The claim is false on `instance`: there `left` and `right` do not compare as it says.

    Both are None where the claim fails by a condition such as fullsupport(P), which compares
    nothing. `bounds` are worst values over the set of priors, where the claim is about concrete
    channels.
    """

    instance: Instance
    left: Number | None
    right: Number | None
    attempts: tuple[Attempt, ...]
    bounds: tuple[PriorBound, ...] = ()

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        """The parts by which verdicts that a claim is refuted compare and hash."""
        return *super()._identity, repr(self.instance)


@dataclass(frozen=True, repr=False, eq=False)
class Unknown(_Verdict):
    """Neither a proof nor a counterexample was found; `attempts` has the work of each engine."""

    attempts: tuple[Attempt, ...]


Verdict = Proved | Refuted | Unknown
