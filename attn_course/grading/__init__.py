"""Marks submissions: reads them as people hand them in, asks their functions, writes the marks down.

A submission's code never runs here. `grade` compares what its process answers with what the hidden
tests expect; every text that comes from a submission passes through `text.harmless` first.
"""
