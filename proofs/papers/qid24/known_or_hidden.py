"""[QID24, Thms. 2, 3]: attributes that are known but for some mass, which is spread thinly.

With a probability k(x) the attribute U is one of many values j /= o, all alike, and else it is o:

    P(u = o | x) = 1 - k(x)        P(u = j | x) = q k(x),    q (|J| - 1) = 1

Where no j is likelier than o, a guess of U is wrong with probability E k(X), and E (k(X) | y) after
y. In (25)-(29) U is W, and k(x) = 1[x = x*]. For a cost c it is the mixture of S and T:

    k(x) = s (d c(x,w_S) + (1 - d) c(x,w_T)),    E k(X) E (c(X,w_T) | y) = E c(X,w_S) E (k(X) | y)

where w_S is the best choice before y, and w_T after it; the second line is linear in d, the paper's
delta, and some d from 0 to 1 solves it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import Combine, Use
from pmlsym.language.building import all_of, equal, implies
from pmlsym.language.nodes import Claim, Measure, Quantity
from pmlsym.language.value import Ratio, Smallest
from pmlsym.measures.adversary_cost import posterior_cost, prior_cost, worst_costleak
from pmlsym.measures.cost_leakage import costleak
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, at_letters, named

_X, _Y, _V, _J = alphabets("X Y V J")
_P, _W, _C = Prior("P", _X), Channel("W", _X, _Y), Gain("C", _X, _V)
_x, _y, _a = Index("X", "x"), Index("Y", "y"), Index("X", "a")
_j, _o = Index("J", "j"), Index("J", "o")
_v, _before, _after = Index("V", "v"), Index("V", "w_S"), Index("V", "w_T")
_Q, _S, _D = (atom(Tensor(name, nonnegative=True)) for name in "qsd")


def letter_that_is_split() -> Claim:
    """Lambda_W = Lambda, where x* = a attains that, and the pieces of a are small.

    >>> type(letter_that_is_split()).__name__
    'Implication'
    """
    split, whole = equal_letters(_x, _a), constant(1)
    row, own = _W.entry((_x,), (_y,)), _W.entry((_a,), (_y,))
    attained = Smallest((_x,), Ratio(row - own), where=_P.mass(_x))
    premises = (
        _pieces(),
        _positive("P(x*)", _P.mass(_a), _a),
        _positive("P_Y(y)", _expected(whole, _y), _y),
        _no_less("1 - P(x*) - q P(x*)", _expected(whole - (1 + _Q) * split), _a),
        _no_less("P(x /= x*, y) - q P(x*, y)", _expected(whole - (1 + _Q) * split, _y), _a, _y),
        Measure("P(y|x) - P(y|x*)", (), attained, is_log=False, free=(_a, _y)) >= 0,
    )
    return implies(all_of(*premises), equal(_leakage(split, _a), costleak(_P, _W, "y")))


def mixture_of_two_choices() -> Claim:
    """Lambda_(U_c) = Lambda_c, for every q, s and d as they have to be.

    >>> type(mixture_of_two_choices()).__name__
    'Implication'
    """
    share = _share()
    every = {"": (), " | y": (_y,)}
    best = tuple(
        Measure(
            f"E (c(X,v) - c(X,{choice.name}){given})",
            (),
            Smallest((_v,), Ratio(_expected(_cost(_v) - _cost(choice), *at))),
            is_log=False,
            free=(choice, *at),
        )
        >= 0
        for choice, (given, at) in zip((_before, _after), every.items(), strict=True)
    )
    small = Smallest((_x,), Ratio(1 - (1 + _Q) * share))
    premises = (
        _pieces(),
        _positive("s", _S),
        _no_less("1 - d", 1 - _D),
        _positive("E c(X,w_S)", _expected(_cost(_before)), _before),
        *best,
        Measure("1 - (1 + q) k(x)", (), small, is_log=False, free=(_before, _after)) >= 0,
        equal(
            _free("E k(X) E (c(X,w_T) | y)", _expected(share) * _expected(_cost(_after), _y)),
            _free("E c(X,w_S) E (k(X) | y)", _expected(_cost(_before)) * _expected(share, _y)),
        ),
    )
    leakage = _leakage(share, _before, _after)
    return implies(all_of(*premises), equal(leakage, worst_costleak(_P, _W, _C, "y")))


def risk_of_what_is_split(sequent: Sequent) -> tuple[Line, ...]:
    """A guess of W is wrong with the probability of a, and after y with that given y."""
    return tuple(_lines_of_what_is_split(sequent))


def _lines_of_what_is_split(sequent: Sequent) -> Iterator[Line]:
    if _HIDDEN_BEFORE in {fact.name for fact in sequent.facts}:
        return  # how the risk before y is at most that of o is all that is asked
    t1, t2 = (atom(named(sequent, level)) for level in ("t1", "t2"))
    split, row, own = equal_letters(_x, _a), _W.entry((_x,), (_y,)), _W.entry((_a,), (_y,))
    risk, mass = _expected(split), _expected(constant(1), _y)
    yield _risk_after(_expected(split, _y) - t2 * mass, "t2")
    yield from _risk_before(risk, t1)
    yield Fact("a is likely before y", mass - own)
    less = Fact("t2 is at most the risk, times P_Y(y)", (risk - t2) * mass)
    yield less
    if sequent.goal.free:
        yield Fact("of each letter", _P.mass(_x) * (row * t1 - own * risk), (_x,))
    else:
        yield Combine(Fact("t2 is at most the risk", risk - t2), times(1, less), (_CAN_OCCUR,))


def risk_of_the_mixture(sequent: Sequent) -> tuple[Line, ...]:
    """A guess of U_c is wrong with probability E k, and E (k | y) after y; and c costs as much."""
    is_before = _HIDDEN_BEFORE in {fact.name for fact in sequent.facts}
    outline = _risk_above if is_before else _risk_below
    return tuple(outline(*(atom(named(sequent, level)) for level in ("t1", "t2", "t3"))))


_HIDDEN_BEFORE = "worst_cost(P, wrong(U)) >= log t1"
_CAN_OCCUR = Use("0 < P_Y(y)")


def _risk_above(t1: Polynomial, t2: Polynomial, t3: Polynomial) -> Iterator[Line]:
    """Here t1 is at most E k, t2 at least the cost of w_S, and t3 at most that of w_T after y."""
    share, cost, mass = _share(), _expected(_cost(_after), _y), _expected(constant(1), _y)
    risk, hidden = _expected(share), _expected(share, _y)
    known = Fact("the risk before y", risk - t1)
    yield Combine(known, times(1, Use(_HIDDEN_BEFORE, (_o,))))
    yield Fact("the cost after y", cost - t3 * mass)
    yield Fact("the cost before y", t2 - _expected(_cost(_before)))
    yield Fact("no j is likely after y", mass - (1 + _Q) * hidden)
    yield Fact("the risk after y", _risk(hidden, mass) - hidden, (_j,))
    yield Fact("by the cost before y", (t2 - _expected(_cost(_before))) * hidden)
    yield Fact("by the cost after y", risk * cost - t1 * t3 * mass)
    yield Fact("by both", t2 * hidden - t1 * t3 * mass)


def _risk_below(t1: Polynomial, t2: Polynomial, t3: Polynomial) -> Iterator[Line]:
    """Here t1 is at most the cost of w_S, t2 at least E k, and t3 at most E (k | y)."""
    share, cost, mass = _share(), _expected(_cost(_after), _y), _expected(constant(1), _y)
    risk, hidden, any_cost = _expected(share), _expected(share, _y), _expected(_cost(_v), _y)
    yield Fact("the cost before y", _expected(_cost(_before)) - t1)
    yield _risk_after(hidden - t3 * mass, "t3")
    yield from _risk_before(risk, t2)
    yield Fact("the cost after y", any_cost - cost, (_v,))
    yield Fact("by the cost after y", t2 * any_cost - risk * cost, (_v,))
    yield Fact("by the cost before y", _expected(_cost(_before)) * hidden - t1 * t3 * mass)


def _risk_before(risk: Polynomial, level: Polynomial) -> Iterator[Line]:
    """The risk before y is the least, so that no level of a value is below it."""
    yield Fact("no j is likely before y", 1 - (1 + _Q) * risk)
    yield Fact("any risk before y", _risk(risk, constant(1)) - risk, (_j,))
    yield Fact("the risk before y", level - risk)


def _risk_after(excess: Polynomial, level: str) -> Line:
    """The level of all values after y, at the value o."""
    at_known = Use(f"worst_cost(P, W, wrong(U), y) >= log {level}", (_o,))
    return Combine(Fact("the risk of o after y", excess), times(1, at_known))


def _risk(hidden: Polynomial, mass: Polynomial) -> Polynomial:
    """The probability that the guess j is wrong, where so much of all mass is hidden."""
    known = equal_letters(_j, _o)
    return known * hidden + (1 - known) * (mass - _Q * hidden)


def _cost(choice: Index) -> Polynomial:
    return _C.worth((_x,), (choice,))


def _share() -> Polynomial:
    """k(x) of the mixture."""
    return _S * (_D * _cost(_before) + (1 - _D) * _cost(_after))


def _expected(value: Polynomial, *seen: Index) -> Polynomial:
    """The mean of what depends on x, or P_Y(y) times that after y."""
    row = _W.entry((_x,), seen) if seen else constant(1)
    return sum_over(_P.mass(_x) * row * value, _x)


def _leakage(share: Polynomial, *free: Index) -> Quantity:
    """Lambda_U, where U is hidden with that probability."""
    known = equal_letters(_j, _o)
    entry = known * (1 - share) + (1 - known) * _Q * share
    wrong = Gain.wrong(Channel.from_polynomial("U", (_X,), (_J,), (_x, _j), entry))
    before, after = prior_cost(_P, wrong), posterior_cost(_P, _W, wrong, "y")
    return at_letters(before, *free, _o) - at_letters(after, *free, _o)


def _pieces() -> Claim:
    return equal(Measure("q (|J| - 1)", (), Ratio(_Q * (atom(size("J")) - 1)), is_log=False), 1)


def _free(text: str, value: Polynomial) -> Measure:
    return Measure(text, (), Ratio(value), is_log=False, free=(_before, _after, _y))


def _positive(text: str, value: Polynomial, *free: Index) -> Claim:
    return Measure(text, (), Ratio(value), is_log=False, free=free) > 0


def _no_less(text: str, value: Polynomial, *free: Index) -> Claim:
    return Measure(text, (), Ratio(value), is_log=False, free=free) >= 0
