# task: attention_decoder_step
# mistake: Takes what the attention needs out of the caller's dictionary.
# diagnosis: params-of-the-attention-taken-out
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    attention = {name: params.pop(name) for name in ("W_q", "W_k", "v")}
    context, weights = additive_attention(h, encoder_states, encoder_states, **attention, mask=mask)
    h_new = gru_step(np.concatenate([x, context], axis=-1), h, **params)
    return h_new, context, weights
