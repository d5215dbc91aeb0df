"""Divergences of two priors, and informations of a prior and a channel.

    D[f](P || Q)   =  sum_x q(x) f( p(x)/q(x) )
    I[f](P, W)     =  sum_{x, y} p(x)P_Y(y) f( W(x,y)/P_Y(y) )   =   D[f](joint || product)
    I[f](P, W, y)  =  D[f](P_{X|Y=y} || P)

    kl    f(u) = u log u                in nats; I[kl](P, W) is mi(P, W)
    chi2  f(u) = (u - 1)^2              Pearson's; I[chi2](P, W) is chi2(P, W)
    tv    f(u) = max(u - 1, 0)          half the L1 distance; I[tv](P, W) is tv(P, W)
    H2    f(u) = (sqrt(u) - 1)^2/2      Hellinger's squared distance, 1 - sum sqrt(p q); at most 1
    js    half of each prior's divergence from the mean of both; Jensen and Shannon's, at most log 2
    lc    f(u) = (u - 1)^2/(2u + 2)     Vincze and Le Cam's; at most 1

f is convex with f(1) = 0. Where q(x) = 0 the summand is p(x) times the slope of f at infinity: kl
and chi2 are infinite where P has mass and Q has none. Level form: a sum of convex terms
(docs/convex_terms.md). Source: [Csiszar 1967; Polyanskiy and Wu, Information Theory, ch. 7].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import Measure, Quantity
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES, Divergence, Largest
from pmlsym.measures.notion import AGAINST, CHANNEL, FUNCTION, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import mean_or_at_outcome, measure, observation_of
from pmlsym.measures.pairs_of_rows import any_two_inputs, rows_of_pair
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Against, Prior

ONE = constant(1)


def divergence(f: str, between: Against) -> Measure:
    """The f-divergence of two priors of the same letters; a number >= 0, possibly +inf.

    `f` is kl, chi2, tv, H2, js or lc; `between` is ps.Against(P, Q). Raises AlphabetMismatch where
    the priors have other letters, InvalidInput at another f. Source: [Csiszar 1967].

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> X = Alphabet("X")
    >>> divergence("kl", Against(Prior("P", X), Prior("Q", X)))
    D[kl](P || Q)
    """
    require_kind(between, Against, "two priors as ps.Against(P, Q)")
    first, second = between.first, between.second
    over = letters(first.alphabets)
    value = Divergence(require_function(f), over, first.mass(*over), second.mass(*over))
    return measure(f"D[{f}]", (between,), value, is_log=False)


def information(f: str, prior: Prior, channel: Channel, *outcomes: str) -> Quantity:
    """The f-information of input and output: the f-divergence of joint and product; >= 0, finite.

    `f` is as in `divergence`. At outcomes, one for each output, it is the divergence of posterior
    and prior, which has no value where the outcome cannot occur. Raises AlphabetMismatch if the
    prior does not fit the channel, InvalidInput at another f.
    Source: [Polyanskiy and Wu, Information Theory, ch. 7].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> information("H2", Prior("P", X), Channel("W", X, Y))
    I[H2](P, W)
    """
    observation, function = observation_of(prior, channel, *outcomes), require_function(f)
    return mean_or_at_outcome(
        f"I[{f}]", (prior, channel, *outcomes), observation, observation.divergence(function)
    )


def largest_divergence(
    word: str, channel: Channel, arguments: tuple[object, ...], f: str, factor: Polynomial = ONE
) -> Measure:
    """The measure that is the largest f-divergence of a row from another's multiple."""
    pair = any_two_inputs(channel)
    outputs, one, other = rows_of_pair(channel, pair)
    value = Largest(pair[-1], Divergence(f, outputs, one, factor * other))
    return measure(word, arguments, value, is_log=False)


def require_function(f: str) -> str:
    """The name of a function of divergences. Raises InvalidInput for any other name."""
    if not isinstance(f, str) or f not in FORMULAS_OF_DIVERGENCES:
        names = ", ".join(FORMULAS_OF_DIVERGENCES)
        raise InvalidInput(f"no divergence is called {f!r:.60}; there are {names}")
    return f


NOTIONS = (
    Notion(
        words=(Word("D", divergence, (FUNCTION, AGAINST), indexed=True),),
        meaning="f-divergence",
        other_names=("relative_entropy", "divergence", "kullback_leibler"),
        laws=(
            Law("D[kl](P || Q) >= 0"),
            Law("D[kl](P >> W || Q >> W) <= D[kl](P || Q)"),
            Law("D[chi2](P >> W || Q >> W) <= D[chi2](P || Q)"),
            Law("D[tv](P >> W || Q >> W) <= D[tv](P || Q)"),
            Law("D[H2](P >> W || Q >> W) <= D[H2](P || Q)"),
            Law("D[js](P >> W || Q >> W) <= D[js](P || Q)"),
            Law("D[lc](P >> W || Q >> W) <= D[lc](P || Q)"),
            Law("D[kl](q*P + (1 - q)*R || Q) <= q*D[kl](P || Q) + (1 - q)*D[kl](R || Q)"),
            Law("D[tv](P || Q) <= D[tv](P || R) + D[tv](R || Q)"),
            Law("D[kl](P || Q) <= log(1 + D[chi2](P || Q))"),
            Law("2*D[tv](P || Q)*D[tv](P || Q) <= D[kl](P || Q)"),
            Law("D[H2](P || Q) <= D[tv](P || Q)"),
            Law("2*D[H2](P || Q) <= D[kl](P || Q)"),
            Law("D[lc](P || Q) <= 1"),
            Law("D[lc](P || Q) <= D[tv](P || Q)"),
            Law("D[js](P || Q) <= log(2)*D[tv](P || Q)"),
        ),
    ),
    Notion(
        words=(
            Word("I", information, (FUNCTION, PRIOR, CHANNEL), indexed=True),
            Word("I", information, (FUNCTION, PRIOR, CHANNEL, OUTCOME), indexed=True, repeats=True),
        ),
        meaning="f-information",
        other_names=("f_information",),
        laws=(
            Law("I[kl](P, W) == mi(P, W)"),
            Law("I[H2](P, W >> V) <= I[H2](P, W)"),
            Law("I[H2](P, W >> V) <= I[H2](P >> W, V)"),
            Law("I[H2](P, q*W + (1 - q)*V) <= q*I[H2](P, W) + (1 - q)*I[H2](P, V)"),
            Law("I[js](P, W >> V) <= I[js](P, W)"),
            Law("I[js](P, W >> V) <= I[js](P >> W, V)"),
            Law("I[js](P, q*W + (1 - q)*V) <= q*I[js](P, W) + (1 - q)*I[js](P, V)"),
            Law("I[lc](P, W >> V) <= I[lc](P, W)"),
            Law("I[lc](P, W >> V) <= I[lc](P >> W, V)"),
            Law("I[lc](P, q*W + (1 - q)*V) <= q*I[lc](P, W) + (1 - q)*I[lc](P, V)"),
            Law("I[H2](P, W) <= tv(P, W)"),
            Law("2*I[H2](P, W) <= mi(P, W)"),
            Law("I[js](P, W) <= I[lc](P, W)"),
            Law("ldp(W) <= 2*eps => I[lc](P, W) <= (exp(eps) - 1)^2/(exp(eps) + 1)^2"),
            Law("ldp(W) <= 4*eps => I[H2](P, W) <= (exp(eps) - 1)^2/(exp(2*eps) + 1)"),
            Law("I[H2](P, W, y) <= tv(P, W, y)"),
            Law("I[lc](P, W, y) <= 1"),
        ),
    ),
)
