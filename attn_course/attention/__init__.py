"""The mathematics of the course: one module a lab, pure functions, no state.

The reference implementations are public on purpose: the formulas are, and later labs build on
earlier ones. Nothing in here imports any other part of the course.
"""

from attn_course.attention.additive import (
    additive_attention,
    additive_scores,
    attention_decoder_step,
    attention_entropy,
    gru_step,
)
from attn_course.attention.causal_masking import (
    KeyValueCache,
    apply_causal_mask,
    causal_mask,
    combine_masks,
    create_causal_mask,
    leaks_future,
    masked_softmax,
    padding_mask,
)
from attn_course.attention.multi_head import (
    attention_cost,
    head_diversity,
    merge_heads,
    multi_head_attention,
    projected_multi_head_attention,
    split_heads,
)
from attn_course.attention.multiplicative import (
    attentional_state,
    concat_score,
    dot_score,
    general_score,
    local_luong_attention,
    luong_attention,
    predicted_position,
)
from attn_course.attention.online_softmax import online_softmax_attention
from attn_course.attention.positional_encoding import (
    add_positions,
    alibi_bias,
    apply_rope,
    positional_encoding,
    relative_position_bias,
    shift_matrix,
)
from attn_course.attention.scaled_dot_product import (
    attention_scores,
    gradient_norm,
    kernel_regression,
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
)
from attn_course.attention.sparse import (
    block_local_attention,
    global_tokens_mask,
    growth_exponent,
    local_mask,
    log_sparse_mask,
    receptive_field,
    sliding_window_attention,
    strided_mask,
)

__all__ = [
    "KeyValueCache",
    "add_positions",
    "additive_attention",
    "additive_scores",
    "alibi_bias",
    "apply_causal_mask",
    "apply_rope",
    "attention_cost",
    "attention_decoder_step",
    "attention_entropy",
    "attention_scores",
    "attentional_state",
    "block_local_attention",
    "causal_mask",
    "combine_masks",
    "concat_score",
    "create_causal_mask",
    "dot_score",
    "general_score",
    "global_tokens_mask",
    "gradient_norm",
    "growth_exponent",
    "gru_step",
    "head_diversity",
    "kernel_regression",
    "leaks_future",
    "local_luong_attention",
    "local_mask",
    "log_sparse_mask",
    "luong_attention",
    "masked_softmax",
    "merge_heads",
    "multi_head_attention",
    "online_softmax_attention",
    "padding_mask",
    "positional_encoding",
    "predicted_position",
    "projected_multi_head_attention",
    "receptive_field",
    "relative_position_bias",
    "scaled_dot_product_attention",
    "shift_matrix",
    "sliding_window_attention",
    "softmax",
    "softmax_jacobian",
    "split_heads",
    "strided_mask",
]
