"""Measures of a prior alone, and the size of an alphabet.

    pmin(P)      = min_{x: p(x) > 0} p(x)         hmin(P) = -log max_x p(x)
    size(X)      = the number of letters |X|      suppsize(P) = the number of letters with p(x) > 0

Sources: [PML23, Lemma 1], [RDP, Def. 2.1].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Exceeds, Ratio, Smallest, Total
from pmlsym.measures.notion import ALPHABET, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, require_prior
from pmlsym.model.prior import Prior


def pmin(prior: Prior) -> Measure:
    """The smallest mass of a letter of the support; a probability, in (0, 1].

    >>> pmin(Prior("P", Alphabet("X")))
    pmin(P)
    """
    mass = require_prior(prior).mass(*prior.letters)
    value = Smallest((*prior.letters, *prior.through), Ratio(mass), prior.where)
    return measure("pmin", (prior,), value, is_log=False)


def hmin(prior: Prior) -> Measure:
    """Min-entropy -log max_x p(x), in nats; zero iff one letter has all the mass.

    It is the log of the smallest 1/p(x), which letters of mass zero do not change: so hmin >= log t
    is 1 - t p(x) >= 0 for all x, without a support condition.

    >>> hmin(Prior("P", Alphabet("X")))
    hmin(P)
    """
    mass = require_prior(prior).mass(*prior.letters)
    return measure("hmin", (prior,), Smallest(prior.letters, Ratio(constant(1), mass)))


def size(alphabet: Alphabet) -> Measure:
    """The number of letters of an alphabet, at least one.

    >>> size(Alphabet("X"))
    size(X)
    """
    require_kind(alphabet, Alphabet, "an alphabet, such as ps.Alphabet('X')")
    return measure("size", (alphabet,), Ratio(atom(size_tensor(alphabet.name))), is_log=False)


def suppsize(prior: Prior) -> Measure:
    """The number of letters of positive mass, at least one.

    >>> suppsize(Prior("P", Alphabet("X")))
    suppsize(P)
    """
    positive = Exceeds(Ratio(require_prior(prior).mass(*prior.letters)), constant(0))
    return measure("suppsize", (prior,), Total(prior.letters, positive), is_log=False)


NOTIONS = (
    Notion(
        words=(Word("pmin", pmin, (PRIOR,)),),
        meaning="smallest mass on the support",
        laws=(
            Law("pmin(P) > 0"),
            Law("pmin(P)*suppsize(P) <= 1"),
        ),
    ),
    Notion(
        words=(Word("hmin", hmin, (PRIOR,)),),
        meaning="min-entropy",
        other_names=("min_entropy", "minentropy"),
        laws=(
            Law("hmin(P) >= 0", link=True),
            Law("hmin(P) <= log(suppsize(P))"),
        ),
    ),
    Notion(
        words=(Word("size", size, (ALPHABET,)),),
        meaning="number of letters",
        laws=(Law("size(X) >= suppsize(P)"),),
    ),
    Notion(
        words=(Word("suppsize", suppsize, (PRIOR,)),),
        meaning="number of letters that can occur",
        other_names=("support",),
        laws=(
            Law("suppsize(P) >= 1"),
            Law("suppsize(P) <= size(X)"),
        ),
    ),
)
