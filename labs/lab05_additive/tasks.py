"""The tasks of Lab 5: points, the notebook's headings, and three hints for each function."""

from pathlib import Path

from attn_course.attention import additive
from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab05_additive",
    title="Additive attention (Bahdanau)",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="additive_scores",
            title="A network that compares",
            points=5,
            section="Task 1: a network that compares",
            hints=(
                "Follow one key first: project query and key into the hidden layer, add, bend, weigh by v. Then do it "
                "for all keys at once.",
                "`query @ W_q` has shape (..., d_a), `keys @ W_k` has (..., n, d_a). To be added to every key's row, "
                "the first needs an axis of length 1 before its last one.",
                "`hidden = np.tanh((query @ W_q)[..., np.newaxis, :] + keys @ W_k)` has shape (..., n, d_a). The "
                "product with v is `hidden @ v`.",
            ),
        ),
        Task(
            name="additive_attention",
            title="Average by these scores",
            points=4,
            section="Task 2: average by these scores",
            hints=(
                "Lab 1 in three steps: scores, softmax along the keys, weighted average of the values. Where does the "
                "mask go?",
                "Hide before the softmax: put minus infinity where the mask is False. A softmax along the last axis "
                "turns that into exact zeros.",
                "`weights[..., np.newaxis] * values` has shape (..., n, d_v): add it up over the keys, `axis=-2`. "
                "Return `(context, weights)`.",
            ),
        ),
        Task(
            name="gru_step",
            title="A state with two gates",
            points=4,
            section="Task 3: a state with two gates",
            hints=(
                "Make both products with the whole matrices, and cut each of the two results into three parts.",
                "`np.split(x @ W_x + b, 3, axis=-1)` gives the input's parts for r, z and n; `np.split(h @ W_h, 3, "
                "axis=-1)` the state's.",
                "With the parts named `r_x, z_x, n_x` and `r_h, z_h, n_h`: `r = sigmoid(r_x + r_h)`, z likewise, "
                "`n = np.tanh(n_x + r * n_h)`. Mix n and h by z.",
            ),
        ),
        Task(
            name="attention_decoder_step",
            title="Look, then write",
            points=4,
            section="Task 4: look, then write",
            hints=(
                "Two calls of functions that you have: first attend with the previous state, then take a step with "
                "what was found.",
                "The encoder's states are keys and values in one. The input of the step is x and the context side by "
                "side along the last axis.",
                '`additive_attention(h, encoder_states, encoder_states, params["W_q"], ...)`, then '
                "`np.concatenate([x, context], axis=-1)` goes into `gru_step` together with h.",
            ),
        ),
        Task(
            name="attention_entropy",
            title="How spread out?",
            points=3,
            section="Task 5: how spread out?",
            hints=(
                "Minus the sum of w log w along the last axis. What goes wrong where a weight is 0?",
                "A weight of 0 should add 0. Take the logarithm of something harmless there: which number has the "
                "logarithm 0?",
                "`np.log(np.where(weights > 0, weights, 1.0))` is finite everywhere, and times the weight it is 0 "
                "where the weight is.",
            ),
        ),
    ),
    reference=additive,
)
