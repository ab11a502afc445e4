"""The functions that the Transformer is written with: a learner's own, or the course's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attn_course import attention
from attn_course.translation import building_blocks

Given = Callable[..., Any]
Arrays = Mapping[str, Any]
"""Named arrays, or named tensors."""


@dataclass(frozen=True)
class Functions:
    """The functions that the model is written with; what is not given is the course's.

    Their contracts are those of Labs 1 to 4 and 8. Those of Lab 1's scores and softmax, and of Lab 3's biases, are
    used where positions are relative.
    """

    attention_scores: Given = attention.attention_scores
    softmax: Given = attention.softmax
    scaled_dot_product_attention: Given = attention.scaled_dot_product_attention
    split_heads: Given = attention.split_heads
    merge_heads: Given = attention.merge_heads
    projected_multi_head_attention: Given = attention.projected_multi_head_attention
    positional_encoding: Given = attention.positional_encoding
    add_positions: Given = attention.add_positions
    relative_position_bias: Given = attention.relative_position_bias
    create_causal_mask: Given = attention.create_causal_mask
    padding_mask: Given = attention.padding_mask
    layer_norm: Given = building_blocks.layer_norm
    encoder_layer: Given = building_blocks.encoder_layer
    masked_cross_entropy: Given = building_blocks.masked_cross_entropy

    def with_layer_norm(self, layer_norm: Given) -> Functions:
        """Return these functions with another layer norm, in the encoder's layer too."""
        attend = self.projected_multi_head_attention

        def encoder_layer(x: Any, params: Arrays, num_heads: int, mask: Any = None) -> Any:
            normed = layer_norm(x, params["gain_1"], params["bias_1"])
            x = x + attend(normed, normed, *projections(params), num_heads, mask)[0]
            return x + feed_forward(layer_norm(x, params["gain_2"], params["bias_2"]), params)

        return replace(self, layer_norm=layer_norm, encoder_layer=encoder_layer)


COURSE = Functions()
"""The course's own functions."""


def projections(params: Arrays) -> tuple[Any, Any, Any, Any]:
    """Return the four matrices of a multi-head attention."""
    return params["W_q"], params["W_k"], params["W_v"], params["W_o"]


def feed_forward(x: Any, params: Arrays) -> Any:
    """Let each token think by itself: ``max(0, x W_1 + b_1) W_2 + b_2``."""
    return np.maximum(x @ params["W_1"] + params["b_1"], 0) @ params["W_2"] + params["b_2"]
