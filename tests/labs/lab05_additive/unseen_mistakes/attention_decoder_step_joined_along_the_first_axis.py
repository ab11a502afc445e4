# task: attention_decoder_step
# mistake: Joins along axis 0, which is right without a batch only.
# diagnosis: joined-along-axis-zero
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    h_new = gru_step(np.concatenate([x, context]), h, p["W_x"], p["W_h"], p["b"])
    return h_new, context, weights
