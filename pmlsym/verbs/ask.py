"""A proof for every alphabet size, or an exact counterexample to the claim: `pmlsym ask`.

The answer is the verdict on a claim, or the verdicts on all claims of a file.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, overload

from pmlsym.calculus.rational import read_whole
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.io.arguments import (
    AllPriors,
    Argument,
    Assume,
    Budget,
    Channels,
    Effort,
    Let,
    Option,
    Seed,
    Witness,
)
from pmlsym.io.files import read_text
from pmlsym.language.display import WIDTH

if TYPE_CHECKING:
    from pmlsym.claim_text.claim_file import AnsweredClaim, StatedClaim
    from pmlsym.engines.lemmas.claim_lemma import ClaimLemma
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.language.nodes import Claim
    from pmlsym.mechanism_families.mechanism import Mechanism


CLAIMS = ".pml"
"""The suffix of files of claims; no claim ends with it."""
MOST_LETTERS = 99
ENGINES = ("any", "z3")

Engine = Annotated[str, Option("any, or z3: the solver alone, at sizes.")]
Sizes = Annotated[Mapping[str, int] | str | None, Option("For z3: letters, X=2,Y=3.")]
Families = Annotated[str | Sequence[str], Option("For z3: W=randomized-response(k=3).")]
Crosscheck = Annotated[bool, Option("For z3: ask cvc5 the same.")]

_FAMILY = re.compile(r"\s*(\w+)\s*=\s*([\w-]+)\s*(?:\((.*)\))?\s*")


@overload
def ask(
    claim: Path,
    *,
    channel: Channels = (),
    over: AllPriors = None,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
) -> "AskedFile": ...


@overload
def ask(
    claim: "Claim | str",
    *,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: AllPriors = None,
    effort: Effort = None,
    budget: Budget = None,
    seed: Seed = 0,
    engine: Engine = "any",
    sizes: Sizes = None,
    family: Families = (),
    crosscheck: Crosscheck = False,
    lemmas: "Sequence[ClaimLemma]" = (),
    witness: Witness = (),
) -> "Verdict": ...


def ask(
    claim: Annotated[
        "Claim | str | Path",
        Argument("Such as 'pml(P, W >> V) <= pml(P, W)'; or a file, claims.pml.", required=False),
    ],
    *,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: AllPriors = None,
    effort: Effort = None,
    budget: Budget = None,
    seed: Seed = 0,
    engine: Engine = "any",
    sizes: Sizes = None,
    family: Families = (),
    crosscheck: Crosscheck = False,
    lemmas: "Sequence[ClaimLemma]" = (),
    witness: Witness = (),
) -> "Verdict | AskedFile":
    """Decide a claim, as `pmlsym ask` does: Proved, Refuted or Unknown, with the evidence.

    `claim` is a claim or its text, with declarations `let` such as "V: X -> Z" and claims `assume`
    that are taken to hold; or the path of a file of claims, each with the whole `effort` and
    `budget`, whose channels and set of priors those that are given replace. `channel` gives
    entries, {"W": rows} or "W=ch.csv", and `over` the priors: a set such as "p(x) >= 1/10", or
    masses. `engine` "z3" asks the solver alone, at `sizes` such as {"X": 2} or "X=2,Y=3", with a
    family in place of a channel ("W=randomized-response(k=3)"), and, to `crosscheck`, cvc5 too.
    `lemmas` are proved claims, such as [ps.lemma(verdict)], which are applied before those that the
    library keeps. `witness` says what to put in the place of what the claim says exists, "R = W >>
    U". Raises a PmlError for a claim that cannot be read.

    >>> ask("pml(P, W) <= 1", assume="pml(P, W >> V) <= 1", let="V: Y -> Z").name
    'refuted'
    """
    from pmlsym.claim_text.question_about import claim_about
    from pmlsym.engines.decide.decisions import decide, limits

    if isinstance(claim, Path):
        other_arguments = (let, assume, sizes, family, lemmas, witness)
        if any(other_arguments) or engine != "any" or crosscheck:
            allowed = "channel, over, effort, budget and seed"
            raise InvalidInput(
                f"a file of claims goes with {allowed} alone; let and assume are lines"
            )
        about: dict[str, Any] = {"channel": channel, "over": over}
        return ask_file(claim, **about, effort=effort, budget=budget, seed=seed)
    if isinstance(claim, str) and claim.endswith(CLAIMS):
        raise InvalidInput(f"{claim[:60]} is a file; write Path({claim[:60]!r})")
    parsed = claim_about(claim, let, assume, channel, over)
    if engine not in ENGINES:
        raise InvalidInput(f"the engine is {engine!r}; there are any, and z3")
    if engine == "any":
        if sizes or family or crosscheck:
            raise InvalidInput("sizes, family and crosscheck go with the engine z3")
        return decide(
            parsed, effort=effort, budget=budget, seed=seed, lemmas=lemmas, witness=witness
        )
    if lemmas or witness:
        raise InvalidInput("lemmas and witnesses go with the engine any")
    from pmlsym.engines.solver.proof_at_sizes import decide_by_solver

    units, seconds = limits(effort, budget)
    return decide_by_solver(
        parsed,
        sizes=sizes_from(sizes) if isinstance(sizes, str | None) else dict(sizes),
        families=families_from(family),
        effort=units,
        budget=seconds,
        agree=crosscheck,
    )


@dataclass(frozen=True)
class AskedFile:
    """The claims of a file with their verdicts, in order; indexed by the name of a claim."""

    answers: "tuple[AnsweredClaim, ...]"

    def __getitem__(self, name: str) -> "Verdict":
        for answer in self.answers:
            if answer.stated.name == name:
                return answer.verdict
        names = ", ".join(answer.stated.name for answer in self.answers)
        raise UnknownName(f"no claim {name}; there are {names}")

    @property
    def status(self) -> int:
        """The exit status of the verb `ask` for a file: 0, 1 or 3, by unexpected verdicts."""
        others = {answer.found for answer in self.answers if not answer.is_expected}
        return 0 if not others else 3 if others == {"unknown"} else 1

    def text(self, *, width: int = WIDTH) -> str:
        """The text that the verb `ask` gives for a file: a table, then unexpected verdicts."""
        from pmlsym.pages.claim_file_report import claim_file_text

        return claim_file_text(self.answers, width=width)

    def to_json(self) -> dict[str, Any]:
        """The object that `pmlsym ask FILE.pml --json` prints."""
        from pmlsym.pages.claim_file_report import claim_file_data

        return claim_file_data(self.answers)

    def __repr__(self) -> str:
        return self.text()


def ask_file(
    file: Path,
    *,
    channel: Channels = (),
    over: object = None,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    progress: "Callable[[int, int, StatedClaim], None] | None" = None,
) -> AskedFile:
    """The verb `ask` for a file: decide its claims, with `effort` and `budget` for each.

    `channel` and `over` stand in the place of what the file says; claims without them are as asked.
    `progress` is called before each, with the number done, the number of all, and the claim.
    Raises a PmlError, before the first is decided, where the file or a claim cannot be read.
    """
    from pmlsym.claim_text.claim_file import AnsweredClaim, read_claim_file
    from pmlsym.claim_text.question_about import channels_by_name, question_about
    from pmlsym.engines.decide.decisions import decide

    given: dict[str, Any] = {"channels": channels_by_name(channel), "over": over}
    text, origin = read_text(file), str(file)
    claims = read_claim_file(text, question_about, origin, folder=file.parent, **given)
    answers = []
    for done, stated in enumerate(claims):
        if progress is not None:
            progress(done, len(claims), stated)
        verdict = decide(stated.question.claim(), effort=effort, budget=budget, seed=seed)
        answers.append(AnsweredClaim(stated, verdict))
    return AskedFile(tuple(answers))


def sizes_from(text: str | None) -> dict[str, int]:
    """The sizes that the verb `ask` takes as text, such as "X=2,Y=3".

    >>> sizes_from("X=2, Y=3")
    {'X': 2, 'Y': 3}
    """
    sizes = {}
    for part in (text or "").split(","):
        name, equals, count = (piece.strip() for piece in part.partition("="))
        if not part.strip():
            continue
        try:
            sizes[name] = read_whole(count if equals else "", "", least=1, most=MOST_LETTERS)
        except InvalidInput:
            size_text = part.strip()[:40]
            raise InvalidInput(
                f"a size is {size_text!r}; write X=2 with one letter or more"
            ) from None
    return sizes


def families_from(texts: Sequence[str]) -> "dict[str, Mechanism]":
    """The mechanisms that the verb `ask` takes as texts, such as "W=z-channel", by channel.

    >>> families_from(["W=randomized-response(k=3)"])["W"].channel
    RR
    """
    from pmlsym.mechanism_families.listed import family_named

    mechanisms = {}
    for text in (texts,) if isinstance(texts, str) else texts:
        match = _FAMILY.fullmatch(text)
        if match is None:
            raise InvalidInput(f"--family is {text!r}; write W=randomized-response(k=3)")
        channel, name, arguments = match.groups()
        family = family_named(name)
        try:
            sizes = sizes_from(arguments)
        except InvalidInput:
            example = f"{name}({', '.join(f'{size}=3' for size in family.sizes)})"
            reason = f"{name}({arguments[:40]}) is not read; its parameters stay free"
            raise InvalidInput(f"{reason}, and sizes have a name: write {example}") from None
        mechanisms[channel] = family.concrete(**sizes)
    return mechanisms
