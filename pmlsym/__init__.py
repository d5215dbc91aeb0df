"""pmlsym derives, proves and refutes statements about pointwise maximal leakage."""

__version__ = "0.1.0"
