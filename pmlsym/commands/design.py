"""`pmlsym design`: the best mechanism that guarantees allow, with the proof that it is best."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.options import Json
from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.verbs.design import design as design_mechanism


def design(
    prior: Annotated[str, typer.Option(help="Masses such as 1/4,3/4; or a file, a line each.")],
    pml: Annotated[str | None, typer.Option(help='eps in nats: 0.2 or "log(6/5)".')] = None,
    alip: Annotated[str | None, typer.Option(help="The pair eps_l,eps_u.")] = None,
    lip: Annotated[str | None, typer.Option(help="eps of local information privacy.")] = None,
    ldi: Annotated[str | None, typer.Option(help="eps of differential identifiability.")] = None,
    ldp: Annotated[str | None, typer.Option(help="eps of local differential privacy.")] = None,
    samples: Annotated[str | None, typer.Option(help="Alphabet sizes such as 2,2,3.")] = None,
    window: Annotated[
        str | None, typer.Option(metavar="N", help="Protect so many samples together.")
    ] = None,
    groups: Annotated[str | None, typer.Option(help='Groups of samples: "1,3;2".')] = None,
    attribute: Annotated[str | None, typer.Option(help='Rows P(U|x) such as "1,0;0,1".')] = None,
    utility: Annotated[str, typer.Option(help="mi, guess, chi2 or gain.")] = "mi",
    latent: Annotated[str | None, typer.Option(help="Rows P(W|x), for I(W;Y).")] = None,
    gain: Annotated[str | None, typer.Option(help="Rows g(x, guess), for gain.")] = None,
    as_json: Json = False,
) -> None:
    """Design an optimal mechanism; guarantees given together hold together."""
    found = design_mechanism(
        prior,
        pml=pml,
        alip=alip,
        lip=lip,
        ldi=ldi,
        ldp=ldp,
        samples=samples,
        window=window,
        groups=groups,
        attribute=attribute,
        utility=utility,
        latent=latent,
        gain=gain,
    )
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.text(width=line_width()))
