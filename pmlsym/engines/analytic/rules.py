"""The rules: what each step of an analytic proof leaves to be shown.

`expand(problem, step)` returns problems; if they are all true, so is `problem`. Whatever else a
rule needs is settled here, at once, or the step is refused. Finding and checking a proof both go
through this function, and through nothing else.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from pmlsym.engines.analytic.bounds import exponentiated
from pmlsym.engines.analytic.boxes import require_enclosed
from pmlsym.engines.analytic.polynomial import EXP, NUMBER, Generator, NumberPolynomial
from pmlsym.engines.analytic.power_series import has_nonnegative_coefficients, limit_at_end
from pmlsym.engines.analytic.problem import (
    NumberFact,
    NumberProblem,
    denominators,
    end_of_range,
    log_arguments,
)
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.solver import LEVELS, follows, is_positive, is_settled, obstacle
from pmlsym.errors import InvalidCertificate, OutOfDomain
from pmlsym.evidence.enclosure import (
    Approach,
    Ask,
    Cancel,
    Clear,
    Compare,
    Divide,
    Enclose,
    Exponentiate,
    Move,
    PowerSeries,
    Replace,
    Split,
    Step,
    Takelog,
)

QUICK, LONGEST = 500, 60_000


def expand(problem: NumberProblem, step: Step) -> tuple[NumberProblem, ...]:
    """The analytic problems that a step leaves. Raises InvalidCertificate at a wrong step.

    >>> x = NumberRatio.variable("x")
    >>> problem = NumberProblem((NumberFact(x),), NumberFact(x.exp() - x - 1))
    >>> print(*expand(problem, Move("x", to_low=True)), sep=" and ")
    x >= 0, x > 0  =>  exp(x) - 1 >= 0 and 0 >= 0  =>  0 >= 0
    """
    strict = problem.goal.is_strict
    match step:
        case Ask() | PowerSeries() | Enclose():
            _require_settled(problem, step)
            return ()
        case Exponentiate():
            return (problem.with_goal(_exponentiated_goal(problem), is_strict=strict),)
        case Takelog():
            return (problem.with_goal(_difference_of_logarithms(problem), is_strict=strict),)
        case Cancel():
            return (problem.with_goal(_without_common_monomial(problem), is_strict=strict),)
        case Replace(number, fact):
            return _with_number_bounded(problem, number, fact)
        case Clear(signs):
            return _without_denominator(problem, signs)
        case Divide(generator, sign):
            return _divided_goal(problem, generator, sign)
        case Move(number, to_low):
            return _moved_to_end(problem, number, to_low)
        case Approach(number, other, from_above):
            return _moved_to_other(problem, number, other, from_above)
        case Compare() | Split():
            return _two_cases(problem, step)


def _two_cases(problem: NumberProblem, step: Compare | Split) -> tuple[NumberProblem, ...]:
    """The two problems that an analytic proof by cases leaves: a number is below, or above."""
    other = NumberRatio.variable(step.other) if isinstance(step, Compare) else step.at
    below = other - NumberRatio.variable(step.number)
    return problem.with_fact(below), problem.with_fact(-below)


def _require_settled(problem: NumberProblem, step: Ask | PowerSeries | Enclose) -> None:
    """Raise InvalidCertificate unless the step settles the analytic problem by itself."""
    if isinstance(step, PowerSeries):
        _require_series(problem, step.number)
    elif isinstance(step, Enclose):
        require_enclosed(problem, step)
    else:
        _require_answer(problem, step)


def _require_answer(problem: NumberProblem, step: Ask) -> None:
    """Raise InvalidCertificate unless Z3 proves the analytic problem."""
    if step.level not in LEVELS or not 0 < step.milliseconds <= LONGEST:
        raise InvalidCertificate(f"Z3 is not asked so: {step}")
    if not is_settled(problem, step.level, step.milliseconds):
        raise InvalidCertificate(f"Z3 does not settle {problem}")


def _exponentiated_goal(problem: NumberProblem) -> NumberRatio:
    """An analytic goal without logarithms, of the same sign as the problem's."""
    form = exponentiated(problem.goal.form)
    if form is None:
        raise InvalidCertificate(f"{problem.goal} is no sum of logarithms")
    return form


def _difference_of_logarithms(problem: NumberProblem) -> NumberRatio:
    """The analytic goal log(c m) - log(d n) for c m - d n >= 0, of positive products m and n."""
    form = problem.goal.form
    above = [NumberRatio.term(m, c) for m, c in form.numerator.terms if c > 0]
    below = [NumberRatio.term(m, -c) for m, c in form.numerator.terms if c < 0]
    if form.factors or len(above) != 1 or len(below) != 1:
        raise InvalidCertificate(f"{problem.goal} compares no two products")
    _require_positive(problem, form.numerator.generators())
    (left,), (right,) = above, below
    return left.log(lambda _: True) - right.log(lambda _: True)


