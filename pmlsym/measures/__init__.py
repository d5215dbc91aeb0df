"""The measures: one file for each notion."""
