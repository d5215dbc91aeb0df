"""[PML23, Thm. 4.4]: an event of two outcomes whose slices are heavy leaks eps1 + eps2 at most.

The mechanisms satisfy (eps1, d1)-EML, and (eps2, d2)-EML at every posterior. E(y,z) indicates the
event, N(y) the outcomes y that it speaks of: P(E) >= d1, and P(E(y,.)|y) >= d2 for y in N. Then

    e^(eps1 + eps2) P(E) - sum_yz W(x,y) U(x,y,z) E(y,z) >= 0.

The second hypothesis is applied to E on N and to all z off N, the first to sum_z Q(y,z) E(y,z) with
Q the law of z given y.
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.catalogue.deduced import Deduced
from pmlsym.catalogue.example import Example
from pmlsym.catalogue.outlined import Line, named
from pmlsym.claims.question import Question
from pmlsym.effort import after
from pmlsym.engines.combination import combine
from pmlsym.engines.instantiation import AppliedSchema, instantiated
from pmlsym.engines.schematic import prove_schematically
from pmlsym.engines.setting_up import Problem
from pmlsym.lowering.sequents import lower

_BOTH = "eml(P, W, d1) <= eps1 and eml(P, U | W, d2) <= eps2 => pml(P, W & U) <= eps1 + eps2"
"""A claim whose hypotheses are those on the mechanisms; its conclusion is not used."""

_EFFORT = 60.0
"""For each step: many times what it needs."""

_E = Tensor("E", ("Y", "Z"), indicator=True)
_N = Tensor("N", ("Y",), indicator=True)
_x, _x0, _y, _z = Index("X", "x"), Index("X", "x0"), Index("Y", "y"), Index("Z", "z")


def _event() -> Polynomial:
    return atom(_E, _y, _z)


def _slice(sequent: Sequent) -> Polynomial:
    """P(E(y,.)|y)."""
    return sum_over(atom(named(sequent, "(U | P, W)"), _y, _z) * _event(), _z)


def _heavy_slices() -> tuple[Sequent, ...]:
    known = lower(Question(_BOTH).claim())[0]
    part = atom(named(known, "W"), _x, _y) * atom(named(known, "U"), _x, _y, _z) * _event()
    mass = sum_over(atom(named(known, "P"), _x) * part, _x, _y, _z)
    slices = atom(_N, _y) * (_slice(known) - atom(named(known, "d2")))
    facts = (
        *known.facts,
        Fact("E lies over N", atom(_N, _y) - _event(), (_y, _z)),
        Fact("slices are heavy", slices, (_y,)),
        Fact("E is heavy", mass - atom(named(known, "d1"))),
    )
    level = atom(named(known, "exp(eps1)")) * atom(named(known, "exp(eps2)"))
    goal = level * mass - substitute(sum_over(part, _y, _z), {_x: _x0})
    return (Sequent(facts, goal, ">=", known.schemas),)


def _lines(sequent: Sequent) -> tuple[Line, ...]:
    """The two events put into the hypotheses, and what follows; the goal alone if one fails."""
    first, second = sequent.schemas
    bodies = ((second, _event() + 1 - atom(_N, _y), (_y, _z)), (first, _slice(sequent), (_y,)))
    applied = []
    for schema, body, places in bodies:
        limit = after(_EFFORT)
        name = f"{schema.name}, applied"
        instance = instantiated(sequent, schema, body, places, name, limit, _EFFORT)
        if instance is None:
            return ()
        applied.append(instance)
    part = atom(named(sequent, "W"), _x, _y) * atom(named(sequent, "P"), _x)
    inside = sum_over(atom(named(sequent, "U"), _x, _y, _z) * _event(), _z)
    bound = atom(named(sequent, "exp(eps2)")) * _slice(sequent) - inside
    known = (*sequent.facts, applied[0].steps[-1].statement)
    lemma = Problem(known, Fact("slices leak eps2", part * bound, (_x, _y)))
    step = combine([lemma], deadline=after(_EFFORT)).step
    if step is None:
        return ()
    instances = (AppliedSchema((*applied[0].steps, step)), applied[1])
    found, _ = prove_schematically(sequent, effort=_EFFORT, applied=instances)
    return found.steps if found else ()


_FAIR = ("1/2", "1/2")
_ALWAYS = ("1", "1")

HEAVY_SLICES = Deduced(
    "(eps1, d1)-EML, then (eps2, d2)-EML at each posterior: an event of mass d1 or more, with "
    "slices of mass d2 or more, leaks eps1 + eps2 at most",
    _heavy_slices,
    Example(
        {
            "P": _FAIR,
            "W": (("1", "0"), ("0", "1")),
            "U": ((_FAIR, _FAIR), (_FAIR, _FAIR)),
            "(U | P, W)": (_FAIR, _FAIR),
            "E": (_ALWAYS, _ALWAYS),
            "N": _ALWAYS,
            "d1": "1/2",
            "d2": "1/2",
            "exp(eps1)": "2",
            "exp(eps2)": "1",
        },
        {"x0": 0},
    ),
    _lines,
)
