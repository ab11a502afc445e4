# task: attention_decoder_step
# mistake: Returns the scores in the place of the weights.
# diagnosis: none
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    context, _ = additive_attention(h, encoder_states, encoder_states, p["W_q"], p["W_k"], p["v"], mask)
    scores = additive_scores(h, encoder_states, p["W_q"], p["W_k"], p["v"])
    return gru_step(np.concatenate([x, context], axis=-1), h, p["W_x"], p["W_h"], p["b"]), context, scores
