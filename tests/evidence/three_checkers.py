"""What three checkers say of a mutant, and whether what they accept is true.

    the kernel            pmlsym/evidence
    the verifier          proofs/verify.py, which shares no code with it
    the program           pmlsym-check, extracted from Coq, where it is built

A file that all accept says of each of its sequents that the goal follows from the facts. That is
tried in small worlds: in exact ones, where no row is used and convex terms may be of any sublinear
function; else with the functions themselves, at three N, of which each must contradict it.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pmlsym.calculus import Index, Polynomial
from pmlsym.calculus.json_text import parse
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import ConvexRow, every_step
from pmlsym.kernel.certificate_file import sequents_from_json
from pmlsym.kernel.checker import check
from pmlsym.kernel.induction import Induction, check_induction
from proofs import verify
from tests.calculus.brute_force import World, evaluate, random_world
from tests.calculus.term_worlds import AnyWorld, SharpWorld, random_lines
from tests.evidence.laws import NotAffine, law_holds
from tests.proofs.files_of_sequents import kept_files, written_files
from tests.proofs.mutants import mutant, sites

PROGRAM = Path(__file__).parents[2] / "proofs" / "coq" / "pmlsym-check"
ACCEPTED = "accepted"
MANY = 4
"""So many alphabets at most has a sequent that is evaluated; each has a letter or two."""


def mutants(count: int, seed: int) -> list[tuple[str, str, Any]]:
    """Distinct mutants: the field that was edited, in turn, the source, and the file."""
    rng, sources = Random(seed), (*kept_files(), *written_files())
    having: dict[str, list[tuple[str, Any]]] = {}
    for source in sources:
        for field in sites(source[1]):
            having.setdefault(field, []).append(source)
    seen = {json.dumps(data, sort_keys=True) for _, data in sources}
    found: list[tuple[str, str, Any]] = []
    fields = sorted(having)
    while len(found) < count:
        field = fields[len(found) % len(fields)]
        name, data = rng.choice(having[field])
        changed = mutant(rng, data, field)
        text = json.dumps(changed, sort_keys=True)
        if text not in seen:
            seen.add(text)
            found.append((field, name, changed))
    return found


# --- What each says -----------------------------------------------------------------------------


def kernel_says(data: Any) -> str:
    """ACCEPTED, or the reason against it."""
    try:
        file = sequents_from_json(parse(json.dumps(data)))
        for certificate in file.certificates:
            check(certificate)
        for induction in file.inductions:
            check_induction(induction)
    except PmlError as error:
        return str(error)
    return ACCEPTED


def verifier_says(data: Any) -> str:
    """ACCEPTED, or the reason against it."""
    try:
        verify.verify(json.dumps(data))
    except verify.Refused as error:
        return str(error)
    return ACCEPTED


def program_says(files: Iterable[Any]) -> list[str]:
    """ACCEPTED, or the reason against it, for each; in one call."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for k, data in enumerate(files):
            names.append(str(Path(folder) / f"{k}.json"))
            Path(names[-1]).write_text(json.dumps(data), encoding="utf-8")
        found = subprocess.run([PROGRAM, *names], capture_output=True, text=True, check=False)
    lines = found.stdout.splitlines()
    assert len(lines) == len(names), found.stderr
    return [
        ACCEPTED if line.startswith(ACCEPTED) else line.replace(name, "..").strip()
        for line, name in zip(lines, names, strict=True)
    ]


# --- Whether it is true -------------------------------------------------------------------------


class Contradicted(Exception):
    """The facts hold somewhere, and the goal does not."""


class NotTried(Exception):
    """Worlds are not drawn for this, for the reason given."""


def claims_of(data: Any) -> Iterator[tuple[Sequent, bool]]:
    """Each sequent that an accepted file proves, and whether a row may have been used."""
    file = sequents_from_json(parse(json.dumps(data)))
    for certificate in file.certificates:
        steps = [*certificate.steps, *(s for each in certificate.lemmas for s in each.steps)]
        rows = any(isinstance(step, ConvexRow) for step in every_step(steps))
        for sequent in (certificate.sequent, *(each.sequent for each in certificate.lemmas)):
            yield sequent, rows
    for induction in file.inductions:
        for sequent in _base_and_step(induction):
            yield sequent, True


def _base_and_step(induction: Induction) -> Iterator[Sequent]:
    above = (*induction.shared, *induction.invariant, *induction.increment)
    above = tuple(replace(fact, name=f"{k}: {fact.name}") for k, fact in enumerate(above))
    for at, facts in ((induction.base, above[: len(induction.shared)]), (induction.next, above)):
        for goal in induction.goals(at):
            yield Sequent(facts, goal.polynomial, goal.relation)


