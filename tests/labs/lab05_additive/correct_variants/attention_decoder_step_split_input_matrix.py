# task: attention_decoder_step
# style: W_x in two parts, for x and for the context.
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    W_q, W_k, v, W_x, W_h, b = (params[k] for k in ["W_q", "W_k", "v", "W_x", "W_h", "b"])
    context, weights = additive_attention(h, encoder_states, encoder_states, W_q, W_k, v, mask)
    d_x = x.shape[-1]
    joined = x @ W_x[:d_x] + context @ W_x[d_x:]
    identity = np.eye(joined.shape[-1])
    return gru_step(joined, h, identity, W_h, b), context, weights
