# task: warmup_schedule
# style: Three cases; the end is said first.
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step >= total_steps:
        return 0
    if step < warmup_steps:
        return peak / warmup_steps * step
    return peak - peak * (step - warmup_steps) / (total_steps - warmup_steps)
