"""Every notebook in a kernel of Jupyter, as a reader runs it: python -m tests.notebooks_in_jupyter.

Needs the extra `notebooks`. The tests run the same cells without a kernel.
"""

from __future__ import annotations

import sys
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"


def main() -> None:
    """Run them all; the error of the cell that fails is raised."""
    import nbformat
    from nbclient import NotebookClient

    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    for path in paths:
        where = {"metadata": {"path": str(NOTEBOOKS)}}
        NotebookClient(nbformat.read(path, 4), timeout=600, resources=where).execute()
    sys.stdout.write(f"{len(paths)} notebooks ran in Jupyter\n")


if __name__ == "__main__":
    main()
