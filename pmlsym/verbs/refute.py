"""An exact counterexample, or the report of a search without one: `pmlsym refute`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from pmlsym.errors import InvalidInput
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
)
from pmlsym.verbs.ask import CLAIMS

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pmlsym.evidence.verdict import Verdict
    from pmlsym.language.nodes import Claim


def refute(
    claim: Annotated["Claim | str", Argument("Such as 'pml(P, W) <= maxleak(W)'.")],
    *,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: AllPriors = None,
    sizes: Annotated[
        Mapping[str, int | Sequence[int]] | str | None, Option("Letters to try, 'X=2-4,Y=3'.")
    ] = None,
    effort: Effort = None,
    budget: Budget = None,
    seed: Seed = 0,
    executor: "Executor | None" = None,
) -> "Verdict":
    """Search for an exact counterexample, as `pmlsym refute` does: Refuted or Unknown.

    It is Proved for concrete entries. `let`, `assume`, `channel` and `over` are those of `ask`;
    `sizes` says how many letters to try, {"X": range(2, 5)} or "X=2-4,Y=3". With an `executor` of
    concurrent.futures, or one that is used in the same way, the solver runs beside the search, and
    the answer is the same. Raises a PmlError for a claim that cannot be read.

    >>> refute("ldp(W) <= pml(P, W)", sizes="X=2").name
    'refuted'
    """
    from pmlsym.claim_text.question_about import claim_about
    from pmlsym.engines.decide.decisions import search_for_counterexample

    require_no_file(claim)
    question = claim_about(claim, let, assume, channel, over)
    return search_for_counterexample(
        question, sizes=sizes, effort=effort, budget=budget, seed=seed, executor=executor
    )[0]


def require_no_file(claim: object) -> None:
    """Raises InvalidInput if the verb `refute` is given a file of claims, not a claim."""
    if isinstance(claim, str) and claim.strip().endswith(CLAIMS):
        raise InvalidInput(f"{claim.strip()[-60:]} is a file of claims, which ask reads")
