"""`pmlsym ask` without a claim, in a terminal: one claim after the other, with what they share.

    > let V: Y -> Z                    a declaration, an assumption, a family in place of a channel:
    > assume fullsupport(P)            they stay until they are dropped, for the claims that need
    > W = randomized-response(k=3)     them
    > W = survey.csv                   one's own, from a file or as rows; over p(x) >= 1/10
    > maxleak(W) <= pml(P, W)

Arrows bring back what was typed, also in earlier sessions; the tabulator completes words.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pmlsym.commands.limits import Limits
from pmlsym.commands.live_line import tell, without_line
from pmlsym.commands.printing import line_width, print_text
from pmlsym.commands.session import ASSUME, LET, Session, read_shared
from pmlsym.display import fitted
from pmlsym.errors import InvalidInput, PmlError

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


def converse(given: Limits, seed: int) -> int:
    """Answer until the input ends, or says so; the exit status is 0."""
    remember = _with_history()
    print_text(WELCOME)
    try:
        _answer_all(given, seed)
    finally:  # also where Ctrl-C ends it
        remember()
    return 0


def _answer_all(given: Limits, seed: int) -> None:
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
            session, said = answer(line, session, given, seed)
        except PmlError as error:
            said = "\n".join(fitted(str(error), line_width()))
        if said:
            print_text(said)


def answer(line: str, session: Session, given: Limits, seed: int) -> tuple[Session, str]:
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
    return session, _verdict(_alone(text), session, given, seed)


def _helped(word: str) -> str:
    """All that may be typed, or the lines that begin with a word."""
    found = [line for line in HELP.splitlines() if word and line.startswith(word)]
    return "\n".join(found) or HELP


def _require_readable(session: Session) -> None:
    """Return if a claim can be read under what is shared; raises what is wrong with that."""
    from pmlsym.asked import question_about
    from pmlsym.claims.claim_file import question_under
    from pmlsym.interchange.reading import entries_given

    lines = [each.text for each in session.shared if each.kind in (LET, ASSUME)]
    question_under("\n".join(lines), "1 < 2", question_about).claim()
    for each in session.shared:
        if each.file:
            entries_given(each.file, each.name)


def _alone(text: str) -> str:
    """The claim, unless it is told as in a shell. Raises InvalidInput with what to type."""
    order, _, rest = text.partition(" ")
    if text[0] in "\"'" or (order in ASKING and rest and rest[0] not in "<>=+-*/^(,"):
        raise InvalidInput("a claim is typed here alone, such as pml(P, W >> V) <= pml(P, W)")
    if text in ORDERS:
        raise InvalidInput(f"{text} needs to be told more; help shows how it is written")
    if rest[:1].isalnum() or rest[:1] in ("[", '"', "-"):
        from pmlsym.commands.listed import COMMANDS

        if order in ("pmlsym", *COMMANDS):
            raise InvalidInput(f"{order} is for the shell, where quit brings you")
    return text


def _verdict(text: str, session: Session, given: Limits, seed: int) -> str:
    from pmlsym.asked import question_about
    from pmlsym.claims.claim_file import question_under
    from pmlsym.claims.subjects import subjects
    from pmlsym.report.verdict_text import verdict_text
    from pmlsym.verbs.ask import ask

    question = question_under("\n".join(session.lines), text, question_about)
    claim = question.claim()
    spoken = {tensor.name for tensor in subjects(claim).tensors}
    family = [f"{name}={each}" for name, each in session.families if name in spoken]
    engine = "z3" if family else "any"
    verdict = ask(claim, **given, seed=seed, engine=engine, family=family)
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
