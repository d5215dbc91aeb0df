"""The best mechanism for a convex utility under guarantees, exact, with its optimality certificate.

A linear program over the vertices of the posterior polytope with barycentre at the prior [PSP,
Thm. 1 and Alg. 2]; W(x, y) = P_Y(y) r_y(x) / p(x). The channel is exact, its guarantees are
re-verified from their definitions on the channel itself, and the certificate bounds every other
mechanism. `design_mechanism` takes guarantees and utility by name; guarantees that are given
together are intersected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.data import Labels
from pmlsym.calculus.rational import read_whole
from pmlsym.display import WIDTH, as_html
from pmlsym.errors import AlphabetMismatch, InvalidInput, UnknownName, Unsupported
from pmlsym.evidence.latex_rows import matrix_latex
from pmlsym.interchange.reading import named_masses
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.linear.program import best_combination
from pmlsym.mechanisms.bracket import Bracket, total
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate, Split, certify
from pmlsym.mechanisms.guarantee import Bounded, Eps, Guarantee, InformationDensity, level
from pmlsym.mechanisms.independence import (
    AttributeIndependence,
    SamplePrivacy,
    group_privacy,
    window_privacy,
)
from pmlsym.mechanisms.mechanism_text import mechanism_text, outcome_names
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope, box_of, posterior_polytope
from pmlsym.mechanisms.saved_mechanism import mechanism_data
from pmlsym.mechanisms.utilities import NAMED, ExpectedGain, MutualInformation, UserUtility, Utility
from pmlsym.model.channel import Channel
from pmlsym.model.distribution import Masses, Number
from pmlsym.model.exact_rows import Rows, rows_of
from pmlsym.model.prior import Prior

FEW = 10
"""Letters up to which vertices are enumerated: quick, and the gap is that of the enclosures."""


@dataclass(frozen=True, repr=False)
class OptimalMechanism:
    """An optimal split of the prior into allowed posteriors, and its channel.

    `value` brackets the utility attained; `certificate.bound` is proven to bound every mechanism
    with the same guarantees, so the mechanism is optimal within `gap`. `letters` are the names of
    those of the prior, where they have some.

    >>> from pmlsym.mechanisms import design_mechanism
    >>> found = design_mechanism("1/4,3/4", pml="log(6/5)", utility="guess")
    >>> found.gap, [[str(entry) for entry in row] for row in found.channel]
    (Fraction(0, 1), [['1/10', '9/10'], ['3/10', '7/10']])
    """

    polytope: PosteriorPolytope
    utility: Utility
    weights: Masses
    posteriors: tuple[Vector, ...]
    value: Bracket
    certificate: OptimalityCertificate
    letters: Labels = ()

    @property
    def prior(self) -> Masses:
        """The prior for which it was designed."""
        return self.polytope.prior

    @property
    def channel(self) -> Matrix:
        """W(x, y) = P_Y(y) r_y(x) / p(x); a letter of mass zero is answered with P_Y."""
        return channel_of(self.polytope.prior, self.weights, self.posteriors)

    @property
    def outcomes(self) -> Labels:
        """What the outcomes are called, wherever they are printed, drawn or written.

        >>> from pmlsym.mechanisms import design_mechanism
        >>> design_mechanism("1/4,3/4", pml="log(6/5)", utility="guess").outcomes
        ('y1', 'y2')
        """
        return outcome_names(len(self.weights))

    def channel_object(self, name: str = "W") -> Channel:
        """The mechanism as a concrete `Channel`, for every measure and claim.

        >>> from pmlsym.mechanisms import design_mechanism
        >>> design_mechanism("1/2,1/2", pml="log(3/2)", utility="guess").channel_object()
        W
        """
        return Channel.from_rows(self.channel, name, labels=(self.letters or None, self.outcomes))

    @property
    def optimum(self) -> Bracket:
        """The bracket of the largest utility that any private mechanism can have."""
        return Bracket(self.value.lower, self.certificate.bound)

    @property
    def gap(self) -> Fraction:
        """How far from optimal the mechanism can be: bound minus the value's lower end."""
        return self.certificate.bound - self.value.lower

    def violations(self) -> tuple[str, ...]:
        """What the channel violates, checked from the guarantees' definitions: normally nothing."""
        found = [g.violation(self.polytope.prior, self.channel) for g in self.polytope.guarantees]
        return tuple(violation for violation in found if violation)

    def text(self, *, width: int = WIDTH) -> str:
        """The mechanism and its certificate, for reading, in lines of so many letters.

        >>> from pmlsym.mechanisms import design_mechanism
        >>> print(design_mechanism("1/2,1/2", pml="log(3/2)", utility="guess").text())
        Optimal mechanism for P[correct guess of X] under pml <= log(3/2)
          prior      1/2  1/2
          W(x, y)    y1   y2
            x1       1/4  3/4
            x2       3/4  1/4
          P_Y        1/2  1/2
          guarantee  pml <= log(3/2): verified exactly on the channel
          utility    3/4 (exact)
          optimal    no private mechanism exceeds 3/4 = y . p,
                     where y(x) = 3/4, 3/4
                     and y . v >= u(v) at all 2 vertices v of the polytope; gap 0
        """
        return mechanism_text(*self._parts, width=width)

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return as_html(self.text())

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle W = {matrix_latex(self.channel)}$"

    def to_json(self) -> dict[str, object]:
        """Plain data with rationals as text, which `check_mechanism` can verify again.

        >>> from pmlsym.mechanisms import design_mechanism
        >>> design_mechanism("1/2,1/2", pml="log(3/2)", utility="guess").to_json()["P_Y"]
        ['1/2', '1/2']
        """
        return mechanism_data(*self._parts)

    @property
    def _parts(
        self,
    ) -> tuple[PosteriorPolytope, Utility, Matrix, Bracket, OptimalityCertificate, Labels]:
        made = self.polytope, self.utility, self.channel
        return *made, self.value, self.certificate, self.letters


