"""`python -m pmlsym` runs `pmlsym` where its folder is not on the path of the shell."""

from __future__ import annotations

from pmlsym.cli import program

if __name__ == "__main__":
    program()
