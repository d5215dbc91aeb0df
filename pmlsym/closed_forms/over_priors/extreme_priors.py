"""The worst case, over a set of priors, of quantities that are largest at an extreme prior.

A polytope of priors is the convex hull of its vertices, so that over it

    an affine or convex function                            is largest at a vertex
    a largest of quotients of functions affine in P         is largest at a vertex

of the closure, where those letters count that have mass somewhere in the set: priors of the set
near the vertex give them some. What is concave, or a smallest of such quotients, is smallest at a
vertex. How a value depends on the prior is read off its nodes. Each result is compared at random
points with the exact evaluator: no prior of the set that is tried gives more, and priors near a
vertex come near.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from sympy.polys.rings import PolyElement

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.checks.domain_points import places_of_named
from pmlsym.closed_forms.closed_form import positivity_texts
from pmlsym.closed_forms.forms.dominance import prover_on
from pmlsym.closed_forms.forms.extremes import extremum
from pmlsym.closed_forms.forms.form import ExtremeForm, Form, LogForm
from pmlsym.closed_forms.forms.frame import Frame, content_of
from pmlsym.closed_forms.forms.presentation import Presentation
from pmlsym.closed_forms.over_priors.claimed_supremum import ClaimedSupremum
from pmlsym.closed_forms.over_priors.worst_case import (
    WorstCase,
    require_free_name,
    require_one_channel,
    worst_case_of,
)
from pmlsym.closed_forms.quantities import measures_of, quantity_named
from pmlsym.closed_forms.resolvers.at_sizes import GivenSizes, occurrence_conditions
from pmlsym.errors import Unsupported
from pmlsym.language.fold import children, fold, rebuild, walk
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    Added,
    Divergence,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.model.prior import Prior
from pmlsym.prior_sets.prior_set import PriorSet

CONSTANT, AFFINE, RATIO, CONVEX, CONCAVE, LARGEST_RATIO, SMALLEST_RATIO, OTHER = (
    "constant",
    "affine",
    "a ratio of affine functions",
    "convex",
    "concave",
    "a largest of ratios",
    "a smallest of ratios",
    "something else",
)
AT_LARGEST = (CONSTANT, AFFINE, RATIO, CONVEX, LARGEST_RATIO)
LEAST = "the smallest over these priors"


def worst_extreme_prior(
    mechanism: Mechanism, quantity: str, priors: PriorSet, *, checks: int = 3, seed: int = 1
) -> WorstCase:
    """The closed form of a quantity's supremum over a set of priors, or a density's infimum.

    Raises Unsupported where it need not be at an extreme prior, and where the alphabet has no size,
    Disagreement if the check fails.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> from pmlsym.prior_sets.prior_set import least_mass
    >>> worst_extreme_prior(z_channel(), "maxleak", least_mass(Fraction(1, 4)))
    log(2 - a) (attained)
    """
    named = quantity_named(quantity)
    measures = list(measures_of(mechanism, named).values())
    require_free_name(priors, mechanism)
    require_one_channel(mechanism)
    if len(measures) != 1 or measures[0].free or named.join is not None:
        raise Unsupported(f"{quantity} is made of several numbers: over a set ask for one of them")
    tensor = Prior("P", mechanism.input).body.tensors[0]
    free = replace(mechanism, prior=Prior("P", mechanism.input), settings={})
    measure = measures_of(free, named)[""]
    shape = _shape_in_prior(measure.value, tensor)
    largest = shape in AT_LARGEST
    if not largest and shape != SMALLEST_RATIO:
        raise Unsupported(_refusal_text(quantity, shape))
    sizes = sizes_of(mechanism.channel)
    if sizes is None:
        raise Unsupported(f"the worst {quantity} over a set of priors needs the sizes: give them")
    vertex = _WorstVertex(free, measure, priors, sizes[mechanism.input.name], largest)
    return vertex.case(quantity, checks, seed)


def _refusal_text(quantity: str, shape: str) -> str:
    """Why a closed form of a quantity's worst case is not taken at extreme priors, as text."""
    if shape == CONCAVE:
        return (
            f"{quantity} is concave in the prior: over a set it is smallest at an extreme prior, "
            "and where it is largest solves equations; of numbers `pmlsym ask` bounds it"
        )
    return (
        f"{quantity} is not seen to be largest at an extreme prior: in the prior it is neither "
        "linear nor convex, nor a largest of ratios; give a prior, or ask for a bound"
    )


