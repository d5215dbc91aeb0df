"""Proofs of Shannon-type claims: multipliers of informations and hypotheses.

Structure first: variables that are never told apart make one block, independences and functions
among the hypotheses determine entropies by others, and a quick look joins entropies of the goal.
What is left is a point of the cone of elemental inequalities, in floats and then exactly; blocks
that the statement treats alike are counted, not named. The chain rule then makes the terms fewer,

    I(A; B | C) + I(A; D | B, C)  =  I(A; B, D | C)          H(A | B, C) + I(A; B | C) = H(A | C)

and what is returned has passed `check_entropy_dual`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from pmlsym.calculus.effort import STEPS, units_left, until
from pmlsym.calculus.meter import tick
from pmlsym.engines.entropies.blocks import (
    Blocks,
    Kinds,
    Place,
    Rational,
    Terms,
    Triple,
    add_multiple,
    alike_blocks,
    first_alike,
    information_terms,
)
from pmlsym.engines.entropies.dependence import Coordinates, KnownForm, Sources
from pmlsym.engines.entropies.multipliers import (
    SETS,
    Column,
    EntropyProgram,
    elemental_count,
    elemental_inequalities,
    multipliers,
)
from pmlsym.engines.entropies.uncrossing import uncross
from pmlsym.errors import OutOfEffort
from pmlsym.evidence.entropy_dual import (
    ONE,
    EntropyDual,
    EntropyProof,
    EntropyStatement,
    EntropyTerm,
    Information,
    Variables,
    check_entropy_dual,
)
from pmlsym.language.nodes import Claim
from pmlsym.lowering.entropy_form import entropy_statements

NEGATED = "minus the goal"
"""The column by which a strict goal is brought to the other side. No hypothesis has this name:
theirs are in brackets."""

MANY = 7
"""With this many blocks a proof by the mean over all that are alike is worth its length."""


def prove_entropy(
    claim: Claim,
    *,
    effort: float = 10.0,
    by: Callable[[EntropyStatement], EntropyDual | None] | None = None,
) -> EntropyProof | None:
    """A checked sum of informations for each statement of a claim about entropies, or None.

    Where informations are not enough for a statement, `by` may prove it instead.

    Raises Unsupported where the claim is not linear in entropies, OutOfEffort where the search for
    one was cut.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*prove_entropy(parse("markov(A, B, C) => I(A;C) <= I(A;B)")).duals)
    -H(A,B) + H(A,C) + H(B) - H(C)  =  I(A;B|C) + [0 - I(A;C|B)]
    """
    duals = []
    with until(effort):
        for statement in entropy_statements(claim):
            dual = prove_statement(statement)
            if dual is None and by is not None:
                dual = by(statement)
            if dual is None:
                return None
            duals.append(dual)
    return EntropyProof(tuple(duals))


def prove_statement(statement: EntropyStatement) -> EntropyDual | None:
    """A checked sum of informations that proves one entropy statement, or None."""
    blocks = Blocks.of([statement.goal, *(fact.form for fact in statement.hypotheses)])
    goal = blocks.terms(statement.goal)
    facts = [
        KnownForm(fact.name, blocks.terms(fact.form), fact.is_equality)
        for fact in statement.hypotheses
    ]
    if statement.is_strict:
        strict = [ONE, *(fact.name for fact in statement.hypotheses if fact.is_strict)]
        sources = _strict_multipliers(len(blocks.blocks), goal, facts, strict)
    else:
        sources = _multipliers_of(len(blocks.blocks), goal, facts)
    if sources is None and _is_too_large(len(blocks.blocks)):
        raise OutOfEffort("no sum of informations so far")
    if sources is None:
        return None
    terms = tuple(
        EntropyTerm(Fraction(c), s if isinstance(s, str) else blocks.information(s))
        for s, c in sources.items()
        if c
    )
    dual = EntropyDual(statement, join_by_chain_rule(terms))
    check_entropy_dual(dual)
    return dual


def _is_too_large(count: int) -> bool:
    """Whether too few units are left to write down all elemental inequalities of entropies."""
    return elemental_count(count) > SETS * STEPS * units_left()


def _multipliers_of(count: int, goal: Terms, facts: list[KnownForm]) -> Sources | None:
    """Multipliers of informations and hypotheses that give an entropy goal, or None."""
    quotient = Coordinates.of(facts)
    reduced = quotient.in_coordinates(goal)
    used = uncross(count, reduced, quotient)
    if used is None:
        if _is_too_large(count):
            return None
        forms = _forms_by_name(facts)
        free = frozenset(fact.name for fact in facts if fact.is_equality)
        alike = (
            ()
            if quotient.rules or count < MANY
            else alike_blocks(count, goal, list(forms.values()))
        )
        if len(alike) < count and alike:
            program = EntropyProgram(
                count, goal, forms, free, lambda bits: {first_alike(bits, alike): 1}
            )
            used = _shared_among_alike(program, multipliers(program), alike)
        else:
            program = EntropyProgram(count, goal, forms, free, quotient.entropy)
            used = _informations(program, multipliers(program))
    return None if used is None else _with_rewritings(goal, used, facts, quotient)


def _forms_by_name(facts: list[KnownForm]) -> dict[str, Terms]:
    """The entropy forms that may be added beside informations: the hypotheses, and one."""
    forms: dict[str, Terms] = {ONE: {ONE: 1}}
    return forms | {fact.name: fact.terms for fact in facts}


def _strict_multipliers(
    count: int, goal: Terms, facts: list[KnownForm], strict: list[str]
) -> Sources | None:
    """Multipliers for an entropy goal > 0, by a strict hypothesis or 1; None if none is found.

    The goal becomes a column that is subtracted: -f = sum - mu * goal.
    """
    negated = KnownForm(NEGATED, {place: -c for place, c in goal.items()}, False)
    forms = _forms_by_name(facts)
    for name in strict:
        below = {place: -c for place, c in forms[name].items()}
        multiples = _multipliers_of(count, below, [*facts, negated])
        scale = None if multiples is None else multiples.pop(NEGATED, None)
        if scale and multiples is not None:
            parts = {source: Fraction(c) / scale for source, c in multiples.items()}
            parts[name] = parts.get(name, Fraction(0)) + 1 / Fraction(scale)
            return dict(parts)
    return None


def _informations(
    program: EntropyProgram, multiples: Mapping[Column, Rational] | None
) -> Sources | None:
    """The multiples of informations I(A;B|C) and hypotheses that prove an entropy claim, if any."""
    if multiples is None:
        return None
    inequalities = elemental_inequalities(program.blocks)
    return {j if isinstance(j, str) else inequalities.triple(j): c for j, c in multiples.items()}


def _shared_among_alike(
    program: EntropyProgram, multiples: Mapping[Column, Rational] | None, alike: Kinds
) -> Sources | None:
    """Each multiplier of an information shared equally by all that are alike."""
    if multiples is None:
        return None
    inequalities = elemental_inequalities(program.blocks)
    triples = [inequalities.triple(j) for j in range(elemental_count(program.blocks))]

    def kind(triple: Triple) -> tuple[object, ...]:
        """The kind of an information: informations of one kind are alike under exchanged blocks."""
        left, right, given = triple
        sides = sorted((first_alike(left | given, alike), first_alike(right | given, alike)))
        return (*sides, first_alike(left | right | given, alike), first_alike(given, alike))

    members: dict[tuple[object, ...], list[Triple]] = {}
    for triple in triples:
        members.setdefault(kind(triple), []).append(triple)
    used: Sources = {}
    for name, c in multiples.items():
        if isinstance(name, str):
            form = program.in_coordinates(program.forms[name])
            same: list[Triple | str] = [
                k for k, other in program.forms.items() if program.in_coordinates(other) == form
            ]
        else:
            same = [*members[kind(triples[name])]]
        for one in same:
            used[one] = used.get(one, 0) + Fraction(c) / len(same)
    return used


def _with_rewritings(
    goal: Terms, used: Sources, facts: list[KnownForm], quotient: Coordinates
) -> Sources | None:
    """The sum of informations with the proof of each rewriting, if it gives the entropy goal."""
    forms = _forms_by_name(facts)
    left: dict[Place, Rational] = dict(goal)
    for source, c in used.items():
        terms = forms[source] if isinstance(source, str) else information_terms(source)
        for place, times in terms.items():
            add_multiple(left, place, -c * times)
    rest, more = quotient.in_coordinates_with_proof(left)
    if rest:
        return None
    total = dict(used)
    for source, c in more.items():
        total[source] = total.get(source, 0) + c
    return total


def join_by_chain_rule(terms: tuple[EntropyTerm, ...]) -> tuple[EntropyTerm, ...]:
    """Shorten a proof about entropies: informations are joined by the chain rule.

    >>> from fractions import Fraction
    >>> one = [Information(("A",), ("B",), ()), Information(("A",), ("C",), ("B",))]
    >>> terms = tuple(EntropyTerm(Fraction(1), each) for each in one)
    >>> print(*(term.source for term in join_by_chain_rule(terms)))
    I(A;B,C)
    """
    parts: dict[Information | str, Fraction] = {}
    by_given: dict[frozenset[str], dict[Information, None]] = {}

    def put(source: Information | str, c: Fraction) -> None:
        """Add a multiple of an information, or of a hypothesis, to the terms."""
        parts[source] = parts.get(source, Fraction(0)) + c
        if isinstance(source, Information):
            among = by_given.setdefault(frozenset(source.given), {})
            among[source] = None
            if not parts[source]:
                del parts[source], among[source]

    for term in terms:
        put(term.source, term.coefficient)
    grows = True
    while grows:
        grows = False
        for first in [source for source in parts if isinstance(source, Information)]:
            while first in parts and (step := _continuation(first, by_given)):
                second, whole = step
                common = min(parts[first], parts[second])
                tick()
                for source, c in ((first, -common), (second, -common), (whole, common)):
                    put(source, c)
                grows = True
    return tuple(EntropyTerm(c, source) for source, c in parts.items() if c)


def _continuation(
    first: Information, by_given: Mapping[frozenset[str], Iterable[Information]]
) -> tuple[Information, Information] | None:
    """Another information that continues the first by the chain rule, and both in one."""
    for left, right in ((first.left, first.right), (first.right, first.left)):
        for second in by_given.get(frozenset((*right, *first.given)), ()):
            whole = _joined_information(left, right, first, second) if second != first else None
            if whole is not None:
                return second, whole
    return None


def _joined_information(
    left: Variables, right: Variables, first: Information, second: Information
) -> Information | None:
    """The information I(left; right, more | given) that two make by the chain rule, or None."""
    if first.left != first.right and second.left == second.right == left:
        return Information(left, left, first.given)
    if first.left == first.right:
        if second.left == second.right:
            both = tuple(sorted({*left, *second.left}))
            return Information(both, both, first.given)
        return None
    for a, more in ((second.left, second.right), (second.right, second.left)):
        if a == left and a != more:
            return Information(left, tuple(sorted({*right, *more})), first.given)
    return None
