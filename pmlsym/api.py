"""The public names of pmlsym, which `import pmlsym` looks up here when one is first used."""

from typing import TYPE_CHECKING

from pmlsym.calculus.alphabet import Alphabet, alphabets
from pmlsym.claim_text.entries import entry
from pmlsym.claim_text.entries import probability_of as probability
from pmlsym.claim_text.quantifiers import exists, forall, infimum, supremum, total
from pmlsym.claim_text.question import parse as claim
from pmlsym.claim_text.question import parse_quantity as quantity
from pmlsym.claim_text.written_channels import bec, bsc, erasure, mixture, rr
from pmlsym.claims.conditions import deterministic, full_support, same, uniform
from pmlsym.engines.decide.decisions import decide, evaluate, lemma, prove, read_proof, slack, tight
from pmlsym.engines.decide.hunt import hunts
from pmlsym.errors import PmlError
from pmlsym.evidence.verdict import Proved, Refuted, Unknown, Verdict
from pmlsym.language.building import (
    all_of,
    any_of,
    equal,
    exp,
    implies,
    log,
    maximum,
    minimum,
    negation,
)
from pmlsym.language.nodes import Claim, Quantity, Scalar
from pmlsym.measures.adversary_cost import (
    posterior_cost,
    prior_cost,
    ucostleak,
    worst_costleak,
)
from pmlsym.measures.alpha_lift import alphalift
from pmlsym.measures.approximate_privacy import (
    approximate_dp,
    approximate_flp,
    approximate_ldp,
    dpdelta,
    ldpdelta,
)
from pmlsym.measures.attribute_leakage import dynleak, hmin_given, uleak
from pmlsym.measures.average_gain import (
    additive_leakage,
    multiplicative_leakage,
    vulnerability,
)
from pmlsym.measures.concentrated_privacy import dpzcdp, zcdp
from pmlsym.measures.conditional_leakage import conditional_pml
from pmlsym.measures.contraction_coefficient import contraction, dobrushin, maximal_correlation
from pmlsym.measures.cost_leakage import costleak, doeblin, expected_costleak, maxcost
from pmlsym.measures.differential_privacy import dp, dp_entry, flp
from pmlsym.measures.entry_leakage import mi_entry_given, pml_entry, pml_entry_given
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.f_divergence import divergence, information
from pmlsym.measures.gain_leakage import posterior_gain, prior_gain, worst_gleak
from pmlsym.measures.guesswork import guess, spread
from pmlsym.measures.hockey_stick import (
    hockey_stick,
    hockey_stick_contraction,
    hockey_stick_information,
)
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity, ldp
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.max_information import maxinfo
from pmlsym.measures.maximal_alpha_beta_leakage import ableak
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin, pmin, size, suppsize
from pmlsym.measures.renyi_divergence import renyi
from pmlsym.measures.renyi_entropy import aleak, arimoto, renyi_entropy
from pmlsym.measures.renyi_privacy import dprdp, rdp
from pmlsym.measures.sibson_information import sibson
from pmlsym.measures.tail_probability import tail
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel, Given, Hidden
from pmlsym.model.event import Event
from pmlsym.model.gain import Gain
from pmlsym.model.instance import Instance
from pmlsym.model.mixture import constant_channel, identity
from pmlsym.model.prior import Against, Prior
from pmlsym.parallel.campaigns import campaign
from pmlsym.tables.reading import channel, prior
from pmlsym.tables.writing import (
    sampler,
    to_dit,
    to_numpy,
    to_opendp,
    to_pandas,
    to_sympy,
)
from pmlsym.verbs.account import account
from pmlsym.verbs.ask import ask
from pmlsym.verbs.catalogue import catalogue
from pmlsym.verbs.check import check
from pmlsym.verbs.crosscheck import crosscheck
from pmlsym.verbs.derive import derive
from pmlsym.verbs.design import design
from pmlsym.verbs.export import export, to_coq
from pmlsym.verbs.families import families
from pmlsym.verbs.figure import figure, plot
from pmlsym.verbs.measure import measure
from pmlsym.verbs.refute import refute
from pmlsym.verbs.report import report
from pmlsym.version import __version__

if TYPE_CHECKING:
    from pmlsym.own_data.many_instances import compile, evaluate_many
else:

    def __getattr__(name):  # NumPy loads longer than all the rest, and few users need it
        if name not in ("compile", "evaluate_many"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from pmlsym.own_data import many_instances

        return getattr(many_instances, name)


__all__ = [
    "Against",
    "Alphabet",
    "Channel",
    "Claim",
    "Event",
    "Gain",
    "Given",
    "Hidden",
    "Instance",
    "PmlError",
    "Prior",
    "Proved",
    "Quantity",
    "Refuted",
    "Scalar",
    "Unknown",
    "Verdict",
    "__version__",
    "ableak",
    "account",
    "additive_leakage",
    "aleak",
    "all_of",
    "alphabets",
    "alphalift",
    "any_of",
    "approximate_dp",
    "approximate_flp",
    "approximate_ldp",
    "arimoto",
    "ask",
    "bec",
    "bsc",
    "campaign",
    "capacity",
    "catalogue",
    "channel",
    "check",
    "chi2",
    "claim",
    "compile",
    "conditional_pml",
    "constant_channel",
    "contraction",
    "costleak",
    "crosscheck",
    "decide",
    "density_min",
    "derive",
    "design",
    "deterministic",
    "divergence",
    "dobrushin",
    "doeblin",
    "dp",
    "dp_entry",
    "dpdelta",
    "dprdp",
    "dpzcdp",
    "dynleak",
    "eml",
    "entry",
    "equal",
    "erasure",
    "evaluate",
    "evaluate_many",
    "exists",
    "exp",
    "expected_costleak",
    "expected_pml",
    "export",
    "families",
    "figure",
    "flp",
    "forall",
    "full_support",
    "guess",
    "hmin",
    "hmin_given",
    "hockey_stick",
    "hockey_stick_contraction",
    "hockey_stick_information",
    "hunts",
    "identity",
    "implies",
    "infimum",
    "information",
    "ldi",
    "ldp",
    "ldpdelta",
    "lemma",
    "lip",
    "log",
    "maxcost",
    "maximal_correlation",
    "maximum",
    "maxinfo",
    "maxleak",
    "measure",
    "mi",
    "mi_entry_given",
    "minimum",
    "mixture",
    "multiplicative_leakage",
    "negation",
    "plot",
    "pmin",
    "pml",
    "pml_entry",
    "pml_entry_given",
    "posterior_cost",
    "posterior_gain",
    "prior",
    "prior_cost",
    "prior_gain",
    "probability",
    "prove",
    "quantity",
    "rdp",
    "read_proof",
    "refute",
    "renyi",
    "renyi_entropy",
    "report",
    "rr",
    "same",
    "sampler",
    "sibson",
    "size",
    "slack",
    "spread",
    "suppsize",
    "supremum",
    "tail",
    "tight",
    "to_coq",
    "to_dit",
    "to_numpy",
    "to_opendp",
    "to_pandas",
    "to_sympy",
    "total",
    "tv",
    "ucostleak",
    "uleak",
    "uniform",
    "vulnerability",
    "worst_costleak",
    "worst_gleak",
    "zcdp",
]
