"""The user's own data: channels in files, counts and arrays, and the leakages that they have."""
