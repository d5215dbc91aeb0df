"""Every condition of the kernel has an attack that it alone keeps out.

Each condition in the text of the kernel is left out in turn (tests/evidence/dropping.py). Then the
attack that conditions.json names for it has to get through; or something right has to be refused,
where what was left out makes the kernel ask for less than it does. The few without an attack have a
reason there. After a change of the kernel's text:

    python -m tests.evidence.test_dropped_conditions
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pmlsym.calculus import constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.errors import InvalidInput
from pmlsym.kernel.certificate import Certificate, Combine, Term
from tests.evidence import test_apply, test_convexity, test_introductions, test_split_letters
from tests.evidence.dropping import Dropped, every_dropped, is_accepted
from tests.evidence.hand_written import ALL

TABLE = Path(__file__).with_name("conditions.json")
MODULES = (test_apply, test_introductions, test_split_letters, test_convexity)
INTEGER = Combine(Fact("goal", constant(1)), (Term(1, ()),))  # type: ignore[arg-type]


def attacks() -> dict[str, Callable[[], bool]]:
    """Whether each gets through, by name."""
    found = {a.name: _accepts(a.wrong) for module in MODULES for a in module.ATTACKS}
    found["a coefficient that is no fraction"] = _accepts(
        Certificate(Sequent((), constant(1)), (INTEGER,))
    )
    for what, made, _ in test_apply.MALFORMED:
        found[f"made: {what}"] = _makes(made)
    for name, order in test_convexity.NO_FUNCTIONS:
        found[f"made: {name} of order {order}"] = _makes(
            lambda name=name, order=order: test_convexity.Function(name, order)
        )
    assert len(found) == sum(len(module.ATTACKS) for module in MODULES) + 1 + len(
        test_apply.MALFORMED
    ) + len(test_convexity.NO_FUNCTIONS)
    return found


def refusals() -> dict[str, Callable[[], bool]]:
    """Whether something right is refused."""
    own = {a.name: a.right for m in MODULES for a in m.ATTACKS if a.right is not None}
    own |= dict(test_apply.RIGHT) | {proof.__name__: proof() for proof in ALL}
    made = _makes(test_apply.rule_about_a_term)
    found = {f"right: {name}": _refuses(right) for name, right in own.items()}
    return {**found, "right: a rule about a term": lambda: not made()}


def _accepts(certificate: Certificate) -> Callable[[], bool]:
    return lambda: is_accepted(certificate)


def _refuses(certificate: Certificate) -> Callable[[], bool]:
    return lambda: not is_accepted(certificate)


def _makes(made: Callable[[], object]) -> Callable[[], bool]:
    def makes() -> bool:
        try:
            made()
        except InvalidInput:
            return False
        return True

    return makes


def killer(dropped: Dropped, tries: Mapping[str, Callable[[], bool]], first: str) -> str:
    """The name of an attack that gets through, `first` if it does; nothing if none does."""
    with dropped():
        if first in tries and not first.startswith("right: ") and tries[first]():
            return first
        return next((name for name, hits in tries.items() if hits()), "")


@pytest.mark.seconds
def test_each_condition_keeps_out_an_attack_alone():
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    tries = {**attacks(), **refusals()}
    every = list(every_dropped())
    assert [d.name for d in every] == list(table), "another kernel: write the table anew"
    for dropped in every:
        if not table[dropped.name].startswith("none: "):
            with dropped():
                assert tries[table[dropped.name]](), (dropped.name, table[dropped.name])
    assert "none: ?" not in table.values()
    alone = [name for name in table.values() if not name.startswith(("none: ", "right: "))]
    assert len(alone) > 150
    assert not any(hits() for hits in tries.values())


STUMBLES = "the next line raises, so it is refused with another message"
REFUSED_TWICE = "another condition refuses the same"
NO_ATTACK: dict[str, str] = {
    "rules.check_apply: if rule is None": STUMBLES,
    "shown.show: if len(needs) != len(uses)": STUMBLES,
    "shown.show: use.fact in use.fact or 'what is declared'": "a message",
    "shown.show: 'what is declared' in use.fact or 'what is declared'": "a message",
    "introductions.check_new: new.is_": "a substitution, or a tensor without its role, refuses it",
    "introductions._alphabets: *(i for p": "a letter stands at a tensor over its alphabet",
    "introductions._alphabets: else named": "the statement has the size of the alphabet",
    "introductions._alphabets: right out of": "the statement has the size of the alphabet",
    "introductions._alphabets: left out of": "what is named before an enlargement is kept already",
    "introductions._alphabets: step.alphabet": "the statement has the size of the alphabet",
    "convexity._row: if row is None": STUMBLES,
    "checker._check_steps: goal is None": STUMBLES,
    "checker._check_split: not steps": STUMBLES,
    "checker._check_limit: step.statement.relation": REFUSED_TWICE,
    "substitution.__call__: if tuple((i.alphabet": STUMBLES,
    "substitution._monomial: if len(kept)": "a short cut",
    "substitution._monomial: taken |= {i.name for body": "places are renamed all at once",
    "substitution._atom: if len(flat)": STUMBLES,
    "substitution._atom: len(flat)": STUMBLES,
    "substitution._atom: tuple((i.alphabet": STUMBLES,
    "convex_term.grows: order is None": STUMBLES,
    "convex_term.__post_init__: self.order is not None": STUMBLES,
}
"""Why nothing gets through where these are left out; by the beginning of their names."""


def reason(name: str) -> str:
    """Why no attack hits a condition alone."""
    return next((f"none: {why}" for start, why in NO_ATTACK.items() if name.startswith(start)), "")


def write_table() -> None:
    """Find an attack for each condition; what has none needs a reason."""
    old = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    tries = {**attacks(), **refusals()}
    table = {}
    for dropped in every_dropped():
        found = killer(dropped, tries, old.get(dropped.name, ""))
        table[dropped.name] = found or reason(dropped.name) or "none: ?"
        if not found:
            sys.stdout.write(f"{dropped.name}\n    {table[dropped.name]}\n")
    TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_table()
