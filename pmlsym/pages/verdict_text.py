"""Verdicts as text, for a terminal: word, claim and scope, then the evidence and remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeGuard

from pmlsym.claim_text.instance_text import (
    bound_line,
    instance_line,
    instance_lines,
    unattained_line,
)
from pmlsym.claim_text.question import Question
from pmlsym.claims.hypotheses import contradiction_of, hypotheses_of
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import is_about_variables, subjects
from pmlsym.claims.unit import has_other_units, sides_in_nats
from pmlsym.engines.decide.proof_reading import other_uses
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.verdict import (
    NOWHERE,
    Attempt,
    CertificateProof,
    Evidence,
    Implied,
    OverPriors,
    PriorBound,
    Proved,
    Refuted,
    SolverProof,
    Unknown,
    Verdict,
)
from pmlsym.exposition.certificate_summary import count_terms
from pmlsym.exposition.exposition import expose_parts
from pmlsym.exposition.typesetting import proof_lines
from pmlsym.language.display import WIDTH, fitted
from pmlsym.language.elsewhere import written_here
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Claim, Comparison, Entropic, Implication, Measure, measures_in
from pmlsym.language.writing import statement, write_quantity
from pmlsym.measures.notion import CHANNEL, PRIOR
from pmlsym.measures.prior_mass import size
from pmlsym.model.channel import Channel, Hidden
from pmlsym.model.composition import Composition
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Number
from pmlsym.numbers.number_text import both_texts

INDENT = "        "

OTHER_MEANINGS = {
    "capacity": "capacity(W) is that of leakage, ldp(W); of information it is (sup P: mi(P, W))",
    "e": "e is any number here, as each name is; Euler's number is written exp(1)",
    "pi": "pi is any number here, as each name is; bounds of the circle's are 333/106 and 355/113",
    "π": "π is any number here, as each name is; bounds of the circle's are 333/106 and 355/113",
}
"""Words that mean something else elsewhere, and the remark on a claim that has them."""

MEANT_NONNEGATIVE = ("eps", "delta", "ε", "δ")
"""Names of numbers that are hardly meant to be negative, although the claim does not say so."""

OF_DATABASES = ("dp", "flp", "dpdelta", "dprdp")
"""The measures of neighbouring databases, which are the same where these have one entry."""

_ENGINES = {
    "schematic": "certificates at every size",
    "sampling": "instances at random",
    "solver": "Z3 at small sizes",
    "lemmas": "lemmas that are kept",
    "z3": "Z3 at small sizes",
    "numbers": "numbers by enclosure",
    "analytic": "numbers by enclosure",
    "shannon": "entropies",
    "clock": "the clock",
    "over priors": "all priors of the set",
    "other claims": "claims that imply it",
    "at_every_number": "claims that imply it",
    "by_terms": "claims that imply it",
    "in_halves": "claims that imply it",
    "below_response": "claims that imply it",
    "by_contradiction": "hypotheses",
}
"""What the engines do, for readers of an Unknown."""

_TO_TRY = (
    "a larger --effort; a hypothesis, --assume; pmlsym refute, for the nearest instance;"
    " --engine z3 --sizes .., for a proof at sizes"
)
_AFTER_SEARCH = "a larger --effort; other --sizes; pmlsym ask, for a proof"
"""What to try next, and what to try after a search for counterexamples alone."""

_SEARCHES = {"sampling", "z3", "clock"}


def verdict_text(
    question: Question,
    verdict: Verdict,
    *,
    bits: bool = False,
    mended: tuple[Claim, Verdict] | None = None,
    width: int = WIDTH,
) -> str:
    """The text of a verdict on a question, its reliance, and the proof or the counterexample.

    `mended` is a condition, and the verdict under it, which is added to a refutation; lines have
    at most `width` characters where they can be broken.
    """
    page = _Page(width)
    scope = verdict.scope if isinstance(verdict, Proved) else ""
    head = page.headline(verdict_word(verdict), str(question), scope)
    body = page.body(verdict, bits)
    beside = page.beside(*mended) if mended and isinstance(verdict, Refuted) else ()
    return "\n".join([*head, *body, *beside])


def verdict_word(verdict: Verdict) -> str:
    """The word in front of the claim on a verdict's page, as Proved."""
    match verdict:
        case Proved():
            word, caveat = "Vacuous" if verdict.vacuous else "Proved", caveat_beside(verdict)
            return f"{word}, {caveat}:" if caveat else word
        case Refuted():
            return "Refuted"
    return "Unknown"


