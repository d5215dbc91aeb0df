"""Events of two outcomes whose slices are heavy [PML23, Thm. 4.4].

The first mechanism satisfies (eps1, d1)-EML, the second (eps2, d2)-EML under every posterior. An
event E of both outcomes, an indicator E(y,z), has probability d1 at least, and its slice E(y,.) has
probability d2 at least for every y that it speaks of: N(y) is the set of these, E <= N. Then E
leaks eps1 + eps2 at most:

    exp(eps1 + eps2) P_YZ(E) - sum_yz W(x,y)U(x,y,z)E(y,z) >= 0.

The second hypothesis is applied to E on N and to the whole alphabet off N; the first to the event
sum_z Q(y,z)E(y,z), where Q is the law of the second outcome given the first.
"""

from __future__ import annotations

from time import monotonic

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Schema, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.lowering import lower
from pmlsym.claims.question import Question
from pmlsym.engines.combination import Problem, combine
from pmlsym.engines.instantiation import Instance, instantiated
from pmlsym.engines.schematic import prove_schematically
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.certificate import Certificate
from proofs.derived import Derived

X, Y, Z = (alphabet.name for alphabet in alphabets("X Y Z"))
x, x0, y, z = Index(X, "x"), Index(X, "x0"), Index(Y, "y"), Index(Z, "z")
E = Tensor("E", (Y, Z), indicator=True)
N = Tensor("N", (Y,), indicator=True)
BOTH = "eml(P, W, d1) <= eps1 and eml(P, U | W, d2) <= eps2 => pml(P, W & U) <= eps1 + eps2"
"""Its hypotheses are those of the theorem; what it concludes is false, and is not used."""
SECONDS = 20.0


def sequent() -> Sequent:
    """The hypotheses on the mechanisms as the claim language has them, and those on the event."""
    known = lower(Question(BOTH).claim())[0]
    named = {tensor.name: tensor for tensor in known.tensors}
    P, W, U = named["P"], named["W"], named["U"]
    slice_ = sum_over(atom(named["(U | P, W)"], y, z) * atom(E, y, z), z)
    part = atom(W, x, y) * atom(U, x, y, z) * atom(E, y, z)
    mass = sum_over(atom(P, x) * part, x, y, z)
    facts = (
        *known.facts,
        Fact("E lies over N", atom(N, y) - atom(E, y, z), (y, z)),
        Fact("slices are heavy", atom(N, y) * (slice_ - atom(named["d2"])), (y,)),
        Fact("E is heavy", mass - atom(named["d1"])),
    )
    level = atom(named["exp(eps1)"]) * atom(named["exp(eps2)"])
    goal = level * mass - substitute(sum_over(part, y, z), {x: x0})
    return Sequent(facts, goal, ">=", known.schemas)


def certificates() -> tuple[Certificate, ...]:
    """The certificate, from the two events put into the hypotheses."""
    statement = sequent()
    named = {tensor.name: tensor for tensor in statement.tensors}
    first, second = statement.schemas
    event = atom(E, y, z) + 1 - atom(N, y)
    slice_ = sum_over(atom(named["(U | P, W)"], y, z) * atom(E, y, z), z)
    on_slices, on_first = (
        _applied(statement, schema, body, places)
        for schema, body, places in ((second, event, (y, z)), (first, slice_, (y,)))
    )
    part = atom(named["W"], x, y) * atom(named["P"], x)
    inside = sum_over(atom(named["U"], x, y, z) * atom(E, y, z), z)
    lemma = Fact("slices leak eps2", part * (atom(named["exp(eps2)"]) * slice_ - inside), (x, y))
    known = (*statement.facts, on_slices.steps[-1].statement)
    step = combine([Problem(known, lemma)], deadline=monotonic() + SECONDS).step
    if step is None:
        raise InvalidCertificate("slices are not shown to leak eps2")
    applied = (Instance((*on_slices.steps, step)), on_first)
    found, why = prove_schematically(statement, budget=SECONDS, applied=applied)
    if found is None:
        raise InvalidCertificate(f"the goal does not follow: {why}")
    return (found,)


def _applied(
    statement: Sequent, schema: Schema, body: Polynomial, places: tuple[Index, ...]
) -> Instance:
    name, limit = f"{schema.name}, applied", monotonic() + SECONDS
    found = instantiated(statement, schema, body, places, name, limit, SECONDS)
    if found is None:
        raise InvalidCertificate(f"{schema.name} does not apply")
    return found


STATEMENTS = (
    Derived(
        "events-with-heavy-slices",
        "PML23, Thm. 4.4",
        certificates,
        "(eps1, d1)-EML and then (eps2, d2)-EML: an event of probability d1 with slices of"
        " probability d2 leaks eps1 + eps2 at most",
    ),
)
