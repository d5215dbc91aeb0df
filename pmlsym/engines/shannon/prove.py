"""Proofs of Shannon-type claims: multipliers of elemental inequalities and hypotheses.

The dual of a linear program over the 2^n - 1 joint entropies: HiGHS (or the exact simplex method,
where the program is small) finds which inequalities are used, the multipliers are solved for
exactly. What is returned has passed `check_entropy_dual`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from pmlsym.effort import after
from pmlsym.engines.shannon.elemental import elemental, elemental_forms, informations
from pmlsym.engines.shannon.multipliers import multipliers
from pmlsym.engines.shannon.tidying import tidy
from pmlsym.errors import Unsupported
from pmlsym.evidence.entropy_dual import (
    ONE,
    EntropyDual,
    EntropyForm,
    EntropyProof,
    EntropyStatement,
    EntropyTerm,
    Information,
    Variables,
    check_entropy_dual,
)
from pmlsym.language.nodes import Claim
from pmlsym.lowering.entropy_form import entropy_statements

MOST_VARIABLES = 7
FEW = 4


def prove_entropy(claim: Claim, *, effort: float = 10.0) -> EntropyProof | None:
    """A checked dual for each statement of the claim, or nothing where one was not found.

    Raises Unsupported where the claim is not linear in entropies, or has too many variables.

    >>> from pmlsym.claims.parsing import parse
    >>> print(*prove_entropy(parse("markov(A, B, C) => I(A;C) <= I(A;B)")).duals)
    -H(A,B) + H(A,C) + H(B) - H(C)  =  I(A;B|C) + [0 - I(A;C|B)]
    """
    deadline = after(effort)
    duals = []
    for statement in entropy_statements(claim):
        dual = prove_statement(statement, deadline=deadline)
        if dual is None:
            return None
        duals.append(dual)
    return EntropyProof(tuple(duals))


def prove_statement(statement: EntropyStatement, *, deadline: float) -> EntropyDual | None:
    """A checked dual of one statement, or nothing if none was found by the deadline."""
    variables = variables_of(statement)
    if len(variables) > MOST_VARIABLES:
        raise Unsupported(f"{len(variables)} random variables; at most {MOST_VARIABLES} are read")
    short = _at_once(statement, variables)
    if short is not None:
        return _checked(statement, short)
    sources: list[Information | str] = [*elemental(variables)]
    forms = [*elemental_forms(variables)]
    free = [False] * len(sources)
    for fact in statement.hypotheses:
        sources.append(fact.name)
        forms.append(fact.form)
        free.append(fact.is_equality)
    sources.append(ONE)
    forms.append(EntropyForm(((ONE, Fraction(1)),)))
    free.append(False)
    if statement.is_strict:
        return _strict(statement, sources, forms, free, deadline)
    found = multipliers(forms, free, statement.goal, deadline)
    if found is None:
        return None
    terms = tuple(EntropyTerm(c, sources[j]) for j, c in sorted(found.items()))
    return _checked(statement, terms)


def _at_once(statement: EntropyStatement, variables: Variables) -> tuple[EntropyTerm, ...] | None:
    """The goal as one information and a few hypotheses, each once, without a program."""
    if statement.is_strict or len(variables) > FEW or len(statement.hypotheses) > FEW:
        return None
    known = informations(variables)
    for count in range(len(statement.hypotheses) + 1):
        for facts in combinations(statement.hypotheses, count):
            rest = statement.goal
            for fact in facts:
                rest = rest.plus(fact.form, Fraction(-1))
            if rest in known or not rest.terms:
                used: list[Information | str] = [known[rest]] if rest.terms else []
                used += [fact.name for fact in facts]
                return tuple(EntropyTerm(Fraction(1), source) for source in used)
    return None


def _strict(
    statement: EntropyStatement,
    sources: list[Information | str],
    forms: list[EntropyForm],
    free: list[bool],
    deadline: float,
) -> EntropyDual | None:
    """goal > 0: a positive multiple of 1, or of a strict hypothesis f, scaled to be f itself.

    The goal becomes a column that is subtracted: -f = sum - mu * goal.
    """
    negative = EntropyForm(()).plus(statement.goal, Fraction(-1))
    strict = [ONE, *(fact.name for fact in statement.hypotheses if fact.is_strict)]
    for name in strict:
        above = forms[sources.index(name)]
        below = EntropyForm(()).plus(above, Fraction(-1))
        found = multipliers([*forms, negative], [*free, False], below, deadline)
        scale = None if found is None else found.pop(len(forms), None)
        if scale and found is not None:
            parts = {sources[j]: c / scale for j, c in found.items()}
            parts[name] = parts.get(name, Fraction(0)) + 1 / scale
            return _checked(statement, tuple(EntropyTerm(c, s) for s, c in parts.items()))
    return None


def _checked(statement: EntropyStatement, terms: tuple[EntropyTerm, ...]) -> EntropyDual:
    dual = EntropyDual(statement, tidy(terms))
    check_entropy_dual(dual)
    return dual


def variables_of(statement: EntropyStatement) -> Variables:
    """The random variables of a statement, sorted."""
    forms = [statement.goal, *(fact.form for fact in statement.hypotheses)]
    keys = [key for form in forms for key, _ in form.terms if isinstance(key, tuple)]
    return tuple(sorted({name for key in keys for name in key}))
