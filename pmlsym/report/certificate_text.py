"""A certificate as text: each step a line, with the facts it uses written out.

-P(x)·Σ_{y1} V(y1,z)W(x,y1) + ..  =  Σ_y [-P(x)·W(x,y) + ..]·V(y,z)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact, Schema
from pmlsym.evidence.certificate import (
    GOAL,
    Certificate,
    Combine,
    Instantiate,
    Limit,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.evidence.checker import available_facts, instance

Facts = dict[str, Fact]
Letters = Mapping[Index, Index]


def count_terms(certificates: Iterable[Certificate]) -> int:
    """The number of nonnegative products that are summed in all the steps.

    >>> count_terms([])
    0
    """
    return sum(_terms(step) for certificate in certificates for step in certificate.steps)


def certificate_lines(certificate: Certificate) -> list[str]:
    """The hypotheses that are used, then the steps; nothing that is not in the certificate."""
    steps = tuple(_every_step(certificate.steps))
    sequent = certificate.sequent
    used = {use.fact for step in steps for use in _uses(step)}
    used |= {step.schema for step in steps if isinstance(step, Instantiate)}
    facts = {fact.name: fact for fact in available_facts(sequent, steps)}
    given = [(str(fact), fact.name) for fact in sequent.facts if fact.name in used]
    given += [(_schema(schema), schema.name) for schema in sequent.schemas if schema.name in used]
    lines = [f"given  {plain(text)}    [{name}]" for text, name in given]
    return lines + _step_lines(certificate.steps, facts)


def plain(text: str) -> str:
    """A polynomial's text with the signs of print: a centred dot, a capital sigma.

    >>> plain("2*sum_{x1} P(x1)W(x1,y) >= 0")
    '2·Σ_{x1} P(x1)W(x1,y) >= 0'
    """
    return text.replace("*", "·").replace("sum_{", "Σ_{")


def _schema(schema: Schema) -> str:
    conditions = "; ".join(str(condition) for condition in schema.conditions)
    conditions = f" with {conditions}" if conditions else ""
    return f"for every {schema.parameter}{conditions}: {schema.conclusion}"


def _terms(step: Step) -> int:
    if isinstance(step, Split):
        return sum(_terms(inner) for inner in (*step.positive, *step.nonpositive))
    return len(step.terms) if isinstance(step, Combine) else 1


def _every_step(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, Split):
            yield from _every_step((*step.positive, *step.nonpositive))


def _uses(step: Step) -> Iterator[Use]:
    match step:
        case Combine(_, terms, multiplier):
            yield from multiplier
            for term in terms:
                yield from term.uses
        case Limit(fact=fact):
            yield Use(fact)
        case Instantiate(guard_fact=guard, conditions=conditions):
            yield from (Use(name) for name in (guard, *conditions))


def _step_lines(steps: Iterable[Step], facts: Facts) -> list[str]:
    lines = []
    for step in steps:
        match step:
            case Combine():
                lines.append(_combination(step, facts))
            case Split(name=name, case=case):
                lines.append(f"if     {plain(str(case))} > 0    [{name}]")
                inner = Fact(name, case, (), ">")
                lines += _indented(step.positive, facts, inner)
                lines.append(f"else   {plain(str(-case))} >= 0    [{name}]")
                lines += _indented(step.nonpositive, facts, Fact(name, -case, ()))
            case Instantiate(schema=schema, body=body):
                lines.append(
                    f"thus   {_stated(step.statement)}, by {schema} with {plain(str(body))}"
                )
            case Limit(variable=variable):
                lines.append(f"thus   {_stated(step.statement)}, as {variable.name} goes to 0")
        facts = {**facts, step.statement.name: step.statement}
    return lines


def _indented(steps: tuple[Step, ...], facts: Facts, case: Fact) -> list[str]:
    return [f"    {line}" for line in _step_lines(steps, {**facts, case.name: case})]


def _combination(step: Combine, facts: Facts) -> str:
    letters = _plain_letters(step)
    multiplier = _product(Fraction(1), step.multiplier, facts, letters)
    left = _bracketed(step.statement.polynomial, letters, bool(step.multiplier))
    left = f"{multiplier}·{left}" if step.multiplier else left
    right = " + ".join(_term(term, facts, letters) for term in step.terms) or "0"
    right = right.replace("+ -", "- ")
    word = "so    " if step.statement.name == GOAL else "thus  "
    kind = f" {step.statement.relation} 0"
    return f"{word} {left}  =  {right}{kind}"


def _stated(fact: Fact) -> str:
    return plain(str(fact))


def _term(term: Term, facts: Facts, letters: Letters) -> str:
    product = _product(term.coefficient, term.uses, facts, letters)
    names = ",".join(letters.get(index, index).name for index in term.summed)
    if not names:
        return product
    return (
        f"-Σ_{{{names}}} {product[1:]}" if product.startswith("-") else f"Σ_{{{names}}} {product}"
    )


def _product(coefficient: Fraction, uses: Iterable[Use], facts: Facts, letters: Letters) -> str:
    factors = [_bracketed(instance(facts[use.fact], use.indices), letters, True) for use in uses]
    if abs(coefficient) != 1 or not factors:
        factors.insert(0, str(abs(coefficient)))
    return ("-" if coefficient < 0 else "") + "·".join(factors)


def _bracketed(polynomial: Polynomial, letters: Letters, inside: bool) -> str:
    text = plain(str(substitute(polynomial, dict(letters))))
    is_sum = len(polynomial) > 1 or text.startswith("-")
    return f"[{text}]" if inside and is_sum else text


def _plain_letters(step: Combine) -> Letters:
    """Readable names for the letters that the step sums over."""
    taken = {index.name for index in step.statement.polynomial.free}
    uses = [
        index
        for use in (*step.multiplier, *(u for t in step.terms for u in t.uses))
        for index in use.indices
    ]
    summed = {index for term in step.terms for index in term.summed}
    taken |= {index.name for index in uses if index not in summed}
    letters: dict[Index, Index] = {}
    for index in sorted(summed):
        name = re.sub(r"\W", "", index.alphabet).lower()
        while name in taken:
            name += "'"
        taken.add(name)
        letters[index] = Index(index.alphabet, name)
    return letters
