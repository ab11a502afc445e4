# task: predicted_position
# style: Loops, Python floats and nested lists.
# %%
import math


def predicted_position(h_t, W_p, v_p, n):
    if h_t.ndim > 1:
        return [predicted_position(one, W_p, v_p, n) for one in h_t]
    x = 0.0
    for a in range(len(v_p)):
        x += float(v_p[a]) * math.tanh(sum(float(h) * float(w) for h, w in zip(h_t, W_p[:, a])))
    return n * (0.5 + 0.5 * math.tanh(x / 2))
