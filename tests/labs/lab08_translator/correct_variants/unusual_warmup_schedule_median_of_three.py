# task: warmup_schedule
# style: The lower of the two lines, as the middle one of three numbers.
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    rising = peak * step / warmup_steps
    falling = peak * (total_steps - step) / max(total_steps - warmup_steps, 1)
    return sorted((0.0, falling, rising))[1] if step <= total_steps else 0
