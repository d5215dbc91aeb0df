"""Data in and out: matrices, tables, files and the objects of other libraries."""
