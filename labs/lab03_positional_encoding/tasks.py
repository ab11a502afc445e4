"""The tasks of Lab 3: points, the notebook's headings, and three hints for each function."""

from importlib import import_module
from pathlib import Path

from attn_course.checking.specification import Lab, Task

lab = Lab(
    id="lab03_positional_encoding",
    title="Positional encoding",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="positional_encoding",
            title="A clock for every position",
            points=5,
            section="Task 1: a clock for every position",
            hints=(
                "Make the table of angles first: one row for each position, one column for each pair. The frequency "
                "of a pair depends on the column only, the position only multiplies it.",
                "Positions as a column (n, 1) times frequencies as a row give all angles at once. `np.arange(0, "
                "d_model, 2)` holds the numbers 2i, one for each pair; an odd d_model has one sine more than cosines.",
                "`angles = np.arange(seq_length)[:, np.newaxis] / 10000 ** (np.arange(0, d_model, 2) / d_model)`. "
                "Their sines go to columns `0::2`; the cosines of the first `d_model // 2` of them to columns `1::2`.",
            ),
        ),
        Task(
            name="add_positions",
            title="Stamp the tokens",
            points=2,
            section="Task 2: stamp the tokens",
            hints=(
                "The token axis is the last but one, whatever stands before it. Row i of the encoding belongs to "
                "token i of every sample.",
                "Cut the table to as many rows as there are tokens, then add: NumPy repeats it for every sample. "
                "Look at the lengths first, and raise a ValueError where the table is too short.",
                "`n = x.shape[-2]`; if `n > len(encoding)`, `raise ValueError(...)` with a sentence; then return "
                "`x + encoding[:n]`.",
            ),
        ),
        Task(
            name="shift_matrix",
            title="A step is a rotation",
            points=3,
            section="Task 3: a step is a rotation",
            hints=(
                "Each pair (sine, cosine) is moved on its own. Write sin(a + b) and cos(a + b) with the sines and "
                "cosines of a and b: what multiplies sin a, what multiplies cos a?",
                "The block of a pair with the angle t = offset * frequency has the rows (cos t, sin t) and (-sin t, "
                "cos t). It stands in rows and columns 2i and 2i + 1; everything else is 0.",
                "Begin with `np.zeros((d_model, d_model))`. For each `c in range(0, d_model, 2)`, with `t = offset / "
                "10000 ** (c / d_model)`, put the block into `M[c:c + 2, c:c + 2]`.",
            ),
        ),
        Task(
            name="relative_position_bias",
            title="A number for each distance",
            points=3,
            section="Task 4: a number for each distance",
            hints=(
                "Make the table of signed distances first: j - i, with a row for each query and a column for each "
                "key. In the same row it grows by 1 from key to key.",
                "A distance beyond m counts as m, one below -m as -m: `np.clip`. Distance 0 is in the middle of the "
                "table, at index m.",
                "`m = len(table) // 2` and `distances = np.arange(n_k) - np.arange(n_q)[:, np.newaxis]`; return "
                "`table[np.clip(distances, -m, m) + m]`.",
            ),
        ),
        Task(
            name="apply_rope",
            title="Turn queries and keys",
            points=4,
            section="Task 5: turn queries and keys",
            hints=(
                "Take the features in pairs and turn each pair in its plane, by its own angle. Position 0 has the "
                "angle 0: nothing happens to it.",
                "The angles are a table (n, d/2): position times base^(-2p/d). `x[..., 0::2]` and `x[..., 1::2]` are "
                "the two halves of all pairs; the turned halves go back to the same places.",
                "With `a, b = x[..., 0::2], x[..., 1::2]` and a new array `out` of floats: `out[..., 0::2] = a * cos "
                "- b * sin` and `out[..., 1::2] = a * sin + b * cos`, where cos and sin are those of the angles.",
            ),
        ),
        Task(
            name="alibi_bias",
            title="A penalty for distance",
            points=3,
            section="Task 6: a penalty for distance",
            hints=(
                "Two pieces: one slope for each head, and one table of distances for all heads. The result is their "
                "product, with a minus sign.",
                "The slopes are `2.0 ** (-8 * h / num_heads)` for h = 1 to num_heads: 8 heads have 1/2, 1/4, ..., "
                "1/256. The distances are `abs(i - j)`, an (n, n) table.",
                "With slopes of shape (num_heads, 1, 1) and distances of shape (n, n), `-slopes * distances` is "
                "(num_heads, n, n).",
            ),
        ),
    ),
    # The package's attribute of this name is the function: the module has to be asked for by its full name.
    reference=import_module("attn_course.attention.positional_encoding"),
)
