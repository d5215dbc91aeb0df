"""Input and output: files, records in JSON, the arguments of verbs."""
