"""Priors and channels as compositions of others.

    first >> second          first & second          first * second
    q*first + (1 - q)*second, and of more parts
    first^>>n                first^&n                first^n            n of it, for a letter n

^ binds most closely, then >>, &, * and +, and all group to the left: W >> V & U is (W >> V) & U.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

BINDING = ("^", ">>", "&", "*", "+")
"""The operators; those that bind most closely come first."""


@dataclass(frozen=True, eq=False)
class Composition:
    """An operation with the two priors or channels that it joins."""

    operator: Literal[">>", "&", "*"]
    first: Any
    second: Any

    def __str__(self) -> str:
        """How the claim language writes it, each part in parentheses where it needs them.

        >>> from pmlsym.model.channel import Channel
        >>> from pmlsym.calculus.alphabet import alphabets
        >>> X, Y, Z = alphabets("X Y Z")
        >>> W, U, V = Channel("W", X, Y), Channel("U", X, Y), Channel("V", Y, Z)
        >>> (W & U) >> Channel("T", [Y, Y], Z), W >> V & U, W & (U >> V)
        ((W & U) >> T, W >> V & U, W & (U >> V))
        """
        left = operand_text(self.first, self.operator)
        return f"{left} {self.operator} {right_operand_text(self.second)}"


@dataclass(frozen=True, eq=False)
class Mixture:
    """A random choice among priors or among channels; `weights` are the texts of probabilities.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> from pmlsym.model.prior import Prior
    >>> P, Q = Prior("P", Alphabet("X")), Prior("Q", Alphabet("X"))
    >>> str(Mixture(("q", "1 - q"), (P, Q))), str(Mixture(("1/3", "2/3"), (P, Q)))
    ('q*P + (1 - q)*Q', '1/3*P + 2/3*Q')
    """

    weights: tuple[str, ...]
    parts: tuple[Any, ...]
    operator: Literal["+"] = "+"

    def __str__(self) -> str:
        """How the claim language writes it."""
        weights = (w if w.replace("/", "1").isalnum() else f"({w})" for w in self.weights)
        return " + ".join(
            f"{weight}*{right_operand_text(part)}"
            for weight, part in zip(weights, self.parts, strict=True)
        )


@dataclass(frozen=True, eq=False)
class Repetition:
    """A prior, or a channel, joined with itself as often as a letter says (repetition.py).

    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> W = Channel("W", *alphabets("X X"))
    >>> [str(Repetition(joint, W >> W, "n")) for joint in ("&", "*", ">>")]
    ['(W >> W)^&n', '(W >> W)^n', '(W >> W)^>>n']
    """

    joins: Literal[">>", "&", "*"]
    body: Any
    often: str
    operator: Literal["^"] = "^"

    def __str__(self) -> str:
        """How the claim language writes it."""
        sign = "^" if self.joins == "*" else f"^{self.joins}"
        return f"{_text_in_parentheses(self.body.text)}{sign}{self.often}"


def operand_text(part: Any, operator: str) -> str:
    """The text of a prior or channel as a left operand, in parentheses if it binds more loosely.

    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> W, V = Channel("W", *alphabets("X Y")), Channel("V", *alphabets("Y Z"))
    >>> operand_text(W >> V, "&"), operand_text(W * V, "&")
    ('W >> V', '(W * V)')
    """
    loose = part.made is not None and BINDING.index(part.made.operator) > BINDING.index(operator)
    return f"({part.text})" if loose else f"{part.text}"


def right_operand_text(part: Any) -> str:
    """The text of a composition's right part, in parentheses unless it is a word, call or W^n."""
    return str(part.text) if isinstance(part.made, Repetition) else _text_in_parentheses(part.text)


def _text_in_parentheses(text: str) -> str:
    """The name of a part of a composition in parentheses, unless it is one word or call."""
    is_one = re.fullmatch(r"\w+(\([^()]*\)|\[[^\[\]]*\])?", text)
    return text if is_one else f"({text})"
