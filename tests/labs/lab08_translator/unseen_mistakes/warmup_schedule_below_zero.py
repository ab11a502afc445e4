# task: warmup_schedule
# mistake: Follows the line beyond the last step, into negative rates.
# diagnosis: schedule-goes-below-zero
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step < warmup_steps:
        return peak * step / warmup_steps
    return peak * (total_steps - step) / (total_steps - warmup_steps)
