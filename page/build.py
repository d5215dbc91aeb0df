"""The page that checks and asks in a browser, put together in a folder that any web server serves.

    npm install --no-package-lock --prefix page
    python page/build.py build/page
    python page/build.py --site build/site        the manual with the page in it, one folder

The runtime (Pyodide: Python as WebAssembly) is copied from `page/node_modules`. Wheels come from
PyPI, for the platform that this runtime says it is; pmlsym itself is built from this checkout.
`--wheels FOLDER` adds wheels that PyPI does not have, such as NumPy's and SciPy's of the Pyodide
distribution. What PyPI lacks is said, and the page says what it does without.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"

CHECKER = ("lark", "python-flint")
"""What a saved proof is checked with, beside pmlsym: the page checks as soon as it has these."""

ASKING = ("mpmath", "sympy", "z3-solver")
"""What claims are asked with, and proofs by a solver checked."""

FASTER = ("numpy", "scipy")
"""What PyPI may not have for a browser: without them no random instances, and exact programs."""


MARK = "<!-- the page in the browser -->"
LINK = '<p><a class="md-button" href="try/index.html">Try it here, in the browser</a></p>'


def build(place: Path, more: Path | None = None) -> list[str]:
    """Fill the folder `place`; the names of what could not be had."""
    runtime = HERE / "node_modules" / "pyodide"
    if not (runtime / LOCK).exists():
        sys.exit("there is no runtime: npm install --no-package-lock --prefix page")
    shutil.rmtree(place, ignore_errors=True)
    wheels = place / "wheels"
    wheels.mkdir(parents=True)
    (place / "pyodide").mkdir()
    for name in (*RUNTIME, LOCK):
        shutil.copy(runtime / name, place / "pyodide" / name)
    for name in ("index.html", "page.js", "worker.js"):
        shutil.copy(HERE / name, place / name)
    info = json.loads((runtime / LOCK).read_text(encoding="utf-8"))["info"]
    shutil.rmtree(HERE.parent / "build" / "lib", ignore_errors=True)  # may hold deleted modules
    own = ["wheel", "--no-deps", "--wheel-dir", str(wheels), str(HERE.parent)]
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *own], check=True)
    missing = [name for name in (*CHECKER, *ASKING) if not _download(name, wheels, info)]
    if more is not None:
        for wheel in sorted(more.glob("*.whl")):
            shutil.copy(wheel, wheels / wheel.name)
    present = {_project(wheel) for wheel in wheels.glob("*.whl")}
    missing += [n for n in FASTER if n not in present and not _download(n, wheels, info)]
    _write_list(wheels)
    return missing


def build_site(place: Path, more: Path | None = None) -> list[str]:
    """The manual in the folder `place`, and below it, as `try`, the page, with a link to it."""
    command = ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(place.resolve())]
    subprocess.run([sys.executable, "-m", *command], cwd=HERE.parent, check=True)
    missing = build(place / "try", more)
    first = place / "index.html"
    text = first.read_text(encoding="utf-8")
    if MARK not in text:
        sys.exit(f"{first} has no place for the link to the page: {MARK}")
    first.write_text(text.replace(MARK, LINK), encoding="utf-8")
    return missing


def _download(name: str, wheels: Path, info: dict[str, str]) -> bool:
    """Fetch the wheel of a project for this runtime; whether there is one."""
    platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
    python = info["python"].rpartition(".")[0]
    where = ["--platform", platform, "--python-version", python, "--only-binary=:all:"]
    command = ["download", "--no-deps", "--dest", str(wheels), *where, name]
    said = subprocess.run(
        [sys.executable, "-m", "pip", *command], capture_output=True, text=True, check=False
    )
    if said.returncode and "No matching distribution" not in said.stderr:
        sys.exit(said.stderr)
    return not said.returncode


def _write_list(wheels: Path) -> None:
    """The wheels in the order in which the page loads them: first what the checker needs."""
    by_project = {_project(wheel): wheel.name for wheel in sorted(wheels.glob("*.whl"))}
    first = [by_project.pop(name) for name in (*CHECKER, "pmlsym") if name in by_project]
    stages = {"checker": first, "asking": list(by_project.values())}
    (wheels / "wheels.json").write_text(json.dumps(stages, indent=1) + "\n", encoding="utf-8")


def _project(wheel: Path) -> str:
    return wheel.name.partition("-")[0].replace("_", "-").lower()


def main() -> None:
    """Build, and say what is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("place", type=Path)
    parser.add_argument("--site", action="store_true", help="the whole manual, with the page in it")
    parser.add_argument("--wheels", type=Path, help="a folder of further wheels for the runtime")
    given = parser.parse_args()
    missing = (build_site if given.site else build)(given.place, given.wheels)
    size = sum(file.stat().st_size for file in given.place.rglob("*") if file.is_file())
    print(f"{given.place}: {size / 1e6:.0f} MB; serve it: python -m http.server -d {given.place}")
    if missing:
        print(f"not on PyPI for this runtime: {', '.join(missing)}")


if __name__ == "__main__":
    main()
