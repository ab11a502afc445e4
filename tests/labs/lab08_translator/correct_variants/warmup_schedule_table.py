# task: warmup_schedule
# style: The whole schedule by linspace, then one look-up.
# %%
import numpy as np


# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    rates = np.concatenate(
        [
            np.linspace(0, peak, warmup_steps, endpoint=False),
            np.linspace(peak, 0, total_steps - warmup_steps + 1),
        ]
    )
    return rates[min(step, total_steps)]
