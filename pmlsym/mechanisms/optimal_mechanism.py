"""The best mechanism for a convex utility under guarantees, exact, with its optimality certificate.

It is found by a linear program over the vertices of the posterior polytope with barycentre at the
prior [PSP, Thm. 1 and Alg. 2]; W(x, y) = P_Y(y) r_y(x) / p(x). The channel is exact, its guarantees
are re-verified from their definitions on the channel itself, and the certificate bounds every other
mechanism. Guarantees that are given together are intersected.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pmlsym.calculus.data import Labels
from pmlsym.calculus.json_layout import render
from pmlsym.errors import InvalidInput, UnknownName, Unsupported
from pmlsym.exposition.claim_latex import mixed_latex
from pmlsym.exposition.latex_rows import Layout, matrix_latex
from pmlsym.exposition.typesetting import page_latex
from pmlsym.io.files import SAVED, path_of, replace_file, require_place
from pmlsym.io.saved_records import write
from pmlsym.language.display import WIDTH, as_html
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.linear.program import best_combination
from pmlsym.mechanisms.bracket import Bracket, total
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate, Split, certify
from pmlsym.mechanisms.guarantee import Bounded
from pmlsym.mechanisms.mechanism_text import (
    bracket_text,
    mechanism_text,
    outcome_names,
)
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope, box_of
from pmlsym.mechanisms.saved_mechanism import SavedMechanism, record_of
from pmlsym.mechanisms.utilities import (
    NAMED,
    ExpectedGain,
    GuessProbability,
    MutualInformation,
    UserUtility,
    Utility,
)
from pmlsym.model.channel import Channel
from pmlsym.model.distribution import Masses
from pmlsym.model.exact_rows import Rows, rows_of

_IN_PAPERS = {
    MutualInformation().describe(): "mi(P, W)",
    GuessProbability().describe(): "the probability of a correct guess of X",
}
"""The names of utilities in papers; others have their own description."""

FEW = 10
"""Up to this many letters, vertices are enumerated: quick, and only enclosures leave a gap."""


@dataclass(frozen=True, repr=False)
class OptimalMechanism:
    """An optimal split of the prior into allowed posteriors, and its channel.

    `value` brackets the utility attained; `certificate.bound` is proven to bound every mechanism
    with the same guarantees, so the mechanism is optimal within `gap`. `utility` is the goal that
    was asked for, not a number; its `describe()` names it. `letters` are the names of the
    letters of the prior, if they have any.

    >>> from pmlsym import design
    >>> found = design("1/4,3/4", pml="log(6/5)", utility="guess")
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
        """The prior for which the optimal mechanism was designed."""
        return self.polytope.prior

    @property
    def channel(self) -> Matrix:
        """The optimal W(x, y) = P_Y(y) r_y(x) / p(x); a letter without mass gets P_Y."""
        return channel_of(self.polytope.prior, self.weights, self.posteriors)

    @property
    def outcomes(self) -> Labels:
        """The names of the optimal mechanism's outcomes, wherever they are shown.

        >>> from pmlsym import design
        >>> design("1/4,3/4", pml="log(6/5)", utility="guess").outcomes
        ('y1', 'y2')
        """
        return outcome_names(len(self.weights))

    def channel_object(self, name: str = "W") -> Channel:
        """The optimal mechanism as a concrete `Channel`, for measures and claims.

        >>> from pmlsym import design
        >>> design("1/2,1/2", pml="log(3/2)", utility="guess").channel_object()
        W
        """
        return Channel.from_rows(self.channel, name, labels=(self.letters or None, self.outcomes))

    @property
    def optimum(self) -> Bracket:
        """The bracket of the largest utility that any mechanism with these guarantees has."""
        return Bracket(self.value.lower, self.certificate.bound)

    @property
    def gap(self) -> Fraction:
        """How far from optimal the mechanism can be: bound minus the value's lower end."""
        return self.certificate.bound - self.value.lower

    def violations(self) -> tuple[str, ...]:
        """The guarantees that the designed channel violates: normally none."""
        problems = [
            g.violation(self.polytope.prior, self.channel) for g in self.polytope.guarantees
        ]
        return tuple(violation for violation in problems if violation)

    def text(self, *, width: int = WIDTH) -> str:
        """The optimal mechanism and its certificate, to read, in lines of `width` characters.

        >>> from pmlsym import design
        >>> print(design("1/2,1/2", pml="log(3/2)", utility="guess").text())
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
        return mechanism_text(self._record, width=width)

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """The HTML in which a notebook shows the optimal mechanism."""
        return as_html(self.text())

    def _repr_latex_(self) -> str:
        """The LaTeX in which a notebook shows the optimal mechanism's channel."""
        return rf"$\displaystyle W = {matrix_latex(self.channel)}$"

    def latex(self, *, label: str | None = None) -> str:
        """The optimal mechanism's utility, guarantees, prior and channel as LaTeX.

        With a label, P and W are equations with the labels `label`:1 and `label`:2.
        """
        layout = Layout.of(label, 1)
        utility = _IN_PAPERS.get(self.utility.describe(), self.utility.describe())
        guarantees = (
            each.claim() if isinstance(each, Bounded) else each.describe()
            for each in self.polytope.guarantees
        )
        head = f"Optimal mechanism for {utility} under {' and '.join(guarantees)}"
        rows = [rf"P &= {matrix_latex(self.prior)}", rf"W &= {matrix_latex(self.channel)}"]
        if layout.label:
            rows = [rf"{row} \label{{{layout.label}:{k}}}" for k, row in enumerate(rows, 1)]
        name, body = "align" if layout.label else "align*", " \\\\\n".join(rows)
        display = f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"
        value = f"of utility {bracket_text(self.value)}"
        return page_latex((rf"\par\noindent {mixed_latex(head)}, {value}:", display))

    def save(self, file: str | Path) -> Path:
        """Keep the optimal mechanism in a .json file, which `pmlsym check` reads.

        Raises InvalidInput where the file cannot be written.
        """
        path = path_of(file)
        require_place(path, SAVED)
        replace_file(path, render(self.to_json()) + "\n")
        return path

    def to_json(self) -> dict[str, object]:
        """The optimal mechanism as plain data, which `check_mechanism` can verify again.

        >>> from pmlsym import design
        >>> design("1/2,1/2", pml="log(3/2)", utility="guess").to_json()["P_Y"]
        ['1/2', '1/2']
        """
        data: dict[str, object] = write(self._record)
        return data

    @property
    def _record(self) -> SavedMechanism:
        """The optimal mechanism as it is saved and printed."""
        made = self.polytope, self.utility, self.channel
        return record_of(*made, self.value, self.certificate, self.letters)


