# task: create_causal_mask
# style: A lambda that calls np.tri.
# %%
import numpy as np

create_causal_mask = lambda seq_length: np.tri(seq_length, dtype=np.bool_)
