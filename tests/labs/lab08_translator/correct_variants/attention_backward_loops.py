# task: attention_backward
# style: Query by query, adding up.
# %%
import numpy as np


# %%
def one_sample(g, Q, K, V, mask):
    dQ, dK, dV = np.zeros(Q.shape), np.zeros(K.shape), np.zeros(V.shape)
    root = np.sqrt(Q.shape[1])
    for i in range(len(Q)):
        seen = np.flatnonzero(mask[i])
        s = K[seen] @ Q[i] / root
        p = np.exp(s - s.max())
        p /= p.sum()
        dp = V[seen] @ g[i]
        ds = p * (dp - p @ dp) / root
        dQ[i] = ds @ K[seen]
        for j, a, b in zip(seen, ds, p):
            dK[j] += a * Q[i]
            dV[j] += b * g[i]
    return dQ, dK, dV


# %%
def attention_backward(d_output, Q, K, V, mask=None):
    shape = (*Q.shape[:-1], K.shape[-2])
    full = np.ones(shape, dtype=bool) if mask is None else np.broadcast_to(mask, shape)
    results = [np.zeros(a.shape) for a in (Q, K, V)]
    for index in np.ndindex(Q.shape[:-2]):
        for result, part in zip(results, one_sample(d_output[index], Q[index], K[index], V[index], full[index])):
            result[index] = part
    return tuple(results)
