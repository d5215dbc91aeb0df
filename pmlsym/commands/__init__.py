"""The commands: each reads its options, calls its verb and prints what comes back."""

COMMANDS = (
    "ask",
    "refute",
    "derive",
    "families",
    "measure",
    "account",
    "design",
    "report",
    "figure",
    "check",
    "crosscheck",
    "export",
    "catalogue",
)
"""The commands in the order of `pmlsym --help`."""
