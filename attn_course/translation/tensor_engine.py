"""The engine that trains functions as they are written: it records them, and derives the gradients itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Int

from attn_course import autodiff
from attn_course.translation.batches import Batch
from attn_course.translation.functions import COURSE, Arrays, Functions
from attn_course.translation.parameters import Parameters
from attn_course.translation.transformer import Transformer, TransformerSize, forward
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
        encoder's layer is then put together anew around that norm; the attention stays as it is written.
    """

    functions: Functions = COURSE
    fused: bool = True

    def __call__(self, model: Transformer, batch: Batch, smoothing: float = 0.0) -> tuple[float, Parameters]:
        """Return the mean loss of the real target tokens, in nats, and its gradients."""

        def loss_of(parameters: Arrays) -> Any:
            return self.loss(parameters, model.size, batch, smoothing)

        return recorded_gradients(loss_of, model.parameters)

    def loss(self, parameters: Arrays, size: TransformerSize, batch: Batch, smoothing: float) -> Any:
        """Return the mean loss of the real target tokens, in nats."""
        functions = self.functions.with_layer_norm(autodiff.layer_norm) if self.fused else self.functions
        logits, _ = forward(parameters, batch.source, batch.decoder_input, size, functions)
        if self.fused:
            return autodiff.cross_entropy(logits, batch.targets, smoothing, pad_id=PAD)
        loss = functions.masked_cross_entropy(logits, batch.targets, PAD)
        return loss + smoothing * smoothing_term(logits, batch.targets)


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


def recorded_gradients(loss_of: Callable[[Arrays], Any], parameters: Parameters) -> tuple[float, Parameters]:
    """Return a recorded loss and its gradients in one vector: zeros where the loss does not depend on a parameter."""
    loss, gradients = autodiff.gradients(loss_of, parameters)
    return loss, parameters.gathered(gradients)
