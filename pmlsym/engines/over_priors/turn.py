"""The turn of this engine: all priors of a set at once, or else priors of the set one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pmlsym.effort import Stopwatch
from pmlsym.engines.judge import judge_instance, judge_over_priors
from pmlsym.engines.over_priors.question import question_of
from pmlsym.engines.over_priors.trying import try_priors
from pmlsym.errors import Unsupported
from pmlsym.evidence.verdict import Attempt, Proved, Refuted

if TYPE_CHECKING:
    from pmlsym.engines.case import Case

ENGINE = "over priors"


def decide_case(case: Case, *, in_parts: bool) -> Proved | Refuted | None:
    """The verdict on a claim about concrete channels; nothing where it is none, or stays open."""
    watch = Stopwatch()
    try:
        found = judge_over_priors(case.claim, tuple(case.attempts), in_parts=in_parts)
    except Unsupported as error:
        return None if in_parts else _tried(case, watch, str(error))
    if found is None:
        return None
    note = Attempt(ENGINE, watch.seconds, "decided exactly", watch.units)
    return replace(found, attempts=(*found.attempts, note))


def _tried(case: Case, watch: Stopwatch, why: str) -> Refuted | None:
    """Priors of the set one by one, where all of them together are beyond an exact decision."""
    question = question_of(case.claim)
    if question is None:
        raise Unsupported(why)
    tried = try_priors(question, seed=case.seed)
    case.note(ENGINE, watch, f"not decided, {why}; {tried}")
    case.met = tried.met
    if tried.instance is None:
        return None
    return judge_instance(case.claim, tried.instance, tuple(case.attempts))
