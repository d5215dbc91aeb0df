"""`pmlsym crosscheck`: closed forms, proofs and counterexamples against the evaluators."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.calculus.rational import read_whole
from pmlsym.commands.options import MOST_TASKS, Assume, Journal, Let, Seed, Shard, seed_of, shard_of
from pmlsym.commands.terminal import print_text, tell
from pmlsym.verbs.crosscheck import crosscheck as compare


def crosscheck(
    subject: Annotated[
        str, typer.Argument(help="A family or expression of families, or a claim.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="All families and claims.")] = False,
    instances: Annotated[
        str, typer.Option(metavar="N", help="How many for each comparison.")
    ] = "10000",
    let: Let = None,
    assume: Assume = None,
    seed: Seed = "0",
    shard: Shard = None,
    journal: Journal = None,
) -> int:
    """Compare closed forms, proofs and counterexamples with numbers: exit status 0 if all is well.

    If something differs the exit status is 2.
    """
    from pmlsym.pages.crosscheck_report import crosscheck_text

    every = compare(
        subject,
        all=everything,
        instances=read_whole(instances, "--instances", least=1, most=MOST_TASKS),
        let=let or (),
        assume=assume or (),
        seed=seed_of(seed),
        shard=shard_of(shard),
        journal=journal,
        progress=_tell,
    )
    print_text(crosscheck_text(every))
    return 0 if every and all(line.is_well for line in every) else 2


def _tell(done: int, total: int, subject: str) -> None:
    tell(f"{done}/{total}  {subject}")
