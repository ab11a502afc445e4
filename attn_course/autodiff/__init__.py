"""Differentiate functions that are written in plain NumPy: a small engine that records what is done.

Read `nodes` first: it is the record and the way back through it. Then `rules`, which says what a
rule is, with `add`, `multiply` and `divide` in `elementwise`; then `tensor`, as far as `record`: what
NumPy takes for an array. That is the engine. The rest is more of the same: rules in `elementwise`,
`reductions`, `products`, `shapes`, `parts` and `filling`, each with its formula, and `methods` of
arrays. `fused` has functions whose gradient is derived by hand, `conversions` is for what NumPy asks
nobody about, and `not_recorded` says where a gradient would get lost.

Examples
--------
>>> import numpy as np
>>> w = Tensor(np.array([1.0, 2.0, 3.0]))
>>> loss = np.sum(np.square(w) / 2)
>>> loss.backward()
>>> w.grad
array([1., 2., 3.])
"""

from attn_course.autodiff import elementwise, filling, products, reductions, shapes  # noqa: F401  their rules enter the table
from attn_course.autodiff.conversions import recordable, recording
from attn_course.autodiff.fused import cross_entropy, layer_norm, relu, softmax
from attn_course.autodiff.gradients import gradients
from attn_course.autodiff.not_recorded import NotRecorded
from attn_course.autodiff.tensor import Tensor

__all__ = [
    "NotRecorded",
    "Tensor",
    "cross_entropy",
    "gradients",
    "layer_norm",
    "recordable",
    "recording",
    "relu",
    "softmax",
]
