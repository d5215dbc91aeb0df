"""Long products: their cost grows with their length and not with its exponential."""

from __future__ import annotations

from typing import Any

import pytest

from proofs import verify
from tests.proofs.small import ACCEPTED, apply, certificate, combine, fact, opinion, tensors, term

N = 20
CHANNEL = "nonnegative stochastic"


def at(name: str, *letters: str) -> str:
    return f"{name}({','.join(letters)})"


def names(letter: str, alphabets: bool) -> list[str]:
    """N letters, of one alphabet or of N."""
    own = letter.upper()
    return [f"{letter}{k}:{own}{k if alphabets else ''}" for k in range(N)]


def stated(left: str, right: str, table: dict[str, Any], **terms: Any) -> str:
    """What is said of an equation that holds by definition."""
    goal = combine(fact("goal", f"{left} - {right}", "", "=="), ("0", "", ()))
    return opinion(certificate(table, [], [goal], terms=terms))


@pytest.mark.parametrize("alphabets", [False, True])
def test_a_cascade(alphabets: bool):
    """sum W0(x, y0) W1(y0, y1) .. M(y19), in another order and with other names."""
    y, z = names("y", alphabets), names("z", alphabets)
    z = [i.replace("Z", "Y") for i in z]
    kinds = [i.partition(":")[2] for i in y]
    table = {f"W{k}": f"{kinds[k - 1] if k else 'X'} {kinds[k]} nonnegative" for k in range(N)} | {
        "M": kinds[-1]
    }
    if not alphabets:
        table = {"W0": "X Y nonnegative", "V": "Y Y nonnegative", "M": "Y"}

    def line(i: list[str]) -> list[str]:
        own = [at("W0", "x", i[0])]
        own += [at(f"W{k}" if alphabets else "V", i[k - 1], i[k]) for k in range(1, N)]
        return [*own, at("M", i[-1])]

    left = f"[{' '.join(y)}] {' '.join(line(y))}"
    right = f"[{' '.join(reversed(z))}] {' '.join(reversed(line(z)))}"
    assert stated(left, right, tensors(**table)) == ACCEPTED
    assert stated(left, right + " M2", tensors(**table, M2="")) != ACCEPTED


def test_a_product_of_sums_of_the_same():
    """(sum_y M(y) W(x,y))^20 next to one with another factor: no two sums are tried twice."""
    y = names("y", False)
    table = tensors(M="Y", W="X Y", V="X Y")

    def power(last: str) -> str:
        atoms = [f"{at('M', i)} {at('W', 'x', i)}" for i in y[:-1]]
        return f"[{' '.join(y)}] {' '.join(atoms)} {at('M', y[-1])} {at(last, 'x', y[-1])}"

    assert stated(power("W"), power("W"), table) == ACCEPTED
    assert "the identity does not hold" in stated(power("W"), power("V"), table)


def test_sums_of_one_disappear():
    y = names("y", True)
    table = {f"W{k}": f"X {i.partition(':')[2]} {CHANNEL}" for k, i in enumerate(y)}
    left = f"[{' '.join(y)}] " + " ".join(at(f"W{k}", "x", i) for k, i in enumerate(y))
    assert stated(left, "1", tensors(**table)) == ACCEPTED


@pytest.mark.parametrize("alphabets", [False, True])
def test_a_lemma_at_a_product_of_many_alphabets(alphabets: bool):
    """The rows of N channels have mass one together, so that an envelope has at least that."""
    y = names("y", alphabets)
    kinds = [i.partition(":")[2] for i in y]
    table = {f"W{k}": f"X {kind} {CHANNEL}" for k, kind in enumerate(kinds)}
    table |= {"M": " ".join(kinds)}
    product = " ".join(at(f"W{k}", "x", i) for k, i in enumerate(y))
    row = fact("row", "M(y) - W(x,y)", "x y")
    mass = combine(fact("goal", "[y] M(y) - 1"), ("1", "y", ("row @ x0 y",)))
    own = {"W": f"X Y {CHANNEL}", "M": "Y"}
    lemma = certificate(tensors(**own), [row], [mass], name="mass")
    every = " ".join(y)
    facts = [fact("rows", f"{at('M', *y)} - {product}", f"x {every}")]
    q = " ".join(f"q~{k + 1}:{kind}" for k, kind in enumerate(kinds))
    last = apply(
        fact("goal", f"[{every}] {at('M', *y)} - 1"),
        "mass",
        {"W": (f"x|{every}", product), "M": (every, at("M", *y))},
        [f"rows @ q~0:X {q}", "", ""],
        alphabets={"Y": " ".join(kinds)},
    )
    assert opinion(certificate(tensors(**table), facts, [last]), lemmas=[lemma]) == ACCEPTED


def test_a_term_of_many_letters():
    """F of a product over N letters, at letters in another order."""
    y, z = names("y", False), [i.replace("y", "z") for i in names("y", False)]
    alike = [term("entropy", " ".join(i), " ".join(at("f", j) for j in i), "1") for i in (y, z)]
    table = tensors(f="Y")
    mixed = [*y[7:], *y[:7]]
    assert stated(at("F", *y), at("G", *mixed), table, F=alike[0], G=alike[1]) == ACCEPTED


@pytest.mark.seconds
def test_too_much_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch):
    y = names("y", False)
    table = tensors(D="Y Y", E="Y Y")
    pairs = [(i, j) for k, i in enumerate(y[:8]) for j in y[:k]]
    clique = f"[{' '.join(y[:8])}] " + " ".join(at("D", *pair) for pair in pairs)
    other = clique.replace("D(y1:Y,y0:Y)", "D(y0:Y,y1:Y)")
    found = stated(clique, other, table)
    assert found == ACCEPTED or found.count("\n") == 0
    monkeypatch.setattr(verify, "MOST_TRIES", 10)
    assert "too symmetric" in stated(clique, other, table)
