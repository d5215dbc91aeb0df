"""The utilities a mechanism may be optimal for, one file each."""

from pmlsym.design.utilities.chi_squared import ChiSquared
from pmlsym.design.utilities.expected_gain import ExpectedGain, GuessProbability
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.design.utilities.user_utility import UserUtility
from pmlsym.design.utilities.utility import Utility

NAMED: dict[str, type] = {
    "mi": MutualInformation,
    "guess": GuessProbability,
    "chi2": ChiSquared,
    "gain": ExpectedGain,
}
"""The utilities that have a name; a function of the user's own has none."""

__all__ = [
    "NAMED",
    "ChiSquared",
    "ExpectedGain",
    "GuessProbability",
    "MutualInformation",
    "UserUtility",
    "Utility",
]
