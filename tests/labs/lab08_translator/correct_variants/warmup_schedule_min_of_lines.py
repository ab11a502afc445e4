# task: warmup_schedule
# style: The smaller of two lines, and never below 0.
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    up = step / warmup_steps
    down = (total_steps - step) / (total_steps - warmup_steps)
    return max(0, peak * min(up, down))
