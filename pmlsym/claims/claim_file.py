"""Files of claims: each has a name, and the verdict that is expected of it.

    # What our release rests on.
    let V: Y -> Z                                       for every claim that speaks of V
    assume fullsupport(P)                               for every claim

    claim post_processing: pml(P, W >> V) <= pml(P, W)
    claim bounded: pml(P, W) <= eps
        assume ldp(W) <= eps                            for this claim alone
        expect proved

A claim without `expect` is expected to be proved. What follows a # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lark import Token

from pmlsym.claims.question import Question, one_line, question_of
from pmlsym.errors import ClaimSyntaxError, InvalidInput, PmlError, UnknownName
from pmlsym.evidence.verdict import Proved, Verdict
from pmlsym.language.expression import trees
from pmlsym.language.syntax import Source, Syntax

EXPECTED = ("proved", "refuted", "unknown", "vacuous")

_COMMENT = re.compile(r"#[^\n]*")


@dataclass(frozen=True)
class StatedClaim:
    """A claim of a file: its name, the line on which it stands, and what is expected of it."""

    name: str
    line: int
    question: Question
    expected: str


@dataclass(frozen=True)
class AnsweredClaim:
    """A claim of a file with its verdict."""

    stated: StatedClaim
    verdict: Verdict

    @property
    def found(self) -> str:
        """The verdict as a word of `EXPECTED`: a proof from hypotheses that fail is none."""
        is_vacuous = isinstance(self.verdict, Proved) and self.verdict.vacuous
        return "vacuous" if is_vacuous else self.verdict.name

    @property
    def is_expected(self) -> bool:
        """Whether that was expected."""
        return self.found == self.stated.expected


def read_claim_file(text: str, origin: str = "the file") -> tuple[StatedClaim, ...]:
    """The claims of a file, each of which can be read.

    Raises ClaimSyntaxError, UnknownName or AlphabetMismatch with the line, InvalidInput where two
    claims have one name or an expected verdict is none.

    >>> claims = read_claim_file("claim sure: maxleak(W) >= 0   # always")
    >>> claims[0].name, claims[0].question.text
    ('sure', 'maxleak(W) >= 0')
    """
    # Blanks keep every place where it was; nothing else of the language has the sign #.
    source = Source(_COMMENT.sub(lambda match: " " * len(match.group()), text), origin)
    tree = source.tree("claim_file")
    shared = [child for child in trees(tree) if child.data != "stated"]
    found: dict[str, StatedClaim] = {}
    for child in trees(tree):
        if child.data == "stated":
            claim = _stated(source, child, shared)
            if claim.name in found:
                reason = f"{claim.name} is the claim of line {found[claim.name].line} as well"
                raise source.error(InvalidInput, f"{reason}; rename one", child)
            found[claim.name] = claim
    _require_used(source, shared, tuple(found.values()))
    return tuple(found.values())


def question_under(shared: str, claim: str) -> Question:
    """The question that a claim is under declarations and assumptions, written as in a file.

    Declarations that it does not need are left out. Raises ClaimSyntaxError.

    >>> question_under("let V: Y -> Z let U: X -> Z", "pml(P, V) <= 1").lets
    ('V: Y -> Z',)
    """
    Source(claim).tree()  # whose errors say the column of the claim itself
    source = Source(f"{shared}\nclaim asked: {claim}", "what was typed")
    *before, stated = trees(source.tree("claim_file"))
    return _question(source, stated, before)


def _stated(source: Source, tree: Syntax, shared: Sequence[Syntax]) -> StatedClaim:
    name, question = str(tree.children[0]), _question(source, tree, shared)
    stated = StatedClaim(name, source.line(tree), question, _expected(source, tree))
    try:
        question.claim()
    except PmlError as error:
        where = f"line {stated.line} of {source.origin}, claim {name}"
        raise type(error)(f"{where}: {error}") from None
    return stated


def _question(source: Source, tree: Syntax, shared: Sequence[Syntax]) -> Question:
    claim, *own = trees(tree)
    premises = [trees(part)[0] for part in (*shared, *own) if part.data == "assume"]
    names = {name for part in (claim, *premises) for name in _names(part)}
    lets = [trees(part)[0] for part in own if part.data == "let"]
    lets += _needed([trees(part)[0] for part in shared if part.data == "let"], names, lets)
    texts = (tuple(map(source.at, parts)) for parts in (lets, premises))
    return question_of(source.at(claim), *texts)


def _needed(shared: list[Syntax], names: set[str], own: list[Syntax]) -> list[Syntax]:
    """The shared declarations that a claim can use: those of its names, then of their alphabets."""
    known = {_declared(part) for part in own}
    used = [d for d in shared if _declared(d) in names - known and len(d.children) > 1]
    alphabets = {name for part in (*own, *used) for name in _names(part)} | names
    alone = [d for d in shared if _declared(d) in alphabets - known and len(d.children) == 1]
    return [d for d in shared if d in used or d in alone]


def _require_used(source: Source, shared: Sequence[Syntax], claims: Sequence[StatedClaim]) -> None:
    used = {let for claim in claims for let in claim.question.lets}
    for part in shared:
        if part.data == "let" and one_line(source.at(trees(part)[0])) not in used:
            name = _declared(trees(part)[0])
            raise source.error(UnknownName, f"{name} is declared, but no claim uses it", part)


def _expected(source: Source, tree: Syntax) -> str:
    words = [part.children[0] for part in trees(tree) if part.data == "expect"]
    if len(words) > 1:
        raise source.error(ClaimSyntaxError, "one verdict is expected, not two", words[1])
    for word in words:
        if word not in EXPECTED:
            known = f"{', '.join(EXPECTED[:-1])} or {EXPECTED[-1]}"
            raise source.error(InvalidInput, f"{word} is no verdict; expect {known}", word)
    return str(words[0]) if words else "proved"


def _declared(declaration: Syntax) -> str:
    return str(declaration.children[0])


def _names(tree: Syntax) -> Iterator[str]:
    return (str(token) for token in tree.scan_values(lambda part: isinstance(part, Token)))
