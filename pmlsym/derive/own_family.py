"""A user's own channel as text: a matrix of expressions and a domain.

[[1 - a, a], [b, 1 - b]]        0 <= a, 0 <= b, a + b <= 1
[[exp(eps)/(1 + exp(eps)), 1/(1 + exp(eps))], [1/2, 1/2]]        eps >= 0
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from tokenize import TokenError

import sympy
from sympy.parsing.sympy_parser import parse_expr

from pmlsym.derive.own_channel import mechanism_from_sympy
from pmlsym.errors import InvalidInput
from pmlsym.families.family import Family
from pmlsym.families.mechanism import Mechanism

ALLOWED = re.compile(r"(?:[A-Za-z]\w*|\d+\.\d+|\d+|[-+*/(),\s\[\]]|\*\*|\^)*")
RELATION = re.compile(r"<=|>=|<|>|==")
WORDS = {"exp": sympy.exp, "log": sympy.log, "sqrt": sympy.sqrt}
LONGEST = 20_000


def is_matrix(text: str) -> bool:
    """Whether a text is a matrix rather than a name.

    >>> is_matrix("[[1, 0], [0, 1]]"), is_matrix("z-channel")
    (True, False)
    """
    return text.strip().startswith("[")


def family_of_matrix(text: str, domain: Sequence[str] = ()) -> Family:
    """The channel with these entries on this domain, as a family of its own.

    Raises InvalidInput where the text is no matrix, and as `channel_from_sympy` does.

    >>> family_of_matrix("[[1-a, a], [0, 1]]", ["0 <= a", "a <= 1"]).mechanism().parameters
    (0 <= a <= 1,)
    """
    rows = _expression(text)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise InvalidInput(f"{text!r} is no matrix; write [[1 - a, a], [a, 1 - a]]")
    relations = [relation for item in domain for relation in _relations(item)]

    def make(**sizes: int) -> Mechanism:
        return mechanism_from_sympy(rows, relations)

    return Family("own channel", "own channel", make, "given as a matrix")


def _expression(text: str) -> object:
    if len(text) > LONGEST or not ALLOWED.fullmatch(text) or "__" in text:
        raise InvalidInput(f"{text[:60]!r} is no expression in parameters, exp, + - * / and **")
    names = {word: sympy.Symbol(word) for word in re.findall(r"[A-Za-z]\w*", text)} | WORDS
    plain = re.sub(r"(?<![\w.])(\d+\.\d+|\d+)", r"Rational('\1')", text.replace("^", "**"))
    try:
        return parse_expr(plain, local_dict=names, global_dict={"Rational": sympy.Rational})
    except (SyntaxError, TokenError, TypeError, ValueError, AttributeError, IndexError):
        raise InvalidInput(f"{text[:60]!r} is not understood") from None


def _relations(text: str) -> list[object]:
    """The relations of a chain such as 0 <= a <= 1/2."""
    signs = RELATION.findall(text)
    parts = [_expression(part) for part in RELATION.split(text)]
    if not signs:
        raise InvalidInput(f"{text!r} is no relation such as a >= 0")
    makers = {"<=": sympy.Le, ">=": sympy.Ge, "<": sympy.Lt, ">": sympy.Gt, "==": sympy.Eq}
    return [
        makers[sign](left, right)
        for left, sign, right in zip(parts, signs, parts[1:], strict=False)
    ]
