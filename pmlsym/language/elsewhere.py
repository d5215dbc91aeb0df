"""The words of neighbouring fields, and how each is written here: the cheat sheet of the manual.

An error about a word that the language does not have quotes its row, as the manual does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

FLOW = "Quantitative information flow"
PRIVACY = "Differential privacy"
INFORMATION = "Information theory"
STATISTICS = "Statistics"


@dataclass(frozen=True)
class Elsewhere:
    """A word of a field, its spellings separated by `;`, and how it is written here."""

    field: str
    said: str
    here: str
    remark: str = ""


def plain_spelling(word: str) -> str:
    """The letters and digits of a word, in lower case: equal for spellings of one word.

    >>> plain_spelling("Bayes_security"), plain_spelling("(ε, δ)-LDP")
    ('bayessecurity', 'epsdeltaldp')
    """
    latin = "".join(GREEK.get(letter, letter) for letter in word.lower())
    return re.sub(r"[\W_]+", "", latin)


GREEK = {"ε": "eps", "ϵ": "eps", "δ": "delta", "α": "alpha", "γ": "gamma", "χ": "chi"}
"""The names of letters that stand in words, such as ε-LDP."""

CHEAT_SHEET = (
    Elsewhere(FLOW, "Bayes vulnerability", "V[id](P, W)", "`V[id](P)` before the outcome"),
    Elsewhere(FLOW, "g-vulnerability; Vg", "V[G](P, W)", "`V[tries(3)](P, W)` of three guesses"),
    Elsewhere(
        FLOW, "min-entropy leakage; multiplicative Bayes leakage; minleak", "L[id](P, W)", "in nats"
    ),
    Elsewhere(FLOW, "multiplicative leakage; g-leakage", "L[G](P, W)", "`exp` of it is the ratio"),
    Elsewhere(FLOW, "additive leakage", "Ladd[G](P, W)"),
    Elsewhere(FLOW, "Bayes capacity; min-capacity; ML capacity", "maxleak(W)", "in nats"),
    Elsewhere(FLOW, "max-case leakage; worst-case g-leakage", "worst_gleak(P, W, G)"),
    Elsewhere(FLOW, "leakage to a risk-averse adversary", "worst_costleak(P, W, C)"),
    Elsewhere(FLOW, "Bayes security", "1 - dobrushin(W)", "of the worst prior"),
    Elsewhere(FLOW, "lift; max-lift", "exp(pml(P, W))", "its logarithm is PML"),
    Elsewhere(FLOW, "min-lift", "exp(density_min(P, W))"),
    Elsewhere(FLOW, "lift capacity", "exp(ldp(W))"),
    Elsewhere(FLOW, "guessing entropy; guesswork", "guess(P, W)", "`guess(P)` before the outcome"),
    Elsewhere(FLOW, "Shannon leakage", "mi(P, W)"),
    Elsewhere(FLOW, "refinement; refines", "(exists R: W == V >> R)", "W is V, processed"),
    Elsewhere(
        PRIVACY,
        "epsilon; local DP; eps-LDP; epsilon-LDP; local privacy budget",
        "ldp(W)",
        "in nats",
    ),
    Elsewhere(PRIVACY, "approximate LDP; (eps, delta)-LDP", "ldp(W, delta)", "the least eps"),
    Elsewhere(PRIVACY, "privacy profile; privacy curve", "ldpdelta(W, eps)", "the least delta"),
    Elsewhere(
        PRIVACY,
        "differential privacy; eps-DP; epsilon-DP; central DP",
        "dp(W)",
        "W takes several letters",
    ),
    Elsewhere(PRIVACY, "approximate DP; (eps, delta)-DP", "dp(W, delta)", "the least eps"),
    Elsewhere(PRIVACY, "Renyi DP", "rdp(W, alpha)", "`dprdp(W, alpha)` of databases"),
    Elsewhere(
        PRIVACY, "zCDP; zero-concentrated DP", "rdp(W, alpha)", "its largest ratio to alpha is rho"
    ),
    Elsewhere(
        PRIVACY,
        "GDP; f-DP; trade-off function; hypothesis testing region",
        "ldpdelta(W, eps)",
        "the profile, which says as much",
    ),
    Elsewhere(PRIVACY, "E_gamma; hockey stick", "D[E(exp(eps))](P || Q)", "gamma = exp(eps)"),
    Elsewhere(PRIVACY, "max-divergence", "D[inf](P || Q)"),
    Elsewhere(
        PRIVACY, "randomised response; randomized response; k-RR; GRR", "rr(k, eps)", "a channel"
    ),
    Elsewhere(PRIVACY, "post-processing", "W >> V", "a channel"),
    Elsewhere(
        PRIVACY,
        "subsampling; privacy amplification",
        "q*W + (1 - q)*const(Q)",
        "W with probability q, a channel",
    ),
    Elsewhere(
        PRIVACY,
        "basic composition; sequential composition",
        "ldp(W & U) <= ldp(W) + ldp(U)",
        "of n uses `ldp(W^&n) <= n*ldp(W)`",
    ),
    Elsewhere(
        PRIVACY,
        "advanced composition",
        "ldp(W & U, delta)",
        "the least eps of both; of three uses of a given one `ldp(bsc(1/4)^&3, delta)`",
    ),
    Elsewhere(PRIVACY, "privacy loss", "pml(P, W, y)", "of an outcome y, in any prior's eyes"),
    Elsewhere(
        INFORMATION, "mutual information; information", "mi(P, W)", "`mi(P, W)/log(2)` is in bits"
    ),
    Elsewhere(
        INFORMATION, "entropy; Shannon; Shannon entropy", "H[1](P)", "`H(A)` of random variables"
    ),
    Elsewhere(INFORMATION, "conditional entropy; equivocation", "H[1](P | W)"),
    Elsewhere(INFORMATION, "min-entropy", "hmin(P)", "which `H[inf](P)` is too"),
    Elsewhere(INFORMATION, "binary entropy; hb; h2", "h(p)", "of 0 < p < 1, in nats"),
    Elsewhere(INFORMATION, "KL; relative entropy; kl divergence; dkl", "D(P || Q)"),
    Elsewhere(INFORMATION, "total variation; tvd; variational distance", "D[tv](P || Q)"),
    Elsewhere(INFORMATION, "Hellinger", "D[H2](P || Q)", "half of the squared distance"),
    Elsewhere(INFORMATION, "Jensen-Shannon; jsd", "D[js](P || Q)"),
    Elsewhere(INFORMATION, "chi; chi-squared divergence", "D[chi2](P || Q)"),
    Elsewhere(INFORMATION, "le Cam; triangular discrimination", "D[lc](P || Q)"),
    Elsewhere(INFORMATION, "f-divergence", "D[kl](P || Q)", "or `D[tv](P || Q)`, and others"),
    Elsewhere(INFORMATION, "Renyi; Renyi divergence", "D[alpha](P || Q)"),
    Elsewhere(INFORMATION, "Renyi entropy", "H[alpha](P)"),
    Elsewhere(
        INFORMATION,
        "Tsallis; Tsallis entropy",
        "(1 - exp((1 - alpha)*H[alpha](P)))/(alpha - 1)",
        "of an order that is not 1",
    ),
    Elsewhere(INFORMATION, "Sibson information; Sibson", "I[alpha](P, W)"),
    Elsewhere(INFORMATION, "Arimoto; Arimoto entropy", "H[alpha](P | W)"),
    Elsewhere(INFORMATION, "alpha-leakage; alphaleak", "aleak(P, W, alpha)"),
    Elsewhere(INFORMATION, "maximal alpha-leakage", "(sup P: I[alpha](P, W))"),
    Elsewhere(INFORMATION, "SDPI constant", "eta[kl](W)", "`eta[chi2](W)` of chi-squared"),
    Elsewhere(INFORMATION, "channel capacity; Shannon capacity", "(sup P: mi(P, W))"),
    Elsewhere(INFORMATION, "information density; i_min", "density_min(P, W)", "the smallest"),
    Elsewhere(INFORMATION, "data processing inequality; DPI", "mi(P, W >> V) <= mi(P, W)"),
    Elsewhere(INFORMATION, "maximal correlation; HGR", "rho(P, W)"),
    Elsewhere(INFORMATION, "degraded", "(exists R: W == V >> R)"),
    Elsewhere(INFORMATION, "memoryless channel", "W^n", "n uses on n letters; `W^&n` on one"),
    Elsewhere(INFORMATION, "Dobrushin coefficient; contraction coefficient", "dobrushin(W)"),
    Elsewhere(INFORMATION, "Doeblin coefficient", "doeblin(W)", "the sum of the column minima"),
    Elsewhere(STATISTICS, "likelihood ratio", "exp(ldp(W))", "the largest of any two letters"),
    Elsewhere(
        STATISTICS, "sufficient statistic", "(exists R: W == W >> T >> R)", "T of the outcome"
    ),
    Elsewhere(STATISTICS, "posterior odds", "exp(ldi(P, W))", "the largest, of two letters"),
    Elsewhere(STATISTICS, "Bayes risk; Bayes error; error probability", "1 - V[id](P, W)"),
    Elsewhere(STATISTICS, "testing advantage; membership advantage", "dobrushin(W)"),
    Elsewhere(STATISTICS, "chi-squared; Pearson chi2", "chi2(P, W)", "`D[chi2](P || Q)`"),
    Elsewhere(STATISTICS, "support size", "suppsize(P)", "`size(X)` of the alphabet"),
)

LONGEST = 4
"""Words of the longest phrase that is looked for."""

SPELLINGS = {plain_spelling(word): row.here for row in CHEAT_SHEET for word in row.said.split(";")}


def phrase_at(text: str, place: int) -> str | None:
    """The longest phrase of another field that is written at a place of a text, and ours for it.

    >>> phrase_at("min-entropy leakage <= 1", 12), phrase_at("min-entropy <= 1", 12)
    ('min-entropy leakage is written L[id](P, W)', None)
    >>> phrase_at("(eps, delta)-LDP of W", 4)
    '(eps, delta)-LDP is written ldp(W, delta)'
    """
    words = list(re.finditer(r"\w+", text))
    at = next((k for k, word in enumerate(words) if word.end() > place), len(words))
    spans = ((i, j) for i in range(max(0, at - LONGEST), at + 1) for j in range(at, at + LONGEST))
    for i, j in sorted((s for s in spans if s[1] < len(words)), key=lambda s: s[0] - s[1]):
        start, end = words[i].start(), words[j].end()
        if ")" in text[start:end] and text[:start].endswith("("):
            start -= 1
        phrase = text[start:end]
        if i == j and re.search(r"[a-z]{2,} $", text[:start]):
            continue  # the last word of a longer phrase, which may mean something else
        if re.fullmatch(r"\(?\w+((?: |-|, ?|\)-)\w+)*", phrase) and (here := written_here(phrase)):
            return f"{phrase} is written {here}"
    return None


def written_here(word: str) -> str | None:
    """How a word of another field is written here, if that is known.

    >>> written_here("bayes_security"), written_here("pml")
    ('1 - dobrushin(W)', None)
    """
    return SPELLINGS.get(plain_spelling(word))


def begun_here(word: str) -> str | None:
    """How the only word of another field that begins so is written here.

    >>> begun_here("hockey"), begun_here("privacy")
    ('D[E(exp(eps))](P || Q)', None)
    """
    begun = plain_spelling(word)
    ways = {here for spelling, here in SPELLINGS.items() if spelling.startswith(begun)}
    return ways.pop() if len(begun) > 3 and len(ways) == 1 else None
