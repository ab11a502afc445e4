"""Differentiate functions that are written in plain NumPy: a small engine that records what is done.

Lecture 09 builds a small one, and opens this one. Read `nodes` first: it is the record and the way
back through it. Then `tensor`: what NumPy takes for an array, with `methods` of arrays and, in
`not_recorded`, where a gradient would get lost. That is the engine. What NumPy's functions do to a
gradient stands in the folder `rules`, one rule for each function beside its formula: begin with `add`,
`multiply` and `divide`. `fused` has functions whose gradient is derived by hand, `gradients` is the
engine in one call, and `conversions` is for what NumPy asks nobody about.

Examples
--------
>>> import numpy as np
>>> w = Tensor(np.array([1.0, 2.0, 3.0]))
>>> loss = np.sum(np.square(w) / 2)
>>> loss.backward()
>>> w.grad
array([1., 2., 3.])
"""

from attn_course.autodiff.conversions import recordable, recording
from attn_course.autodiff.fused import cross_entropy, layer_norm
from attn_course.autodiff.gradients import gradients
from attn_course.autodiff.not_recorded import NotRecorded
from attn_course.autodiff.rules import elementwise, filling, products, reductions, shapes  # noqa: F401  their rules enter the table
from attn_course.autodiff.tensor import Tensor

__all__ = [
    "NotRecorded",
    "Tensor",
    "cross_entropy",
    "gradients",
    "layer_norm",
    "recordable",
    "recording",
]
