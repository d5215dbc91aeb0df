"""`pmlsym ask` without a claim, in a terminal: claims one after the other, with shared lines.

    > let V: Y -> Z                    a declaration, an assumption, a family in place of a channel:
    > assume fullsupport(P)            they hold until they are dropped, for the claims that need
    > W = randomized-response(k=3)     them
    > W = survey.csv                   entries from a file, or as rows; over p(x) >= 1/10
    > maxleak(W) <= pml(P, W)

A name has one meaning: a new declaration of V, or a family or a matrix in place of W, replaces the
older one. Lines are read by the grammar of claim files. Arrow keys bring back earlier lines, also
from earlier sessions; the tab key completes words.
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
from pmlsym.commands.terminal import line_width, print_text, tell, without_status_line
from pmlsym.errors import ClaimSyntaxError, InvalidInput, PmlError, UnknownName
from pmlsym.language.display import fitted
from pmlsym.verbs.ask import ask, families_from

LET, ASSUME, CHANNEL, OVER = "let", "assume", "channel", "over"

_EQUATION = re.compile(r"([^\W\d]\w*)\s*=(?![=>])\s*(.+)")
_FILE = re.compile(r"[\w/.-]+\.\w+|\".+\"")
_KINDS = {"let": LET, "assume": ASSUME, "channel": CHANNEL, "within": OVER}
"""The kind of each part of a claim file, by its name in the grammar."""

EQUATION_EXAMPLES = "W = randomized-response(k=3), W = survey.csv or W = [[1/2, 1/2], [0, 1]]"

LONGEST_HISTORY = 1_000
"""The number of lines that are kept for the arrow keys."""

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

ASKING_WORDS = ("ask", "prove", "decide", "claim")
"""Words that users of a shell type in front of a claim; at the prompt a claim is typed alone."""


def run_prompt(limits: dict[str, Any]) -> int:
    """Answer lines typed at the prompt until the input ends or says quit; exit status 0."""
    save_history = _load_history()
    print_text(WELCOME)
    try:
        _answer_lines(limits)
    finally:  # also where Ctrl-C ends the prompt
        save_history()
    return 0


def _answer_lines(limits: dict[str, Any]) -> None:
    """Answer one line of the prompt after the other; an error is printed, the next is read."""
    session = Session()
    while True:
        try:
            with without_status_line():
                line = input("> ")
        except EOFError:
            print_text("")
            line = QUIT[0]
        if line.strip() in QUIT:
            return
        tell(line, anew=True)
        try:
            session, reply = answer_line(line, session, limits)
        except PmlError as error:
            reply = "\n".join(fitted(str(error), line_width()))
        if reply:
            print_text(reply)


def answer_line(line: str, session: Session, limits: dict[str, Any]) -> tuple[Session, str]:
    """The session after a line of the prompt, and the reply. Raises the errors of `ask`."""
    text = "" if line.lstrip().startswith("#") else " ".join(line.split())
    order, _, rest = text.partition(" ")
    if not text:
        return session, ""
    if order.lower() in ("help", "?") and (not rest or rest.isidentifier()):
        return session, _help_text(rest)
    if text == "show":
        return session, str(session)
    if text == "drop":
        return Session(), DROPPED
    if order == "drop" and rest.isidentifier():
        return session.without(rest)
    shared = read_shared(text)
    if shared:
        new, reply = session.with_lines(shared)
        _require_readable(new)
        return new, reply
    return session, _verdict_on(_require_bare_claim(text), session, limits)


def _help_text(word: str) -> str:
    """The prompt's whole help, or its lines that begin with a word."""
    lines = [line for line in HELP.splitlines() if word and line.startswith(word)]
    return "\n".join(lines) or HELP


def _require_readable(session: Session) -> None:
    """Raises an error unless the lines that a prompt's claims share can be read."""
    from pmlsym.claim_text.claim_file import question_under
    from pmlsym.claim_text.question_about import question_about
    from pmlsym.tables.reading import exact_entries_of

    lines = [each.text for each in session.shared if each.kind in (LET, ASSUME)]
    question_under("\n".join(lines), "1 < 2", question_about).claim()
    for each in session.shared:
        if each.file:
            exact_entries_of(each.file, each.name)


def _require_bare_claim(text: str) -> str:
    """The text typed at the prompt, if a claim alone. Raises InvalidInput at shell commands."""
    order, _, rest = text.partition(" ")
    if text[0] in "\"'" or (order in ASKING_WORDS and rest and rest[0] not in "<>=+-*/^(,"):
        raise InvalidInput("a claim is typed here alone, such as pml(P, W >> V) <= pml(P, W)")
    if text in ORDERS:
        raise InvalidInput(f"{text} needs to be told more; help shows how it is written")
    if (rest[:1].isalnum() or rest[:1] in ("[", '"', "-")) and order in ("pmlsym", *COMMANDS):
        raise InvalidInput(f"{order} is for the shell, where quit brings you")
    return text


def _verdict_on(text: str, session: Session, limits: dict[str, Any]) -> str:
    """The printed verdict on a claim at the prompt; Z3 alone decides one about families."""
    from pmlsym.claim_text.claim_file import question_under
    from pmlsym.claim_text.question_about import question_about
    from pmlsym.claims.subjects import subjects
    from pmlsym.pages.verdict_text import verdict_text

    question = question_under("\n".join(session.lines), text, question_about)
    claim = question.claim()
    names = {tensor.name for tensor in subjects(claim).tensors}
    families = [f"{name}={each}" for name, each in session.families if name in names]
    engine = "z3" if families else "any"
    verdict = ask(claim, **limits, engine=engine, family=families)
    heading = f"{', '.join(families)}\n" if families else ""
    return heading + verdict_text(question, verdict, width=line_width())


