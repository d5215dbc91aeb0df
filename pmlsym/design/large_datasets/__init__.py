"""Large datasets: private mechanisms composed from local channels, never the full product."""

from pmlsym.design.independence import product_masses
from pmlsym.design.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    modular_window_sums,
    printed_uniformised_information,
    uniformised_efficiency_limit,
    uniformised_sums,
    uniformiser,
)
from pmlsym.design.large_datasets.partial_processing import (
    WindowedMechanism,
    independent_samples,
    partial_processing,
)

__all__ = [
    "WindowedMechanism",
    "bernoulli_uniformised_information",
    "independent_samples",
    "modular_window_sums",
    "partial_processing",
    "printed_uniformised_information",
    "product_masses",
    "uniformised_efficiency_limit",
    "uniformised_sums",
    "uniformiser",
]
