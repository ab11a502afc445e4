"""The tasks of Lab 8: points, the notebook's headings, and three hints for each function."""

from pathlib import Path

from attn_course.checking.specification import Lab, Task
from attn_course.translation import building_blocks

lab = Lab(
    id="lab08_translator",
    title="Training a tiny translator",
    folder=Path(__file__).parent,
    tasks=(
        Task(
            name="encode_batch",
            title="Sentences become numbers",
            points=2,
            section="Task 1: sentences become numbers",
            hints=(
                "Make one list of numbers for each sentence first: the start, the words, the end. Padding comes "
                "last, when you know which list is the longest.",
                "`word_to_id.get(word, unknown)` gives the number of a word, or `unknown` if the dict does not have "
                "it. Read the numbers of all four marks from the dict, too.",
                "With `longest = max(len(row) for row in rows)`, each row gets "
                '`[word_to_id["<pad>"]] * (longest - len(row))` at its end. Then `np.array(rows)` is the result.',
            ),
        ),
        Task(
            name="shift_targets",
            title="Predict the next token",
            points=1,
            section="Task 2: predict the next token",
            hints=(
                "Write one row on paper, `<s> a b </s>`. What does the decoder see when it should say `a`? And when "
                "it should say `</s>`?",
                "The input leaves out the last column, the targets leave out the first. Both are one column "
                "narrower than `ids`.",
                "`ids[:, :-1]` has all columns but the last. Which slice has all but the first? Return both, the "
                "input first.",
            ),
        ),
        Task(
            name="masked_cross_entropy",
            title="The loss, without the padding",
            points=3,
            section="Task 3: the loss, without the padding",
            hints=(
                "Three steps: the log-probabilities of all words, those of the targets, the mean over real tokens. "
                "For the first, take the logarithm of the softmax on paper, and simplify.",
                "log softmax(z) = z - max - log(sum(exp(z - max))). `np.take_along_axis(log_probs, "
                "targets[..., np.newaxis], axis=-1)[..., 0]` picks one number for each target.",
                "`real = targets != pad_id`. Put zeros where it is False (`np.where`), add up, and divide once, by "
                "`max(real.sum(), 1)`: so a batch of padding alone gives 0.",
            ),
        ),
        Task(
            name="layer_norm",
            title="Normalise every token",
            points=1,
            section="Task 4: normalise every token",
            hints=(
                "Each row by itself: subtract its mean, divide by the root of its variance (with `eps` added to the "
                "variance), then `gain` and `bias`.",
                "`np.mean(x, axis=-1, keepdims=True)` keeps an axis of length 1, so that it can be subtracted from x. "
                "The variance is the mean of the squares of what is left.",
                "`centred / np.sqrt(variance + eps) * gain + bias`, with variance = "
                "`np.mean(centred**2, axis=-1, keepdims=True)`.",
            ),
        ),
        Task(
            name="encoder_layer",
            title="A layer of the encoder",
            points=2,
            section="Task 5: a layer of the encoder",
            hints=(
                "Two halves of the same form: x plus something that is computed from the normalised x. Write the "
                "first, give its result a name, and go on with that.",
                "The first half: normalise x with gain_1 and bias_1, and give the result to "
                "`projected_multi_head_attention` twice, as `x_q` and as `x_kv`, with the mask. It returns two things.",
                "The second half: `normed = layer_norm(x, gain_2, bias_2)`, `hidden = np.maximum(normed @ W_1 + b_1, "
                "0)`, and `x + hidden @ W_2 + b_2`, where x is the result of the first half.",
            ),
        ),
        Task(
            name="attention_backward",
            title="The gradient of attention",
            points=3,
            section="Task 6: the gradient of attention",
            hints=(
                "Go back step by step: from the output to the weights and V, through the softmax to the scores, from "
                "the scores to Q and K. For a product C = A @ B, dA = dC @ B^T and dB = A^T @ dC.",
                "`d_weights = d_output @ V^T` and `dV = weights^T @ d_output`. Through the softmax, row by row: "
                "d_scores = weights * (d_weights - sum(weights * d_weights)).",
                "The scores were divided by the root of d_k, so `d_scores` is divided by it too. Then dQ = d_scores @ "
                "K and dK = d_scores^T @ Q, where ^T swaps the last two axes: `np.swapaxes(a, -1, -2)`.",
            ),
        ),
        Task(
            name="warmup_schedule",
            title="Warm up, then cool down",
            points=1,
            section="Task 7: warm up, then cool down",
            hints=(
                "Three cases: before the peak, between the peak and the end, beyond the end. Draw the two lines.",
                "Before the peak, the share of the way is step / warmup_steps. After it, what is left of the way down "
                "is (total_steps - step) / (total_steps - warmup_steps), and never below 0.",
                "`np.interp(step, [0, warmup_steps, total_steps], [...])` joins points by straight lines, and stays "
                "at the last value beyond the last point. Which three values?",
            ),
        ),
        Task(
            name="greedy_decode",
            title="Take the likeliest word",
            points=2,
            section="Task 8: take the likeliest word",
            hints=(
                "A loop of at most `max_length` rounds. In each: ask for the log-probabilities of what may follow "
                "all that there is so far, and take the likeliest.",
                "Keep a list that begins with `start_id`, and give the whole list to `next_log_probs`. `np.argmax` "
                "gives the place of the largest number.",
                "If the likeliest is `end_id`, stop; else append it. Return the list without its first element.",
            ),
        ),
        Task(
            name="beam_search",
            title="Keep several beginnings",
            points=3,
            section="Task 9: keep several beginnings",
            hints=(
                "A hypothesis is a list of ids with its sum of log-probabilities. Two lists of hypotheses: live ones, "
                "which are extended, and finished ones, which only wait for the end.",
                "One step: extend every live one by every id into one long list, sort that by the sum, keep the first "
                "`beam_size`, and sort these into finished (the last id is `end_id`) and live.",
                "After the loop, the live ones join the finished. The winner is `max(finished, key=...)` with sum / "
                "len(ids) ** length_penalty, where ids are all generated ones, the end included, the start not.",
            ),
        ),
        Task(
            name="bleu",
            title="How good is a translation?",
            points=2,
            section="Task 10: how good is a translation?",
            hints=(
                "For each n from 1 to max_n: two numbers for the whole corpus, the matches and the total of the "
                "candidates' n-grams. Add up over all sentences before you divide.",
                "`Counter` counts tuples of n neighbouring words. `a & b` of two Counters keeps the smaller count of "
                "each: these are the matches. Their number is `sum((a & b).values())`.",
                "100 * penalty * exp(mean of log(matches / total)), with penalty = 1 if the candidates are longer in "
                "all than the references, else exp(1 - r / c). Return 0.0 first where a number of matches is 0.",
            ),
        ),
    ),
    reference=building_blocks,
)