def _load_history() -> Callable[[], None]:
    """Set up the prompt's completion and earlier lines; returns what saves the lines."""
    try:
        import readline
    except ImportError:
        return lambda: None
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(state) / "pmlsym" / "history"
    readline.set_completer(_completion_at)
    readline.set_completer_delims(" \t\n()+-*/^<>=,&|")
    is_libedit = "libedit" in (readline.__doc__ or "")  # as on macOS
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_history_length(LONGEST_HISTORY)
    with suppress(OSError):
        readline.read_history_file(file)

    def save_history() -> None:
        """Write the lines of this prompt to the history file, if that can be written."""
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)

    return save_history


def _completion_at(start: str, k: int) -> str | None:
    """The k-th word that the tab key completes at the prompt, or None after the last one."""
    words = completions(start)
    return words[k] if k < len(words) else None


def completions(start: str) -> list[str]:
    """The words of the language and of the prompt with this beginning.

    >>> completions("max")
    ['max(', 'maxcost(', 'maxinfo(', 'maxleak(']
    """
    from pmlsym.claims.vocabulary import WORDS

    words = [*(f"{word}(" for word in WORDS), *(f"{order} " for order in ORDERS)]
    return sorted(word for word in words if word.startswith(start))


@dataclass(frozen=True)
class SharedLine:
    """A line that all claims share: its kind, the name that it is about, and its text."""

    kind: str
    name: str
    text: str
    is_family: bool = False

    @property
    def file(self) -> str:
        """The file of a channel typed at the prompt; empty for rows and for all else."""
        entries = self.text.partition("=")[2].strip()
        is_file = self.kind == CHANNEL and not self.is_family and not entries.startswith("[")
        return entries.strip('"') if is_file else ""

    @property
    def key(self) -> tuple[str, str]:
        """The key of a prompt's line: a later line with the same key replaces it."""
        return self.kind, self.text if self.kind == ASSUME else self.name


@dataclass(frozen=True)
class Session:
    """The lines that all later claims share, in the order in which they were typed."""

    shared: tuple[SharedLine, ...] = ()

    def __str__(self) -> str:
        return "\n".join(each.text for each in self.shared) or "nothing is shared"

    @property
    def lines(self) -> tuple[str, ...]:
        """The prompt's shared lines as they are written in a file of claims."""
        return tuple(each.text for each in self.shared if not each.is_family)

    @property
    def families(self) -> tuple[tuple[str, str], ...]:
        """The prompt's channels with families in their place, as name and family."""
        shared = (each for each in self.shared if each.is_family)
        return tuple((each.name, each.text.partition("=")[2].strip()) for each in shared)

    def with_lines(self, new: tuple[SharedLine, ...]) -> tuple[Session, str]:
        """The prompt's session with new lines, and a sentence about those they replace."""
        keys = {each.key for each in new}
        replaced = [each.text for each in self.shared if each.key in keys and each not in new]
        others = tuple(each for each in self.shared if each.key not in keys)
        return Session((*others, *new)), f"in place of {', '.join(replaced)}" if replaced else ""

    def without(self, word: str) -> tuple[Session, str]:
        """The prompt's session without a name, or without all lines of a kind such as `over`.

        Raises UnknownName where there is no such line.

        >>> Session(read_shared("let V: Y -> Z")).without("V")[1]
        'dropped: let V: Y -> Z'
        """
        dropped = [each for each in self.shared if word in (each.kind, each.name)]
        if not dropped:
            raise UnknownName(f"nothing that is shared is called {word[:40]}; show lists what is")
        others = tuple(each for each in self.shared if each not in dropped)
        return Session(others), f"dropped: {', '.join(each.text for each in dropped)}"


def read_shared(text: str) -> tuple[SharedLine, ...]:
    """The lines of the prompt that later claims share, in what is typed; none for a claim.

    Raises InvalidInput for a family, a channel or a claim in another form.

    >>> [each.key for each in read_shared("let V: Y -> Z assume fullsupport(P)")]
    [('let', 'V'), ('assume', 'assume fullsupport(P)')]
    >>> read_shared("W = [[1, 0], [0, 1]]")[0].text
    'channel W = [[1, 0], [0, 1]]'
    """
    from pmlsym.language.expression import trees
    from pmlsym.language.syntax import Source

    if equation := _EQUATION.fullmatch(text):
        name, entries = equation.groups()
        if not (entries.startswith("[") or _FILE.fullmatch(entries)):
            return (_family_line(name, entries),)
        text = f"channel {name} = {entries}"
    source = Source(f"{text} claim asked: 1 < 2", "what was typed")
    try:
        *parts, _ = trees(source.tree("claim_file"))
    except ClaimSyntaxError:
        return ()
    if any(part.data == "stated" for part in parts):
        raise InvalidInput("a claim is typed here alone, without the word claim and a name")
    shared = []
    for part in parts:
        kind = _KINDS[str(part.data)]
        is_named = kind in (LET, CHANNEL)
        name = next(iter(part.scan_values(lambda token: True))) if is_named else ""
        shared.append(SharedLine(kind, str(name), source.at(part)))
    return tuple(shared)


def _family_line(name: str, family: str) -> SharedLine:
    """The prompt's line of a family in place of a channel. Raises UnknownName at other words."""
    try:
        families_from([f"{name}={family}"])
    except UnknownName as error:
        if "did you mean" in str(error):
            raise
        raise UnknownName(
            f"{family[:40]} is no family, file or matrix; write {EQUATION_EXAMPLES}"
        ) from None
    return SharedLine(CHANNEL, name, f"{name} = {family}", is_family=True)
