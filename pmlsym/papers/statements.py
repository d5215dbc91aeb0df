"""The table of statements: the rows of a paper, an outline each, read into entries.

    lemma-1.4-equality | equivalence | composed
      at Lemma 1, part 4
      says post-processing: equality if X and Y are independent, or z reveals a worst y
      claim pml(P, W >> V) == pml(P, W)
        if pml(P, W) == 0
      remark check post_processing_of_nothing, 20 of 300: condition a

A row is its id, its kind, and the verdict that is expected; then its place, its name and its parts:

    claim TEXT      a claim of the paper, which is expected to be proved; `false`: to be refuted
    denied TEXT     a claim that the paper says does not hold in general
    check NAME, 20 of 300: TEXT     a check in Python: of 300 trials 20 meet the hypotheses at least
    sequents NAME   what has no words in the language of claims, said by sequents that Python makes
    composed TEXT   what a person puts together, in the words of `how`, from the parts below it

`lemma` or `remark` before a part says that it is no part of the statement, `also` that it says the
same in another form, for `python -m proofs` and for tests alone. Below a claim stand its
hypotheses `if`, its declarations `let`, its `patience`, `saved`, the name of its proof,
`densities`, the alphabet of outcomes that the paper lets be a continuum, and the names of two
functions: `by` makes it where the language has no words for it, `along` outlines its proof. What
the names of the table mean is for `proofs/papers` to say, which a clone has; here stands what it
came to (`papers/recorded.py`).

Of a claim by which a row is proved it is also said how one sees that it says no less than it could:
`sharp CHANGE` is what makes it stronger and false, with conditions `if` below it, or `at` an
instance as JSON; `kept` are hypotheses that need not be needed; `whole REASON` says why
nothing can be stronger. See
`papers/sharpness.py`. Below a check stand its `cases`. What is several is apart by semicolons.
`scope` says of a row how what is shown is less than what is printed. `instead` is a correction,
with `since`, `boundary` or `reading`, and its own parts below.

A line is indented by two spaces more than the one that it belongs to. One that begins with `..`
goes on with the text above it; one that begins with `#`, and an empty one, say nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pmlsym.errors import InvalidInput
from pmlsym.model.instance import Instance
from pmlsym.papers.claimed import Claimed
from pmlsym.papers.entry import Composed, Correction, Entry, Part
from pmlsym.papers.sharpness import Sharp

PARTS = ("claim", "false", "denied", "check", "sequents", "composed")
ROLES = ("lemma", "remark", "also")
CLAIM_WORDS = ("patience", "saved", "densities", "sharp", "kept", "whole")
CHECK = re.compile(r"(\w+)(?:, (?:(\d+)(?: of (\d+))?|(all)))?: (.+)")


@dataclass(frozen=True)
class Statements:
    """A reader of the rows of a paper; `made` gives the parts that name something in Python."""

    paper: str
    made: Callable[[OutlineLine], Part]

    def read(self, text: str) -> tuple[Entry, ...]:
        """The entries in order.

        Raises InvalidInput for a line that is not as above, and whatever `made` does.

        >>> text = "prop-1 | inequality | proved\\n  at ..\\n  says l >= 0\\n  claim pml(P, W) >= 0"
        >>> (entry,) = Statements("PML23", claim_of).read(text)
        >>> entry.id, entry.expected, len(entry.statement)
        ('PML23/prop-1', 'proved', 1)
        """
        return tuple(self._entry(row) for row in read_outline(text, self.paper))

    def _entry(self, row: OutlineLine) -> Entry:
        name, *rest = f"{row.word} {row.text}".split(" | ")
        if len(rest) != 2:
            raise row.refuse("a row is an id, a kind and a verdict")
        _known(row, ("at", "says", "scope", "instead", *PARTS, *ROLES))
        roles = {role: self._parts(_of_role(row, role)) for role in ROLES}
        corrections = [self._correction(line) for line in row.below if line.word == "instead"]
        return Entry(
            id=f"{self.paper}/{name}",
            kind=rest[0],
            expected=rest[1],
            name=_text(row, "says"),
            place=_text(row, "at"),
            statement=self._parts(row),
            lemmas=roles["lemma"],
            remarks=roles["remark"],
            also=tuple(part for part in roles["also"] if isinstance(part, Claimed)),
            correction=corrections[0] if corrections else None,
            scope="".join(_texts(row, "scope")),
        )

    def _correction(self, line: OutlineLine) -> Correction:
        _known(line, ("since", "boundary", "reading", *PARTS))
        return Correction(
            line.text,
            _text(line, "since"),
            self._parts(line),
            boundary="".join(_texts(line, "boundary")),
            reading="".join(_texts(line, "reading")),
        )

    def _parts(self, line: OutlineLine) -> tuple[Part, ...]:
        return tuple(self._part(below) for below in line.below if below.word in PARTS)

    def _part(self, line: OutlineLine) -> Part:
        if line.word == "composed":
            _known(line, ("how", *PARTS))
            return Composed(line.text, _text(line, "how"), self._parts(line))
        if line.word in ("check", "sequents") or {"by", "along"} & {b.word for b in line.below}:
            return self.made(line)
        return claim_of(line)


def claim_of(line: OutlineLine) -> Claimed:
    """The claim of a line, without what `by` and `along` name.

    >>> claim_of(read_outline("denied pml(P, W) <= 1", "here")[0]).is_denied
    True
    """
    _known(line, ("let", "if", "by", "along", *CLAIM_WORDS))
    return Claimed(
        line.text,
        _listed(line, "let"),
        _listed(line, "if"),
        patience=int("".join(_texts(line, "patience")) or 1),
        holds=line.word == "claim",
        is_denied=line.word == "denied",
        saved="".join(_texts(line, "saved")),
        densities="".join(_texts(line, "densities")),
        sharp=tuple(_sharp(below) for below in line.below if below.word == "sharp"),
        kept=_listed(line, "kept"),
        whole="".join(_texts(line, "whole")),
    )


def _sharp(line: OutlineLine) -> Sharp:
    _known(line, ("if", "at"))
    instances = [Instance.from_json(json.loads(text)) for text in _texts(line, "at")]
    return Sharp(line.text, _listed(line, "if"), instances[0] if instances else None)


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
    """What the line of a check says. Raises InvalidInput where it is none.

    >>> check_of(read_outline("check dice, 2 of 9: of six faces", "here")[0]).least
    2
    """
    _known(line, ("cases",))
    found = CHECK.fullmatch(line.text)
    if found is None:
        raise line.refuse("a check is its name, what it takes, and its text")
    name, least, trials, complete, text = found.groups()
    at_least, tried = int(least or 1), int(trials or least or 1)
    if not 1 <= at_least <= tried:
        raise line.refuse(f"{at_least} of {tried} trials cannot be met")
    return CheckLine(name, text, tried, at_least, _listed(line, "cases"), bool(complete))


def _of_role(row: OutlineLine, role: str) -> OutlineLine:
    """The row with the parts of that role alone, as parts."""
    own = []
    for line in row.below:
        if line.word == role:
            word, _, text = line.text.partition(" ")
            own.append(OutlineLine(word, text, line.below, line.place))
    found = OutlineLine(row.word, row.text, tuple(own), row.place)
    _known(found, PARTS)
    return found


def _known(line: OutlineLine, words: tuple[str, ...]) -> None:
    """Raise InvalidInput for a line below that begins with another word."""
    for below in line.below:
        if below.word not in words:
            raise below.refuse(f"here stands {', '.join(words) or 'nothing'}")


def _texts(line: OutlineLine, word: str) -> tuple[str, ...]:
    return tuple(below.text for below in line.below if below.word == word)


def _listed(line: OutlineLine, word: str) -> tuple[str, ...]:
    return tuple(item for text in _texts(line, word) for item in text.split("; "))


def _text(line: OutlineLine, word: str) -> str:
    found = _texts(line, word)
    if len(found) != 1:
        raise InvalidInput(f"{line.place}: {word} stands below it {len(found)} times, not once")
    return found[0]


STEP = 2


@dataclass(frozen=True)
class OutlineLine:
    """A line: its first word, the text after it, the lines below it, and where it stands."""

    word: str
    text: str
    below: tuple[OutlineLine, ...]
    place: str

    def __str__(self) -> str:
        """All that is said in the line and below it."""
        return " | ".join([f"{self.word} {self.text}", *map(str, self.below)])

    def named(self, word: str) -> str:
        """The name that stands below it after a word, or nothing.

        >>> read_outline("claim l >= 0\\n  by the_law", "here")[0].named("by")
        'the_law'
        """
        return "".join(_texts(self, word))

    def refuse(self, why: str) -> InvalidInput:
        """The error that this line is not what it should be.

        >>> read_outline("claim pml(P, W) >= 0", "here")[0].refuse("no")
        InvalidInput('here, line 1: no: claim pml(P, W) >= 0')
        """
        return InvalidInput(f"{self.place}: {why}: {self.word} {self.text}")


def read_outline(text: str, name: str) -> tuple[OutlineLine, ...]:
    """The lines that are not indented, with those below them.

    Raises InvalidInput where the indentation is not a step more than above, or any number less.

    >>> (row,) = read_outline("row one\\n  says it is\\n  .. long", "here")
    >>> row.word, [(line.word, line.text) for line in row.below]
    ('row', [('says', 'it is long')])
    """
    return _nested(list(_joined(text, name)), 0)


def _joined(text: str, name: str) -> Iterator[tuple[int, str, str]]:
    """Depth, text and place of each line, with the lines that go on with it."""
    held: tuple[int, str, str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        said, place = line.strip(), f"{name}, line {number}"
        if not said or said.startswith("#"):
            continue
        if said.startswith(".. ") and held:
            held = (held[0], f"{held[1]} {said[3:]}", held[2])
            continue
        if held:
            yield held
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), STEP)
        before = held[0] if held else -1
        if rest or depth > before + 1:
            raise InvalidInput(f"{place}: indented by neither a step more, nor less: {said}")
        held = (depth, said, place)
    if held:
        yield held


def _nested(lines: Sequence[tuple[int, str, str]], depth: int) -> tuple[OutlineLine, ...]:
    starts = [k for k, (own, _, _) in enumerate(lines) if own == depth]
    found = []
    for start, end in pairwise((*starts, len(lines))):
        word, _, text = lines[start][1].partition(" ")
        below = _nested(lines[start + 1 : end], depth + 1)
        found.append(OutlineLine(word, text, below, lines[start][2]))
    return tuple(found)
