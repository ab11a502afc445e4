# task: general_score
# style: A function of one sample under np.vectorize.
# %%
import numpy as np


@np.vectorize(signature="(a),(n,b),(a,b)->(n)")
def general_score(h_t, states, W):
    return states @ (W.T @ h_t)
