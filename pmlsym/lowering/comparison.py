"""Comparisons of quantities: what has to be shown, and what may be assumed.

    A <= B with logarithms     exp A <= exp B: one measure against a level, a product of the others
    A <= B without             one measure against a level, arithmetic of the others

Every other measure is replaced by its level (lowering/levels.py), bounded from the side on which
its place in the comparison needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import HYPOTHESIS, Fact, Origin
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Comparison,
    Condition,
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantified,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.language.value import Largest, Power, Smallest
from pmlsym.language.writing import statement, write_quantity
from pmlsym.lowering.branches import Premise, condition_of
from pmlsym.lowering.condition_form import condition_form, declared_by, words_of
from pmlsym.lowering.convex_sums import (
    is_of_terms,
    largest_mean,
    mean_from_above,
    mean_from_below,
    sum_of_terms,
)
from pmlsym.lowering.denominators import require_nonzero
from pmlsym.lowering.exponential_numbers import exponential_of
from pmlsym.lowering.forms import Both, ExistsTensor, Form, Holds, negated
from pmlsym.lowering.infinite_parts import require_assumable, require_exponent
from pmlsym.lowering.level_form import Level
from pmlsym.lowering.levels import (
    ABOVE,
    BELOW,
    State,
    assume,
    exponential_level,
    introduce,
    logarithm_level,
    measure_level,
    scalar_level,
    surely_positive,
    value_of,
)
from pmlsym.lowering.linear import Linear, has_logs, linear
from pmlsym.lowering.powers import root_of

Levels = Iterator[tuple[State, Level]]
LARGEST_POWER = 16
FLIP = {ABOVE: BELOW, BELOW: ABOVE, f"{ABOVE} {BELOW}": f"{ABOVE} {BELOW}"}


def assume_premises(state: State, premises: tuple[Premise, ...]) -> Iterator[State]:
    """The states after assuming every premise; several where one of them splits."""
    if not premises:
        yield state
        return
    for after in _assume_premise(state, premises[0]):
        yield from assume_premises(after, premises[1:])


def _assume_premise(state: State, premise: Premise) -> Iterator[State]:
    if isinstance(premise, Negation):
        form = negated(condition_form(condition_of(premise), assumed=False))
        yield from assume(state, form, statement(premise))
        return
    if isinstance(premise, Condition):
        yield from _assume_condition(state, premise)
        return
    if isinstance(premise, Quantified):
        raise Unsupported(f"{statement(premise)} stands where no rule can")
    name = statement(premise)
    strict = premise.relation == "<"
    for after, form in _given(state, premise.left, premise.right, strict=strict):
        yield from assume(after, form, name)


def _assume_condition(state: State, condition: Condition) -> Iterator[State]:
    declared = declared_by(condition)
    if declared is not None:
        state.declare(*declared)
        yield state
        return
    form = condition_form(condition, assumed=True)
    origin = Origin("support") if condition.kind == "fullsupport" else HYPOTHESIS
    yield from assume(state, form, words_of(condition), origin=origin)


def shown(state: State, left: Quantity, right: Quantity) -> Iterator[tuple[State, Form]]:
    """What has to be shown for left <= right."""
    form = _difference(state, left, right)
    if form is None:
        yield from _arithmetic(state, left, right, (BELOW, ABOVE), ">=", assumed=False)
        return
    spread = _spread(form)
    if spread is not None:
        yield from _shown_each(state, spread)
        return
    if _is_in_nats(state, form):
        for after, gap in _gap_in_nats(state, form, {True: BELOW, False: ABOVE}):
            yield after, Holds(gap)
        return
    logs = _logs(left, right) or _is_of_exponents(state, form)
    main = _main(form, logs=logs)
    rest = form if main is None else form.plus(Linear((main,)).scaled(Fraction(-1)))
    for after, level in _budget(state, rest, {True: BELOW, False: ABOVE}, logs=logs):
        yield after, _against(after, main, level, assumed=False, logs=logs)


def concluded(state: State, left: Quantity, right: Quantity) -> Iterator[tuple[State, Form]]:
    """What follows where left <= right is known for all levels that are assumed on the way.

    They are bounded as where it is to be shown; what follows is stated as it would be assumed, or,
    where that has a tensor of its own, for every weighting.
    """
    form = _difference(state, left, right)
    if form is None:
        raise Unsupported(f"{write_quantity(left)} against {write_quantity(right)} is not linear")
    sides = {True: BELOW, False: ABOVE}
    if _is_in_nats(state, form):
        for after, gap in _gap_in_nats(state, form, sides):
            yield after, Holds(gap)
        return
    logs = _logs(left, right) or _is_of_exponents(state, form)
    main = _main(form, logs=logs)
    rest = form if main is None else form.plus(Linear((main,)).scaled(Fraction(-1)))
    for after, level in _budget(state, rest, sides, logs=logs):
        other = after.fork()
        form_ = _against(after, main, level, assumed=True, logs=logs)
        if isinstance(form_, ExistsTensor):
            yield other, _against(other, main, level, assumed=False, logs=logs)
        else:
            yield after, form_


def bounded(state: State, left: Quantity, right: Quantity) -> Measure | None:
    """The measure whose level form `concluded` states, with a level made of the others."""
    form = _difference(state, left, right)
    if form is None or _is_in_nats(state, form):
        return None
    main = _main(form, logs=_logs(left, right) or _is_of_exponents(state, form))
    return main[0] if main and isinstance(main[0], Measure) else None


def _given(
    state: State, left: Quantity, right: Quantity, *, strict: bool
) -> Iterator[tuple[State, Form]]:
    """What may be assumed from left <= right, or left < right."""
    form = _difference(state, left, right)
    require_assumable(left, right, linear=form is not None)
    relation = ">" if strict else ">="
    if form is None:
        yield from _arithmetic(state, left, right, (ABOVE, BELOW), relation, assumed=True)
        return
    sides, logs = {True: ABOVE, False: BELOW}, _logs(left, right)
    if _is_in_nats(state, form):
        for after, gap in _gap_in_nats(state, form, sides):
            yield after, Holds(gap, relation)
        return
    main = None if strict else _main(form, logs=logs) or _alone(form, logs=logs)
    rest = form if main is None else form.plus(Linear((main,)).scaled(Fraction(-1)))
    for after, level in _budget(state, rest, sides, logs=logs):
        if main is None and _is_of_exponents(state, form):
            for last, power in _budget(after, rest, sides, logs=True):
                yield last, Both((_no_less(level, 0, relation), _no_less(power, 1, relation)))
        elif main is None:
            yield after, _no_less(level, 1 if logs else 0, relation)
        else:
            yield after, _against(after, main, level, assumed=True, logs=logs)


def _arithmetic(
    state: State,
    left: Quantity,
    right: Quantity,
    sides: tuple[str, str],
    relation: str,
    *,
    assumed: bool,
) -> Iterator[tuple[State, Form]]:
    """What left <= right says where it is not linear: of one measure, or of arithmetic."""
    logs = _logs(left, right)
    if not logs and relation == ">=" and isinstance(left, Measure):
        for after, level in plain_level(state, right, sides[1]):
            yield after, _against(after, (left, Fraction(1)), level, assumed=assumed, logs=False)
        return
    read = _arithmetic_in_nats if logs else plain_level
    for after, low in read(state, left, sides[0]):
        for last, high in read(after, right, sides[1]):
            yield last, Holds(high.above(low.numerator, low.denominator), relation)


def _is_of_exponents(state: State, form: Linear) -> bool:
    """Whether a comparison of numbers is also one of their exponentials, which the claim has."""
    names = [leaf.name if isinstance(leaf, Scalar) else "" for leaf, _ in form.terms]
    small = all(abs(c) <= LARGEST_POWER for _, c in form.terms)
    return bool(names) and small and state.profile.exponents >= set(names)


def _no_less(level: Level, least: int, relation: str) -> Form:
    return Holds(level.above(constant(least), constant(1)), relation)


def _logs(left: Quantity, right: Quantity) -> bool:
    return has_logs(left) or has_logs(right)


def _difference(state: State, left: Quantity, right: Quantity) -> Linear | None:
    """left - right as an integral linear form, if it is one; or else arithmetic, in nats too."""
    above, below = linear(left), linear(right)
    if above is None or below is None:
        if _logs(left, right) and not state.profile.has_terms:
            raise Unsupported(
                f"{write_quantity(left)} against {write_quantity(right)} "
                "is not linear in its logarithms"
            )
        return None
    return above.plus(below.scaled(Fraction(-1))).integral()


def _spread(form: Linear) -> list[Linear] | None:
    """A maximum among the terms that must be small is all of its parts, one by one."""
    for leaf, c in form.terms:
        if isinstance(leaf, Extreme) and leaf.is_maximum == (c > 0):
            rest = form.plus(Linear(((leaf, -c),)))
            parts = [linear(body) for body in leaf.bodies]
            if any(part is None for part in parts):
                raise Unsupported(
                    f"{write_quantity(leaf)} has a part that is not linear in logarithms"
                )
            return [rest.plus(part.scaled(c)) for part in parts if part is not None]
    return None


def _shown_each(state: State, forms: list[Linear]) -> Iterator[tuple[State, Form]]:
    for form in forms:
        left = Sum(tuple(Product((Constant(c), leaf)) for leaf, c in form.terms))
        yield from shown(state.fork(), left, Constant(-form.constant))


def _main(form: Linear, *, logs: bool) -> tuple[Quantity, Fraction] | None:
    """The measure to compare with a level, one whose bound needs no choice of letters."""
    for leaf, c in form.terms:
        if not isinstance(leaf, Measure) or leaf.is_log != logs:
            continue
        if c == (-1 if isinstance(leaf.value, Smallest) else 1):
            return leaf, c
        if c == -1 and isinstance(leaf.value, Power) and not isinstance(leaf.value.body, Largest):
            return leaf, c
    return None


def _alone(form: Linear, *, logs: bool) -> tuple[Quantity, Fraction] | None:
    """The one measure beside free numbers: a letter attains the bound, and no level is needed."""
    own = [(leaf, c) for leaf, c in form.terms if not isinstance(leaf, Scalar)]
    match own:
        case [(Measure(is_log=is_log) as leaf, c)] if is_log == logs and abs(c) == 1:
            return (leaf, c) if len(form.terms) > 1 else None
    return None


def _against(
    state: State, main: tuple[Quantity, Fraction] | None, level: Level, *, assumed: bool, logs: bool
) -> Form:
    """main <= level, or -main <= level, or 0 <= level: in logarithms if the measure is one."""
    if main is None:
        return Holds(level.above(constant(1 if logs else 0), constant(1)))
    leaf, c = main
    assert isinstance(leaf, Measure)
    introduce(state, leaf)
    if c > 0:
        return state.bound(leaf, ABOVE, level, assumed=assumed)
    lower = level.inverse() if leaf.is_log else Level(-level.numerator, level.denominator)
    return state.bound(leaf, BELOW, lower, assumed=assumed)


def _budget(state: State, rest: Linear, sides: dict[bool, str], *, logs: bool) -> Levels:
    """The level that `-rest` allows: exp of it in logarithms, itself otherwise.

    `sides` says which bound is asked of a term with positive (True) or negative coefficient.
    """
    if not logs:
        yield from _plain_budget(state, rest, sides)
        return
    yield from _log_budget(exponential_of(state, -rest.constant), state, rest.terms, sides)


def _log_budget(
    level: Level,
    state: State,
    terms: tuple[tuple[Quantity, Fraction], ...],
    sides: dict[bool, str],
) -> Levels:
    if not terms:
        yield state, level
        return
    (leaf, c), later = terms[0], terms[1:]
    if abs(c) > LARGEST_POWER:
        raise Unsupported(f"{abs(c)} times {write_quantity(leaf)} is too large a power of a level")
    for after, own in _log_level(state, leaf, sides[c > 0]):
        power = own.inverse() if c > 0 else own
        total = level
        for _ in range(abs(int(c))):
            total = total * power
        yield from _log_budget(total, after, later, sides)


def _plain_budget(state: State, rest: Linear, sides: dict[bool, str]) -> Levels:
    def go(known: State, terms: tuple[tuple[Quantity, Fraction], ...], sofar: Level) -> Levels:
        if not terms:
            yield known, sofar
            return
        (leaf, c), later = terms[0], terms[1:]
        for after, own in plain_level(known, leaf, sides[c > 0]):
            yield from go(after, later, _plus(sofar, own, -c))

    yield from go(state, rest.terms, Level(constant(-rest.constant)))


def _is_in_nats(state: State, form: Linear) -> bool:
    """Whether informations stand beside logarithms, or beside means of the largest of some."""
    values = [leaf.value for leaf, _ in form.terms if isinstance(leaf, Measure) and not leaf.is_log]
    means = any(largest_mean(value) is not None for value in values)
    sums = any(map(is_of_terms, values))
    logs = any(has_logs(leaf) for leaf, _ in form.terms)
    return state.profile.has_terms and ((means and (sums or logs)) or (sums and logs))


def _gap_in_nats(
    state: State, form: Linear, sides: dict[bool, str]
) -> Iterator[tuple[State, Polynomial]]:
    """-form as a polynomial with convex terms: that it is >= 0 says that the form is <= 0.

    An information is itself, and log t is a convex term; other numbers are levels.
    """

    def go(
        known: State, terms: tuple[tuple[Quantity, Fraction], ...], gap: Polynomial
    ) -> Iterator[tuple[State, Polynomial]]:
        if not terms:
            yield known, gap
            return
        (leaf, c), later = terms[0], terms[1:]
        for after, own in _in_nats(known, leaf, sides[c > 0]):
            yield from go(after, later, gap - c * own)

    yield from go(state, form.terms, constant(-form.constant))


def _in_nats(state: State, leaf: Quantity, side: str) -> Iterator[tuple[State, Polynomial]]:
    """A leaf as a polynomial with convex terms, bounded from the side that is asked."""
    match leaf:
        case Measure(is_log=False):
            value = value_of(state, leaf)
            terms, mean = sum_of_terms(value), largest_mean(value)
            if terms is not None:
                introduce(state, leaf)
                yield state, terms
            elif mean is not None:
                introduce(state, leaf)
                made = mean_from_above if side == ABOVE else mean_from_below
                _, facts, bound = made(mean, state.names)
                for fact in facts:
                    state.add(fact)
                yield state, bound
            else:
                for after, level in measure_level(state, leaf, side):
                    yield after, level.numerator
        case Measure():
            degree = state.profile.degree
            for after, level in measure_level(state, leaf, side):
                root = root_of(level.numerator, degree)
                assert root is not None  # the level of a power is a power of its tensor
                yield after, degree * log(root)
        case Scalar():
            yield state, scalar_level(state, leaf, exponential=False).numerator
        case Logarithm(body):
            for after, level in plain_level(state, body, side):
                above = _positive(after, level, write_quantity(body), side)
                below = level.denominator
                yield after, log(above) - (log(below) if below != constant(1) else constant(0))
        case Extreme(bodies, is_maximum) if is_maximum == (side == ABOVE):
            bound_ = state.number("max" if is_maximum else "min")
            level = scalar_level(state, bound_, exponential=False)
            pairs = [(b, bound_) if is_maximum else (bound_, b) for b in bodies]
            premises = tuple(Comparison(low, "<=", high) for low, high in pairs)
            yield from ((after, level.numerator) for after in assume_premises(state, premises))
        case _:
            raise Unsupported(f"{write_quantity(leaf)} is not known in nats from {side}")


def _arithmetic_in_nats(state: State, quantity: Quantity, side: str) -> Levels:
    """Sums, products and quotients in which logarithms and informations are sums of terms.

    Raises Unsupported for a measure that can be infinite beside others in a product.
    """
    match quantity:
        case Sum(terms):
            yield from _fold(state, terms, side, Level(constant(0)), _plus, _arithmetic_in_nats)
        case Product(factors):
            varying = [f for f in factors if not isinstance(f, Constant)]
            if len(varying) > 1:
                _require_finite(varying)
            both = _factor_side(factors, side)
            one = Level(constant(1))
            yield from _fold(state, factors, both, one, Level.__mul__, _arithmetic_in_nats)
        case Division(numerator, denominator):
            for after, top in _arithmetic_in_nats(state, numerator, side):
                yield from _quotient(after, top, denominator, side)
        case Constant() | Exponential():
            yield from plain_level(state, quantity, side)
        case Measure(is_log=True) if quantity.finite:
            yield from _logarithm_of_level(state, quantity, side)
        case _ if side in (ABOVE, BELOW):
            yield from ((after, Level(own)) for after, own in _in_nats(state, quantity, side))
        case _:
            yield from _in_nats_from_both(state, quantity)


def _in_nats_from_both(state: State, quantity: Quantity) -> Levels:
    for after, own in _in_nats(state, quantity, ABOVE):
        for last, again in _in_nats(after, quantity, BELOW):
            if again != own:
                raise Unsupported(f"{write_quantity(quantity)} has no value in nats")
            yield last, Level(own)


def _logarithm_of_level(state: State, measure: Measure, side: str) -> Levels:
    """A finite leakage as a number, the logarithm of its level."""
    degree = state.profile.degree
    for after, level in measure_level(state, measure, side):
        root = root_of(level.numerator, degree)
        assert root is not None  # the level of a power is a power of its tensor
        ((tensor, _),) = root.atoms()
        yield after, Level(degree * logarithm_level(after, measure, tensor))


def _require_finite(factors: list[Quantity]) -> None:
    for part in (part for factor in factors for part in walk(factor)):
        if isinstance(part, Measure) and not part.finite:
            raise Unsupported(f"{part.text} can be infinite, and stands in a product")


def _positive(state: State, level: Level, text: str, side: str) -> Polynomial:
    """The numerator of a level of which a logarithm is taken, or s > 0 at least the level.

    From below, a logarithm of what is not positive has no value or is -inf, and bounds nothing.
    From above the logarithm of zero is the limit of those of numbers above.
    """
    own = level.numerator
    if surely_positive(own):
        return own
    if side == BELOW:
        state.add(Fact(f"{text} > 0", own, (), ">"))
        return own
    least = atom(Tensor(state.names.fresh("s"), positive=True, role="level"))
    state.add(Fact(f"{text} is at most s", least - own))
    return least


def _log_level(state: State, leaf: Quantity, side: str) -> Levels:
    """exp of a leaf."""
    match leaf:
        case Scalar():
            yield state, scalar_level(state, leaf, exponential=True)
        case Measure(is_log=is_log):
            for after, level in measure_level(state, leaf, side):
                yield after, level if is_log else exponential_level(after, leaf, level)
        case Logarithm(body):
            for after, level in plain_level(state, body, side):
                if not surely_positive(level.numerator):
                    sign = ">" if side == BELOW else ">="
                    name = f"{write_quantity(body)} {sign} 0"
                    after.add(Fact(name, level.numerator, (), sign))
                yield after, level
        case Extreme(bodies, is_maximum) if is_maximum == (side == ABOVE):
            bound = state.number("max" if is_maximum else "min")
            level = scalar_level(state, bound, exponential=True)
            pairs = [(b, bound) if is_maximum else (bound, b) for b in bodies]
            premises = tuple(Comparison(low, "<=", high) for low, high in pairs)
            yield from ((after, level) for after in assume_premises(state, premises))
        case _:
            raise Unsupported(f"{write_quantity(leaf)} has no level from {side}")


def plain_level(state: State, quantity: Quantity, side: str) -> Levels:
    """A quantity that is no logarithm, as a level bounded from the side that is asked.

    Raises Unsupported for a denominator whose sign is not plain.
    """
    match quantity:
        case Constant(value):
            yield state, Level(constant(value))
        case Scalar():
            yield state, scalar_level(state, quantity, exponential=False)
        case Measure() if not quantity.is_log:
            yield from measure_level(state, quantity, side)
        case Exponential(body):
            form = linear(body)
            if form is None:
                raise Unsupported(f"{write_quantity(quantity)} is not exp of a linear form")
            form = form.scaled(Fraction(-1))
            if any(c.denominator != 1 for _, c in form.terms):
                raise Unsupported(f"{write_quantity(quantity)} has a root in it")
            asked = {True: FLIP[side], False: side}
            require_exponent(form, asked, BELOW)
            yield from _budget(state, form, asked, logs=True)
        case Sum(terms):
            yield from _fold(state, terms, side, Level(constant(0)), _plus, plain_level)
        case Product(factors):
            both = _factor_side(factors, side)
            one = Level(constant(1))
            yield from _fold(state, factors, both, one, Level.__mul__, plain_level)
        case Division(numerator, denominator):
            for after, top in plain_level(state, numerator, side):
                yield from _quotient(after, top, denominator, side)
        case _:
            raise Unsupported(f"{write_quantity(quantity)} is not arithmetic of levels")


def _fold(
    state: State,
    parts: tuple[Quantity, ...],
    side: str,
    start: Level,
    join: Callable[[Level, Level], Level],
    read: Callable[[State, Quantity, str], Levels],
) -> Levels:
    if not parts:
        yield state, start
        return
    for after, level in read(state, parts[0], side):
        yield from _fold(after, parts[1:], side, join(start, level), join, read)


def _quotient(state: State, top: Level, denominator: Quantity, side: str) -> Levels:
    for after, low in plain_level(state, denominator, FLIP[side]):
        if not surely_positive(low.numerator):
            require_nonzero(after, low.numerator, write_quantity(denominator))
        yield after, top * low.inverse()


def _factor_side(factors: tuple[Quantity, ...], side: str) -> str:
    """A negative constant turns the side; two factors that vary need both, unless none is negative.

    Nor may they be infinite: of those nothing is said where another factor is zero.
    """
    varying = [f for f in factors if not isinstance(f, Constant)]
    if len(varying) > 1 and not all(map(_is_nonnegative, varying)):
        return f"{ABOVE} {BELOW}"
    negative = sum(isinstance(f, Constant) and f.value < 0 for f in factors)
    return FLIP[side] if negative % 2 else side


def _is_nonnegative(factor: Quantity) -> bool:
    """Whether it is a finite measure that is never negative."""
    if not isinstance(factor, Measure) or factor.is_log or not factor.finite:
        return False
    return factor.least is not None and factor.least >= 0


def _plus(left: Level, right: Level, factor: Fraction = Fraction(1)) -> Level:
    numerator = left.numerator * right.denominator + right.numerator * left.denominator * factor
    return Level(numerator, left.denominator * right.denominator)
