"""A tiny translator: what it is made of, trained on and read out with."""

from attn_course.translation.building_blocks import (
    attention_backward,
    beam_search,
    encode_batch,
    encoder_layer,
    greedy_decode,
    layer_norm,
    masked_cross_entropy,
    shift_targets,
    warmup_schedule,
)

__all__ = [
    "attention_backward",
    "beam_search",
    "encode_batch",
    "encoder_layer",
    "greedy_decode",
    "layer_norm",
    "masked_cross_entropy",
    "shift_targets",
    "warmup_schedule",
]
