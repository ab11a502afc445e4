"""The engine that trains functions as they are written: it records them, and derives the gradients itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Int

from attn_course import autodiff
from attn_course.autodiff import Tensor
from attn_course.translation.batches import Batch
from attn_course.translation.functions import COURSE, Functions
from attn_course.translation.parameters import Parameters
from attn_course.translation.transformer import Transformer, forward
from attn_course.translation.vocabulary import PAD


@dataclass(frozen=True)
class TensorEngine:
    """Compute loss and gradients of a Transformer that is written with given functions.

    Attributes
    ----------
    functions : Functions
        What the model is written with: a learner's own functions, or the course's.
    fused : bool
        Use the course's layer norm and cross-entropy in place of those, each recorded as one step: faster. The
        attention stays as it is written.
    """

    functions: Functions = COURSE
    fused: bool = True

    def __call__(self, model: Transformer, batch: Batch, smoothing: float = 0.0) -> tuple[float, Parameters]:
        """Return the mean loss of the real target tokens, in nats, and its gradients."""
        functions = self.functions.with_layer_norm(autodiff.layer_norm) if self.fused else self.functions
        parameters = {name: Tensor(array) for name, array in model.parameters.items()}
        logits, _ = forward(parameters, batch.source, batch.decoder_input, model.size, functions)
        if self.fused:
            loss = autodiff.cross_entropy(logits, batch.targets, smoothing, pad_id=PAD)
        else:
            loss = functions.masked_cross_entropy(logits, batch.targets, PAD)
            loss = loss + smoothing * smoothing_term(logits, batch.targets)
        loss.backward()
        return float(loss), collected(model.parameters, parameters)


def smoothing_term(logits: Any, targets: Int[np.ndarray, "b n_t"]) -> Any:
    """Return what label smoothing, times its share, adds to the cross-entropy.

    The cross-entropy of the right word is ``log(sum(exp(z))) - z[right]``, that of all words alike
    ``log(sum(exp(z))) - mean(z)``: their difference needs no logarithm. It is the mean over the real tokens of
    ``z[right] - mean(z)``.
    """
    real = targets != PAD
    chosen = logits[real]  # (b, n_t, words) -> (N, words)
    right = chosen[np.arange(len(chosen)), targets[real]]
    return np.mean(right - np.mean(chosen, axis=-1))


def collected(like: Parameters, tensors: dict[str, Tensor]) -> Parameters:
    """Gather the gradients of the tensors in one vector."""
    gradients = like.zeros_like()
    for name, tensor in tensors.items():
        gradients[name][...] = tensor.grad
    return gradients
