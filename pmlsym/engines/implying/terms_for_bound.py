"""Claims with a term in the place of what a quantifier binds, which imply the claim.

    exists V: mi(P, V) == H[1](P)                    mi(P, id) == H[1](P)
    exists P: L[id](P, W) >= maxleak(W)              uniform(P) => L[id](P, W) >= maxleak(W)
    (forall P: mi(P, W) <= s) => mi(Q, W) <= s       mi(Q, W) <= s => mi(Q, W) <= s

The conclusion binds names for some term, a hypothesis for all terms; a uniform prior exists on
every alphabet. Where what is made has no value, neither "for some" nor "for all" says anything,
so that it must have one wherever the claim has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice, product

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.conditions import uniform
from pmlsym.claims.domain import domain_of
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.repeated import Subject, replace_subjects
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import fresh_name, number_names, subjects
from pmlsym.errors import PmlError, Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Condition, Conjunction, Measure, Optimum, Quantified
from pmlsym.model.channel import Channel
from pmlsym.model.mixture import constant_channel, identity
from pmlsym.model.prior import Prior

MOST_CHOICES = 12


def with_terms(
    claim: Claim, given: Mapping[str, Subject] | None = None
) -> Iterator[tuple[Claim, str]]:
    """Claims that imply a quantified one, by a term such as id for what it binds; with words.

    >>> from pmlsym.claim_text.question import parse
    >>> for each in with_terms(parse("exists V: mi(P, V) <= 1")):
    ...     print(*each, sep="     ")
    mi(P, id) <= 1     V is id
    mi(P, const(P)) <= 1     V is const(P)
    """
    hypotheses, conclusion = hypotheses_of(claim), conclusion_of(claim)
    if isinstance(conclusion, Quantified) and not conclusion.is_universal:
        for body, uniforms, where in _bodies_with_terms(claim, conclusion, given or {}):
            yield from _if_defined(claim, under_hypotheses((*hypotheses, *uniforms), body), where)
    for_all = [each for each in hypotheses if isinstance(each, Quantified) and each.is_universal]
    each_put_in = [[*_bodies_with_terms(claim, each, given or {})] for each in for_all]
    alike = zip(*each_put_in, strict=False) if len(each_put_in) > 1 else iter(())
    one_by_one = ((put_in,) for of_one in each_put_in for put_in in of_one)
    for chosen in (*alike, *one_by_one):  # in all of them the same term, then one in one
        plain = (each for each in hypotheses if not is_quantified(each))
        conditions = dict.fromkeys(u for _, of_one, _ in chosen for u in of_one)
        bodies = (body for body, _, _ in chosen)
        rest = under_hypotheses((*plain, *conditions, *bodies), conclusion)
        yield from _if_defined(claim, rest, ", ".join(dict.fromkeys(w for _, _, w in chosen)))
    if len(for_all) == 2:  # the other may be of use as it is
        for kept, put_in in zip(reversed(for_all), each_put_in, strict=True):
            for body, more, where in put_in[:1]:
                plain = (each for each in hypotheses if not is_quantified(each))
                rest = under_hypotheses((*plain, kept, *more, body), conclusion)
                yield from _if_defined(claim, rest, where)


def _if_defined(claim: Claim, made: Claim, where: str) -> Iterator[tuple[Claim, str]]:
    """The claim that was made, and words, if it has a value wherever the first claim has."""
    if {*domain_of(made)} <= {*domain_of(claim)}:
        yield made, where


def _bodies_with_terms(
    claim: Claim, part: Quantified, given: Mapping[str, Subject]
) -> Iterator[tuple[Claim, tuple[Condition, ...], str]]:
    """The bodies of a claim's quantifier with terms for the bound names, and words."""
    bound = dict(zip(part.over.names, part.over.subjects, strict=True))
    if any(not isinstance(each, Prior | Channel) for each in bound.values()):
        return
    inside = _bound_tensors(claim)  # a term with one of these would be captured

    def is_free(term: Subject) -> bool:
        """Whether a term has no tensor that some quantifier of the claim binds."""
        return inside.isdisjoint(term.body.tensors)

    seen = [*{each.text: each for each in _subjects_in(claim) if is_free(each)}.values()]
    choices = [
        [each for each in (given[name],) if is_free(each)]
        if name in given
        else [*_terms_for(subject, part.over.alphabets, seen, claim)]
        for name, subject in bound.items()
    ]
    for chosen in islice(product(*choices), MOST_CHOICES):
        terms = dict(zip(bound, chosen, strict=True))
        with suppress(PmlError):
            yield (
                _with_terms_put_in(part, terms),
                tuple(
                    uniform(t) for n, t in terms.items() if t is bound[n] and isinstance(t, Prior)
                ),
                ", ".join(_words(n, t, is_new=t is bound[n]) for n, t in terms.items()),
            )


