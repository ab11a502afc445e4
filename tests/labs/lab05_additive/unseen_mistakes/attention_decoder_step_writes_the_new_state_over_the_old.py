# task: attention_decoder_step
# mistake: Writes the new state over the caller's.
# diagnosis: previous-state-written-over
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    h = np.asarray(h, dtype=float)
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    h[...] = gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"])
    return h, context, weights
