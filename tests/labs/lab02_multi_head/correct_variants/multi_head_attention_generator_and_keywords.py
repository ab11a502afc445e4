# task: multi_head_attention
# style: A generator of heads; keyword arguments only inside.
# %%
import numpy as np


def _each_head(Q, K, V, num_heads):
    for q, k, v in zip(*(np.split(X, num_heads, axis=-1) for X in (Q, K, V))):
        yield scaled_dot_product_attention(Q=q, K=k, V=v)[0]


def multi_head_attention(Q, K, V, num_heads=4):
    return np.concatenate(tuple(_each_head(Q=Q, K=K, V=V, num_heads=num_heads)), axis=-1)
