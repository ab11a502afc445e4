# task: warmup_schedule
# style: np.piecewise of a float.
# %%
import numpy as np


# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    t = np.float64(step)
    return np.piecewise(
        t,
        [t <= warmup_steps, (t > warmup_steps) & (t < total_steps), t >= total_steps],
        [lambda s: peak * s / warmup_steps, lambda s: peak * (total_steps - s) / (total_steps - warmup_steps), 0.0],
    )
