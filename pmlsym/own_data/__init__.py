"""The user's own channel from a file, and its leakages."""
