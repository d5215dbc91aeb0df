"""A statement in the index calculus itself, where the claim language has no words for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from pmlsym.calculus.sequent import Sequent
from pmlsym.catalogue.example import Example
from pmlsym.catalogue.finding import CERTIFICATE, COMPOSED, OPEN, PartFinding
from pmlsym.catalogue.outlined import Outline, certified
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.verdict import EVERY_SIZE


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

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """Derive every goal, within `effort` units a line; the kernel checks the certificates.

        >>> from pmlsym.calculus.polynomial import atom
        >>> from pmlsym.calculus.tensor import Tensor
        >>> goal, one = atom(Tensor("t", nonnegative=True)), Example({"t": "1"}, {})
        >>> Deduced("t >= 0", lambda: (Sequent((), goal),), one).find(effort=9, seed=0).status
        'composed'
        """
        start = monotonic()
        try:
            self.certificates(effort=effort)
        except InvalidCertificate as error:
            return PartFinding(self.text, OPEN, str(error), monotonic() - start)
        seconds = monotonic() - start
        detail = f"{EVERY_SIZE}; that the sequents say this is read by a person"
        return PartFinding(self.text, COMPOSED, detail, seconds, shown_by=CERTIFICATE)

    def certificates(self, *, effort: float) -> tuple[Certificate, ...]:
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
