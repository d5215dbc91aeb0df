"""[PML23, Sec. II-B, App. A]: g-leakage, examples of gains, their attributes, the largest one.

App. A has the closed forms (29), (30), and the construction of U_g, case by case. Cor. 1 says that
the gain g(x,w) = 1[x = w]/P(x) of guesses w, letters of X, leaks all of PML. It is said without the
quotient, P(x) G(x,w) = 1[x = w] for x of positive mass. The expected gain of every guess is then 1
before y, and P(y|w)/P_Y(y) after it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random

from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.linear.matrix import identity
from pmlsym.numbers.number import leakage
from proofs.papers.attributes import (
    Gain,
    attribute_leakage,
    attribute_of_gain,
    gain_leakage,
    printed_shares,
)
from proofs.papers.checked import Fails, assume, require
from proofs.papers.deduced import Deduced, Example
from proofs.papers.drawing import draw_distribution, draw_gain, draw_joint, draw_rows
from proofs.papers.joint import Joint, matrix, mean_of, shown, total, uniform


def every_gain_has_a_leakage(random: Random) -> None:
    joint = draw_joint(random, largest=2)
    gain = draw_gain(random, len(joint.prior), guesses=1)
    require(
        max(mean_of(joint.prior, gain)) != 0,
        f"{joint}, g = {shown(gain)}: no guess has a gain, and (10) is log 0/0",
    )


def best_guess_of_a_gain(random: Random) -> str:
    joint = draw_joint(random)
    gain = draw_gain(random, len(joint.prior))
    assume(max(mean_of(joint.prior, gain)) != 0)
    y = random.choice(joint.outcomes)
    kernel = draw_distribution(random, len(gain[0]))
    for weights in (joint.prior, joint.posterior(y)):
        expected = total(
            p * q * gain[x][guess] for x, p in enumerate(weights) for guess, q in enumerate(kernel)
        )
        require(expected <= max(mean_of(weights, gain)))
    value = gain_leakage(joint, y, gain)
    require(value == 0 or joint.value("worst_gleak(P, W, G, y)", y, G=gain) == leakage(value))
    return "" if value else "gain 0 after y"


def identity_leakage_with_log(random: Random) -> None:
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    ratio = max(joint.posterior(y)) / max(joint.prior)
    dynamic = joint.value("dynleak(P, W, y)", y)
    require(
        gain_leakage(joint, y, identity(len(joint.prior))) == ratio and dynamic == leakage(ratio)
    )


def membership(random: Random) -> str:
    joint = draw_joint(random)
    count = random.randint(1, 3)
    inside = [[random.choice((False, True)) for _ in joint.prior] for _ in range(count)]
    guesses = list(product((False, True), repeat=count))
    gain = tuple(
        tuple(Fraction(sum(inside[j][x] == guess[j] for j in range(count))) for guess in guesses)
        for x in range(len(joint.prior))
    )
    y = random.choice(joint.outcomes)

    def best(weights: tuple[Fraction, ...]) -> Fraction:
        members = [total(p for x, p in enumerate(weights) if row[x]) for row in inside]
        return total(max(mass, 1 - mass) for mass in members)

    require(gain_leakage(joint, y, gain) == best(joint.posterior(y)) / best(joint.prior))
    require(gain_leakage(joint, y, gain) <= joint.leakage(y))
    return "one person" if count == 1 else "several people"


def several_tries(random: Random) -> str:
    joint = draw_joint(random)
    letters = range(len(joint.prior))
    tries = random.randint(1, len(letters))
    guesses = [set(s) for k in range(tries + 1) for s in combinations(letters, k)]
    gain = tuple(tuple(Fraction(int(x in guess)) for guess in guesses) for x in letters)
    y = random.choice(joint.outcomes)

    def top(weights: tuple[Fraction, ...]) -> Fraction:
        return total(sorted(weights, reverse=True)[:tries])

    require(gain_leakage(joint, y, gain) == top(joint.posterior(y)) / top(joint.prior))
    return "one try" if tries == 1 else "more tries"


def metric(random: Random) -> None:
    """The points of a line at distances log 2, so that exp(-rho) is a power of 1/2."""
    joint = draw_joint(random)
    points = [random.randint(0, 4) for _ in joint.prior]
    gain = tuple(tuple(Fraction(1, 2 ** abs(a - b)) for b in points) for a in points)
    y = random.choice(joint.outcomes)
    found = gain_leakage(joint, y, gain)
    require(min(map(min, gain)) > 0 and found <= joint.leakage(y))


def attributes_are_gains(random: Random) -> None:
    joint = draw_joint(random)
    attribute = draw_rows(random, len(joint.prior), random.randint(1, 4))
    y = random.choice(joint.outcomes)
    before = max(Joint(joint.prior, attribute).masses)
    after = max(Joint(joint.posterior(y), attribute).masses)
    require(gain_leakage(joint, y, attribute) == after / before)


def _constructed(random: Random) -> tuple[Gain, str]:
    """A gain whose U_g has the leakage of it, and the case that the construction is of."""
    joint = draw_joint(random, full_support=True, smallest=2)
    gain = draw_gain(random, len(joint.prior))
    y = random.choice(joint.outcomes)
    assume(max(mean_of(joint.posterior(y), gain)) != 0)
    made = attribute_of_gain(joint, y, gain)
    u = Joint(joint.prior, made.rows)
    require(attribute_leakage(joint, y, u.rows) == gain_leakage(joint, y, gain))
    return gain, made.case


def gains_are_attributes(random: Random) -> str:
    return _constructed(random)[1]


def a_gain_without_attribute(random: Random) -> None:
    """The outcome excludes all that gains: l_g = -inf, but every l_U >= -log |U| is finite."""
    joint = Joint(uniform(2), matrix("1 0; 0 1"))
    gain = matrix("1; 0")
    if gain_leakage(joint, 1, gain) != 0:
        return
    sizes = range(1, 5)
    least = min(
        attribute_leakage(joint, 1, draw_rows(random, 2, random.choice(sizes))) for _ in sizes
    )
    if least <= 0:
        return
    raise Fails(f"{joint}, g = (1, 0), y = 2: l_g = log 0, but a posterior of U has a maximum > 0")


def scaled_identity_attains(random: Random) -> None:
    joint = draw_joint(random)
    gain = tuple(
        tuple(1 / mass if x == guess and mass else Fraction(0) for guess in range(len(joint.prior)))
        for x, mass in enumerate(joint.prior)
    )
    for y in joint.outcomes:
        require(gain_leakage(joint, y, gain) == joint.leakage(y))


def depends_on_the_prior(random: Random) -> str:
    joint = draw_joint(random, smallest=2)
    other = Joint(draw_distribution(random, len(joint.prior), zeros=False), joint.rows)
    assume(set(joint.letters) == set(other.letters))
    ldp = [j.value("ldp(P, W)") for j in (joint, other)]
    require(joint.expected == other.expected and ldp[0] == ldp[1])
    return "the same PML" if joint.worst == other.worst else "another PML"


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
    gain, case = _constructed(random)
    idle = any(not any(row) for row in gain)
    return f"{case}{', letters without gain' if idle else ''}"


_P = Tensor("P", ("X",), positive=True, stochastic=(0,))
_W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
_G = Tensor("G", ("X", "X"), nonnegative=True)
_x, _w, _y = Index("X", "x"), Index("X", "w"), Index("Y", "y0")
_best, _c = Index("X", "w0"), Index("X", "c")
_T = atom(Tensor("t", positive=True))


def _gain(*, seen: bool) -> Polynomial:
    """The expected gain of the guess w0 before y, and P_Y(y) times that after it."""
    mass = atom(_P, _c) * atom(_W, _c, _y) if seen else atom(_P, _c)
    return sum_over(mass * atom(_G, _c, _best), _c)


def _attained() -> tuple[Sequent, ...]:
    """Before y the gain is 1; after it, it is exp l(X->y) for the letter w0 that attains that."""
    excess = atom(_P, _x) * atom(_G, _x, _w) - equal_letters(_x, _w)
    scaled = Fact("g is 1/P", excess, (_x, _w), "==")
    mass = sum_over(atom(_P, _x) * atom(_W, _x, _y), _x)
    attained = Fact("w0 attains l(X->y0) = log t", atom(_W, _best, _y) - _T * mass)
    return (
        Sequent((scaled,), _gain(seen=False) - 1, "=="),
        Sequent((scaled, attained), _gain(seen=True) - _T * mass),
    )


SCALED_GAIN = Deduced(
    "with P(x) g(x,w) = 1[x = w], the guess w gains 1 before y and W(w,y)/P_Y(y) after it",
    _attained,
    Example(
        {
            "P": ("1/3", "2/3"),
            "W": (("1", "0"), ("1/2", "1/2")),
            "G": (("3", "0"), ("0", "3/2")),
            "t": "3/2",
        },
        {"w0": 0, "y0": 0},
    ),
)
