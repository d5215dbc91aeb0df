"""Work in several processes, campaigns that go on after a kill, and Ctrl-C."""
