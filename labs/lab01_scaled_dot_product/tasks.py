"""The tasks of Lab 1: points, the notebook's headings, and three hints for each function."""

from pathlib import Path

from attn_course.attention import scaled_dot_product
from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab01_scaled_dot_product",
    title="Scaled dot-product attention",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="attention_scores",
            title="Compare queries with keys",
            points=3,
            section="Task 1: compare queries with keys",
            hints=(
                "Get two axes right first. Then ask: which two axes of K must change places if a batch axis stands in "
                "front?",
                "A matrix product does all the dot products at once, if the keys are turned so that d_k meets d_k. "
                "`.T` turns all axes; with leading axes you want only the last two exchanged.",
                "`np.swapaxes(K, -1, -2)` has shape (..., d_k, n_k). Multiply Q by it with `@`; if `scale`, divide by "
                "`np.sqrt(Q.shape[-1])`.",
            ),
        ),
        Task(
            name="softmax",
            title="Turn scores into weights",
            points=4,
            section="Task 2: turn scores into weights",
            hints=(
                "Two steps: make every score positive with `np.exp`, then divide so that the weights along `axis` "
                "sum to one.",
                "Adding the same number to every score along the axis changes nothing, so subtract the largest: then "
                "`exp` never sees more than 0. `keepdims=True` keeps maxima and sums broadcastable.",
                "Call `m = x.max(axis=axis, keepdims=True)` and `e = np.exp(x - m)`; the result is e divided by its "
                "sum along the same axis, again with `keepdims=True`.",
            ),
        ),
        Task(
            name="scaled_dot_product_attention",
            title="Attend",
            points=6,
            section="Task 3: attend",
            hints=(
                "You have both pieces: scores, then weights. The output averages the values with those weights.",
                "Hide before the softmax: a key that may not be seen needs a score whose exponential is 0. The mask "
                "is True where a query may look.",
                "`scores = np.where(mask, scores, -np.inf)` if there is a mask; `weights = softmax(scores)`; return "
                "`weights @ V` and then `weights`.",
            ),
        ),
        Task(
            name="kernel_regression",
            title="Attention as a soft look-up",
            points=2,
            section="Task 4: attention as a soft look-up",
            hints=(
                "The queries are x, the keys x_train, the values y_train; only the score is new: the closer, the "
                "larger.",
                "All differences at once: give x a second axis, so that (m, 1) minus (n,) is (m, n). The softmax runs "
                "over the n training points.",
                "`d = x[:, np.newaxis] - x_train`; the weights are `softmax(-d**2 / (2 * bandwidth**2))`; multiply "
                "them by y_train with `@`.",
            ),
        ),
        Task(
            name="softmax_jacobian",
            title="How the weights react",
            points=3,
            section="Task 5: how the weights react",
            hints=(
                "p is already the softmax's output. Entry [i, j] is p_i (1 - p_i) on the diagonal, -p_i p_j elsewhere.",
                "The outer product is a column times a row: the column is p with a new last axis, the row is p with a "
                "new axis before the last.",
                "With `n = p.shape[-1]`, `np.eye(n) * p[..., np.newaxis, :]` is a batch of diagonal matrices; subtract "
                "`p[..., :, np.newaxis] * p[..., np.newaxis, :]`.",
            ),
        ),
        Task(
            name="gradient_norm",
            title="Why divide by the root of d_k",
            points=2,
            section="Task 6: why divide by the root of d_k",
            hints=(
                "Get one query right first: its scores, weights, Jacobian, one number. Then ask: over which axes does "
                "that number sum, if queries and batches stand in front?",
                "Frobenius norm: the root of the sum of all squared entries of one Jacobian, over its last two axes. "
                "Take the mean after the root, not before.",
                "`J = softmax_jacobian(softmax(attention_scores(Q, K, scale)))`, then "
                "`np.sqrt((J**2).sum(axis=(-2, -1))).mean()`.",
            ),
        ),
    ),
    reference=scaled_dot_product,
)
