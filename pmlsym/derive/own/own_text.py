"""The domain of a channel of one's own as text.

0 <= a <= 1/2, b == 2*a
"""

from __future__ import annotations

import sympy

from pmlsym.derive.constructors import constructed
from pmlsym.language.expression import relations_of

MAKERS = {"<=": sympy.Le, ">=": sympy.Ge, "<": sympy.Lt, ">": sympy.Gt, "==": sympy.Eq}


def written_relations(text: str) -> list[sympy.Basic]:
    """The relations of chains such as 0 <= a <= 1/2, a <= b; raises as the grammar does.

    >>> written_relations("0 <= a <= 1/2, a < b")
    [0 <= a, a <= 1/2, a < b]
    """
    return [
        MAKERS[sign](constructed(left), constructed(right))
        for left, sign, right in relations_of(text)
    ]
