# task: warmup_schedule
# mistake: Falls like one over the root of the step, as in the paper of 2017.
# diagnosis: none
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step == 0 or step >= total_steps:
        return 0.0
    return peak * warmup_steps**0.5 * min(step**-0.5, step * warmup_steps**-1.5)
