"""[PML23, App. A]: the closed forms (29), (30), and the construction of U_g, case by case."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.attributes import (
    attribute_leakage,
    attribute_of_gain,
    gain_leakage,
    printed_shares,
)
from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_gain, draw_joint, draw_rows
from pmlsym.catalogue.joint import Joint, matrix, mean_of, total, uniform


def g_leakage_is_attained_at_letters(random: Random) -> None:
    joint = draw_joint(random, full_support=True)
    gain = draw_gain(random, len(joint.prior))
    before = mean_of(joint.prior, gain)
    assume(max(before) != 0)
    y = random.choice(joint.outcomes)
    kernels = [draw_rows(random, 1, len(before))[0] for _ in range(2)]
    after = mean_of(joint.posterior(y), gain)
    for values, kernel in zip((before, after), kernels, strict=True):
        require(total(v * q for v, q in zip(values, kernel, strict=True)) <= max(values))
    require(gain_leakage(joint, y, gain) == max(after) / max(before))


def u_leakage_is_a_ratio_of_sums(random: Random) -> None:
    joint = draw_joint(random, full_support=True)
    attribute = draw_rows(random, len(joint.prior), random.randint(1, 4))
    y = random.choice(joint.outcomes)
    posterior = joint.posterior(y)
    of_u = [
        total(joint.prior[x] * joint.rows[x][y] * attribute[x][u] for x in range(len(joint.prior)))
        / joint.masses[y]
        for u in range(len(attribute[0]))
    ]
    right = max(mean_of(posterior, attribute))
    ratio = right / max(mean_of(joint.prior, attribute))
    require(max(of_u) == right and attribute_leakage(joint, y, attribute) == ratio)


def pieces_have_one_size(random: Random) -> None:
    gain = Fraction(1, random.randint(1, 4))
    for j, values in enumerate(printed_shares(gain), 1):
        require(
            len(set(values)) <= 1, f"g = {gain}: letter {j} gets {' and '.join(map(str, values))}"
        )


def printed_sizes_suffice(random: Random) -> None:
    """n_V = n_W = 1 meet the two printed conditions; W's extra letter is the likeliest after y."""
    joint = Joint(uniform(2), matrix("9/10 1/10; 1/10 9/10"))
    gain = matrix("1/2 0; 0 1")
    after, before = mean_of(joint.posterior(0), gain), mean_of(joint.prior, gain)
    met = joint.posterior(0)[1] <= max(after) and joint.prior[0] <= max(before)
    made = attribute_of_gain(joint, 0, gain, extra=1)
    found, wanted = attribute_leakage(joint, 0, made.rows), gain_leakage(joint, 0, gain)
    assume(met and made.case == "case 2.2")
    require(
        found == wanted,
        f"{joint}, g = [1/2 0; 0 1], y = 1, n_V = n_W = 1: l_g = log {wanted}, l_(U_g) = log "
        f"{found}",
    )


def constructed(random: Random) -> str:
    joint = draw_joint(random, full_support=True, smallest=2)
    gain = draw_gain(random, len(joint.prior))
    y = random.choice(joint.outcomes)
    assume(max(mean_of(joint.posterior(y), gain)) != 0)
    made = attribute_of_gain(joint, y, gain)
    u = Joint(joint.prior, made.rows)
    require(attribute_leakage(joint, y, u.rows) == gain_leakage(joint, y, gain))
    idle = any(not any(row) for row in gain)
    return f"{made.case}{', letters without gain' if idle else ''}"
