"""The version of pmlsym, stated here alone: pyproject.toml and `pmlsym --version` read it."""

__version__ = "0.1.0"
