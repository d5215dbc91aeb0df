"""The papers' definitions once more, naively: the oracle that the library is compared with.

Fractions and itertools only; nothing here knows levels, polynomials or the library. Conventions:

- a name `exp_...` returns the EXPONENTIATED leakage, a fraction or `math.inf`; any other name
  returns the plain quantity;
- outcomes of probability zero leak exp = 1 and stand in no maximum; `posterior` of one raises
  ZeroDivisionError;
- `..._at` is the value at an outcome; without it, the worst case over supp(P_Y);
- sums of logarithms are `LogSum`s: exact terms, a float `value`, an exact `sign`; those of square
  roots are `RootSum`s, without the sign.
"""

# ruff: noqa: F401

from .attribute_leakage import (
    attribute_posterior,
    discloses,
    exp_attribute_hmin,
    exp_attribute_hmin_at,
    exp_dynamic_leakage,
    exp_dynamic_leakage_at,
    singles_out,
)
from .conditional_events import after, conditional_tail, exp_conditional_eml, worst_tail
from .conditional_leakage import exp_conditional_pml, exp_conditional_pml_at
from .contraction_coefficient import contraction
from .cost_leakage import (
    exp_average_cost_leakage,
    exp_cost_leakage,
    exp_cost_leakage_at,
    exp_given_cost_leakage_at,
    exp_maximal_cost_leakage,
    exp_wrong_guess_leakage_at,
    wrong_guess_attribute,
)
from .differential_privacy import Database, JointPrior, Mechanism, exp_dp, exp_flp
from .distributions import (
    Prior,
    Ratio,
    Rows,
    Second,
    cascade,
    fullsupport,
    inputs,
    joint,
    joint_output,
    matrix,
    outcomes,
    output_distribution,
    outputs,
    posterior,
    product_prior,
    proportional,
    quotient,
    reduced_channel,
    similar,
    split_outcome,
    support,
    uniform,
    vector,
)
from .entry_leakage import (
    entry_channel,
    exp_conditional_entry_pml,
    exp_conditional_entry_pml_at,
    exp_entry_pml,
    exp_entry_pml_at,
    given_others,
)
from .event_maximal_leakage import (
    exp_closedness,
    exp_eml,
    exp_eml_at_letter,
    exp_event_leakage,
    exp_fractional_event_leakage,
    exp_plain_eml,
    extreme_events,
)
from .expected_leakage import expected_pml
from .f_divergence import divergence, information
from .gain_leakage import exp_gain_leakage, exp_gain_leakage_at, expectations
from .information_density import exp_density, exp_density_min, exp_density_min_at
from .leakage_capacity import exp_capacity, exp_ldp, exp_ldp_on_support, largest_ratio
from .local_differential_identifiability import exp_ldi
from .local_information_privacy import exp_lip
from .log_sum import LogSum
from .max_information import exp_max_divergence, exp_max_information
from .maximal_leakage import exp_maxleak, exp_maxleak_on_support, expected_exp_pml
from .mutual_information import f_information, f_information_terms, mi
from .pointwise_maximal_leakage import (
    deterministic_attributes,
    exp_attribute_leakage_at,
    exp_pml,
    exp_pml_at,
    exp_pml_at_by_likelihood,
    exp_pml_at_by_shattering,
    exp_pml_at_over_attributes,
    exp_pml_by_shattering,
    shattering_channel,
)
from .prior_mass import exp_hmin, pmin, size, suppsize
from .root_sum import LogOfRoots, RootSum
from .tail_probability import tail
from .total_variation_privacy import total_variation, tv
