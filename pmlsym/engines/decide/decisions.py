"""Asking: decide, prove, refute and evaluate claims.

ps.decide("pml(P, W >> V) <= pml(P, W)")     a proof for every alphabet size
ps.decide("pml(P, W) <= maxleak(W)")         an exact counterexample
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from pmlsym.calculus.effort import fence, patience
from pmlsym.calculus.kind import described, require_kind
from pmlsym.calculus.rational import read_whole
from pmlsym.claim_text.question_about import Asked, claim_about, claim_of
from pmlsym.claims.evaluation import evaluate as _evaluate
from pmlsym.claims.given_entries import with_rational_entries
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.by_solver import solver, solver_at_given_letters
from pmlsym.engines.decide.case import Ahead, Case, Turn
from pmlsym.engines.decide.implied import (
    at_every_number,
    at_every_order,
    at_order_one,
    below_response,
    by_contradiction,
    by_terms,
    in_halves,
)
from pmlsym.engines.decide.judge import judge_instance
from pmlsym.engines.decide.portfolio import (
    by_auxiliaries,
    by_lemmas,
    by_witness,
    chained_by_lemmas,
    entropies,
    mixtures_by_lemmas,
    numbers,
    parts_by_lemmas,
    run,
    sampling,
    schematic,
)
from pmlsym.errors import InvalidInput
from pmlsym.evidence.verdict import Proved, Refuted, Unknown, Verdict
from pmlsym.io.arguments import Assume, Channels, Let, Witness
from pmlsym.language.building import all_of
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Constant, Implication, OpenOrder, Quantity, Scalar
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pmlsym.engines.decide.proof_reading import ProofReading
    from pmlsym.engines.decide.slack import Slack
    from pmlsym.engines.lemmas.claim_lemma import ClaimLemma
    from pmlsym.engines.sampling.refuter import Progress, SearchResult
    from pmlsym.evidence.tightness import Tightness

MOST_LETTERS = 12
Sizes = Mapping[str, int | Sequence[int]] | str | None
"""How many letters alphabets may have: {"X": range(2, 5)}, "X=2-4,Y=3"."""

EFFORT = 20.0
"""The default effort in units, each about a second of a quiet core."""


def decide(
    claim: Asked,
    *,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: object = None,
    letters: Mapping[str, Sequence[str]] | None = None,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    lemmas: Sequence[ClaimLemma] = (),
    witness: Witness = (),
) -> Verdict:
    """Let the engines prove the claim, refute it, or report honestly that neither succeeded.

    `claim` is a claim or its text, with declarations `let` such as "V: X -> Z" and claims `assume`
    that are taken to hold. `channel` gives entries, {"W": rows}, rows as of `ps.channel`, or
    "W=ch.csv"; `over` is a set such as "p(x) >= 1/10", or masses: then the answer is about these,
    and names the worst prior. `lemmas` are what `lemma` makes of proved claims; they are applied
    before others. `witness` says what to put in the place of what the claim says exists, such as
    "R = W >> U", or of what a supremum is over; it is checked as any other. Tables with labels name
    the letters of their alphabets, and so does `letters`, {"X": ["young", "old"]}: then
    "p(young) >= 1/10" is a set too. `effort` is how much work may be done, in units of about a
    second of a quiet core (20 unless given): the same claim, seed and effort have the same answer
    on a busy machine.
    `budget`, in seconds, is a fence around that; the answer tells whether it cut. Given alone it
    is the effort too. In the processes of an `executor` of concurrent.futures, or what looks like
    one, counterexamples are looked for beside proofs; the answer is the same as without one, of the
    same work. The result is `Proved` with certificates for every alphabet size, `Refuted`
    with an exact instance, or `Unknown` with what was tried.
    Raises ClaimSyntaxError, UnknownName or AlphabetMismatch for a claim that cannot be read,
    InvalidInput for an effort or budget that is not positive, a seed that is negative, or entries
    that are not exact.

    >>> decide("pml(P, W >> V) <= pml(P, W)").name
    'proved'
    >>> decide("pml(P, W) <= maxleak(W)").name
    'refuted'
    >>> flip = [["9/10", "1/10"], ["1/10", "9/10"]]
    >>> found = decide("pml(P, W) <= log(5)", channel={"W": flip}, over="p1 in [1/10, 1]")
    >>> print(found.bounds[0])
    largest pml(P, W) = log(9), not attained, approached towards (1, 0), x=2, y=2
    """
    turns = (
        (entropies, 1.0),
        (numbers, 0.8),
        (parts_by_lemmas, 0.05),
        (at_every_number, 0.2),
        (schematic, 0.01),  # most proofs are short, and most of what is false is so at once
        (chained_by_lemmas, 0.05),
        (by_witness, 0.6),
        (by_terms, 0.15),
        (sampling, 0.02),
        (solver_at_given_letters, 0.4),
        (at_order_one, 0.6),
        (schematic, 0.05),
        (below_response, 0.8),
        (by_lemmas, 0.05),
        (sampling, 0.05),
        (mixtures_by_lemmas, 0.4),
        (at_every_order, 0.06),
        (by_contradiction, 0.2),
        (by_auxiliaries, 0.05),
        (schematic, 0.4),
        (by_auxiliaries, 0.1),
        (in_halves, 0.25),  # what has a certificate for every size is known by now
        (at_every_order, 0.25),
        (by_terms, 0.4),
        (sampling, 0.04),
        (by_auxiliaries, 0.34),
        (sampling, 0.2),
        (solver, 0.3),
    )
    asked = claim_about(claim, let, assume, channel, over, letters)
    return _verdict(asked, turns, effort, budget, seed, executor, lemmas, witness)


def with_full_support(
    refuted: Refuted, *, effort: float | None = None, budget: float | None = None, seed: int = 0
) -> tuple[Claim, Verdict] | None:
    """The verdict where all letters can occur, if the counterexample rests on one that cannot.

    The result is the condition that the priors with such a letter have full support, and that
    orders which are below 1 there are above 1, and the verdict on the claim under it; nothing where
    there is no such prior or order, or nothing was decided.

    >>> found = with_full_support(decide("maxleak(W) <= pml(P, W)"))
    >>> found[1].name
    'proved'
    """
    from pmlsym.engines.sampling.refuter import full_supports

    claim = refuted.claim
    assert isinstance(claim, Claim)
    conditions = (*full_supports(claim, refuted.instance), *_orders_above(claim, refuted.instance))
    if not conditions:
        return None
    condition = all_of(*conditions)
    verdict = decide(Implication(condition, claim), effort=effort, budget=budget, seed=seed)
    undecided = isinstance(verdict, Unknown) or (isinstance(verdict, Proved) and verdict.vacuous)
    return None if undecided else (condition, verdict)


def _orders_above(claim: Claim, instance: Instance) -> Iterator[Claim]:
    """The conditions that letters of orders, below 1 on a counterexample, are above 1."""
    letters = (name for part in walk(claim) if isinstance(part, OpenOrder) for name in part.letters)
    for name in dict.fromkeys(letters):
        if name in instance.scalars and instance.scalars[name] < 1:
            yield Constant(Fraction(1)) < Scalar(name)


def smallest(
    refuted: Refuted, mended: tuple[Claim, Verdict] | None
) -> tuple[Refuted, tuple[Claim, Verdict] | None]:
    """The smaller of the two known counterexamples, and the verdict that remains beside it.

    A claim that is false under a condition is false on the same instance without it. `mended` is
    the result of `with_full_support`.

    >>> refuted = decide("maxleak(W) <= pml(P, W)")
    >>> smallest(refuted, None) == (refuted, None)
    True
    """
    other = mended[1] if mended is not None else None
    if not isinstance(other, Refuted) or refuted.bounds:
        return refuted, mended
    if sum(other.instance.sizes.values()) >= sum(refuted.instance.sizes.values()):
        return refuted, mended
    assert isinstance(refuted.claim, Claim)
    return judge_instance(refuted.claim, other.instance, refuted.attempts), None


def prove(
    claim: Asked,
    *,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: object = None,
    letters: Mapping[str, Sequence[str]] | None = None,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    witness: Witness = (),
) -> Verdict:
    """Search for certificates only: `Proved` or `Unknown` (or `Refuted`, for concrete entries).

    The arguments are those of `decide`.

    >>> prove("maxleak(W >> V) <= maxleak(V)").name
    'proved'
    """
    turns = (
        (entropies, 1.0),
        (numbers, 0.8),
        (parts_by_lemmas, 0.05),
        (at_every_number, 0.2),
        (schematic, 0.01),
        (chained_by_lemmas, 0.05),
        (by_witness, 0.6),
        (by_terms, 0.15),
        (at_order_one, 0.6),
        (schematic, 0.1),
        (below_response, 0.8),
        (by_lemmas, 0.05),
        (mixtures_by_lemmas, 0.4),
        (at_every_order, 0.06),
        (by_contradiction, 0.2),
        (by_auxiliaries, 0.05),
        (schematic, 0.5),
        (by_auxiliaries, 0.1),
        (in_halves, 0.25),
        (at_every_order, 0.25),
        (by_terms, 0.4),
        (by_auxiliaries, 0.3),
        (schematic, 1.0),
    )
    asked = claim_about(claim, let, assume, channel, over, letters)
    return _verdict(asked, turns, effort, budget, seed, witness=witness)


def refute(
    claim: Asked,
    *,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    executor: Executor | None = None,
) -> Verdict:
    """Look for a counterexample only: `Refuted` or `Unknown` (or `Proved`, for concrete entries).

    The arguments are those of `decide`.

    >>> refute("ldp(W) <= pml(P, W)").name
    'refuted'
    """
    return search_for_counterexample(
        claim, effort=effort, budget=budget, seed=seed, executor=executor
    )[0]


def search_for_counterexample(
    claim: Asked,
    *,
    sizes: Sizes = None,
    effort: float | None = None,
    budget: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[Verdict, SearchResult | None]:
    """The verdict of `refute` on a claim, with the nearest instance if none refutes the claim.

    `sizes` narrows how many letters an alphabet may have, {"X": range(2, 5)} or "X=2-4"; `progress`
    is called with the number of instances tried, the smallest slack and the way of searching.
    """
    turns = ((entropies, 1.0), (sampling, 0.6), (solver, 0.3))
    units, seconds = limits(effort, budget)
    asked, ahead = claim_about(claim), Ahead(_valid_executor(executor))
    wanted = sizes_of(sizes, subjects(asked).alphabets)
    case = Case(asked, units, _valid_seed(seed), sizes=wanted, progress=progress, ahead=ahead)
    return run(case, turns, budget=seconds), case.nearest


def sizes_of(sizes: Sizes, alphabets: tuple[str, ...]) -> dict[str, Sequence[int]] | None:
    """The alphabet sizes at which to look for counterexamples, from a text or a table, or None.

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
            names = ", ".join(alphabets)
            raise InvalidInput(f"sizes has {part.strip()!r}; the alphabets are {names}")
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


