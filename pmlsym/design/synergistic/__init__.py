"""Synergistic disclosure: telling about W, or about the whole dataset, and of no sample. [PSP]"""

from pmlsym.design.synergistic.bounds import (
    information_in_dataset,
    information_in_sample,
    largest_surprise_bound,
    least_conditional_information,
    outputs_of_extreme_mechanisms,
    restriction_bound,
    self_disclosure_bound,
    sufficient_outputs,
)
from pmlsym.design.synergistic.capacity import (
    Disclosure,
    self_disclosure,
    synergistic_disclosure,
)
from pmlsym.design.synergistic.exchangeable import (
    TypeModel,
    disclosure_by_types,
    exchangeable_disclosure,
    symmetric_function_model,
    type_model,
    types_of,
)
from pmlsym.design.synergistic.feasibility import Feasibility, feasibility
from pmlsym.design.synergistic.full_observation import (
    full_observation_capacity,
    output_perturbation_capacity,
)
from pmlsym.design.synergistic.generated import (
    generated_disclosure,
)
from pmlsym.design.synergistic.leakage_allowance import (
    allowed_disclosure,
    leakage_allowance,
)
from pmlsym.design.synergistic.mean_leakage import (
    AllowedDisclosure,
    LeakageProblem,
    disclose_within,
)
from pmlsym.design.synergistic.private_information import (
    PrivateInformation,
    private_information,
)
from pmlsym.design.synergistic.sample_model import (
    SampleModel,
    binary_erasure,
    binary_symmetric,
    conditionally_independent,
    function_model,
    repeated_samples,
    sample_model,
)

__all__ = [
    "AllowedDisclosure",
    "Disclosure",
    "Feasibility",
    "LeakageProblem",
    "PrivateInformation",
    "SampleModel",
    "TypeModel",
    "allowed_disclosure",
    "binary_erasure",
    "binary_symmetric",
    "conditionally_independent",
    "disclose_within",
    "disclosure_by_types",
    "exchangeable_disclosure",
    "feasibility",
    "full_observation_capacity",
    "function_model",
    "generated_disclosure",
    "information_in_dataset",
    "information_in_sample",
    "largest_surprise_bound",
    "leakage_allowance",
    "least_conditional_information",
    "output_perturbation_capacity",
    "outputs_of_extreme_mechanisms",
    "private_information",
    "repeated_samples",
    "restriction_bound",
    "sample_model",
    "self_disclosure",
    "self_disclosure_bound",
    "sufficient_outputs",
    "symmetric_function_model",
    "synergistic_disclosure",
    "type_model",
    "types_of",
]
