# task: warmup_schedule
# mistake: Lets the second line start at step 0, so that the rate drops at the end of the warm-up.
# diagnosis: none
# %%
import numpy as np


# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    return np.where(step < warmup_steps, step / warmup_steps, max(0, 1 - step / total_steps)) * peak
