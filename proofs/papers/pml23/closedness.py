"""[PML23, Thm. 3, Prop. 2]: closedness, event maximal leakage, and the class of a channel.

An event a(y) is an outcome z of the post-processing

    V(y; z') = a(y) 1{z' = z} + (1 - a(y)) 1{z' /= z} / (|Z| - 1)

and also the event {z' = z} of the channel to (y, z'), which splits each outcome y of W in two. An
outcome of a post-processing is an event, as is one of what another channel of the class makes:
where R merges outcomes of W, and M splits those of R, M is W >> D >> B, with whatever follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Combine, Reciprocal, Use
from proofs.papers.deduced import Line, applied, lines_of_rule, named

_x, _y, _z = Index("X", "x"), Index("Y", "y_at"), Index("Z", "z")
_a, _b, _other, _after = (
    Index("A", "a_at"),
    Index("B", "b_at"),
    Index("Z", "z_at"),
    Index("Z", "z_after"),
)


def events_and_outcomes(sequent: Sequent) -> tuple[Line, ...]:
    """Events of W as outcomes of its post-processings V, and these as events of W."""
    if _is_about_events(sequent):
        return _as_event(sequent, atom(named(sequent, "V"), _y, _z))
    return _as_outcome(sequent, _event(sequent), _y)


def events_of_what_is_split(sequent: Sequent) -> tuple[Line, ...]:
    """The same, where B splits the outcomes y of W, and T tells what is seen of both parts."""
    if _is_about_events(sequent):
        seen = atom(named(sequent, "B"), _y, _other) * atom(named(sequent, "T"), _y, _other, _z)
        return _as_event(sequent, sum_over(seen, _other))
    return _as_outcome(sequent, _event(sequent), _y)


def outcomes_of_the_class(sequent: Sequent) -> tuple[Line, ...]:
    """The same for post-processings V of M, where W and M are of one class."""
    if _is_about_events(sequent):
        seen = _through(sequent, "DB", _y, _a) * atom(named(sequent, "V"), _a, _z)
        return (*_made_of(sequent, "MWDB"), *_as_event(sequent, sum_over(seen, _a)))
    event = _through(sequent, "FC", _a, _y) * _event(sequent)
    lines = _as_outcome(sequent, sum_over(event, _y), _a)
    return (*_made_of(sequent, "WMFC"), *lines)


def event_of_the_class(sequent: Sequent) -> tuple[Line, ...]:
    """The event of W >> D >> B, by the outcomes of W that come to it."""
    event = _through(sequent, "DB", _y, _a) * atom(named(sequent, "E"), _a)
    whole = Fact("P[x] times the goal", atom(named(sequent, "P"), _x) * sequent.goal)
    return (
        *applied(sequent, (_y,), sum_over(event, _a)),
        whole,
        Combine(Fact(GOAL, sequent.goal), times(1, whole), (Use("0 < P[x]"),)),
    )


def merged_again(sequent: Sequent) -> tuple[Line, ...]:
    """The channel from the two parts of an outcome back to it."""
    (rule,) = sequent.rules
    back = Index("Y", "y_back")
    body = Body(((_y,), (_other,), (back,)), equal_letters(_y, back))
    return tuple(lines_of_rule(rule, {rule.tensors[0]: body}))


def _is_about_events(sequent: Sequent) -> bool:
    """Whether the hypothesis is about events, and the goal about outcomes."""
    return any(tensor.alphabets == ("Y",) for rule in sequent.rules for tensor in rule.tensors)


def _as_event(sequent: Sequent, body: Polynomial) -> tuple[Line, ...]:
    return tuple(applied(sequent, (_y,), body)) if sequent.goal.free else ()


def _event(sequent: Sequent) -> Polynomial:
    """The event that the goal is about; that of all outcomes where it says that t >= 1."""
    return atom(named(sequent, "a1"), _y) if sequent.goal.free else constant(1)


def _as_outcome(sequent: Sequent, event: Polynomial, y: Index) -> tuple[Line, ...]:
    """The event as an outcome of a post-processing, put into the hypothesis."""
    others, share = atom(size("Z")) - 1, Tensor("r", positive=True)
    several = Fact("there are other letters", others, (), ">")
    known = (Use("size(Z) >= m1"), Use("2 <= size(Z)"))
    terms = (*times(1, known[0]), *times(1, known[1]), *times(1, strictly=True))
    definition = Fact("definition of r", atom(share) * others - 1, (), "==")
    is_it = equal_letters(_other, _z)
    body = event * is_it + (1 - event) * (1 - is_it) * atom(share)
    rule = sequent.rules[-1 if sequent.goal.free else 0]
    first, *seen = rule.tensors
    bodies = {first: Body(((y,), (_other,)), body)}
    for tensor in seen:
        bodies[tensor] = Body(((y,), (_other,), (_after,)), equal_letters(_other, _after))
    return (
        Combine(several, terms),
        Reciprocal(definition, share, several.name),
        *lines_of_rule(rule, bodies),
    )


def _through(sequent: Sequent, names: str, before: Index, after: Index) -> Polynomial:
    """The entry of one channel after another, through R."""
    first, second = (named(sequent, name) for name in names)
    return sum_over(atom(first, before, _b) * atom(second, _b, after), _b)


def _made_of(sequent: Sequent, names: str) -> Iterator[Line]:
    """M is W >> D >> B, for the names MWDB."""
    whole, part = (named(sequent, name) for name in names[:2])
    before, after = (_y, _a) if names[0] == "M" else (_a, _y)
    made = atom(part, _x, before) * _through(sequent, names[2:], before, after)
    name = f"{names[0]} == {names[1]} >> {names[2]} >> {names[3]}"
    yield Fact(name, atom(whole, _x, after) - sum_over(made, before), (_x, after), "==")
