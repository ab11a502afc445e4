# task: warmup_schedule
# mistake: Takes total_steps for the length of the way down.
# diagnosis: schedule-ends-too-late
# %%
def warmup_schedule(step, peak, warmup_steps, total_steps):
    if step <= warmup_steps:
        return peak * (step / warmup_steps)
    down = (step - warmup_steps) / total_steps
    return peak * max(0.0, 1.0 - down)
