"""The guarantees whose posteriors form a polytope, one file each. [DESIGN, section 6]"""

from pmlsym.design.guarantees.attribute_independence import AttributeIndependence
from pmlsym.design.guarantees.guarantee import Guarantee
from pmlsym.design.guarantees.information_density import (
    InformationDensity,
    local_information_privacy,
)
from pmlsym.design.guarantees.local_differential_identifiability import (
    LocalDifferentialIdentifiability,
)
from pmlsym.design.guarantees.local_differential_privacy import LocalDifferentialPrivacy
from pmlsym.design.guarantees.pointwise_maximal_leakage import PointwiseMaximalLeakage
from pmlsym.design.guarantees.sample_privacy import (
    SamplePrivacy,
    group_privacy,
    perfect_sample_privacy,
    product_states,
    window_privacy,
)

GUARANTEES = (
    PointwiseMaximalLeakage,
    InformationDensity,
    LocalDifferentialIdentifiability,
    LocalDifferentialPrivacy,
    SamplePrivacy,
    AttributeIndependence,
)
"""Every guarantee of this package."""

__all__ = [
    "GUARANTEES",
    "AttributeIndependence",
    "Guarantee",
    "InformationDensity",
    "LocalDifferentialIdentifiability",
    "LocalDifferentialPrivacy",
    "PointwiseMaximalLeakage",
    "SamplePrivacy",
    "group_privacy",
    "local_information_privacy",
    "perfect_sample_privacy",
    "product_states",
    "window_privacy",
]