def caveat_beside(verdict: Proved) -> str:
    """The caveat behind a verdict's printed word; empty if no instance could settle it."""
    claim = _claim_of_verdict(verdict)
    return "" if claim is not None and _is_bare_existence(claim) else verdict.caveat


def verdict_body(verdict: Verdict, *, width: int = WIDTH) -> str:
    """The text of a verdict below the word and the claim."""
    scope = [INDENT + verdict.scope] if isinstance(verdict, Proved) else []
    return "\n".join([*scope, *_Page(width).body(verdict, bits=False)])


def side_names(claim: object) -> tuple[str, str] | None:
    """The printed sides of a claim, if one comparison alone can fail and both are short, or None.

    >>> from pmlsym.claim_text.question import parse
    >>> side_names(parse("fullsupport(P) => ldp(W) <= 1"))
    ('ldp(W)', '1')
    """
    while isinstance(claim, Implication):
        claim = claim.conclusion
    if not isinstance(claim, Comparison):
        return None
    left, right = write_quantity(claim.left), write_quantity(claim.right)
    return (left, right) if len(left) + len(right) <= WIDTH // 2 else None


def side_lines(
    claim: object, sides: Sequence[Number | None], *, bits: bool = False
) -> Iterator[str]:
    """The printed lines of each side that has a value, with its name."""
    names = side_names(claim) or ("left side", "right side")
    shown = [(n, v) for n, v in zip(names, sides, strict=True) if is_worth_showing(v, n)]
    width = max((len(name) for name, _ in shown), default=0)
    for name, value in shown:
        yield f"{name:<{width}} = {both_texts(value, bits=bits)}"


def is_worth_showing(value: Number | None, side: str) -> TypeGuard[Number]:
    """Whether a page prints a side's value: not if the side is a name, or that number itself."""
    return value is not None and not side.isidentifier() and side != both_texts(value)


def has_sides_in_nats(verdict: Refuted) -> bool:
    """Whether the sides that a refutation's page shows are leakages."""
    return isinstance(verdict.claim, Claim) and sides_in_nats(verdict.claim)


def shown_evidence(verdict: Proved) -> Evidence:
    """The evidence that the page of a proved claim prints; of a vacuous one, why it is vacuous."""
    return verdict.contradiction or verdict.evidence


def instances_line(verdict: Proved) -> str:
    """The printed warning that a claim was evaluated on no instance; empty if it was."""
    if verdict.scope == NOWHERE and verdict.contradiction is not None:
        return f"the claim has no value on any instance: {verdict.contradiction.trust}"
    if verdict.contradiction is not None:
        return f"no instance meets the hypotheses: {verdict.contradiction.trust}"
    if verdict.witness is not None:
        return ""
    claim = _claim_of_verdict(verdict)
    if claim is not None and hypotheses_of(claim):
        said = "no instance that meets the hypotheses was found: the claim may be vacuous"
        clash = contradiction_of(claim)
        return said + ("" if clash is None else f", which one asks as {statement(clash)}")
    if claim is not None and _is_bare_existence(claim):
        return (
            "not evaluated on instances, which decide neither what exists nor a supremum: "
            "the proof alone was checked"
        )
    return (
        "on no instance evaluated: none was found on which the claim has a value, so that "
        "only the proof was checked, and not whether it agrees with an instance"
    )


def variables_lines(verdict: Verdict) -> tuple[str, ...]:
    """The printed warning that random variables have names usual for priors and channels."""
    claim = _claim_of_verdict(verdict)
    if claim is None or not is_about_variables(claim):
        return ()
    variables = {v for part in walk(claim) if isinstance(part, Entropic) for v in part.variables}
    usual = sorted(variables & {PRIOR, CHANNEL})
    if not usual:
        return ()
    shown = " and ".join(usual) + (
        " are random variables" if usual[1:] else " is a random variable"
    )
    return (f"{shown} here; of a prior and a channel, mi(P, W) is the mutual information",)


