"""The tasks of Lab 6: points, the notebook's headings, and three hints for each function."""

from importlib import import_module
from pathlib import Path

from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab06_multiplicative",
    title="Multiplicative attention",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="dot_score",
            title="The plainest score",
            points=2,
            section="Task 1: the plainest score",
            hints=(
                "One number for each source state. Which axis is summed over, and which axes stay?",
                "With a batch, each sample has a target state and source states of its own. Give the target state an "
                "axis of size 1, so that it meets every state of its own sample.",
                "`np.sum(states * h_t[..., np.newaxis, :], axis=-1)`: (..., n, d) times (..., 1, d), summed over d.",
            ),
        ),
        Task(
            name="general_score",
            title="A matrix between the two",
            points=3,
            section="Task 2: a matrix between the two",
            hints=(
                "Read the formula from left to right, and write the shapes below: (d_t,) times (d_t, d_s) times "
                "(d_s,). Which size has a product already summed over when it is done?",
                "`h_t @ W` is a vector of the size of a source state, for each sample. What is left to do is task 1.",
                "`return dot_score(h_t @ W, states)`.",
            ),
        ),
        Task(
            name="concat_score",
            title="A small network instead",
            points=4,
            section="Task 3: a small network instead",
            hints=(
                "Work from the inside out: lay the two vectors end to end, target state first; multiply by W; tanh; "
                "multiply by v. Write the shape behind each step.",
                "The same target state stands before each of the n source states. `np.broadcast_to(h_t[..., "
                "np.newaxis, :], ...)` repeats it; the wanted shape is that of the states, but with d_t at the end.",
                "With `repeated` (..., n, d_t): `np.tanh(np.concatenate([repeated, states], axis=-1) @ W) @ v`.",
            ),
        ),
        Task(
            name="luong_attention",
            title="From scores to a context",
            points=4,
            section="Task 4: from scores to a context",
            hints=(
                "Four steps: scores by the method that is named, hide what the mask hides, softmax over the source "
                "states, weighted average of the source states.",
                '`method` is a string: `if method == "dot": ... elif ...`, and an `else` that raises a ValueError. '
                '`parameters` is a dict: `parameters["W"]`, or hand all of it on by `**parameters`. A hidden score '
                "becomes minus infinity before the softmax.",
                "`scores = np.where(mask, scores, -np.inf)` if there is a mask, `weights = softmax(scores)`, and the "
                "context is `np.sum(weights[..., np.newaxis] * states, axis=-2)`. Return context and weights.",
            ),
        ),
        Task(
            name="attentional_state",
            title="What was found, and what was known",
            points=2,
            section="Task 5: what was found, and what was known",
            hints=(
                "Lay the two vectors end to end, one product, one tanh. Which of the two comes first?",
                "The features are the last axis for any number of leading axes: tell `np.concatenate`.",
                "`np.tanh(np.concatenate([context, h_t], axis=-1) @ W_c)`.",
            ),
        ),
        Task(
            name="predicted_position",
            title="Say where to look",
            points=2,
            section="Task 6: say where to look",
            hints=(
                "From the inside out: h_t times W_p, tanh, times v_p: now there is one number for each sample. Then "
                "the sigmoid, then n.",
                "`np.tanh(h_t @ W_p) @ v_p` has the shape (...). The sigmoid of x is 1 / (1 + exp(-x)).",
                "`x = np.tanh(h_t @ W_p) @ v_p`, and return `n / (1 + np.exp(-x))`.",
            ),
        ),
        Task(
            name="local_luong_attention",
            title="Look there",
            points=3,
            section="Task 7: look there",
            hints=(
                "You need one table twice: j - position, for each sample and each source state j. Once to see who is "
                "in reach, once for the bell.",
                "`np.arange(n) - position[..., np.newaxis]` is (..., n). Scores out of reach become minus infinity, "
                "then comes the softmax, then the product with the bell; no division afterwards.",
                "With `offsets` and `scores = general_score(h_t, states, W)`: `weights = softmax(np.where(np.abs("
                "offsets) <= window, scores, -np.inf)) * np.exp(-offsets**2 / (2 * (window / 2) ** 2))`. The context "
                "is made as in task 4.",
            ),
        ),
    ),
    reference=import_module("attn_course.attention.multiplicative"),
)
