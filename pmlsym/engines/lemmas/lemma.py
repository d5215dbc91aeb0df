"""A claim as a lemma: the bounds of its right side as premises, that of its left as conclusion.

    pml(P, W >> V) <= pml(P, W)       pml(P, W) <= log t  gives  pml(P, W >> V) <= log t
    maxleak(W & V) <= maxleak(W) + maxleak(V)       M1 above W, M2 above V  give  M1 M2 above W & V

The conclusion is stated as it would be *assumed*, so that it is a premise of the next lemma; where
that form has a tensor of its own, such as the envelope of a maximal leakage, the lemma says what
it is: its witness. It is about levels and not about values: a middle that is inf - inf or 0*inf
has no level, and no chain goes through it.

No prior is taken to have full support. What may be assumed of the prior of one claim, without loss
of generality, is not a fact about P >> W in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.effort import spent
from pmlsym.calculus.meter import tick, uncounted
from pmlsym.calculus.polynomial import atom, constant, substitute
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import Body, Substitution, replace_tensor
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.engines.certificates.sequent_search import prove_schematically
from pmlsym.engines.lemmas.arguments import named_in
from pmlsym.engines.lemmas.witnesses import proposed_witnesses
from pmlsym.errors import Unsupported
from pmlsym.exposition.certificate_summary import used_names
from pmlsym.kernel.certificate import Lemma
from pmlsym.kernel.shown import is_plain
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Claim, Comparison, Measure
from pmlsym.language.writing import statement
from pmlsym.lowering.branches import Branch, branches
from pmlsym.lowering.comparison import assume_premises, goal_forms
from pmlsym.lowering.forms import ExistsTensor, Form, Holds, facts_of_form
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import at_least, at_most
from pmlsym.lowering.levels import ABOVE, MeasureBound, State
from pmlsym.lowering.profile import profile_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

PROVING = 1.0
"""Effort for the proof of one fact of a lemma, which is short or is not found."""


@dataclass(frozen=True)
class Premise:
    """A bound of a measure from one side by a level, and the facts that state it, in order.

    `own` is the tensor that its form brings, such as the envelope of a maximal leakage.
    """

    measure: Measure
    side: str
    level: Tensor
    facts: tuple[Fact, ...]
    own: Tensor | None


@dataclass(frozen=True, eq=False)
class ReadLemma:
    """A claim as a lemma: premises, and a measure that a level of theirs bounds.

    `main` is None where the level bounds a number, as in 0 <= pml(P, W). The facts of `conclusion`
    are as it would be assumed, with the tensor `own` that this brings; `witnesses` may stand in its
    place. They quantify letters of their own, in the order of the form. `facts` are all that is
    assumed, those of the premises among them.
    """

    text: str
    main: Measure | None
    side: str
    level: Level
    conclusion: tuple[Fact, ...]
    own: Tensor | None
    witnesses: tuple[Body, ...]
    premises: tuple[Premise, ...]
    facts: tuple[Fact, ...]
    named: tuple[Prior | Channel, ...]


@dataclass(frozen=True)
class ProvedLemma:
    """A lemma with the proofs of the facts of its conclusion, and what its witness is.

    A fact 0 >= 0, such as that a level t is the sum of t P_Y(y), has no proof. Letters
    of the conclusion that it does not quantify are those of the witness, and fixed.
    """

    read: ReadLemma
    conclusion: tuple[Fact, ...]
    witness: Body | None
    proofs: tuple[Lemma | None, ...]


def lemmas_of(claim: Claim) -> tuple[ReadLemma, ...]:
    """The lemmas that a claim is: one for each branch that bounds a measure, or a number.

    Raises Unsupported where there is none, as for a claim about numbers or named outcomes.

    >>> from pmlsym.claim_text.question import parse
    >>> [lemma.side for lemma in lemmas_of(parse("costleak(P, W) == -density_min(P, W)"))]
    ['above', 'below']
    """
    about = subjects(claim)
    if about.scalars or about.outcomes or about.data:
        raise Unsupported("a lemma speaks of priors and channels alone, without numbers or letters")
    lemmas, reason = [], "it bounds no measure"
    for branch in branches(claim):
        try:
            lemmas.append(_read_branch(claim, branch))
        except Unsupported as error:
            reason = str(error)
    if not lemmas:
        raise Unsupported(f"{statement(claim)} is no lemma: {reason}")
    return tuple(lemmas)


def _read_branch(claim: Claim, branch: Branch) -> ReadLemma:
    """The lemma that a branch of a claim is. Raises Unsupported if it bounds nothing."""
    if not isinstance(branch.goal, Comparison):
        raise Unsupported("it concludes a condition")
    state = State(replace(profile_of(claim), positive=()))
    state = _single(assume_premises(state, branch.premises))
    state, form = _single(goal_forms(state, branch.goal.left, branch.goal.right))
    if state.declared or state.rules:
        raise Unsupported("a premise declares what a channel is, or is a rule")
    bounds = [bound for bound in state.bounds if not bound.assumed]
    every = {key(part) for part in walk(branch.goal) if isinstance(part, Measure)}
    if not bounds and not (isinstance(form, Holds) and every <= state.level_of.keys()):
        raise Unsupported("it bounds a mean of logarithms")
    if not bounds:
        read = _read_lemma(claim, state, None, ABOVE, Level(constant(1)), form)
    else:
        bound = _single(iter(bounds))
        rule = at_most if bound.side == ABOVE else at_least
        form = rule(bound.value, bound.level, state.names, assumed=True)
        read = _read_lemma(claim, state, bound.measure, bound.side, bound.level, form)
    for premise in read.premises:
        read = _of_any_level(read, premise.level)
    return read


def _of_any_level(read: ReadLemma, level: Tensor) -> ReadLemma:
    """The lemma about a level of which nothing is declared: its bound may be any number.

    A number c with pmin(P) >= c is at most one, and one with mi(P, W) <= c is at least zero.
    """
    other = replace(level, at_most_one=False, nonnegative=False)
    if other == level:
        return read
    whole = Substitution({level: Body((), atom(other))})

    def of(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """The lemma's facts with a level of which nothing is declared, to apply it anywhere."""
        return tuple(replace(fact, polynomial=whole(fact.polynomial)) for fact in facts)

    premises = (
        replace(each, level=other if each.level == level else each.level, facts=of(each.facts))
        for each in read.premises
    )
    return replace(
        read,
        level=Level(whole(read.level.numerator), whole(read.level.denominator)),
        conclusion=of(read.conclusion),
        witnesses=tuple(replace(w, polynomial=whole(w.polynomial)) for w in read.witnesses),
        premises=tuple(premises),
        facts=of(read.facts),
    )


