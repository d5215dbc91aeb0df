"""`pmlsym ask` without a claim, in a terminal: one claim after the other, with what they share.

    > let V: Y -> Z                    a declaration, an assumption, a family in place of a channel:
    > assume fullsupport(P)            they stay until they are dropped, for the claims that need
    > W = randomized-response(k=3)     them
    > channel W = survey.csv           one's own, from a file or as rows; over p(x) >= 1/10
    > maxleak(W) <= pml(P, W)

Arrows bring back what was typed, also in earlier sessions; the tabulator completes words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pmlsym.commands.limits import Limits
from pmlsym.commands.live_line import tell, without_line
from pmlsym.commands.printing import line_width, print_text
from pmlsym.errors import ClaimSyntaxError, PmlError

HISTORY = 1_000
"""Lines that are remembered."""

QUIT = ("quit", "exit")
DROPPED = "the next claims share no declaration, hypothesis, family or set of priors"
WELCOME = "A claim, or: let, assume, W = a family, show, drop, help, quit."
HELP = """\
pml(P, W >> V) <= pml(P, W)     a claim: proved, refuted or unknown
let V: X -> Z                   declares V for the claims that speak of it
assume fullsupport(P)           is a hypothesis of every claim from now on
W = randomized-response(k=3)    puts a family in place of W: the solver alone is asked, at sizes
channel W = survey.csv          gives the entries of W, also as [[1/2, 1/2], [0, 1]]
over p(x) >= 1/10               the priors that claims are about
show                            what holds now
drop                            forgets it all"""

ORDERS = ("let", "assume", "channel", "over", "show", "drop", "help")

_FAMILY = re.compile(r"([^\W\d]\w*)\s*=(?![=>])\s*(.+)")


@dataclass(frozen=True)
class Session:
    """What claims share: declarations, assumptions, channels and a set as in a file; families."""

    shared: tuple[str, ...] = ()
    families: tuple[tuple[str, str], ...] = ()
    over: str = ""

    def __str__(self) -> str:
        named = (f"{name} = {family}" for name, family in self.families)
        return "\n".join([*self.lines, *named]) or "nothing is shared"

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shared, as a file of claims says it; the last set of priors is the one."""
        return (*self.shared, self.over) if self.over else self.shared


def converse(given: Limits, seed: int) -> int:
    """Answer until the input ends, or says so; the exit status is 0."""
    session, remember = Session(), _with_history()
    print_text(WELCOME)
    while True:
        try:
            with without_line():
                line = input("> ")
        except EOFError:
            print_text("")
            line = QUIT[0]
        if line.strip() in QUIT:
            remember()
            return 0
        tell(line, anew=True)
        try:
            session, said = answer(line, session, given, seed)
        except PmlError as error:
            said = str(error)
        if said:
            print_text(said)


def answer(line: str, session: Session, given: Limits, seed: int) -> tuple[Session, str]:
    """What is shared after a line, and what is said to it. Raises what asking raises."""
    text = " ".join(line.split())
    said = {"": "", "help": HELP, "show": str(session), "drop": DROPPED}.get(text)
    if said is not None:
        return (Session() if text == "drop" else session), said
    family = _FAMILY.fullmatch(text)
    if family is not None:
        return _with_family(session, family[1], family[2]), ""
    parts = _shared_parts(text)
    if parts == {"within"}:
        return replace(session, over=text), ""
    if parts:
        return _with_shared(session, text), ""
    return session, _verdict(text, session, given, seed)


def _shared_parts(text: str) -> set[str]:
    """What a line says of every claim, such as declarations: by the grammar of files."""
    from pmlsym.language.expression import trees
    from pmlsym.language.syntax import Source

    try:
        *before, _ = trees(Source(f"{text} claim asked: 1 < 2").tree("claim_file"))
    except ClaimSyntaxError:
        return set()
    return {str(part.data) for part in before}


def _with_shared(session: Session, text: str) -> Session:
    from pmlsym.asked import question_about
    from pmlsym.claims.claim_file import question_under

    new = replace(session, shared=(*session.shared, text))
    question_under("\n".join(new.shared), "1 < 2", question_about).claim()
    return new


def _with_family(session: Session, name: str, family: str) -> Session:
    from pmlsym.verbs.ask import families_from

    families_from([f"{name}={family}"])
    others = tuple(pair for pair in session.families if pair[0] != name)
    return replace(session, families=(*others, (name, family)))


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