def _without_common_monomial(problem: NumberProblem) -> NumberRatio:
    """The analytic goal without the common monomial of its numerator, which is positive."""
    form = problem.goal.form
    _, powers = form.numerator.content()
    if not powers or not form.numerator:
        raise InvalidCertificate(f"no monomial divides {form}")
    _require_positive(problem, tuple(generator for generator, _ in powers))
    return NumberRatio(form.numerator.divided_by(Fraction(1), powers), form.factors)


def _require_positive(problem: NumberProblem, generators: tuple[Generator, ...]) -> None:
    """Raise InvalidCertificate unless an analytic proof's facts make these numbers positive."""
    for generator in generators:
        if generator.kind != EXP and not is_positive(problem.facts, NumberRatio.alone(generator)):
            raise InvalidCertificate(f"it is not known that {generator.text} > 0")


def _with_number_bounded(problem: NumberProblem, number: str, k: int) -> tuple[NumberProblem, ...]:
    """The analytic problem with a number x replaced by the bound that a fact gives it.

    Other facts about the number are of no further use.
    """
    if not 0 <= k < len(problem.facts):
        raise InvalidCertificate(f"there is no fact {k}")
    fact = problem.facts[k]
    rest, slope = _linear_in(number, problem.goal.form)
    constant, rate = _linear_in(number, fact.form)
    if slope * rate <= 0:
        raise InvalidCertificate(f"{fact} does not bound {number} as {problem.goal} needs")
    _require_defined(problem.facts, constant)
    left = rest - constant * (slope / rate)
    facts = tuple(other for other in problem.facts if number not in other.form.numbers())
    return (NumberProblem(facts, NumberFact(left, problem.goal.is_strict and not fact.is_strict)),)


def _linear_in(number: str, form: NumberRatio) -> tuple[NumberRatio, Fraction]:
    """a and s of an analytic form a + s x, s a nonzero rational and x nowhere else."""
    parts = form.numerator.coefficients(Generator(number, NUMBER))
    over = NumberRatio.number(1)
    for factor, exponent in form.factors:
        over = over * NumberRatio(factor**exponent).inverse()
    rest = NumberRatio(parts.get(0, NumberPolynomial.number(0))) * over
    slope = NumberRatio(parts.get(1, NumberPolynomial.number(0))) * over
    rate = slope.constant()
    if not rate or max(parts) > 1 or number in rest.numbers():
        raise InvalidCertificate(f"{form} is not linear in {number}")
    return rest, rate


def _without_denominator(
    problem: NumberProblem, signs: tuple[int, ...]
) -> tuple[NumberProblem, ...]:
    """The analytic problems of a goal without denominator: its factors' signs, the numerator."""
    form = problem.goal.form
    if len(signs) != len(form.factors) or not set(signs) <= {1, -1}:
        raise InvalidCertificate("there is to be one sign for each factor")
    left, above = [], form.numerator
    for (factor, exponent), sign in zip(form.factors, signs, strict=True):
        if exponent % 2:
            left.append(problem.with_goal(NumberRatio(factor) * sign, is_strict=True))
            above = above if sign > 0 else -above
    return (*left, problem.with_goal(NumberRatio(above), is_strict=problem.goal.is_strict))


def _divided_goal(problem: NumberProblem, generator: str, sign: int) -> tuple[NumberProblem, ...]:
    """The analytic problems of dividing a goal by a generator's factor: its sign, the quotient."""
    form = problem.goal.form
    named = [g for g in form.numerator.generators() if g.text == generator]
    if form.factors or not named or sign not in (1, -1):
        raise InvalidCertificate(f"{problem.goal} has no factor of {generator}")
    parts = form.numerator.coefficients(named[0])
    if max(parts) != 1:
        raise InvalidCertificate(f"{generator} does not occur to the first power alone")
    factor = NumberRatio(parts[1]) * sign
    quotient = form * factor.inverse()
    return (
        problem.with_goal(factor, is_strict=True),
        problem.with_goal(quotient, is_strict=problem.goal.is_strict),
    )


def _moved_to_end(problem: NumberProblem, number: str, to_low: bool) -> tuple[NumberProblem, ...]:
    """The analytic problems of moving a number to its range's end: a slope, and the form there."""
    limits = problem.limits(number)
    end = limits.low if to_low else limits.high
    end_open = limits.low_open if to_low else limits.high_open
    if end is None:
        raise InvalidCertificate(f"the range of {number} has no end there")
    facts = _facts_on_the_way(problem, number, to_low)
    form, goal = problem.goal.form, problem.goal
    _require_defined(facts, form)
    at_end = _facts_at_end(facts, number, NumberRatio.number(end))
    base = _value_at_end(at_end, form, number, end, from_above=to_low)
    slope = form.derivative(number)
    slope = slope if to_low else -slope
    beyond = NumberRatio.variable(number) - end
    inside = NumberFact(beyond if to_low else -beyond, is_strict=True)
    strictly = goal.is_strict and end_open
    return (
        NumberProblem((*facts, inside), NumberFact(slope, strictly)),
        NumberProblem(at_end, NumberFact(base, goal.is_strict and not strictly)),
    )


