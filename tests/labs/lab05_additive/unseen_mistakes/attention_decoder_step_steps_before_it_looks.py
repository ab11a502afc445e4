# task: attention_decoder_step
# mistake: Takes the step with an empty context first and looks with the new state.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    nothing = np.zeros((*x.shape[:-1], encoder_states.shape[-1]))
    first = np.concatenate([x, nothing], axis=-1)
    h_new = gru_step(first, h, params["W_x"], params["W_h"], params["b"])
    context, weights = additive_attention(
        h_new, encoder_states, encoder_states, params["W_q"], params["W_k"], params["v"], mask
    )
    return h_new, context, weights
