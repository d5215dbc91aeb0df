"""Every notebook in a kernel of Jupyter, as a reader runs it: python -m tests.notebooks_in_jupyter.

With `--write` what they show is kept in them. Needs the extra `notebooks`. The tests run the same
cells without a kernel.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"


def keep(notebook: Any, path: Path) -> None:
    """Write the notebook with its outputs, without what differs from machine to machine."""
    import nbformat

    for cell in notebook.cells:
        cell.metadata.clear()
    notebook.metadata.pop("language_info", None)
    nbformat.write(notebook, path)


def main() -> None:
    """Run them all; the error of the cell that fails is raised."""
    import nbformat
    from nbclient import NotebookClient

    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    for path in paths:
        where = {"metadata": {"path": str(NOTEBOOKS)}}
        notebook = NotebookClient(nbformat.read(path, 4), timeout=600, resources=where).execute()
        if "--write" in sys.argv[1:]:
            keep(notebook, path)
    sys.stdout.write(f"{len(paths)} notebooks ran in Jupyter\n")


if __name__ == "__main__":
    main()