T = TypeVar("T")


def _single(items: Iterator[T]) -> T:
    """The only case that a claim to be used as a lemma makes. Raises Unsupported at several."""
    several = [*items]
    if len(several) != 1:
        raise Unsupported("it makes several cases")
    return several[0]


def _premise_of(state: State, bound: MeasureBound) -> Premise:
    """The premise of a lemma that an assumed bound of a measure is, with its facts."""
    tensor = bound.form.tensor if isinstance(bound.form, ExistsTensor) else None
    facts = facts_stating(bound.form, state.facts)
    return Premise(bound.measure, bound.side, _scalar_of_level(bound.level), facts, tensor)


def facts_stating(form: Form, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts, in order, that state an assumed form of a lemma.

    Raises Unsupported where the form is not a conjunction, or one of its parts is not stated.
    """
    stored = {(f.polynomial, f.indices, f.relation): f for f in facts}
    stated = [stored.get((f.polynomial, f.indices, f.relation)) for f in form_facts(form, "given")]
    if None in stated:
        raise Unsupported("a part of the form is not stated")
    return tuple(fact for fact in stated if fact is not None)


def form_facts(form: Form, name: str) -> tuple[Fact, ...]:
    """The facts of an assumed form of a lemma. Raises Unsupported at other than a conjunction."""
    return tuple(facts_of_form(form.form if isinstance(form, ExistsTensor) else form, name))


def _scalar_of_level(level: Level) -> Tensor:
    """The tensor that a lemma's premise has as level. Raises Unsupported if it is a number."""
    tensors = level.numerator.tensors
    if len(tensors) != 1 or level != Level(atom(tensors[0])):
        raise Unsupported("a premise bounds a measure by a number")
    return tensors[0]


def _read_lemma(
    claim: Claim, state: State, main: Measure | None, side: str, level: Level, form: Form
) -> ReadLemma:
    """The lemma that a form says of a measure, or of a number, under what the state assumes."""
    text, conclusion = statement(claim), []
    for fact in form_facts(form, text):
        names = state.fresh(fact.indices)
        polynomial = substitute(fact.polynomial, names)
        conclusion.append(Fact(text, polynomial, tuple(names.values()), fact.relation))
    if all(is_plain(fact.polynomial, fact.relation) for fact in conclusion):
        raise Unsupported("it says nothing: both sides are the same")
    named = named_in(claim)
    premises = tuple(_premise_of(state, bound) for bound in state.bounds if bound.assumed)
    own = form.tensor if isinstance(form, ExistsTensor) else None
    witnesses: tuple[Body, ...] = ()
    if own is not None and main is not None:
        places = letters(map(Alphabet, own.alphabets), taken=state.constants)
        offered = proposed_witnesses(
            places,
            [premise.own for premise in premises if premise.own is not None],
            [atom(premise.level) for premise in premises if premise.measure.is_log],
            main.arguments,
            tuple(named.values()),
            state.constants,
        )
        witnesses = tuple(Body(tuple((i,) for i in places), each) for each in offered)
    facts = tuple(conclusion)
    return ReadLemma(
        text, main, side, level, facts, own, witnesses, premises, state.facts, (*named.values(),)
    )


def proved_lemma(read: ReadLemma) -> ProvedLemma:
    """The lemma with its proofs, searched once. Raises Unsupported if none is found.

    What was found before counts as the same work as what is found now.

    >>> from pmlsym.claim_text.question import parse
    >>> (read,) = lemmas_of(parse("pml(P, W >> V) <= pml(P, W)"))
    >>> [len(lemma.steps) for lemma in proved_lemma(read).proofs if lemma is not None]
    [1]
    """
    if read not in _PROVED:
        with uncounted():
            lemma_found = _searched_proofs(read)
            _PROVED[read] = lemma_found, spent()
    lemma, steps = _PROVED[read]
    tick(steps)
    if lemma is None:
        raise Unsupported(f"no proof of {read.text} without full support was found")
    return lemma


_PROVED: dict[ReadLemma, tuple[ProvedLemma | None, int]] = {}


def _searched_proofs(read: ReadLemma) -> ProvedLemma | None:
    """The lemma with proofs of all its facts, by the first witness that has them; or None."""
    for witness in (None,) if read.own is None else read.witnesses:
        conclusion = tuple(_with_witness(witness, read.own, fact) for fact in read.conclusion)
        proofs: list[Lemma | None] = []
        for k, fact in enumerate(conclusion):
            if not fact.polynomial:
                proofs.append(None)
                continue
            name = read.text if not k else f"{read.text} ({k + 1})"
            proof = _proof_of(name, Sequent(read.facts, fact.polynomial, fact.relation))
            if proof is None:
                break
            proofs.append(proof)
        else:
            return ProvedLemma(read, conclusion, witness, tuple(proofs))
    return None


def _with_witness(witness: Body | None, own: Tensor | None, fact: Fact) -> Fact:
    """The fact of a lemma's conclusion with a witness in the place of its form's tensor."""
    if witness is None or own is None:
        return fact
    body = (witness.letters, witness.polynomial)
    return replace(fact, polynomial=replace_tensor(fact.polynomial, own, *body))


def _proof_of(name: str, sequent: Sequent) -> Lemma | None:
    """A lemma's certificate for a sequent, without the facts that it does not need; or None."""
    certificate, _ = prove_schematically(sequent, effort=PROVING)
    if certificate is None:
        return None
    used = used_names(certificate)
    kept = tuple(fact for fact in sequent.facts if fact.name in used)
    return Lemma(name, replace(sequent, facts=kept), certificate.steps)
