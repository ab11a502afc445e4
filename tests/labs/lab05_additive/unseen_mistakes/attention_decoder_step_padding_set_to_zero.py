# task: attention_decoder_step
# mistake: Sets the padded encoder states to zero and lets them be attended to.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    if mask is not None:
        encoder_states = encoder_states * mask[..., None]
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"])
    h_new = gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"])
    return h_new, context, weights
