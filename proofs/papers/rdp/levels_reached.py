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
from pmlsym.calculus.sequent import Fact, Rule, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse_quantity
from pmlsym.engines.certificates.instantiation import application, constant_part
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import GOAL, Combine, Limit, Use
from pmlsym.language.building import equal, maximum
from pmlsym.language.nodes import Claim, Measure, Quantity
from pmlsym.language.value import Largest, Ratio
from pmlsym.model.channel import Channel
from proofs.papers.deduced import Line, body_of_only_tensor, named

_D, _E, _Y = alphabets("D E Y")
_SPREAD = Tensor("u", ("D", "E"), positive=True, stochastic=(0, 1))
_ONE = constant(1)
_c, _d, _any = Index("D", "c"), Index("D", "d"), Index("D", "d_any")
_e, _f, _other = Index("E", "e"), Index("E", "f"), Index("E", "e_any")
_y = Index("Y", "y")


def entry_of_databases_that_differ() -> Claim:
    """The supremum of l(D_i->y) is the largest log W(y|d,f)/W(y|c,e) of d /= c, or 0.

    >>> type(entry_of_databases_that_differ()).__name__
    'Comparison'
    """
    return equal(_entry("(sup P with fullsupport(P): pml_entry(P, W, 1))"), maximum(_differ(), 0))


def entry_is_reached() -> Claim:
    """The largest is at most the supremum.

    >>> type(entry_is_reached()).__name__
    'Comparison'
    """
    return _differ() <= _entry("(sup P with fullsupport(P): pml_entry(P, W, 1))")


def entry_is_bounded() -> Claim:
    """No prior leaks more.

    >>> type(entry_is_bounded()).__name__
    'Comparison'
    """
    return _entry("pml_entry(P, W, 1)") <= maximum(_differ(), 0)


def _entry(text: str) -> Quantity:
    return parse_quantity(text, lets=("W: D, E -> Y",))


def _differ() -> Measure:
    mechanism = Channel("W", (_D, _E), _Y)
    ratio = Ratio(mechanism.entry((_d, _f), (_y,)), mechanism.entry((_c, _e), (_y,)))
    largest = Largest((_d, _f, _c, _e, _y), ratio, where=1 - equal_letters(_c, _d))
    return Measure("max over d /= c of log W(y|d,f)/W(y|c,e)", (), largest)


def near_two_databases(sequent: Sequent) -> tuple[Line, ...]:
    """The prior near (c, e), with most of the rest at (d, f), and s to zero; any, for 0."""
    if not sequent.rules:
        return tuple(_lines_of_ratios(sequent))
    (rule,) = sequent.rules
    if not sequent.goal.free:
        return tuple(_lines_of_any(rule))
    return tuple(_lines_near_two(sequent, rule))


def _lines_of_ratios(sequent: Sequent) -> Iterator[Line]:
    """The mean over databases whose entry is not d by their ratios, over the others by 1."""
    level, prior = atom(named(sequent, "exp(max1)")), named(sequent, "P")
    (d,) = (letter for letter in sequent.goal.free if letter.alphabet == "D")
    (y,) = (letter for letter in sequent.goal.free if letter.alphabet == "Y")
    at_least = Fact("e^max >= 1", level - 1)
    yield at_least
    (bound,) = (f.name for f in sequent.facts if f.name.startswith("max over"))
    ratios = Use(bound, (d, _f, _any, _other, y))
    both = atom(prior, d, _f) * atom(prior, _any, _other)
    alike = atom(prior, d, _f) * atom(prior, d, _other) * atom(named(sequent, "W"), d, _f, y)
    others = times(both, ratios, over=(_f, _any, _other))
    yield Combine(Fact(GOAL, sequent.goal), others + times(alike, at_least, over=(_f, _other)))


def _lines_of_any(rule: Rule) -> Iterator[Line]:
    """What the rule says of some prior, for the sum over all letters and outcomes."""
    bodies = body_of_only_tensor(rule, atom(_SPREAD, _any, _other), (_any, _other))
    needs, whole = application(rule, bodies, f"{rule.name}, applied")
    yield from needs
    yield whole


def _lines_near_two(sequent: Sequent, rule: Rule) -> Iterator[Line]:
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
