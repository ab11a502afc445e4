# task: attention_decoder_step
# style: A named tuple with the three results.
# %%
from collections import namedtuple

import numpy as np

Step = namedtuple("Step", "h_new context weights")


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    attention = {k: w for k, w in params.items() if k in ("W_q", "W_k", "v")}
    context, weights = additive_attention(h, encoder_states, encoder_states, mask=mask, **attention)
    gru = {k: w for k, w in params.items() if k in ("W_x", "W_h", "b")}
    return Step(gru_step(np.concatenate([x, context], axis=x.ndim - 1), h, **gru), context, weights)
