# task: attention_decoder_step
# mistake: Starts each step from a state of zeros.
# diagnosis: starts-from-zero
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    h0 = np.zeros_like(h)
    return gru_step(np.concatenate([x, context], axis=-1), h0, p["W_x"], p["W_h"], p["b"]), context, weights
