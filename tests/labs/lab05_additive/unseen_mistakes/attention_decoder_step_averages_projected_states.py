# task: attention_decoder_step
# mistake: Projects the states before it averages them, and so hands on another context.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    projected = encoder_states @ p["W_k"]
    context, weights = additive_attention(h, encoder_states, projected, p["W_q"], p["W_k"], p["v"], mask)
    h_new = gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"])
    return h_new, context, weights
