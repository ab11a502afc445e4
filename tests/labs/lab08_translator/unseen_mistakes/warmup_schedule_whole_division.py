# task: warmup_schedule
# mistake: Divides with // and gets 0 until the peak.
# diagnosis: none
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step < warmup_steps:
        return peak * (step // warmup_steps)
    elif step < total_steps:
        return peak * (total_steps - step) / (total_steps - warmup_steps)
    else:
        return 0
