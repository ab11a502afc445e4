# task: warmup_schedule
# mistake: Stays at the peak, and drops at the end.
# diagnosis: none
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step >= total_steps:
        return 0.0
    return min(1.0, step / warmup_steps) * peak