def lemma(verdict: Proved) -> ClaimLemma:
    """A proved claim as a lemma, for `ask(.., lemmas=[..])`.

    It bounds a measure, at every alphabet size, by others. Nothing of the verdict is trusted: it is
    proved again, about levels and for priors that need not have full support, and the kernel checks
    that wherever it is applied. Raises InvalidInput where the verdict is not a proof, rests on a
    solver, sizes or given entries, or holds on a domain alone; Unsupported where the claim is not
    of the form of a lemma, or no proof of it as a lemma is found.

    >>> lemma(prove("pml(P, W >> V) <= pml(P, W)"))
    lemma: pml(P, W >> V) <= pml(P, W)
    """
    from pmlsym.engines.lemmas.claim_lemma import lemma_of_verdict

    return lemma_of_verdict(require_kind(verdict, Proved, "a verdict that is Proved"))


def tight(
    claim: Asked, *, effort: float | None = None, budget: float | None = None, seed: int = 0
) -> Tightness | Refuted:
    """Search for an instance on which both sides of a claimed bound are equal, or nearly so.

    The result is `Attained` with an exact instance, `Approached` with instances whose sides come
    ever closer, or `Apart`; `Refuted` where the claim turns out to be false. Raises InvalidInput
    for a claim that does not conclude with A <= B or A >= B.

    >>> tight("maxleak(W) <= log(size(X))").name
    'attained'
    """
    from pmlsym.engines.decide.tightness import tightness

    units, seconds = limits(effort, budget)
    with fence(seconds):
        return tightness(claim_about(claim), effort=units, seed=_valid_seed(seed))


