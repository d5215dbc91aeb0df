"""Analytic proofs as data: a tree of steps, each of which reduces one inequality to others.

    Ask           Z3 excludes a point where the facts and rational bounds of exp and log hold, and
                  the goal fails
    Exponentiate  a sum of logarithms is >= 0 where the product of its exponentials is >= 1
    Takelog       one positive product is at least another where its logarithm is
    Cancel        a positive monomial that divides the form is left out
    Replace       a number that makes the form fall (or rise) is replaced by a bound of a fact
    Clear         the denominators have the stated signs; the numerator has the sign of the whole
    Divide        the factor of a logarithm has the stated sign; divide by it
    Move          the form falls (or rises) towards an end of a number's range, and is >= 0 there,
                  or in the limit
    PowerSeries   no coefficient of the power series of the form in a number >= 0 is negative
    Approach      the same, towards another number that bounds it
    Split         below and above a rational
    Compare       one number is at most, or at least, another
    Enclose       boxes that cover a bounded domain, on each of which a ball is positive

A step is an instruction; every check computes the inequality again from the claim
(engines/analytic/checking.py), so that a file cannot misstate it. This file checks only that boxes
cover their domain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from pmlsym.errors import InvalidCertificate

Side = tuple[Fraction, Fraction]
Box = tuple[Side, ...]


@dataclass(frozen=True)
class Ask:
    """Z3 excludes the negation, with bounds of that level, in `milliseconds`/1000 of effort."""

    level: int
    milliseconds: int


@dataclass(frozen=True)
class Exponentiate:
    """Compare the exponential with one."""


@dataclass(frozen=True)
class Takelog:
    """Compare the logarithms of two positive products."""


@dataclass(frozen=True)
class Cancel:
    """Divide by the monomial that all terms have in common, which is positive."""


@dataclass(frozen=True)
class Replace:
    """Replace the number by the bound in a fact that is linear in it; `fact` is its place."""

    number: str
    fact: int


@dataclass(frozen=True)
class Clear:
    """The signs of the denominator's factors, in order."""

    signs: tuple[int, ...]


@dataclass(frozen=True)
class Divide:
    """Divide by the factor of this logarithm, which has this sign."""

    generator: str
    sign: int


@dataclass(frozen=True)
class Move:
    """Move the number to that end of its range."""

    number: str
    to_low: bool


@dataclass(frozen=True)
class PowerSeries:
    """No coefficient of the form's power series in the number, which is >= 0, is negative."""

    number: str


@dataclass(frozen=True)
class Split:
    """Two cases: the number is at most, or at least, the rational."""

    number: str
    at: Fraction


@dataclass(frozen=True)
class Approach:
    """Move the number to another one, from above or from below."""

    number: str
    other: str
    from_above: bool


@dataclass(frozen=True)
class Compare:
    """Two cases: the number is at most, or at least, the other."""

    number: str
    other: str


@dataclass(frozen=True)
class Enclose:
    """Boxes over the numbers in order; each is outside the facts or has a positive ball."""

    numbers: tuple[str, ...]
    boxes: tuple[Box, ...]
    bits: int = 64


Step = (
    Ask
    | Exponentiate
    | Takelog
    | Cancel
    | Replace
    | Clear
    | Divide
    | Move
    | PowerSeries
    | Approach
    | Split
    | Compare
    | Enclose
)


@dataclass(frozen=True)
class Derivation:
    """A step and the derivations of the inequalities that it leaves, in order."""

    step: Step
    parts: tuple[Derivation, ...] = ()

    def steps(self) -> Iterable[Step]:
        """Every step that this evidence about numbers consists of, from the goal downwards."""
        yield self.step
        for part in self.parts:
            yield from part.steps()


@dataclass(frozen=True)
class AnalyticProof:
    """The proof of a claim about numbers: each problem that the claim leaves, and how it is shown.

    Where a claim has logarithms, their arguments are shown to be positive first. `second` has the
    answer of cvc5 to each question that Z3 settled, and is None before a check; each check asks
    again, and files do not keep the answers.
    """

    problems: tuple[str, ...]
    derivations: tuple[Derivation, ...]
    engine: str = "analytic"
    second: tuple[str, ...] | None = field(default=None, compare=False)

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of the steps that the analytic proof uses, each once.

        >>> AnalyticProof(("x >= 0",), (Derivation(Ask(0, 100)),)).methods
        ('ask',)
        """
        steps = (step for derivation in self.derivations for step in derivation.steps())
        return tuple(dict.fromkeys(type(step).__name__.lower() for step in steps))

    @property
    def trust(self) -> str:
        """The programs and methods that the analytic proof trusts, beyond exact arithmetic."""
        parts = [solvers_trusted(self.second)] if self.second else []
        if self.second is None and "ask" in self.methods:
            parts = [solvers_trusted(())]
        parts += ["ball arithmetic"] if "enclose" in self.methods else []
        return " and ".join(parts) or "exact calculus"


def solvers_trusted(second: Sequence[str]) -> str:
    """The words for the solvers that an analytic proof trusts to have said unsat.

    >>> solvers_trusted(["unsat", "unsat"]), solvers_trusted(["unsat", "unknown"])
    ('Z3 and cvc5 say unsat', 'Z3 says unsat, to 1 of 2 questions cvc5 too')
    >>> solvers_trusted(["absent"]), solvers_trusted([])
    ('Z3 says unsat, cvc5 is not installed', 'Z3 says unsat')
    """
    if not second:
        return "Z3 says unsat"
    if "absent" in second:
        return "Z3 says unsat, cvc5 is not installed"
    agreed = list(second).count("unsat")
    if agreed == len(second):
        return "Z3 and cvc5 say unsat"
    return f"Z3 says unsat, to {agreed} of {len(second)} questions cvc5 too"


def require_cover(boxes: Sequence[Box], domain: Box) -> None:
    """Raises InvalidCertificate unless the boxes of evidence about numbers cover the domain.

    >>> unit = (Fraction(0), Fraction(1))
    >>> half = (Fraction(0), Fraction(1, 2))
    >>> require_cover([(half,)], (unit,))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the boxes leave 1/2 .. 1 uncovered
    """
    if any(len(box) != len(domain) for box in boxes):
        raise InvalidCertificate(f"a box has other than {len(domain)} sides")
    if not domain:
        if not boxes:
            raise InvalidCertificate("no box at all")
        return
    # Between two neighbouring cuts of the first side the boxes are the same everywhere, and they
    # have to cover the other sides.
    cuts = sorted({end for box in boxes for end in box[0]} | set(domain[0]))
    low, high = domain[0]
    inner = [cut for cut in cuts if low <= cut <= high]
    pairs = list(pairwise(inner)) if low < high else [(low, high)]
    for left, right in pairs:
        here = [box[1:] for box in boxes if box[0][0] <= left and right <= box[0][1]]
        if not here:
            raise InvalidCertificate(f"the boxes leave {left} .. {right} uncovered")
        require_cover(here, domain[1:])
