"""[RDP, Thms. 4.2, 4.5]: priors near a database, or near two, reach every level below a supremum.

A product prior near a database (c, e) has P(c) and Q(e) at least 1 - s. Then y is as likely as
given that database, up to 2 s, and given an entry d, up to s as likely as given (d, e).

A prior of which all but s is at (c, e), and all but s of the rest at (d, f), where d /= c,

    P = (1 - s) 1{(c, e)} + s (1 - s) 1{(d, f)} + s^2 u,        u(d, f) > 0 a prior

is correlated: given d, y is nearly as likely as given (d, f), and in all as given (c, e). As s goes
to 0, exp l(D_i -> y) is W(y|d,f)/W(y|c,e). Databases that agree in an entry do not go with it: so
the maximum over the entries is the free-lunch parameter, and that of a single one need not be.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse_quantity
from pmlsym.engines.certificates.instantiation import application
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import times
from pmlsym.engines.witnesses.search import constant_part
from pmlsym.kernel.certificate import Combine, Limit, Use
from pmlsym.language.building import maximum
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Largest, Ratio
from pmlsym.model.channel import Channel
from proofs.papers.deduced import Line, body_of_only_tensor, named

_D, _E, _Y = alphabets("D E Y")
_SPREAD = Tensor("u", ("D", "E"), positive=True, stochastic=(0, 1))
_LETS, _ONE = ("W: D, E -> Y",), constant(1)
_c, _d, _any = Index("D", "c"), Index("D", "d"), Index("D", "d_any")
_e, _f, _other = Index("E", "e"), Index("E", "f"), Index("E", "e_any")
_y = Index("Y", "y")


def entry_of_databases_that_differ() -> Claim:
    """The largest log W(y|d,f)/W(y|c,e) of d /= c is at most the supremum of l(D_i->y).

    >>> type(entry_of_databases_that_differ()).__name__
    'Comparison'
    """
    entry = "(sup P with fullsupport(P): pml_entry(P, W, 1))"
    return _of_databases_that_differ() <= parse_quantity(entry, lets=_LETS)


def databases_that_differ_and_entry() -> Claim:
    """And l(D_i->y) is at most that, or 0, whatever the prior.

    >>> type(databases_that_differ_and_entry()).__name__
    'Comparison'
    """
    entry = parse_quantity("pml_entry(P, W, 1)", lets=_LETS)
    return entry <= maximum(_of_databases_that_differ(), 0)


def _of_databases_that_differ() -> Measure:
    mechanism = Channel("W", (_D, _E), _Y)
    ratio = Ratio(mechanism.entry((_d, _f), (_y,)), mechanism.entry((_c, _e), (_y,)))
    largest = Largest((_d, _f, _c, _e, _y), ratio, where=1 - equal_letters(_c, _d))
    return Measure("max over d /= c of log W(y|d,f)/W(y|c,e)", (), largest)


def near_two_databases(sequent: Sequent) -> tuple[Line, ...]:
    """The prior near (c, e), with most of the rest at (d, f), and s to zero."""
    return tuple(_lines_near_two(sequent)) if sequent.rules else ()


def _lines_near_two(sequent: Sequent) -> Iterator[Line]:
    (rule,) = sequent.rules
    high_first, low_first, high_rest, low_rest, seen = sorted(sequent.goal.free)
    small = Tensor("s", positive=True, at_most_one=True)
    share, most = atom(small), 1 - atom(small)

    def at(first: Index, second: Index) -> Polynomial:
        return equal_letters(_any, first) * equal_letters(_other, second)

    low, high, spread = (
        at(low_first, low_rest),
        at(high_first, high_rest),
        atom(_SPREAD, _any, _other),
    )
    body = most * low + share * most * high + share * share * spread
    bodies = body_of_only_tensor(rule, body, (_any, _other))
    needs, whole = application(rule, bodies, f"{rule.name}, applied")
    positive, at_most_one = (Use(declared_name(small, relation)) for relation in ("> 0", "<= 1"))
    for need in needs:
        if need.relation == ">":
            back = dict(zip((_any, _other), need.indices, strict=True))
            plain = times(substitute(low + share * high, back), at_most_one)
            strict = times(substitute(spread, back), positive, positive, strictly=True)
            yield Combine(need, (*plain, *strict))
        else:
            yield need
    yield whole
    differ, at_goal = Use("delta_D <= 1", (high_first, low_first)), (high_first, seen)
    conclusion = dict(zip(whole.statement.indices, at_goal, strict=True))
    told = substitute(whole.statement.polynomial, conclusion) * (
        1 - equal_letters(high_first, low_first)
    )
    divided = quotient(told, share)
    assert divided is not None  # what has no s in it is at d = c alone
    less = Fact("over s", divided)
    yield Combine(less, times(1, Use(whole.statement.name, at_goal), differ), (positive,))
    yield Limit(Fact("in the limit", constant_part(divided, small)), small, less.name)


def near_a_database(sequent: Sequent) -> tuple[Line, ...]:
    """P(y) <= W(y|c,e) + 2 s k, where no W is above k, and P(y|d) >= (1 - s) W(y|d,e)."""
    first, rest = named(sequent, "P"), named(sequent, "Q")
    small, most, level = (atom(named(sequent, name)) for name in ("s", "k", "exp(eps)"))

    def row(d: Index, e: Index) -> Polynomial:
        return atom(named(sequent, "W"), d, e, _y)

    own, others = atom(first, _c), atom(rest, _e)
    given = sum_over(atom(rest, _other) * row(_d, _other), _other)
    mass = sum_over(atom(first, _any) * atom(rest, _other) * row(_any, _other), _any, _other)
    at_d = Fact("the entry d", atom(first, _d) * (level * mass - given))
    told = Use("pml_entry(P & Q, W, 1) <= eps", (_d, _y))
    return (
        Fact("P_Y without (c, e)", most - mass - own * others * (most - row(_c, _e))),
        Fact("1 >= P(c)", _ONE - own),
        Fact("1 >= Q(e)", _ONE - others),
        Fact("P(c) Q(e) >= 1 - 2 s", own * others - _ONE + 2 * small),
        Fact("P_Y(y) <= W(y|c,e) + 2 s k", row(_c, _e) + 2 * small * most - mass),
        Fact("P(y|d) >= (1 - s) W(y|d,e)", given - (1 - small) * row(_d, _e)),
        Combine(at_d, times(1, told)),
        Combine(Fact("of d", level * mass - given), times(1, at_d), (Use("0 < P[d]"),)),
    )
