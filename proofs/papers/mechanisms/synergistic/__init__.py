"""Synergistic disclosure: telling about W, or about the whole dataset, and of no sample. [PSP]"""
