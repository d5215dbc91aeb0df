"""Pictures of channels and guarantees: `pmlsym figure`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.io.arguments import Argument, Option
from pmlsym.io.files import path_of, replace_file, require_place

if TYPE_CHECKING:
    from pmlsym.model.channel import Channel
    from pmlsym.model.distribution import Number
    from pmlsym.model.prior import Prior
    from pmlsym.pages.drawing import Picture

PRIOR, GUARANTEE, UTILITY, EPS = "1/6,1/3,1/2", "pml", "mi", "log(6/5)"
TABLES = (".csv",)
NAMES = ("channel", "leakage", "tail", "event", "regions", "trade-off", "posteriors")

ChannelToDraw = Annotated[
    "Channel | str | Path | Sequence[Sequence[Number]] | None",
    Option("CSV or JSON, as for measure.", Path),
]
PriorMasses = Annotated[
    "Prior | str | Iterable[Number] | None",
    Option("Masses such as 1/6,1/3,1/2; or a file, a line each."),
]
Guarantees = Annotated[
    str | Sequence[str], Option("Of trade-off and posteriors: pml, ldp, lip, ldi, ..")
]
Eps = Annotated["Number | None", Option('Of posteriors: 0.2 or "log(6/5)".')]
UtilityName = Annotated[str | None, Option("Of trade-off and posteriors: mi, guess, chi2.")]


def _figures_beginning(incomplete: str) -> list[str]:
    """The figures with this beginning, to complete an argument of the verb `figure`."""
    return [name for name in NAMES if name.startswith(incomplete)]


def figure(
    name: Annotated[str, Argument(f"{', '.join(NAMES)}.", complete=_figures_beginning)],
    out: Annotated[str | Path, Option("A file that ends in .pdf, .png or .svg.", Path)],
    *,
    channel: ChannelToDraw = None,
    prior: PriorMasses = None,
    guarantee: Guarantees = (),
    eps: Eps = None,
    utility: UtilityName = None,
    csv: Annotated[str | Path | None, Option("Where to keep the numbers, a .csv.", Path)] = None,
) -> Path:
    """Draw the picture of `pmlsym figure` to a file, its numbers to a .csv; needs matplotlib.

    `name` is channel, leakage, tail, event or regions (of a `channel` as `measure` reads it, under
    a `prior`); trade-off (the largest `utility`, mi, guess or chi2, under each `guarantee` such as
    pml or ldp, against eps); or posteriors (of a `prior` on three letters, with the best mechanism
    at `eps`). The result is the path.
    Raises UnknownName, InvalidInput, or Unsupported without matplotlib.

    >>> figure("leakage", "figure.png", utility="mi")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: utility is not for the figure leakage; it takes \
channel, prior
    """
    from pmlsym.pages.drawing import ENDINGS, require_matplotlib

    file, table = path_of(out), None if csv is None else path_of(csv)
    options = _given_options(channel, prior, guarantee, eps, utility)
    _require_options(name, options)
    if file.suffix.lower() in TABLES:
        raise InvalidInput(f"{file} would hold the numbers; give it as csv, and a picture as out")
    require_place(file, ENDINGS)
    if table is not None:
        require_place(table, TABLES)
    require_matplotlib()
    picture = _make_picture(name, options)
    picture.save(file)
    if table is not None:
        replace_file(table, picture.csv())
    return file


def plot(
    name: str,
    *,
    channel: ChannelToDraw = None,
    prior: PriorMasses = None,
    guarantee: Guarantees = (),
    eps: Eps = None,
    utility: UtilityName = None,
) -> Any:
    """The picture that `figure` draws, as a figure of matplotlib, which a notebook shows.

    Raises as `figure` does.

    >>> plot("tail")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: the figure tail needs a channel; give a file or rows as channel
    """
    options = _given_options(channel, prior, guarantee, eps, utility)
    _require_options(name, options)
    return _make_picture(name, options).figure()


def _given_options(*options: object) -> dict[str, Any]:
    """The options that the verb `figure` is given, by their names."""
    names = ("channel", "prior", "guarantee", "eps", "utility")
    pairs = zip(names, options, strict=True)
    return {name: option for name, option in pairs if option is not None and not _is_empty(option)}


def _is_empty(option: object) -> bool:
    """Whether an option of the verb `figure` is an empty list, and so not given."""
    return isinstance(option, list | tuple) and not option


def _require_options(name: str, options: dict[str, Any]) -> None:
    """Raises unless there is such a figure and it takes these options of the verb `figure`."""
    from pmlsym.pages.figures import FIGURES

    if require_kind(name, str, "the name of a figure, such as channel") not in FIGURES:
        raise UnknownName(f"no figure {name[:40]}; there are {', '.join(FIGURES)}")
    accepted = FIGURES[name][1]
    for option in options:
        if option not in accepted:
            hint = f"it takes {', '.join(accepted)}"
            raise InvalidInput(f"{option} is not for the figure {name}; {hint}")
    if "channel" in accepted and "channel" not in options:
        raise InvalidInput(f"the figure {name} needs a channel; give a file or rows as channel")


def _make_picture(name: str, chosen: dict[str, Any]) -> "Picture":
    """The picture that the verb `figure` draws under that name, with defaults of options."""
    from pmlsym.mechanisms.optimal_mechanism import utility_named
    from pmlsym.own_data.channel_file import with_prior
    from pmlsym.pages.figures import FIGURES
    from pmlsym.verbs.measure import given_channel

    make, options = FIGURES[name]
    if "channel" in options:
        return make(with_prior(given_channel(chosen["channel"], chosen.get("prior"))))
    utility = require_kind(chosen.get("utility", UTILITY), str, "mi, guess or chi2")
    guarantees = chosen.get("guarantee", GUARANTEE)
    arguments = {
        "prior": chosen.get("prior", PRIOR),
        "guarantee": (guarantees,) if isinstance(guarantees, str) else tuple(guarantees),
        "eps": chosen.get("eps", EPS),
        "utility": utility_named(utility.strip().lower()),
    }
    return make(**{option: arguments[option] for option in options})
