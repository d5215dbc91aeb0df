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

from pmlsym.calculus.polynomial import atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.sequent import lemma as rule_of
from pmlsym.calculus.substitution import Body, Letters, Substitution
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.instantiation import unshown
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.lemmas.arguments import (
    Names,
    World,
    alphabets_of,
    kind_of,
    replaced,
    trees_of,
)
from pmlsym.engines.lemmas.known_bound import KnownBound, without_quotient
from pmlsym.engines.lemmas.lemma import ProvedLemma
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.kernel.certificate import Apply, Combine, Lemma, Use
from pmlsym.lowering.level_form import Level


def applied(
    proof: OpenProof,
    lemma: ProvedLemma,
    world: World,
    names: Names,
    bounds: Sequence[KnownBound],
) -> KnownBound:
    """The bound that the lemma gives, derived; `bounds` are those of its premises, in order.

    `names` says which trees of `world` stand for the priors and channels of the lemma.

    Raises NotDeduced where it does not apply.
    """
    flat = [without_quotient(proof, bound) for bound in bounds]
    whole = _substitution(lemma, world, names, flat)
    hints = {
        fact.name: known
        for premise, bound in zip(lemma.read.premises, flat, strict=True)
        for fact, known in zip(premise.facts, bound.facts, strict=False)
    }
    nothing = Fact("nothing", constant(0))  # a fact that says so needs no step, and no use
    steps: list[Apply | None] = []
    for each, fact in zip(lemma.proofs, lemma.conclusion, strict=True):
        own = None if each is None else proof.called(each)
        steps.append(None if own is None else _step(proof, whole, own, fact, hints))
        if own is not None:
            proof.lemmas[own.name] = own
    facts = tuple(nothing if step is None else proof.add(step) for step in steps)
    level = lemma.read.level
    return KnownBound(
        Level(whole(level.numerator), whole(level.denominator)),
        facts,
        None if lemma.witness is None else _witness(lemma.witness, whole),
    )


def _substitution(
    lemma: ProvedLemma, world: World, names: Names, bounds: Sequence[KnownBound]
) -> Substitution:
    """What stands for the tensors and the alphabets of a lemma."""
    read = lemma.read
    kinds = [(each.text, kind_of(each)) for each in read.named]
    alphabets = alphabets_of(kinds, world, names)
    if alphabets is None:
        raise NotDeduced(f"the priors and channels do not fit {read.text}")
    bodies: dict[Tensor, Body] = {}
    for each in read.named:
        made = world.made(names[each.text])
        (tensor,) = each.body.tensors
        bodies[tensor] = _body(tensor, Body((made.letters,), made.body), alphabets)
    for premise, bound in zip(read.premises, bounds, strict=True):
        bodies[premise.level] = Body((), bound.level.numerator)
        if premise.own is not None:
            if bound.own is None:
                raise NotDeduced(f"{premise.measure.text} has no tensor of its own here")
            bodies[premise.own] = _body(premise.own, bound.own, alphabets)
    for tensor in {t for f in read.facts for t in f.polynomial.tensors if t.role == "quotient"}:
        bodies[tensor] = _body(tensor, _quotient(tensor, lemma, world, names), alphabets)
    return Substitution(bodies, alphabets)


def _body(tensor: Tensor, own: Body, alphabets: Mapping[str, tuple[str, ...]]) -> Body:
    """A body in the place of a tensor of the lemma, its letters given to the tensor's places."""
    left = iter(own.letters)
    wanted = [alphabets.get(a, (a,)) for a in tensor.alphabets]
    places = tuple(tuple(islice(left, len(several))) for several in wanted)
    if [tuple(i.alphabet for i in place) for place in places] != wanted or [*left]:
        raise NotDeduced(f"something does not fit {tensor}")
    return Body(places, own.polynomial)


def _quotient(tensor: Tensor, lemma: ProvedLemma, world: World, names: Names) -> Body:
    """The conditional distribution here in the place of one of the lemma."""
    read = lemma.read
    mains = () if read.main is None else (read.main,)
    for measure in (*mains, *(premise.measure for premise in read.premises)):
        if all(quotient.tensor != tensor for quotient in measure.defined):
            continue
        trees = [replaced(tree, names) for tree in trees_of(measure)]
        here = world.measure(measure.word, trees)
        if here is not None and len(here.defined) == 1:
            (quotient,) = here.defined
            own = tuple(Index(a, f"q{k}") for k, a in enumerate(quotient.tensor.alphabets))
            return Body((own,), atom(quotient.tensor, *own))
    raise NotDeduced(f"nothing stands for {tensor}")


def _witness(own: Body, whole: Substitution) -> Body:
    """What stands for the tensor of the form: at the letters of the lemma, and fixed ones."""
    images = _images(own.polynomial.free + own.letters, whole)
    polynomial = whole(own.polynomial, {i: images[i] for i in own.polynomial.free})
    letters = chain.from_iterable(images[i] for i in own.letters)
    return Body(tuple((i,) for i in letters), polynomial)


def _images(indices: Iterable[Index], whole: Substitution) -> Letters:
    """Letters for those of the lemma, always the same, and none of them for two."""
    images: dict[Index, tuple[Index, ...]] = {}
    for index in dict.fromkeys(indices):
        own = whole.product(index.alphabet)
        images[index] = tuple(
            Index(a, f"{index.name}{f'_{k}' if len(own) > 1 else ''}") for k, a in enumerate(own, 1)
        )
    return images


def _step(
    proof: OpenProof, whole: Substitution, lemma: Lemma, fact: Fact, hints: Mapping[str, Fact]
) -> Apply:
    """The application that gives one fact of the lemma's conclusion."""
    rule = rule_of(lemma.name, lemma.sequent)
    if not whole.bodies.keys() >= {*rule.tensors}:
        raise NotDeduced("nothing stands for a tensor of the lemma")
    images = _images(rule.conclusion.indices, whole)
    draft, needs, polynomial = unshown(rule, whole.bodies, whole.alphabets, images)
    uses = tuple(_use(proof, need, hints.get(need.name)) for need in needs)
    every = (i for index in fact.indices for i in images[index] if i in {*polynomial.free})
    relation = rule.conclusion.relation
    statement = Fact(proof.name(lemma.name), polynomial, tuple(every), relation)
    return replace(draft, statement=statement, shown=uses)


def _use(proof: OpenProof, need: Fact, hint: Fact | None) -> Use:
    """The use of a fact that states a need, or of the sum of the hint over some of its letters.

    A bound of pml(P >> V, W) is one for each part P(s)V(s,x) of the mass; a lemma asks for it of
    their sum.
    """
    use = proof.use(need, hint)
    if use is not None:
        return use
    more = 0 if hint is None else len(hint.indices) - len(need.indices)
    if hint is None or hint.relation == ">" or more <= 0:
        raise NotDeduced(f"{need.name} is not known: {need}")
    for summed in combinations(hint.indices, more):
        kept = tuple(i for i in hint.indices if i not in summed)
        polynomial = sum_over(hint.polynomial, *summed)
        names = dict(zip(kept, need.indices, strict=True))
        if [i.alphabet for i in kept] == [i.alphabet for i in need.indices] and (
            substitute(polynomial, names) == need.polynomial
        ):
            statement = Fact(proof.name(hint.name), polynomial, kept, hint.relation)
            step = Combine(statement, times(1, hint, over=summed))
            return Use(proof.add(step).name, need.indices)
    raise NotDeduced(f"{need.name} is no sum of what is known: {need}")
