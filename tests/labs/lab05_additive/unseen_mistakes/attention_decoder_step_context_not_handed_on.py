# task: attention_decoder_step
# mistake: Steps with the input alone, with the part of W_x that fits.
# diagnosis: context-not-used
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    h_new = gru_step(x, h, p["W_x"][: x.shape[-1]], p["W_h"], p["b"])
    return h_new, context, weights
