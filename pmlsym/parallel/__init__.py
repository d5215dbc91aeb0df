"""Work in several processes, campaigns that can be resumed after a kill, and Ctrl-C."""
