"""Claims and instances as text: read and written."""
