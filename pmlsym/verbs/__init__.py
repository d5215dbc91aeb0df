"""The verbs: one function for each command of the command line, with the same words and options.

    ps.ask  ps.refute  ps.derive  ps.families  ps.measure  ps.account  ps.design  ps.report
    ps.figure  ps.check  ps.crosscheck  ps.export  ps.catalogue

A command reads the texts of its options, calls the function and prints what it returns. The
functions load what they need when they are called, so that `import pmlsym` stays light.
"""
