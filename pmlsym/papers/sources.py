"""The papers of the catalogue; the key of a paper begins the ids of its rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper: its key, authors, title and place of publication."""

    key: str
    authors: str
    title: str
    appeared: str

    def bibtex(self, statement: str = "") -> str:
        """The BibTeX entry of a paper; `statement` is the place in it that is cited.

        >>> print(PAPERS[1].bibtex("Thm. 2.8"))
        @misc{RDP,
          author = {Saeidian, S. and Cervia, G. and Oechtering, T. J. and Skoglund, M.},
          title = {{Rethinking Disclosure Prevention with Pointwise Maximal Leakage}},
          howpublished = {manuscript},
          note = {Thm. 2.8},
        }
        """
        names = [name.rpartition(" ") for name in self.authors.split(", ")]
        fields = {
            "author": " and ".join(f"{last}, {first}" for first, _, last in names),
            "title": f"{{{self.title}}}",
            "howpublished": self.appeared,
            "note": statement,
        }
        lines = [f"  {key} = {{{value}}}," for key, value in fields.items() if value]
        return "\n".join([f"@misc{{{self.key},", *lines, "}"])

    def __str__(self) -> str:
        return f"[{self.key}] {self.authors}, {self.title}, {self.appeared}"


PAPERS = (
    Paper(
        "PML23",
        "S. Saeidian, G. Cervia, T. J. Oechtering, M. Skoglund",
        "Pointwise Maximal Leakage",
        "IEEE Transactions on Information Theory 69(12), 2023",
    ),
    Paper(
        "RDP",
        "S. Saeidian, G. Cervia, T. J. Oechtering, M. Skoglund",
        "Rethinking Disclosure Prevention with Pointwise Maximal Leakage",
        "manuscript",
    ),
    Paper(
        "QID24",
        "L. Grosse, S. Saeidian, P. Sadeghi, T. J. Oechtering, M. Skoglund",
        "Quantifying Privacy via Information Density",
        "arXiv 2402.12967, 2024",
    ),
    Paper(
        "PSP",
        "B. Rassouli, F. E. Rosas, D. Gündüz",
        "Data Disclosure under Perfect Sample Privacy",
        "manuscript",
    ),
)
