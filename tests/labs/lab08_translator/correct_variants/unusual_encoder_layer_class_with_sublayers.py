# task: encoder_layer
# style: A class with a residual wrapper around any part; heads by einsum over weights folded into heads.
# %%
import numpy as np
from attn_course.attention import softmax


# %%
class LayerOfAnEncoder:
    def __init__(self, params, num_heads, mask):
        self.__dict__.update(params)
        self.num_heads, self.mask = num_heads, mask

    def residual(self, x, part, number):
        gain, bias = getattr(self, f"gain_{number}"), getattr(self, f"bias_{number}")
        return x + part(layer_norm(x, gain, bias))

    def attend(self, y):
        d = y.shape[-1]
        fold = lambda W: np.reshape(W, (d, self.num_heads, -1))
        q, k, v = (np.einsum("...nd,dhc->h...nc", y, fold(W)) for W in (self.W_q, self.W_k, self.W_v))
        scores = np.einsum("h...qc,h...kc->h...qk", q, k) / np.sqrt(d // self.num_heads)
        if self.mask is not None:
            scores = np.where(np.broadcast_to(self.mask, scores.shape[1:]), scores, -np.inf)
        W_o = np.reshape(self.W_o, (self.num_heads, -1, d))
        return np.einsum("h...qk,h...kc,hcd->...qd", softmax(scores), v, W_o)

    def feed_forward(self, y):
        hidden = y @ self.W_1 + self.b_1
        return (hidden * (hidden > 0)) @ self.W_2 + self.b_2

    def __call__(self, x):
        return self.residual(self.residual(x, self.attend, 1), self.feed_forward, 2)


def encoder_layer(x, params, num_heads, mask=None):
    return LayerOfAnEncoder(params, num_heads, mask)(x)
