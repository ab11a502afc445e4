# task: attention_decoder_step
# mistake: Puts zeros in the place of the input.
# diagnosis: x-not-used
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    both = np.concatenate([np.zeros_like(x), context], axis=-1)
    return gru_step(both, h, p["W_x"], p["W_h"], p["b"]), context, weights
