# task: attention_decoder_step
# style: Three results in a list, parameters unpacked in a helper.
# %%
import numpy as np


def pick(params, *names):
    return [params[name] for name in names]


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    c, w = additive_attention(h, encoder_states, encoder_states, *pick(params, "W_q", "W_k", "v"), mask)
    return [gru_step(np.append(x, c, axis=-1), h, *pick(params, "W_x", "W_h", "b")), c, w]
