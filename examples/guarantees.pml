# What the release rests on: asked in continuous integration, `pmlsym ask examples/guarantees.pml`.

let V: Y -> Z

# Whatever is done with the outcome leaks no more than the outcome itself.
claim post_processing: pml(P, W >> V) <= pml(P, W)

# The mechanism is locally differentially private; this is what that means for leakage.
claim bounded: pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))
    assume ldp(W) <= eps

# Two releases about one letter add up, if the second is measured given the first.
claim two_releases: pml(P, W & U) <= pml(P, W) + pml(P, U | W)

# An average over outcomes is no promise about one: this stays false, and the file says so.
claim averaged: pml(P, W) <= maxleak(W)
    expect refuted