def meanings_lines(verdict: Verdict) -> tuple[str, ...]:
    """The printed remarks on a claim's words that mean something else elsewhere: e, capacity.

    A number called like a measure of another field, such as privacy_loss, may be meant as that.
    """
    claim = _claim_of_verdict(verdict)
    if claim is None:
        return ()
    numbers = subjects(claim).scalars
    words = {*numbers, *(measure.word for measure in measures_in(claim))}
    measures = ((name, written_here(name)) for name in sorted(numbers) if "_" in name)
    return (
        *(said for word, said in OTHER_MEANINGS.items() if word in words),
        *(f"{name} is any number here; the measure is written {w}" for name, w in measures if w),
        *dict.fromkeys(_roles_around_bars(claim)),
        *_below_zero(verdict),
    )


def _roles_around_bars(claim: Claim) -> Iterator[str]:
    """The printed remarks on a prior and a channel around a bar, elsewhere random variables."""
    for part in walk(claim):
        for each in getattr(part, "arguments", ()):
            if isinstance(each, Hidden):
                yield f"in {each}, {each.prior} is a prior and {each.channel} a channel from it"


def _below_zero(verdict: Verdict) -> Iterator[str]:
    """The printed remark that an eps or delta of a refutation is negative, as nothing forbids."""
    given = verdict.instance.scalars if isinstance(verdict, Refuted) else {}
    for name in (name for name in MEANT_NONNEGATIVE if name in given and float(given[name]) < 0):
        yield f"{name} may be negative, as nothing in the claim says {name} >= 0"


def adaptive_lines(verdict: Verdict) -> tuple[str, ...]:
    """The printed hint that a channel of an undecided claim sees another's outcome, as in W & V."""
    claim = _claim_of_verdict(verdict)
    if claim is None or not isinstance(verdict, Unknown):
        return ()
    channels = {
        part.first.text: part
        for measure in measures_in(claim)
        for argument in measure.arguments
        if isinstance(argument, Channel) and isinstance(part := argument.made, Composition)
        if part.operator == "&"
    }
    return tuple(
        f"{each.second} sees the outcome of {first}; one that does not is declared, as "
        f"--let '{each.second}: {', '.join(a.name for a in each.first.inputs)} -> ..'"
        for first, each in channels.items()
        if len(each.second.inputs) > len(each.first.inputs)
    )


def one_entry_lines(verdict: Verdict) -> tuple[str, ...]:
    """The printed hint that an undeclared channel takes databases of one entry."""
    claim = _claim_of_verdict(verdict)
    of_one = {
        argument.text
        for measure in (() if claim is None else measures_in(claim))
        if measure.word in OF_DATABASES
        for argument in measure.arguments
        if isinstance(argument, Channel) and len(argument.inputs) == 1
    }
    return tuple(
        f"{name} takes databases of one entry; of two, it is declared as --let '{name}: D, E -> Y'"
        for name in sorted(of_one)
    )


def uniform_lines(verdict: Verdict) -> tuple[str, ...]:
    """The printed hint that a smallest mass of 1/|X| makes a prior uniform."""
    claim = _claim_of_verdict(verdict)
    if claim is None or is_about_variables(claim):
        return ()
    for part in walk(claim):
        if isinstance(part, Comparison) and part.relation == "==":
            for mass, share in permutations((part.left, part.right)):
                if isinstance(mass, Measure) and mass.word == "pmin":
                    (prior,) = mass.arguments
                    assert isinstance(prior, Prior)
                    if key(share) == key(1 / size(prior.alphabets[0])):
                        said = f"{mass.text} is the smallest mass of the support"
                        equal = f"for equal masses write uniform({prior})"
                        return (f"{said}, which leaves zeros; {equal}",)
    return ()


def units_lines(verdict: Verdict) -> tuple[str, ...]:
    """The printed remark on units where leakages are shown in bits."""
    if isinstance(verdict.claim, Claim) and has_other_units(verdict.claim):
        return ("numbers within the claim are in nats; in bits is what is marked so",)
    return ()


def condition_line(condition: Claim, verdict: Verdict) -> str:
    """The printed sentence on the claim under a condition; empty if that is unknown."""
    said = f"with {statement(condition)}"
    match verdict:
        case Proved():
            return f"{said} it holds: proved, {verdict.evidence.trust}"
        case Refuted():
            where = instance_line(verdict.instance, _claim_of_verdict(verdict))
            return f"{said} it is false too, at {where}"
    return ""


def steps_beside(proof: AnalyticProof) -> str:
    """The printed steps of a proof about numbers; empty if it is one question to a solver."""
    return "" if proof.methods == ("ask",) else f" (steps: {', '.join(proof.methods)})"


