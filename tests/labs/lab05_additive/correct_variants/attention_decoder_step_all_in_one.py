# task: attention_decoder_step
# style: Everything written out, no call of earlier tasks.
# %%
import numpy as np


# %%
def attention_decoder_step(x, h, encoder_states, params, mask=None):
    p = params
    energy = np.tanh((h @ p["W_q"])[..., None, :] + encoder_states @ p["W_k"]) @ p["v"]
    if mask is not None:
        energy = np.where(mask, energy, -np.inf)
    weights = np.exp(energy - energy.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    context = np.einsum("...n,...nd->...d", weights, encoder_states)
    gx = np.concatenate([x, context], axis=-1) @ p["W_x"] + p["b"]
    gh = h @ p["W_h"]
    d = h.shape[-1]
    gates = 1 / (1 + np.exp(-gx[..., : 2 * d] - gh[..., : 2 * d]))
    n = np.tanh(gx[..., 2 * d :] + gates[..., :d] * gh[..., 2 * d :])
    z = gates[..., d:]
    return (1 - z) * n + z * h, context, weights
