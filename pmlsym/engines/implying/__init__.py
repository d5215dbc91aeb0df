"""Claims that imply the one that is asked, each of which is shown by itself."""
