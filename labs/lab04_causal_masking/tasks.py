"""The tasks of Lab 4: points, the notebook's headings, and three hints for each function."""

from pathlib import Path

from attn_course.attention import causal_masking
from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab04_causal_masking",
    title="Causal masking",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="create_causal_mask",
            title="Hide the future",
            points=2,
            section="Task 1: hide the future",
            hints=(
                "Row i is query i, column j is key j. It may attend where the key is not later: j <= i.",
                "That is the lower triangle with its diagonal. NumPy has a function that keeps a lower triangle: "
                "`np.tril`.",
                "`np.tril` of an array of ones; give the ones `dtype=bool`, so that the mask is boolean too.",
            ),
        ),
        Task(
            name="apply_causal_mask",
            title="Apply a mask to scores",
            points=2,
            section="Task 2: apply a mask to scores",
            hints=(
                "Two cases for each pair: keep the score, or put a very low number there.",
                "A choice between two arrays makes a new array and broadcasts: look up `np.where`.",
                "`np.where(mask, a, b)` takes a where the mask is True and b elsewhere; b may be the number `-1e9`.",
            ),
        ),
        Task(
            name="causal_mask",
            title="Align the mask at its end",
            points=3,
            section="Task 3: align the mask at its end",
            hints=(
                "Give every query its place among the keys. The last query stands at the last key; and the first?",
                "Query i stands at place i + n_k - n_q. It sees the keys up to there: the diagonal of a triangle, "
                "moved to the right.",
                "`np.tri(rows, columns, k, dtype=bool)` is True where column <= row + k. Choose k.",
            ),
        ),
        Task(
            name="padding_mask",
            title="Hide the padding",
            points=2,
            section="Task 4: hide the padding",
            hints=(
                "Place j of a sequence is a token where j is smaller than its length.",
                "Compare all places with all lengths at once: `np.arange(max_length)` has shape (max_length,); which "
                "shape must the lengths have for the result to be (batch, 1, max_length)?",
                "`lengths[:, np.newaxis, np.newaxis]` has shape (batch, 1, 1). Compare the places with it by `<`.",
            ),
        ),
        Task(
            name="combine_masks",
            title="Combine masks",
            points=2,
            section="Task 5: combine masks",
            hints=(
                "First leave out what is None. If nothing is left, what is asked for?",
                "`a & b` is True where both are, and broadcasts. Go through the masks one by one.",
                "`given = [m for m in masks if m is not None]`; start with the first and combine it with each of the "
                "others by `&` in a loop, into a new array each time.",
            ),
        ),
        Task(
            name="masked_softmax",
            title="A softmax that knows the mask",
            points=3,
            section="Task 6: a softmax that knows the mask",
            hints=(
                "Hide by minus infinity, then the softmax of Lab 1: two lines. Which rows does that leave as NaN?",
                "A query sees a key where any entry of its row of the mask is True: `np.any` along the last axis, with "
                "`keepdims=True`.",
                "Where a query sees nothing, hand any finite row to the softmax, and put zeros there afterwards: two "
                "calls of `np.where` with the result of `np.any`.",
            ),
        ),
        Task(
            name="leaks_future",
            title="Catch a leak",
            points=3,
            section="Task 7: catch a leak",
            hints=(
                "An experiment: two inputs that agree up to a place and differ after it. What must the outputs do?",
                "The outputs before that place must agree. Try every place: a leak may be there for one output only.",
                "For each `t` from 1 to n - 1: copy x, draw rows `t:` anew, call `attend`, and compare rows `:t` of "
                "the two results with `np.allclose`.",
            ),
        ),
        Task(
            name="KeyValueCache",
            title="Remember keys and values",
            points=3,
            section="Task 8: remember keys and values",
            hints=(
                "Two lists that start empty in `__init__`, one for keys and one for values. `append` adds to both.",
                "`np.stack` of the keys has shape (t, d_k). Your query is one row: with it, that is attention with one "
                "query, and no mask is needed.",
                "Give `scaled_dot_product_attention` the query as `q[np.newaxis]`, and take row 0 of both results.",
            ),
        ),
    ),
    reference=causal_masking,
)