class _WorstVertex:
    """The values of a measure at the vertices of a set of priors, and the worst of them."""

    def __init__(
        self, mechanism: Mechanism, measure: Measure, priors: PriorSet, count: int, largest: bool
    ):
        self.mechanism, self.measure, self.priors = mechanism, measure, priors
        self.largest, (self.prior,) = largest, mechanism.prior.body.tensors
        data = dict.fromkeys([*measure.data, *mechanism.channel.data])
        self.data = [*data, *(Data(p.tensor, p) for p in priors.parameters(count))]
        self.vertices = priors.vertices(count)
        self.support = Tensor("support", self.prior.alphabets, nonnegative=True)
        self.seen = tuple(
            Fraction(any(vertex[x].numerator for vertex in self.vertices)) for x in range(count)
        )
        self.letters = places_of_named(measure)

    def case(self, quantity: str, checks: int, seed: int) -> WorstCase:
        """The worst case over a set of priors as a closed form, checked at random points."""
        frame, limit = self._frame_at(self.vertices[0]), self._over_all_letters()
        prover = prover_on(frame, frame.domain_without_prior())
        limits = [
            self._resolver_at(vertex).resolve(limit, self.letters) for vertex in self.vertices
        ]
        form = extremum([f for f in limits if f is not None], self.largest, frame, prover)
        values = (
            self._resolver_at(v).resolve(self.measure.value, self.letters) for v in self.vertices
        )
        best = extremum([f for f in values if f is not None], self.largest, frame, prover)
        assert form is not None
        presentation = Presentation(frame, prover.sign)
        winners = [v for v, f in zip(self.vertices, limits, strict=True) if _share_a_form(f, form)]
        positive = self._positive_at(winners, limit)
        worst = worst_case_of(
            self.mechanism,
            quantity,
            self.priors,
            presentation,
            prover,
            LogForm(form) if self.measure.is_log else form,
            attained=form == best,
            assumptions=[
                *(() if self.largest else (LEAST,)),
                *positivity_texts(positive, presentation),
            ],
            needed=[(p, ">") for p in positive],
            vertices=[tuple(map(frame.ratio, vertex)) for vertex in winners],
        )
        parts = (self.mechanism, self.priors, worst.closed, worst.attained)
        claim = ClaimedSupremum(*parts, self.measure, self.largest)
        return replace(worst, closed=replace(worst.closed, checked=claim.check(checks, seed)))

    def _frame_at(self, vertex: Sequence[Ratio]) -> Frame:
        """The closed form's frame in which the prior is a vertex of the set."""
        tables = [Data(self.prior, tuple(vertex)), Data(self.support, self.seen)]
        return Frame(content_of([*self.data, *tables]), [])

    def _resolver_at(self, vertex: Sequence[Ratio]) -> GivenSizes:
        """The resolver of closed forms where the prior is a vertex of the set."""
        frame = self._frame_at(vertex)
        return GivenSizes(frame, prover_on(frame, frame.domain_without_prior()))

    def _positive_at(self, vertices: Sequence[Sequence[Ratio]], value: Value) -> list[PolyElement]:
        """Polynomials positive where a closed form's deciding outcomes occur, at vertices."""
        positive: dict[PolyElement, None] = {}
        for resolver in map(self._resolver_at, vertices):
            form = resolver.resolve(value, self.letters)
            if form is not None:
                measure = replace(self.measure, value=value)
                conditions, _ = occurrence_conditions(resolver, measure, self.letters, form)
                positive |= dict.fromkeys(conditions)
        return list(positive)

    def _over_all_letters(self) -> Value:
        """The value, for a closed form, over letters with mass somewhere in the set."""
        index = Index(self.prior.alphabets[0], "x")

        def replaced(node: Value, parts: tuple[Value, ...]) -> Value:
            """A closed form's extreme taken over letters that some prior has; other nodes stay."""
            node = rebuild(node, parts)
            if not isinstance(node, Largest | Smallest):
                return node
            where = replace_tensor(node.where, self.prior, (index,), atom(self.support, index))
            return replace(node, where=where)

        return fold(self.measure.value, replaced)


