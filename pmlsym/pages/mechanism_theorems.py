"""The meaning of leakages: theorems about every channel, each proved when a page is written.

The page shows a theorem with its proof. The sentence beside it inserts the numbers of the
mechanism; it follows from the theorem and these numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.claim_text.question import Question
from pmlsym.engines.decide.decisions import prove
from pmlsym.evidence.verdict import Proved
from pmlsym.numbers.number import Exact, Infinite, Number, log_of, rational
from pmlsym.numbers.number_text import both_texts, decimal_text, exact_text
from pmlsym.pages.mechanism_findings import MechanismFindings

EFFORT = 20.0

Words = Callable[[MechanismFindings], str | None]


@dataclass(frozen=True)
class Theorem:
    """A claim about every channel, and its sentence about a mechanism, which may be none."""

    claim: str
    words: Words


@dataclass(frozen=True)
class StatedGuarantee:
    """The sentence of a theorem about a mechanism, and its proof."""

    words: str
    question: Question
    proof: Proved


def guarantees(found: MechanismFindings) -> Iterator[StatedGuarantee]:
    """The sentences that a mechanism's page prints, each with a theorem that is proved anew."""
    for theorem in THEOREMS:
        words = theorem.words(found)
        verdict = prove(theorem.claim, effort=EFFORT) if words is not None else None
        if words is not None and isinstance(verdict, Proved) and not verdict.vacuous:
            yield StatedGuarantee(words, Question(theorem.claim), verdict)


def _every_prior_sentence(found: MechanismFindings) -> str | None:
    """The sentence on a mechanism's page that no outcome leaks more than ldp(W) under any prior."""
    known = _finite_number_or_letter(found, "ldp(W)")
    if known is None:
        return None
    return f"Under every prior, also one that nobody knows, no outcome leaks more than {known}."


def _smallest_mass_sentence(found: MechanismFindings) -> str | None:
    """The sentence on a mechanism's page about the bound by local privacy and the smallest mass."""
    factor = _leakage_factor(found, "ldp(W)")
    if _finite_number_or_letter(found, "ldp(W)") is None:
        return None
    start = (
        "Under a prior whose smallest mass is known, local differential privacy bounds the leakage"
        " by less, unless it is zero: the bound depends on that mass alone"
    )
    if found.channel is None or not found.channel.prior or factor is None:
        return f"{start}."
    least = min(mass for mass in found.channel.prior if mass > 0)
    bound = log_of(rational(1 / (least + (1 - least) / factor)))
    return f"{start}, and where it is {least} the bound is {_both_decimals(bound)}."


def _any_channel_sentence(found: MechanismFindings) -> str:
    """The sentence on a mechanism's page that no mechanism leaks more than log 1/p_min."""
    start = "No mechanism leaks more than the logarithm of one over the smallest mass that occurs"
    if found.channel is None or not found.channel.prior:
        return f"{start}."
    least = min(mass for mass in found.channel.prior if mass > 0)
    return f"{start}; here that is {exact_text(log_of(rational(1 / least)))}."


def _attributes_sentence(found: MechanismFindings) -> str:
    """The sentence on a mechanism's page about attributes: min-entropy falls by the leakage."""
    start = (
        "What cannot be disclosed: the min-entropy of an attribute, a function of the letter with"
        " or without further chance, falls by at most the leakage of the outcome."
    )
    factor = _leakage_factor(found, "pml(P, W)")
    if factor is None:
        return start
    return (
        f"{start} Here it falls by at most {exact_text(log_of(rational(factor)))}: an attribute of"
        f" which every value has a probability below {1 / factor} is certain after no outcome."
    )


def _odds_sentence(found: MechanismFindings) -> str:
    """The sentence on a mechanism's page that expected gains grow by at most exp(leakage)."""
    start = (
        "The leakage is what an adversary gains, whatever the aim: for every gain function the"
        " largest expected gain grows by at most the factor exp(leakage) on seeing the outcome."
    )
    factor = _leakage_factor(found, "pml(P, W)")
    return start if factor is None else f"{start} Here that factor is {factor}."


THEOREMS = (
    Theorem("worst_gleak(P, W, G) <= pml(P, W)", _odds_sentence),
    Theorem("pml(P, W) <= eps => hmin_given(P, W, A) >= hmin(P >> A) - eps", _attributes_sentence),
    Theorem("ldp(W) <= eps => pml(P, W) <= eps", _every_prior_sentence),
    Theorem(
        "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
        _smallest_mass_sentence,
    ),
    Theorem("pml(P, W) <= -log(pmin(P))", _any_channel_sentence),
    Theorem(
        "pml(P, W >> V) <= pml(P, W)",
        lambda _: "Whatever is computed from the outcome, it leaks no more than the outcome.",
    ),
    Theorem(
        "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
        lambda _: (
            "A second release about the same letter adds at most what it leaks under the posteriors"
            " of the first."
        ),
    ),
    Theorem(
        "mi(P, W) <= pml(P, W)",
        lambda _: "On average no more is learnt: mutual information is at most the worst leakage.",
    ),
)


def _leakage_factor(found: MechanismFindings, text: str) -> Fraction | None:
    """The exp of a leakage for sentences on a page, if it is rational, as nothing is rounded."""
    value = found.value(text)
    return value.exponential() if isinstance(value, Exact) else None


def _finite_number_or_letter(found: MechanismFindings, text: str) -> str | None:
    """The text on a page for a leakage, "as above" for a formula; None if infinite."""
    value = found.value(text)
    if isinstance(value, Infinite):
        return None
    if value is not None:
        return f"{text} = {_both_decimals(value)}"
    forms = [form for leakage in found.leakages if leakage.text == text for form in leakage.forms]
    if not forms or any(str(expression) in ("oo", "inf") for _, expression in forms):
        return None
    return f"{text} as above"


def _both_decimals(value: Number) -> str:
    """The text on a page for a number, exact and decimal unless the former is long."""
    return both_texts(value) if len(exact_text(value)) <= 40 else decimal_text(value)
