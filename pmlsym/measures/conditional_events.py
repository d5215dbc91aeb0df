"""Tails and event maximal leakage of a second mechanism, given the outcome of the first.

    tail(P, U | W, eps)        P_YZ[ leakage of Z given Y > eps ]                     both at random
    worst_tail(P, U | W, eps)  max_y P_{Z|y}[ leakage of Z given Y = y > eps ]        y possible
    eml(P, U | W, delta)       the worst event maximal leakage of U under a posterior P_{X|Y=y}

The second mechanism satisfies (eps, delta)-PML for every y iff worst_tail <= delta.
Source: [PML23, Thm. 4].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Exceeds, FractionalEvent, Largest, Total, Weighted
from pmlsym.measures.notion import CONDITIONAL, LEVEL, PRIOR, PROBABILITY, Law, Notion, Word
from pmlsym.measures.observation import SecondMechanism, at_least_one, measure, second_mechanism
from pmlsym.measures.scalar_argument import Argument, ScalarArgument, as_level, as_probability
from pmlsym.model.channel import Given
from pmlsym.model.prior import Prior


def conditional_tail(prior: Prior, given: Given, eps: Argument) -> Measure:
    """The probability that the second outcome leaks strictly more than eps nats given the first.

    Both outcomes are random; the result is in [0, 1]. Raises AlphabetMismatch if the parts do not
    fit, InvalidInput at an eps that is not a level. Source: [PML23, Thm. 4.3].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.language.nodes import Scalar
    >>> from pmlsym.model.channel import Channel
    >>> X, Y, Z = alphabets("X Y Z")
    >>> given = Given(Channel("W", X, Y), Channel("U", (X, Y), Z))
    >>> conditional_tail(Prior("P", X), given, Scalar("eps"))
    tail(P, U | W, eps)
    """
    part, bar = second_mechanism(prior, given), as_level(eps)
    bad = _leaks_more(part, bar)
    value = Total((*part.before, *part.after), Weighted(part.quotient.total, bad))
    return measure("tail", (prior, given, bar), value, is_log=False, defined=(part.quotient,))


def worst_tail(prior: Prior, given: Given, eps: Argument) -> Measure:
    """The largest probability, over first outcomes, that the second leaks strictly more than eps.

    In [0, 1]; at most delta iff the second mechanism satisfies (eps, delta)-PML under each
    posterior. Raises AlphabetMismatch if the parts do not fit, InvalidInput at an eps that is no
    level. Source: [PML23, Thm. 4.2].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.language.nodes import Scalar
    >>> from pmlsym.model.channel import Channel
    >>> X, Y, Z = alphabets("X Y Z")
    >>> worst_tail(Prior("P", X), Given(Channel("W", X, Y), Channel("U", (X, Y), Z)), Scalar("eps"))
    worst_tail(P, U | W, eps)
    """
    part, bar = second_mechanism(prior, given), as_level(eps)
    bad = _leaks_more(part, bar)
    inner = Total(part.after, Weighted(part.conditional, bad))
    value = Largest(part.before, inner, part.seen)
    return measure("worst_tail", (prior, given, bar), value, is_log=False, defined=(part.quotient,))


def conditional_eml(prior: Prior, given: Given, delta: Argument) -> Measure:
    """Event maximal leakage of the second mechanism under the worst posterior, in nats.

    Over events of probability >= delta given the first outcome. The result is a quantity >= 0.
    Raises AlphabetMismatch if the parts do not fit, InvalidInput at a delta that is not a
    probability. Source: [PML23, Thm. 4.4].

    >>> from fractions import Fraction
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.model.channel import Channel
    >>> X, Y, Z = alphabets("X Y Z")
    >>> given = Given(Channel("W", X, Y), Channel("U", (X, Y), Z))
    >>> conditional_eml(Prior("P", X), given, Fraction(1, 10))
    eml(P, U | W, 1/10)
    """
    part, least = second_mechanism(prior, given), as_probability(delta)
    event = FractionalEvent(part.after, part.ratio.numerator, part.conditional, least.polynomial)
    worst = Largest((*part.inputs, *part.before), event, part.where)
    return measure("eml", (prior, given, least), at_least_one(worst), defined=(part.quotient,))


def _leaks_more(part: SecondMechanism, bar: ScalarArgument) -> Exceeds:
    """The value of a tail: 1 where the second outcome leaks more than the level, else 0."""
    return Exceeds(Largest(part.inputs, part.ratio, part.where), bar.polynomial)


NOTIONS = (
    Notion(
        words=(Word("tail", conditional_tail, (PRIOR, CONDITIONAL, LEVEL)),),
        meaning="probability that the second leakage exceeds eps, both outcomes random",
        laws=(
            Law("pml(P, U | W) <= eps => tail(P, U | W, eps) <= 0"),
            Law("tail(P, U | W, eps) <= worst_tail(P, U | W, eps)"),
        ),
    ),
    Notion(
        words=(Word("worst_tail", worst_tail, (PRIOR, CONDITIONAL, LEVEL)),),
        meaning="the same under the worst first outcome: (eps, delta)-PML of every posterior",
        laws=(Law("pml(P, U | W) <= eps => worst_tail(P, U | W, eps) <= 0"),),
    ),
    Notion(
        words=(Word("eml", conditional_eml, (PRIOR, CONDITIONAL, PROBABILITY)),),
        meaning="event maximal leakage of the second mechanism under the worst posterior",
        laws=(
            Law("eml(P, U | W, 0) == pml(P, U | W)"),
            Law("eml(P, U | W, delta) <= pml(P, U | W)"),
        ),
    ),
)