def _words(name: str, term: Subject, *, is_new: bool) -> str:
    """Words for the term that a claim gets in the place of a bound name, as "V is id"."""
    return f"{name} is uniform" if is_new else f"{name} is {term}"


def _with_terms_put_in(part: Quantified, terms: Mapping[str, Subject]) -> Claim:
    """A quantifier's body with terms for bound names. Raises Unsupported if one has no place."""
    whole = part.body
    if part.within:
        (within,) = part.within
        if part.is_universal:
            whole = under_hypotheses((within,), whole)
        else:
            whole = Conjunction((within, whole))

    new = {name: term for name, term in terms.items() if name != term.text}
    if not new:
        return whole

    def put(subject: Subject) -> Subject | None:
        """The term for a bound prior or channel of the body; nothing for any other."""
        return new.get(subject.text)

    made = replace_subjects(whole, put, lambda quantity: None, where="of what is put in")
    bound_tensors = {t for each in part.over.subjects for t in each.body.tensors}  # type: ignore[attr-defined]
    left = bound_tensors - {t for term in terms.values() for t in term.body.tensors}
    if not left.isdisjoint(subjects(made).tensors):
        raise Unsupported("it is within what cannot be made of something else")
    return made


def _bound_tensors(claim: Claim) -> set[Tensor]:
    """The tensors that some quantifier of the claim binds, whose names mean nothing outside it."""
    binders = (node.over for node in walk(claim) if isinstance(node, Quantified | Optimum))
    every = (each for over in binders for each in over.subjects)
    return {tensor for each in every for tensor in each.body.tensors}  # type: ignore[attr-defined]


def _subjects_in(claim: Claim) -> Iterator[Subject]:
    """The priors and channels that measures and conditions of a claim are about."""
    for node in walk(claim):
        terms = node.arguments if isinstance(node, Measure) else ()
        if isinstance(node, Condition):
            terms = (node.subject, node.within)
        yield from (term for term in terms if isinstance(term, Prior | Channel))


def _terms_for(
    bound: object, alphabets: tuple[str, ...], seen: list[Subject], claim: Claim
) -> Iterator[Subject]:
    """Terms for what a quantifier binds: the claim's own, id, const(P); itself means uniform."""
    if isinstance(bound, Prior):
        free = any(a.name in alphabets for a in bound.alphabets)
        of_these = [p for p in seen if isinstance(p, Prior) and p.alphabets == bound.alphabets]
        yield from of_these
        yield bound
        if not free and len(bound.alphabets) == 1:
            letter = fresh_name(bound.alphabets[0].name.lower(), number_names(claim))
            yield identity(bound.alphabets).row(letter)
    if isinstance(bound, Channel):
        free = any(a.name in alphabets for a in bound.outputs)
        if free or bound.inputs == bound.outputs:
            yield identity(bound.inputs)
        for each in seen:
            if (
                isinstance(each, Channel)
                and each.inputs == bound.inputs
                and (free or each.outputs == bound.outputs)
            ):
                yield each
            if isinstance(each, Prior) and (free or each.alphabets == bound.outputs):
                yield constant_channel(bound.inputs, each)
