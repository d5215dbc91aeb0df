"""Claims as text that `parse` reads back as a claim with the same meaning.

A channel's alphabets are not part of its name; `declarations` lists them, for `parse(.., lets=..)`.
Concrete entries are not part of a claim's text either.
"""

from __future__ import annotations

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.given_entries import is_prior
from pmlsym.claims.subjects import measured_scalars, subjects
from pmlsym.language.nodes import Claim
from pmlsym.language.writing import statement


def write(claim: Claim) -> str:
    """The text of a claim, with premises for what its priors and scalars declare.

    >>> from pmlsym.claim_text.question import parse
    >>> write(parse("-1/3*pml(P,W)-(a-b) <= 0 =>not 1<2"))
    '-1/3*pml(P, W) - (a - b) <= 0 => not 1 < 2'
    """
    return " => ".join([*_premises_of_declarations(claim), statement(claim)])


def declarations(claim: Claim) -> tuple[str, ...]:
    """The texts "W: X -> Y" that declare the alphabets of a claim's priors and channels.

    >>> from pmlsym.claim_text.question import parse
    >>> declarations(parse("pml(P, W & U) <= eps"))
    ('P: X', 'U: X, Y -> Z', 'W: X -> Y')
    """
    about = subjects(claim)
    over = {alphabet for tensor in about.tensors for alphabet in tensor.alphabets}
    named = [_declaration(tensor) for tensor in about.tensors if tensor.name.isidentifier()]
    return (*named, *(alphabet for alphabet in about.alphabets if alphabet not in over))


def _premises_of_declarations(claim: Claim) -> list[str]:
    """The premises in a claim's text for what its names declare, such as fullsupport(P), p <= 1."""
    about, measured = subjects(claim), measured_scalars(claim)
    named = [tensor for tensor in about.tensors if tensor.name.isidentifier()]
    full = [f"fullsupport({t.name})" for t in named if t.positive and is_prior(t)]
    full += [f"deterministic({t.name})" for t in named if t.indicator and t.stochastic]
    free = [(n, domain) for n, domain in about.scalars.items() if measured.get(n) != domain]
    limits = [f"{name} >= 0" for name, domain in free if domain != "real"]
    limits += [f"{name} <= 1" for name, domain in free if domain == "probability"]
    return full + limits


def _declaration(tensor: Tensor) -> str:
    """The text that declares a tensor's alphabets: W: X -> Y, P: X, or X, Y of an event."""
    if tensor.indicator and not tensor.stochastic:  # an event
        return f"{tensor.name}: {', '.join(tensor.alphabets)}"
    places = tensor.stochastic or (len(tensor.alphabets) - 1,)  # a gain's last index is the guess
    outputs = [name for k, name in enumerate(tensor.alphabets) if k in places]
    inputs = [name for k, name in enumerate(tensor.alphabets) if k not in places]
    arrow = f"{', '.join(inputs)} -> " if inputs else ""
    return f"{tensor.name}: {arrow}{', '.join(outputs)}"
