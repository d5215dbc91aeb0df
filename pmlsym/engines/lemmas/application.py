"""Applying a lemma: its premises are bounds that are known, its conclusion is one more.

    pml(P, W & U) <= pml(P, W) + pml(P, U | W)   at   W := W1 & W2, U := W3, t1 := s1 s2, t2 := s3

gives pml(P, W1 & W2 & W3) <= log(s1 s2 s3) from bounds of pml(P, W1 & W2) by log(s1 s2), and of
pml(P, W3 | W1 & W2) by log(s3). A level that is a quotient, such as 1/m for m <= pmin(P), becomes
a number of its own before it stands for a level of a lemma.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice

from pmlsym.calculus.effort import until
from pmlsym.calculus.polynomial import atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.sequent import lemma as rule_of
from pmlsym.calculus.substitution import Body, Letters, Substitution
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.instantiation import draft_application
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.lemmas.arguments import Names, World, alphabets_of, kind_of, tree_with, trees_of
from pmlsym.engines.lemmas.bound_in_proof import BoundInProof, without_quotient
from pmlsym.engines.lemmas.lemma import ProvedLemma
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import Apply, Lemma, Use
from pmlsym.lowering.level import Level

SHOWING = 0.1
"""Effort for showing what a lemma asks for, where no fact states it."""


def lemma_bound(
    proof: OpenProof, lemma: ProvedLemma, world: World, names: Names, bounds: Sequence[BoundInProof]
) -> BoundInProof:
    """Derive the bound that a lemma gives in an open proof, from those of its premises.

    `names` says which trees of `world` stand for the priors and channels of the lemma.

    Raises NotDeduced where it does not apply.
    """
    flat = [without_quotient(proof, bound) for bound in bounds]
    whole = _substitution(lemma, world, names, flat)
    hints = {
        fact.name: stated
        for premise, bound in zip(lemma.read.premises, flat, strict=True)
        for fact, stated in zip(premise.facts, bound.facts, strict=False)
    }
    nothing = Fact("nothing", constant(0))  # such a fact needs no step, and no use
    steps: list[Apply | None] = []
    for each, fact in zip(lemma.proofs, lemma.conclusion, strict=True):
        named = None if each is None else proof.called(each)
        steps.append(None if named is None else _application_step(proof, whole, named, fact, hints))
        if named is not None:
            proof.lemmas[named.name] = named
    facts = tuple(nothing if step is None else proof.add(step) for step in steps)
    level = lemma.read.level
    return BoundInProof(
        Level(whole(level.numerator), whole(level.denominator)),
        facts,
        None if lemma.witness is None else _witness_body(lemma.witness, whole),
    )


def _substitution(
    lemma: ProvedLemma, world: World, names: Names, bounds: Sequence[BoundInProof]
) -> Substitution:
    """The bodies that a lemma's tensors become in a proof, and the products for its alphabets."""
    read = lemma.read
    kinds = [(each.text, kind_of(each)) for each in read.named]
    alphabets = alphabets_of(kinds, world, names)
    if alphabets is None:
        raise NotDeduced(f"the priors and channels do not fit {read.text}")
    bodies: dict[Tensor, Body] = {}
    for each in read.named:
        made = world.made(names[each.text])
        (tensor,) = each.body.tensors
        bodies[tensor] = _body_for(tensor, Body((made.letters,), made.body), alphabets)
    for premise, bound in zip(read.premises, bounds, strict=True):
        bodies[premise.level] = Body((), bound.level.numerator)
        if premise.own is not None:
            if bound.own is None:
                raise NotDeduced(f"{premise.measure.text} has no tensor of its own here")
            bodies[premise.own] = _body_for(premise.own, bound.own, alphabets)
    for tensor in {t for f in read.facts for t in f.polynomial.tensors if t.role == "quotient"}:
        bodies[tensor] = _body_for(tensor, _quotient_body(tensor, lemma, world, names), alphabets)
    return Substitution(bodies, alphabets)


def _body_for(tensor: Tensor, body: Body, alphabets: Mapping[str, tuple[str, ...]]) -> Body:
    """A body in the place of a lemma's tensor, its letters given to the tensor's places."""
    left = iter(body.letters)
    wanted = [alphabets.get(a, (a,)) for a in tensor.alphabets]
    places = tuple(tuple(islice(left, len(several))) for several in wanted)
    if [tuple(i.alphabet for i in place) for place in places] != wanted or [*left]:
        raise NotDeduced(f"something does not fit {tensor}")
    return Body(places, body.polynomial)


