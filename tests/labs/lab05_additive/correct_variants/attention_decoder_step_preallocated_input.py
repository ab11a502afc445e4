# task: attention_decoder_step
# style: The joined input is filled into an empty array.
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    states = np.asarray(encoder_states, dtype=float)
    c, w = additive_attention(h, states, states, params["W_q"], params["W_k"], params["v"], mask)
    joined = np.empty((*x.shape[:-1], x.shape[-1] + c.shape[-1]))
    joined[..., : x.shape[-1]] = x
    joined[..., x.shape[-1] :] = c
    return gru_step(joined, h, params["W_x"], params["W_h"], params["b"]), c, w
