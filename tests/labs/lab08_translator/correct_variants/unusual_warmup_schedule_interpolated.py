# task: warmup_schedule
# style: np.interp through three points, which is flat behind the last.
# %%
import numpy as np


# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    return np.interp(step, [0, warmup_steps, total_steps], [0.0, peak, 0.0])
