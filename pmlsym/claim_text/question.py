"""A question as it was typed, and how it is read: a claim, declarations and assumptions.

    pml(P, W >> V) <= pml(P, W)                     priors P, channels W and V, any alphabets
    ldp(W) <= eps => pml(P, W) <= eps               a free scalar, for every value of it
    pml(P, W & U) <= pml(P, W) + pml(P, U | W)      U: X, Y -> Z
    --let "V: X -> Z"                               declares what inference would not find

It may be about a user's own channels, given by their entries, and about the priors of a set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pmlsym.calculus.data import UNNAMED, LetterNames, names_in
from pmlsym.calculus.kind import require_kind
from pmlsym.claim_text.names import Names
from pmlsym.claim_text.parsing import Build, Reading, unless_too_deep
from pmlsym.claim_text.writing import declarations, write
from pmlsym.claim_text.written_channels import is_written_out
from pmlsym.claims.domain import range_under_hypotheses
from pmlsym.claims.given_entries import (
    letter_labels,
    only_prior,
    over_priors,
    prior_set_conditions,
    with_entries,
    without_prior_sets,
)
from pmlsym.claims.scopes import bind_alphabets
from pmlsym.claims.subjects import measured_scalars, subjects
from pmlsym.errors import PmlError, Unsupported
from pmlsym.language.building import all_of
from pmlsym.language.fold import Node, fold, key, rebuild
from pmlsym.language.nodes import Claim, Comparison, Implication, Quantity, Scalar
from pmlsym.language.syntax import Source, Syntax
from pmlsym.language.writing import statement
from pmlsym.linear.prior_polytope import PriorPolytope
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class Question:
    """A claim's text with `--let` and `--assume`; `--channel` with entries, and `--over`.

    `letters` are the labels of letters, which are for display alone.

    >>> str(Question("maxleak(W) <= pml(P, W)", assume=("fullsupport(P)",)))
    'maxleak(W) <= pml(P, W)  if fullsupport(P)'
    """

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    channels: tuple[tuple[str, Any], ...] = ()
    priors: PriorPolytope | None = None
    letters: LetterNames = UNNAMED

    def __str__(self) -> str:
        assumptions = f"  if {' and '.join(self.assume)}" if self.assume else ""
        declarations = (*self.lets, *self.terms())
        where = f"  where {'; '.join(declarations)}" if declarations else ""
        names = ", ".join(name for name, _ in self.channels)
        channels = f"  with {names} given" if names else ""
        over = "" if self.priors is None else f"  over {self.within()}"
        return f"{self.text}{assumptions}{where}{channels}{over}"

    def terms(self) -> tuple[str, ...]:
        """The words for the letters in a typed text's rr(k, eps) and bec(2*p), as "k is size(X)".

        >>> Question("ldp(rr(k, eps)) <= eps").terms()
        ('k is size(X)', 'rr(k, eps) is q*id + (1 - q)*const(U)')
        """
        try:
            names = _parse_with_names(self.text, self.lets, self.assume)[1]
            return (*names.responses.meanings, *names.placed.meanings)
        except PmlError:  # the reader of the text says what is wrong
            return ()

    def claim(self) -> Claim:
        """The claim that a typed text means.

        Raises what `parse`, `with_entries` and `over_priors` raise.
        """
        about = self._claim_with_entries()
        if self.priors is None:
            return about
        return over_priors(about, only_prior(about).name, self.priors)

    def within(self) -> str:
        """The text of the set of priors as one types it, with the labels of the letters."""
        if self.priors is None or not self.letters:
            return "" if self.priors is None else repr(self.priors)
        about = self._claim_with_entries()
        return self.priors.text(letter_labels(about, only_prior(about)))

    def _claim_with_entries(self) -> Claim:
        """The claim of the typed text, with its channels' entries, for all priors."""
        read = parse(self.text, lets=self.lets, assume=self.assume)
        return with_entries(read, dict(self.channels), self.letters)


def question_of(claim: str, let: str | Sequence[str], assume: str | Sequence[str]) -> Question:
    """The question of a typed claim, declarations and assumptions, each text on one line.

    >>> question_of(" 1 <\\n2", (), "a < b").assume
    ('a < b',)
    """
    lets, premises = (
        (texts,) if isinstance(texts, str) else require_kind(texts, Sequence, "a text, or several")
        for texts in (let, assume)
    )
    return Question(one_line(claim), tuple(map(one_line, lets)), tuple(map(one_line, premises)))


def question_of_claim(claim: Claim) -> Question:
    """The question whose typed text is read as this claim.

    >>> question_of_claim(parse("pml(P,W)<=1")).text
    'pml(P, W) <= 1'
    >>> question_of_claim(parse("maxleak(W & V) <= 1", lets=["V: X -> Z"])).lets
    ('V: X -> Z', 'W: X -> Y')
    """
    general, sets = without_prior_sets(claim), prior_set_conditions(claim)
    text = write(general)
    lets = () if _is_text_of(text, general) else declarations(general)
    data = tuple(data for data in subjects(claim).data if not is_written_out(data))
    channels = tuple((data.tensor.name, data.entries) for data in data)
    within = sets[0].within if sets else None
    priors = within if isinstance(within, PriorPolytope) else None
    return Question(text, lets, (), channels, priors, names_in(data))


def claim_repr(claim: Claim) -> str:
    """The text ps.claim('..') that reads the claim, without its entries and sets of priors.

    >>> parse("pml(P,W) <= 1")
    ps.claim('pml(P, W) <= 1')
    """
    try:
        question = question_of_claim(claim)
    except PmlError:  # an error has to show even a claim that contradicts itself
        return f"ps.claim({statement(claim)!r})"
    lets = f", lets={list(question.lets)!r}" if question.lets else ""
    return f"ps.claim({question.text!r}{lets})"


