# task: warmup_schedule
# mistake: Takes the distance to the end, which grows again behind it.
# diagnosis: none
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    up = step / warmup_steps
    down = abs(total_steps - step) / (total_steps - warmup_steps)
    return peak * min(up, down)
