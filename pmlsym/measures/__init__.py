"""The measures, one file for each notion: its value, its words and its laws."""
