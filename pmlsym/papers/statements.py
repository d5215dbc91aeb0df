"""The table of statements: the rows of a paper, each an outline, read into entries.

    lemma-1.4-equality | equivalence | composed
      at Lemma 1, part 4
      says post-processing: equality if X and Y are independent, or z reveals a worst y
      claim pml(P, W >> V) == pml(P, W)
        if pml(P, W) == 0
      remark check post_processing_of_nothing, 20 of 300: condition a

A row is its id, its kind, and the expected verdict; then its place, its name and its parts:

    claim TEXT      a claim of the paper, which is expected to be proved; `false`: to be refuted
    denied TEXT     a claim that does not hold in general, as the paper says
    check NAME, 20 of 300: TEXT     a check in Python: of 300 trials 20 meet the hypotheses at least
    sequents NAME   sequents that Python makes, where the language of claims has no words
    composed TEXT   a statement that a person composes, as `how` describes, from the parts below it

`lemma` or `remark` before a part excludes it from the statement; `also` marks another form of the
statement, for `python -m proofs` and for tests alone. The lines below a claim are its hypotheses
`if`, its declarations `let`, its `patience`, `saved`, the name of its proof, `densities`, the
alphabet of outcomes that may be a continuum in the paper, and the names of two functions: `by`
makes the claim where the language has no words for it, `along` outlines its proof; `at` is an
instance of the hypotheses of such a claim, as JSON, where none is found. The functions
are in `proofs/papers` of a clone; their recorded results are here (`papers/recorded.py`).

A claim that proves a row also has lines about its sharpness (`papers/sharpness.py`): `sharp CHANGE`
makes it stronger and false, with conditions `if` below it, or `at` an instance as JSON; `kept` are
hypotheses that are never dropped; `whole REASON` says why no claim can be stronger. Below a check
are its `cases`. Lists are separated by semicolons. `scope` says how the parts of a row are less
than the printed statement. `instead` is a correction, with `since`, `boundary` or `reading`, and
its own parts below.

A line is indented by two spaces more than the line that it belongs to. A line that begins with `..`
continues the text above it; lines that begin with `#` and empty lines are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pmlsym.errors import InvalidInput
from pmlsym.model.instance import Instance
from pmlsym.papers.entry import ComposedPart, Correction, Entry, Part
from pmlsym.papers.paper_claim import PaperClaim
from pmlsym.papers.sharpness import Sharpening

PARTS = ("claim", "false", "denied", "check", "sequents", "composed")
ROLES = ("lemma", "remark", "also")
CLAIM_WORDS = ("patience", "saved", "densities", "sharp", "kept", "whole", "at")
CHECK = re.compile(r"(\w+)(?:, (?:(\d+)(?: of (\d+))?|(all)))?: (.+)")


@dataclass(frozen=True)
class Statements:
    """A reader of the rows of a paper; `make_part` gives the parts that Python makes."""

    paper: str
    make_part: Callable[[OutlineLine], Part]

    def read(self, text: str) -> tuple[Entry, ...]:
        """The entries of a paper's table of statements, in order.

        Raises InvalidInput for a line of another form, and the errors of `make_part`.

        >>> text = "prop-1 | inequality | proved\\n  at ..\\n  says l >= 0\\n  claim pml(P, W) >= 0"
        >>> (entry,) = Statements("PML23", claim_of).read(text)
        >>> entry.id, entry.expected, len(entry.statement)
        ('PML23/prop-1', 'proved', 1)
        """
        return tuple(self._read_entry(row) for row in read_outline(text, self.paper))

    def _read_entry(self, row: OutlineLine) -> Entry:
        """The entry that a row of a paper's table is, with its parts and correction."""
        name, *rest = f"{row.word} {row.text}".split(" | ")
        if len(rest) != 2:
            raise row.refuse("a row is an id, a kind and a verdict")
        _require_words(row, ("at", "says", "scope", "instead", *PARTS, *ROLES))
        roles = {role: self._read_parts(_row_of_role(row, role)) for role in ROLES}
        corrections = [self._read_correction(line) for line in row.below if line.word == "instead"]
        return Entry(
            id=f"{self.paper}/{name}",
            kind=rest[0],
            expected=rest[1],
            name=_single_text(row, "says"),
            place=_single_text(row, "at"),
            statement=self._read_parts(row),
            lemmas=roles["lemma"],
            remarks=roles["remark"],
            also=tuple(part for part in roles["also"] if isinstance(part, PaperClaim)),
            correction=corrections[0] if corrections else None,
            scope="".join(_texts_below(row, "scope")),
        )

    def _read_correction(self, line: OutlineLine) -> Correction:
        """The correction that stands below a row of a paper's table."""
        _require_words(line, ("since", "boundary", "reading", *PARTS))
        return Correction(
            line.text,
            _single_text(line, "since"),
            self._read_parts(line),
            boundary="".join(_texts_below(line, "boundary")),
            reading="".join(_texts_below(line, "reading")),
        )

    def _read_parts(self, line: OutlineLine) -> tuple[Part, ...]:
        """The parts that stand below a line of a paper's table."""
        return tuple(self._read_part(below) for below in line.below if below.word in PARTS)

    def _read_part(self, line: OutlineLine) -> Part:
        """The part, a claim, a check or a composed one, of a line of a paper's table."""
        if line.word == "composed":
            _require_words(line, ("how", *PARTS))
            return ComposedPart(line.text, _single_text(line, "how"), self._read_parts(line))
        if line.word in ("check", "sequents") or {"by", "along"} & {b.word for b in line.below}:
            return self.make_part(line)
        return claim_of(line)


