"""Posterior polytopes: optimal mechanisms and perfect sample privacy."""

from pmlsym.mechanisms.optimal_mechanism import OptimalMechanism
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.saved_mechanism import check_mechanism

__all__ = ["OptimalMechanism", "PosteriorPolytope", "check_mechanism"]
