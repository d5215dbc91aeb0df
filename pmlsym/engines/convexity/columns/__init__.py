"""Columns that vary by a factor, as under local privacy, and what two-valued columns attain."""