def times_met(sequent: Sequent, rows: bool, worlds: int, rng: Random) -> int:
    """How often the facts held, in so many worlds; the goal held there too.

    Raises Contradicted if not, NotTried where worlds are not drawn.
    """
    names = sorted(sequent.alphabets)
    if len(names) > MANY:
        raise NotTried(f"more than {MANY} alphabets")
    plain = sorted(t for t in sequent.tensors if not t.is_term)
    terms = any(t.is_term for t in sequent.tensors)
    met = 0
    for _ in range(worlds):
        world = _drawn(rng, plain, {a: rng.randint(1, 2) for a in names})
        every: Sequence[World] = [world]
        if terms:
            exact = AnyWorld(world.sizes, world.entries, random_lines(rng))
            sharp = [SharpWorld(world.sizes, world.entries, 10**k) for k in (4, 6, 8)]
            every = sharp if rows else [exact]
        try:
            met += _met(every, sequent)
        except NotAffine:
            raise NotTried("a rule that is assumed") from None
        except (OverflowError, ZeroDivisionError, TypeError):  # a power of an order of any sign
            continue
    return met


def _drawn(rng: Random, tensors: Sequence[Any], sizes: dict[str, int]) -> World:
    """A random world; in half of them levels are large, so that bounds by them hold."""
    world = random_world(rng, tensors, sizes)
    large = {
        t.name: {(): Fraction(rng.choice((4, 9, 40)))}
        for t in tensors
        if not t.alphabets and not t.is_at_most_one and rng.random() < 0.8
    }
    return world if rng.random() < 0.5 else replace(world, entries={**world.entries, **large})


def _met(worlds: Sequence[World], sequent: Sequent) -> int:
    """At how many choices of the constants the facts hold."""
    facts = [*sequent.facts, *(f for rule in sequent.rules for f in rule.facts)]
    constants = {i for f in facts for i in f.polynomial.free if i not in f.indices}
    goal = Fact("goal", sequent.goal, (), sequent.relation)
    met = 0
    for at in worlds[0].assignments(sorted(constants | set(sequent.goal.free))):
        given = [all(_holds(world, fact, at) for fact in sequent.facts) for world in worlds]
        if not all(given):
            continue
        if all(law_holds(worlds[0], rule, at) for rule in sequent.rules):
            met += 1
            if not any(_holds(world, goal, at) for world in worlds):
                raise Contradicted
    return met


def _holds(world: World, fact: Fact, at: dict[Index, int]) -> bool:
    """Whether a fact holds, for all that it quantifies; nearly so where there are no fractions."""
    for letters in world.assignments(fact.indices):
        value = evaluate(world, fact.polynomial, {**at, **letters})
        if isinstance(value, float) and abs(value) <= 1e-9 * _size(world, fact, {**at, **letters}):
            continue
        if not {">=": value >= 0, ">": value > 0, "==": value == 0}[fact.relation]:
            return False
    return True


def _size(world: World, fact: Fact, at: dict[Index, int]) -> float:
    """How large numbers were that may have cancelled."""
    parts = (evaluate(world, Polynomial({m: c}), at) for m, c in fact.polynomial)
    return sum(abs(float(part)) for part in parts)


# --- All together -------------------------------------------------------------------------------


def campaign(count: int, seed: int, worlds: int) -> tuple[Counter[str], list[str]]:
    """How many mutants there were of each kind, and a line on each on which they do not agree."""
    every = mutants(count, seed)
    program = program_says(data for *_, data in every) if PROGRAM.exists() else None
    table: Counter[str] = Counter()
    apart: list[str] = []
    rng = Random(seed)

    @cache
    def judged(sequent: Sequent, rows: bool) -> str:
        try:
            met = times_met(sequent, rows, worlds, rng)
        except Contradicted:
            return "false"
        except NotTried as why:
            return f"not evaluated: {why}"
        return "true in all worlds" if met else "its facts held in no world"

    for k, (field, name, data) in enumerate(every):
        says = {"kernel": kernel_says(data), "verifier": verifier_says(data)}
        if program is not None:
            says["program"] = program[k]
        accept = [who for who, what in says.items() if what == ACCEPTED]
        table[f"accepted by {', '.join(accept) or 'none'}"] += 1
        table[f"edited: {field}"] += 1
        where = f"{k}: {name}, {field}: "
        if 0 < len(accept) < len(says):
            apart.append(where + "; ".join(f"{who}: {what[:160]}" for who, what in says.items()))
        if len(accept) == len(says):
            for sequent, rows in claims_of(data):
                outcome = judged(sequent, rows)
                table[f"sequent {outcome}"] += 1
                if outcome == "false":
                    apart.append(where + f"FALSE: {sequent}")
    return table, apart