def slack(verdict: Proved, instance: Instance) -> tuple[Slack, ...]:
    """The terms of a proof on an instance, each an exact number: where the bound is not tight.

    One `Slack` for each certificate, at the letters where its goal is smallest. Raises InvalidInput
    where the proof is not a certificate or the instance does not meet the hypotheses.

    >>> proved = prove("pml(P, W >> V) <= pml(P, W)")
    >>> slack(proved, proved.witness)[0].total
    Fraction(1, 18)
    """
    from pmlsym.engines.decide.slack import slack as slack_of

    require_kind(verdict, Proved, "a verdict that is Proved")
    return slack_of(verdict, require_kind(instance, Instance, "ps.Instance({'X': 2}, ..)"))


def read_proof(verdict: Proved) -> ProofReading:
    """Which hypotheses a proof used, which were unnecessary, and whether it holds for densities.

    >>> print(read_proof(prove("pml(P, W >> V) <= pml(P, W)")))
    the outcome in Z enters only as a constant: the proof holds for densities too
    """
    from pmlsym.engines.decide.proof_reading import read_proof as reading_of

    return reading_of(require_kind(verdict, Proved, "a verdict that is Proved"))


@overload
def evaluate(quantity: Quantity, instance: Instance) -> Number: ...
@overload
def evaluate(quantity: Quantity, instance: None = None) -> Number | float: ...


