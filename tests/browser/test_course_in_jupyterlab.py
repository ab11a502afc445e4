"""The course in JupyterLab, in a real browser: lectures, labs, sliders, messages, themes, screenshots."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from contrast import contrasts
from lab_page import PICTURE_IS_NEW, Notebook, Picture, count_colours, serve
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output
from PIL import Image
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from attn_course.authoring.outputs import WIDGETS
from attn_course.authoring.places import ROOT, lectures, notebook_text, read, solutions
from attn_course.checking.specification import all_labs
from attn_course.viz.heatmap import heatmap
from attn_course.viz.show import figure_png, picture_html

Open = Callable[[str], AbstractContextManager[Notebook]]

MANY_MOVES = 5  # of each slider of one notebook: a figure that comes out blank does so now and then only
MOVES = 2  # of each slider of the others
SETTLED = 1_500  # milliseconds after which a picture would have gone blank
LEAST_COLOURS = 3  # beside greys: blank frames have none, every figure of the course has more
LEAST_SCREEN_COLOURS = 100  # an empty page has fewer
LEAST_CONTRAST = 4.5  # WCAG 2, level AA, for text

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}

# A mistake that many learners make, and the misconception that the check must name.
LAB, MISTAKEN, MISCONCEPTION = "lab01_scaled_dot_product", "softmax", "softmax-over-columns"
MISTAKE = """\
def softmax(x, axis=-1):
    exponentials = np.exp(x - np.max(x, axis=0))
    return exponentials / np.sum(exponentials, axis=0)


check(softmax)"""

# Trains for a minute, and is executed elsewhere: its page is tried in a notebook of its own.
TRAINS = "lab08_translator"
PAGE = """\
from attn_course.translation.copy_task import copy_examples
from attn_course.translation.transformer import Transformer, TransformerSize
from attn_course.viz.translator_page import TranslationPage

examples = copy_examples(100)
size = TransformerSize(len(examples.english), len(examples.french), d_model=8, d_ff=8)
TranslationPage(Transformer(size), examples.english, examples.french)"""

# What a submission holds in place of the solution, by the ids of the cells.
SUBMITTED = {
    "attention-scores": """\
def attention_scores(Q, K, scale=True):
    scores = Q @ np.swapaxes(K, -1, -2)
    return scores / Q.shape[-1] if scale else scores""",
    "scaled-dot-product-attention": """\
def scaled_dot_product_attention(Q, K, V, mask=None):
    weights = softmax(attention_scores(Q, K))
    if mask is not None:
        weights = np.where(mask, weights, 0.0)
    return weights @ V, weights""",
    "softmax-jacobian": """\
