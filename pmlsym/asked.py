"""What is asked: a claim with the channels, the priors and the labels that it is asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pmlsym.calculus.data import Data, names_in
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.labels import UNNAMED, LetterNames, letter_names
from pmlsym.claims.given_entries import (
    free_priors,
    letters_of,
    only_prior,
    over_priors,
    with_entries,
    words_of,
)
from pmlsym.claims.parsing import parse
from pmlsym.claims.question import Question, question_of
from pmlsym.claims.subjects import subjects
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.language.nodes import Claim
from pmlsym.model.prior_polytope import PriorPolytope

Asked = Claim | str
Texts = str | Sequence[str]


def question_about(
    claim: str,
    let: Texts = (),
    assume: Texts = (),
    channels: Mapping[str, object] | None = None,
    priors: object = None,
    letters: Mapping[str, Sequence[str]] | None = None,
) -> Question:
    """The question of a text about these channels and priors; see `decide`.

    >>> question_about("hmin(P) <= 1", channels={"P": [1]}).claim()
    ps.claim('hmin(P) <= 1')
    """
    typed = question_of(claim, let, assume)
    if channels is None and priors is None and not letters:
        return typed
    entries, names = _entries(channels, typed.claim(), priors, letters)
    question = replace(typed, channels=entries, letters=names)
    if priors is None:
        return question
    return replace(question, priors=_priors(question.claim(), priors))


def about(
    claim: Asked,
    let: Texts,
    assume: Texts,
    channels: Mapping[str, object] | None,
    priors: object,
    letters: Mapping[str, Sequence[str]] | None = None,
) -> Claim:
    """The claim about these channels and priors; see `decide`."""
    if isinstance(claim, str):
        return question_about(claim, let, assume, channels, priors, letters).claim()
    asked = claim_of(claim)
    if let or assume:
        raise InvalidInput("let and assume are for a text; of claims write ps.implies(a, b)")
    entries, names = _entries(channels, asked, priors, letters)
    about = with_entries(asked, dict(entries), names)
    if priors is None:
        return about
    return over_priors(about, only_prior(about).name, _priors(about, priors))


def _priors(about: Claim, priors: object) -> PriorPolytope:
    """The set of the claim's only free prior, perhaps by its name: {"P": "p(x) >= 1/10"}."""
    from pmlsym.prior_sets.given_priors import priors_given  # families are slow to load

    prior = only_prior(about)
    given = _of_name(priors, prior.name)
    return priors_given(given, letters_of(about, prior), words_of(about, prior))


def _of_name(priors: object, name: str) -> object:
    return priors[name] if isinstance(priors, Mapping) and set(priors) == {name} else priors


def _entries(
    channels: Mapping[str, object] | None,
    asked: Claim,
    priors: object,
    letters: Mapping[str, Sequence[str]] | None,
) -> tuple[tuple[tuple[str, Any], ...], LetterNames]:
    """The entries of each name, and the labels of letters, which all give in one order."""
    own = {} if channels is None else channels  # a table has no truth value
    given = require_kind(own, Mapping, "names with rows, such as {'W': rows}")
    said, about = letter_names(letters or {}), subjects(asked)
    unknown = [alphabet for alphabet, _ in said.labels if alphabet not in about.alphabets]
    if unknown:
        known = ", ".join(about.alphabets) or "none"
        raise UnknownName(f"the claim has no alphabet {unknown[0]}; it has {known}")
    if not given and priors is None and not said:
        return (), UNNAMED
    from pmlsym.interchange.given_masses import labels_given  # most claims have no entries
    from pmlsym.interchange.reading import entries_given

    found = {name: entries_given(rows, name) for name, rows in given.items()}
    labelled = [Data(t, *found[t.name]) for t in about.tensors if t.name in found]
    free = [t for t in free_priors(asked) if t.name not in found and len(t.alphabets) == 1]
    labelled += [Data(t, (), (labels_given(_of_name(priors, t.name)),)) for t in free]
    labelled += [Data(t, (), tuple(map(said.of, t.alphabets))) for t in about.tensors]
    names = names_in((*about.data, *labelled))
    for outcome, alphabet in about.outcomes.items():
        if outcome in names.of(alphabet):
            reason = f"{outcome} would be any outcome of {alphabet} here, and is the label of one"
            raise InvalidInput(f"{reason}; write y, and the answer names the outcomes that matter")
    return tuple((name, entries) for name, (entries, _) in found.items()), names


def claim_of(asked: Asked) -> Claim:
    """The claim, or what its text says. Raises InvalidInput for anything else."""
    if isinstance(asked, str):
        return parse(asked)
    return require_kind(asked, Claim, "a claim, such as ps.pml(P, W) <= 1, or its text")