def _value_at_end(
    facts: tuple[NumberFact, ...],
    form: NumberRatio,
    number: str,
    end: Fraction,
    *,
    from_above: bool,
) -> NumberRatio:
    """The value, or else the limit, that an analytic proof gives a form at the end of a range."""
    value = NumberRatio.number(end)
    with suppress(OutOfDomain, InvalidCertificate):
        base = form.at(number, value)
        _require_value_at(facts, form, number, value)
        return base
    try:
        return limit_at_end(form, number, end, from_above=from_above)
    except OutOfDomain as error:
        raise InvalidCertificate(f"{form} has no value there: {error}") from None


def _require_series(problem: NumberProblem, number: str) -> None:
    """Raise InvalidCertificate unless a power series without a minus shows the analytic goal."""
    goal, limits = problem.goal, problem.limits(number)
    if limits.low is None or limits.low < 0:
        raise InvalidCertificate(f"it is not known that {number} >= 0")
    if goal.is_strict and ((limits.low == 0 and not limits.low_open) or not goal.form.numerator):
        raise InvalidCertificate(f"{goal} may be zero")
    if not has_nonnegative_coefficients(goal.form, number):
        raise InvalidCertificate(f"{goal.form} has no power series without a minus")


def _moved_to_other(
    problem: NumberProblem, number: str, other: str, from_above: bool
) -> tuple[NumberProblem, ...]:
    """The analytic problems of moving a number to another: the slope, and the form where equal.

    Facts about the number alone are ranges, so they hold on the way if the other number is within.
    """
    apart = NumberRatio.variable(number) - NumberRatio.variable(other)
    apart = apart if from_above else -apart
    orders = [fact for fact in problem.facts if fact.form == apart]
    if number == other or not orders:
        raise InvalidCertificate(f"{apart} >= 0 is no fact")
    strictly = problem.goal.is_strict and any(fact.is_strict for fact in orders)
    facts = [fact for fact in problem.facts if number not in fact.form.numbers()]
    for fact in problem.facts:
        if end_of_range(fact.form, number) is not None:
            at_other = NumberFact(fact.form.at(number, NumberRatio.variable(other)), fact.is_strict)
            if follows(problem.facts, at_other, QUICK):
                facts += [fact, at_other]
    form = problem.goal.form
    _require_defined((*facts, NumberFact(apart)), form)
    try:
        base = form.at(number, NumberRatio.variable(other))
    except OutOfDomain as error:
        raise InvalidCertificate(f"{form} has no value at {number} = {other}") from error
    at_end = tuple(fact for fact in facts if number not in fact.form.numbers())
    _require_defined(at_end, base)
    slope = form.derivative(number)
    slope = slope if from_above else -slope
    return (
        NumberProblem((*facts, NumberFact(apart, True)), NumberFact(slope, strictly)),
        NumberProblem(at_end, NumberFact(base, problem.goal.is_strict and not strictly)),
    )


def _facts_on_the_way(problem: NumberProblem, number: str, to_low: bool) -> tuple[NumberFact, ...]:
    """The facts of an analytic problem that hold on the whole way to the end of a range.

    They are those without the number, those about it alone, and those that grow along the way.
    """
    plain = tuple(
        fact
        for fact in problem.facts
        if number not in fact.form.numbers() or end_of_range(fact.form, number) is not None
    )
    growing = []
    for fact in problem.facts:
        if fact in plain or obstacle(plain, fact.form) is not None:
            continue
        growth = fact.form.derivative(number)
        if follows(plain, NumberFact(-growth if to_low else growth), QUICK):
            growing.append(fact)
    return (*plain, *growing)


def _facts_at_end(
    facts: tuple[NumberFact, ...], number: str, value: NumberRatio
) -> tuple[NumberFact, ...]:
    """The facts of an analytic problem at the end of a range, none of them strict."""
    at_end = []
    for fact in facts:
        if number not in fact.form.numbers():
            at_end.append(fact)
        elif not log_arguments(fact.form) and not denominators(fact.form):
            at_end.append(NumberFact(fact.form.at(number, value)))
    return tuple(at_end)


def _require_defined(facts: tuple[NumberFact, ...], form: NumberRatio) -> None:
    """Raise InvalidCertificate unless an analytic form is known to have a value by the facts."""
    reason = obstacle(facts, form)
    if reason is not None:
        raise InvalidCertificate(f"it is not known that {reason} on the way")


def _require_value_at(
    facts: tuple[NumberFact, ...], form: NumberRatio, number: str, value: NumberRatio
) -> None:
    """Raise InvalidCertificate unless an analytic proof may put the end of a range into a form."""
    needed = [(NumberRatio(factor), True) for factor in denominators(form)]
    needed += [(argument, False) for argument in log_arguments(form)]
    for part, either in needed:
        try:
            there = part.at(number, value)
        except OutOfDomain as error:
            raise InvalidCertificate(f"{part} has no value at {number} = {value}") from error
        _require_defined(facts, there)
        signs = (there, -there) if either else (there,)
        if not is_positive(facts, *signs):
            raise InvalidCertificate(f"{part} may vanish at {number} = {value}")
