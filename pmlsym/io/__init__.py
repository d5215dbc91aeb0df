"""Input and output: files, records in JSON, and the arguments of verbs."""
