"""Bounds on disclosure capacities and on the number of outputs. [PSP, sec. II-B, III, V-A]

One is not in the paper: since r(x) <= min_i P(X_i = x_i) on the polytope,

    I(X^n; Y) <= H(X^n) - E[max_i log 1 / P_{X_i}(X_i)],

which is never weaker than Lemma 6 (the mean of a maximum is at least the maximum of the means).
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.design.bracket import Bracket, entropy, logarithm, total
from pmlsym.design.synergistic.sample_model import SampleModel
from pmlsym.linear.matrix import rank


def information_in_dataset(model: SampleModel) -> Bracket:
    """I(W; X^n).

    >>> from pmlsym.design.synergistic import function_model
    >>> round(float(information_in_dataset(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0]))), 6)
    0.693147
    """
    together = entropy([mass for row in model.joint for mass in row])
    return entropy(model.latent_masses) + entropy(model.masses) - together


def information_in_sample(model: SampleModel, position: int) -> Bracket:
    """I(W; X_j).

    >>> from pmlsym.design.synergistic import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> abs(float(information_in_sample(xor, 0))) < 1e-9
    True
    """
    pairs = [
        sum((m for m, s in zip(row, model.states, strict=True) if s[position] == a), Fraction(0))
        for row in model.joint
        for a in model.alphabets[position]
    ]
    return entropy(model.latent_masses) + entropy(model.sample_masses(position)) - entropy(pairs)


def least_conditional_information(model: SampleModel) -> Bracket:
    """min_j I(W; X_{-j} | X_j), which bounds I_s from above. [PSP, Prop. 2]

    >>> from pmlsym.design.synergistic import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> round(float(least_conditional_information(xor)), 6)
    0.693147
    """
    whole = information_in_dataset(model)
    parts = [whole - information_in_sample(model, j) for j in range(model.samples)]
    return Bracket(min(part.lower for part in parts), min(part.upper for part in parts))


def self_disclosure_bound(model: SampleModel) -> Bracket:
    """H(X^n) - max_j H(X_j), which bounds self-disclosure from above. [PSP, Lemma 6]

    >>> from pmlsym.design.synergistic import function_model
    >>> round(float(self_disclosure_bound(function_model(["1/4"] * 4, (2, 2), [0] * 4))), 6)
    0.693147
    """
    parts = [entropy(model.masses) - entropy(model.sample_masses(j)) for j in range(model.samples)]
    return Bracket(min(part.lower for part in parts), min(part.upper for part in parts))


def largest_surprise_bound(model: SampleModel) -> Bracket:
    """H(X^n) - E[max_i log 1/P(X_i)], at most the bound of Lemma 6.

    >>> from pmlsym.design.synergistic import function_model
    >>> skewed = function_model(["1/9", "2/9", "2/9", "4/9"], (2, 2), [0] * 4)
    >>> largest_surprise_bound(skewed).upper < self_disclosure_bound(skewed).lower
    True
    """
    masses = [
        dict(zip(letters, model.sample_masses(i), strict=True))
        for i, letters in enumerate(model.alphabets)
    ]
    surprise = []
    for mass, state in zip(model.masses, model.states, strict=True):
        rarest = min(masses[i][letter] for i, letter in enumerate(state))
        surprise.append(logarithm(rarest).scaled(mass))
    return entropy(model.masses) + total(surprise)


def sufficient_outputs(model: SampleModel) -> int:
    """nul(P) + 1 outcomes always suffice. [PSP, Prop. 3]

    >>> from pmlsym.design.synergistic import function_model
    >>> sufficient_outputs(function_model(["1/4"] * 4, (2, 2), [0] * 4))
    2
    """
    return len(model.states) - rank(model.incidence) + 1


def outputs_of_extreme_mechanisms(model: SampleModel) -> int:
    """ceil(|X| / rank P): outcomes of any mechanism whose posteriors are all extreme points.

    Printed as necessary for every optimal mechanism [PSP, Cor. 1.1]; outcomes that say the same of
    W can be merged, so that an optimal mechanism may have fewer.

    >>> from pmlsym.design.synergistic import function_model
    >>> outputs_of_extreme_mechanisms(function_model(["1/16"] * 16, (2, 2, 2, 2), [0] * 16))
    4
    """
    return -(-len(model.states) // rank(model.incidence))


def restriction_bound(whole: Bracket, part: Bracket, part_disclosure: Bracket) -> Bracket:
    """H(X^n) - H(X_T) + I_s(X_T), above the self-disclosure of X^n, for any subset T of samples.

    A mapping private for X^n is private for X_T, so I(X_T; Y) <= I_s(X_T), and the rest of the
    dataset adds at most H(X^n | X_T). T of one sample gives Lemma 6.

    >>> two, one, nothing = (Bracket.exactly(k) for k in (2, 1, 0))
    >>> restriction_bound(two, one, nothing).upper
    Fraction(1, 1)
    """
    return whole - part + part_disclosure
