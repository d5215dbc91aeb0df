"""The utilities a mechanism may be optimal for, one file each."""

from pmlsym.design.utilities.chi_squared import ChiSquared
from pmlsym.design.utilities.expected_gain import ExpectedGain, GuessProbability
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.design.utilities.user_utility import UserUtility
from pmlsym.design.utilities.utility import Utility

UTILITIES = (MutualInformation, ExpectedGain, GuessProbability, ChiSquared, UserUtility)
"""Every utility of this package."""

__all__ = [
    "UTILITIES",
    "ChiSquared",
    "ExpectedGain",
    "GuessProbability",
    "MutualInformation",
    "UserUtility",
    "Utility",
]
