# task: attention_decoder_step
# style: Parameters by keyword arguments.
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    context, weights = additive_attention(
        query=h,
        keys=encoder_states,
        values=encoder_states,
        W_q=params["W_q"],
        W_k=params["W_k"],
        v=params["v"],
        mask=mask,
    )
    h_new = gru_step(np.concatenate((x, context), -1), h, params["W_x"], params["W_h"], params["b"])
    return h_new, context, weights
