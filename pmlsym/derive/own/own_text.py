"""Matrices and domains as one writes them.

[[1 - a, a], [b, 1 - b]]        0 <= a <= 1/2, b == 2*a
"""

from __future__ import annotations

import re
from tokenize import TokenError

import sympy
from sympy.parsing.sympy_parser import parse_expr

from pmlsym.errors import InvalidInput

ALLOWED = re.compile(r"(?:[A-Za-z]\w*|\d+\.\d+|\d+|[-+*/(),\s\[\]]|\*\*|\^)*")
RELATION = re.compile(r"<=|>=|<|>|==")
WORDS = {"exp": sympy.exp, "log": sympy.log, "sqrt": sympy.sqrt}
LONGEST = 20_000


def expression_of(text: str) -> object:
    """The expression, or nested lists of them, in parameters, exp, log, sqrt, + - * / and **.

    Raises InvalidInput at anything else.

    >>> expression_of("[1 - a, a^2/2]")
    [1 - a, a**2/2]
    """
    if len(text) > LONGEST or not ALLOWED.fullmatch(text) or "__" in text:
        raise InvalidInput(f"{text[:60]!r} is no expression in parameters, exp, + - * / and **")
    names = {word: sympy.Symbol(word) for word in re.findall(r"[A-Za-z]\w*", text)} | WORDS
    plain = re.sub(r"(?<![\w.])(\d+\.\d+|\d+)", r"Rational('\1')", text.replace("^", "**"))
    try:
        return parse_expr(plain, local_dict=names, global_dict={"Rational": sympy.Rational})
    except (SyntaxError, TokenError, TypeError, ValueError, AttributeError, IndexError):
        raise InvalidInput(f"{text[:60]!r} is not understood") from None


def relations_of(text: str) -> list[object]:
    """The relations of chains such as 0 <= a <= 1/2, a <= b; raises InvalidInput at anything else.

    >>> relations_of("0 <= a <= 1/2, a < b")
    [0 <= a, a <= 1/2, a < b]
    """
    return [relation for chain in text.split(",") for relation in _chain(chain.strip())]


def _chain(text: str) -> list[object]:
    if re.search(r"(?<![<>=])=(?!=)", text):
        raise InvalidInput(f"{text!r} has a single =; an equality is written a == b")
    signs = RELATION.findall(text)
    parts = [expression_of(part) for part in RELATION.split(text)]
    if not signs or not all(isinstance(part, sympy.Expr) for part in parts):
        raise InvalidInput(f"{text!r} is no relation such as a >= 0 or a + b <= 1")
    makers = {"<=": sympy.Le, ">=": sympy.Ge, "<": sympy.Lt, ">": sympy.Gt, "==": sympy.Eq}
    return [
        makers[sign](left, right)
        for left, sign, right in zip(parts, signs, parts[1:], strict=False)
    ]
