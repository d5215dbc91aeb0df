"""Rows of what answers: proofs, counterexamples, entropies, designs, closed forms, commands."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import pmlsym as ps
from tests.benchmarks.derive_speed import candidates
from tests.benchmarks.measuring import (
    Measure,
    NotInstalled,
    NotThere,
    Row,
    command,
    least,
    of,
    process,
)

SYMPY = ("import sympy", process(["-c", "import sympy"]))
"""The yardstick of what is no faster than the machine: a library that all of us load."""


SLOWEST = "event-leakage-then-event-leakage"


def named_proofs() -> None:
    """Prove from nothing the statements whose proofs are kept under names of their own."""
    from proofs.__main__ import CERTIFICATES, EFFORT, STATEMENTS
    from proofs.table import Statement

    named = {path.stem for path in CERTIFICATES.glob("*.json")}
    for statement in STATEMENTS:
        if isinstance(statement, Statement) and statement.name in named:
            ps.prove(statement.claimed.to_claim(), effort=EFFORT * statement.claimed.patience)


def short_rows() -> tuple[Row, ...]:
    """What takes seconds."""
    return (
        Row(
            "`python -m proofs --only processing`",
            *("", "", process(["-m", "proofs", "--only", "processing"], repeat=2)),
            (SYMPY,),
            most=6,
        ),
        Row("`pmlsym --help`", "0.29 s", "0.12 s", command("--help"), (SYMPY,), most=0.4),
        Row(
            "`pmlsym ask` on post-processing",
            *("0.47 s", "0.33 s", command("ask", "pml(P, W >> V) <= pml(P, W)")),
            (SYMPY,),
            most=1.6,
        ),
        Row(
            "counterexample of 7 letters, `maxleak(W) <= log(6)`",
            *("Unknown", "0.3 s", of(lambda: ps.decide("maxleak(W) <= log(6)"))),
            (SYMPY,),
            most=1,
        ),
        Row(
            "counterexample of 10 letters, `maxleak(W) <= log(9)`",
            *("Unknown", "0.3 s", of(lambda: ps.decide("maxleak(W) <= log(9)"))),
            (SYMPY,),
            most=1.2,
        ),
        *(entropies(k, "0.6-6 ms", "not behind", most=0.1) for k in (3, 4, 5, 6)),
    )


def long_rows() -> tuple[Row, ...]:
    """What takes minutes, or is not possible yet."""
    return (
        Row(
            "all proofs from nothing, `python -m proofs`",
            *("", "", process(["-m", "proofs"], repeat=1)),
        ),
        Row(
            "those that have a name of their own, about the 68 of before",
            *("65 s", "15 s", of(named_proofs, repeat=1)),
        ),
        Row(
            "the slowest of them, `event-leakage-then-event-leakage`",
            *("20.1 s", "4 s", process(["-m", "proofs", "--only", SLOWEST], repeat=1)),
        ),
        entropies(8, "refused", "0.1 s"),
        entropies(10, "refused", "1 s"),
        *(
            Row(f"optimal mechanism of {n} letters, {utility}", "refused", goal, design(n, utility))
            for n, utility, goal in (
                *((14, "guess", "0.5 s"), (16, "guess", "3 s"), (64, "guess", "10 s")),
                (64, "mi", "10 s"),
            )
        ),
        Row(
            "own channel of 6 letters with six parameters, PML",
            *("4.3 s", "0.5 s", of(own_channel, repeat=1)),
        ),
        Row(
            "small crosscheck on two processes, in all of them",
            *("52 % of two", "85 %", crosscheck(2)),
            (("on one process", crosscheck(1)),),
        ),
    )


def entropies(letters: int, before: str, goal: str, *, most: float = 0.0) -> Row:
    """A Markov chain of so many variables: its ends know no more of each other than their
    neighbours do."""
    names = "ABCDEFGHIJ"[:letters]
    inner = names[1] + names[-2] if letters > 3 else names[:2]
    claim = f"I({names[0]};{names[-1]}) <= I({inner[0]};{inner[1]})"
    text = f"markov({', '.join(names)}) => {claim}"
    return Row(
        f"Markov chain of {letters} variables",
        *(before, goal, of(lambda: ps.decide(text), repeat=3)),
        (SYMPY, ("PSITIP", psitip(names, inner))),
        most=most,
    )


def psitip(names: str, inner: str) -> Measure:
    """The same claim for PSITIP."""

    def measure() -> float:
        try:
            p: Any = import_module("psitip")
        except ImportError:
            raise NotInstalled("not installed") from None
        p.PsiOpts.setting(solver="ortools.GLOP")
        v = {name: p.rv(name) for name in names}
        ends = p.I(v[names[0]] & v[names[-1]]) <= p.I(v[inner[0]] & v[inner[1]])

        def ask() -> None:
            if not p.markov(*v.values()) >> ends:
                raise NotThere("not proved")

        return least(ask, repeat=3)

    return measure


def design(letters: int, utility: str) -> Measure:
    """The optimal mechanism under PML <= log 2, of a prior 1 : 2 : .. : n."""
    prior = [Fraction(2 * k, letters * (letters + 1)) for k in range(1, letters + 1)]

    def optimal() -> None:
        found = ps.design(prior, pml="log(2)", utility=utility)
        if found.gap > Fraction(1, 10**6):
            raise NotThere(f"a gap of {float(found.gap):.1e} is left")

    return of(optimal, repeat=1)


def own_channel() -> int:
    """Each letter is told with its own probability, the others equally often beside it."""
    rows = ([f"1-a{x}" if x == y else f"a{x}/5" for y in range(6)] for x in range(6))
    text = "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"
    domain = [f"0 <= a{x} <= 1" for x in range(6)]
    return candidates(ps.derive(text, "pml", domain=domain).forms["pml"].expr)


def crosscheck(processes: int) -> Measure:
    """The first comparisons of all, two thousand instances each."""
    lines = (
        "from concurrent.futures import ProcessPoolExecutor as Pool",
        "from pmlsym.parallel.campaigns import campaign",
        "from pmlsym.papers.comparisons.comparison import comparisons",
        "from pmlsym.papers.comparisons.everything import EVERYTHING",
        f"pool = Pool({processes})",
        "campaign(comparisons(EVERYTHING[:8], instances=2000), executor=pool)",
    )
    return process(["-c", "; ".join(lines)], repeat=2)
