"""`pmlsym ask` without a claim, in a terminal: one claim after the other, with what they share.

    > let V: Y -> Z                    a declaration, an assumption, a family in place of a channel:
    > assume fullsupport(P)            they stay until they are dropped, for the claims that need
    > W = randomized-response(k=3)     them
    > W = survey.csv                   one's own, from a file or as rows; over p(x) >= 1/10
    > maxleak(W) <= pml(P, W)

A name has one meaning: who declares V again, or puts a family or a matrix in place of W, replaces
what was there. Lines are read by the grammar of claim files. Arrows bring back what was typed, also
in earlier sessions; the tabulator completes words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pmlsym.commands import COMMANDS
from pmlsym.commands.terminal import line_width, print_text, tell, without_line
from pmlsym.errors import ClaimSyntaxError, InvalidInput, PmlError, UnknownName
from pmlsym.language.display import fitted
from pmlsym.verbs.ask import ask, families_from

LET, ASSUME, CHANNEL, OVER = "let", "assume", "channel", "over"

_EQUATION = re.compile(r"([^\W\d]\w*)\s*=(?![=>])\s*(.+)")
_FILE = re.compile(r"[\w/.-]+\.\w+|\".+\"")
_WRITTEN = {"let": LET, "assume": ASSUME, "channel": CHANNEL, "within": OVER}
"""What the grammar calls the parts of a file."""

HOW = "W = randomized-response(k=3), W = survey.csv or W = [[1/2, 1/2], [0, 1]]"

HISTORY = 1_000
"""Lines that are remembered."""

QUIT = ("quit", "exit", "quit()", "exit()", ":q")
DROPPED = "the next claims share no declaration, hypothesis, family or set of priors"
WELCOME = "A claim, or: let, assume, W = a family, show, drop, help, quit."
HELP = """\
pml(P, W >> V) <= pml(P, W)     a claim: proved, refuted or unknown
let V: X -> Z                   declares V for the claims that speak of it
assume fullsupport(P)           is a hypothesis of every claim from now on
W = randomized-response(k=3)    puts a family in place of W: the solver alone is asked, at sizes
W = survey.csv                  gives the entries of W, also as [[1/2, 1/2], [0, 1]]
over p(x) >= 1/10               the priors that claims are about
show                            what holds now; who says it anew replaces it
drop W                          forgets W, drop over or drop assume all of these
drop                            forgets it all"""

ORDERS = ("let", "assume", "channel", "over", "show", "drop", "help")

ASKING = ("ask", "prove", "decide", "claim")
"""Words in front of a claim, which is typed here alone."""


def converse(limits: dict[str, Any]) -> int:
    """Answer until the input ends, or says so; the exit status is 0."""
    remember = _with_history()
    print_text(WELCOME)
    try:
        _answer_all(limits)
    finally:  # also where Ctrl-C ends it
        remember()
    return 0


def _answer_all(limits: dict[str, Any]) -> None:
    session = Session()
    while True:
        try:
            with without_line():
                line = input("> ")
        except EOFError:
            print_text("")
            line = QUIT[0]
        if line.strip() in QUIT:
            return
        tell(line, anew=True)
        try:
            session, said = answer(line, session, limits)
        except PmlError as error:
            said = "\n".join(fitted(str(error), line_width()))
        if said:
            print_text(said)


def answer(line: str, session: Session, limits: dict[str, Any]) -> tuple[Session, str]:
    """What is shared after a line, and what is said to it. Raises what asking raises."""
    text = "" if line.lstrip().startswith("#") else " ".join(line.split())
    order, _, rest = text.partition(" ")
    if not text:
        return session, ""
    if order.lower() in ("help", "?") and (not rest or rest.isidentifier()):
        return session, _helped(rest)
    if text == "show":
        return session, str(session)
    if text == "drop":
        return Session(), DROPPED
    if order == "drop" and rest.isidentifier():
        return session.without(rest)
    shared = read_shared(text)
    if shared:
        new, said = session.together(shared)
        _require_readable(new)
        return new, said
    return session, _verdict(_alone(text), session, limits)


def _helped(word: str) -> str:
    """All that may be typed, or the lines that begin with a word."""
    found = [line for line in HELP.splitlines() if word and line.startswith(word)]
    return "\n".join(found) or HELP


def _require_readable(session: Session) -> None:
    """Return if a claim can be read under what is shared; raises what is wrong with that."""
    from pmlsym.claim_text.claim_file import question_under
    from pmlsym.engines.decide.question_about import question_about
    from pmlsym.tables.reading import exact_entries_of

    lines = [each.text for each in session.shared if each.kind in (LET, ASSUME)]
    question_under("\n".join(lines), "1 < 2", question_about).claim()
    for each in session.shared:
        if each.file:
            exact_entries_of(each.file, each.name)


def _alone(text: str) -> str:
    """The claim, unless it is told as in a shell. Raises InvalidInput with what to type."""
    order, _, rest = text.partition(" ")
    if text[0] in "\"'" or (order in ASKING and rest and rest[0] not in "<>=+-*/^(,"):
        raise InvalidInput("a claim is typed here alone, such as pml(P, W >> V) <= pml(P, W)")
    if text in ORDERS:
        raise InvalidInput(f"{text} needs to be told more; help shows how it is written")
    if (rest[:1].isalnum() or rest[:1] in ("[", '"', "-")) and order in ("pmlsym", *COMMANDS):
        raise InvalidInput(f"{order} is for the shell, where quit brings you")
    return text


def _verdict(text: str, session: Session, limits: dict[str, Any]) -> str:
    from pmlsym.claim_text.claim_file import question_under
    from pmlsym.claims.subjects import subjects
    from pmlsym.engines.decide.question_about import question_about
    from pmlsym.pages.verdict_text import verdict_text

    question = question_under("\n".join(session.lines), text, question_about)
    claim = question.claim()
    spoken = {tensor.name for tensor in subjects(claim).tensors}
    family = [f"{name}={each}" for name, each in session.families if name in spoken]
    engine = "z3" if family else "any"
    verdict = ask(claim, **limits, engine=engine, family=family)
    named = f"{', '.join(family)}\n" if family else ""
    return named + verdict_text(question, verdict, width=line_width())


def _with_history() -> Callable[[], None]:
    """Complete words and bring back earlier lines, where the terminal can; what keeps the lines."""
    try:
        import readline
    except ImportError:
        return lambda: None
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(state) / "pmlsym" / "history"
    readline.set_completer(_completion)
    readline.set_completer_delims(" \t\n()+-*/^<>=,&|")
    is_libedit = "libedit" in (readline.__doc__ or "")  # of macOS
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_history_length(HISTORY)
    with suppress(OSError):
        readline.read_history_file(file)

    def remember() -> None:
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)

    return remember


def _completion(start: str, k: int) -> str | None:
    """The k-th word that begins so."""
    found = completions(start)
    return found[k] if k < len(found) else None


def completions(start: str) -> list[str]:
    """The words of the language and of the prompt that begin so.

    >>> completions("max")
    ['max(', 'maxcost(', 'maxinfo(', 'maxleak(']
    """
    from pmlsym.claims.vocabulary import WORDS

    every = [*(f"{word}(" for word in WORDS), *(f"{order} " for order in ORDERS)]
    return sorted(word for word in every if word.startswith(start))


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
    try:
        families_from([f"{name}={family}"])
    except UnknownName as error:
        if "did you mean" in str(error):
            raise
        raise UnknownName(f"{family[:40]} is no family, file or matrix; write {HOW}") from None
    return Shared(CHANNEL, name, f"{name} = {family}", is_family=True)
