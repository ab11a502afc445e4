# task: warmup_schedule
# mistake: Counts the steps from 1, so that the first rate is not 0.
# diagnosis: schedule-begins-at-step-one
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    step = step + 1
    if step <= warmup_steps:
        return peak * step / warmup_steps
    return max(0.0, peak * (total_steps - step) / (total_steps - warmup_steps))
