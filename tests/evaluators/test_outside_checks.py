"""Published samples of libqif, from their definitions: its README's channel, Monty Hall and crowds.

Its values, and those of other libraries, on random instances: tests/crosscheck/peers.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.measures.attribute_leakage import dynleak
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import exp_of, log_of, rational

X, Y = alphabets("X Y")
Rows = list[list[Fraction]]

README = [["1/2", "1/4", "1/4"], ["1/6", "1/2", "1/3"], ["1/2", "1/2", "0"]]

DOORS = range(3)


def monty_hall(player_is_seen: bool) -> Rows:
    """The door of the prize, and what is seen: the host's door, and perhaps the player's before it.

    The player chooses by chance; the host opens another door without the prize, by chance if two
    are left.
    """
    seen = [(own, host) for own in DOORS for host in DOORS if host != own]
    rows = []
    for prize in DOORS:
        shares = dict.fromkeys(seen, Fraction(0))
        for own in DOORS:
            left = [host for host in DOORS if host not in (own, prize)]
            shares |= {(own, host): Fraction(1, 3 * len(left)) for host in left}
        if not player_is_seen:
            hosts = {(-1, d): sum(s for (_, host), s in shares.items() if host == d) for d in DOORS}
            shares = {key: Fraction(share) for key, share in hosts.items()}
        rows.append(list(shares.values()))
    return rows


def crowds(honest: int, corrupt: int, forward: Fraction) -> list[list[Fraction]]:
    """Who is detected, given who began: the crowds protocol [Reiter, Rubin 1998].

    The initiator sends to a random member; an honest one forwards with probability `forward`. The
    last outcome is that no corrupt member is on the path.
    """
    members = honest + corrupt
    first = Fraction(corrupt, members)
    later = Fraction(honest, members) * forward * first
    others = later / (1 - forward * Fraction(honest, members)) / honest
    rows = []
    for begun in range(honest):
        row = [others + (first if seen == begun else 0) for seen in range(honest)]
        rows.append([*row, 1 - sum(row)])
    return rows


SAMPLES = {
    "README": [[Fraction(entry) for entry in row] for row in README],
    "Monty Hall": monty_hall(True),
    "Monty Hall, player unseen": monty_hall(False),
    "crowds": crowds(4, 2, Fraction(3, 4)),
    "crowds without forwarding": crowds(4, 2, Fraction(0)),
    "identity": [[Fraction(int(x == y)) for y in range(3)] for x in range(3)],
}


def exp_min_entropy_leakage(prior: list[Fraction], rows: Rows) -> Fraction:
    """By how much an observation multiplies the chance to guess the secret, on average."""
    own, channel = Prior.from_masses(prior), Channel.from_rows(rows)
    total = rational(0)
    for y, column in enumerate(zip(*rows, strict=True)):
        mass = sum((p * w for p, w in zip(prior, column, strict=True)), Fraction(0))
        if mass:
            at = evaluate(dynleak(own, channel, "y"), Instance({}, {}, {}, {"y": y}))
            total = total + rational(mass) * exp_of(at)
    return Fraction(str(total))


def uniform(rows: Rows) -> list[Fraction]:
    return [Fraction(1, len(rows))] * len(rows)


PUBLISHED = {"README": "4/3", "Monty Hall": "2", "Monty Hall, player unseen": "3/2"}
"""The multiplicative leakages, which are capacities, as far as the samples print them."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_leakages(name: str) -> None:
    rows, capacity = SAMPLES[name], Fraction(PUBLISHED[name])
    assert exp_min_entropy_leakage(uniform(rows), rows) == capacity
    assert evaluate(maxleak(Channel.from_rows(rows)), Instance({})) == log_of(rational(capacity))


def test_monty_hall_doubles_the_chance_at_every_outcome() -> None:
    """Two of three doors are left where the player is unseen; else the prize is behind one of
    them with probability 2/3. Every outcome leaks the same."""
    for name, level in (("Monty Hall", 2), ("Monty Hall, player unseen", Fraction(3, 2))):
        rows = SAMPLES[name]
        prior, channel = Prior.from_masses(uniform(rows)), Channel.from_rows(rows)
        for y in range(len(rows[0])):
            at = evaluate(pml(prior, channel, "y"), Instance({}, {}, {}, {"y": y}))
            assert at == log_of(rational(level))
    forget = [[Fraction(int(host == d)) for d in DOORS] for host in (1, 2, 0, 2, 0, 1)]
    unseen = Channel.from_rows(monty_hall(True)) >> Channel.from_rows(forget, "V", Y, X)
    assert [list(row) for row in unseen.matrix()] == monty_hall(False)


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(9, 10)])
def test_the_unseen_player_leaks_less_at_every_prior(p: Fraction) -> None:
    prior = [p, (1 - p) / 2, (1 - p) / 2]
    most, least = (exp_min_entropy_leakage(prior, monty_hall(seen)) for seen in (True, False))
    assert 1 <= least <= most <= 2


@pytest.mark.parametrize("forward", [Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(1)])
@pytest.mark.parametrize(("honest", "corrupt"), [(1, 1), (5, 1), (4, 2)])
def test_crowds_has_the_entries_of_the_sample(honest: int, corrupt: int, forward: Fraction) -> None:
    """The sample's closed form: alpha for nobody seen, beta for who began, gamma for others."""
    members = honest + corrupt
    alpha = honest * (1 - forward) / (members - honest * forward)
    beta = corrupt * (members - forward * (honest - 1)) / (members * (members - forward * honest))
    gamma = corrupt * forward / (members * (members - forward * honest))
    rows = crowds(honest, corrupt, forward)
    for k, row in enumerate(rows):
        assert row == [beta if j == k else gamma for j in range(honest)] + [alpha]
    capacity = honest * beta + alpha
    exact = evaluate(maxleak(Channel.from_rows(rows)), Instance({}))
    assert exact == log_of(rational(capacity))
    local = evaluate(ldp(Channel.from_rows(rows)), Instance({}))
    if honest > 1 and forward:
        assert local == log_of(rational(beta / gamma))
