"""Every finding against a paper has an exact reproduction of its own, apart from the catalogue."""

from __future__ import annotations

from importlib import import_module

import pytest

from pmlsym.catalogue import ENTRIES, entry_of
from pmlsym.catalogue.finding import ENGINE, OPEN, REFUTED
from pmlsym.report.catalogue_report import SORTS, sort_of

PML23 = "tests.catalogue.test_pml23_findings"
RDP = "tests.catalogue.test_rdp_findings"
QID24 = "tests.catalogue.test_qid24_findings"
PSP = "tests.catalogue.test_psp_findings"
DESIGN = "tests.design.test_printed_statements_that_fail"

REPRODUCED = {
    "PML23/def-2": (PML23, "definition_2_gives_the_last_letter_two_values_where_k_is_an_integer"),
    "PML23/eq-10": (PML23, "equation_10_is_zero_over_zero_for_the_gain_zero"),
    "PML23/ex-1-eq-11": (PML23, "equation_11_lacks_a_logarithm"),
    "PML23/thm-2": (PML23, "theorem_2_fails_for_a_gain_that_the_outcome_excludes"),
    "PML23/app-a-case-1-2.1-2.2-fig-3": (
        PML23,
        "appendix_a_needs_n_w_large_enough_for_the_numerator_too",
    ),
    "PML23/lemma-1.5": (PML23, "lemma_1_5_fails_where_z_excludes_the_maximiser"),
    "PML23/lemma-2.1": (PML23, "lemma_2_1_fails_for_one_letter"),
    "PML23/lemma-2.1-iff": (PML23, "lemma_2_1_fails_for_an_argmin_outside_the_support"),
    "PML23/def-8": (PML23, "definition_8_has_two_forms_that_differ"),
    "PML23/def-10": (PML23, "the_empty_event_has_no_leakage_in_definitions_10_and_12"),
    "PML23/eq-16-eq-19": (PML23, "equations_18_and_19_have_no_value_at_delta_zero"),
    "PML23/remark-8": (PML23, "equations_18_and_19_have_no_value_at_delta_zero"),
    "PML23/prop-4": (PML23, "equation_21b_prints_a_logarithm_of_logarithms"),
    "PML23/thm-4.1": (PML23, "theorem_4_1_and_4_2_fail_with_the_second_guarantee_at_the_prior"),
    "PML23/thm-4.2": (PML23, "theorem_4_1_and_4_2_fail_with_the_second_guarantee_at_the_prior"),
    "PML23/thm-4.4": (PML23, "theorem_4_4_and_4_5_fail_with_the_second_guarantee_at_the_prior"),
    "PML23/thm-4.4b": (PML23, "theorem_4_4_and_4_5_fail_with_the_second_guarantee_at_the_prior"),
    "PML23/thm-4.5": (PML23, "theorem_4_4_and_4_5_fail_with_the_second_guarantee_at_the_prior"),
    "PML23/def-12": (PML23, "the_empty_event_has_no_leakage_in_definitions_10_and_12"),
    "PML23/prop-6-ldi": (PML23, "the_third_line_for_proposition_6_is_not_the_fourth"),
    "PML23/eq-26": (PML23, "equation_26_is_not_tighter_than_25"),
    "RDP/ex-3.1": (RDP, "example_3_1_a_fair_coin_keeps_its_entropy_at_every_odd_n"),
    "RDP/ex-3.2": (RDP, "example_3_1_with_twenty_cells_no_cell_has_more_than_half"),
    "RDP/a.1-bound": (RDP, "appendix_a_1_is_one_above_one_for_an_attribute_with_one_value"),
    "RDP/prop-3.6": (RDP, "proposition_3_6_there_is_no_entropy_below_that_of_a_constant"),
    "RDP/thm-3.7-i": (RDP, "theorem_3_7_finite_capacity_discloses_a_constant"),
    "RDP/after-3.8": (
        RDP,
        "after_proposition_3_8_the_answer_is_guessed_with_probability_one_minus_p_min",
    ),
    "RDP/ex-3.11-y-0": (RDP, "example_3_11_with_m_equal_to_n_the_argument_is_negative"),
    "RDP/ex-3.11-threshold": (RDP, "example_3_11_the_other_answer_discloses_every_entry"),
    "RDP/b.5-b.6": (
        RDP,
        "appendix_b_2_does_not_reach_the_free_lunch_parameter_at_every_entry",
    ),
    "RDP/prop-4.6": (RDP, "proposition_4_6_the_density_need_not_rise_up_to_p"),
    "RDP/sec-4.1-remark": (RDP, "section_4_1_the_reduction_may_be_by_more_than_half"),
    "RDP/remark-b.1": (RDP, "remark_b_1_every_prior_attains_zero_where_the_database_is_ignored"),
    "QID24/prop-2-eq-12": (QID24, "proposition_2_no_channel_meets_the_hypothesis_of_its_proof"),
    "QID24/cor-1": (QID24, "corollary_1_divides_by_zero_at_the_end_of_the_regime"),
    "QID24/prop-3": (DESIGN, "corollary_4_of_qid24_lacks_a_logarithm"),
    "QID24/cor-4-eq-20": (
        QID24,
        "corollary_4_has_a_negative_entry_where_the_logarithm_is_missing",
    ),
    "QID24/eq-21": (QID24, "equation_21_is_zero_over_zero_for_a_constant"),
    "QID24/thm-2-construction": (
        QID24,
        "theorem_2_with_one_letter_the_last_letter_of_w_never_occurs",
    ),
    "QID24/eq-30": (QID24, "equation_30_is_zero_over_zero_where_a_choice_is_free"),
    "QID24/thm-3-c--u": (
        QID24,
        "theorem_3_no_finite_k_gives_the_leakage_of_a_cost_of_one",
    ),
    "QID24/l-c-jensen": (QID24, "jensen_is_an_equality_for_a_symmetric_channel"),
    "PSP/def-2-eq-2": (PSP, "an_efficiency_divides_by_the_entropy_of_what_is_constant"),
    "PSP/prop-1": (PSP, "proposition_1_the_columns_of_p_sum_to_the_number_of_samples"),
    "PSP/cor-1.1": (PSP, "corollary_1_1_two_outcomes_where_three_are_called_necessary"),
    "PSP/ex-2-eq-20": (DESIGN, "equation_20_has_two_columns_exchanged"),
    "PSP/ex-2-matrix-a": (
        DESIGN,
        "the_printed_singular_vectors_of_example_2_do_not_have_the_null_space_of_p",
    ),
    "PSP/eq-23": (PSP, "equation_23_r_cannot_be_zero_where_alpha_exceeds_beta"),
    "PSP/eq-24": (DESIGN, "equations_24_to_26_need_alpha_at_most_beta"),
    "PSP/eq-25": (PSP, "equation_25_is_not_the_capacity_where_alpha_exceeds_beta"),
    "PSP/eq-26": (PSP, "equation_26_has_a_negative_entry_where_alpha_exceeds_beta"),
    "PSP/prop-4": (DESIGN, "proposition_4_needs_nullity_one"),
    "PSP/eq-32": (DESIGN, "equation_32_the_typical_sets_touch_at_the_printed_epsilon"),
    "PSP/remark-3-eq-37": (DESIGN, "remark_3_weakly_typical_sets_do_differ"),
    "PSP/lemma-6": (PSP, "an_efficiency_divides_by_the_entropy_of_what_is_constant"),
    "PSP/ex-3": (DESIGN, "equation_61_counts_letters_where_it_means_logarithms"),
    "PSP/general-k-windows": (
        DESIGN,
        "partial_processing_of_three_samples_at_a_time_is_not_private",
    ),
    "PSP/eq-67": (DESIGN, "equation_67_is_only_a_lower_bound_beyond_two_samples"),
    "PSP/ex-5-asymptotic": (
        DESIGN,
        "the_asymptotic_efficiency_of_example_5_is_larger_than_printed",
    ),
    "PSP/app-c-eq-83-eq-95": (
        PSP,
        "equation_83_a_typical_dataset_says_something_of_the_other_letter",
    ),
    "PSP/app-d": (DESIGN, "no_distribution_lies_in_the_null_space_of_a_stochastic_matrix"),
}