def _quotient_body(tensor: Tensor, lemma: ProvedLemma, world: World, names: Names) -> Body:
    """The conditional distribution of the claim in the place of one of a lemma."""
    read = lemma.read
    mains = () if read.main is None else (read.main,)
    for measure in (*mains, *(premise.measure for premise in read.premises)):
        if all(quotient.tensor != tensor for quotient in measure.defined):
            continue
        trees = [tree_with(tree, names) for tree in trees_of(measure)]
        here = world.measure(measure.word, trees)
        if here is not None and len(here.defined) == 1:
            (quotient,) = here.defined
            places = tuple(Index(a, f"q{k}") for k, a in enumerate(quotient.tensor.alphabets))
            return Body((places,), atom(quotient.tensor, *places))
    raise NotDeduced(f"nothing stands for {tensor}")


def _witness_body(witness: Body, whole: Substitution) -> Body:
    """The body in the place of a lemma's witness, at letters of the lemma and fixed ones."""
    images = _letter_images(witness.polynomial.free + witness.letters, whole)
    polynomial = whole(witness.polynomial, {i: images[i] for i in witness.polynomial.free})
    letters = chain.from_iterable(images[i] for i in witness.letters)
    return Body(tuple((i,) for i in letters), polynomial)


def _letter_images(indices: Iterable[Index], whole: Substitution) -> Letters:
    """The letters at which a proof applies a lemma, by those of the lemma: several at a product."""
    images: dict[Index, tuple[Index, ...]] = {}
    for index in dict.fromkeys(indices):
        alphabets = whole.product(index.alphabet)
        images[index] = tuple(
            Index(a, f"{index.name}{f'_{k}' if len(alphabets) > 1 else ''}")
            for k, a in enumerate(alphabets, 1)
        )
    return images


def _application_step(
    proof: OpenProof, whole: Substitution, lemma: Lemma, fact: Fact, hints: Mapping[str, Fact]
) -> Apply:
    """The step that applies a lemma's proof, for one fact of the lemma's conclusion."""
    rule = rule_of(lemma.name, lemma.sequent)
    if not whole.bodies.keys() >= {*rule.tensors}:
        raise NotDeduced("nothing stands for a tensor of the lemma")
    images = _letter_images(rule.conclusion.indices, whole)
    draft, needs, polynomial = draft_application(rule, whole.bodies, whole.alphabets, images)
    uses = tuple(_use_or_sum(proof, need, hints.get(need.name)) for need in needs)
    every = (i for index in fact.indices for i in images[index] if i in {*polynomial.free})
    relation = rule.conclusion.relation
    statement = Fact(proof.name(lemma.name), polynomial, tuple(every), relation)
    return replace(draft, statement=statement, shown=uses)


def _use_or_sum(proof: OpenProof, need: Fact, hint: Fact | None) -> Use:
    """The use of a fact that states a lemma's need, or of a known fact's sum over letters.

    A bound of pml(P >> V, W) is one for each part P(s)V(s,x) of the mass; a lemma asks for one of
    their sum.
    """
    use = proof.use(need, hint)
    if use is not None:
        return use
    more = 0 if hint is None else len(hint.indices) - len(need.indices)
    if hint is None or hint.relation == ">" or more <= 0:
        return _derived_use(proof, need)
    for summed in combinations(hint.indices, more):
        kept = tuple(i for i in hint.indices if i not in summed)
        polynomial = sum_over(hint.polynomial, *summed)
        names = dict(zip(kept, need.indices, strict=True))
        if [i.alphabet for i in kept] == [i.alphabet for i in need.indices] and (
            substitute(polynomial, names) == need.polynomial
        ):
            terms = times(1, hint, over=summed)
            fact = proof.derive(hint.name, polynomial, kept, terms, hint.relation)
            return Use(fact.name, need.indices)
    raise NotDeduced(f"{need.name} is not a sum of a known fact: {need}")


def _derived_use(proof: OpenProof, need: Fact) -> Use:
    """The use of a derived fact that states a lemma's need, such as an entry of a mixture >= 0.

    Raises NotDeduced where none is found at once.
    """
    tensors = {*need.polynomial.tensors}
    facts = tuple(f for f in proof.facts.values() if tensors.issuperset(f.polynomial.tensors))
    with until(SHOWING):
        step = combine(facts, replace(need, name=proof.name(need.name)))
    if step is None or need.relation == ">":
        raise NotDeduced(f"{need.name} is not known: {need}")
    return Use(proof.add(step).name, need.indices)
