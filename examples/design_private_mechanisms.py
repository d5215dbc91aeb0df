"""Design mechanisms that are provably private and provably optimal, with exact probabilities.

Run it with `python examples/design_private_mechanisms.py`. Many samples, and a little leakage
about them, are the questions of `python -m proofs.papers.many_samples`, in a clone.
"""

from __future__ import annotations

from pmlsym import design


def main() -> None:
    """Three questions of a curator, answered exactly."""
    print("1. A secret with prior (1/4, 3/4): tell as much as eps-PML with eps = log 6/5 allows.\n")
    print(design("1/4,3/4", pml="log(6/5)", utility="mi").text())

    print("\n2. Three letters under PML and LDP at once: the best chance to guess.\n")
    print(design("1/6,1/3,1/2", pml="log(3/2)", ldp="log(2)", utility="guess").text())

    print("\n3. Tell W = X1 + X2 mod 2 of two fair bits, and nothing about either bit.\n")
    parity = design("1/4,1/4,1/4,1/4", samples="2,2", latent="1,0;0,1;0,1;1,0")
    print(parity.text())

    if len(parity.weights) != 2:
        raise SystemExit("the parity was expected to be told in full")


if __name__ == "__main__":
    main()