def total_seconds(attempts: tuple[Attempt, ...]) -> float:
    """The seconds of all attempts together, which a verdict's page shows."""
    return sum(attempt.seconds for attempt in attempts)


@dataclass(frozen=True)
class _Page:
    """The lines of an answer, of at most that width."""

    width: int

    def headline(self, word: str, claim: str, scope: str) -> list[str]:
        """The printed lines of the verdict and the claim as asked, with the scope."""
        start = f"{word:<7} {claim}"
        if scope and len(start) + len(scope) + 2 <= self.width:
            return [f"{start:<{self.width - len(scope)}}{scope}"]
        lines = fitted(start, self.width, further=INDENT)
        return [*lines, *(self.wrapped(scope) if scope else ())]

    def body(self, verdict: Verdict, bits: bool) -> Iterator[str]:
        """The printed lines below a verdict's head: meanings, then proof, instance or attempts."""
        for line in meanings_lines(verdict):
            yield from self.wrapped(line)
        match verdict:
            case Proved():
                yield from self.domain(verdict)
                yield from self.proof(verdict, bits)
            case Refuted():
                yield from self.refutation(verdict, bits)
            case Unknown():
                yield from self.looked(verdict.attempts)
        units = units_lines(verdict) if bits else ()
        lines = (*variables_lines(verdict), *uniform_lines(verdict))
        for line in (*lines, *adaptive_lines(verdict), *one_entry_lines(verdict), *units):
            yield from self.wrapped(line)

    def domain(self, verdict: Proved) -> Iterator[str]:
        """The printed lines on where the claim has a value, if not everywhere."""
        if verdict.domain:
            yield from self.wrapped(f"on its domain: {'; '.join(verdict.domain)}")

    def proof(self, verdict: Proved, bits: bool) -> Iterator[str]:
        """The printed lines on a verdict's proof: how it was found, the proof, an instance."""
        evidence = shown_evidence(verdict)
        seconds = total_seconds(verdict.attempts)
        found = f"found in {seconds:.2f} s, {evidence.trust}"
        if verdict.contradiction is not None:  # the claim itself says nothing
            yield from self.wrapped(found)
            yield from self.wrapped(instances_line(verdict))
            yield from self.shown(evidence)
            return
        match evidence:
            case CertificateProof(certificates):
                terms = count_terms(certificates)
                steps = f"certificate, {_count_with_noun(terms, 'term')}"
                if len(certificates) > 1:
                    steps = f"{len(certificates)} certificates, {_count_with_noun(terms, 'term')}"
                applied = {each.name for c in certificates for each in c.lemmas}
                if applied:
                    steps += f", {_count_with_noun(len(applied), 'lemma')}"
                yield from self.wrapped(f"{steps}, {found}")
                yield from self.shown(evidence)
                yield from self.also_said(verdict)
            case SolverProof(core=core):
                yield from self.wrapped(f"Z3 ({core}), {found}")
            case AnalyticProof():
                yield from self.wrapped(found + steps_beside(evidence))
            case Implied():
                yield from self.wrapped(found)
                yield from self.parts(evidence)
            case OverPriors(bounds, rests):
                yield from self.wrapped(found)
                for said in rests:
                    yield from self.wrapped(said)
                yield from self.worst(bounds, bits)
            case _:
                yield from self.wrapped(found)
                yield from self.shown(evidence)
        if verdict.witness is None:
            yield from self.wrapped(instances_line(verdict))
        elif point := instance_line(verdict.witness, _claim_of_verdict(verdict)):
            yield from self.wrapped(f"holds, for example, at {point}")

    def parts(self, evidence: Implied) -> Iterator[str]:
        """The printed lines on claims that evidence covers, how each is shown, certificates."""
        for k, (claim, proof) in enumerate(evidence.parts):
            by = proof.trust
            if isinstance(proof, AnalyticProof):
                by += steps_beside(proof)
            elif isinstance(proof, CertificateProof):
                by = f"{_count_with_noun(count_terms(proof.certificates), 'term')}, below"
            yield from self.wrapped(f"{'and' if k else 'by'} {statement(claim)}    [{by}]")
        if evidence.where:
            yield from self.wrapped(f"where {evidence.where}")
        for _, proof in evidence.parts:
            yield from self.shown(proof)

    def shown(self, evidence: Evidence) -> Iterator[str]:
        """The printed lines of the proof itself, where it can be read."""
        if isinstance(evidence, EntropyProof):
            for dual in evidence.duals:
                yield from self.wrapped(str(dual))
        if not isinstance(evidence, CertificateProof):
            return
        certificates, cases = evidence.certificates, evidence.cases
        for k, part in enumerate(expose_parts(certificates), 1):
            if len(certificates) > 1:
                yield from self.wrapped(f"part {k}{', ' + cases[k - 1] if cases else ''}")
            for line in proof_lines(part, width=self.width - len(INDENT)):
                yield INDENT + line

    def also_said(self, verdict: Proved) -> Iterator[str]:
        """The printed lines on a proof's unneeded hypotheses, and whether it holds of densities."""
        for line in other_uses(verdict):
            yield from self.wrapped(line)

    def refutation(self, verdict: Refuted, bits: bool) -> Iterator[str]:
        """The printed lines of a counterexample: the instance, hypotheses, sides, worst values."""
        from pmlsym.pages.held_hypotheses import failing_part, held_hypotheses

        yield f"{INDENT}found in {total_seconds(verdict.attempts):.2f} s, evaluated exactly"
        for line in instance_lines(verdict.instance, _claim_of_verdict(verdict)):
            fits = len(INDENT) + len(line) <= self.width and ", " not in line
            yield from [f"{INDENT}{line}"] if fits else self.wrapped(line)
        claim = _claim_of_verdict(verdict)
        for each in held_hypotheses(claim, verdict.instance) if claim is not None else ():
            yield from self.wrapped(each.text(bits=bits))
        failing = None if claim is None else failing_part(claim, verdict.instance)
        if failing is not None and failing is not claim:
            yield from self.wrapped(f"{statement(failing)} is false")
        in_bits = bits and has_sides_in_nats(verdict)
        sides = (verdict.left, verdict.right)
        for line in side_lines(failing, sides, bits=in_bits):
            yield from self.wrapped(line)
        for bound in verdict.bounds:
            yield from self.wrapped(unattained_line(bound, bits=bits))

    def worst(self, bounds: tuple[PriorBound, ...], bits: bool) -> Iterator[str]:
        """The printed lines of each measure's worst value over priors, and where it is attained."""
        for bound in bounds:
            yield from self.wrapped(bound_line(bound, bits=bits))

    def beside(self, condition: Claim, verdict: Verdict) -> Iterator[str]:
        """The printed lines on a condition that the counterexample does not meet."""
        if said := condition_line(condition, verdict):
            yield from self.wrapped(said)
        if isinstance(verdict, Proved):
            yield from self.domain(verdict)

    def looked(self, attempts: tuple[Attempt, ...]) -> Iterator[str]:
        """The printed lines on how each engine ended, and what the user could do next."""
        yield f"{INDENT}neither a proof nor a counterexample was found"
        spent: dict[str, float] = {}
        endings = {}
        for attempt in attempts:
            name = _ENGINES.get(attempt.engine, attempt.engine)
            spent[name] = spent.get(name, 0.0) + attempt.effort
            endings[name] = attempt.ending  # that of the last turn, which counts what came before
        for name, effort in spent.items():
            yield from self.wrapped(f"{name}, effort {effort:.2f}: {endings[name]}")
        engines = {attempt.engine for attempt in attempts}
        is_search = "sampling" in engines and engines <= _SEARCHES
        yield from self.wrapped(f"to try: {_AFTER_SEARCH if is_search else _TO_TRY}")

    def wrapped(self, line: str) -> list[str]:
        """A printed line, indented, in lines of the page's width."""
        indent = " " * (len(line) - len(line.lstrip()))
        start = INDENT + indent
        return fitted(line, self.width, start, start + "       ")


def _count_with_noun(number: int, noun: str) -> str:
    """The printed number with its noun, as "1 term" or "2 terms"."""
    return f"{number} {noun}{'s' * (number != 1)}"


def _is_bare_existence(claim: Claim) -> bool:
    """Whether a verdict's claim, without hypotheses, is about existence or a supremum."""
    return not hypotheses_of(claim) and is_quantified(claim)


def _claim_of_verdict(verdict: Verdict) -> Claim | None:
    """The claim whose letters a verdict's page names; None if it is a text."""
    return verdict.claim if isinstance(verdict.claim, Claim) else None
