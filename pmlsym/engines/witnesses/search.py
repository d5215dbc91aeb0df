"""Proofs that apply hypotheses "for all" to witnesses.

Each proposal is put in, what the rules then ask for is derived, and the goal is looked for from
what they give. Where a mass of the goal may be zero, the goal is proved in both cases. Where the
proposal is about letters of the goal, the conclusion is divided by the mass of the letter:

    P = e x + (1 - e) x'      P(x) (s P_Y(y) - W(y|x)) >= 0   gives   s P_Y(y) - W(y|x) >= 0
                              and, as e goes to zero,                 s W(y|x') - W(y|x) >= 0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Origin, Rule, Sequent, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.candidates import alone
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.ingredient import distinct
from pmlsym.engines.certificates.quotient import quotient, without
from pmlsym.engines.certificates.schematic import prove_schematically
from pmlsym.engines.witnesses.ground import ONE, Ground, are_said_to_be_two
from pmlsym.engines.witnesses.proposals import Proposal, proposals
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import (
    GOAL,
    Apply,
    Certificate,
    Combine,
    Limit,
    Split,
    Step,
    Term,
    Use,
    every_step,
    uses_of,
)
from pmlsym.kernel.checker import check
from pmlsym.kernel.rules import conclusion_of, needs_of, substitution_of
from pmlsym.kernel.shown import is_plain

ROUNDS = (0.06, 0.25, 1.0)
"""Effort for one thing that a rule asks for, and for the goal once the rules are applied to one
proposal: most of what serves is found at once, and most proposals serve for nothing."""

CASE = "case"
FALSE = constant(-1)


def prove_by_witness(sequent: Sequent, *, effort: float) -> Certificate | None:
    """A certificate that applies the rules of the sequent to witnesses, or nothing."""
    if not sequent.rules:
        return None
    with until(effort):
        for each in ROUNDS:
            for steps in _attempts(sequent, each):
                found = None if steps is None else _checked(sequent, steps)
                if found is not None or passed():
                    return found
    return None


def _attempts(sequent: Sequent, each: float) -> Iterator[tuple[Step, ...] | None]:
    """The goal at once; where some mass of it is positive; where two letters of it are two."""
    yield _proved(Ground(sequent), GOAL, each)
    for case in (*_masses(sequent.goal), *_distinct(sequent), *_contrary(sequent)):
        yield _in_cases(sequent, case, each)


def _checked(sequent: Sequent, steps: tuple[Step, ...]) -> Certificate | None:
    found = Certificate(sequent, _used(steps))
    try:
        check(found)
    except PmlError:
        return None
    return found


def _masses(goal: Polynomial) -> Iterator[Polynomial]:
    """The masses of letters of the goal."""
    atoms = {a for monomial, _ in goal for factor in monomial if len(factor) == 1 for a in factor}
    for tensor, letters in sorted(atoms):
        if len(tensor.stochastic) == len(letters) > 0 and not any(i.is_bound for i in letters):
            yield atom(tensor, *letters)


def _contrary(sequent: Sequent) -> Iterator[Polynomial]:
    """That the goal fails, where a rule gives what is absurd."""
    absurd = any(rule.conclusion.polynomial == FALSE for rule in sequent.rules)
    if absurd and sequent.goal != FALSE and sequent.relation == ">=":
        yield -sequent.goal


def _distinct(sequent: Sequent) -> Iterator[Polynomial]:
    """That two letters of the goal are two, where a rule asks for full support."""
    if any(f.relation == ">" and f.indices for rule in sequent.rules for f in rule.premises):
        letters = sorted(sequent.goal.free)
        for one, other in combinations(letters, 2):
            if one.alphabet == other.alphabet:
                yield distinct(one, other)


def _in_cases(sequent: Sequent, case: Polynomial, each: float) -> tuple[Step, ...] | None:
    """The goal where something is positive, by a witness, and where it is zero."""
    name = f"{CASE} {case}"
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    zero = Fact(name, -case, (), ">=", Origin("case"))
    positive = Fact(name, case, (), ">", Origin("case"))
    low = f"{GOAL} if >="
    below = _of_one_letter(sequent, case, zero, low, each)
    if below is None:
        below = _without_witness(replace(sequent, facts=(*sequent.facts, zero)), low, each)
    if below is None:
        return None
    ground = Ground(replace(sequent, facts=(*sequent.facts, positive)), positive)
    steps = _proved(ground, f"{GOAL} if >", each)
    return None if steps is None else (Split(goal, name, case, steps, below),)


def _without_witness(sequent: Sequent, name: str, each: float) -> tuple[Step, ...] | None:
    found, _ = prove_schematically(replace(sequent, rules=()), effort=each)
    return None if found is None else tuple(_called(step, name) for step in found.steps)


def _of_one_letter(
    sequent: Sequent, case: Polynomial, zero: Fact, name: str, each: float
) -> tuple[Step, ...] | None:
    """The goal where two of its letters are one, from the same of one letter.

    There d(x, x') > 0, and d(x, x') times a goal is d(x, x') times it with x in the place of x'.
    """
    letters = sorted(case.free)
    if not are_said_to_be_two(case, letters):
        return None
    one, other = letters
    simpler = substitute(sequent.goal, {other: one})
    within = replace(sequent, goal=simpler, facts=(*sequent.facts, zero))
    own = f"{name}, of one letter"
    steps = _without_witness(within, own, each)
    if steps is None:
        steps = _proved(Ground(within), own, each)
    if steps is None:
        return None
    same = Fact(f"{one.name} is {other.name}", equal_letters(one, other), (), ">")
    terms = (Term(ONE, ()), Term(ONE, (Use(zero.name),)))
    declared = Use(f"delta_{one.alphabet} >= 0", (one, other))
    goal = Fact(name, sequent.goal, (), sequent.relation)
    last = Combine(goal, (Term(ONE, (declared, Use(own))),), (Use(same.name),))
    return (*steps, Combine(same, terms), last)


def _called(step: Step, name: str) -> Step:
    if step.statement.name != GOAL:
        return step
    return replace(step, statement=replace(step.statement, name=name))


def _proved(ground: Ground, name: str, each: float) -> tuple[Step, ...] | None:
    """The steps to the goal, under that name, by the first proposal that serves."""
    for proposal in proposals(ground, ground.sequent.rules):
        if passed():
            return None
        steps = _with_proposal(ground, proposal, name, each)
        if steps is not None:
            return steps
    return None


def _with_proposal(
    ground: Ground, proposal: Proposal, name: str, each: float
) -> tuple[Step, ...] | None:
    steps: list[Step] = []
    facts: list[Fact] = []
    for rule in ground.sequent.rules:
        for applied in _applications(ground, rule, proposal, each):
            steps += applied
            facts.append(applied[-1].statement)
            steps += _added_up(ground, facts[-1])
            facts += [step.statement for step in steps[-1:] if step.statement != facts[-1]]
    if not facts:
        return None
    # besides the rules, the goal is to follow from what is known, and what was introduced
    known = (*ground.proof.facts.values(), *facts)
    sequent, given = ground.sequent, tuple(_by_name(known))
    goal = Fact(name, sequent.goal, (), sequent.relation)
    with until(each):
        last = combine(given, goal, tuple(ground.positive()))
    if last is not None:
        return (*ground.proof.steps, *steps, last)
    rest = Sequent(given, sequent.goal, sequent.relation)
    found, _ = prove_schematically(rest, effort=each)
    if found is None:
        return None
    return (*ground.proof.steps, *steps, *(_called(s, name) for s in found.steps))


def _added_up(ground: Ground, fact: Fact) -> list[Step]:
    """The sum of what a rule gives over the letters of outcomes, with one in the place of r q."""
    summed = tuple(i for i in fact.indices if _is_shorter(fact.polynomial, i))
    if not summed or fact.relation == ">":
        return []
    total = sum_over(fact.polynomial, *summed)
    terms = [Term(ONE, (Use(fact.name, fact.indices),), summed)]
    for name, product_ in ground.reciprocals():
        ((lead, _),) = product_
        for monomial, c in total:
            rest = without(monomial, lead)
            single = None if rest is None else alone(rest)
            if rest is not None and single is not None:
                own = (*single.term.uses, Use(name))
                terms.append(Term(Fraction(-c), own, single.term.summed))
                total = total - Polynomial({rest: c}) * (product_ - 1)
    kept = tuple(i for i in fact.indices if i in total.free)
    return [Combine(Fact(ground.proof.name("added up"), total, kept, fact.relation), tuple(terms))]


def _is_shorter(polynomial: Polynomial, index: Index) -> bool:
    """Whether the sum over a letter has rows that sum to one in it."""
    total = sum_over(polynomial, index)
    return sum(map(len, total.terms)) < sum(map(len, polynomial.terms))


def _by_name(facts: tuple[Fact, ...]) -> Iterator[Fact]:
    yield from {fact.name: fact for fact in facts}.values()


def _applications(
    ground: Ground, rule: Rule, proposal: Proposal, each: float
) -> Iterator[list[Step]]:
    """The steps that apply a rule to a proposal, with what it asks for derived."""
    own = {t: proposal.bodies[t] for t in rule.tensors}
    alphabets = {a: p for a, p in proposal.alphabets.items() if a in rule.alphabets}
    for letters in _images(ground, rule, proposal, alphabets):
        try:
            draft = Apply(
                Fact("", constant(0)),
                rule.name,
                tuple(sorted((t.name, body) for t, body in own.items())),
                tuple(sorted(alphabets.items())),
                tuple(letters.items()),
                (),
                constant(1),
            )
            needs, polynomial = needs_of(draft, rule), conclusion_of(draft, rule)
        except PmlError:
            return
        parameters = {i for body in own.values() for i in body.parameters}
        running = [i for i in proposal.running if i in parameters]
        steps = _shown(ground, needs, proposal.small, each, running) if polynomial else None
        if steps is None:
            return
        derived, uses = steps
        images = [i for each in letters.values() for i in each if "~" not in i.name]
        images += running
        kept = tuple(
            i for i in images if i in polynomial.free and i not in ground.sequent.goal.free
        )
        statement = Fact(
            ground.proof.name(f"{rule.name}, applied"), polynomial, kept, rule.conclusion.relation
        )
        applied: Step = replace(draft, statement=statement, shown=uses)
        found = [*derived, applied]
        found += _divided(ground, rule, proposal, draft, statement, each)
        if proposal.small is None or isinstance(found[-1], Limit):
            yield found


def _images(
    ground: Ground, rule: Rule, proposal: Proposal, alphabets: dict[str, tuple[str, ...]]
) -> Iterator[dict[Index, tuple[Index, ...]]]:
    """What stands for the letters of the conclusion: of the goal where it has one, or any."""
    choices: list[list[tuple[Index, ...]]] = []
    for index in rule.conclusion.indices:
        if index.alphabet in proposal.letters:
            choices.append([proposal.letters[index.alphabet]])
        elif index.alphabet in alphabets:
            own = alphabets[index.alphabet]
            choices.append([tuple(Index(a, f"{index.name}_{k}") for k, a in enumerate(own))])
        elif proposal.about and ground.letters(index.alphabet):
            choices.append([(letter,) for letter in ground.letters(index.alphabet)])
        else:
            choices.append([(Index(index.alphabet, f"{index.name}_0"),)])
    for chosen in product(*choices):
        yield dict(zip(rule.conclusion.indices, chosen, strict=True))


def _shown(
    ground: Ground,
    needs: tuple[Fact, ...],
    small: Tensor | None,
    each: float,
    running: Sequence[Index],
) -> tuple[list[Step], tuple[Use, ...]] | None:
    """Steps that derive what is needed, and the uses that state it; nothing where one fails.

    Letters that are `running` are those of the bodies for which all is stated.
    """
    steps: list[Step] = []
    uses: list[Use] = []
    for need in needs:
        use = ground.proof.use(need)
        if use is None:
            kept = tuple(i for i in (*need.indices, *running) if i in need.polynomial.free)
            plain = {i: Index(i.alphabet, f"{i.alphabet.lower()}_n{k}") for k, i in enumerate(kept)}
            polynomial = substitute(need.polynomial, plain)
            statement = Fact(
                ground.proof.name("needed"), polynomial, (*plain.values(),), need.relation
            )
            found = _derived(ground, statement, small, each)
            if found is None:
                return None
            steps += found
            use = Use(statement.name, kept)
        uses.append(use)
    return steps, tuple(uses)


def _derived(
    ground: Ground, statement: Fact, small: Tensor | None, each: float
) -> list[Step] | None:
    """Steps to a statement; one that is strict says that something is at least what is positive."""
    known = tuple(ground.proof.facts.values())
    if statement.relation != ">":
        with until(each):
            step = combine(known, statement)
        return None if step is None else [step]
    plain = _positive(statement.polynomial, small)
    if plain is not None:
        return [Combine(statement, plain)]
    for least in ground.positive_numbers():
        name = ground.proof.name("at least that")
        above = replace(
            statement, name=name, polynomial=statement.polynomial - least.polynomial, relation=">="
        )
        with until(each):
            step = combine(known, above)
        if step is not None:
            terms = (Term(ONE, (Use(name, above.indices),)), Term(ONE, (Use(least.name),)))
            return [step, Combine(statement, terms)]
    return None


def _divided(
    ground: Ground, rule: Rule, proposal: Proposal, draft: Apply, statement: Fact, each: float
) -> list[Step]:
    """The conclusion without the masses of letters in front, then without the small weight."""
    letters, whole = dict(draft.letters), substitution_of(draft, rule)
    rest, less, steps = rule.conclusion.polynomial, statement, list[Step]()
    for tensor, at in _masses_of(rule):
        without_mass = quotient(rest, atom(tensor, *at))
        mass = whole(atom(tensor, *at), {i: letters[i] for i in at})
        if without_mass is None:
            continue
        positive = Fact(ground.proof.name("the mass is positive"), mass, (), ">")
        plain = _positive(mass, proposal.small)
        shown: list[Step] | None = None
        if plain is not None:
            shown = [Combine(positive, plain)]
        elif proposal.about:
            shown = _derived(ground, positive, proposal.small, each)
        if shown is None:
            continue
        use, rest = Use(less.name, less.indices), without_mass
        polynomial = whole(rest, {i: letters[i] for i in rest.free})
        less = Fact(ground.proof.name("divided by the mass"), polynomial, statement.indices)
        steps += [*shown, Combine(less, (Term(ONE, (use,)),), (Use(positive.name),))]
    if steps and proposal.small is not None:
        end = constant_part(less.polynomial, proposal.small)
        limit = Fact(ground.proof.name("in the limit"), end, statement.indices)
        steps.append(Limit(limit, proposal.small, less.name))
    return steps


def _masses_of(rule: Rule) -> Iterator[tuple[Tensor, tuple[Index, ...]]]:
    """The priors that a rule binds, at letters of its conclusion."""
    for tensor in rule.tensors:
        if len(tensor.stochastic) == len(tensor.alphabets) > 0:
            every = rule.conclusion.indices
            own = ([i for i in every if i.alphabet == a] for a in tensor.alphabets)
            yield from ((tensor, at) for at in product(*own))


def constant_part(polynomial: Polynomial, small: Tensor) -> Polynomial:
    """What is left of a polynomial where a number is zero.

    >>> e, t = Tensor("e"), Tensor("t")
    >>> constant_part(atom(e) * atom(t) + 2 * atom(t), e)
    2*t
    """
    kept = {m: c for m, c in polynomial if all(t != small for f in m for t, _ in f)}
    return Polynomial(kept)


def _positive(mass: Polynomial, small: Tensor | None) -> tuple[Term, ...] | None:
    """The terms that show that a mass is positive: e q + (1 - e) d for 0 < e <= 1 and q > 0.

    Without e, that of products of what is nonnegative, with a number among them.
    """
    least = mass if small is None else constant_part(mass, small)
    above: tuple[Use, ...] = ()
    terms: list[Term] = []
    if small is not None:
        share = quotient(mass - (1 - atom(small)) * least, atom(small))
        if share is None or not is_plain(share, ">") or len(share) != 1:
            return None
        ((monomial, c),) = share
        own = tuple(Use(declared_name(t, "> 0"), at) for part in monomial for t, at in part)
        above = (Use(declared_name(small, "<= 1")),)
        terms = [Term(Fraction(c), (Use(declared_name(small, "> 0")), *own))]
    elif not is_plain(least, ">"):
        return None
    for monomial, c in least:
        strict = small is None and is_plain(Polynomial({monomial: c}), ">")
        single = alone(monomial)
        if single is None or c < 0 or (strict and single.term.summed):
            return None
        uses = single.term.uses
        if strict:
            uses = tuple(Use(declared_name(t, "> 0"), at) for part in monomial for t, at in part)
        terms.append(Term(Fraction(c), (*above, *uses), single.term.summed))
    return tuple(terms)


def _used(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps that the last one rests on."""
    if not steps:
        return steps
    wanted, kept = {steps[-1].statement.name}, []
    for step in reversed(steps):
        if step.statement.name in wanted:
            if isinstance(step, Split):
                step = replace(
                    step, positive=_used(step.positive), nonpositive=_used(step.nonpositive)
                )
            kept.append(step)
            wanted |= {use.fact for inner in every_step((step,)) for use in uses_of(inner)}
    return tuple(reversed(kept))
