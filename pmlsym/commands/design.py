"""`pmlsym design`: the best mechanism that guarantees allow, with the proof that it is best."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.calculus.rational import read_whole
from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput

MOST_SAMPLES = 1000


def design(
    prior: Annotated[str, typer.Option(help="Masses such as 1/4,3/4.")],
    pml: Annotated[str | None, typer.Option(help='eps in nats: 0.2 or "log(6/5)".')] = None,
    alip: Annotated[str | None, typer.Option(help="The pair eps_l,eps_u.")] = None,
    lip: Annotated[str | None, typer.Option(help="eps of local information privacy.")] = None,
    ldi: Annotated[str | None, typer.Option(help="eps of differential identifiability.")] = None,
    ldp: Annotated[str | None, typer.Option(help="eps of local differential privacy.")] = None,
    samples: Annotated[str | None, typer.Option(help="Alphabet sizes such as 2,2,3.")] = None,
    window: Annotated[
        str | None, typer.Option(metavar="N", help="Protect so many samples together.")
    ] = None,
    groups: Annotated[str | None, typer.Option(help='Groups of samples: "0,2;1".')] = None,
    attribute: Annotated[str | None, typer.Option(help='Rows P(U|x) such as "1,0;0,1".')] = None,
    utility: Annotated[str, typer.Option(help="mi, guess, chi2 or gain.")] = "mi",
    latent: Annotated[str | None, typer.Option(help="Rows P(W|x), for I(W;Y).")] = None,
    gain: Annotated[str | None, typer.Option(help="Rows g(x, guess), for gain.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
) -> None:
    """Design an optimal mechanism; guarantees given together hold together."""
    from pmlsym.design import design_mechanism

    for option, given in (("--window", window), ("--groups", groups)):
        if given is not None and samples is None:
            raise InvalidInput(f"{option} protects samples; give their sizes with --samples")
    if window is not None and groups is not None:
        raise InvalidInput("--window and --groups are two ways to say which samples; give one")
    if latent is not None and utility != "mi":
        raise InvalidInput(f"--latent is for --utility mi, not {utility}")
    if gain is not None and utility != "gain":
        raise InvalidInput(f"--gain is for --utility gain, not {utility}")
    found = design_mechanism(
        prior,
        pml=pml,
        alip=alip,
        lip=lip,
        ldi=ldi,
        ldp=ldp,
        samples=samples,
        window=1 if window is None else read_whole(window, "--window", most=MOST_SAMPLES),
        groups=groups,
        independent_of=_rows(attribute),
        utility=utility.strip().lower(),
        latent=_rows(latent),
        gain=_rows(gain),
    )
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.text())


def _rows(text: str | None) -> list[list[str]] | None:
    return None if text is None else [row.split(",") for row in text.split(";")]
