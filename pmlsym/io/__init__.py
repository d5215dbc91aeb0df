"""What comes in and goes out: files, records in JSON, the arguments of verbs."""
