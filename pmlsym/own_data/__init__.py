"""A concrete channel from a file, and what it leaks."""
