"""The privacy of many uses of a channel: `pmlsym account`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pmlsym.calculus.rational import read_rational, read_whole
from pmlsym.errors import InvalidInput
from pmlsym.io.arguments import Argument, Option, Settings, settings_of
from pmlsym.verbs.measure import BINS, Masses, MeasuredLeakages

if TYPE_CHECKING:
    from pmlsym.mechanism_families.mechanism import Family
    from pmlsym.model.channel import Channel
    from pmlsym.model.distribution import Number as Mass
    from pmlsym.numbers.number import Number
    from pmlsym.own_data.channel_file import MeasuredChannel

MOST_USES = 10**5


def account(
    channel: Annotated[
        "Channel | Family | str | Path | Sequence[Sequence[Mass]]",
        Argument("A file as for measure, rows [[..], ..], or a family as for derive."),
    ],
    *,
    uses: Annotated[int | str, Option("How often it is used.", metavar="N")] = 1,
    eps: Annotated[
        "Number | float | str | Sequence[object]", Option('Such as 1 or "log(3)".')
    ] = (),
    delta: Annotated["Mass | Sequence[Mass]", Option("A probability, such as 1/1000.")] = (),
    prior: Masses = None,
    set: Settings = (),
) -> MeasuredLeakages:
    """The least delta for each eps, and least eps for each delta, that `pmlsym account` prints.

    `channel` is a file, rows, or a family whose sizes and parameters `set` gives, with rational
    entries then. The n uses are on one letter, W^&n, and delta is that of the two letters that are
    told apart best. Under a `prior` there are the probabilities, too, that the uses leak more than
    eps, on one letter, and each on a letter of its own, W^n. Values are exact, or lie between the
    ends that are shown; in nats. Entries that were rounded are taken as the short rationals that
    they are nearest to.
    Raises InvalidInput where neither an eps nor a delta is given, and where a value is none;
    Unsupported where there are too many classes of outcomes.

    >>> account("randomized-response", set={"k": 2, "eps": "log(3)"}, uses=2, eps="log(3)", delta=0)
    ldpdelta(W^&2, log(3))  3/8     0.375000
    ldp(W^&2, 0)            log(9)  2.197225
    """
    from pmlsym.mechanism_families.arguments import value_of
    from pmlsym.own_data.channel_file import nearest_rationals
    from pmlsym.own_data.repeated_uses import RepeatedUses

    data = nearest_rationals(_given_channel(channel, prior, settings_of(set)))
    count = read_whole(str(uses), "uses", least=1, most=MOST_USES)
    repeated = RepeatedUses(data.rows, count, data.prior)
    values: list[tuple[str, Number | float]] = []
    for text in _texts(eps):
        level = value_of("eps", text)
        if level < 0:
            raise InvalidInput(f"eps is {text}; it is 0 or more")
        values.append((f"ldpdelta(W^&{count}, {level})", repeated.delta(level)))
        if data.prior:
            of_own_letters = repeated.tail(level, on_one_letter=False)
            values.append((f"tail(P, W^&{count}, {level})", repeated.tail(level)))
            values.append((f"tail(P^{count}, W^{count}, {level})", of_own_letters))
    for text in _texts(delta):
        values.append((f"ldp(W^&{count}, {text})", repeated.eps(read_rational(text))))
    if not values:
        raise InvalidInput("nothing is asked; give an eps or a delta")
    return MeasuredLeakages(data, None, None, None, BINS, only=tuple(values))


def _given_channel(channel: Any, prior: Masses, settings: dict[str, str]) -> "MeasuredChannel":
    """The rows of the channel, or of a family at values, that the verb `account` is given."""
    from pmlsym.mechanism_families.mechanism import Family
    from pmlsym.pages.mechanism_findings import channel_of_family
    from pmlsym.verbs.derive import TABLES, family_of
    from pmlsym.verbs.measure import given_channel

    is_name = isinstance(channel, str) and not channel.strip().startswith("[[")
    if not isinstance(channel, Family) and not (is_name and not channel.strip().endswith(TABLES)):
        if settings:
            raise InvalidInput("a table has no parameters to set")
        return given_channel(channel, prior)
    return given_channel(channel_of_family(family_of(channel, ()), settings).rows, prior)


def _texts(values: Any) -> list[str]:
    """The texts of the one number or several that the verb `account` is given."""
    several = not isinstance(values, str) and isinstance(values, Iterable)
    return [*map(str, values)] if several else [str(values)]
