"""[PSP, App. A-E]: the support lemma, total variation, concavity, and the chain of answers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.linear.matrix import multiply, null_space, rank, row_reduce, units
from pmlsym.linear.program import best_combination
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.model.distribution import output_masses
from proofs.papers.checked import Fails, Unmet, assume, require
from proofs.papers.joint import Row, total
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric, repeated_samples
from proofs.papers.psp.models import (
    Table,
    draw_masses,
    draw_model,
    draw_private_mapping,
    independent,
    information,
    is_private,
    mapping_of,
    posteriors_of,
    table_of,
    told_of_latent,
)
from proofs.papers.psp.noisy_observations import is_typical, separation, type_of
from proofs.papers.psp.partial_processing import independent_model


def coordinates_outside_a_basis_determine_p(random: Random) -> str:
    """The marginals and the nul(P) masses outside a basis of columns determine p."""
    model = draw_model(random)
    size = len(model.states)
    _, basis = row_reduce(model.incidence)
    others = [k for k in range(size) if k not in basis]
    whole = rank((*model.incidence, *units(others, size)))
    require(whole == size and len(others) == size - rank(model.incidence))
    return "some" if others else "none"


def fewer_outcomes_suffice(random: Random) -> None:
    """A private mapping with many outcomes, replaced by one with nul(P) + 1 that tells no less."""
    model = draw_model(random, shapes=((2, 2), (2, 3)))
    prior = model.masses
    nullity = len(null_space(model.incidence, width=len(prior)))
    channel = draw_private_mapping(random, model, nullity + 3)
    if channel is None:
        raise Unmet
    points = [point for _, point in posteriors_of(model, channel)]
    utility = MutualInformation(model.posterior_of_latent)
    values = [utility.at(point, prior).middle for point in points]
    found = best_combination(points, values, prior)
    kept = [k for k, weight in enumerate(found.weights) if weight]
    weights, chosen = zip(*((found.weights[k], points[k]) for k in kept), strict=True)
    fewer = mapping_of(prior, weights, chosen)
    before, after = told_of_latent(model, channel), told_of_latent(model, fewer)
    tiny = Fraction(1, 10**40)
    require(len(kept) <= nullity + 1 and after >= before - tiny and is_private(model, fewer))


def variation_bound_78(random: Random) -> str:
    """|q - p*|_1 <= 2(|W| + 1) P(X^n is not typical), for any mapping of w and x^n."""
    flip = Fraction(random.randint(1, 4), 10)
    rows = binary_symmetric(flip)
    eps = separation(rows) * Fraction(99, 100)
    samples = random.randint(1, 5)
    model = repeated_samples(draw_masses(random, 2), rows, samples)
    mapping = {(w, s): draw_masses(random, 2) for w in (0, 1) for s in model.states}
    distance = unlikely = Fraction(0)
    for k, state in enumerate(model.states):
        for w in (0, 1):
            mass = model.joint[w][k]
            for y in (0, 1):
                mean = sum(model.posterior_of_latent[k][v] * mapping[v, state][y] for v in (0, 1))
                distance += mass * abs(mean - mapping[w, state][y])
            if not is_typical(type_of(state, 2), rows[w], eps):
                unlikely += mass
    require(distance <= 6 * unlikely)
    return "typical datasets" if unlikely < 1 else "no typical datasets"


def _posterior_after(ones: int, samples: int, flip: Fraction) -> Row:
    """P(W|X^n) for a fair W behind BSC(flip), after so many ones."""
    first = flip**ones * (1 - flip) ** (samples - ones)
    second = flip ** (samples - ones) * (1 - flip) ** ones
    return first / (first + second), second / (first + second)


def equation_83(random: Random) -> None:
    """W fair, BSC(1/10), 20 samples with a single one, delta = 1/2."""
    flip, samples, ones, delta = Fraction(1, 10), 20, 1, Fraction(1, 2)
    rows = binary_symmetric(flip)
    kind = (Fraction(samples - ones, samples), Fraction(ones, samples))
    assume(delta <= separation(rows) and is_typical(kind, rows[0], delta))
    after = _posterior_after(ones, samples, flip)
    fresh = after[0] * flip + after[1] * (1 - flip)
    if (1 - delta) * fresh <= kind[1] <= (1 + delta) * fresh:
        return
    raise Fails(
        "W fair, BSC(1/10), 20 samples with a single one, delta = 1/2: typical given w1, but (1 "
        "- delta) P(X=1|x^n) exceeds the share 1/20; P(W=w2|x^n) > 0, which is said to be 0"
    )


def posterior_of_the_other_letters_is_zero(random: Random) -> None:
    flip, samples, ones = Fraction(1, 10), 20, 2
    other = _posterior_after(ones, samples, flip)[1]
    require(other == 0, "BSC(1/10), 20 samples, 2 ones: P(W=w2|x^n) > 0")


def fresh_sample_and_shares(random: Random) -> None:
    """|p_XY - p_X p_Y|_1 <= E sum_x |share of x in X^n - p(x|W)| <= sum_x sqrt(v_x / n),

    with v_x = E p(x|W)(1 - p(x|W)); the first since Y is independent of every X_i, the second by
    the variance of a share. Random private mappings; the second is compared squared.
    """
    prior, rows = draw_masses(random, 2), tuple(draw_masses(random, 2) for _ in range(2))
    samples = random.randint(2, 4)
    model = repeated_samples(prior, rows, samples)
    channel = draw_private_mapping(random, model)
    if channel is None:
        raise Unmet
    joint: dict[tuple[int, int], Fraction] = {}
    for (w, *rest), mass in table_of(model, channel).items():
        for x in (0, 1):
            key = (x, rest[-1])
            joint[key] = joint.get(key, Fraction(0)) + mass * rows[w][x]
    fresh = output_masses(prior, rows)
    weights = output_masses(model.masses, channel)
    distance = sum(abs(m - fresh[x] * weights[y]) for (x, y), m in joint.items())
    spread = [Fraction(0)] * 2
    for w, masses in enumerate(model.joint):
        for mass, state in zip(masses, model.states, strict=True):
            for x, share in enumerate(type_of(state, 2)):
                spread[x] += mass * abs(share - rows[w][x])
    for x in (0, 1):
        variance = sum(p * row[x] * (1 - row[x]) for p, row in zip(prior, rows, strict=True))
        require(spread[x] ** 2 <= variance / samples)
    require(distance <= sum(spread))


def no_distribution_in_the_null_space(random: Random) -> None:
    """P(X|W) p(W|y) is a distribution, so it is not zero, also not in the limit."""
    rows = binary_symmetric(Fraction(1, 10))
    columns = tuple(zip(*rows, strict=True))
    posterior = draw_masses(random, 2)
    image = multiply(columns, posterior)
    require(
        sum(image) != 1,
        f"BSC(1/10): P(X|W) maps the posterior ({posterior[0]}, {posterior[1]}) to masses that "
        "sum to 1, as every distribution; none is in Null(P(X|W)), or near it",
    )


def difference_in_the_null_space(random: Random) -> str:
    """X is independent of Y in X - W - Y iff p_W - p(W|y) is in Null(P(X|W)) for every y."""
    values = random.randint(2, 3)
    prior, rows = draw_masses(random, values), tuple(draw_masses(random, 2) for _ in range(values))
    columns = tuple(zip(*rows, strict=True))
    basis = null_space(columns, width=values)
    if basis and random.randrange(2):
        step = min(p / abs(v) for p, v in zip(prior, basis[0], strict=True) if v) / 2
        split = tuple(
            ((1 - step * v / p) / 2, (1 + step * v / p) / 2)
            for p, v in zip(prior, basis[0], strict=True)
        )
    else:
        split = tuple((m, 1 - m) for m in (draw_masses(random, 2)[0] for _ in range(values)))
    weights = output_masses(prior, split)
    inside = all(
        not any(
            multiply(
                columns, [p - p * row[y] / weight for p, row in zip(prior, split, strict=True)]
            )
        )
        for y, weight in enumerate(weights)
    )
    table: Table = {
        (x, y): total(p * rows[w][x] * split[w][y] for w, p in enumerate(prior))
        for x, y in product((0, 1), repeat=2)
    }
    require(independent(table, [0], [1]) == inside)
    return "independent" if inside else "dependent"


def answers_form_a_chain(random: Random) -> None:
    """Y_1 - X_2 - Y_2, and the answers are independent of each other, from the joint masses."""
    samples = [draw_masses(random, 2) for _ in range(3)]
    mechanism = partial_processing(samples)
    model = independent_model(samples)
    first, second = mechanism.channels
    table = {
        (*state, y, z): mass
        * first[2 * state[0] + state[1]][y]
        * second[2 * state[1] + state[2]][z]
        for state, mass in zip(model.states, model.masses, strict=True)
        for y in range(len(first[0]))
        for z in range(len(second[0]))
    }
    positive = {outcome: mass for outcome, mass in table.items() if mass}
    require(information(positive, [3], [4], [1]) == 0 and independent(positive, [3], [4]))
