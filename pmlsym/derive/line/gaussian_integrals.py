"""Mutual information and expected leakage of Gaussian outcomes, integrated in balls.

Around a mean, v = y - mu_x, up to the middle between neighbouring means,

    D_x = sum_z p(z) exp(g_z v - g_z^2 / 2),    g_z = mu_z - mu_x,    P_Y = phi(v) D_x
    expected_pml = sum_x int -phi D_x log D_x
    mi           = sum_x int phi ( sum_z p(z) exp(g_z v - g_z^2 / 2) (g_z v - g_z^2 / 2)
                                   - D_x log D_x )

The integrands are analytic, and integrated by Arb with proven error bounds [Johansson 2018]. Beyond
a distance T of every mean both lie between 0 and P_Y log(1/p_min), the divergence of a posterior
from the prior and its leakage being at most log(1/p_min): that is at most erfc(T/sqrt(2))
log(1/p_min).
"""

from __future__ import annotations

from flint import acb, arb, ctx

from pmlsym.derive.line.line_densities import INF, LineDensities


def mutual_information(line: LineDensities) -> arb:
    """I(X; Y) of Gaussian densities.

    >>> from fractions import Fraction
    >>> from pmlsym.derive.line.line_densities import line_of
    >>> line = line_of("Gaussian", [Fraction(1, 2)] * 2, [Fraction(1)]).in_balls()
    >>> print(mutual_information(line).str(6, radius=False))
    0.111421
    """
    return _total(line, is_expected=False)


def expected_leakage(line: LineDensities) -> arb:
    """E[leakage of Y] of Gaussian densities."""
    return _total(line, is_expected=True)


def _total(line: LineDensities, *, is_expected: bool) -> arb:
    reach = (arb(3) * ctx.prec / 2).sqrt().upper()
    total = arb(0)
    for x, mean in enumerate(line.means):
        low, high = -reach, reach
        if x > 0:
            low = low.max((line.means[x - 1] - mean) / 2)
        if x + 1 < len(line.means):
            high = high.min((line.means[x + 1] - mean) / 2)
        total += _around(line, x, low, high, is_expected=is_expected)
    least = INF
    for p in line.masses:
        least = least.min(p)
    beyond = (reach / arb(2).sqrt()).erfc() * -least.log()
    return total + arb(0).union(beyond)


def _around(line: LineDensities, x: int, low: arb, high: arb, *, is_expected: bool) -> arb:
    gaps = [mean - line.means[x] for mean in line.means]

    def integrand(v: acb, analytic: bool) -> acb:
        whole, pulled = acb(0), acb(0)
        for p, gap in zip(line.masses, gaps, strict=True):
            log_ratio = gap * v - gap * gap / 2
            term = p * log_ratio.exp()
            whole += term
            pulled += term * log_ratio
        inner = -whole * whole.log(analytic=analytic)
        return (-v * v / 2).exp() * (inner if is_expected else inner + pulled)

    goal = arb(2) ** (10 - ctx.prec)
    found = acb.integral(integrand, acb(low), acb(high), rel_tol=goal, abs_tol=goal)
    return found.real / (2 * arb.pi()).sqrt()
