"""Values of this library beside those of dit, libqif and an accountant of differential privacy.

    pip install -e '.[peers]'
    python -m tests.crosscheck.peers [--instances 1000] [--peer dit] [--write]

One file for each peer says which of our measures is which of its functions. Nothing of the library
needs one of them.
"""
