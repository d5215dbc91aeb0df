"""How much a channel contracts divergences, and the maximal correlation of input and output.

    eta[f](P, W)   =  sup over Q << P, Q /= P, of  D[f](Q >> W || P >> W) / D[f](Q || P)
    eta[f](W)      =  sup over P of eta[f](P, W)
    dobrushin(W)   =  eta[tv](W)  =  max_{x, x'} sum_y max(0, W(x,y) - W(x',y))
    rho(P, W)      =  sqrt( eta[chi2](P, W) )  =  sup of the correlation of any g(X) and h(Y)

All are in [0, 1], and zero where the prior is of one letter. eta[tv](P, W) is the largest total
variation of two rows of the support. rho(P, W)^2 is the second largest eigenvalue of a step to an
outcome and back, and eta[chi2](W) the largest value for two rows a, b of

    s (1 - s) sum_y (a(y) - b(y))^2 / (s a(y) + (1 - s) b(y)),       0 < s < 1

and over all priors kl, H2, js and lc have the same coefficient. At one prior these four are known
within proved bounds (evaluators/exact_contraction.py). Level form: an inequality of convex terms
for every part of the prior (lowering/contraction_form.py). Sources: [Dobrushin 1956], [Hirschfeld
1935; Renyi 1959], [Choi, Ruskai, Seneta 1994], [Ordentlich, Polyanskiy 2021].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import constant
from pmlsym.language.nodes import Measure
from pmlsym.language.value import ContractionCoefficient, Divergence, Largest, Power
from pmlsym.measures.f_divergence import largest_divergence, require_function
from pmlsym.measures.leakage_capacity import pairs_on_support
from pmlsym.measures.notion import CHANNEL, FUNCTION, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, prior_and_channel, require_fit
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def contraction(f: str, *arguments: Prior | Channel) -> Measure:
    """The contraction coefficient of a divergence: `eta[f](W)`, or `eta[f](P, W)`; in [0, 1].

    The largest ratio of the divergence of two outputs to that of the two priors; the second of
    these is P. `f` is kl, chi2, tv, H2, js or lc. Raises InvalidInput at another f or other
    arguments, AlphabetMismatch if the prior does not fit the channel.
    Source: [Dobrushin 1956; Polyanskiy and Wu, Information Theory, ch. 33].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> contraction("tv", Channel("W", X, Y)), contraction("kl", Prior("P", X), Channel("W", X, Y))
    (eta[tv](W), eta[kl](P, W))
    """
    word = f"eta[{require_function(f)}]"
    prior, channel = prior_and_channel(word, arguments)
    if f != "tv":
        value = _coefficient_value(f, prior, channel)
        return measure(word, arguments, value, is_log=False)
    return _variation_of_rows(word, prior, channel, arguments)


def dobrushin(channel: Channel) -> Measure:
    """Dobrushin's coefficient, which is eta[tv]; in [0, 1]. Source: [Dobrushin 1956].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> dobrushin(Channel("W", *alphabets("X Y")))
    dobrushin(W)
    """
    return largest_divergence("dobrushin", channel, (channel,), "tv")


def maximal_correlation(prior: Prior, channel: Channel) -> Measure:
    """The maximal correlation of a function of the input and one of the output; in [0, 1].

    Raises AlphabetMismatch if the prior does not fit the channel.
    Source: [Hirschfeld 1935; Gebelein 1941; Renyi 1959].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> maximal_correlation(Prior("P", X), Channel("W", X, Y))
    rho(P, W)
    """
    require_fit(prior, channel)
    value = Power(_coefficient_value("chi2", prior, channel), Fraction(1, 2))
    return measure("rho", (prior, channel), value, is_log=False)


def _coefficient_value(f: str, prior: Prior | None, channel: Channel) -> ContractionCoefficient:
    """The value of eta[f], a contraction coefficient, at a prior or over all without one."""
    outputs = letters(channel.outputs)
    inputs = letters(channel.inputs, taken=outputs)
    mass = constant(1) if prior is None else prior.mass(*inputs)
    return ContractionCoefficient(f, inputs, outputs, mass, channel.entry(inputs, outputs))


def _variation_of_rows(
    word: str, prior: Prior | None, channel: Channel, arguments: tuple[Prior | Channel, ...]
) -> Measure:
    """The measure that is the largest total variation between two rows, of the support."""
    if prior is None:
        return largest_divergence(word, channel, arguments, "tv")
    outputs = letters(channel.outputs)
    one, other, over, where = pairs_on_support(prior, channel)
    gap = Divergence("tv", outputs, channel.entry(one, outputs), channel.entry(other, outputs))
    return measure(word, arguments, Largest(over, gap, where), is_log=False)


NOTIONS = (
    Notion(
        words=(
            Word("eta", contraction, (FUNCTION, CHANNEL), indexed=True),
            Word("eta", contraction, (FUNCTION, PRIOR, CHANNEL), indexed=True),
            Word("dobrushin", dobrushin, (CHANNEL,)),
        ),
        meaning="contraction coefficient of a divergence, over all priors or at one",
        other_names=("contraction", "dobrushin_coefficient", "sdpi_constant"),
        laws=(
            Law("eta[tv](W) <= 1"),
            Law("eta[kl](W) <= 1"),
            Law("dobrushin(W) == eta[tv](W)"),
            Law("D[tv](W[x] || W[z]) <= dobrushin(W)"),
            Law("eta[tv](W >> V) <= eta[tv](W)"),
            Law("tv(P, W) <= eta[tv](W)"),
            Law("eta[tv](W >> V) <= eta[tv](W)*eta[tv](V)"),
            Law("D[tv](P >> W || Q >> W) <= eta[tv](W)*D[tv](P || Q)"),
            Law("ldp(W) <= eps => eta[tv](W) <= (exp(eps) - 1)/(exp(eps) + 1)"),
            Law("tv(P, W) <= eta[tv](P, W)"),
            Law("eta[chi2](P, W) <= eta[chi2](W)"),
            Law("eta[kl](W >> V) <= eta[kl](W)*eta[kl](V)"),
            Law("eta[js](W) <= 1 - doeblin(W)"),
            Law("D[kl](P >> W || Q >> W) <= eta[kl](W)*D[kl](P || Q)"),
            Law("D[chi2](P >> W || Q >> W) <= eta[chi2](Q, W)*D[chi2](P || Q)"),
            Law("D[lc](P >> W || Q >> W) <= eta[lc](W)*D[lc](P || Q)"),
            Law("mi(P, W >> V) <= eta[kl](V)*mi(P, W)"),
            Law(
                "chi2(Q, B >> W) <= eta[chi2](Q >> B, W)*chi2(Q, B)",
                lets=("W: X -> Y", "B: A -> X"),
            ),
            Law("eta[chi2](W) <= eta[tv](W)"),
            Law("eta[kl](W) <= eta[tv](W)"),
            Law("eta[H2](W) <= eta[tv](W)"),
            Law("eta[kl](W) <= 1 - doeblin(W)"),
            Law("D[kl](P >> W || Q >> W) <= eta[tv](W)*D[kl](P || Q)"),
            Law("mi(P, W >> V) <= eta[tv](V)*mi(P, W)", link=True),
            Law("ldp(W) <= eps => eta[kl](W) <= (exp(eps) - 1)/(exp(eps) + 1)"),
            Law("c >= 1 => D[E(c)](P >> W || Q >> W) <= eta[tv](W)*D[E(c)](P || Q)"),
            Law("eta[chi2](W) == eta[kl](W)", open=True),
        ),
    ),
    Notion(
        words=(Word("rho", maximal_correlation, (PRIOR, CHANNEL)),),
        meaning="maximal correlation",
        other_names=("maximal_correlation", "correlation"),
        laws=(
            Law("rho(P, W) <= 1"),
            Law("rho(P, W)^2 == eta[chi2](P, W)"),
            Law("rho(P, W)^2 <= eta[chi2](W)"),
            Law("rho(P, W) == 0 => mi(P, W) == 0"),
            Law("rho(P, W >> V) <= rho(P, W)*rho(P >> W, V)"),
            Law("rho(P, W) <= rho(P, W & U)"),
        ),
    ),
)
