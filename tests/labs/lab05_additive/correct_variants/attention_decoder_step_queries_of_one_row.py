# task: attention_decoder_step
# style: Lab 1's shape: one row of queries, and back.
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    context, weights = additive_attention(
        h, encoder_states, encoder_states, params["W_q"], params["W_k"], params["v"], mask=mask
    )
    rows = np.concatenate([x[..., None, :], context[..., None, :]], axis=-1)
    new = gru_step(rows, h[..., None, :], params["W_x"], params["W_h"], params["b"])
    return new[..., 0, :], context, weights
