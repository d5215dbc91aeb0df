"""Parts with the outline of their proof: the facts in between, each derived by itself.

A certificate whose terms have many factors is beyond the search, but not its pieces. An outline
names the facts on the way to the goal; each is looked for as a combination of those before it, and
steps that are no combination, such as an event put into a second-order hypothesis, stand in it as
they are. The outline is not trusted: the kernel checks the certificate that comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.catalogue.example import Example
from pmlsym.catalogue.finding import CERTIFICATE, COMPOSED, OPEN, PartFinding
from pmlsym.catalogue.part import proof_finding
from pmlsym.claims.lowering import lower
from pmlsym.claims.question import Question
from pmlsym.engines.combination import Problem, combine
from pmlsym.engines.instantiation import application
from pmlsym.engines.judge import judge_certificates
from pmlsym.engines.witness import find_witness
from pmlsym.errors import InvalidCertificate, UnknownName
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Step
from pmlsym.evidence.checker import check
from pmlsym.evidence.verdict import EVERY_SIZE
from pmlsym.language.nodes import Claim

Line = Fact | Step
Outline = Callable[[Sequent], Sequence[Line]]


@dataclass(frozen=True)
class Outlined:
    """A claim that the paper states, with an outline for each of its sequents.

    The claim is a text with its hypotheses, or made by `claim`; the outline is a function of the
    sequent that the claim is lowered to.
    """

    text: str
    outline: Outline
    assume: tuple[str, ...] = ()
    claim: Callable[[], Claim] | None = None

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Derive every line, within `budget` seconds each, and the goal; the kernel checks them.

        >>> bare = Outlined("pml(P, W >> V) <= pml(P, W)", lambda sequent: ())
        >>> bare.find(budget=9, seed=0).status
        'proved'
        """
        start = monotonic()
        question = Question(self.text, (), self.assume)
        claim = self._claim()
        witness = find_witness(claim, budget=budget, seed=seed)
        if witness is None:
            seconds = monotonic() - start
            return PartFinding(str(question), OPEN, "no instance of the hypotheses", seconds)
        try:
            certificates = self.certificates(budget=budget)
            proved = judge_certificates(claim, certificates, witness, ())
        except InvalidCertificate as error:
            return PartFinding(str(question), OPEN, str(error), monotonic() - start)
        return proof_finding(str(question), proved, monotonic() - start)

    def certificates(self, *, budget: float) -> tuple[Certificate, ...]:
        """A certificate for each sequent of the claim, accepted by the kernel.

        Raises InvalidCertificate where a line is not derived within `budget` seconds, and where the
        kernel refuses what was found.
        """
        return tuple(_certified(s, self.outline(s), budget) for s in lower(self._claim()))

    def _claim(self) -> Claim:
        return Question(self.text, (), self.assume).claim() if self.claim is None else self.claim()


@dataclass(frozen=True)
class Deduced:
    """A statement in the index calculus itself, where the claim language has no words for it.

    The sequents say it, of a letter that attains a maximum for example; `text` says what they say.
    Their certificates are checked, the reading of the sequents is a person's: so such a part is
    composed. The hypotheses of each hold in the example, so that none is proved from what cannot
    be.
    """

    text: str
    sequents: Callable[[], Sequence[Sequent]]
    example: Example
    outline: Outline = lambda sequent: ()

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Derive every goal, within `budget` seconds a line; the kernel checks the certificates.

        >>> from pmlsym.calculus.polynomial import atom
        >>> goal, one = atom(Tensor("t", nonnegative=True)), Example({"t": "1"}, {})
        >>> Deduced("t >= 0", lambda: (Sequent((), goal),), one).find(budget=9, seed=0).status
        'composed'
        """
        start = monotonic()
        try:
            self.certificates(budget=budget)
        except InvalidCertificate as error:
            return PartFinding(self.text, OPEN, str(error), monotonic() - start)
        seconds = monotonic() - start
        detail = f"{EVERY_SIZE}; that the sequents say this is read by a person"
        return PartFinding(self.text, COMPOSED, detail, seconds, shown_by=CERTIFICATE)

    def certificates(self, *, budget: float) -> tuple[Certificate, ...]:
        """A certificate for each sequent, accepted by the kernel.

        Raises InvalidCertificate where the example violates a hypothesis, where a line is not
        derived within `budget` seconds, and where the kernel refuses what was found.
        """
        found = []
        for sequent in self.sequents():
            if unmet := self.example.unmet(sequent):
                raise InvalidCertificate(f"unmet: {unmet}")
            found.append(_certified(sequent, self.outline(sequent), budget))
        return tuple(found)


def _certified(sequent: Sequent, lines: Sequence[Line], budget: float) -> Certificate:
    """The certificate, accepted by the kernel; raises InvalidCertificate if there is none."""
    steps = _derived(sequent, lines, budget)
    if isinstance(steps, Fact):
        raise InvalidCertificate(f"not derived: {steps}")
    certificate = Certificate(sequent, steps)
    check(certificate)
    return certificate


def _derived(sequent: Sequent, lines: Sequence[Line], budget: float) -> tuple[Step, ...] | Fact:
    """The steps of the lines, and of the goal if no line is it; or what is not derived in time."""
    facts, steps = sequent.facts, []
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    ends = any(isinstance(line, Combine) and line.statement.name == GOAL for line in lines)
    for line in lines if ends else (*lines, goal):
        step: Step | None
        if isinstance(line, Fact):
            step = combine([Problem(facts, line)], deadline=monotonic() + budget).step
            if step is None:
                return line
        else:
            step = line
        steps.append(step)
        facts = (*facts, step.statement)
    return tuple(steps)


def named(sequent: Sequent, name: str) -> Tensor:
    """The tensor of a sequent under its name. Raises UnknownName if there is none.

    >>> from pmlsym.claims.parsing import parse
    >>> named(lower(parse("pml(P, W) >= 0"))[0], "P")
    P(X)
    """
    for tensor in sequent.tensors:
        if tensor.name == name:
            return tensor
    raise UnknownName(f"the sequent has no tensor {name}")


def applied(sequent: Sequent, places: tuple[Index, ...], body: Polynomial) -> Iterator[Line]:
    """The lines that put a body into the only second-order hypothesis of the sequent."""
    (schema,) = sequent.schemas
    guard, conditions, step = application(schema, body, places, f"{schema.name}, applied")
    yield guard
    yield from conditions
    yield step
