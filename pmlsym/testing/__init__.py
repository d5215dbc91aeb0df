"""Hypothesis strategies for property tests of privacy mechanisms; they need `hypothesis`."""

from pmlsym.testing.claim_instances import instances
from pmlsym.testing.distributions import channels, distributions, priors
from pmlsym.testing.markov_chains import MarkovChain, markov_chains

__all__ = [
    "MarkovChain",
    "channels",
    "distributions",
    "instances",
    "markov_chains",
    "priors",
]