def design_mechanism(
    prior: Prior | str | Iterable[Number],
    *,
    pml: Eps | None = None,
    alip: tuple[Eps, Eps] | str | None = None,
    lip: Eps | None = None,
    ldi: Eps | None = None,
    ldp: Eps | None = None,
    bounds: Mapping[str, Eps] | None = None,
    samples: str | Sequence[int] | None = None,
    window: int = 1,
    groups: str | Sequence[Sequence[int]] | None = None,
    independent_of: Rows | None = None,
    utility: str | Utility = "mi",
    latent: Rows | None = None,
    gain: Rows | None = None,
) -> OptimalMechanism:
    """The optimal mechanism for a prior, guarantees and a utility.

    `prior` is whatever `ps.prior` reads, such as "1/4,3/4", with the names of its letters; each eps
    is in nats, as a number or "log(6/5)"; `alip` is the pair (eps_l, eps_u); `bounds` maps other
    measures of a prior and a channel, by their names in the claim language, to their eps, as
    {"costleak": 1}; `samples` the alphabet sizes of a dataset whose windows of `window` samples, or
    whose chosen `groups` of samples such as "1,3;2", counted from 1, stay independent of the
    outcome; `independent_of` the rows P_{U|X=x} of a protected attribute; `utility` one of "mi",
    "guess", "chi2", "gain" or a Utility; `latent` the rows P_{W|X=x} for I(W; Y). Raises a PmlError
    for bad input, such as a measure whose level form is not linear in a column of the channel.

    >>> found = design_mechanism("1/4,3/4", pml="log(6/5)", utility="mi")
    >>> found.weights, float(found.gap) < 1e-50
    ((Fraction(1, 4), Fraction(3, 4)), True)
    """
    masses, letters = named_masses(prior)
    guarantees: list[Guarantee] = []
    if pml is not None:
        guarantees.append(Bounded("pml", level(pml)))
    if alip is not None:
        lower, upper = _pair(alip)
        guarantees.append(InformationDensity(lower=level(lower), upper=level(upper)))
    if lip is not None:
        guarantees.append(InformationDensity(lower=level(lip), upper=level(lip)))
    for measure, eps in [("ldi", ldi), ("ldp", ldp), *(bounds or {}).items()]:
        if eps is not None:
            guarantees.append(Bounded(measure, level(eps)))
    if samples is not None:
        guarantees.append(_sample_guarantee(samples, window, groups, len(masses)))
    if independent_of is not None:
        guarantees.append(AttributeIndependence(rows_of(independent_of, name="the attribute")))
    if not guarantees:
        raise InvalidInput("no guarantee was asked for; give pml, alip, lip, ldi, ldp or samples")
    polytope = posterior_polytope(masses, guarantees)
    chosen = utility_named(utility, latent, gain) if isinstance(utility, str) else utility
    return replace(optimal_mechanism(polytope, chosen), letters=letters)


def utility_named(name: str, latent: Rows | None = None, gain: Rows | None = None) -> Utility:
    """The utility "mi" (of `latent` where given), "guess", "chi2" or "gain" (of `gain`).

    Raises UnknownName for another name, InvalidInput for "gain" without a matrix.

    >>> utility_named("guess").describe()
    'P[correct guess of X]'
    """
    if name not in NAMED:
        raise UnknownName(f"no utility {name!r}; known are {', '.join(NAMED)}")
    if name == "mi":
        return MutualInformation(None if latent is None else rows_of(latent, name="the latent"))
    if name == "gain":
        if gain is None:
            raise InvalidInput("utility 'gain' needs a gain matrix")
        return ExpectedGain(rows_of(gain, name="the gain matrix"))
    utility: Utility = NAMED[name]()
    return utility


