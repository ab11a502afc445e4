"""Scaled dot-product attention: the functions of Lab 1.

Shapes: ``...`` stands for any number of leading axes (a batch, heads), the same for queries, keys
and values. A mask is boolean, broadcastable to the scores, and True where a query may attend.
Integer inputs give float results (of NumPy's default integers: narrow and unsigned ones wrap around
before they get there); no function changes its inputs.
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Num


def attention_scores(
    Q: Num[np.ndarray, "... n_q d_k"],
    K: Num[np.ndarray, "... n_k d_k"],
    scale: bool = True,
) -> Float[np.ndarray, "... n_q n_k"]:
    """Compare every query with every key by a dot product.

    Parameters
    ----------
    Q : array of shape (..., n_q, d_k)
        Queries, one a row.
    K : array of shape (..., n_k, d_k)
        Keys, one a row.
    scale : bool
        Divide by the square root of d_k, so that the scores of random unit-variance vectors have
        unit variance whatever d_k is.

    Returns
    -------
    array of shape (..., n_q, n_k)
        Scores (logits), without a unit: the larger, the better the match.

    Raises
    ------
    ValueError
        If the last axes of Q and K differ in size.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, equation 1 and section 3.2.1.

    Examples
    --------
    >>> attention_scores(np.array([[2.0, 0, 0, 0]]), np.eye(4)[:2])
    array([[1., 0.]])
    """
    scores = Q @ np.swapaxes(K, -1, -2)  # (..., n_q, d_k) @ (..., d_k, n_k) -> (..., n_q, n_k)
    return scores / np.sqrt(Q.shape[-1]) if scale else scores * 1.0


def softmax(x: Num[np.ndarray, "..."], axis: int = -1) -> Float[np.ndarray, "..."]:
    """Turn scores into positive weights that sum to one along an axis.

    The largest score is subtracted first: the result stays the same, and `exp` cannot overflow.

    Parameters
    ----------
    x : array of any shape
        Scores; any finite values.
    axis : int
        The axis along which the weights sum to one.

    Returns
    -------
    array of the shape of x
        Weights between 0 and 1, without a unit.

    Raises
    ------
    numpy.exceptions.AxisError
        If x has no such axis.

    References
    ----------
    Bridle (1990), Probabilistic interpretation of feedforward classification network outputs;
    the subtraction: Blanchard, Higham and Higham (2021), Accurately computing the log-sum-exp and
    softmax functions.

    Examples
    --------
    >>> softmax(np.array([1000.0, 1000.0]))
    array([0.5, 0.5])
    """
    with np.errstate(over="ignore"):  # scores of 1e308 and -1e308: the difference is -inf, exp(-inf) is 0
        exponentials = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def scaled_dot_product_attention(
    Q: Num[np.ndarray, "... n_q d_k"],
    K: Num[np.ndarray, "... n_k d_k"],
    V: Num[np.ndarray, "... n_k d_v"],
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "... n_q d_v"], Float[np.ndarray, "... n_q n_k"]]:
    """Average the values, each weighted by how well its key matches the query.

    Parameters
    ----------
    Q : array of shape (..., n_q, d_k)
        Queries.
    K : array of shape (..., n_k, d_k)
        Keys.
    V : array of shape (..., n_k, d_v)
        Values, one for each key.
    mask : boolean array, broadcastable to (..., n_q, n_k), optional
        True where a query may attend to a key. Every query must see at least one key: the result
        of a row without any is not defined here.

    Returns
    -------
    output : array of shape (..., n_q, d_v)
        One weighted average of the values for each query, in the unit of V.
    weights : array of shape (..., n_q, n_k)
        The weights, each row summing to one; exactly 0 where the mask is False.

    Raises
    ------
    ValueError
        If the sizes of Q, K, V and mask cannot be broadcast together.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, equation 1.

    Examples
    --------
    >>> Q, K, V = np.zeros((1, 2)), np.ones((3, 2)), np.array([[0.0], [3.0], [9.0]])
    >>> output, weights = scaled_dot_product_attention(Q, K, V, mask=np.array([True, True, False]))
    >>> output
    array([[1.5]])
    """
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights  # (..., n_q, n_k) @ (..., n_k, d_v) -> (..., n_q, d_v)


def kernel_regression(
    x: Num[np.ndarray, "m"],
    x_train: Num[np.ndarray, "n"],
    y_train: Num[np.ndarray, "n"],
    bandwidth: float = 1.0,
) -> Float[np.ndarray, "m"]:
    """Predict by a soft look-up: attention whose scores are negative squared distances.

    Parameters
    ----------
    x : array of shape (m,)
        Where to predict (the queries).
    x_train : array of shape (n,)
        Where the training points lie (the keys), in the unit of x.
    y_train : array of shape (n,)
        What was measured there (the values).
    bandwidth : float
        Width of the Gaussian kernel, in the unit of x; positive.

    Returns
    -------
    array of shape (m,)
        Predictions, in the unit of y_train.

    Raises
    ------
    ValueError
        If x_train and y_train differ in length.

    References
    ----------
    Nadaraya (1964), On estimating regression; Watson (1964), Smooth regression analysis.

    Examples
    --------
    >>> kernel_regression(np.array([0.0]), np.array([-1.0, 1.0]), np.array([10.0, 20.0]))
    array([15.])
    """
    differences = x[:, np.newaxis] - x_train  # (m, 1) - (n,) -> (m, n)
    weights = softmax(-(differences**2) / (2 * bandwidth**2))
    return weights @ y_train  # (m, n) @ (n,) -> (m,)


def softmax_jacobian(p: Float[np.ndarray, "... n"]) -> Float[np.ndarray, "... n n"]:
    """Differentiate the softmax: how much does weight i change when score j grows?

    Parameters
    ----------
    p : array of shape (..., n)
        The softmax's output, not its input.

    Returns
    -------
    array of shape (..., n, n)
        ``diag(p) - p p^T``; entry [i, j] is the derivative of weight i with respect to
        score j.

    References
    ----------
    Bridle (1990), Probabilistic interpretation of feedforward classification network outputs; in
    index form ``p_i (delta_ij - p_j)``.

    Examples
    --------
    >>> softmax_jacobian(np.array([0.5, 0.5]))
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    columns = p[..., :, np.newaxis]  # (..., n) -> (..., n, 1)
    rows = p[..., np.newaxis, :]  # (..., n) -> (..., 1, n)
    return columns * np.eye(p.shape[-1]) - columns * rows


def gradient_norm(
    Q: Num[np.ndarray, "... n_q d_k"],
    K: Num[np.ndarray, "... n_k d_k"],
    scale: bool = True,
) -> float:
    """Measure how much gradient the softmax lets through, on average over the queries.

    A saturated softmax (one weight near 1, the others near 0) has a Jacobian near zero: hardly any
    learning gets through. Plotted against d_k with and without the scale, this number shows why the
    scale exists.

    Parameters
    ----------
    Q : array of shape (..., n_q, d_k)
        Queries.
    K : array of shape (..., n_k, d_k)
        Keys.
    scale : bool
        Whether the scores are divided by the square root of d_k.

    Returns
    -------
    float
        The mean over all queries of the Frobenius norm of the softmax's Jacobian at that query's
        scores, without a unit.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.1 and footnote 4.

    Examples
    --------
    >>> gradient_norm(np.zeros((3, 4)), np.zeros((2, 4)))
    0.5
    """
    jacobians = softmax_jacobian(softmax(attention_scores(Q, K, scale)))  # (..., n_q, n_k, n_k)
    return float(np.linalg.norm(jacobians, axis=(-2, -1)).mean())
