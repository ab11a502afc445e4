# task: dot_score
# style: Works in single precision inside, where that is all that came in.
# %%
import numpy as np


def dot_score(h_t, states):
    kind = np.result_type(h_t, states, np.float32)
    return (np.asarray(states, kind) * np.asarray(h_t, kind)[..., None, :]).sum(-1)
