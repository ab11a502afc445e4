"""Attacks that look for the course's own functions of the lab that is being marked."""

from attacks.attack import Attack, Sign, layers
from attacks.signs import says_so, tells_the_reference

COPIES = "The course's own function answers in place of the learner's."
MODULE = "attn_course.attention.scaled_dot_product"
TAKE_THE_FINDER_AWAY = (
    "import sys\nsys.meta_path[:] = [one for one in sys.meta_path if 'Course' not in type(one).__name__]\n"
)
FORGET_THE_COURSE = (
    "for name in [name for name in sys.modules if name.startswith('attn_course')]:\n    del sys.modules[name]\n"
)
SHOW = f"import {MODULE} as module\nprint(module.softmax.__doc__)"


def importing(name: str, cell: str) -> Attack:
    """Return an attack that asks Python's import for it."""
    return Attack(name, COPIES, (cell,), layers("view"), tells_the_reference)


def opening(
    name: str, *cells: str, stopped_by: str = "landlock namespaces", sign: Sign = tells_the_reference
) -> Attack:
    """Return an attack that knows the place of the file."""
    return Attack(name, COPIES, cells, layers(stopped_by), sign)


ATTACKS = (
    importing("imports the reference", SHOW),
    importing("imports a function of the reference", f"from {MODULE} import softmax\nprint(softmax.__doc__)"),
    importing("imports all of the reference", f"from {MODULE} import *\nprint(softmax.__doc__)"),
    importing(
        "imports the reference by importlib",
        f"import importlib\nprint(importlib.import_module('{MODULE}').softmax.__doc__)",
    ),
    importing("imports the reference by __import__", f"print(__import__('{MODULE}', fromlist=['x']).softmax.__doc__)"),
    importing(
        "asks where the reference is",
        f"import importlib.util\nprint(importlib.util.find_spec('{MODULE}').loader.get_source('{MODULE}'))",
    ),
    importing(
        "inspects the reference",
        "import inspect\nfrom attn_course.attention import scaled_dot_product\n"
        "print(inspect.getsource(scaled_dot_product))",
    ),
    importing("reads the help of the reference", f"import pydoc\nprint(pydoc.render_doc('{MODULE}.softmax'))"),
    importing(
        "runs the reference as a module", f"import runpy\nprint(runpy.run_module('{MODULE}')['softmax'].__doc__)"
    ),
    importing(
        "reads the reference as a resource",
        "import pkgutil\nprint(pkgutil.get_data('attn_course.attention', 'scaled_dot_product.py').decode())",
    ),
    importing(
        "reads the reference as a file of the package",
        "import importlib.resources\n"
        "print((importlib.resources.files('attn_course.attention') / 'scaled_dot_product.py').read_text())",
    ),
    importing("asks IPython for the reference", f"%psource {MODULE}\n{SHOW}"),
    importing(
        "imports the reference through the lab",
        "from labs.lab01_scaled_dot_product.tasks import lab\nprint(lab.reference.softmax.__doc__)",
    ),
    importing("takes the course's finder away", f"{TAKE_THE_FINDER_AWAY}{FORGET_THE_COURSE}{SHOW}"),
    importing(
        "loads the course's package anew",
        f"import importlib, sys\nimport attn_course\nimportlib.reload(attn_course)\n{SHOW}",
    ),
    importing(
        "gives the course's package a path",
        f"import attn_course\nattn_course.__path__ = ['$PROJECT/attn_course']\n{SHOW}",
    ),
    opening("reads the reference", "print(open('$REFERENCE').read())"),
    opening(
        "reads the reference as linecache does", "import linecache\nprint(''.join(linecache.getlines('$REFERENCE')))"
    ),
    opening("reads the reference as tokenize does", "import tokenize\nprint(tokenize.open('$REFERENCE').read())"),
    opening(
        "reads the reference by a loader",
        "import importlib.machinery\n"
        "print(importlib.machinery.SourceFileLoader('x', '$REFERENCE').get_data('$REFERENCE').decode())",
    ),
    opening(
        "reads the reference by the loader of the sandbox",
        """\
        import sys
        frame = sys._getframe()
        while frame:
            loader = frame.f_globals.get("__loader__")
            if hasattr(loader, "get_data"):
                print(loader.get_data("$REFERENCE").decode())
            frame = frame.f_back
        """,
    ),
    opening("runs the file of the reference", "import runpy\nprint(runpy.run_path('$REFERENCE')['softmax'].__doc__)"),
    opening("runs the file of the reference by %run", "%run $REFERENCE\nprint(softmax.__doc__)"),
    opening(
        "loads the file of the reference as a module",
        "import importlib.util\nspec = importlib.util.spec_from_file_location('mine', '$REFERENCE')\n"
        "module = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(module)\n"
        "print(module.softmax.__doc__)",
    ),
    opening(
        "puts the course's folder on the path",
        f"{TAKE_THE_FINDER_AWAY}{FORGET_THE_COURSE}sys.path.insert(0, '$PROJECT')\n{SHOW}",
    ),
    opening(
        "has Python find its folders again",
        f"{TAKE_THE_FINDER_AWAY}{FORGET_THE_COURSE}import site\nsite.main()\n{SHOW}",
    ),
    opening(
        "finds the reference by a path hook",
        f"{TAKE_THE_FINDER_AWAY}{FORGET_THE_COURSE}from importlib.machinery import FileFinder, SourceFileLoader\n"
        "def hook(path):\n    if path != 'x' and '$PROJECT' not in path:\n        raise ImportError\n"
        "    return FileFinder('$PROJECT' if path == 'x' else path, (SourceFileLoader, ['.py']))\n"
        "sys.path_hooks.insert(0, hook)\n"
        f"sys.path_importer_cache.clear()\nsys.path.insert(0, 'x')\n{SHOW}",
    ),
    opening(
        "imports the reference in another Python",
        "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', "
        f"'import {MODULE} as m; print(m.softmax.__doc__)'], cwd='$PROJECT', capture_output=True, text=True).stdout)",
        stopped_by="landlock namespaces seccomp",
    ),
    opening(
        "reads the lab's own hidden tests",
        "assert 'test_of' in open('$PROJECT/labs/lab01_scaled_dot_product/hidden_tests.py').read()\nprint('SUCCEEDED')",
        sign=says_so,
    ),
    opening(
        "reads the lab's solution",
        "assert 'cells' in open('$PROJECT/solutions/lab01_scaled_dot_product.ipynb').read()\nprint('SUCCEEDED')",
        sign=says_so,
    ),
    opening(
        "lists the labs",
        "import os\n"
        "assert 'hidden_tests.py' in os.listdir('$PROJECT/labs/lab01_scaled_dot_product')\n"
        "print('SUCCEEDED')",
        sign=says_so,
    ),
    Attack(
        "searches the process's memory for the reference",
        COPIES,
        (
            "import gc\ngc.unfreeze()\nfor one in gc.get_objects():\n"
            "    if type(one) is type(lambda: 0) and one.__doc__:\n"
            "        if 'scores' in one.__doc__.lower():\n            print(one.__doc__)",
        ),
        layers("process"),
        tells_the_reference,
        unproven="no process that runs submissions has ever loaded it",
    ),
    Attack(
        "searches the process's modules for tests",
        COPIES,
        (
            "import sys\nfor name, module in list(sys.modules.items()):\n"
            "    if 'lab' in name and hasattr(module, 'lab') or hasattr(module, 'examine_lab'):\n"
            "        print('SUCCEEDED')",
        ),
        layers("process"),
        says_so,
        unproven="no process that runs submissions has ever loaded one",
    ),
)
