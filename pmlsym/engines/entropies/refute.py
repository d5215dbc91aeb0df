"""Counterexamples to claims about entropies: joint distributions with rational masses.

Floats choose among random distributions, of the kinds that refute entropy claims:

    linear    each variable is some parities of fair bits: the exclusive or is among them
    sparse    few atoms; each variable is a function of the atom
    network   each variable is a coin, a function or a noisy copy of earlier ones
    uniform   an atom of many, all alike; each variable is the atom, or its remainder
    roles     many variables: each is constant, or one of a few that are of another kind

A counterexample is returned only if the claim is exactly false on it, premises included (sums of
rational multiples of logarithms of rationals are compared exactly).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import log
from random import Random

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.meter import tick
from pmlsym.claims.entropies import joint
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.subjects import subjects
from pmlsym.engines.entropies.blocks import Blocks
from pmlsym.engines.entropies.polymatroids import Polymatroid
from pmlsym.engines.sampling.witness import is_false
from pmlsym.errors import PmlError
from pmlsym.evidence.entropy_dual import EntropyForm, EntropyStatement, Key, Variables
from pmlsym.language.fold import Node, fold
from pmlsym.language.nodes import Claim, Entropic, Quantity
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.entropy_form import entropy_statements
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational

DRAWN, MASS = 40, 1
"""Steps for a joint distribution, and for a mass in a marginal one."""

NEAR = 1e-10
CLEAR = 1e-12

MOST_ATOMS = 16
"""The most atoms: as many as letters in the largest instances of other claims."""

UNIFORM = 8
"""How many rounds of the other kinds come before a uniform one, the small ones first."""

MANY, FEW = 6, 3
"""From how many variables on they are also given roles, and the most roles there may be."""

FAIR = Fraction(1, 2)
COINS = (FAIR, FAIR, Fraction(1, 3), Fraction(1, 4), Fraction(1, 10))
Scalars = Mapping[str, Number]
Letters = tuple[int, ...]
Masses = dict[Letters, Fraction]


def refute_entropy(
    claim: Claim, *, effort: float = 5.0, seed: int = 0, like: Polymatroid | None = None
) -> Instance | None:
    """A joint distribution on which a claim about entropies is exactly false, or None.

    Variables that are equal or constant in `like` are so in every distribution that is tried.
    Raises Unsupported where the claim is not linear in entropies.

    >>> from pmlsym.claim_text.question import parse
    >>> refute_entropy(parse("I(A;B|C) <= I(A;B)")).sizes
    {'A': 2, 'B': 2, 'C': 2}
    """
    random = Random(seed)
    statements = entropy_statements(claim)
    forms = [f for s in statements for f in (s.goal, *(fact.form for fact in s.hypotheses))]
    variables = tuple(block[0] for block in Blocks.of(forms).blocks)  # one represents its block
    names, numbers = tuple(subjects(claim).scalars), _quantities_without_variables(claim)
    scalars, others = _random_scalars(names, numbers, random)
    if like is None:
        distributions = random_distributions(len(variables), random)
    else:
        roles = [like.class_of(name) for name in variables]
        drawn = random_distributions(len(like.classes), random)
        distributions = (_in_roles(masses, roles) for masses in drawn)
    with until(effort):
        for masses in distributions:
            if passed():
                return None
            tick(DRAWN)
            values: dict[Key, float] = dict(others)
            if any(_is_violated(s, variables, masses, values) for s in statements):
                instance = _instance_of(subjects(claim).alphabets, variables, masses, scalars)
                if is_false(claim, instance):
                    return instance
            if scalars and random.random() < 0.1:
                scalars, others = _random_scalars(names, numbers, random)
    return None


def random_distributions(count: int, random: Random) -> Iterator[Masses]:
    """Endlessly many joint distributions of random variables, small ones first.

    >>> first = next(random_distributions(2, Random(0)))
    >>> sum(first.values()), {len(letters) for letters in first}
    (Fraction(1, 1), {2})
    """
    kinds = (_parities_of_bits, _few_atoms, _random_network, _random_network)
    tried = 0
    while True:
        size = min(4, 1 + tried // 200)
        for kind in kinds:
            yield kind(count, size, random)
            if count >= MANY:
                few, constant = random.randint(1, FEW), random.choice((0, FAIR, 1 - 1 / count))
                roles = [
                    None if random.random() < constant else random.randrange(few)
                    for _ in range(count)
                ]
                yield _in_roles(kind(few, size, random), roles)
        if tried % UNIFORM == UNIFORM - 1:
            yield _remainders_of_atom(count, 2 + tried // UNIFORM % (MOST_ATOMS - 1), random)
        tried += 1


def _is_violated(
    statement: EntropyStatement, variables: Variables, masses: Masses, values: dict[Key, float]
) -> bool:
    """Whether a joint distribution violates an entropy statement, in floats."""
    for fact in statement.hypotheses:
        value = _form_value(fact.form, variables, masses, values)
        if value < -NEAR or (fact.is_equality and value > NEAR) or (fact.is_strict and not value):
            return False
    goal = _form_value(statement.goal, variables, masses, values)
    return goal < (NEAR if statement.is_strict else -CLEAR)


def _form_value(
    form: EntropyForm, variables: Variables, masses: Masses, values: dict[Key, float]
) -> float:
    """The float value of an entropy form on a joint distribution."""
    total = 0.0
    for key, c in form.terms:
        if key not in values and isinstance(key, str):
            values[key] = log(int(key[len("log(") : -1]))  # a prime's, which the form introduces
        elif key not in values:
            values[key] = _entropy_of([variables.index(v) for v in key if v in variables], masses)
        total += float(c) * values[key]
    return total


def _entropy_of(places: list[int], masses: Masses) -> float:
    """The joint entropy of the variables at these places, in floats."""
    tick(MASS * len(masses))
    marginal: dict[tuple[int, ...], float] = {}
    for letters, mass in masses.items():
        at = tuple(letters[k] for k in places)
        marginal[at] = marginal.get(at, 0.0) + float(mass)
    return -sum(p * log(p) for p in marginal.values() if p > 0)


def _quantities_without_variables(claim: Claim) -> tuple[Quantity, ...]:
    """The quantities of a claim about entropies that contain no random variable."""
    quantities: dict[Quantity, None] = {}

    def rule(part: Node, below: tuple[bool, ...]) -> bool:
        """Whether a part of the claim is free of entropies; noted if it is a quantity."""
        is_number = all(below) and not isinstance(part, Entropic)
        if is_number and isinstance(part, Quantity):
            quantities[part] = None
        return is_number

    fold(claim, rule)
    return tuple(quantities)


def _random_scalars(
    names: Sequence[str], numbers: Sequence[Quantity], random: Random
) -> tuple[Scalars, dict[Key, float]]:
    """Random values of free scalars, and of all that a claim adds to entropies."""
    choices = (rational(0), rational(1), rational(2), log_of(2), log_of(4), rational("1/2"))
    scalars = {name: random.choice(choices) for name in names}
    values: dict[Key, float] = {"1": 1.0}
    for number in numbers:
        try:
            value = float(evaluate(number, Instance({}, {}, scalars)))
        except PmlError:
            value = float("nan")
        values[write_quantity(number)] = value
    return scalars, values


def _instance_of(
    alphabets: tuple[str, ...], variables: Variables, masses: Masses, scalars: Scalars
) -> Instance:
    """A joint distribution as an instance, letters that never occur left out."""
    letters = [sorted({at[k] for at in masses}) for k in range(len(variables))]
    renamed = {
        tuple(letters[k].index(letter) for k, letter in enumerate(at)): mass
        for at, mass in masses.items()
    }
    sizes = {name: len(values) for name, values in zip(variables, letters, strict=True)}
    sizes |= {name: 1 for name in alphabets if name not in sizes}
    axes = tuple(sorted(sizes))
    shape = [sizes[name] for name in axes]
    places = [variables.index(name) if name in variables else None for name in axes]
    by_axes = {
        tuple(0 if k is None else at[k] for k in places): mass for at, mass in renamed.items()
    }
    entries = [by_axes.get(at, Fraction(0)) for at in product(*map(range, shape))]
    return Instance(sizes, {joint(axes).name: nest(entries, shape)}, scalars)


def _parities_of_bits(count: int, size: int, random: Random) -> Masses:
    """A joint distribution of parities of some independent fair bits."""
    bits = random.randint(1, size + 1)
    parities = [
        [random.randrange(1 << bits) for _ in range(random.choice((0, 1, 1, 1, 2)))]
        for _ in range(count)
    ]
    letters = (
        tuple(
            sum(((word & mask).bit_count() & 1) << k for k, mask in enumerate(masks))
            for masks in parities
        )
        for word in range(1 << bits)
    )
    return _summed_masses((at, Fraction(1, 1 << bits)) for at in letters)


def _in_roles(masses: Masses, roles: Sequence[int | None]) -> Masses:
    """The joint distribution of variables that each copy the one of their role, or are constant."""
    return _summed_masses(
        (tuple(0 if k is None else letters[k] for k in roles), mass)
        for letters, mass in masses.items()
    )


def _remainders_of_atom(count: int, atoms: int, random: Random) -> Masses:
    """A joint distribution of remainders of one uniform integer."""
    letters = [random.choice((atoms, atoms, 1, 2, 3)) for _ in range(count)]
    remainders = (tuple(atom % most for most in letters) for atom in range(atoms))
    return _summed_masses((at, Fraction(1, atoms)) for at in remainders)


def _few_atoms(count: int, size: int, random: Random) -> Masses:
    """A joint distribution with masses on a few random points."""
    atoms = random.randint(2, size + 3)
    weights = [random.choice((1, 1, 1, 2, 3)) for _ in range(atoms)]
    if random.random() < 0.5:
        weights = [1] * atoms
    letters = random.choice((2, 2, 3))
    return _summed_masses(
        (tuple(random.randrange(letters) for _ in range(count)), Fraction(weight, sum(weights)))
        for weight in weights
    )


def _summed_masses(parts: Iterable[tuple[Letters, Fraction]]) -> Masses:
    """The joint distribution that these masses add up to."""
    masses: Masses = {}
    for at, mass in parts:
        masses[at] = masses.get(at, Fraction(0)) + mass
    return masses


def _random_network(count: int, size: int, random: Random) -> Masses:
    """A joint distribution of variables drawn in turn, each from some before it."""
    order = list(range(count))
    chain = random.random() < 0.3
    if not chain:
        random.shuffle(order)
    elif random.random() < 0.5:
        order.reverse()
    masses: dict[tuple[tuple[int, int], ...], Fraction] = {(): Fraction(1)}
    for position, variable in enumerate(order):
        earlier = order[position - 1 : position] if chain else order[:position]
        parents = random.sample(earlier, min(len(earlier), random.randint(0, 2)))
        table = _random_conditionals(len(parents), random)
        masses = {
            (*drawn, (variable, letter)): mass * part
            for drawn, mass in masses.items()
            for one in (table[tuple(dict(drawn)[parent] for parent in parents)],)
            for letter, part in ((1, one), (0, 1 - one))
            if part
        }
    return {tuple(dict(drawn)[v] for v in range(count)): mass for drawn, mass in masses.items()}


def _random_conditionals(parents: int, random: Random) -> dict[Letters, Fraction]:
    """The random probability of a one in a joint distribution, given the parents' bits."""
    noise = random.choice((0, 0, 0, 0, 1)) * random.choice(COINS)
    if not parents:
        return {(): random.choice((*COINS, Fraction(0)))}
    words = list(product(range(2), repeat=parents))
    if random.random() < 0.4:
        value = {word: sum(word) % 2 for word in words}
    else:
        value = {word: random.randrange(2) for word in words}
    return {word: 1 - noise if bit else noise for word, bit in value.items()}