def claim_of(line: OutlineLine) -> PaperClaim:
    """The claim of a line in a paper's table, without functions that `by` and `along` name.

    >>> claim_of(read_outline("denied pml(P, W) <= 1", "here")[0]).is_denied
    True
    """
    _require_words(line, ("let", "if", "by", "along", *CLAIM_WORDS))
    return PaperClaim(
        line.text,
        _list_items(line, "let"),
        _list_items(line, "if"),
        patience=int("".join(_texts_below(line, "patience")) or 1),
        holds=line.word == "claim",
        is_denied=line.word == "denied",
        saved="".join(_texts_below(line, "saved")),
        densities="".join(_texts_below(line, "densities")),
        sharp=tuple(_read_sharp(below) for below in line.below if below.word == "sharp"),
        kept=_list_items(line, "kept"),
        whole="".join(_texts_below(line, "whole")),
        example=_read_instance(line),
    )


def _read_sharp(line: OutlineLine) -> Sharpening:
    """The change by which a line `sharp` of a paper's table makes a claim stronger."""
    _require_words(line, ("if", "at"))
    return Sharpening(line.text, _list_items(line, "if"), _read_instance(line))


def _read_instance(line: OutlineLine) -> Instance | None:
    """The instance after `at` below a line of a paper's table, if there is one."""
    return next((Instance.from_json(json.loads(t)) for t in _texts_below(line, "at")), None)


@dataclass(frozen=True)
class CheckLine:
    """A check: its name, its text, its trials, how many meet the hypotheses, and its cases."""

    name: str
    text: str
    trials: int
    least: int
    cases: tuple[str, ...]
    complete: bool


def check_of(line: OutlineLine) -> CheckLine:
    """The check of a line in a paper's table. Raises InvalidInput if it is not a check.

    >>> check_of(read_outline("check dice, 2 of 9: of six faces", "here")[0]).least
    2
    """
    _require_words(line, ("cases",))
    match = CHECK.fullmatch(line.text)
    if match is None:
        raise line.refuse("a check is its name, what it takes, and its text")
    name, least, trials, complete, text = match.groups()
    least_met, number_of_trials = int(least or 1), int(trials or least or 1)
    if not 1 <= least_met <= number_of_trials:
        raise line.refuse(f"{least_met} of {number_of_trials} trials cannot be met")
    return CheckLine(
        name, text, number_of_trials, least_met, _list_items(line, "cases"), bool(complete)
    )


