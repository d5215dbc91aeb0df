"""Questions: a claim with the channels, priors and labels that people give besides its text.

Verbs take these as files, rows, masses or sets of priors. A question has them as exact entries and
as a hypothesis about the prior, so that the engines need the claim alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pmlsym.calculus.data import UNNAMED, Data, LetterNames, letter_names, names_in
from pmlsym.calculus.kind import require_kind
from pmlsym.claim_text.quantifiers import as_its_text_says
from pmlsym.claim_text.question import Question, parse, question_of
from pmlsym.claims.given_entries import (
    free_priors,
    letter_count,
    letter_labels,
    only_prior,
    over_priors,
    with_entries,
)
from pmlsym.claims.subjects import subjects
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.io.arguments import Assume, Channels, Let
from pmlsym.language.nodes import Claim
from pmlsym.linear.prior_polytope import PriorPolytope

Asked = Claim | str


def question_about(
    claim: str,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: object = None,
    letters: Mapping[str, Sequence[str]] | None = None,
) -> Question:
    """A claim's text with what is given beside it: channels, priors, labels of letters.

    >>> question_about("hmin(P) <= 1", channel={"P": [1]}).claim()
    ps.claim('hmin(P) <= 1')
    """
    typed = question_of(claim, let, assume)
    tables_of_channels = channels_by_name(channel)
    if not tables_of_channels and over is None and not letters:
        return typed
    tables_of_channels, over = _with_masses(tables_of_channels, typed.claim(), over)
    entries, names = _entries(tables_of_channels, typed.claim(), over, letters)
    question = replace(typed, channels=entries, letters=names)
    if over is None:
        return question
    return replace(question, priors=_priors(question.claim(), over))


def claim_about(
    claim: Asked,
    let: Let = (),
    assume: Assume = (),
    channel: Channels = (),
    over: object = None,
    letters: Mapping[str, Sequence[str]] | None = None,
) -> Claim:
    """The claim that the portfolio is to prove or refute, about these channels and priors."""
    if isinstance(claim, str):
        return question_about(claim, let, assume, channel, over, letters).claim()
    asked = as_its_text_says(claim_of(claim))
    if let or assume:
        raise InvalidInput("let and assume are for a text; of claims write ps.implies(a, b)")
    tables_of_channels, over = _with_masses(channels_by_name(channel), asked, over)
    entries, names = _entries(tables_of_channels, asked, over, letters)
    about = with_entries(asked, dict(entries), names)
    if over is None:
        return about
    return over_priors(about, only_prior(about).name, _priors(about, over))


def _priors(about: Claim, over: object) -> PriorPolytope:
    """The polytope of priors over which engines are to decide a claim."""
    from pmlsym.prior_sets.prior_set_text import priors_given  # families are slow to load

    prior = only_prior(about)
    entry = _entry_of_name(over, prior.name)
    return priors_given(entry, letter_count(about, prior), letter_labels(about, prior))


def _entry_of_name(over: object, name: str) -> object:
    """The set or masses of a prior to decide for: `over`, or what it has under its name."""
    return over[name] if isinstance(over, Mapping) and set(over) == {name} else over


def _with_masses(
    tables: dict[str, object], asked: Claim, over: object
) -> tuple[dict[str, object], object]:
    """Let engines decide for one prior's masses as entries, if no channel has its letters.

    The masses then become entries given to the claim, and `over` is left empty.
    """
    about = subjects(asked)
    free = [tensor for tensor in free_priors(asked) if tensor.name not in tables]
    if over is None or len(free) != 1:
        return tables, over
    tensors = [tensor for tensor in about.tensors if tensor.name in tables]
    alphabets = {
        alphabet
        for part in (*tensors, *(d.tensor for d in about.data))
        for alphabet in part.alphabets
    }
    from pmlsym.prior_sets.prior_set_text import is_one_prior  # families are slow to load

    masses = _entry_of_name(over, free[0].name)
    if not alphabets.isdisjoint(free[0].alphabets) or not is_one_prior(masses):
        return tables, over
    from pmlsym.tables.reading import prior

    return {**tables, free[0].name: prior(masses)}, None


def _entries(
    tables_of_channels: Mapping[str, object],
    asked: Claim,
    over: object,
    letters: Mapping[str, Sequence[str]] | None,
) -> tuple[tuple[tuple[str, Any], ...], LetterNames]:
    """The entries, and labels of letters, for which engines are to decide a claim."""
    names_of_letters, about = letter_names(letters or {}), subjects(asked)
    unknown = [
        alphabet for alphabet, _ in names_of_letters.labels if alphabet not in about.alphabets
    ]
    if unknown:
        alphabet_names = ", ".join(about.alphabets) or "none"
        raise UnknownName(f"the claim has no alphabet {unknown[0]}; it has {alphabet_names}")
    if not tables_of_channels and over is None and not names_of_letters:
        return (), UNNAMED
    from pmlsym.tables.reading import (
        exact_entries_of,
        labels_of_masses,  # most claims have no entries
        prior,
    )

    priors = {t.name for t in free_priors(asked) if len(t.alphabets) == 1}
    data = {
        name: exact_entries_of(
            prior(rows) if name in priors and isinstance(rows, str) else rows, name
        )
        for name, rows in tables_of_channels.items()
    }
    labelled = [Data(t, *data[t.name]) for t in about.tensors if t.name in data]
    free = [t for t in free_priors(asked) if t.name not in data and len(t.alphabets) == 1]
    labelled += [Data(t, (), (labels_of_masses(_entry_of_name(over, t.name)),)) for t in free]
    labelled += [Data(t, (), tuple(map(names_of_letters.of, t.alphabets))) for t in about.tensors]
    names = names_in((*about.data, *labelled))
    for outcome, alphabet in about.outcomes.items():
        if outcome in names.of(alphabet):
            reason = f"{outcome} would be any outcome of {alphabet} here, and is the label of one"
            raise InvalidInput(f"{reason}; write y, and the answer names the outcomes that matter")
    return tuple((name, entries) for name, (entries, _) in data.items()), names


def channels_by_name(typed: Channels) -> dict[str, object]:
    """The tables of channels for which to decide, from a mapping or texts such as "W=ch.csv".

    >>> channels_by_name(["W=ch.csv", "V=[[0, 1]]"])
    {'W': 'ch.csv', 'V': '[[0, 1]]'}
    """
    if typed is None or isinstance(typed, Mapping):
        return dict(typed or {})
    tables: dict[str, object] = {}
    several = (typed,) if isinstance(typed, str) else typed
    for text in require_kind(several, Sequence, "channels as {'W': table}, or 'W=ch.csv'"):
        require_kind(text, str, "the channels by their names in the claim, channel={'W': table}")
        name, equals, file = (part.strip() for part in text.partition("="))
        if not (equals and name and file):
            shown = text[:40]
            example = f"W={shown}" if "." in name and not equals else "W=ch.csv"
            raise InvalidInput(
                f"a channel is {shown!r}; write {example}: its name in the claim, and its file"
            )
        if name in tables:
            raise InvalidInput(f"two files are given for {name}")
        tables[name] = file
    return tables


def claim_of(asked: Asked) -> Claim:
    """The claim that engines are to decide, or that of its text. Raises InvalidInput at others."""
    if isinstance(asked, str):
        return parse(asked)
    return require_kind(asked, Claim, "a claim, such as ps.pml(P, W) <= 1, or its text")
