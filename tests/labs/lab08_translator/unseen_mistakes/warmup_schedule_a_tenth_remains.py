# task: warmup_schedule
# mistake: Never goes below a tenth of the peak, and ends the warm-up one step early: two mistakes at once.
# diagnosis: none
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step < warmup_steps - 1:
        return peak * step / (warmup_steps - 1)
    left = (total_steps - step) / (total_steps - warmup_steps + 1)
    return max(0.1 * peak, peak * left)