FOUND_BY_THE_ENGINE = {
    "PML23/ex-1-eq-11",
    "PML23/lemma-1.5",
    "PML23/lemma-2.1",
    "PML23/prop-4",
    "PML23/thm-4.1",
    "PML23/thm-4.2",
    "PML23/thm-4.4",
    "PML23/thm-4.4b",
    "PML23/thm-4.5",
    "PML23/eq-26",
    "RDP/thm-3.7-i",
    "RDP/after-3.8",
    "RDP/prop-4.6",
    "RDP/sec-4.1-remark",
    "RDP/remark-b.1",
    "QID24/prop-2-eq-12",
    "QID24/prop-3",
    "QID24/cor-4-eq-20",
    "PSP/eq-23",
    "PSP/eq-24",
    "PSP/eq-26",
}
"""Where the engine's own search finds an instance; the others reproduce one that is known."""


def test_the_findings_are_the_entries_with_a_correction():
    assert set(REPRODUCED) == {entry.id for entry in ENTRIES if entry.correction}


@pytest.mark.parametrize("row", REPRODUCED)
def test_a_finding_has_a_reproduction(row):
    module, name = REPRODUCED[row]
    assert callable(getattr(import_module(module), f"test_{name}"))


LONG = {"PML23/thm-4.5"}
"""Findings whose correction is proved in a quarter of a minute."""


@pytest.mark.parametrize(
    "row", [pytest.param(r, marks=pytest.mark.slow) if r in LONG else r for r in REPRODUCED]
)
def test_the_catalogue_finds_it_and_corrects_it(row):
    entry = entry_of(row)
    finding = entry.check(budget=60.0)
    assert finding.fails and (finding.found_by == ENGINE) == (row in FOUND_BY_THE_ENGINE)
    assert finding.corrected_status not in (REFUTED, OPEN)
    correction = entry.correction
    expected = 3 if correction.boundary else 1 if correction.reading else 0
    assert sort_of(finding) in ({expected, 2} if expected == 0 else {expected})
    assert SORTS[sort_of(finding)]
