"""Files of claims, each with a name and the verdict that is expected of it.

    # What our release rests on.
    let V: Y -> Z                                       for every claim that has V
    assume fullsupport(P)                               for every claim

    claim post_processing: pml(P, W >> V) <= pml(P, W)
    claim bounded: pml(P, W) <= eps
        assume ldp(W) <= eps                            for this claim alone
        expect proved
    claim ours: pml(P, C) <= log(5)
        channel C = survey.csv                          a file beside this one, or rows
        over p(x) >= 1/10                               a set of priors

A claim without `expect` is expected to be proved. What follows a # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lark import Token

from pmlsym.claim_text.question import Question, one_line
from pmlsym.errors import ClaimSyntaxError, InvalidInput, PmlError, UnknownName
from pmlsym.evidence.verdict import Proved, Verdict
from pmlsym.language.expression import numbers_of, trees
from pmlsym.language.syntax import Source, Syntax

EXPECTED = ("proved", "refuted", "unknown", "vacuous")

_SET = ""  # no channel has this name
_COMMENT = re.compile(r"#[^\n]*")


About = Callable[[str, Sequence[str], Sequence[str], Mapping[str, object], object], Question]
"""Makes a question of a claim, declarations, assumptions, channels by name, and a set of priors."""


@dataclass(frozen=True)
class StatedClaim:
    """A claim of a file: its name, its line, and the verdict that is expected."""

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
        """The verdict, by the word that one types in a claims file: proved, refuted, vacuous .."""
        is_vacuous = isinstance(self.verdict, Proved) and self.verdict.vacuous
        return "vacuous" if is_vacuous else self.verdict.name

    @property
    def is_expected(self) -> bool:
        """Whether the verdict is the one that is written beside the claim in its file."""
        return self.found == self.stated.expected


def read_claim_file(
    text: str,
    about: About,
    origin: str = "the file",
    *,
    folder: Path | None = None,
    channels: Mapping[str, object] | None = None,
    over: object = None,
) -> tuple[StatedClaim, ...]:
    """The claims of a claim file's text, each with its name, line and expected verdict.

    The files of channels are in the `folder` or below it, if one is given. `channels` by name and a
    set of priors `over` replace those that the file has. Raises ClaimSyntaxError, UnknownName or
    AlphabetMismatch with the line, InvalidInput where two claims have one name, where an expected
    verdict does not exist, or where a channel is at fault or in another folder.

    >>> from pmlsym.claim_text.question_about import question_about
    >>> claims = read_claim_file("claim sure: maxleak(W) >= 0   # always", question_about)
    >>> claims[0].name, claims[0].question.text
    ('sure', 'maxleak(W) >= 0')
    """
    # Blanks in place of a comment keep all positions; the language has no other use of #.
    source = Source(_COMMENT.sub(lambda match: " " * len(match.group()), text), origin)
    tree = source.tree("claim_file")
    shared = [child for child in trees(tree) if child.data != "stated"]
    reader = _ClaimFileReader(source, tuple(shared), about, folder, channels or {}, over)
    claims: dict[str, StatedClaim] = {}
    for child in trees(tree):
        if child.data == "stated":
            claim = reader.stated(child)
            if claim.name in claims:
                reason = f"{claim.name} is the claim of line {claims[claim.name].line} as well"
                raise source.error(InvalidInput, f"{reason}; rename one", child)
            claims[claim.name] = claim
    _require_use(source, shared, tuple(claims.values()), channels or {})
    return tuple(claims.values())


def question_under(shared: str, claim: str, about: About) -> Question:
    """The question of a claim's text under lines such as "let V: Y -> Z", as in a claim file.

    Declarations and channels that it does not need are left out. Raises ClaimSyntaxError, and
    InvalidInput where a channel is at fault.

    >>> from pmlsym.claim_text.question_about import question_about
    >>> question_under("let V: Y -> Z let U: X -> Z", "pml(P, V) <= 1", question_about).lets
    ('V: Y -> Z',)
    """
    Source(claim).tree()  # so that errors give the column within the claim
    source = Source(f"{shared}\nclaim asked: {claim}", "what was typed")
    *before, stated = trees(source.tree("claim_file"))
    return _ClaimFileReader(source, tuple(before), about, None).question(stated)


@dataclass(frozen=True)
class _ClaimFileReader:
    """A reader of the claims of one source, which share the lines before the first."""

    source: Source
    shared: tuple[Syntax, ...]
    about: About
    folder: Path | None
    channels: Mapping[str, object] = field(default_factory=dict)
    over: object = None

    def stated(self, tree: Syntax) -> StatedClaim:
        """The named claim that a part of a claim file states.

        Raises PmlError with the line and the claim.
        """
        name, line = str(tree.children[0]), self.source.line(tree)
        expected = _expected_verdict(self.source, tree)
        try:
            question = self.question(tree)
            question.claim()
        except PmlError as error:
            where = f"line {line} of {self.source.origin}, claim {name}"
            raise type(error)(f"{where}: {error}") from None
        return StatedClaim(name, line, question, expected)

    def question(self, tree: Syntax) -> Question:
        """The question of one claim of a file, with the shared lines it can use."""
        claim, *parts_here = trees(tree)
        every = (*self.shared, *parts_here)
        premises = [trees(part)[0] for part in every if part.data == "assume"]
        names = {name for part in (claim, *premises) for name in _names_in(part)}
        lets = [trees(part)[0] for part in parts_here if part.data == "let"]
        lets += _usable_lets(
            [trees(part)[0] for part in self.shared if part.data == "let"], names, lets
        )
        declared, assumed = (tuple(map(self.source.at, parts)) for parts in (lets, premises))
        # A claim's own lines replace those that are said for all claims.
        entries = self._channels_and_set_in(self.shared) | self._channels_and_set_in(parts_here)
        sets = entries.pop(_SET, None)
        within = self.over or (None if sets is None else self.source.at(sets))
        unused = entries.keys() - self._channels_and_set_in(parts_here).keys() - names
        channels = {n: self._rows_or_path(e) for n, e in entries.items() if n not in unused}
        channels |= {name: rows for name, rows in self.channels.items() if name in names}
        return self.about(self.source.at(claim), declared, assumed, channels, within)

    def _channels_and_set_in(self, parts: Sequence[Syntax]) -> dict[str, Syntax | Token]:
        """The channels that lines of a claim file give, by name; the set of priors under ""."""
        entries: dict[str, Syntax | Token] = {}
        for part in parts:
            if part.data in ("channel", "within"):
                *name, entry = part.children
                key = str(name[0]) if name else _SET
                if key in entries:
                    what = f"the channel {key}" if name else "the set of priors"
                    raise self.source.error(InvalidInput, f"{what} is given twice", part)
                entries[key] = entry
        return entries

    def _rows_or_path(self, entry: Syntax | Token) -> object:
        """The rows of numbers, or a path below the folder, given to a channel in a claim file."""
        if not isinstance(entry, Token):
            return numbers_of(self.source, entry)
        name = entry.strip('"')
        if self.folder is None:
            return name
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            reason = f"{name} is not in the folder of {self.source.origin}, nor below it"
            raise self.source.error(InvalidInput, reason, entry)
        return str(path)


def _usable_lets(shared: list[Syntax], names: set[str], own_lets: list[Syntax]) -> list[Syntax]:
    """The shared lines "let .." of a claim file that one of its claims can use."""
    taken = {_declared_name(part) for part in own_lets}
    used = [d for d in shared if _declared_name(d) in names - taken and len(d.children) > 1]
    alphabets = {name for part in (*own_lets, *used) for name in _names_in(part)} | names
    alone = [d for d in shared if _declared_name(d) in alphabets - taken and len(d.children) == 1]
    return [d for d in shared if d in used or d in alone]


def _require_use(
    source: Source,
    shared: Sequence[Syntax],
    claims: Sequence[StatedClaim],
    given: Mapping[str, object],
) -> None:
    """Raise UnknownName where a shared line or channel of a claim file serves no claim of it."""
    used = {let for claim in claims for let in claim.question.lets}
    channels = {name for claim in claims for name, _ in claim.question.channels}
    for name in given:
        if name not in channels:
            raise UnknownName(f"{name} is given, but no claim of {source.origin} uses it")
    for part in shared:
        if part.data == "let" and one_line(source.at(trees(part)[0])) not in used:
            name = _declared_name(trees(part)[0])
            raise source.error(UnknownName, f"{name} is declared, but no claim uses it", part)
        if part.data == "channel" and part.children[0] not in channels:
            name = str(part.children[0])
            raise source.error(UnknownName, f"{name} is given, but no claim uses it", part)


def _expected_verdict(source: Source, tree: Syntax) -> str:
    """The verdict that a claim of a file expects by "expect ..": proved if nothing is said."""
    words = [part.children[0] for part in trees(tree) if part.data == "expect"]
    if len(words) > 1:
        raise source.error(ClaimSyntaxError, "one verdict is expected, not two", words[1])
    for word in words:
        if word not in EXPECTED:
            words_allowed = f"{', '.join(EXPECTED[:-1])} or {EXPECTED[-1]}"
            raise source.error(InvalidInput, f"{word} is no verdict; expect {words_allowed}", word)
    return str(words[0]) if words else "proved"


def _declared_name(declaration: Syntax) -> str:
    """The name V that a line "let V: Y -> Z" of a claim file declares."""
    return str(declaration.children[0])


def _names_in(tree: Syntax) -> Iterator[str]:
    """The names and signs, as texts, in the syntax tree of a part of a claim file."""
    return (str(token) for token in tree.scan_values(lambda part: isinstance(part, Token)))
