"""The tasks of Lab 2: points, the notebook's headings, and three hints for each function."""

from pathlib import Path

from attn_course.attention import multi_head
from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab02_multi_head",
    title="Multi-head attention",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="split_heads",
            title="Give each head its slice",
            points=3,
            section="Task 1: give each head its slice",
            hints=(
                "Two steps: cut the last axis into num_heads slices of d_k features, then bring the heads in front of "
                "the tokens. `reshape` does the first, but never the second.",
                "Reshape (..., n, d_model) to (..., n, num_heads, d_k). Then exchange two axes, counted from the end, "
                "so that leading axes do not matter. Before all that, refuse what does not fit.",
                '`if num_heads < 1 or X.shape[-1] % num_heads: raise ValueError("...")`; then '
                "`X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads)`, and `np.swapaxes` of the axes -3 "
                "and -2.",
            ),
        ),
        Task(
            name="merge_heads",
            title="Put the heads side by side",
            points=2,
            section="Task 2: put the heads side by side",
            hints=(
                "Do what `split_heads` did, backwards: first undo its last step, then its first.",
                "Exchange heads and tokens again, so that the heads of a token lie next to each other. Only then may "
                "`reshape` make one axis of the last two.",
                "`np.swapaxes(X, -3, -2)` has shape (..., n, num_heads, d_k). Reshape it to `(*shape[:-2], -1)`, with "
                "its own shape.",
            ),
        ),
        Task(
            name="multi_head_attention",
            title="Attend in every head",
            points=3,
            section="Task 3: attend in every head",
            hints=(
                "For the attention of Lab 1 a head is nothing but one more leading axis.",
                "Split Q, K and V; attend once, for all heads together; merge the output. Lab 1's function divides by "
                "the root of the last axis, which is d_k after the split: just right.",
                "`output, _ = scaled_dot_product_attention(split_heads(Q, num_heads), ...)`, with K and V in the same "
                "way; return `merge_heads(output)`.",
            ),
        ),
        Task(
            name="projected_multi_head_attention",
            title="Learned slices",
            points=6,
            section="Task 4: learned slices",
            hints=(
                "Queries are `x_q @ W_q`; keys and values are made from x_kv. Then it is task 3, a product with W_o, "
                "and the weights as well.",
                "The weights have shape (..., num_heads, n_q, n_k), the mask only (..., n_q, n_k): it needs an axis of "
                "length 1 where the heads are. A mask of shape (n_k,) has no place for it: `np.atleast_2d` makes one.",
                "If there is a mask: `mask = np.atleast_2d(mask)[..., np.newaxis, :, :]`. Then "
                "`output, weights = scaled_dot_product_attention(...)` of the three split projections and the mask; "
                "return `merge_heads(output) @ W_o` and `weights`.",
            ),
        ),
        Task(
            name="attention_cost",
            title="What it costs",
            points=3,
            section="Task 5: what it costs",
            hints=(
                "A product of an (a, b) matrix with a (b, c) matrix takes a·b·c multiplications with their additions. "
                "List all the products on the way, with their shapes.",
                "Four products with a matrix W: n·d_model·d_model each. In each head, two products with the table of "
                "scores: n·n·d_k each; and all heads together have num_heads·d_k = d_model features.",
                "`parameters`: 4 d_model². `multiply_adds`: 4 n d_model² + 2 n² d_model. `score_bytes`: one number for "
                "each head and pair of tokens, times its size.",
            ),
        ),
        Task(
            name="head_diversity",
            title="Do the heads differ?",
            points=3,
            section="Task 6: do the heads differ?",
            hints=(
                "Start with two heads: for each query, half the sum of the absolute differences of its two rows; then "
                "the mean over the queries.",
                "With more heads, do that for every pair once, and take the mean over the pairs. A single head has no "
                "pairs: return 0.0 before you divide.",
                "`for a in range(h): for b in range(a + 1, h):` collect "
                "`0.5 * np.abs(weights[a] - weights[b]).sum(axis=-1).mean()` in a list; return the list's mean, or 0.0 "
                "if it is empty.",
            ),
        ),
    ),
    reference=multi_head,
)
