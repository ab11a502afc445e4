# task: warmup_schedule
# mistake: Leaves out the step at which the two lines meet.
# diagnosis: none
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    rate = 0.0
    if step < warmup_steps:
        rate = peak * step / warmup_steps
    if warmup_steps < step < total_steps:
        rate = peak * (total_steps - step) / (total_steps - warmup_steps)
    return rate
