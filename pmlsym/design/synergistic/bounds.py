"""Bounds on disclosure capacities and on the number of outputs. [PSP, sec. II-B, III, V-A]"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.design.bracket import Bracket, entropy
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
