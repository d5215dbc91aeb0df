"""Proofs that apply hypotheses "for all" to witnesses.

Each proposal is put in, what the rules then ask for is derived, and the goal is looked for from
what they give. Where a mass of the goal may be zero, the goal is proved in both cases. Where the
proposal is about letters of the goal, the conclusion is divided by the mass of the letter:

    P = e x + (1 - e) x'      P(x) (s P_Y(y) - W(y|x)) >= 0   gives   s P_Y(y) - W(y|x) >= 0
                              and, as e goes to zero,                 s W(y|x') - W(y|x) >= 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
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
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.ingredient import numbered_letters, unequal_letters
from pmlsym.engines.certificates.instantiation import constant_part, draft_application
from pmlsym.engines.certificates.quotient import quotient, without
from pmlsym.engines.certificates.sequent_search import prove_schematically, tidy
from pmlsym.engines.certificates.terms import (
    NotDeduced,
    declared_use,
    plain_terms,
    times,
    use_of_fact,
)
from pmlsym.engines.witnesses.ground import Given, Ground, are_said_to_be_two
from pmlsym.engines.witnesses.proposals import Proposal, is_prior, proposals
from pmlsym.errors import InvalidCertificate
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
)
from pmlsym.kernel.checker import check
from pmlsym.kernel.rules import substitution_of
from pmlsym.kernel.shown import is_plain

ROUNDS = (0.06, 0.25, 1.0)
"""Effort for one thing that a rule asks for, and for the goal once the rules are applied to one
proposal: most of what serves is found at once, and most proposals are of no use."""

CASE = "case"
FALSE = constant(-1)


def prove_by_witness(
    sequent: Sequent, *, effort: float, given: Given | None = None
) -> Certificate | None:
    """A certificate that applies the rules of a sequent to witnesses, or None.

    Witnesses that are `given` stand for what has their names; others are proposed.
    """
    if not sequent.rules:
        return None
    with until(effort):
        for each in ROUNDS:
            for attempt in _attempts(sequent, each, given or {}):
                with suppress(NotDeduced, InvalidCertificate):
                    certificate = tidy(Certificate(sequent, attempt()))
                    check(certificate)
                    return certificate
                if passed():
                    return None
    return None


_Steps = tuple[Step, ...]


def _attempts(sequent: Sequent, each: float, given: Given) -> Iterator[Callable[[], _Steps]]:
    """The attempts of a proof by witnesses: the goal at once, or by cases of what is positive.

    Where a rule asks for a positive number, the first case is that the number which the goal bounds
    is positive.
    """
    for case in _bounded_number(sequent):
        yield partial(_steps_in_cases, sequent, case, each, given)
    yield lambda: _steps_by_witness(Ground(sequent, given=given), GOAL, each)
    for case in (
        *_masses_of_outcomes(sequent),
        *_masses_in(sequent.goal),
        *_two_letters_apart(sequent),
        *_negated_goal(sequent),
    ):
        yield partial(_steps_in_cases, sequent, case, each, given)


def _masses_in(goal: Polynomial) -> Iterator[Polynomial]:
    """The masses of letters of the goal, in whose cases a witness is looked for."""
    atoms = {a for monomial, _ in goal for factor in monomial if len(factor) == 1 for a in factor}
    for tensor, letters in sorted(atoms):
        if is_prior(tensor) and not any(i.is_bound for i in letters):
            yield atom(tensor, *letters)


def _masses_of_outcomes(sequent: Sequent) -> Iterator[Polynomial]:
    """The masses of outcomes in whose cases a rule about priors has a posterior as witness.

    They are the masses of what is released besides what the rule is about.
    """
    concluded = {t for r in sequent.rules for t in r.conclusion.polynomial.tensors}
    ground = Ground(sequent)
    bound = {t.alphabets for rule in sequent.rules for t in rule.tensors if is_prior(t)}
    for mass, _ in (each for alphabets in sorted(bound) for each in ground.joint_masses(alphabets)):
        if {*mass.tensors} <= {*sequent.goal.tensors} - concluded:
            yield mass


def _bounded_number(sequent: Sequent) -> Iterator[Polynomial]:
    """The number that the goal bounds: that it is positive is a case of a proof by witnesses."""
    asked = {f.polynomial for r in sequent.rules for f in r.premises if f.relation == ">"}
    if any(atom(t) in asked for rule in sequent.rules for t in rule.tensors if not t.alphabets):
        bounded = Polynomial({m: -c for m, c in sequent.goal if c < 0})
        if bounded and not bounded.free:
            yield bounded


def _negated_goal(sequent: Sequent) -> Iterator[Polynomial]:
    """The negation of the goal, as a case in a proof by witnesses of a contradiction."""
    absurd = any(rule.conclusion.polynomial == FALSE for rule in sequent.rules)
    if absurd and sequent.goal != FALSE and sequent.relation == ">=":
        yield -sequent.goal


def _two_letters_apart(sequent: Sequent) -> Iterator[Polynomial]:
    """The cases in a proof by witnesses that two letters of the goal differ."""
    if any(f.relation == ">" and f.indices for rule in sequent.rules for f in rule.premises):
        letters = sorted(sequent.goal.free)
        for one, other in combinations(letters, 2):
            if one.alphabet == other.alphabet:
                yield unequal_letters(one, other)


def _steps_in_cases(sequent: Sequent, case: Polynomial, each: float, given: Given) -> _Steps:
    """The split into cases: the goal by a witness where something is positive, and where not."""
    name, low = f"{CASE} {case}", f"{GOAL} if >="
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    zero = Fact(name, -case, (), ">=", Origin("case"))
    positive = Fact(name, case, (), ">", Origin("case"))
    try:
        below = _steps_of_one_letter(sequent, case, zero, low, each, given)
    except NotDeduced:
        below = _steps_without_witness(replace(sequent, facts=(*sequent.facts, zero)), low, each)
    ground = Ground(replace(sequent, facts=(*sequent.facts, positive)), positive, given)
    return (Split(goal, name, case, _steps_by_witness(ground, f"{GOAL} if >", each), below),)


def _steps_without_witness(sequent: Sequent, name: str, each: float) -> _Steps:
    """The steps of a proof by witnesses to the goal from the facts alone, where that is enough."""
    certificate, _ = prove_schematically(replace(sequent, rules=()), effort=each)
    if certificate is None:
        raise NotDeduced("the goal does not follow without a witness")
    *steps, last = certificate.steps
    return (*steps, replace(last, statement=replace(last.statement, name=name)))


def _steps_of_one_letter(
    sequent: Sequent, case: Polynomial, zero: Fact, name: str, each: float, given: Given
) -> _Steps:
    """The steps of a proof by witnesses where two letters of the goal are one.

    In that case d(x, x') > 0, and d(x, x') times a goal is d(x, x') times the goal with x in the
    place of x'.
    """
    letters = sorted(case.free)
    if not are_said_to_be_two(case, letters):
        raise NotDeduced("the case is not about two letters")
    one, other = letters
    simpler = substitute(sequent.goal, {other: one})
    within = replace(sequent, goal=simpler, facts=(*sequent.facts, zero))
    simpler_name = f"{name}, of one letter"
    try:
        steps = _steps_without_witness(within, simpler_name, each)
    except NotDeduced:
        steps = _steps_by_witness(Ground(within, given=given), simpler_name, each)
    same = Fact(f"{one.name} is {other.name}", equal_letters(one, other), (), ">")
    declared = declared_use(delta(one.alphabet), (one, other))
    goal = Fact(name, sequent.goal, (), sequent.relation)
    last = Combine(goal, times(1, declared, Use(simpler_name)), (Use(same.name),))
    return (*steps, Combine(same, times(1) + times(1, zero)), last)


def _steps_by_witness(ground: Ground, name: str, each: float) -> _Steps:
    """The steps to the goal, under that name, by the first proposed witnesses that serve."""
    for proposal in proposals(ground, ground.sequent.rules):
        if passed():
            break
        with suppress(NotDeduced):
            return _steps_with_proposal(ground, proposal, name, each)
    raise NotDeduced("no witness that is known serves")


def _steps_with_proposal(ground: Ground, proposal: Proposal, name: str, each: float) -> _Steps:
    """The steps to the goal by one proposal of witnesses, put into every rule."""
    steps: list[Step] = []
    facts: list[Fact] = []
    for rule in ground.sequent.rules:
        for applied in _applications(ground, rule, proposal, each):
            steps += applied
            steps += _cleared_steps(ground, applied[-1].statement)
            facts.append(steps[-1].statement)
            with suppress(NotDeduced):
                steps.append(_summed_step(ground, facts[-1]))
                facts.append(steps[-1].statement)
    if not facts:
        raise NotDeduced("no rule applies to the proposal")
    # besides the rules, the goal is to follow from what is known, and what was introduced
    facts_by_name = {fact.name: fact for fact in (*ground.proof.facts.values(), *facts)}
    sequent = Sequent((*facts_by_name.values(),), ground.sequent.goal, ground.sequent.relation)
    goal = Fact(name, sequent.goal, (), sequent.relation)
    last = _multiple_of_goal(ground, facts, goal)
    if last is None:
        with until(each):
            last = combine(sequent.facts, goal, tuple(ground.positive()))
    end = _steps_without_witness(sequent, name, each) if last is None else (last,)
    return (*ground.proof.steps, *steps, *end)


def _cleared_steps(ground: Ground, fact: Fact) -> Iterator[Combine]:
    """The steps that clear a rule's conclusion at a witness of a posterior's reciprocal.

    r (r a + b) >= 0  gives  r a + b >= 0,  and that times q, with r q = 1,  a + q b >= 0.
    """
    case = ground.case
    if case is None or len(case.polynomial.tensors) < 2 or case.name not in ground.inverses:
        return
    tensor, q = ground.inverses[case.name], case.polynomial
    r, positive = atom(tensor), Use(declared_name(tensor, "> 0"))
    while fact.polynomial and (rest := quotient(fact.polynomial, r)) is not None:
        name = ground.proof.name("without the reciprocal")
        step = Combine(replace(fact, name=name, polynomial=rest), times(1, fact), (positive,))
        yield step
        fact = step.statement
    inside = Polynomial({m: c for m, c in fact.polynomial if tensor in Polynomial({m: c}).tensors})
    a = quotient(inside, r)
    if inside and a is not None and tensor not in a.tensors:
        name = ground.proof.name("times the mass of the outcome")
        cleared = replace(fact, name=name, polynomial=a + q * (fact.polynomial - inside))
        yield Combine(cleared, times(q, fact) + times(-a, Use(ground.definition(tensor))))


def _multiple_of_goal(ground: Ground, facts: Sequence[Fact], goal: Fact) -> Combine | None:
    """The certificate's step from a multiple of the goal that a witness gave, or None."""
    positive = [*ground.positive()]
    for fact in facts:
        free = [[i for i in goal.polynomial.free if i.alphabet == k.alphabet] for k in fact.indices]
        for letters in product(*free):
            at = substitute(fact.polynomial, dict(zip(fact.indices, letters, strict=True)))
            for factor in positive:
                if at == goal.polynomial * factor.polynomial:
                    return Combine(goal, times(1, Use(fact.name, letters)), (use_of_fact(factor),))
    return None


def _summed_step(ground: Ground, fact: Fact) -> Combine:
    """The certificate's step that sums what a rule gives for a witness over outcomes."""
    summed = tuple(i for i in fact.indices if _is_shorter(fact.polynomial, i))
    if not summed or fact.relation == ">":
        raise NotDeduced(f"{fact.name} is not shorter when it is summed")
    total, terms = sum_over(fact.polynomial, *summed), times(1, fact, over=summed)
    for name, product_ in ground.reciprocals():
        ((lead, _),) = product_
        for monomial, c in total:
            rest = without(monomial, lead)
            part = Polynomial({} if rest is None else {rest: c})
            if part and all(tensor.is_nonnegative for tensor in part.tensors):
                terms += times(-part, Use(name))
                total = total - part * (product_ - 1)
    kept = tuple(i for i in fact.indices if i in total.free)
    return Combine(Fact(ground.proof.name("added up"), total, kept, fact.relation), terms)


def _is_shorter(polynomial: Polynomial, index: Index) -> bool:
    """Whether what a rule gives for a witness is shorter when summed over a letter."""
    total = sum_over(polynomial, index)
    return sum(map(len, total.terms)) < sum(map(len, polynomial.terms))


def _applications(
    ground: Ground, rule: Rule, proposal: Proposal, each: float
) -> Iterator[list[Step]]:
    """The steps that apply a rule to proposed witnesses, with all that it asks for derived."""
    bodies = {t: proposal.bodies[t] for t in rule.tensors}
    alphabets = {a: p for a, p in proposal.alphabets.items() if a in rule.alphabets}
    parameters = {i for body in bodies.values() for i in body.parameters}
    running = [i for i in proposal.running if i in parameters]
    with suppress(NotDeduced):  # what fails at some letters is of no use at others
        for letters in _letter_choices(ground, rule, proposal, alphabets):
            draft, needs, polynomial = draft_application(rule, bodies, alphabets, letters)
            if not polynomial:
                return
            derived, uses = _uses_of_needs(ground, needs, proposal.small, each, running)
            images = [i for several in letters.values() for i in several if "~" not in i.name]
            kept = tuple(
                i
                for i in (*images, *running)
                if i in polynomial.free and i not in ground.sequent.goal.free
            )
            name, relation = ground.proof.name(f"{rule.name}, applied"), rule.conclusion.relation
            statement = Fact(name, polynomial, kept, relation)
            steps = [*derived, replace(draft, statement=statement, shown=uses)]
            steps += _division_steps(ground, rule, proposal, draft, statement, each)
            if proposal.small is None or isinstance(steps[-1], Limit):
                yield steps


def _letter_choices(
    ground: Ground, rule: Rule, proposal: Proposal, alphabets: dict[str, tuple[str, ...]]
) -> Iterator[dict[Index, tuple[Index, ...]]]:
    """The letters for those of a rule's conclusion, for an application to witnesses.

    For a letter that a premise speaks of, only the letters that the sequent speaks of are tried.
    """
    choices: list[list[tuple[Index, ...]]] = []
    for index in rule.conclusion.indices:
        is_said = any(index in {*f.polynomial.free} - {*f.indices} for f in rule.premises)
        fixed = ground.fixed_letters(index.alphabet) if is_said else ()
        if index.alphabet in proposal.letters:
            choices.append([proposal.letters[index.alphabet]])
        elif index.alphabet in alphabets:
            product_ = alphabets[index.alphabet]
            choices.append([tuple(Index(a, f"{index.name}_{k}") for k, a in enumerate(product_))])
        elif fixed:
            choices.append([(letter,) for letter in fixed])
        elif proposal.about and ground.letters(index.alphabet):
            choices.append([(letter,) for letter in ground.letters(index.alphabet)])
        else:
            choices.append([(Index(index.alphabet, f"{index.name}_0"),)])
    for chosen in product(*choices):
        yield dict(zip(rule.conclusion.indices, chosen, strict=True))


def _uses_of_needs(
    ground: Ground,
    needs: tuple[Fact, ...],
    small: Tensor | None,
    each: float,
    running: Sequence[Index],
) -> tuple[list[Step], tuple[Use, ...]]:
    """The steps that derive what a rule needs of its witnesses, and the uses that state it.

    Letters that are `running` are those of the bodies for which all is stated.
    """
    steps: list[Step] = []
    uses: list[Use] = []
    for need in needs:
        use = ground.proof.use(need)
        if use is None:
            kept = tuple(i for i in (*need.indices, *running) if i in need.polynomial.free)
            letters = numbered_letters((i.alphabet for i in kept), "_n")
            plain = dict(zip(kept, letters, strict=True))
            polynomial = substitute(need.polynomial, plain)
            name = ground.proof.name("needed")
            statement = Fact(name, polynomial, (*plain.values(),), need.relation)
            steps += _derivation(ground, statement, small, each)
            use = Use(name, kept)
        uses.append(use)
    return steps, tuple(uses)


def _derivation(ground: Ground, statement: Fact, small: Tensor | None, each: float) -> list[Step]:
    """The steps to a rule's need. Raises NotDeduced if it does not follow."""
    facts = tuple(ground.proof.facts.values())
    if statement.relation != ">":
        with until(each):
            step = combine(facts, statement)
        if step is None or not _may_state(step, facts):
            raise NotDeduced(f"{statement} does not follow")
        return [step]
    with suppress(NotDeduced):
        return [Combine(statement, _positive_terms(statement.polynomial, small))]
    if ground.case is not None:
        share = quotient(statement.polynomial, ground.case.polynomial)
        if share is not None and is_plain(share, ">"):
            return [Combine(statement, times(share, ground.case, strictly=True))]
    for least in ground.positive_numbers():
        name, above = ground.proof.name("at least that"), statement.polynomial - least.polynomial
        with until(each):
            step = combine(facts, Fact(name, above, statement.indices))
        if step is not None:
            return [step, Combine(statement, times(1, step.statement) + times(1, least))]
    raise NotDeduced(f"{statement} does not follow")


def _may_state(step: Combine, facts: Sequence[Fact]) -> bool:
    """Whether a search's step to a need states no equality, or follows from equalities alone."""
    equal = {fact.name for fact in facts if fact.relation == "=="}
    alone = (any(use.fact in equal for use in term.uses) for term in step.terms)
    return step.statement.relation != "==" or all(alone)


def _division_steps(
    ground: Ground, rule: Rule, proposal: Proposal, draft: Apply, statement: Fact, each: float
) -> list[Step]:
    """The certificate's steps that divide what a rule gives for a witness by letters' masses."""
    letters, whole = dict(draft.letters), substitution_of(draft, rule)
    rest, less, steps = rule.conclusion.polynomial, statement, list[Step]()
    for tensor, at in _masses_in_conclusion(rule):
        without_mass = quotient(rest, atom(tensor, *at))
        if without_mass is None:
            continue
        mass = whole(atom(tensor, *at), {i: letters[i] for i in at})
        positive = Fact(ground.proof.name("the mass is positive"), mass, (), ">")
        with suppress(NotDeduced):
            try:
                shown: list[Step] = [Combine(positive, _positive_terms(mass, proposal.small))]
            except NotDeduced:
                if not proposal.about:
                    raise
                shown = _derivation(ground, positive, proposal.small, each)
            rest = without_mass
            polynomial = whole(rest, {i: letters[i] for i in rest.free if i in letters})
            name = ground.proof.name("divided by the mass")
            division = Combine(
                Fact(name, polynomial, statement.indices), times(1, less), (Use(positive.name),)
            )
            less = division.statement
            steps += [*shown, division]
    if steps and proposal.small is not None:
        end = constant_part(less.polynomial, proposal.small)
        limit = Fact(ground.proof.name("in the limit"), end, statement.indices)
        steps.append(Limit(limit, proposal.small, less.name))
    return steps


def _masses_in_conclusion(rule: Rule) -> Iterator[tuple[Tensor, tuple[Index, ...]]]:
    """The priors that a rule binds, by whose masses its conclusion at a witness is divided."""
    for tensor in rule.tensors:
        if is_prior(tensor):
            every = rule.conclusion.indices
            choices = ([i for i in every if i.alphabet == a] for a in tensor.alphabets)
            yield from ((tensor, at) for at in product(*choices))


def _positive_terms(mass: Polynomial, small: Tensor | None) -> tuple[Term, ...]:
    """The terms of a certificate that show the mass of a witness to be positive."""
    if small is None:
        if not is_plain(mass, ">"):
            raise NotDeduced(f"{mass} is not plainly positive")
        return times(mass, strictly=True)
    least = constant_part(mass, small)
    share = quotient(mass - (1 - atom(small)) * least, atom(small))
    if share is None or not is_plain(share, ">"):
        raise NotDeduced(f"{mass} is not plainly positive")
    above, below = (Use(declared_name(small, relation)) for relation in ("> 0", "<= 1"))
    return times(share, above, strictly=True) + plain_terms(least, below)
