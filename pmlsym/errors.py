"""Every error that pmlsym raises on purpose.

Each message says what was wrong, where, and what would be right. All of them are `PmlError`; each
is also a `ValueError` or a `TypeError`, so that code that does not know pmlsym can catch it too.
"""

from __future__ import annotations

from os.path import dirname

_HERE = dirname(__file__)


class PmlError(Exception):
    """The parent of every error of this library."""

    def _render_traceback_(self) -> list[str]:
        """The lines of a PmlError that a notebook shows: the user's own code, the message.

        IPython asks for it. The frames of the library are left out; `traceback.print_exception`
        shows them.
        """
        from traceback import extract_tb, format_exception_only, format_list

        places = extract_tb(self.__traceback__)
        own = [
            p for p in places if not p.filename.startswith(_HERE) and "IPython" not in p.filename
        ]
        lines = [*format_list(own), *format_exception_only(type(self), self)]
        return [line.rstrip("\n") for line in lines]


class InvalidInput(PmlError, ValueError):
    """A number, a distribution, a parameter or a file is not what it has to be."""


class AlphabetMismatch(PmlError, ValueError):
    """Two objects that have to share an alphabet do not."""


class UnknownName(PmlError, ValueError):
    """A name that nobody declared; the message has the nearest known one."""


class ClaimSyntaxError(PmlError, ValueError):
    """A claim that does not parse; the message shows the position."""


class InvalidCertificate(PmlError, ValueError):
    """A certificate whose identity, facts or statement do not hold."""


class NullOutcome(PmlError, ValueError):
    """A posterior was asked for, given an outcome of probability zero."""


class OutOfDomain(PmlError, ValueError):
    """A claim has no value on an instance: log of a negative number, inf - inf, or x/0."""


class Unsupported(PmlError, ValueError):
    """A well-formed request that the chosen engine or interpretation cannot express."""


class NoTruthValue(PmlError, TypeError):
    """A claim or a verdict was used as a bool."""


class UnknownWord(PmlError, TypeError):
    """A function was called with a word that it does not have; the message has the right one."""


class OutOfTime(TimeoutError):
    """Work was stopped at the end of the time that it was given; nothing follows from that.

    It is not a PmlError: those are often caught where they mean something about an instance or a
    claim.
    """


class OutOfEffort(OutOfTime):
    """Work was stopped at the end of its effort, on any machine at the same place."""


class Disagreement(PmlError):
    """Two computations of one thing contradict each other: neither answer can be used."""
