"""[PML23, Sec. II-A]: U-leakage, pointwise maximal leakage, Theorem 1, the shattering channel."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.attributes import attribute_leakage, printed_shares, shattering
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution, draw_joint, draw_rows
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import Joint, Rows, shown, total
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.pml23.equality_sequents import PURE_LETTER
from pmlsym.catalogue.text_values import value_of
from pmlsym.evidence.instance import Instance
from pmlsym.numbers.number import leakage

_BOUND = Claimed("uleak(P, W, A, y) <= pml(P, W, y)")


def _best_guess_is_a_point_mass(random: Random) -> Trial:
    joint = draw_joint(random)
    attribute = draw_rows(random, len(joint.prior), random.randint(1, 4))
    y = random.choice(joint.outcomes)
    of_u = Joint(joint.posterior(y), attribute).masses
    guess = draw_distribution(random, len(of_u))
    correct = total(p * q for p, q in zip(of_u, guess, strict=True))
    before = max(Joint(joint.prior, attribute).masses)
    value = max(of_u) / before
    sizes = {"X": len(joint.prior), "Y": len(joint.masses), "Z": len(of_u)}
    tensors = {"P": joint.prior, "W": joint.rows, "A": attribute}
    own = value_of("uleak(P, W, A, y)", Instance(sizes, tensors, outcomes={"y": y}))
    if correct > max(of_u) or value != attribute_leakage(joint, y, attribute):
        return Fails(f"{joint}, guess {guess}")
    return Holds() if own == leakage(value) else Fails(f"{joint}: {own}, not log {value}")


def _shattering_attains(random: Random) -> Trial:
    joint = draw_joint(random)
    channel = shattering(joint.prior)
    for y in joint.outcomes:
        if attribute_leakage(joint, y, channel) != joint.leakage(y):
            return Fails(f"{joint} at outcome {y}")
    return Holds("zeros in the prior" if len(joint.letters) < len(joint.prior) else "full support")


def _is_the_largest_posterior_ratio(random: Random) -> Trial:
    joint = draw_joint(random)
    for y in joint.outcomes:
        ratio = max(joint.posterior(y)[x] / joint.prior[x] for x in joint.letters)
        own = value_of("pml(P, W, y)", joint.instance(y))
        if own != leakage(ratio) or ratio != joint.leakage(y):
            return Fails(f"{joint} at outcome {y}: {own}, not log {ratio}")
    return Holds()


def _conditions_suffice(random: Random) -> Trial:
    """u* is of one maximiser alone, as probable as any; the rest is cut into smaller letters."""
    joint = draw_joint(random)
    y = random.choice(joint.outcomes)
    best = random.choice(sorted(joint.maximisers(y)))
    share = Fraction(random.randint(1, 4), 4)
    bar = joint.prior[best] * share
    pieces = max(int(1 / bar) + 1, 1)
    rows = []
    for x in range(len(joint.prior)):
        own = share if x == best else Fraction(0)
        rows.append((own, *((1 - own) / pieces,) * pieces))
    u = Joint(joint.prior, tuple(rows))
    if max(u.masses) != u.masses[0]:
        return UNMET
    if attribute_leakage(joint, y, u.rows) != joint.leakage(y):
        return Fails(f"{joint}, U = {shown(u.rows)}")
    return Holds()


def _without_a_likeliest_pure_letter(random: Random) -> Trial:
    """(6a), (6b): any attribute stays below; one whose likeliest letter is impure may do so."""
    joint = draw_joint(random)
    attribute = draw_rows(random, len(joint.prior), random.randint(1, 4))
    y = random.choice(joint.outcomes)
    reached, bound = attribute_leakage(joint, y, attribute), joint.leakage(y)
    if reached > bound:
        return Fails(f"{joint}, U = {shown(attribute)}")
    return Holds("equality" if reached == bound else "strict inequality")


def _every_letter_has_one_share(random: Random) -> Trial:
    prior = (Fraction(1),) if random.random() < 0.5 else draw_joint(random).prior
    least = min(mass for mass in prior if mass > 0)
    for mass in filter(None, prior):
        for j, values in enumerate(printed_shares(least / mass), 1):
            if len(set(values)) > 1:
                shown = " and ".join(map(str, values))
                return Fails(f"P = ({', '.join(map(str, prior))}): letter {j} gets {shown}")
    return Holds()


def _is_a_channel_with_equal_letters(random: Random) -> Trial:
    prior = draw_joint(random).prior
    channel = shattering(prior)
    least = min(mass for mass in prior if mass > 0)
    masses = Joint(prior, channel).masses
    for x, mass in enumerate(prior):
        own = [masses[u] for u in _of(channel, x)]
        if mass and (
            max(own) != least or any(channel[z][u] for z in range(x) for u in _of(channel, x))
        ):
            return Fails(f"P = {prior}: letters of {x} have {own}")
    integers = all((mass / least).denominator == 1 for mass in prior)
    return Holds("all k(x) integers" if integers else "a remainder")


def _of(channel: Rows, x: int) -> list[int]:
    return [u for u, share in enumerate(channel[x]) if share]


def _four_forms_agree(random: Random) -> Trial:
    joint = draw_joint(random)
    table = [[p * entry for entry in row] for p, row in zip(joint.prior, joint.rows, strict=True)]
    for y in joint.outcomes:
        posterior = joint.posterior(y)
        column = total(row[y] for row in table)
        first = max(posterior[x] / joint.prior[x] for x in joint.letters)
        second = max(joint.rows[x][y] / joint.masses[y] for x in joint.letters)
        divergence = max(p / q for p, q in zip(posterior, joint.prior, strict=True) if p > 0)
        density = max(table[x][y] / (total(table[x]) * column) for x in joint.letters)
        if not first == second == divergence == density:
            return Fails(f"{joint} at outcome {y}: {first}, {second}, {divergence}, {density}")
    return Holds()


ENTRIES = (
    Entry(
        "PML23/eq-3",
        "the best guess of U after y is a likeliest letter, so l_U is a ratio of two maxima",
        "Section II-A, (3)",
        (Checked("no guessing kernel is better", _best_guess_is_a_point_mass, 60, 60),),
    ),
    Entry(
        "PML23/def-1",
        "PML is the supremum of l_U over all U - X - Y",
        "Definition 1",
        (_BOUND, Checked("the shattering channel attains it", _shattering_attains, 60, 60)),
    ),
    Entry(
        "PML23/thm-1-eq-5",
        "l(X->y) = log max over supp P_X of P(x|y)/P(x)",
        "Theorem 1, (5)",
        (
            _BOUND,
            Checked("the package's PML is (5)", _is_the_largest_posterior_ratio, 60, 60),
            Checked(
                "the shattering channel attains (7)",
                _shattering_attains,
                60,
                60,
                ("zeros in the prior", "full support"),
            ),
        ),
    ),
    Entry(
        "PML23/eq-6a-eq-6b-eq-8-eq-9",
        "U attains PML if a likeliest letter of U comes from one maximising x alone",
        "Proof of Theorem 1, (6a)-(9)",
        (
            Composed(
                "l_U = l where a likeliest u comes from one maximising x alone",
                "l_U is at most l, and at least the level that u reaches",
                (_BOUND, PURE_LETTER),
            ),
        ),
        remarks=(
            Checked("(8) and (9) suffice", _conditions_suffice, 80, 40),
            Checked(
                "(6a) and (6b) bound every U",
                _without_a_likeliest_pure_letter,
                80,
                80,
                ("equality", "strict inequality"),
            ),
        ),
    ),
    Entry(
        "PML23/def-2",
        "the shattering channel: pieces p*/P(x), and the remainder on letter ceil k(x)",
        "Definition 2",
        (Checked("the cases give each letter one value", _every_letter_has_one_share, 40),),
        correction=Correction(
            "the case j = ceil k(x) is meant only where k(x) is no integer",
            "where k(x) is an integer, as at a least likely x, the letter j = k(x) is of the first "
            "case, p*/P(x), and of the second, which is 0",
            (
                Checked(
                    "each letter of U has one x, and each x one of the likeliest letters",
                    _is_a_channel_with_equal_letters,
                    60,
                    60,
                    ("all k(x) integers", "a remainder"),
                ),
                Checked("it attains PML", _shattering_attains, 60, 60),
            ),
            boundary="k(x) an integer",
        ),
    ),
    Entry(
        "PML23/remark-1",
        "PML by posteriors, by the channel, as a Renyi divergence, as the largest density",
        "Remark 1",
        (Checked("the four forms agree", _four_forms_agree, 60, 60),),
        remarks=(Claimed("pml(P, W) == maxinfo(P, W)"),),
    ),
)
