"""Posterior polytopes: optimal mechanisms and perfect sample privacy."""

from pmlsym.design.optimal_mechanism import OptimalMechanism, design_mechanism, optimal_mechanism
from pmlsym.design.posterior_polytope import PosteriorPolytope, posterior_polytope
from pmlsym.design.saved_mechanism import check_mechanism

__all__ = [
    "OptimalMechanism",
    "PosteriorPolytope",
    "check_mechanism",
    "design_mechanism",
    "optimal_mechanism",
    "posterior_polytope",
]
