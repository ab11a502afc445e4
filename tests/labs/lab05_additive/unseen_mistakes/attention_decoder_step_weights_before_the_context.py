# task: attention_decoder_step
# mistake: Returns the weights before the context.
# diagnosis: state-weights-then-context
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, weights = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    h_new = gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"])
    return h_new, weights, context