def _row_of_role(row: OutlineLine, role: str) -> OutlineLine:
    """The row of a paper's table with the parts of one role alone, as if of the statement."""
    parts = []
    for line in row.below:
        if line.word == role:
            word, _, text = line.text.partition(" ")
            parts.append(OutlineLine(word, text, line.below, line.place))
    row_of_parts = OutlineLine(row.word, row.text, tuple(parts), row.place)
    _require_words(row_of_parts, PARTS)
    return row_of_parts


def _require_words(line: OutlineLine, words: tuple[str, ...]) -> None:
    """Raises InvalidInput for a line below in a paper's table that begins with another word."""
    for below in line.below:
        if below.word not in words:
            raise below.refuse(f"here stands {', '.join(words) or 'nothing'}")


def _texts_below(line: OutlineLine, word: str) -> tuple[str, ...]:
    """The texts after a word in lines below a line of a paper's table."""
    return tuple(below.text for below in line.below if below.word == word)


def _list_items(line: OutlineLine, word: str) -> tuple[str, ...]:
    """The items after a word below a line of a paper's table, split at semicolons."""
    return tuple(item for text in _texts_below(line, word) for item in text.split("; "))


def _single_text(line: OutlineLine, word: str) -> str:
    """The only text after a word below a row of a paper's table; InvalidInput if not one."""
    texts = _texts_below(line, word)
    if len(texts) != 1:
        raise InvalidInput(f"{line.place}: {word} stands below it {len(texts)} times, not once")
    return texts[0]


STEP = 2


@dataclass(frozen=True)
class OutlineLine:
    """A line: its first word, the text after it, the lines below it, and its place in the file."""

    word: str
    text: str
    below: tuple[OutlineLine, ...]
    place: str

    def __str__(self) -> str:
        """The line and all lines below it."""
        return " | ".join([f"{self.word} {self.text}", *map(str, self.below)])

    def named(self, word: str) -> str:
        """The text after a word below this line of a paper's table, or an empty text.

        >>> read_outline("claim l >= 0\\n  by the_law", "here")[0].named("by")
        'the_law'
        """
        return "".join(_texts_below(self, word))

    def refuse(self, reason: str) -> InvalidInput:
        """The error that this line of a paper's table is wrong, with reason and place.

        >>> read_outline("claim pml(P, W) >= 0", "here")[0].refuse("no")
        InvalidInput('here, line 1: no: claim pml(P, W) >= 0')
        """
        return InvalidInput(f"{self.place}: {reason}: {self.word} {self.text}")


def read_outline(text: str, name: str) -> tuple[OutlineLine, ...]:
    """The lines of a paper's table that are not indented, with those below them.

    Raises InvalidInput where a line is indented by more than a step beyond the line above it.

    >>> (row,) = read_outline("row one\\n  says it is\\n  .. long", "here")
    >>> row.word, [(line.word, line.text) for line in row.below]
    ('row', [('says', 'it is long')])
    """
    return _nest_lines(list(_join_continuations(text, name)), 0)


def _join_continuations(text: str, name: str) -> Iterator[tuple[int, str, str]]:
    """Depth, text and place of each line of a paper's table, continuations joined."""
    pending: tuple[int, str, str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        content, place = line.strip(), f"{name}, line {number}"
        if not content or content.startswith("#"):
            continue
        if content.startswith(".. ") and pending:
            pending = (pending[0], f"{pending[1]} {content[3:]}", pending[2])
            continue
        if pending:
            yield pending
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), STEP)
        depth_before = pending[0] if pending else -1
        if rest or depth > depth_before + 1:
            raise InvalidInput(f"{place}: indented by neither a step more, nor less: {content}")
        pending = (depth, content, place)
    if pending:
        yield pending


def _nest_lines(lines: Sequence[tuple[int, str, str]], depth: int) -> tuple[OutlineLine, ...]:
    """The lines of a paper's table at that depth, each with deeper lines that follow it."""
    starts = [k for k, (line_depth, _, _) in enumerate(lines) if line_depth == depth]
    nested = []
    for start, end in pairwise((*starts, len(lines))):
        word, _, text = lines[start][1].partition(" ")
        below = _nest_lines(lines[start + 1 : end], depth + 1)
        nested.append(OutlineLine(word, text, below, lines[start][2]))
    return tuple(nested)
