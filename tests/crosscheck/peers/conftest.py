"""What imports a peer has no tests; tests/crosscheck/test_peers.py asks for it by name."""

collect_ignore_glob = ["by_*.py"]
