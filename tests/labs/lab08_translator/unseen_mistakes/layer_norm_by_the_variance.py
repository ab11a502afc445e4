# task: layer_norm
# mistake: Divides by the variance: the root is missing.
# diagnosis: norm-without-the-root
# %%
def layer_norm(x, gain, bias, eps=1e-5):
    return gain * (x - x.mean(-1, keepdims=True)) / (x.var(-1, keepdims=True) + eps) + bias
