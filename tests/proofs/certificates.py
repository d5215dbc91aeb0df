"""Valid certificates to be mutated: those that are kept, and more of the steps that are rare."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from pmlsym.calculus import Index, Tensor, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import (
    Apply,
    Certificate,
    Combine,
    Indicate,
    Limit,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.certificate_file import from_json, to_json
from pmlsym.papers.recorded import CERTIFICATES as IN_LEDGER
from tests.evidence.hand_written import ALL, ONE, V, x, x0, y, y0, z
from tests.evidence.test_apply import ATTACKS as APPLICATIONS
from tests.evidence.test_convexity import ATTACKS as CONVEXITY
from tests.evidence.test_introductions import ATTACKS as INTRODUCTIONS
from tests.evidence.test_split_letters import ATTACKS as SPLITS

CERTIFICATES = Path(__file__).resolve().parents[2] / "proofs" / "certificates"
m, n = Tensor("m", ("X",)), Tensor("n", ("Y",))
f = Tensor("F", ("X", "Y"), indicator=True, stochastic=(1,))
y1 = Index("Y", "y1")
TRUE = Combine(Fact("one", constant(1), (), ">"), (Term(ONE, ()),))


def cases_in_cases() -> Certificate:
    """V(y,z) (m(x0) n(y0))^2 >= 0 for all y, z, by the signs of m(x0) and of n(y0)."""
    square = (atom(m, x0) * atom(n, y0)) ** 2
    goal = Fact("goal", atom(V, y, z) * square, (y, z))
    parts: list[Split] = []
    for outer in (">", ">="):
        inner: list[tuple[Step, ...]] = []
        for relation in (">", ">="):
            uses = ("m", "m", "n", "n")
            term = Term(ONE, (Use("V >= 0", (y, z)), *map(Use, uses)))
            statement = replace(goal, name=f"goal if {outer} if {relation}")
            inner.append((Combine(statement, (term,)),))
        statement = replace(goal, name=f"goal if {outer}")
        parts.append(Split(statement, "n", atom(n, y0), *inner))
    step = Split(goal, "m", atom(m, x0), (parts[0],), (parts[1],))
    return Certificate(Sequent((), goal.polynomial), (step,))


def cases_with_hypotheses() -> Certificate:
    """From k <= m(x0) and 0 <= k follows k m(x0) >= k^2, and k^2 >= 0 by cases."""
    k = atom(Tensor("k"))
    facts = (Fact("k <= m", atom(m, x0) - k), Fact("k", k))
    goal = Fact("goal", 2 * k * atom(m, x0))
    steps: list[tuple[Step, ...]] = []
    for relation, sign in ((">", ONE), (">=", -ONE)):
        lemma = Combine(Fact("square", k * k), (Term(ONE, (Use("sign"), Use("sign"))),))
        terms = (Term(2 * ONE, (Use("k"), Use("k <= m"))), Term(2 * ONE, (Use("square"),)))
        last = Combine(Fact(f"goal if {relation}", goal.polynomial), terms)
        again = Combine(Fact("case", sign * k, (), relation), (Term(ONE, (Use("sign"),)),))
        steps.append((lemma, again, last))
    return Certificate(Sequent(facts, goal.polynomial), (Split(goal, "sign", k, *steps),))


def limit_at_every_letter() -> Certificate:
    """If m(x) + r n(y) >= 0 for all letters and all r > 0, then V(y,z) m(x) >= 0."""
    r = Tensor("r", nonnegative=True)
    small = Tensor("lambda", positive=True, at_most_one=True)
    line = Fact("line", atom(m, x) + atom(r) * atom(n, y), (x, y))
    rule = Rule("every r", (r,), (Fact("r", atom(r), (), ">"),), line)
    given = Fact("at lambda", atom(m, x) + atom(small) * atom(n, y), (x, y))
    put_in, positive = ((r.name, Body((), atom(small))),), Use("lambda > 0")
    own = tuple((i, (i,)) for i in (x, y))
    steps = (
        TRUE,
        Apply(given, "every r", put_in, (), own, (positive, positive), constant(1)),
        Limit(Fact("low", atom(m, x), (x,)), small, "at lambda"),
        Combine(
            Fact("goal", atom(V, y0, z) * atom(m, x0)),
            (Term(ONE, (Use("low", (x0,)), Use("V >= 0", (y0, z)))),),
        ),
    )
    return Certificate(Sequent((), steps[-1].statement.polynomial, rules=(rule,)), steps)


def limit_of_a_square() -> Certificate:
    """k >= 0, as the limit of k + lambda r + lambda^2 r > 0."""
    k, r = atom(Tensor("k")), atom(Tensor("r"))
    small = Tensor("lambda", nonnegative=True, positive=True, at_most_one=True)
    facts = (Fact("k", k), Fact("r", r, (), ">"))
    line = k + atom(small) * r + atom(small) ** 2 * r
    uses = (Use("lambda > 0"), Use("r")), (Use("lambda > 0"), Use("lambda > 0"), Use("r"))
    terms = (Term(ONE, (Use("k"),)), *(Term(ONE, use) for use in uses))
    steps = (Combine(Fact("line", line, (), ">"), terms), Limit(Fact("goal", k), small, "line"))
    return Certificate(Sequent(facts, k), steps)


def size_of_a_difference() -> Certificate:
    """sum_y' F(x,y') (n(y') - n(y1))^2 >= 0, by the indicator of n(y') < n(y1) at each letter."""
    negative = Tensor("b", ("Y",), indicator=True)
    gap = atom(n, y) - atom(n, y1)
    define = Indicate(Fact("size", (1 - 2 * atom(negative, y)) * gap, (y,)), negative, gap)
    goal = sum_over(atom(f, x, y) * gap * gap, y)
    use = Use("size", (y,))
    last = Combine(Fact("goal", goal), (Term(ONE, (Use("F >= 0", (x, y)), use, use), (y,)),))
    return Certificate(Sequent((), goal), (define, last))


def signs_of_pairs() -> Certificate:
    """(m(x) n(y) - k)^2 > -1 at all letters, with a sign for each pair and a level k."""
    negative = Tensor("b", ("X", "Y"), indicator=True)
    gap = atom(m, x) * atom(n, y) - atom(Tensor("k"))
    define = Indicate(Fact("size", (1 - 2 * atom(negative, x, y)) * gap, (x, y)), negative, gap)
    goal = Fact("goal", gap * gap + Fraction(1), (), ">")
    use = Use("size", (x, y))
    last = Combine(goal, (Term(ONE, (use, use)), Term(ONE, (Use("one"),))))
    return Certificate(Sequent((), goal.polynomial, ">"), (TRUE, define, last))


RARE = (
    cases_in_cases,
    cases_with_hypotheses,
    limit_at_every_letter,
    limit_of_a_square,
    size_of_a_difference,
    signs_of_pairs,
)


@cache
def kept() -> tuple[tuple[str, Any], ...]:
    """The certificates of `proofs/certificates` and of the ledger, as data.

    Those with lemmas, and inductions, are of their file: test_kept_sequents.py has them.
    """
    paths = [*CERTIFICATES.rglob("*.json"), *IN_LEDGER.glob("*.json")]
    files = [(p.stem, json.loads(p.read_text(encoding="utf-8"))) for p in paths]
    return tuple(
        (name, data)
        for name, file in sorted(files)
        if not file.get("lemmas")
        for data in file.get("certificates", ())
        if "induction" not in data
    )


@cache
def written() -> tuple[tuple[str, Any], ...]:
    """Certificates written by hand that a file can hold, as data."""
    proofs = [(p.__name__, p()) for p in (*ALL, *RARE)]
    attacks = (*APPLICATIONS, *INTRODUCTIONS, *CONVEXITY, *SPLITS)
    proofs += [(a.name, a.right) for a in attacks if a.right is not None and not a.right.lemmas]
    written_ = [(name, json.loads(json.dumps(to_json(proof)))) for name, proof in proofs]
    return tuple((name, data) for name, data in written_ if is_readable(data))


def is_readable(data: Any) -> bool:
    """Whether it is the data of a certificate."""
    try:
        from_json(data)
    except InvalidCertificate:
        return False
    return True
