"""What a translator is made of, trained by and read out with: the functions of Lab 8.

Shapes: ``...`` stands for any number of leading axes. A mask is boolean, and True where a query may
attend. No function changes its inputs. The three of the model (`masked_cross_entropy`, `layer_norm`,
`encoder_layer`) make every array anew by NumPy's own operations, so that they can be differentiated
as they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from jaxtyping import Bool, Float, Int, Num

from attn_course.attention.multi_head import projected_multi_head_attention
from attn_course.attention.scaled_dot_product import scaled_dot_product_attention
from attn_course.metrics.bleu import bleu as bleu  # the last of the lab's ten

NextLogProbs = Callable[[list[int]], Float[np.ndarray, "vocabulary"]]


def encode_batch(sentences: Sequence[Sequence[str]], word_to_id: Mapping[str, int]) -> Int[np.ndarray, "batch n"]:
    """Turn sentences into rows of numbers, padded to the longest.

    Parameters
    ----------
    sentences : sequence of lists of words
        At least one sentence; each may have its own length.
    word_to_id : dict
        The number of each known word, and of ``<s>``, ``</s>``, ``<unk>`` and ``<pad>``.

    Returns
    -------
    integer array of shape (batch, n)
        In each row ``<s>``, the words (``<unk>`` for those that are not known), ``</s>``, and ``<pad>`` up to the
        length n of the longest.

    References
    ----------
    Sutskever et al. (2014), Sequence to Sequence Learning with Neural Networks, section 2: the mark of the end.

    Examples
    --------
    >>> vocabulary = {"<pad>": 0, "<s>": 1, "</s>": 2, "<unk>": 3, "hello": 4}
    >>> encode_batch([["hello", "Zoe"], ["hello"]], vocabulary)
    array([[1, 4, 3, 2],
           [1, 4, 2, 0]])
    """
    unknown = word_to_id["<unk>"]
    rows = [
        [word_to_id["<s>"], *(word_to_id.get(word, unknown) for word in sentence), word_to_id["</s>"]]
        for sentence in sentences
    ]
    longest = max(map(len, rows))
    return np.array([row + [word_to_id["<pad>"]] * (longest - len(row)) for row in rows])


def shift_targets(ids: Int[np.ndarray, "batch n"]) -> tuple[Int[np.ndarray, "batch n-1"], Int[np.ndarray, "batch n-1"]]:
    """Let a decoder predict each token from those before it.

    Parameters
    ----------
    ids : integer array of shape (batch, n)
        Sentences with their marks of start and end.

    Returns
    -------
    decoder_input : integer array of shape (batch, n - 1)
        All but the last column: it begins with the start.
    targets : integer array of shape (batch, n - 1)
        All but the first column: what should be predicted at each place, the end included.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.1: the output is offset by one position.

    Examples
    --------
    >>> decoder_input, targets = shift_targets(np.array([[1, 7, 8, 2]]))
    >>> decoder_input, targets
    (array([[1, 7, 8]]), array([[7, 8, 2]]))
    """
    return ids[:, :-1], ids[:, 1:]


def masked_cross_entropy(
    logits: Num[np.ndarray, "... vocabulary"], targets: Int[np.ndarray, "..."], pad_id: int
) -> float:
    """Measure how surprising the real tokens are to a model, on average.

    Parameters
    ----------
    logits : array of shape (..., V)
        A score for each word of the vocabulary, before the softmax.
    targets : integer array of shape (...)
        The tokens that should have been predicted.
    pad_id : int
        The number of the padding: places that hold it do not count.

    Returns
    -------
    float
        The mean of ``-log softmax(logits)[target]`` over all real tokens of the batch, in nats; 0.0 if
        there is none.

    Raises
    ------
    IndexError
        If a target lies outside the vocabulary.

    References
    ----------
    Bengio et al. (2003), A Neural Probabilistic Language Model, section 2; the logarithm of the sum: Blanchard,
    Higham and Higham (2021), Accurately computing the log-sum-exp and softmax functions.

    Examples
    --------
    >>> masked_cross_entropy(np.zeros((1, 3, 4)), np.array([[2, 3, 0]]), pad_id=0) == np.log(4)
    np.True_
    """
    shifted = logits - np.max(logits, axis=-1, keepdims=True)
    log_probs = shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))
    chosen = np.take_along_axis(log_probs, targets[..., np.newaxis], axis=-1)[..., 0]  # (..., V) -> (...)
    real = targets != pad_id
    return np.sum(np.where(real, -chosen, 0.0)) / max(np.sum(real), 1)


def layer_norm(
    x: Num[np.ndarray, "... d"], gain: Num[np.ndarray, "d"], bias: Num[np.ndarray, "d"], eps: float = 1e-5
) -> Float[np.ndarray, "... d"]:
    """Bring the features of every token to mean 0 and variance 1, then scale and shift each feature.

    Parameters
    ----------
    x : array of shape (..., d)
        Vectors, one a row.
    gain : array of shape (d,)
        What each normalised feature is multiplied by.
    bias : array of shape (d,)
        What is then added to it.
    eps : float
        Added to the variance, so that a row of equal numbers can be divided by its root.

    Returns
    -------
    array of shape (..., d)
        ``(x - mean) / sqrt(variance + eps) * gain + bias``, with mean and (population) variance of each row.

    References
    ----------
    Ba et al. (2016), Layer Normalization, equations 3 and 4.

    Examples
    --------
    >>> layer_norm(np.array([[1.0, 3.0]]), gain=np.array([1.0, 10.0]), bias=np.array([0.0, 5.0])).round(3)
    array([[-1., 15.]])
    """
    centred = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return centred / np.sqrt(variance + eps) * gain + bias


def encoder_layer(
    x: Num[np.ndarray, "... n d_model"],
    params: Mapping[str, Num[np.ndarray, "..."]],
    num_heads: int,
    mask: Bool[np.ndarray, "..."] | None = None,
) -> Float[np.ndarray, "... n d_model"]:
    """Let tokens exchange what they know, then let each think by itself; both are added to what was there.

    Parameters
    ----------
    x : array of shape (..., n, d_model)
        Vectors, one token a row.
    params : dict of arrays
        ``W_q``, ``W_k``, ``W_v``, ``W_o`` of shape (d_model, d_model); ``W_1`` (d_model, d_ff), ``b_1`` (d_ff,),
        ``W_2`` (d_ff, d_model), ``b_2`` (d_model,); ``gain_1``, ``bias_1``, ``gain_2``, ``bias_2`` (d_model,).
    num_heads : int
        Number of heads; it divides d_model.
    mask : boolean array, broadcastable to (..., n, n), optional
        True where a token may attend to another, in every head. Every token must see at least one.

    Returns
    -------
    array of shape (..., n, d_model)
        ``y = x + attention(norm_1(x))``, then ``y + relu(norm_2(y) W_1 + b_1) W_2 + b_2``.

    Raises
    ------
    ValueError
        If num_heads does not divide d_model, or the sizes of the arrays do not fit.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.1; with the normalisation first, as in Xiong et al.
    (2020), On Layer Normalization in the Transformer Architecture.

    Examples
    --------
    >>> zeros = {name: np.zeros((2, 2)) for name in ("W_q", "W_k", "W_v", "W_o", "W_1", "W_2")}
    >>> ones = {name: np.ones(2) for name in ("gain_1", "bias_1", "gain_2", "bias_2", "b_1", "b_2")}
    >>> encoder_layer(np.array([[5.0, 7.0]]), {**zeros, **ones}, num_heads=1)
    array([[6., 8.]])
    """
    normed = layer_norm(x, params["gain_1"], params["bias_1"])
    attended, _ = projected_multi_head_attention(
        normed, normed, params["W_q"], params["W_k"], params["W_v"], params["W_o"], num_heads, mask
    )
    x = x + attended
    normed = layer_norm(x, params["gain_2"], params["bias_2"])
    hidden = np.maximum(normed @ params["W_1"] + params["b_1"], 0.0)  # (..., n, d_model) -> (..., n, d_ff)
    return x + hidden @ params["W_2"] + params["b_2"]


def attention_backward(
    d_output: Num[np.ndarray, "... n_q d_v"],
    Q: Num[np.ndarray, "... n_q d_k"],
    K: Num[np.ndarray, "... n_k d_k"],
    V: Num[np.ndarray, "... n_k d_v"],
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "... n_q d_k"], Float[np.ndarray, "... n_k d_k"], Float[np.ndarray, "... n_k d_v"]]:
    """Follow the gradient of a loss back through scaled dot-product attention.

    Parameters
    ----------
    d_output : array of shape (..., n_q, d_v)
        How much the loss grows with each number of attention's output.
    Q : array of shape (..., n_q, d_k)
        Queries.
    K : array of shape (..., n_k, d_k)
        Keys.
    V : array of shape (..., n_k, d_v)
        Values, one for each key.
    mask : boolean array, broadcastable to (..., n_q, n_k), optional
        True where a query may attend to a key. Every query must see at least one.

    Returns
    -------
    dQ : array of shape (..., n_q, d_k)
        How much the loss grows with each number of Q.
    dK : array of shape (..., n_k, d_k)
        The same for K.
    dV : array of shape (..., n_k, d_v)
        The same for V.

    References
    ----------
    Dao et al. (2022), FlashAttention, appendix B.2, with the scale of the scores.

    Examples
    --------
    >>> Q, K, V = np.zeros((1, 2)), np.eye(2), np.array([[0.0], [4.0]])
    >>> dQ, _, dV = attention_backward(np.array([[1.0]]), Q, K, V)
    >>> dQ.round(3), dV
    (array([[-0.707,  0.707]]), array([[0.5],
           [0.5]]))
    """
    _, weights = scaled_dot_product_attention(Q, K, V, mask)
    d_weights = d_output @ np.swapaxes(V, -1, -2)  # (..., n_q, d_v) @ (..., d_v, n_k) -> (..., n_q, n_k)
    d_scores = weights * (d_weights - np.sum(weights * d_weights, axis=-1, keepdims=True))
    d_scores = d_scores / np.sqrt(Q.shape[-1])
    dV = np.swapaxes(weights, -1, -2) @ d_output  # (..., n_k, n_q) @ (..., n_q, d_v) -> (..., n_k, d_v)
    return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, dV


def warmup_schedule(step: int, peak: float, warmup_steps: int, total_steps: int) -> float:
    """Let the learning rate rise to its peak, then fall to nothing, both in a straight line.

    Parameters
    ----------
    step : int
        The step of the training, from 0.
    peak : float
        The largest learning rate.
    warmup_steps : int
        The step at which it is reached, at least 1.
    total_steps : int
        The step from which on the learning rate is 0; more than warmup_steps.

    Returns
    -------
    float
        The learning rate of this step.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 5.3, whose rate falls by another curve.

    Examples
    --------
    >>> [warmup_schedule(step, peak=8.0, warmup_steps=2, total_steps=6) for step in range(8)]
    [0.0, 4.0, 8.0, 6.0, 4.0, 2.0, 0.0, 0.0]
    """
    return float(np.interp(step, [0, warmup_steps, total_steps], [0.0, peak, 0.0]))


def greedy_decode(next_log_probs: NextLogProbs, start_id: int, end_id: int, max_length: int) -> list[int]:
    """Write a sentence by taking the likeliest token each time.

    Parameters
    ----------
    next_log_probs : function from a list of ids to an array of shape (vocabulary,)
        The log-probability of every token that may follow; the list begins with start_id.
    start_id : int
        The token with which every sentence begins.
    end_id : int
        The token that ends it.
    max_length : int
        The largest number of tokens that are generated, the end included.

    Returns
    -------
    list of int
        What was generated, without start and end.

    References
    ----------
    Sutskever et al. (2014), Sequence to Sequence Learning with Neural Networks, section 3.2: a beam of size 1.

    Examples
    --------
    >>> table = np.log([[0.1, 0.2, 0.7], [0.2, 0.7, 0.1], [0.1, 0.6, 0.3]])
    >>> greedy_decode(lambda prefix: table[prefix[-1]], start_id=0, end_id=1, max_length=5)
    [2]
    """
    ids: list[int] = []
    for _ in range(max_length):
        next_id = int(np.argmax(next_log_probs([start_id, *ids])))
        if next_id == end_id:
            break
        ids.append(next_id)
    return ids


def beam_search(
    next_log_probs: NextLogProbs,
    start_id: int,
    end_id: int,
    max_length: int,
    beam_size: int,
    length_penalty: float = 1.0,
) -> list[int]:
    """Write a sentence while keeping several beginnings in mind.

    Each step extends every live beginning by every token and keeps the `beam_size` likeliest. Those
    that end in end_id are finished, and are not extended. It stops when none is live, or after
    max_length tokens, when the live ones count as finished too.

    Parameters
    ----------
    next_log_probs : function from a list of ids to an array of shape (vocabulary,)
        The log-probability of every token that may follow; the list begins with start_id.
    start_id : int
        The token with which every sentence begins.
    end_id : int
        The token that ends it.
    max_length : int
        The largest number of tokens that are generated, the end included; at least 1.
    beam_size : int
        How many beginnings are kept at each step; with 1 it is `greedy_decode`.
    length_penalty : float
        The exponent of the length by which a sum of log-probabilities is divided: 0 for the sum itself,
        1 for the mean. The length counts all generated tokens, the end included.

    Returns
    -------
    list of int
        The finished sentence of the largest quotient, without start and end.

    References
    ----------
    Wu et al. (2016), Google's Neural Machine Translation System, section 7, with a plain power of the length.

    Examples
    --------
    >>> table = np.log([[0.1, 0.5, 0.4], [0.3, 0.3, 0.4], [0.0001, 0.9998, 0.0001]])
    >>> beam_search(lambda prefix: table[prefix[-1]], start_id=0, end_id=1, max_length=5, beam_size=2)
    [2]
    """

    def quotient(hypothesis: tuple[list[int], float]) -> float:
        ids, log_prob = hypothesis
        return log_prob / len(ids) ** length_penalty

    live: list[tuple[list[int], float]] = [([], 0.0)]
    finished = []
    for _ in range(max_length):
        extended = [
            ([*ids, next_id], log_prob + float(more))
            for ids, log_prob in live
            for next_id, more in enumerate(next_log_probs([start_id, *ids]))
        ]
        kept = sorted(extended, key=lambda hypothesis: hypothesis[1], reverse=True)[:beam_size]
        finished += [hypothesis for hypothesis in kept if hypothesis[0][-1] == end_id]
        live = [hypothesis for hypothesis in kept if hypothesis[0][-1] != end_id]
    ids, _ = max(finished + live, key=quotient)
    return ids[:-1] if ids[-1] == end_id else ids
