"""Applying a lemma: its premises are bounds that are known, its conclusion is one more.

    pml(P, W & U) <= pml(P, W) + pml(P, U | W)   at   W := W1 & W2, U := W3, t1 := s1 s2, t2 := s3

gives pml(P, W1 & W2 & W3) <= log(s1 s2 s3) from bounds of pml(P, W1 & W2) by log(s1 s2), and of
pml(P, W3 | W1 & W2) by log(s3). A level that is a quotient, such as 1/m for m <= pmin(P), becomes
a number of its own before it stands for a level of a lemma.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, islice

from pmlsym.calculus.polynomial import atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.sequent import lemma as rule_of
from pmlsym.calculus.substitution import Body, Substitution
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.lemmas.arguments import Names, World, kind_of, replaced, trees_of
from pmlsym.engines.lemmas.known_bound import CannotApply, KnownBound, without_quotient
from pmlsym.engines.lemmas.lemma import BoundName, ProvedLemma
from pmlsym.engines.lemmas.open_proof import OpenProof
from pmlsym.engines.lemmas.plans import one_by_one
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import Apply, Combine, Lemma, Term, Use
from pmlsym.kernel.rules import conclusion_of, needs_of
from pmlsym.language.nodes import Measure
from pmlsym.lowering.level_form import Level
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

ONE = constant(1)


def applied(
    proof: OpenProof,
    lemma: ProvedLemma,
    world: World,
    names: Names,
    bounds: Sequence[KnownBound],
) -> KnownBound:
    """The bound that the lemma gives, derived; `bounds` are those of its premises, in order.

    `names` says which trees of `world` stand for the priors and channels of the lemma.

    Raises CannotApply where it does not apply.
    """
    flat = [without_quotient(proof, bound) for bound in bounds]
    place = _Place(lemma, world, names, flat)
    hints = {
        fact.name: known
        for premise, bound in zip(lemma.read.premises, flat, strict=True)
        for fact, known in zip(premise.facts, bound.facts, strict=False)
    }
    steps: list[Apply | None] = []
    for each, fact in zip(lemma.proofs, lemma.conclusion, strict=True):
        own = None if each is None else proof.called(each)
        steps.append(None if own is None else _step(proof, place, own, fact, hints))
        if own is not None:
            proof.lemmas[own.name] = own
    nothing = Fact("nothing", constant(0))  # a fact that says so needs no step, and no use
    facts = tuple(nothing if step is None else proof.add(step) for step in steps)
    return KnownBound(place.level, facts, place.witness)


class _Place:
    """What stands for the tensors, the alphabets and the letters of a lemma."""

    def __init__(
        self, lemma: ProvedLemma, world: World, names: Names, bounds: Sequence[KnownBound]
    ) -> None:
        self._lemma, self._world, self._names = lemma, world, names
        self.alphabets: dict[str, tuple[str, ...]] = {}
        self.bodies: dict[Tensor, Body] = {}
        read = lemma.read
        for each in read.named:
            self._fit(each)
        for each in read.named:
            self.bodies[each.tensor] = self._of_object(each)
        for premise, bound in zip(read.premises, bounds, strict=True):
            self.bodies[premise.level] = Body((), bound.level.numerator)
            if premise.own is not None:
                if bound.own is None:
                    raise CannotApply(f"{premise.measure.text} has no tensor of its own here")
                self.bodies[premise.own] = self._cut(premise.own, bound.own)
        for tensor in {t for f in read.facts for t in f.polynomial.tensors}:
            if tensor.role == "quotient":
                self.bodies[tensor] = self._of_quotient(tensor)
        self._taken = {i.name for body in self.bodies.values() for i in body.parameters}

    @property
    def whole(self) -> Substitution:
        return Substitution(self.bodies, self.alphabets)

    @property
    def level(self) -> Level:
        level = self._lemma.read.level
        return Level(self.whole(level.numerator), self.whole(level.denominator))

    @property
    def witness(self) -> Body | None:
        """What stands for the tensor of the form: at the letters of the lemma, and fixed ones."""
        own = self._lemma.witness
        if own is None:
            return None
        images = self.images(own.polynomial.free + own.letters)
        polynomial = self.whole(own.polynomial, {i: images[i] for i in own.polynomial.free})
        places = tuple(images[i] for i in own.letters)
        return Body(tuple((i,) for i in chain.from_iterable(places)), polynomial)

    def images(self, indices: Iterable[Index]) -> dict[Index, tuple[Index, ...]]:
        """Letters for those of the lemma, always the same, and none of them for two."""
        found: dict[Index, tuple[Index, ...]] = {}
        for index in dict.fromkeys(indices):
            own = self.alphabets.get(index.alphabet, (index.alphabet,))
            found[index] = tuple(
                Index(a, f"{index.name}{f'_{k}' if len(own) > 1 else ''}")
                for k, a in enumerate(own, 1)
            )
        return found

    def _fit(self, each: BoundName) -> None:
        """What stands for the alphabets of a prior or channel of the lemma."""
        own, given = each.object, self._world.made(self._names[each.object.text])
        for mine, its in zip(kind_of(own), kind_of(given), strict=True):
            if mine is None or its is None:
                continue
            for name, product in one_by_one(mine, its):
                if self.alphabets.setdefault(name, product) != product:
                    raise CannotApply(f"{given} does not fit {own}")

    def _of_object(self, each: BoundName) -> Body:
        given: Prior | Channel = self._world.made(self._names[each.object.text])
        places = self._places(each.tensor, given.letters)
        return Body(places, given.body)

    def _places(self, tensor: Tensor, flat: tuple[Index, ...]) -> tuple[tuple[Index, ...], ...]:
        left = iter(flat)
        own = [self.alphabets.get(a, (a,)) for a in tensor.alphabets]
        places = tuple(tuple(islice(left, len(alphabets))) for alphabets in own)
        shapes = [tuple(i.alphabet for i in place) for place in places]
        if shapes != own or next(left, None) is not None:
            raise CannotApply(f"something does not fit {tensor}")
        return places

    def _cut(self, tensor: Tensor, own: Body) -> Body:
        return Body(self._places(tensor, own.letters), own.polynomial)

    def _of_quotient(self, tensor: Tensor) -> Body:
        """The conditional distribution here in the place of one of the lemma."""
        for measure in self._measures():
            if all(quotient.tensor != tensor for quotient in measure.defined):
                continue
            trees = [replaced(tree, self._names) for tree in trees_of(measure)]
            here = self._world.measure(measure.word, trees)
            if here is not None and len(here.defined) == 1:
                (quotient,) = here.defined
                own = tuple(Index(a, f"q{k}") for k, a in enumerate(quotient.tensor.alphabets))
                return Body(self._places(tensor, own), atom(quotient.tensor, *own))
        raise CannotApply(f"nothing stands for {tensor}")

    def _measures(self) -> Iterator[Measure]:
        read = self._lemma.read
        if read.main is not None:
            yield read.main
        yield from (premise.measure for premise in read.premises)


def _step(
    proof: OpenProof,
    place: _Place,
    lemma: Lemma,
    fact: Fact,
    hints: Mapping[str, Fact],
) -> Apply:
    """The application that gives one fact of the lemma's conclusion."""
    rule: Rule = rule_of(lemma.name, lemma.sequent)
    own = {t.name: place.bodies[t] for t in rule.tensors if t in place.bodies}
    if len(own) < len(rule.tensors):
        raise CannotApply("nothing stands for a tensor of the lemma")
    images = place.images(rule.conclusion.indices)
    alphabets = {a: own for a, own in place.alphabets.items() if a in rule.alphabets}
    step = Apply(
        Fact("", constant(0)),
        lemma.name,
        tuple(sorted(own.items())),
        tuple(sorted(alphabets.items())),
        tuple(images.items()),
        (),
        ONE,
    )
    try:
        needs = needs_of(step, rule)
        polynomial = conclusion_of(step, rule)
    except PmlError as error:
        raise CannotApply(str(error)) from None
    uses = []
    for need in needs:
        hint = hints.get(need.name)
        found = proof.use(need, hint)
        if found is None and hint is not None:
            found = _use_of_sum(proof, need, hint)
        if found is None:
            raise CannotApply(f"{need.name} is not known: {need}")
        uses.append(found)
    free = {*polynomial.free}
    every = tuple(i for index in fact.indices for i in images[index] if i in free)
    name = proof.name(lemma.name)
    statement = Fact(name, polynomial, every, rule.conclusion.relation)
    return replace(step, statement=statement, shown=tuple(uses))


def _use_of_sum(proof: OpenProof, need: Fact, fact: Fact) -> Use | None:
    """A use of the sum of a fact over some of its letters, which is what is needed.

    A bound of pml(P >> V, W) is one for each part P(s)V(s,x) of the mass; a lemma asks for it of
    their sum.
    """
    more = len(fact.indices) - len(need.indices)
    if more <= 0 or fact.relation == ">":
        return None
    for summed in combinations(fact.indices, more):
        kept = tuple(i for i in fact.indices if i not in summed)
        polynomial = sum_over(fact.polynomial, *summed)
        names = dict(zip(kept, need.indices, strict=True))
        if [i.alphabet for i in kept] == [i.alphabet for i in need.indices] and (
            substitute(polynomial, names) == need.polynomial
        ):
            statement = Fact(proof.name(fact.name), polynomial, kept, fact.relation)
            term = Term(Fraction(1), (Use(fact.name, fact.indices),), summed)
            return Use(proof.add(Combine(statement, (term,))).name, need.indices)
    return None
