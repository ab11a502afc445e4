# task: attention_decoder_step
# mistake: Looks a second time, with the new state, and returns what it saw then.
# diagnosis: attends-with-the-new-state
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    W_q, W_k, v = params["W_q"], params["W_k"], params["v"]
    context, _ = additive_attention(h, encoder_states, encoder_states, W_q, W_k, v, mask)
    h_new = gru_step(np.concatenate([x, context], axis=-1), h, params["W_x"], params["W_h"], params["b"])
    context, weights = additive_attention(h_new, encoder_states, encoder_states, W_q, W_k, v, mask)
    return h_new, context, weights
