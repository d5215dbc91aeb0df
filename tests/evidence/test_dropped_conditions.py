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

from pmlsym.calculus import constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.errors import InvalidInput
from pmlsym.evidence.certificate import Certificate, Combine, Term
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
    return {f"right: {name}": _refuses(right) for name, right in own.items()}


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
        if first in tries and tries[first]():
            return first
        return next((name for name, hits in tries.items() if hits()), "")


def test_each_condition_keeps_out_an_attack_alone():
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    tries = {**attacks(), **refusals()}
    every = list(every_dropped())
    assert [d.name for d in every] == list(table), "another kernel: write the table anew"
    for dropped in every:
        if not table[dropped.name].startswith("none: "):
            with dropped():
                assert tries[table[dropped.name]](), (dropped.name, table[dropped.name])
    alone = [name for name in table.values() if not name.startswith(("none: ", "right: "))]
    assert len(alone) > 150
    assert not any(hits() for hits in tries.values())


def write_table() -> None:
    """Find an attack for each condition; what has none keeps its reason."""
    old = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    tries = {**attacks(), **refusals()}
    table = {}
    for dropped in every_dropped():
        before = old.get(dropped.name, "none: ?")
        table[dropped.name] = killer(dropped, tries, before) or before
        if table[dropped.name].startswith("none: "):
            sys.stdout.write(f"{dropped.name}\n    {table[dropped.name]}\n")
    TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_table()
