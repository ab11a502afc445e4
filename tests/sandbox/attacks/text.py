"""Attacks on whoever reads: by texts that move cursors, that a browser runs, or that carry hidden inputs out."""

from attacks.attack import Attack, Sign, layers
from attacks.marking import hidden_digits
from attacks.signs import shows, shows_what_acts

ACTS = "A command runs in the terminal, or a script in the browser, of whoever reads the marks."
CARRIES = "Hidden inputs are read from the report."
SHOWS_A_HIDDEN_INPUT = shows(hidden_digits())


def writing(name: str, body: str, before: str = "", stopped_by: str = "escaping", unproven: str = "") -> Attack:
    """Return an attack by the function `treble`, whose body is given."""
    return carrying(name, body, before, shows_what_acts, ACTS, stopped_by, unproven)


def carrying(
    name: str,
    body: str,
    before: str = "",
    sign: Sign = SHOWS_A_HIDDEN_INPUT,
    threat: str = CARRIES,
    stopped_by: str = "escaping",
    unproven: str = "",
) -> Attack:
    """Return an attack by the function `treble`, which has the digits of a hidden input."""
    cell = f"import numpy as np\n{before}\ndef treble(x):\n    digits = repr(float(np.ravel(x)[0]))[2:12]\n    {body}"
    return Attack(name, threat, (cell,), layers(stopped_by), sign, graded=True, unproven=unproven)


SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"

ATTACKS = (
    writing("prints a script", f"print('{SCRIPT}')\n    return x"),
    writing("raises an exception whose text is a script", f"raise ValueError('{SCRIPT}')"),
    writing("raises an exception whose name is a script", f"raise type('{SCRIPT}', (Exception,), {{}})"),
    writing("raises an exception on a line with a script", f"raise ValueError  # {SCRIPT}"),
    writing("returns an object whose type is a script", f"return type('{SCRIPT}', (), {{}})()"),
    writing("returns a text that is a script", f"return '{SCRIPT}'", unproven="what is no number is never shown"),
    writing(
        "calls a stub whose name is a script",
        "return stub()",
        "def stub():\n    raise NotImplementedError\n"
        f"stub.__code__ = stub.__code__.replace(co_name='{SCRIPT}', co_qualname='{SCRIPT}')\n",
    ),
    writing(
        "closes the code in which it is shown", "print('</code></pre></div><script>alert(1)</script>')\n    return x"
    ),
    writing("prints what clears the terminal", "print('\\x1b[2J\\x1b[H\\x1b]0;title\\x07\\x9b31m')\n    return x"),
    writing("raises an exception that clears the terminal", "raise ValueError('\\x1b[2J\\x1b]52;c;aGk=\\x07')"),
    writing("raises an exception whose name clears the terminal", "raise type('\\x1b[2J', (Exception,), {})"),
    writing("raises an exception on a line that clears the terminal", "raise ValueError('\x1b[2J')"),
    writing("turns the direction of what it prints", "print('\\u202e4 out 4 \\u2066\\u200b\\u061c')\n    return x"),
    writing("prints over its line", "print('0 of 4\\r4 of 4\\b\\b\\x00\\x7f')\n    return x"),
    writing("prints lines that only some see", "print('a\\x85b\\u2028c\\u2029d\\x0be')\n    return x"),
    writing(
        "prints halves of characters",
        "print('\\ud800 \\udfff')\n    return x",
        unproven="what cannot be encoded is replaced where it is packed",
    ),
    writing(
        "raises an exception of halves of characters",
        "raise ValueError('\\udc80' * 99)",
        unproven="what cannot be encoded is replaced where it is packed",
    ),
    writing(
        "has halves of characters for keys",
        "return {'\\ud800': 1}",
        unproven="what cannot be encoded is replaced where it is packed",
    ),
    writing(
        "has halves of characters for a name",
        "raise type('\\ud800', (Exception,), {})",
        unproven="what cannot be encoded is replaced where it is packed",
    ),
    writing(
        "has a cell of halves of characters",
        "return x  # \ud800",
        unproven="what cannot be encoded is replaced where it is read",
    ),
    carrying(
        "prints a hidden input", "print(digits)\n    return x", unproven="what is printed in hidden tests is not shown"
    ),
    carrying(
        "raises an exception whose text is a hidden input",
        "raise ValueError(digits)",
        unproven="texts of exceptions in hidden tests are not shown",
    ),
    carrying("raises an exception whose name is a hidden input", "raise type(f'E{digits}', (Exception,), {})"),
    carrying(
        "raises an exception on a line that is a hidden input",
        "exec(compile(f'raise ValueError  # {digits}', f'cell {digits}', 'exec'))",
        "import linecache\n",
        unproven="source that is in no file has no lines",
    ),
    carrying(
        "raises an exception on a line of a file that it made",
        "linecache.cache['made'] = (1, None, [f'raise ValueError  # {digits}'], 'made')\n"
        "    exec(compile('raise ValueError', 'made', 'exec'))",
        "import linecache\n",
    ),
    carrying(
        "calls a stub whose name is a hidden input",
        "stub.__code__ = stub.__code__.replace(co_name=f'E{digits}', co_qualname=f'E{digits}')\n    return stub()",
        "def stub():\n    raise NotImplementedError\n",
    ),
    carrying("returns an object whose type is a hidden input", "return type(f'E{digits}', (), {})()"),
    carrying(
        "returns an array whose shape is a hidden input",
        "return np.zeros((0, *map(int, digits[:7])))",
        sign=shows(r"\(0, " + ", ".join(hidden_digits()[:7]) + r"\)"),
    ),
    carrying(
        "returns as many values as a hidden input says",
        "return (0.0,) * int(digits[:4])",
        sign=shows(hidden_digits()[:4]),
    ),
)