KNOWN_UTILITIES = (
    "a utility is an average over outcomes: mi, the mutual information; guess, the probability of "
    "a right guess; chi2, the chi-squared information; gain, of rows g(x, guess). What no outcome "
    "may exceed, even the worst, is a guarantee, such as pml"
)


def utility_named(name: str, latent: Rows | None = None, gain: Rows | None = None) -> Utility:
    """The utility of mechanisms of that name: "mi" (of `latent`), "guess", "chi2" or "gain".

    Raises UnknownName for another name, InvalidInput for "gain" without rows.

    >>> utility_named("guess").describe()
    'P[correct guess of X]'
    """
    if name not in NAMED:
        raise UnknownName(f"no utility {name!r}; {KNOWN_UTILITIES}")
    if name == "mi":
        return MutualInformation(None if latent is None else rows_of(latent, name="the latent"))
    if name == "gain":
        if gain is None:
            raise InvalidInput("the utility gain needs rows g(x, guess), such as gain='1,0;0,3'")
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
    split = _best_split(polytope, utility, insist=insist)
    value = total(v.scaled(w) for v, w in zip(split.values, split.weights, strict=True))
    mechanism = OptimalMechanism(
        polytope, utility, split.weights, split.points, value, split.certificate
    )
    problems = mechanism.violations()
    if problems:
        raise InvalidInput(f"the designed channel violates its guarantee: {problems[0]}")
    return mechanism


def largest_utility(polytope: PosteriorPolytope, utility: Utility) -> Bracket:
    """The bracket of a mechanism's largest utility; the prior's own if it is the only posterior.

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
    """The designed channel diag(P_Y) R^T diag(p)^-1 of a split of the prior [PSP, Alg. 2].

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


def _best_split(polytope: PosteriorPolytope, utility: Utility, *, insist: bool) -> Split:
    """The split of the prior with most utility, by pricing on a large box, else by vertices."""
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