def evaluate(quantity: Quantity, instance: Instance | None = None) -> Number | float:
    """The exact value of a quantity, on an instance or for the concrete entries that it has.

    Where some entries are floats the value is one: that of the rationals nearby, rows divided by
    their sums. Raises OutOfDomain where it has no value, InvalidInput where a name has no entries.

    >>> from pmlsym.measures.leakage_capacity import ldp
    >>> from pmlsym.model.channel import Channel
    >>> evaluate(ldp(Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])))
    log(2)
    >>> round(evaluate(ldp(Channel.from_rows([[2/3, 1/3], [1/3, 2/3]]))), 6)
    0.693147
    """
    require_kind(quantity, Quantity, "a quantity, such as ps.quantity('pml(P, W)')")
    near = with_rational_entries(quantity) if instance is None else None
    if near is not None:
        return float(_evaluate(near, Instance({})))
    if instance is None:
        return _evaluate(quantity, Instance({}))
    return _evaluate(quantity, require_kind(instance, Instance, "ps.Instance({'X': 2}, ..)"))


def _verdict(
    claim: Asked,
    turns: Sequence[tuple[Turn, float]],
    effort: float | None,
    budget: float | None,
    seed: int,
    executor: Executor | None = None,
    lemmas: Sequence[ClaimLemma] = (),
    witness: Witness = (),
) -> Verdict:
    """The verdict on a claim after these turns of engines, within effort and budget."""
    units, seconds = limits(effort, budget)
    case = Case(claim_of(claim), units, _valid_seed(seed), ahead=Ahead(_valid_executor(executor)))
    if require_kind(lemmas, Sequence, "lemmas as a list, such as [ps.lemma(verdict)]"):
        from pmlsym.engines.lemmas.claim_lemma import ClaimLemma

        right = "what ps.lemma(verdict) makes"
        read = [require_kind(each, ClaimLemma, right).read for each in lemmas]
        case.lemmas = tuple(each for several in read for each in several)
    if witness:
        from pmlsym.claim_text.witness_text import witnesses_of

        case.given = witnesses_of(witness, case.claim)
    return run(case, turns, budget=seconds)


def _valid_executor(executor: Executor | None) -> Executor | None:
    """The executor that `decide` may begin searches in. Raises InvalidInput at another object."""
    if executor is None or callable(getattr(executor, "submit", None)):
        return executor
    raise InvalidInput(f"{described(executor)}; write an executor of concurrent.futures")


def limits(effort: float | None, budget: float | None) -> tuple[float, float]:
    """The effort and the seconds that `decide` has for a claim: one follows from the other.

    Raises InvalidInput where one is not a number above zero.

    >>> limits(None, 5), limits(5, 1), limits(5, None)[0], limits(None, None)[0]
    ((5, 5), (5, 1), 5, 20.0)
    """
    for name, amount, unit in (("effort", effort, "units"), ("budget", budget, "seconds")):
        number = isinstance(amount, int | float) and not isinstance(amount, bool)
        if amount is not None and not (number and amount > 0):
            raise InvalidInput(f"the {name} is {amount!r}; write a number of {unit} above zero")
    units = effort or budget or EFFORT
    return units, budget or patience(units)


def _valid_seed(seed: int) -> int:
    """The seed of the random search of `decide`. Raises InvalidInput at a wrong one."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidInput(f"seed is {seed!r}; write 0 or a larger integer")
    return seed
