"""The portfolio: engines in turn, until one of them settles the claim.

First a short look for a certificate, then for a counterexample, then both again with more effort,
and Z3 at small sizes; the remaining effort goes to the engines that can go on. The judge decides on
all that engines find; an engine that fails, or cannot read the claim, leaves a note of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from math import inf
from typing import TYPE_CHECKING, Any

from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import Stopwatch, fence, limit
from pmlsym.claims.domain import undefined_of
from pmlsym.claims.hypotheses import contradiction_of, hypotheses_of
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import is_about_numbers, is_about_variables, subjects
from pmlsym.engines.decide.by_solver import model_errand, solver
from pmlsym.engines.decide.case import Case, CertificateSearch, Errand, Turn
from pmlsym.engines.decide.judge import (
    judge_emptiness,
    judge_evaluation,
    judge_instance,
    judge_proof,
    verdict_on_unopened,
)
from pmlsym.engines.sampling.witness import find_point, find_witness
from pmlsym.errors import Disagreement, OutOfDomain, OutOfEffort, OutOfTime, PmlError, Unsupported
from pmlsym.evidence.verdict import (
    CertificateProof,
    Implied,
    PartProof,
    Proved,
    Refuted,
    Unknown,
    Verdict,
)
from pmlsym.language.nodes import Claim
from pmlsym.language.writing import statement
from pmlsym.lowering.contraction_form import PART
from pmlsym.model.instance import Instance

if TYPE_CHECKING:
    from pmlsym.engines.sampling.refuter import SearchResult

WITNESS = 0.5
CONTRADICTION = 4.0
SETTLING = WITNESS + CONTRADICTION + 1
"""Effort for instances of the hypotheses, for a proof that there are none, and for all that comes
after something was found: it is shrunk, checked and judged."""

FIRST_LOOK = 0.3
"""Effort for what speaks against a claim before a derivation is looked for, where it is about
numbers, and before a linear program is solved, where it is about random variables."""

NO_SUM = "no sum of informations"

LEAST_OPINION = 0.5
"""Seconds that the second solver gets at least, where a proof was found at the last moment."""

LEAST_TURN = 0.05
"""The effort below which no turn is given."""


def run(case: Case, turns: Sequence[tuple[Turn, float]], *, budget: float = inf) -> Verdict:
    """The verdict of the engines that have a turn, each with a share of the effort.

    `budget` is the clock's fence, in seconds: an answer that it cuts says so. The case keeps what
    the engines did.
    """
    claim = case.claim
    case.claim = open_quantifiers(claim)
    try:
        with fence(budget + _grace(budget)):
            verdict = _verdict_of_turns(
                case, ((evaluation, 1.0), (over_priors, 1.0), *_with_turn_for_parts(turns))
            )
        return verdict if case.claim is claim else verdict_on_unopened(verdict, claim)
    except OutOfTime:
        units = f"{case.watch.units:.3g} of {case.effort:g} units of effort"
        more = f"more seconds, such as --budget {10 * budget:g}, go on"
        case.note("clock", case.watch, f"cut by the budget of {budget:g} s, after {units}; {more}")
        return Unknown(claim, tuple(case.attempts))
    finally:
        case.ahead.stop()


def _with_turn_for_parts(turns: Sequence[tuple[Turn, float]]) -> tuple[tuple[Turn, float], ...]:
    """The turns, with one for sets of priors in parts after the first search for certificates.

    A proof for every size is better; a proof for these channels alone comes next.
    """
    after = next((k + 1 for k, (turn, _) in enumerate(turns) if turn is schematic), 0)
    return (*turns[:after], (over_parts, 1.0), *turns[after:])


def _verdict_of_turns(case: Case, turns: Sequence[tuple[Turn, float]]) -> Verdict:
    """Let engines have their turns until one settles the claim, and share out what is left."""
    for k, (turn, share) in enumerate(turns):
        _look_ahead(case, turns[k:])
        verdict = _verdict_of_turn(case, turn, share * case.effort)
        if verdict is not None:
            return verdict
    while case.left() > LEAST_TURN:  # what was not used is for those who can use it
        left, every = case.left(), dict.fromkeys(turn for turn, _ in turns)
        open_ = [turn for turn in every if turn not in case.ended]
        for k, turn in enumerate(open_):
            verdict = _verdict_of_turn(case, turn, case.left() / (len(open_) - k))
            if verdict is not None:
                return verdict
        if not open_ or left - case.left() < LEAST_TURN:  # none has more to try
            break
    return Unknown(case.claim, tuple(case.attempts))


def _look_ahead(case: Case, turns: Sequence[tuple[Turn, float]]) -> None:
    """Begin the work of the engines whose turns come later, unless an earlier turn is the same.

    Nothing is begun where the caller listens to progress, which only this process reports.
    """
    if case.progress is not None:
        return
    room, changed = case.left(), {turns[0][0]}
    for turn, share in turns:
        units = share * case.effort
        if turn not in changed and turn in ERRANDS and turn not in case.ended and units <= room:
            case.ahead.begin(ERRANDS[turn](case, units), _most_units(case, units))
        changed.add(turn)
        room -= 0 if turn is over_parts else units  # for most claims it takes nothing


def _verdict_of_turn(case: Case, turn: Turn, effort: float) -> Verdict | None:
    """Let one engine have its turn; None if it settles nothing, fails or has ended before."""
    units = min(effort, case.left())
    if turn in case.ended or units <= 0:
        return None
    watch = Stopwatch()
    if turn in ONCE:
        case.ended.add(turn)
    try:
        with limit(_most_units(case, units)):
            return turn(case, units)
    except OutOfEffort:
        case.note(turn.__name__, watch, "stopped within a step")
    except (Disagreement, OutOfTime):  # a person has to look; no time is left for others
        raise
    except Unsupported as error:
        case.ended.add(turn)
        case.note(turn.__name__, watch, f"cannot read the claim: {error}")
    except OutOfDomain as error:
        case.ended.add(turn)
        case.note(turn.__name__, watch, f"a part of the claim has no value: {error}")
    except Exception as error:  # whatever goes wrong in an engine, the others have their turn
        case.ended.add(turn)
        ending = f"failed: {type(error).__name__}: {error}"
        case.note(turn.__name__, watch, ending, failed=True)
    return None


def _most_units(case: Case, units: float) -> float:
    """The units after which a turn is stopped wherever it is."""
    return units + _grace(case.effort) + SETTLING


def _grace(limit: float) -> float:
    """How far a turn, or the clock, may overrun, so that a cheap step is not stopped."""
    return max(0.3, 0.1 * limit)


def evaluation(case: Case, effort: float) -> Verdict | None:
    """A claim all of whose priors and channels have concrete entries needs no engine.

    The letters that it names are all tried. A claim without names that has no value is neither true
    nor false; one that is beyond exact comparison is left to the engines.
    """
    about = subjects(case.claim)
    names_of_data = {data.tensor.name for data in about.data}
    names = {tensor.name for tensor in about.tensors}
    if about.scalars or not names <= names_of_data:
        return None
    watch = Stopwatch()
    sizes = sizes_in(about.data)
    if not set(about.alphabets) <= set(sizes):
        return None
    every = product(*(range(sizes[alphabet]) for alphabet in about.outcomes.values()))
    places = (dict(zip(about.outcomes, letters, strict=True)) for letters in every)
    try:
        instances = (Instance(sizes, outcomes=place) for place in places)
        with limit(effort / 4 if about.outcomes else effort):  # some of many may be drawn
            verdict = judge_evaluation(case.claim, instances)
        case.note("evaluation", watch, "evaluated exactly")
        return replace(verdict, attempts=tuple(case.attempts))
    except Unsupported as error:
        if names:
            raise
        case.note("evaluation", watch, f"not evaluated: {error}")
        return None


def over_priors(case: Case, _: float) -> Proved | Refuted | None:
    """All priors of a set, for concrete channels: worst values and linear conditions, exactly.

    Otherwise priors of the set are tried one by one.
    """
    return _verdict_over_priors(case, in_parts=False)


def over_parts(case: Case, _: float) -> Proved | Refuted | None:
    """The turn that decides the claim over a set of priors that has to be looked at in parts."""
    return _verdict_over_priors(case, in_parts=True)


def _verdict_over_priors(case: Case, *, in_parts: bool) -> Proved | Refuted | None:
    if not subjects(case.claim).data or is_quantified(case.claim):
        return None
    from pmlsym.engines.polytope.entry_point import decide_case

    return decide_case(case, in_parts=in_parts)


def schematic(case: Case, effort: float) -> Proved | None:
    """Certificates for every alphabet size."""
    watch = Stopwatch()
    searches = case.certificate_searches()
    with limit(effort + _grace(case.effort)):  # what a verdict may take is not for a search
        for part in searches:
            if not part.run(effort - watch.units):
                if part.search is not None and part.search.exhausted:
                    case.ended.add(schematic)
                case.note("schematic", watch, part.ending)
                return None
    notes = "; ".join(part.ending for part in searches if part.search)
    case.note("schematic", watch, f"found certificates; {notes}")
    return _verdict_on_certificates(case, searches)


def by_auxiliaries(case: Case, effort: float) -> Proved | None:
    """Certificates about something new, such as the smallest entries of columns."""
    watch, searches = Stopwatch(), _searches_if_any(case, by_auxiliaries)
    if searches is None:
        return None
    with limit(effort + _grace(case.effort)):
        for part in searches:
            if not part.run_beside(effort - watch.units):
                if part.beside is not None and part.beside.exhausted:
                    case.ended.add(by_auxiliaries)
                case.note("auxiliaries", watch, "no certificate beside what is new")
                return None
    case.note("auxiliaries", watch, "found certificates")
    return _verdict_on_certificates(case, searches)


def parts_by_lemmas(case: Case, effort: float) -> Proved | None:
    """Certificates that apply lemmas, before any search.

    The turn is for claims with many parallel channels, or with lemmas given by the caller.
    """
    from pmlsym.engines.lemmas.arguments import has_many_beside

    if not case.lemmas and not has_many_beside(case.claim):
        return None
    case.ended.update((chained_by_lemmas, by_lemmas))
    return _verdict_by_lemmas(case, effort, 1)


def mixtures_by_lemmas(case: Case, effort: float) -> Proved | None:
    """Certificates that apply lemmas to what is made of mixtures, such as of responses.

    What is known of a mixture has to be shown first, which takes longer than lemmas do.
    """
    from pmlsym.engines.lemmas.arguments import has_mixture_within

    case.ended.add(mixtures_by_lemmas)
    return _verdict_by_lemmas(case, effort, 1) if has_mixture_within(case.claim) else None


def chained_by_lemmas(case: Case, effort: float) -> Proved | None:
    """Certificates that apply several lemmas, which search finds late if at all."""
    return _verdict_by_lemmas(case, effort, 2)


def by_lemmas(case: Case, effort: float) -> Proved | None:
    """Certificates that apply one lemma alone: those that search finds are shorter to read."""
    return _verdict_by_lemmas(case, effort, 1)


def _verdict_by_lemmas(case: Case, effort: float, least: int) -> Proved | None:
    """The verdict where certificates that apply at least this many lemmas were found.

    The given lemmas are tried first. A certificate that is found here is that of its sequent as it
    stands, none of its letters merged: lemmas speak of products of alphabets. The claim is not a
    lemma for itself.
    """
    watch, searches = Stopwatch(), _searches_if_any(case, by_lemmas)
    if searches is None:
        return None

    from pmlsym.engines.lemmas.library import kept_lemmas  # most claims are settled before
    from pmlsym.engines.lemmas.proof_with_lemmas import prove_with_lemmas

    search_watch, text = Stopwatch(), statement(case.claim)  # the claim may just have been lowered
    lemmas = [each for each in (*case.lemmas, *kept_lemmas()) if each.text != text]
    for search in searches:
        if search.found is None:
            search.found = prove_with_lemmas(
                case.claim, search.lowered, lemmas, effort=effort - search_watch.units, least=least
            )
    if any(search.found is None for search in searches):
        case.note("lemmas", watch, "the claim does not follow by them alone")
        return None
    case.note("lemmas", watch, "found certificates")
    return _verdict_on_certificates(case, searches)


def _searches_if_any(case: Case, turn: Turn) -> list[CertificateSearch] | None:
    """The searches for certificates; None, and no more such turns, if the claim has no sequents.

    The turn `schematic` reports why it has none.
    """
    try:
        return case.certificate_searches()
    except Unsupported:
        case.ended.add(turn)
        return None


def _verdict_on_certificates(case: Case, searches: Sequence[CertificateSearch]) -> Proved:
    """The verdict on a claim for each of whose sequents a certificate was found."""
    return judged(case, CertificateProof(tuple(part.found for part in searches if part.found)))


def judged(case: Case, proof: CertificateProof | Implied) -> Proved:
    """The verdict on a proof, with an instance of its hypotheses, or with their contradiction."""
    watch = Stopwatch()  # the effort is for all that is asked, or else what was found could be lost
    attempts, witness = tuple(case.attempts), witness_of(case)
    with limit(max(SETTLING - 1 - watch.units, LEAST_TURN)):
        clash = _contradiction(
            case, witness, lambda c: certificates_of(case, c, CONTRADICTION - watch.units)
        )
    return judge_proof(case.claim, proof, witness, attempts, clash)


def judged_empty(case: Case, prove: Callable[[Claim], PartProof | None]) -> Proved | None:
    """The verdict by a proof that nothing meets the hypotheses, where no instance is found."""
    watch = Stopwatch()
    case.met = witness_of(case)
    clash = _contradiction(case, case.met, prove)
    if clash is None:
        return None
    case.note("hypotheses", watch, "nothing meets them")
    return judge_emptiness(case.claim, clash, tuple(case.attempts))


PARTS: tuple[tuple[Turn, float], ...]


def certificates_of(case: Case, claim: Claim, effort: float) -> CertificateProof | None:
    """The certificates of another claim that says something about the case's claim, if found."""
    # Judging what that run finds may ask for a contradiction, and so come here again. It ends: the
    # claim that hypotheses clash has conditions alone for hypotheses, and these cannot clash.
    verdict = run(Case(claim, max(effort, LEAST_TURN), case.seed), PARTS)
    evidence = verdict.evidence if isinstance(verdict, Proved) else None
    return evidence if isinstance(evidence, CertificateProof) else None


