# task: attention_decoder_step
# mistake: Returns two of the three.
# diagnosis: state-and-weights
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    return gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"]), weights
