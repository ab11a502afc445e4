"""The tasks of Lab 7: points, the notebook's headings, and three hints for each function."""

from pathlib import Path

from attn_course.attention import sparse
from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab07_sparse",
    title="Sparse attention",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="local_mask",
            title="See your neighbours",
            points=2,
            section="Task 1: see your neighbours",
            hints=(
                "Row i is query i, column j is key j. Only the difference i - j matters: it says how far back the key "
                "lies, and is negative for a key to the right.",
                "All differences at once: `np.arange(n)[:, np.newaxis] - np.arange(n)` has shape (n, n). Which of "
                "them are allowed? Which of these remain when the mask is causal?",
                "With `back` for the differences: `np.abs(back) <= window`; causal: `(back >= 0) & (back <= window)`.",
            ),
        ),
        Task(
            name="strided_mask",
            title="Look back in steps",
            points=2,
            section="Task 2: look back in steps",
            hints=(
                "Take row i = 7 and stride 3. Its keys are 7, 4 and 1: the steps begin at the query, not at 0.",
                "A distance is a whole number of steps where its remainder is 0: `%` works on whole arrays. And no "
                "key may come after its query.",
                "With `back = np.arange(n)[:, np.newaxis] - np.arange(n)`: `(back >= 0) & (back % stride == 0)`.",
            ),
        ),
        Task(
            name="log_sparse_mask",
            title="Look back in doubling steps",
            points=2,
            section="Task 3: look back in doubling steps",
            hints=(
                "Row 9 has the keys 9, 8, 7, 5 and 1: distances 0, 1, 2, 4 and 8. Write row 6 by hand.",
                "Start with the identity. Then go through the steps 1, 2, 4, ... as long as a step is smaller than n; "
                "each step adds one diagonal. In Python a power is `2**k`; `2^k` is something else.",
                "`np.eye(n, k=-step, dtype=bool)` has the keys that lie `step` places back. Combine them with `|`.",
            ),
        ),
        Task(
            name="global_tokens_mask",
            title="A few that see everyone",
            points=2,
            section="Task 4: a few that see everyone",
            hints=(
                "Begin with the mask of task 1, not causal. A global position then changes its row, and its column.",
                "A row of the mask is a query: what does it see? A column is a key: who sees it? Both become True.",
                "A list of positions may be an index: `mask[global_positions, :] = True` fills rows. The columns are "
                "one line more.",
            ),
        ),
        Task(
            name="sliding_window_attention",
            title="Attend to neighbours only",
            points=5,
            section="Task 5: attend to neighbours only",
            hints=(
                "Query i needs the keys from i - window to i + window, those that exist. Take that slice of K and V "
                "and attend as in Lab 1: one query, a few keys, no mask. `max` and `min` keep the slice inside.",
                "A loop over the queries is right, and needs little memory. Slice the axis before the last, "
                "`K[..., first:last, :]`, so that leading axes may stand in front.",
                "For each i: `first = max(i - window, 0)`, `last = min(i + window, n - 1) + 1` (causal: `i + 1`); "
                "`scaled_dot_product_attention(Q[..., i : i + 1, :], K[..., first:last, :], V[..., first:last, :])`; "
                "put the outputs together with `np.concatenate(outputs, axis=-2)`.",
            ),
        ),
        Task(
            name="block_local_attention",
            title="Attend within blocks",
            points=3,
            section="Task 6: attend within blocks",
            hints=(
                "Cut at 0, block_size, 2 block_size, ...: each piece of Q attends to the same piece of K and V, and "
                "to nothing else. What is left at the end is a piece as well.",
                "`range(0, n, block_size)` gives the places where blocks start. A slice that reaches past the end "
                "stops at the end by itself, so the shorter block needs no special case.",
                "For each start: `part = slice(start, start + block_size)`; attend with `Q[..., part, :]`, "
                "`K[..., part, :]`, `V[..., part, :]`; put the outputs together along axis -2.",
            ),
        ),
        Task(
            name="receptive_field",
            title="How far do links reach?",
            points=2,
            section="Task 7: how far do links reach?",
            hints=(
                "In one layer i depends on itself (the residual connection) and on what its row of the mask shows. "
                "In the next layer, on everything that those depended on.",
                "i reaches j in one more layer if there is some k with layer[i, k] and field[k, j]. That is a matrix "
                "product in which 'and' is the product and 'or' is the sum.",
                "Let `layer = mask | np.eye(n, dtype=bool)` and `field = np.eye(n, dtype=bool)`; then num_layers "
                "times `field = layer @ field`: for boolean arrays, `@` gives a boolean array.",
            ),
        ),
        Task(
            name="growth_exponent",
            title="Measure how a cost grows",
            points=2,
            section="Task 8: measure how a cost grows",
            hints=(
                "If cost = c n^p, then log cost = log c + p log n: a straight line in log n, whose slope is p.",
                "Fit one line through all points, not only the first and the last: `np.polyfit(x, y, 1)` returns slope "
                "and intercept.",
                "`slope, intercept = np.polyfit(np.log(ns), np.log(costs), 1)`. Which of the two is asked for?",
            ),
        ),
    ),
    reference=sparse,
)
