# task: encoder_layer
# mistake: Hands a batch of masks to an attention whose third axis from the end is that of the heads.
# diagnosis: none
# %%
import numpy as np
from attn_course.attention import merge_heads, scaled_dot_product_attention, split_heads


# %%
class EncoderLayer:
    def __init__(self, params, num_heads):
        self.p, self.num_heads = params, num_heads

    def attend(self, y, mask):
        Q, K, V = [split_heads(y @ self.p[name], self.num_heads) for name in ("W_q", "W_k", "W_v")]
        return merge_heads(scaled_dot_product_attention(Q, K, V, mask)[0]) @ self.p["W_o"]

    def feed_forward(self, y):
        return np.maximum(y @ self.p["W_1"] + self.p["b_1"], 0) @ self.p["W_2"] + self.p["b_2"]

    def __call__(self, x, mask):
        x = x + self.attend(layer_norm(x, self.p["gain_1"], self.p["bias_1"]), mask)
        return x + self.feed_forward(layer_norm(x, self.p["gain_2"], self.p["bias_2"]))


def encoder_layer(x, params, num_heads, mask=None):
    return EncoderLayer(params, num_heads)(x, mask)
