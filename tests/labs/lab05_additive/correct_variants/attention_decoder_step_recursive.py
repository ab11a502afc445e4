# task: attention_decoder_step
# style: Sample by sample.
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    if x.ndim > 1:
        masks = [None] * len(x) if mask is None else np.broadcast_to(mask, encoder_states.shape[:-1])
        steps = [attention_decoder_step(*one[:3], params, one[3]) for one in zip(x, h, encoder_states, masks)]
        return tuple(np.array(part) for part in zip(*steps))
    context, weights = additive_attention(
        h, encoder_states, encoder_states, params["W_q"], params["W_k"], params["v"], mask
    )
    return gru_step(np.hstack([x, context]), h, params["W_x"], params["W_h"], params["b"]), context, weights
