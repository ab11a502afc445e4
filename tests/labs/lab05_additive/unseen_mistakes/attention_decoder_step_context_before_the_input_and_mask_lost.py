# task: attention_decoder_step
# mistake: Lays the context before the input and forgets the mask.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    W_q, W_k, v, W_x, W_h, b = (params[name] for name in ["W_q", "W_k", "v", "W_x", "W_h", "b"])
    scores = additive_scores(h, encoder_states, W_q, W_k, v)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    context = (weights[..., None] * encoder_states).sum(-2)
    return gru_step(np.concatenate((context, x), axis=-1), h, W_x, W_h, b), context, weights