def by_witness(case: Case, effort: float) -> Proved | None:
    """Certificates that apply hypotheses "for all" to witnesses, where the claim has some.

    The bound of a contraction coefficient is such a hypothesis: it is for all priors, or all parts
    of one.
    """
    searches = _searches_if_any(case, by_witness)
    if searches is None:
        return None
    open_ = [part for part in searches if part.found is None and part.sequent.rules]
    rules = [rule for part in open_ for rule in part.sequent.rules]
    of_parts = any(tensor.of == PART for rule in rules for tensor in rule.tensors)
    if not is_quantified(case.claim) and not of_parts:
        open_ = []
    if not open_:
        case.ended.add(by_witness)
        return None

    from pmlsym.engines.witnesses.search import prove_by_witness

    watch = Stopwatch()
    for part in open_:
        share = (effort - watch.units) / len(open_)
        part.found = prove_by_witness(part.sequent, effort=share, given=case.given)
    if any(part.found is None for part in open_):
        if watch.units < effort:  # it was not cut: all proposals were tried, and no more will come
            case.ended.add(by_witness)
        case.note("witnesses", watch, "no witness that is known to it serves")
        return None
    # a search that ended at a sequent which needs a witness has not tried the others
    if all(part.run(effort - watch.units) for part in searches):
        case.note("witnesses", watch, "found certificates")
        return _verdict_on_certificates(case, searches)
    case.note("witnesses", watch, "witnesses for some parts, no certificate for others")
    return None


