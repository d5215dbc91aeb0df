"""What the claims of one session at the prompt share: declarations, hypotheses, channels, a set.

A name has one meaning: who declares V again, or puts a family or a matrix in place of W, replaces
what was there. Lines are read by the grammar of claim files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pmlsym.errors import ClaimSyntaxError, InvalidInput, UnknownName

LET, ASSUME, CHANNEL, OVER = "let", "assume", "channel", "over"

_EQUATION = re.compile(r"([^\W\d]\w*)\s*=(?![=>])\s*(.+)")
_FILE = re.compile(r"[\w/.-]+\.\w+|\".+\"")
_WRITTEN = {"let": LET, "assume": ASSUME, "channel": CHANNEL, "within": OVER}
"""What the grammar calls the parts of a file."""

HOW = "W = randomized-response(k=3), W = survey.csv or W = [[1/2, 1/2], [0, 1]]"


@dataclass(frozen=True)
class Shared:
    """One thing that claims share: of which kind, what it is of, and how it was typed."""

    kind: str
    name: str
    text: str
    is_family: bool = False

    @property
    def file(self) -> str:
        """The file of a channel, where it is one."""
        given = self.text.partition("=")[2].strip()
        is_file = self.kind == CHANNEL and not self.is_family and not given.startswith("[")
        return given.strip('"') if is_file else ""

    @property
    def key(self) -> tuple[str, str]:
        """What there is one of: a hypothesis stands beside others, as long as it is another."""
        return self.kind, self.text if self.kind == ASSUME else self.name


@dataclass(frozen=True)
class Session:
    """What claims share, in the order in which it was typed."""

    shared: tuple[Shared, ...] = ()

    def __str__(self) -> str:
        return "\n".join(each.text for each in self.shared) or "nothing is shared"

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shared, as a file of claims says it."""
        return tuple(each.text for each in self.shared if not each.is_family)

    @property
    def families(self) -> tuple[tuple[str, str], ...]:
        """The families that stand in place of channels, by the names of these."""
        every = (each for each in self.shared if each.is_family)
        return tuple((each.name, each.text.partition("=")[2].strip()) for each in every)

    def together(self, new: tuple[Shared, ...]) -> tuple[Session, str]:
        """The session with those, and what they replace, in words."""
        keys = {each.key for each in new}
        replaced = [each.text for each in self.shared if each.key in keys and each not in new]
        kept = tuple(each for each in self.shared if each.key not in keys)
        return Session((*kept, *new)), f"in place of {', '.join(replaced)}" if replaced else ""

    def without(self, word: str) -> tuple[Session, str]:
        """The session without a name, or without what a word such as `assume` or `over` begins.

        Raises UnknownName where nothing is called so.

        >>> Session(read_shared("let V: Y -> Z")).without("V")[1]
        'dropped: let V: Y -> Z'
        """
        gone = [each for each in self.shared if word in (each.kind, each.name)]
        if not gone:
            raise UnknownName(f"nothing that is shared is called {word[:40]}; show lists what is")
        kept = tuple(each for each in self.shared if each not in gone)
        return Session(kept), f"dropped: {', '.join(each.text for each in gone)}"


def read_shared(text: str) -> tuple[Shared, ...]:
    """What a line says of every claim that follows; nothing where it is itself a claim.

    Raises InvalidInput for a family, a channel or a claim that is written otherwise.

    >>> [each.key for each in read_shared("let V: Y -> Z assume fullsupport(P)")]
    [('let', 'V'), ('assume', 'assume fullsupport(P)')]
    >>> read_shared("W = [[1, 0], [0, 1]]")[0].text
    'channel W = [[1, 0], [0, 1]]'
    """
    from pmlsym.language.expression import trees
    from pmlsym.language.syntax import Source

    if equation := _EQUATION.fullmatch(text):
        name, given = equation.groups()
        if not (given.startswith("[") or _FILE.fullmatch(given)):
            return (_family(name, given),)
        text = f"channel {name} = {given}"
    source = Source(f"{text} claim asked: 1 < 2", "what was typed")
    try:
        *before, _ = trees(source.tree("claim_file"))
    except ClaimSyntaxError:
        return ()
    if any(part.data == "stated" for part in before):
        raise InvalidInput("a claim is typed here alone, without the word claim and a name")
    found = []
    for part in before:
        kind = _WRITTEN[str(part.data)]
        is_named = kind in (LET, CHANNEL)
        name = next(iter(part.scan_values(lambda token: True))) if is_named else ""
        found.append(Shared(kind, str(name), source.at(part)))
    return tuple(found)


def _family(name: str, family: str) -> Shared:
    from pmlsym.verbs.ask import families_from

    try:
        families_from([f"{name}={family}"])
    except UnknownName as error:
        if "did you mean" in str(error):
            raise
        raise UnknownName(f"{family[:40]} is no family, file or matrix; write {HOW}") from None
    return Shared(CHANNEL, name, f"{name} = {family}", is_family=True)
