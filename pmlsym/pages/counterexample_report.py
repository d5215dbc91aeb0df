"""The report on a counterexample: where sides are attained, and how to evaluate it again.

counterexample_lines     the outcome and letters responsible
counterexample_python    a program that evaluates the claim on the instance again
"""

from __future__ import annotations

from itertools import product
from pprint import pformat

from pmlsym.calculus.algebra import read
from pmlsym.calculus.data import names_in
from pmlsym.calculus.tensor import Index
from pmlsym.claim_text.question import Question
from pmlsym.claims.subjects import subjects
from pmlsym.evaluators.exact import RULES, ExactAlgebra
from pmlsym.evaluators.read_value import read_value
from pmlsym.evidence.verdict import Refuted
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Largest, Smallest
from pmlsym.model.instance import Instance


def counterexample_lines(claim: Claim, verdict: Refuted) -> list[str]:
    """The printed lines where each leakage is attained on a counterexample.

    >>> from pmlsym.engines.decide.decisions import refute
    >>> verdict = refute("pml(P, W) <= maxleak(W)")
    >>> counterexample_lines(verdict.claim, verdict)
    ['pml(P, W) is attained at x = 2, y = 2']
    """
    lines = []
    names = names_in(subjects(claim).data)
    measures = dict.fromkeys(part for part in walk(claim) if isinstance(part, Measure))
    for measure in measures:
        place = attained_at(measure, verdict.instance)
        if place:
            each = [f"{index} = {names.word(index.alphabet, k)}" for index, k in place]
            letters = ", ".join(each)
            lines.append(f"{measure} is attained at {letters}")
    return lines


def attained_at(measure: Measure, instance: Instance) -> list[tuple[Index, int]]:
    """The letters, from zero, that a page shows for where a measure is attained first.

    Nothing where the value is not an extremum of ratios.
    """
    value = measure.value
    if not isinstance(value, Largest | Smallest):
        return []
    algebra = ExactAlgebra(instance)
    for quotient in measure.defined:
        algebra.define(quotient)
    best = read_value(value, algebra, RULES)
    body, where = read_value(value.body, algebra, RULES), read(value.where, algebra)
    fixed = {index: instance.outcomes[index.name] for index in measure.free}
    wanted = best[tuple(fixed[i] for i in best.indices)]
    for letters in product(*(range(instance.sizes[i.alphabet]) for i in value.over)):
        at = {**fixed, **dict(zip(value.over, letters, strict=True))}
        entry = body[tuple(at[i] for i in body.indices)]
        counts = where[tuple(at[i] for i in where.indices)] > 0
        if counts and entry is not None and entry == wanted:
            return list(zip(value.over, letters, strict=True))
    return []


def counterexample_python(question: Question, verdict: Refuted) -> str:
    """The text of a program that evaluates a refuted claim on its counterexample again.

    >>> from pmlsym.engines.decide.decisions import refute
    >>> question = Question("pml(P, W) <= maxleak(W)")
    >>> print(counterexample_python(question, refute(question.text)).splitlines()[0])
    from pmlsym.claims.evaluation import holds
    """
    data = pformat(verdict.instance.to_json(), width=88, sort_dicts=False)
    return "\n".join(
        [
            "from pmlsym.claims.evaluation import holds",
            "from pmlsym.claim_text.question import parse",
            "from pmlsym.model.instance import Instance",
            "",
            "claim = parse(",
            f"    {question.text!r},",
            f"    lets={list(question.lets)!r},",
            f"    assume={list(question.assume)!r},",
            ")",
            f"instance = Instance.from_json(\n{_indented_lines(data)}\n)",
            "assert not holds(claim, instance)",
            'print("the claim is false on this instance")',
        ]
    )


def _indented_lines(text: str) -> str:
    """The lines of a text, indented to stand in the Python program that a page prints."""
    return "\n".join(f"    {line}" for line in text.splitlines())