def entropies(case: Case, effort: float) -> Proved | Refuted | None:
    """Claims about random variables: sums of informations, or a joint distribution against them."""
    if not is_about_variables(case.claim):
        return None
    from pmlsym.engines.entropies.copying import prove_by_copies
    from pmlsym.engines.entropies.polymatroids import polymatroid_against
    from pmlsym.engines.entropies.prove import prove_entropy
    from pmlsym.engines.entropies.refute import refute_entropy

    watch = Stopwatch()
    # what structure shows comes first; most of what is false is so at once; copies come last
    glance, polymatroid = min(FIRST_LOOK, effort / 4), None
    for program, look, by in ((0.0, glance, None), (effort / 2, inf, prove_by_copies)):
        proof, sums = None, NO_SUM
        try:
            proof = prove_entropy(case.claim, effort=program, by=by)
        except OutOfEffort:
            sums = "the search for sums of informations was cut"
        if proof is not None:
            case.note("shannon", watch, f"found {len(proof.duals)} sums of informations")
            witness = witness_of(case)
            prove = partial(prove_entropy, effort=CONTRADICTION)
            clash = _contradiction(case, witness, prove)
            return judge_proof(case.claim, proof, witness, tuple(case.attempts), clash)
        if by is not None:
            polymatroid = polymatroid_against(case.claim, effort=(effort - watch.units) / 2)
        for like in dict.fromkeys((polymatroid, None)):
            units = min(look, (effort - watch.units) / (1 if like is None else 2))
            instance = refute_entropy(case.claim, effort=units, seed=case.seed, like=like)
            if instance is not None:
                case.note("shannon", watch, "found a joint distribution against it")
                return judge_instance(case.claim, instance, tuple(case.attempts))
        if by is None and hypotheses_of(case.claim):
            empty = judged_empty(case, partial(prove_entropy, effort=effort / 8))
            if empty is not None:
                return empty
    if sums != NO_SUM:
        case.ended.discard(entropies)
    if polymatroid is not None:
        copies = "" if sums == NO_SUM else "; not all copies were tried"
        sums = f"{NO_SUM}: the polymatroid {polymatroid} violates it{copies}"
    case.note("shannon", watch, f"{sums}, and no joint distribution against it")
    return None