def softmax_jacobian(p):
    raise NotImplementedError""",
}


def page_that_translates() -> NotebookNode:
    """Return a notebook with the page of Lab 8, over a model of few numbers that has learnt nothing."""
    return new_notebook(cells=[new_code_cell(PAGE, id="page")], metadata=KERNEL)


def stored_picture() -> NotebookNode:
    """Return a notebook that has an output, but was never run here: JupyterLab does not trust it."""
    picture = picture_html(figure_png(heatmap([[0.25, 0.75]])), 'A "stored" <figure>')
    cell = new_code_cell(id="stored", outputs=[new_output("display_data", {"text/html": picture})])
    return new_notebook(cells=[cell], metadata=KERNEL)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium)


@pytest.fixture(scope="module")
def open_notebook(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Return the function that opens a notebook of a copy of the course, by its path in it."""
    root = tmp_path_factory.mktemp("course")
    for folder in ("notebooks", "labs", "solutions"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(root / "labs" / LAB / f"{LAB}.ipynb", root / "mistaken.ipynb")
    for name, notebook in {"stored": stored_picture(), "page": page_that_translates()}.items():
        (root / f"{name}.ipynb").write_text(notebook_text(notebook), encoding="utf-8")
    with serve(root, tmp_path_factory.mktemp("home")) as address:
        yield lambda path: Notebook.opened(browser, address.format(path=path))


def has_widgets(file: Path) -> bool:
    return WIDGETS in read(file).metadata.get("widgets", {})


def worth_a_browser() -> list[str]:
    """Return the notebooks with widgets, and one without to stand for all: those are executed elsewhere."""
    files = [file for file in [*lectures(), *solutions()] if file.stem != TRAINS]
    chosen = [file for file in files if has_widgets(file)] + [file for file in files if not has_widgets(file)][:1]
    return [file.relative_to(ROOT).as_posix() for file in chosen]


def grouped(path: str) -> object:
    """Return a parameter whose tests stay on one worker, so that a notebook is run once."""
    return pytest.param(path, id=path, marks=pytest.mark.xdist_group(path))


@pytest.fixture(scope="module", params=map(grouped, worth_a_browser()))
def whole(request: pytest.FixtureRequest, open_notebook: Open) -> Iterator[Notebook]:
    """Return a lecture or a solved lab, run from top to bottom."""
    with open_notebook(request.param) as notebook:
        notebook.run_all()
        yield notebook


@pytest.fixture
def moves(request: pytest.FixtureRequest) -> int:
    """Return how often each slider of the notebook is moved."""
    return MANY_MOVES if request.node.callspec.params["whole"] == worth_a_browser()[0] else MOVES


@pytest.fixture(scope="module")
def mistaken(open_notebook: Open) -> Iterator[Notebook]:
    """Return a lab in which a learner has typed a mistake and checked it."""
    with open_notebook("mistaken.ipynb") as notebook:
        notebook.run("set-up")
        notebook.type_and_run(MISTAKEN, MISTAKE)
        yield notebook


def cells_with(notebook: Notebook, form: str) -> list[tuple[str, dict]]:
    """Return the ids of the cells that show something in this form, and the outputs."""
    outputs = [(cell["id"], output) for cell in notebook.cells for output in cell.get("outputs", [])]
    return [(name, output) for name, output in outputs if form in output.get("data", {})]


def message(notebook: Notebook, cell: str) -> Locator:
    """Return the message of a check, as a screen reader finds it."""
    return notebook.cell(cell).get_by_role("status")


def assert_drawn(picture: Picture) -> None:
    assert picture.alt, "a picture without a text for those who cannot see it"
    assert picture.pixels.width >= 300 and picture.pixels.height >= 150
    assert picture.colours > LEAST_COLOURS, f"blank: {picture.alt}"


def test_a_notebook_runs_without_an_error(whole: Notebook):
    assert whole.errors == []
    assert all(cell["execution_count"] for cell in whole.cells if cell["cell_type"] == "code")


def test_every_figure_is_drawn_and_has_its_text_in_the_page(whole: Notebook):
    figures = [
        (cell, output) for cell, output in cells_with(whole, "text/html") if "<img" in output["data"]["text/html"]
    ]
    assert figures
    for cell, output in figures:
        picture = whole.picture(cell)
        assert_drawn(picture)
        assert f"Figure: {picture.alt}" == output["data"]["text/plain"]


def test_every_slider_redraws_its_figure_and_the_text(whole: Notebook, moves: int):
    last = {}
    for cell, _ in cells_with(whole, "application/vnd.jupyter.widget-view+json"):
        seen = [whole.picture(cell)]
        for slider in whole.sliders(cell):
            for _ in range(moves):
                seen.append(whole.move(cell, slider))
                assert_drawn(seen[-1])
                assert seen[-1].pixels.size == seen[0].pixels.size, "the page would jump"
                assert seen[-1].alt != seen[-2].alt
        last[cell] = seen[-1]
    whole.page.wait_for_timeout(SETTLED)
    assert {cell: whole.picture(cell) for cell in last} == last


def test_there_are_sliders():
    assert [path for path in worth_a_browser() if has_widgets(ROOT / path)]


def test_a_notebook_asks_no_other_machine_and_raises_no_complaint(whole: Notebook):
    assert whole.strangers == []
    assert whole.complaints == []


def test_nothing_of_the_markers_tools_stands_beside_the_notebook(whole: Notebook):
    assert whole.page.get_by_text("Create Assignment").count() == 0
    assert whole.page.get_by_text("Jupyter news").count() == 0


def test_a_stored_figure_has_its_text_before_it_is_run(open_notebook: Open):
    with open_notebook("stored.ipynb") as notebook:
        picture = notebook.picture("stored")
        assert picture.alt == 'A "stored" <figure>'
        assert picture.colours > LEAST_COLOURS


def test_what_is_typed_is_translated_and_drawn(open_notebook: Open):
    with open_notebook("page.ipynb") as notebook:
        notebook.run_all()
        cell = notebook.cell("page")
        expect(cell).to_contain_text("Type an English sentence")
        seen = []
        for sentence in ("a b dragon.", "a b", "b a"):
            cell.get_by_role("textbox", name="English").fill(sentence)
            cell.get_by_role("textbox", name="English").press("Enter")
            notebook.page.wait_for_function(PICTURE_IS_NEW, arg=["page", seen[-1].address if seen else ""])
            seen.append(notebook.picture("page"))
            assert_drawn(seen[-1])
            assert f"looked in “{' '.join(sentence.rstrip('.').split())} .”" in seen[-1].alt
            expect(cell.get_by_text("It does not know “dragon”")).to_have_count(1 if "dragon" in sentence else 0)
        assert notebook.errors == notebook.strangers == notebook.complaints == []


def test_an_untouched_lab_runs_and_says_that_nothing_was_attempted(open_notebook: Open):
    """One lab for all, each of which is executed without a browser too."""
    with open_notebook(f"labs/{LAB}/{LAB}.ipynb") as notebook:
        notebook.run_all()
        assert notebook.errors == []
        named = {cell["id"]: re.match(r"check\((\w+)\)", cell["source"]) for cell in notebook.cells}
        checks = {cell: match[1] for cell, match in named.items() if match}
        assert tuple(checks.values()) == next(lab.names for lab in all_labs() if lab.id == LAB)
        for cell, task in checks.items():
            expect(message(notebook, cell)).to_contain_text(f"{task}: not attempted yet")


on_one_worker = pytest.mark.xdist_group("mistaken")


@on_one_worker
def test_a_mistake_gets_its_diagnosis_in_the_page(mistaken: Notebook):
    lab = next(lab for lab in all_labs() if lab.id == LAB)
    found = next(found for found in lab.misconceptions if found.name == MISCONCEPTION)
    said = message(mistaken, MISTAKEN)
    expect(said).to_be_visible()
    expect(said).to_contain_text(f"{MISTAKEN}: wrong")
    expect(said).to_contain_text(found.belief)
    expect(said).to_contain_text(found.cure)


@on_one_worker
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_a_message_stands_out_from_its_background(mistaken: Notebook, theme: str):
    mistaken.set_theme(theme)
    ratios = contrasts(message(mistaken, MISTAKEN))
    assert len(ratios) > 5
    assert {text: ratio for text, ratio in ratios.items() if ratio < LEAST_CONTRAST} == {}


@on_one_worker
def test_the_screenshot_of_a_diagnosis(mistaken: Notebook, screenshots: Path):
    mistaken.set_theme("JupyterLab Light")
    mistaken.cell(MISTAKEN).screenshot(path=screenshots / "diagnosis.png")
    assert_readable(screenshots / "diagnosis.png")


def test_the_screenshot_of_a_report(browser: Browser, screenshots: Path, tmp_path: Path):
    write_submission(tmp_path / "ada.ipynb")
    course = Path(sys.executable).with_name("attn-course")
    command = [course, "grade", "ada.ipynb", "--seed", "1", "--html", "reports"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (report,) = (tmp_path / "reports").glob("*.html")
    page = browser.new_page(viewport={"width": 900, "height": 1200})
    page.goto(report.as_uri())
    page.screenshot(path=screenshots / "report.png")
    page.close()
    assert_readable(screenshots / "report.png")


def write_submission(target: Path) -> None:
    """Write the solved lab with some mistakes in it."""
    notebook = read(ROOT / "solutions" / f"{LAB}.ipynb")
    for cell in notebook.cells:
        cell.source = SUBMITTED.get(cell.id, cell.source)
    target.write_text(notebook_text(notebook), encoding="utf-8")


def assert_readable(screenshot: Path) -> None:
    """Prove that a screenshot fits a README and shows something."""
    pixels = Image.open(screenshot).convert("RGB")
    assert 700 <= pixels.width <= 1100 and 150 <= pixels.height <= 1500
    assert count_colours(pixels) > LEAST_SCREEN_COLOURS
