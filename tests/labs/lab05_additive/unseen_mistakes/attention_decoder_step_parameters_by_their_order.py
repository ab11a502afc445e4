# task: attention_decoder_step
# mistake: Unpacks the dictionary in whatever order it happens to be.
# diagnosis: params-by-their-order
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    W_q, W_k, v, W_x, W_h, b = params.values()
    context, weights = additive_attention(h, encoder_states, encoder_states, W_q, W_k, v, mask)
    return gru_step(np.concatenate([x, context], axis=-1), h, W_x, W_h, b), context, weights