def numbers(case: Case, effort: float) -> Proved | Refuted | None:
    """Claims about numbers alone, with exp and log: a proof, or a point that refutes them."""
    if not is_about_numbers(case.claim):
        return None
    from pmlsym.engines.analytic.checking import prove_analytic
    from pmlsym.engines.analytic.refuting import refute_analytic

    watch = Stopwatch()
    proof = None
    for look, share in ((FIRST_LOOK, 0.4), (0.5 * effort, 1.0)):
        units = min(look, (effort - watch.units) / 2)
        instance = refute_analytic(case.claim, effort=units, seed=case.seed)
        if instance is not None:
            case.note("analytic", watch, "found a point against it")
            return judge_instance(case.claim, instance, tuple(case.attempts))
        units = share * (effort - watch.units)
        proof = prove_analytic(case.claim, effort=units)
        if proof is not None:
            break
    if proof is None:
        case.note("analytic", watch, "no derivation, and no point against it")
        return None
    case.note("analytic", watch, f"derived by {', '.join(proof.methods)}")
    point = find_point(case.claim, effort=WITNESS, seed=case.seed)
    clash = _contradiction(case, point, partial(prove_analytic, effort=CONTRADICTION))
    seconds = max(LEAST_OPINION, case.left())
    return judge_proof(case.claim, proof, point, tuple(case.attempts), clash, seconds=seconds)