def optimal_mechanism(
    polytope: PosteriorPolytope, utility: Utility, *, insist: bool = False
) -> OptimalMechanism:
    """The mechanism of largest utility whose posteriors all lie in the polytope.

    Raises InvalidInput when the prior is the polytope's only point, Unsupported when there are too
    many vertices to enumerate (`insist` tries all the same). [PSP, Thm. 1; QID24, section IV]

    >>> from pmlsym.mechanisms.guarantee import Bounded
    >>> from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    >>> from pmlsym.mechanisms.utilities import ChiSquared
    >>> secret = posterior_polytope(["1/2", "1/2"], [Bounded("pml", Fraction(3, 2))])
    >>> optimal_mechanism(secret, ChiSquared()).value.lower
    Fraction(1, 4)
    """
    if len(polytope.support) == 1:
        raise InvalidInput("the prior has one possible letter: there is nothing to tell about it")
    if polytope.is_point:
        names = ", ".join(g.describe() for g in polytope.guarantees)
        raise InvalidInput(
            f"the prior is the only posterior that {names} allows: every private mechanism is "
            "constant, and there is nothing to optimise; relax a guarantee"
        )
    split = _split_of(polytope, utility, insist=insist)
    value = total(v.scaled(w) for v, w in zip(split.values, split.weights, strict=True))
    mechanism = OptimalMechanism(
        polytope, utility, split.weights, split.points, value, split.certificate
    )
    problems = mechanism.violations()
    if problems:
        raise InvalidInput(f"the designed channel violates its guarantee: {problems[0]}")
    return mechanism


def largest_utility(polytope: PosteriorPolytope, utility: Utility) -> Bracket:
    """The bracket of the largest utility; that of the prior itself when nothing else is allowed.

    >>> from pmlsym.mechanisms.guarantee import Bounded
    >>> from pmlsym.mechanisms.posterior_polytope import posterior_polytope
    >>> from pmlsym.mechanisms.utilities import GuessProbability
    >>> secret = posterior_polytope(["1/3", "2/3"], [Bounded("pml", Fraction(1))])
    >>> largest_utility(secret, GuessProbability()).lower
    Fraction(2, 3)
    """
    if polytope.is_point:
        return utility.at(polytope.prior, polytope.prior)
    return optimal_mechanism(polytope, utility).optimum


def channel_of(prior: Masses, weights: Masses, posteriors: tuple[Vector, ...]) -> Matrix:
    """The channel diag(P_Y) R^T diag(p)^-1 of a split of the prior. [PSP, Alg. 2, line 17]

    >>> channel_of((Fraction(1),), (Fraction(1),), ((Fraction(1),),))
    ((Fraction(1, 1),),)
    """
    rows = []
    for x, mass in enumerate(prior):
        if mass == 0:
            rows.append(tuple(weights))
        else:
            rows.append(tuple(w * r[x] / mass for w, r in zip(weights, posteriors, strict=True)))
    return tuple(rows)


def _split_of(polytope: PosteriorPolytope, utility: Utility, *, insist: bool) -> Split:
    """On a box of many letters over the vertices that are needed, otherwise over all."""
    box, why = None, ""
    if len(polytope.support) > FEW and not insist:
        box = box_of(polytope)
    if box is not None:
        from pmlsym.mechanisms.box_generation import generate_split  # NumPy is slow to load

        try:
            return generate_split(box, utility, polytope.prior)
        except Unsupported as error:
            why = f"{error}; "
    try:
        points = polytope.vertices(insist=insist)
    except Unsupported as error:
        raise Unsupported(f"{why}{error}") from None
    if isinstance(utility, UserUtility):
        utility.check_convex(points, polytope.prior)
    values = tuple(utility.at(point, polytope.prior) for point in points)
    solution = best_combination(points, tuple(v.middle for v in values), polytope.prior)
    certificate = certify(solution.dual, points, values, polytope.prior)
    return Split.of(points, solution.weights, values, certificate)


def _pair(alip: tuple[Eps, Eps] | str) -> tuple[Eps, Eps]:
    parts: Sequence[Eps] = alip.split(",") if isinstance(alip, str) else alip
    if len(parts) != 2:
        raise InvalidInput(f"alip is a pair eps_l, eps_u, not {alip!r}")
    return parts[0], parts[1]


def _sample_guarantee(
    samples: str | Sequence[int],
    window: int,
    groups: str | Sequence[Sequence[int]] | None,
    letters: int,
) -> Guarantee:
    shape = _integers(samples, "samples are alphabet sizes such as 2,2,3")
    rule: SamplePrivacy
    if groups is not None:
        parts = groups.split(";") if isinstance(groups, str) else groups
        rule = group_privacy(shape, [_integers(part, "groups are such as 1,3;2") for part in parts])
    else:
        rule = window_privacy(shape, window)
    if len(rule.states) != letters:
        raise AlphabetMismatch(
            f"samples {shape} make {len(rule.states)} datasets, the prior has {letters} letters"
        )
    return rule


def _integers(given: str | Sequence[int], meant: str) -> tuple[int, ...]:
    try:
        parts = given.split(",") if isinstance(given, str) else map(str, given)
        return tuple(read_whole(part, "a number", most=1_000) for part in parts)
    except (InvalidInput, TypeError):
        raise InvalidInput(f"{meant}, not {str(given)[:40]!r}") from None
