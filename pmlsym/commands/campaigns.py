"""Options of commands that do many tasks: the part that is done here, and a journal."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.calculus.rational import read_whole

LARGEST = 10**8

Shard = Annotated[
    str | None,
    typer.Option(metavar="K/N", help="Every N-th task, from the K-th on; 0/N is first."),
]
Journal = Annotated[
    str | None, typer.Option(metavar="FILE", help="A file of JSON lines to go on from.")
]


def shard_of(shard: str | None) -> tuple[int, int] | None:
    """The numbers of --shard k/n. Raises InvalidInput where they are none.

    >>> shard_of("0/2")
    (0, 2)
    """
    if shard is None:
        return None
    k, _, count = shard.partition("/")
    n = read_whole(count, "the n of --shard k/n", least=1, most=LARGEST)
    return read_whole(k, "the k of --shard k/n", most=n - 1), n