def witness_of(case: Case) -> Instance | None:
    """An instance that meets the hypotheses: one that was met before, or else one found now."""
    if case.met is not None:
        return case.met
    find = partial(find_witness, effort=WITNESS, seed=case.seed)
    if not repeat_letters_of(case.claim):
        return find(case.claim)
    from pmlsym.engines.sampling.any_number import witness_at_numbers

    return witness_at_numbers(case.claim, find)


def _contradiction(
    case: Case, witness: Instance | None, prove: Callable[[Claim], PartProof | None]
) -> PartProof | None:
    """A proof that no instance meets the hypotheses, where none was found that does.

    Or a proof that the claim has no value on any instance that meets them.
    """
    if witness is not None:
        return None
    for clash in (contradiction_of(case.claim), undefined_of(case.claim)):
        with suppress(PmlError, OutOfEffort):  # it may be harder than the claim
            if clash is not None and (proof := prove(clash)) is not None:
                return proof
    return None


def sampling(case: Case, effort: float) -> Refuted | None:
    """Random and improved instances, confirmed exactly."""
    watch = Stopwatch()
    result = case.ahead.result_of(_sampling_errand(case, effort))
    case.sampled = result.rounds
    if case.nearest is None or _least_slack(result) < _least_slack(case.nearest):
        case.nearest = result
    case.seen += result.tried
    case.within += result.met
    tried = f"{case.seen} instances, {case.within} of them within the hypotheses"
    if not case.within and hypotheses_of(case.claim):
        tried += ", which may contradict each other"
    if result.instance is None:
        least = case.nearest.best_slack
        slack = "" if least is None else f", smallest slack {least:.3g}"
        case.note("sampling", watch, f"nothing in {tried}{slack}")
        return None
    case.note("sampling", watch, f"found a counterexample after {tried}")
    return judge_instance(case.claim, result.instance, tuple(case.attempts))


