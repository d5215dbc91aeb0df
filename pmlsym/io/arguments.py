"""Annotations of the arguments of verbs, written once for Python and for the shell.

    Seed = Annotated[int, Option("Of the random search.", seed, metavar="N")]

    def refute(claim: Annotated[str, Argument("Such as ..")], *, seed: Seed = 0) -> Verdict

is `ps.refute("..", seed=7)`, and `pmlsym refute ".." --seed 7` is made from it: names, defaults and
help, and how a text is read (commands/from_verb.py). An annotation is data, with types in quotes:
reading it loads no module. An error about an unknown word names the word that is meant.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, partial, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_args

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational import read_rational, read_whole
from pmlsym.errors import InvalidInput, UnknownWord

LARGEST = 10**7
LARGEST_SEED = 10**18
MOST_TASKS = 10**8


@dataclass(frozen=True)
class Option:
    """An argument that a shell gives by its name: `--seed N`.

    `read` converts the typed text, which otherwise the verb converts itself; `complete` gives the
    words that complete the text typed so far. An option whose default is `()` may be given several
    times.
    """

    help: str
    read: Callable[[str], Any] | None = None
    metavar: str | None = None
    complete: Callable[[str], list[str]] | None = None


@dataclass(frozen=True)
class Argument(Option):
    """An argument that a shell gives by its position; optional unless `required`."""

    required: bool = True


def positive_number(option: str, unit: str, text: str) -> float:
    """An argument that is a number above zero, read from text. Raises InvalidInput otherwise.

    >>> positive_number("--budget", "seconds", "0.5")
    0.5
    """
    try:
        number = read_rational(text)
    except InvalidInput:
        number = None
    if number is None or not 0 < number <= LARGEST:
        typed = text.strip()[:20]
        raise InvalidInput(f"{option} is {typed}; write a number of {unit} above zero")
    return float(number)


def shard_of(shard: str) -> tuple[int, int]:
    """An argument such as k/n of --shard, read from text. Raises InvalidInput at other texts.

    >>> shard_of("0/2")
    (0, 2)
    """
    k, _, count = shard.partition("/")
    n = read_whole(count, "the n of --shard k/n", least=1, most=MOST_TASKS)
    return read_whole(k, "the k of --shard k/n", most=n - 1), n


def settings_of(given: Mapping[str, object] | str | Sequence[str] | None) -> dict[str, str]:
    """An argument of sizes and parameters, a table or texts such as k=3, read into a table.

    >>> settings_of(["k=3", "eps = log(3)"]) == settings_of({"k": 3, "eps": "log(3)"})
    True
    """
    if isinstance(given, Mapping):
        return {require_kind(name, str, "a name"): str(value) for name, value in given.items()}
    texts = (given,) if isinstance(given, str) else given or ()
    settings: dict[str, str] = {}
    for text in require_kind(texts, Sequence, "{'k': 3}"):
        name, _, value = (part.strip() for part in str(text).partition("="))
        if not name or not value:
            raise InvalidInput(f"--set is {text!r}; write a name and a value, such as k=3")
        if name in settings:
            raise InvalidInput(f"{name} is set twice, to {settings[name]} and to {value}")
        settings[name] = value
    return settings


Let = Annotated[str | Sequence[str], Option("A declaration, 'V: X -> Z'.")]
Assume = Annotated[str | Sequence[str], Option("A claim taken to hold.")]
Witness = Annotated[str | Sequence[str], Option("Of what exists: 'R = W >> U'.")]
Channels = Annotated[
    Mapping[str, object] | str | Sequence[str] | None,
    Option("Of one's own: W=ch.csv, W=[[1, 0], [0, 1]]."),
]
AllPriors = Annotated[object, Option("All priors of a set: 'p(x) >= 1/10'.")]
WorstPrior = Annotated[object, Option("The worst of a set: 'p(x) >= 1/10'.")]
Settings = Annotated[
    Mapping[str, object] | str | Sequence[str] | None,
    Option("A size or a parameter: k=3, 'eps=log(3)'."),
]
Domain = Annotated[str | Sequence[str], Option("Of parameters: '0 <= a <= 1/2'.")]
_effort = Option(
    "Work, in seconds of a quiet core; 20.", partial(positive_number, "--effort", "units"), "UNITS"
)
_budget = partial(positive_number, "--budget", "seconds")
Effort = Annotated[float | None, _effort]
Budget = Annotated[float | None, Option("Seconds after which to give up.", _budget, "SECONDS")]
EachEffort = Annotated[float, _effort]
EachBudget = Annotated[float, Option("Seconds for each file at most.", _budget, "SECONDS")]
Seed = Annotated[
    int,
    Option(
        "Of the random search.", lambda text: read_whole(text, "--seed", most=LARGEST_SEED), "N"
    ),
]
Shard = Annotated[
    tuple[int, int] | None,
    Option("Every N-th task, from the K-th on; 0/N is first.", shard_of, "K/N"),
]
Journal = Annotated[
    str | Path | None, Option("A file of JSON lines to go on from.", metavar="FILE")
]

OTHER_WORDS = {
    "channel": ("channels", "matrix"),
    "over": ("priors", "prior_set", "prior"),
    "family": ("families",),
    "quantity": ("quantities",),
    "set": ("size", "settings"),
    "guarantee": ("guarantees",),
    "eps": ("epsilon",),
    "budget": ("timeout",),
    "attribute": ("independent_of",),
    "order": ("alpha",),
}
"""The words of arguments, each with other words that users write for it, or that it had before."""

MOST_ARGUMENTS = 10**6
"""The most arguments without a name, for a function that has several ways to take them."""

KEPT = {
    "save": "call .save(file) on what comes back",
    "json": "call .to_json() on what comes back",
    "latex": "call .latex() on what comes back",
    "bits": "call .text(bits=True) on what comes back, or divide a number by log(2)",
}
"""The words for printing and saving an answer, which are options on the command line alone."""


def meant_word(word: str, words: Sequence[str]) -> str | None:
    """The word, among these, that an unknown word of an argument means; None if not known.

    >>> meant_word("priors", ["channel", "over"])
    'over'
    """
    return next((new for new in words if word in OTHER_WORDS.get(new, ())), None)


@cache
def with_hints(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function, with an error that suggests the right word where an argument has a wrong one.

    >>> with_hints(lambda *, over=None: over, "ask")(priors="simplex")
    Traceback (most recent call last):
    pmlsym.errors.UnknownWord: ask has no priors; write over=
    """
    signature_of_function = signature(function)
    parameters = signature_of_function.parameters.values()
    words = [p.name for p in parameters if p.kind is not Parameter.VAR_POSITIONAL]
    most = len([p for p in parameters if p.kind is Parameter.POSITIONAL_OR_KEYWORD])
    of_measures = function.__module__.startswith("pmlsym.measures.")  # these say what they take
    if of_measures or any(p.kind is Parameter.VAR_POSITIONAL for p in parameters):
        most = MOST_ARGUMENTS
    if any(p.kind is Parameter.VAR_KEYWORD for p in parameters):
        return function

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        """The function's result, after a check of the words that its arguments are given by."""
        for word in named:
            if word not in words:
                raise UnknownWord(f"{name} has no {word[:40]}; {_hint_for(word, words)}")
        if len(given) > most:
            raise UnknownWord(_places_text(name, words, most, len(given)))
        return function(*given, **named)

    called.__module__, called.__qualname__ = "pmlsym", name  # the name by which it is pickled
    plain = [p.replace(annotation=_type_alone(p.annotation)) for p in parameters]
    called.__signature__ = signature_of_function.replace(parameters=plain)  # type: ignore[attr-defined]
    return called


def _type_alone(annotation: Any) -> Any:
    """The type in the annotation of a function's argument, without the option beside it."""
    kind = get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation
    return getattr(kind, "__forward_arg__", kind)


def _places_text(name: str, words: Sequence[str], most: int, count: int) -> str:
    """The message that a function was given too many arguments without a word."""
    first = ", ".join(words[:most])
    rest = f"; behind it stand words, such as {words[most]}=" if words[most:] else ""
    return f"{name}({first}) takes {most} of these {count} without a word{rest}"


def _hint_for(word: str, words: list[str]) -> str:
    """The hint for the word of an argument that the function does not have."""
    if meant := meant_word(word, words):
        return f"write {meant}="
    if word in KEPT:
        return KEPT[word]
    if word.isupper() and len(word) == 1 and "channel" in words:
        return "write over= for a prior" if word == "P" else f"write channel={{{word!r}: rows}}"
    near = get_close_matches(word, words, 1)
    if near:
        return f"did you mean {near[0]}=?"
    if "set" in words and "family" in words:
        return f"a size or a parameter of the family is written set={{{word[:40]!r}: ..}}"
    return f"there are {', '.join(words)}"
