"""The best mechanism that guarantees allow, with the proof that it is best: `pmlsym design`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pmlsym.calculus.rational import read_whole
from pmlsym.errors import InvalidInput

if TYPE_CHECKING:
    from pmlsym.mechanisms.guarantee import Eps
    from pmlsym.mechanisms.optimal_mechanism import OptimalMechanism
    from pmlsym.mechanisms.utilities import Utility
    from pmlsym.model.distribution import Number
    from pmlsym.model.exact_rows import Rows
    from pmlsym.model.prior import Prior

MOST_SAMPLES = 1000


def design(
    prior: Prior | str | Iterable[Number],
    *,
    pml: Eps | None = None,
    alip: tuple[Eps, Eps] | str | None = None,
    lip: Eps | None = None,
    ldi: Eps | None = None,
    ldp: Eps | None = None,
    samples: str | Sequence[int] | None = None,
    window: int | str | None = None,
    groups: str | Sequence[Sequence[int]] | None = None,
    attribute: Rows | str | None = None,
    utility: str | Utility = "mi",
    latent: Rows | str | None = None,
    gain: Rows | str | None = None,
) -> OptimalMechanism:
    """An optimal mechanism; guarantees given together hold together.

    `prior` is whatever `ps.prior` reads: masses such as "1/4,3/4", a series with the names of its
    letters, a file; each eps is in nats, a number or text such as "log(6/5)"; `alip` the pair
    (eps_l, eps_u). `samples` are the alphabet sizes of a dataset of which `window` samples at a
    time, or the `groups` such as "1,3;2", stay independent of the outcome; `attribute` the rows
    P_{U|X=x} of what stays independent. `utility` is mi (of `latent`, given its rows), guess, chi2,
    gain (of the rows `gain`), or a Utility. Rows are nested lists or text such as "1,0;0,1".
    Raises a PmlError for what does not fit.

    >>> design("1/4,3/4", pml="log(6/5)").weights
    (Fraction(1, 4), Fraction(3, 4))
    """
    from pmlsym.mechanisms import design_mechanism

    for option, given in (("window", window), ("groups", groups)):
        if given is not None and samples is None:
            raise InvalidInput(f"{option} protects samples; give their sizes with samples")
    if window is not None and groups is not None:
        raise InvalidInput("window and groups are two ways to say which samples; give one")
    named = utility.strip().lower() if isinstance(utility, str) else utility
    if latent is not None and named != "mi":
        raise InvalidInput(f"latent is for the utility mi, not {utility}")
    if gain is not None and named != "gain":
        raise InvalidInput(f"gain is for the utility gain, not {utility}")
    return design_mechanism(
        prior,
        pml=pml,
        alip=alip,
        lip=lip,
        ldi=ldi,
        ldp=ldp,
        samples=samples,
        window=1 if window is None else read_whole(str(window), "window", most=MOST_SAMPLES),
        groups=groups,
        independent_of=_rows(attribute),
        utility=named,
        latent=_rows(latent),
        gain=_rows(gain),
    )


def _rows(given: Rows | str | None) -> Rows | None:
    return [row.split(",") for row in given.split(";")] if isinstance(given, str) else given