def _share_a_form(one: Form | None, other: Form) -> bool:
    """Whether a vertex's closed form is the extreme one, or shares a candidate with it."""
    bodies = [f.bodies if isinstance(f, ExtremeForm) else (f,) for f in (one, other)]
    return bool({*bodies[0]} & {*bodies[1]})


def _shape_in_prior(value: Value, prior: Tensor) -> str:
    """The shape in the prior (affine, convex, ..) of a value whose closed form is sought."""
    inner = [_shape_in_prior(child, prior) for child in children(value)]
    if not any(prior in getattr(part, name).tensors for part in walk(value) for name in part.plain):
        return CONSTANT
    match value:
        case Ratio(above, below):
            return _shape_of_ratio(_degree_in_prior(above, prior), _degree_in_prior(below, prior))
        case Divergence("kl", _, a, b, weight):
            degrees = [_degree_in_prior(part, prior) for part in (weight, a, b)]
            return CONCAVE if degrees == [1, 0, 1] else OTHER
        case Divergence():
            return OTHER if value.is_open else _shape_in_prior(value.written, prior)
        case Largest() | Larger():
            on_support = isinstance(value, Largest) and _degree_in_prior(value.where, prior) > 0
            return _shape_of_extreme(inner, (CONVEX, LARGEST_RATIO), on_support=on_support)
        case Smallest():
            on_support = _degree_in_prior(value.where, prior) > 0
            return _shape_of_extreme(inner, (CONCAVE, SMALLEST_RATIO), on_support=on_support)
        case Total() | Added():
            kinds = {*inner} - {CONSTANT}
            sums = kinds - {AFFINE}
            return AFFINE if not sums else sums.pop() if sums in ({CONVEX}, {CONCAVE}) else OTHER
        case Weighted(weight, _) if inner == [CONSTANT] and _degree_in_prior(weight, prior) == 1:
            return AFFINE
        case Weighted(weight, _) if not weight.tensors and inner[0] in (AFFINE, CONVEX, CONCAVE):
            negative = sum(c for _, c in weight) < 0
            turned = {CONVEX: CONCAVE, CONCAVE: CONVEX}
            return turned.get(inner[0], AFFINE) if negative else inner[0]
        case Power() | Log():
            kind = {AFFINE: RATIO, CONVEX: LARGEST_RATIO, CONCAVE: SMALLEST_RATIO}.get(*inner * 2)
            falls = isinstance(value, Power) and not value.rises
            turned = {LARGEST_RATIO: SMALLEST_RATIO, SMALLEST_RATIO: LARGEST_RATIO}
            return turned.get(kind, kind) if falls else kind
    return OTHER


def _shape_of_ratio(above: int, below: int) -> str:
    """The shape in the prior of a quotient of polynomials, for a closed form over priors."""
    if max(above, below) > 1:
        return OTHER
    return RATIO if below else AFFINE


def _shape_of_extreme(inner: Sequence[str], kinds: tuple[str, str], *, on_support: bool) -> str:
    """The shape in the prior of an extreme over letters, for a closed form over priors."""
    plain, ratio = kinds
    if not on_support and {*inner} <= {CONSTANT, AFFINE, plain}:
        return plain
    return ratio if {*inner} <= {CONSTANT, AFFINE, RATIO, plain, ratio} else OTHER


def _degree_in_prior(polynomial: Polynomial, prior: Tensor) -> int:
    """A polynomial's degree in the masses of the prior, for a closed form over priors."""
    return max(
        (sum(t == prior for factor in monomial for t, _ in factor) for monomial, _ in polynomial),
        default=0,
    )
