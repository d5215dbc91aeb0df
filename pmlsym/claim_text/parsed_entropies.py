"""Reading entropies, informations and conditions of random variables.

    H(A,B|C)    I(A,B;C|D)    markov(A, B, C)    markov(A; B,C; D)    indep(A, B)    indep(A;B|C)

Where semicolons separate groups, a comma joins variables; in a condition without a semicolon the
commas separate. markov(A, B, C, D) says that each group depends on all earlier ones only through
the one just before; indep(A, B, C) says that the groups are independent together. Both are read as
informations that are at most zero.
"""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from pmlsym.claim_text.names import VARIABLE, Names
from pmlsym.errors import ClaimSyntaxError
from pmlsym.evidence.entropy_dual import Variables
from pmlsym.language.building import all_of
from pmlsym.language.nodes import Claim, Entropic
from pmlsym.language.syntax import Source, Syntax

WORDS_OVER_VARIABLES = {
    "H": "H(A,B|C)",
    "I": "I(A,B;C|D)",
    "markov": "markov(A, B, C)",
    "indep": "indep(A, B), or indep(A, B|C)",
}
"""The words for random variables, and how each is written."""

CONDITIONS = ("markov", "indep")


def read_entropic(source: Source, names: Names, tree: Syntax) -> Callable[[], Entropic]:
    """The builder of the entropy or information that a text calls, such as H(A|B) or I(A;B).

    Raises ClaimSyntaxError.
    """
    word = str(tree.children[0])
    if word in CONDITIONS:
        reason = f"'{source.at(tree)}' is a condition, not a number"
        raise source.error(ClaimSyntaxError, reason, tree)
    groups, given = _groups_and_condition(source, names, tree, ";")
    if len(groups) != (1 if word == "H" else 2):
        raise _usage_error(source, tree)
    quantity = Entropic(groups[0], groups[1] if word == "I" else (), given)
    return lambda: quantity


def read_condition(source: Source, names: Names, tree: Syntax) -> Callable[[], Claim]:
    """The builder of the claim that a text states by markov(A, B, C) or indep(A, B).

    Raises ClaimSyntaxError with the place.
    """
    word = str(tree.children[0])
    if word not in CONDITIONS:
        reason = f"'{source.at(tree)}' is a number; compare it with another"
        raise source.error(ClaimSyntaxError, reason, tree)
    separator = ";" if ";" in tree.children else ","
    groups, given = _groups_and_condition(source, names, tree, separator)
    if word == "markov":
        if len(groups) < 3 or given:
            raise _usage_error(source, tree)
        zeros = [
            Entropic(_sorted_union(groups[: k - 1]), groups[k], groups[k - 1])
            for k in range(2, len(groups))
        ]
    else:
        if len(groups) < 2:
            raise _usage_error(source, tree)
        zeros = [
            Entropic(_sorted_union(groups[:k]), groups[k], given) for k in range(1, len(groups))
        ]
    claims = tuple(zero <= 0 for zero in zeros)
    return lambda: all_of(*claims)


def _groups_and_condition(
    source: Source, names: Names, tree: Syntax, separator: str
) -> tuple[list[Variables], Variables]:
    """The groups of variables that a text has before the bar, and the variables behind it."""
    groups: list[list[str]] = [[]]
    given: list[str] | None = None
    for part in tree.children[1:]:
        if isinstance(part, Token):
            if given is None and part == separator:
                groups.append([])
            elif part == ";":
                raise source.error(ClaimSyntaxError, "write a comma in place of ;", part)
            continue
        for k, name in enumerate(_names_around_bar(source, tree, part)):
            names.note_kind(source, name, VARIABLE)
            if k == 1:
                if given is not None:
                    raise _usage_error(source, tree)
                given = []
            (groups[-1] if given is None else given).append(str(name))
    if not all(groups):
        raise _usage_error(source, tree)
    return [_sorted_union([tuple(g)]) for g in groups], _sorted_union([tuple(given or ())])


def _names_around_bar(source: Source, call: Syntax, part: Syntax) -> list[Token]:
    """The names typed as A, or as A|B on both sides of a bar, in a call such as H(A|B)."""
    pair = part.children if part.data == "given" else [part]
    names = []
    for side in pair:
        name = side.children[0] if isinstance(side, Tree) and side.data == "name" else None
        if not isinstance(name, Token):
            raise _usage_error(source, call)
        names.append(name)
    return names


def _sorted_union(groups: list[Variables]) -> Variables:
    """The random variables of all groups typed in a call such as I(A,B;C), sorted."""
    return tuple(sorted({name for group in groups for name in group}))


def _usage_error(source: Source, tree: Syntax) -> ClaimSyntaxError:
    """The error for wrong arguments in a text's H(..) or markov(..), with the right form."""
    word = str(tree.children[0])
    reason = f"'{source.at(tree)}' has the wrong arguments; write {WORDS_OVER_VARIABLES[word]}"
    return source.error(ClaimSyntaxError, reason, tree)