def _sampling_errand(case: Case, effort: float) -> Errand[SearchResult]:
    """The work of the sampling engine on this claim, which may be begun ahead of its turn."""
    options = {"effort": effort, "seed": case.seed, "sizes": case.sizes, "first": case.sampled}
    return Errand(search_for_instance, case.claim, {**options, "progress": case.progress})


def search_for_instance(claim: Claim, **options: Any) -> SearchResult:
    """The search for a counterexample, with the options of the refuter."""
    from pmlsym.engines.sampling.any_number import search_at_numbers
    from pmlsym.engines.sampling.refuter import search  # NumPy is slow to load

    return search_at_numbers(claim, search, **options)


def _least_slack(result: SearchResult) -> float:
    """The least slack that the sampling engine has found; infinite where it has found none."""
    return inf if result.best_slack is None else result.best_slack


ERRANDS: Mapping[Turn, Callable[[Case, float], Errand[Any]]] = {
    sampling: _sampling_errand,
    solver: model_errand,
}
"""The errands with which these turns begin; they do not depend on other turns."""

ONCE: frozenset[Turn] = frozenset(
    (
        evaluation,
        over_priors,
        over_parts,
        parts_by_lemmas,
        chained_by_lemmas,
        by_lemmas,
        entropies,
        numbers,
        solver,
    )
)
"""The turns that have nothing more to try after the first time."""

PARTS = (
    (schematic, 0.1),
    (parts_by_lemmas, 0.1),
    (by_lemmas, 0.1),
    (by_auxiliaries, 0.3),
    (by_witness, 0.5),
    (schematic, 1.0),
)
"""The turns in which another claim is shown, each with its share."""
