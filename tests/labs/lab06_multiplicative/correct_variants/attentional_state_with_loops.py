# task: attentional_state
# style: Loops with math.tanh; nested lists come back.
# %%
import math


def attentional_state(context, h_t, W_c):
    if context.ndim > 1:
        return [attentional_state(c, h, W_c) for c, h in zip(context, h_t)]
    joined = [*context.tolist(), *h_t.tolist()]
    return [math.tanh(sum(x * w for x, w in zip(joined, column))) for column in W_c.T.tolist()]
