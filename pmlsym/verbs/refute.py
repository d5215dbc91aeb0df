"""An exact counterexample, or how hard it was looked for: `pmlsym refute`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pmlsym.calculus.rational import read_whole
from pmlsym.errors import InvalidInput
from pmlsym.verbs.ask import CLAIMS

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pmlsym.engines.sampling import Progress, SearchResult
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.language.nodes import Claim

MOST_LETTERS = 12
Sizes = Mapping[str, int | Sequence[int]] | str | None


def refute(
    claim: Claim | str,
    *,
    let: str | Sequence[str] = (),
    assume: str | Sequence[str] = (),
    channel: Mapping[str, object] | str | Sequence[str] = (),
    over: object = None,
    sizes: Sizes = None,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    executor: Executor | None = None,
) -> Verdict:
    """Search for an exact counterexample: Refuted or Unknown, or Proved for concrete entries.

    `let`, `assume`, `channel` and `over` are those of `ask`; `sizes` says how many letters to try,
    {"X": range(2, 5)} or "X=2-4,Y=3". In the processes of an `executor` of concurrent.futures, or
    what looks like one, the solver is asked beside the search, for the same answer. Raises a
    PmlError for a claim that cannot be read.

    >>> refute("ldp(W) <= pml(P, W)", sizes="X=2").name
    'refuted'
    """
    from pmlsym.question_about import about

    require_no_file(claim)
    asked = about(claim, let, assume, channel, over)
    return look_for_counterexample(
        asked, sizes, effort=effort, budget=budget, seed=seed, executor=executor
    )[0]


def require_no_file(claim: object) -> None:
    """Return unless it is the name of a file of claims. Raises InvalidInput with who reads it."""
    if isinstance(claim, str) and claim.strip().endswith(CLAIMS):
        raise InvalidInput(f"{claim.strip()[-60:]} is a file of claims, which ask reads")


def look_for_counterexample(
    claim: Claim,
    sizes: Sizes,
    *,
    effort: float | None,
    budget: float | None,
    seed: int,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[Verdict, SearchResult | None]:
    """The verdict, and the nearest instance where there is no counterexample."""
    from pmlsym.claims.subjects import subjects
    from pmlsym.decisions import search_for_counterexample

    wanted = sizes_of(sizes, subjects(claim).alphabets)
    return search_for_counterexample(
        claim,
        sizes=wanted,
        effort=effort,
        budget=budget,
        seed=seed,
        progress=progress,
        executor=executor,
    )


def sizes_of(sizes: Sizes, alphabets: tuple[str, ...]) -> dict[str, Sequence[int]] | None:
    """How many letters the alphabets may have, from a text or a table; nothing if that is empty.

    >>> sizes_of("X=2-4, Y=3", ("X", "Y"))
    {'X': range(2, 5), 'Y': range(3, 4)}
    """
    if sizes is None or not sizes or (isinstance(sizes, str) and not sizes.strip()):
        return None
    if not isinstance(sizes, str):
        return {a: (n,) if isinstance(n, int) else tuple(n) for a, n in sizes.items()}
    wanted: dict[str, Sequence[int]] = {}
    for part in sizes.split(","):
        name, _, letters = part.partition("=")
        low, dash, high = letters.partition("-")
        if name.strip() not in alphabets:
            known = ", ".join(alphabets)
            raise InvalidInput(f"sizes has {part.strip()!r}; the alphabets are {known}")
        try:
            texts = (low, high if dash else low)
            ends = [read_whole(end, "", least=1, most=MOST_LETTERS) for end in texts]
        except InvalidInput:
            shown = part.strip()[:40]
            raise InvalidInput(f"sizes has {shown!r}; write X=3 or X=2-4, up to 12") from None
        wanted[name.strip()] = range(ends[0], ends[1] + 1)
        if not wanted[name.strip()]:
            raise InvalidInput(f"sizes has {part.strip()!r}, from more letters to fewer")
    return wanted
