# task: warmup_schedule
# mistake: Falls along half a cosine.
# diagnosis: schedule-falls-like-a-cosine
# %%
import math


# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step <= warmup_steps:
        return peak * step / warmup_steps
    if step >= total_steps:
        return 0.0
    progress = (step - warmup_steps) / (total_steps - warmup_steps)
    return peak * 0.5 * (1 + math.cos(math.pi * progress))
