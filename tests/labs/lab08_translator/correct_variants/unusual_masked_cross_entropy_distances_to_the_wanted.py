# task: masked_cross_entropy
# style: log(1 + the sum over the other words of exp(their lead)), with the largest lead taken out, in pure Python.
# %%
import math


# %%
def masked_cross_entropy(logits, targets, pad_id):
    if logits.ndim == 1:
        logits, targets = logits[None], targets.reshape(1)

    def losses(z, t):
        if z.ndim > 2:
            for part, wanted in zip(z, t):
                yield from losses(part, wanted)
        else:
            for row, wanted in zip(z.tolist(), t.tolist()):
                if wanted != pad_id:
                    leads = [a - row[wanted] for a in row]
                    top = max(leads)
                    yield top + math.log(math.fsum(math.exp(a - top) for a in leads))

    found = list(losses(logits, targets))
    return math.fsum(found) / len(found) if found else 0.0
