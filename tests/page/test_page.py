"""The page in a real browser: it checks proofs, finds them, and refutes.

Slow, and skipped where there is no browser, no driver of it or no runtime: see
docs/how_to/in_the_browser.md.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pmlsym.version import __version__
from tests.page.browser import STATE, Browser, browsing

ROOT = Path(__file__).parents[2]
PATIENCE = 300
"""Seconds for what takes ten: the machine may be busy."""

pytestmark = [pytest.mark.slow, pytest.mark.processor_seconds(1800)]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("there is no browser with a driver: apt-get install chromium chromium-driver")
    if not (ROOT / "page" / "node_modules" / "pyodide").exists():
        pytest.skip("there is no runtime: npm install --no-package-lock --prefix page")
    place = tmp_path_factory.mktemp("page") / "built"
    subprocess.run([sys.executable, ROOT / "page" / "build.py", place], check=True)
    handler = partial(_Quiet, directory=str(place))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, socket.socket() as free:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        try:
            with browsing(driver, browser, port) as shown:
                shown.show(f"http://127.0.0.1:{server.server_port}/")
                shown.wait("return document.body.dataset.ready === 'checker asking'", PATIENCE)
                yield shown
        finally:
            server.shutdown()


def _check(page: Browser, text: str) -> str:
    page.run(
        "document.getElementById('evidence').value = arguments[0];"
        "document.getElementById('check').click()",
        text,
    )
    return str(page.wait("const p = document.getElementById('checked');" + DONE, PATIENCE))


def _ask(
    page: Browser,
    claim: str,
    *,
    lets: str = "",
    assume: str = "",
    rows: str = "",
    priors: str = "",
) -> str:
    page.run(
        "['claim', 'lets', 'assume', 'rows', 'priors'].forEach((id, k) =>"
        " { document.getElementById(id).value = arguments[k]; });"
        "document.getElementById('ask').click()",
        *(claim, lets, assume, rows, priors),
    )
    return str(page.wait("const p = document.getElementById('answer');" + DONE, PATIENCE))


DONE = "return p.dataset.done ? p.textContent : null"


def test_it_says_what_it_is_and_what_it_lacks(page: Browser) -> None:
    assert f"pmlsym {__version__} is ready." in page.run(STATE)
    assert "Without Z3" not in page.run(STATE)


@pytest.mark.parametrize(
    "name",
    ["composition", "mutual-information-is-at-most-mean-leakage", "total-variation-at-large-eps"],
)
def test_it_checks_a_kept_proof(page: Browser, name: str) -> None:
    text = (ROOT / "proofs" / "certificates" / f"{name}.json").read_text(encoding="utf-8")
    assert _check(page, text).startswith("valid: proof with ")


def test_it_checks_a_proof_about_numbers(page: Browser) -> None:
    """Z3 is asked again, and cvc5, which a browser does not have, is said to be absent."""
    text = (ROOT / "proofs" / "rows" / "rdp-thm-4.3-claim-1.json").read_text(encoding="utf-8")
    assert _check(page, text).startswith("valid: analytic proof (")


def test_a_forged_proof_is_refused(page: Browser) -> None:
    kept = ROOT / "proofs" / "certificates" / "post-processing.json"
    forged = json.loads(kept.read_text(encoding="utf-8"))
    forged["claim"]["text"] = "pml(P, W) <= pml(P, W >> V)"
    assert "not linked to a claim" in _check(page, json.dumps(forged))
    assert _check(page, "{") and not _check(page, "{").startswith("valid")


def test_it_proves_and_checks_its_own_proof(page: Browser) -> None:
    assert _ask(page, "pml(P, W >> V) <= pml(P, W)").startswith("Proved")
    page.run("delete document.getElementById('checked').dataset.done")
    page.run("document.getElementById('recheck').click()")
    said = page.wait("const p = document.getElementById('checked');" + DONE, PATIENCE)
    assert said == "valid: proof with 1 certificate: pml(P, W >> V) <= pml(P, W)"


def test_it_refutes_with_an_instance(page: Browser) -> None:
    said = _ask(page, "pml(P, W) <= maxleak(W)")
    assert said.startswith("Refuted") and "evaluated exactly" in said


def test_declarations_and_assumptions_are_heard(page: Browser) -> None:
    said = _ask(page, "pml(P, W) <= 1", assume="ldp(W) <= 1")
    assert said.startswith("Proved"), said
    assert _ask(page, "pml(P, V) <= ldp(V)", lets="V: A -> B").startswith("Proved")


def test_a_matrix_of_ones_own_is_decided_over_priors(page: Browser) -> None:
    flip = {"rows": "9/10, 1/10\n0.1, 0.9", "priors": "p(x) >= 1/10"}
    said = _ask(page, "pml(P, W) <= log(5)", **flip)
    assert said.startswith("Proved") and "attained at (1/10, 9/10)" in said
    assert _ask(page, "pml(P, W) < log(5)", **flip).startswith("Refuted")
    assert "row 1 of W sums to 2/5, not 1" in _ask(page, "pml(P, W) <= 1", rows="0.2, 0.2\n0, 1")


def test_the_list_of_words_writes_the_claim(page: Browser) -> None:
    rows = "[...document.querySelectorAll('#list div')]"
    texts = page.wait(
        f"const found = {rows}; return found.length > 100 ? found.length : 0", PATIENCE
    )
    page.run("document.getElementById('words').open = true")
    page.run(
        "const wanted = document.getElementById('wanted'); wanted.value = 'erasure channel';"
        "wanted.dispatchEvent(new Event('input'))"
    )
    shown = page.run(f"return {rows}.filter((row) => !row.hidden).map((row) => row.textContent)")
    assert 0 < len(shown) < texts and all("erasure channel" in text for text in shown)
    page.run(f"{rows}.find((row) => !row.hidden).querySelector('button').click()")
    claim = page.run("return document.getElementById('claim').value")
    assert claim == "maxleak(bec(q)) == log(2 - q)"
    assert _ask(page, claim).startswith("Proved")


def test_what_cannot_be_read_is_said_as_in_a_terminal(page: Browser) -> None:
    assert "plm" in _ask(page, "plm(P, W) <= 1")


def test_the_page_looks_like_one(page: Browser, tmp_path: Path) -> None:
    from matplotlib.image import imread

    _ask(page, "pml(P, W >> V) <= pml(P, W)")
    page.screenshot(tmp_path / "page.png")
    inked = imread(tmp_path / "page.png")[:, :, :3].min(axis=2) < 0.9
    assert 0.02 < inked.mean() < 0.5