def _is_text_of(text: str, claim: Claim) -> bool:
    """Whether a text is read as this claim, without any declaration."""
    try:
        return key(parse(text)) == key(claim)
    except PmlError:
        return False


def one_line(text: object) -> str:
    """A claim, declaration or premise as it was typed, on one line with single blanks."""
    return " ".join(require_kind(text, str, "a text").split())


def parse(text: str, *, lets: Sequence[str] = (), assume: Sequence[str] = ()) -> Claim:
    """The claim that a text states, under the assumptions, for every instance.

    `lets` are declarations such as "V: X -> Z", "P: X", "X"; `assume` are claims in the same names.
    The result is the claim, or an implication from all the assumptions.
    Raises ClaimSyntaxError, UnknownName or AlphabetMismatch, each with the place.

    >>> import pmlsym as ps
    >>> ps.claim("pml(P, W >> V) <= pml(P, W)")
    ps.claim('pml(P, W >> V) <= pml(P, W)')
    """
    return _parse_with_names(text, lets, assume)[0]


def _parse_with_names(text: str, lets: Sequence[str], assume: Sequence[str]) -> tuple[Claim, Names]:
    """The claim that a text states, and the table of the names in the texts."""
    names = _names_of_declarations(lets)
    sources = [Source(text), *(Source(premise, "the assumption") for premise in assume)]
    trees = [_tree_with_names_noted(source, names) for source in sources]
    claims = [_read_claim(source, tree, names) for source, tree in zip(sources, trees, strict=True)]
    names.solve()
    claim, *premises = [build() for build in claims]
    names.placed.require(_under_premises(premises, claim))
    whole = _under_premises([*names.responses.premises, *names.placed.premises, *premises], claim)
    whole = _with_domains_in_premises(whole) if names.placed.premises else whole
    for name, letters in names.responses.sizes.items():
        whole = _with_size_for_letter(whole, name, letters)
    return bind_alphabets(whole, names.declared_alone), names


def _under_premises(premises: Sequence[Claim], claim: Claim) -> Claim:
    """The claim that all typed premises imply the claim; the claim itself if there are none."""
    return Implication(all_of(*premises), claim) if premises else claim


def _with_domains_in_premises(claim: Claim) -> Claim:
    """The claim read, with premises for ranges that typed places such as bec(2*p) require."""
    measured = measured_scalars(claim)
    domains = {n: d for n, d in subjects(claim).scalars.items() if d != measured.get(n, "real")}

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        """A scalar in the domain that measures give it; any other node as it is."""
        if isinstance(node, Scalar) and node.name in domains:
            return Scalar(node.name, measured.get(node.name, "real"))
        return rebuild(node, inner)

    plain = cast(Claim, fold(claim, rule))
    for name, domain in reversed(domains.items()):
        number = Scalar(name, measured.get(name, "real"))
        values = range_under_hypotheses(number, plain)
        if domain == "probability" and (values.high is None or values.high > 1):
            plain = Implication(number <= 1, plain)
        if values.low is None or values.low < 0:
            plain = Implication(number >= 0, plain)
    return plain


def _with_size_for_letter(claim: Claim, name: str, letters: Quantity) -> Claim:
    """The claim read, with size(X) for the k of a typed rr(k, eps), or with a premise for k."""

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        """The number size(X) for the letter k of a typed rr(k, eps); any other node as it is."""
        return letters if isinstance(node, Scalar) and node.name == name else rebuild(node, inner)

    changed = cast(Claim, fold(claim, rule))
    if name not in subjects(changed).scalars:
        return changed
    return Implication(Comparison(letters, "==", Scalar(name)), changed)


def parse_quantity(
    text: str, *, lets: Sequence[str] = (), known: Mapping[str, Prior | Channel] | None = None
) -> Quantity:
    """The quantity that a text states, such as "pml(P, W >> V) - log(2)"; errors as of `claim`.

    Names in `known` stand for these priors and channels, and nothing that the text binds may have
    such a name, or the name of a part of them.

    >>> import pmlsym as ps
    >>> ps.quantity("pml(P, W >> V)")
    pml(P, W >> V)
    """
    names, source = _names_of_declarations(lets, known), Source(text, "the quantity")
    tree = source.tree("sum")
    names.note_names(tree)
    build = unless_too_deep(source, lambda: Reading(source, names).quantity(tree))
    names.solve()
    quantity = build()
    names.placed.require(Comparison(quantity, "==", quantity))  # a quantity has no premises
    if names.responses.meanings:
        reason = "a response of any level has premises, which a quantity alone has not"
        raise source.error(Unsupported, f"{reason}; write a claim", tree)
    return bind_alphabets(quantity, names.declared_alone)


def _names_of_declarations(
    lets: Sequence[str], known: Mapping[str, Prior | Channel] | None = None
) -> Names:
    """The table of names of texts, with these declarations and what names stand for."""
    names = Names()
    for let in lets:
        names.declare(Source(let, "the declaration"))
    right = "what names stand for as {'T': channel}"
    for name, subject in require_kind(known or {}, Mapping, right).items():
        names.stand_for(require_kind(name, str, right), subject)
    return names


def _tree_with_names_noted(source: Source, names: Names) -> Syntax:
    """The syntax tree of a text, after the table has noted all its names, before any is bound."""
    tree = unless_too_deep(source, source.tree)
    names.note_names(tree)
    return tree


def _read_claim(source: Source, tree: Syntax, names: Names) -> Build:
    """The builder of the claim that the syntax tree of a text states."""
    return unless_too_deep(source, lambda: Reading(source, names).claim(tree))
