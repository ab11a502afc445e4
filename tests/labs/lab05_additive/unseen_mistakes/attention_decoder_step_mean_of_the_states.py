# task: attention_decoder_step
# mistake: Steps with the plain mean of the states, whatever the weights.
# diagnosis: plain-mean-for-the-context
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    _, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    context = encoder_states.mean(axis=-2)
    return gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"]), context, weights
