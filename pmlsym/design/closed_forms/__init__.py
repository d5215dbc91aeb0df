"""Closed forms of optimal mechanisms, each with the domain on which it holds."""

from pmlsym.design.closed_forms.high_privacy_mechanism import (
    high_privacy_limit,
    high_privacy_mechanism,
)
from pmlsym.design.closed_forms.parameter_regions import ParameterRegion, vertices_by_parameters
from pmlsym.design.closed_forms.symbolic_vertices import (
    SymbolicConstraint,
    independence_constraints,
    level_constraints,
)
from pmlsym.design.closed_forms.uniform_prior import (
    privacy_region,
    uniform_prior_information,
    uniform_prior_mechanism,
    uniform_vertex,
)

__all__ = [
    "ParameterRegion",
    "SymbolicConstraint",
    "high_privacy_limit",
    "high_privacy_mechanism",
    "independence_constraints",
    "level_constraints",
    "privacy_region",
    "uniform_prior_information",
    "uniform_prior_mechanism",
    "uniform_vertex",
    "vertices_by_parameters",
]
