"""No line of the package turns text into code: read from its syntax trees.

What evaluates, unpickles or compiles is called nowhere, but where the argument is no text: the one
place that compiles SymPy expressions, and models of Z3, whose `eval` takes Z3 terms.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.reading_imports import ROOT, files, imports

FUNCTIONS = {"eval", "exec", "compile", "__import__", "breakpoint", "input"}
METHODS = {
    *("sympify", "_sympify", "S", "parse_expr", "parse_latex", "parse_mathematica", "lambdify"),
    *("eval", "exec", "literal_eval", "unpickle", "import_module", "system", "popen"),
    *("format", "format_map", "safe_substitute", "fromstring", "genfromtxt", "loadtxt"),
    *("run_module", "run_path", "from_string", "parse_smt2_string", "from_latex"),
}
MODULES = {"pickle", "cPickle", "dill", "marshal", "shelve", "joblib", "yaml", "runpy", "code"}
RATIONALS = {"Rational", "Integer", "Float", "Number"}

ALLOWED = {
    ("pmlsym/evaluators/symbolic.py", "lambdify"),  # of SymPy expressions, tested there
    ("pmlsym/evaluators/smt.py", "eval"),  # a Z3 term in a Z3 model
    ("pmlsym/closed_forms/forms/dominance.py", "eval"),  # the same
    ("pmlsym/language/display.py", "import_module"),  # of the modules in its table
    ("pmlsym/commands/application.py", "import_module"),  # of the commands in the list
    ("pmlsym/measures/every.py", "import_module"),  # of the measures in its tuple
}


def offences(tree: ast.AST) -> Iterator[str]:
    """The names of the calls that could run a text."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if node.args and all(isinstance(argument, ast.Constant) for argument in node.args):
            continue  # what is written in the program itself
        match node.func:
            case ast.Name(name) if name in FUNCTIONS | METHODS:
                yield name
            case ast.Attribute(_, name) if name in METHODS:
                yield name
            case ast.Attribute(ast.Name("sympy" | "sp"), name) if name in RATIONALS:
                if any(_is_text(argument) for argument in node.args):
                    yield f"{name} of text"
            case ast.Attribute(ast.Name("np" | "numpy"), "load"):
                if not any(k.arg == "allow_pickle" and _is(k.value, False) for k in node.keywords):
                    yield "load"
        if any(k.arg == "shell" and not _is(k.value, False) for k in node.keywords):
            yield "shell"


def _is(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _is_text(node: ast.expr) -> bool:
    """Whether an argument is a text that is made when the program runs: str(..) or an f-string."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return isinstance(node, ast.JoinedStr) or (is_call and node.func.id in ("str", "repr"))


def _found(path: Path) -> set[tuple[str, str]]:
    name = str(path.relative_to(ROOT))
    return {(name, what) for what in offences(ast.parse(path.read_text(encoding="utf-8")))}


@pytest.mark.seconds
def test_no_text_is_run():
    found = set().union(*map(_found, files()))
    assert found - ALLOWED == set()
    assert ALLOWED - found == set(), "what is allowed is still there"


@pytest.mark.seconds
def test_nothing_is_unpickled():
    for path in files():
        tops = {name.split(".")[0] for name in imports(path)}
        assert not tops & MODULES, path


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "sympy.sympify(text)",
        "sp.S(text)",
        "parse_expr(text, evaluate=True)",
        "sympy.Rational(str(value))",
        "sympy.lambdify(names, text)",
        "template.format(value)",
        "np.load(path)",
        "np.load(path, allow_pickle=True)",
        "subprocess.run(text, shell=True)",
        "os.system(text)",
        "__import__(name)",
    ],
)
def test_each_of_these_would_be_seen(line: str):
    assert list(offences(ast.parse(line)))


@pytest.mark.parametrize("line", ["np.load(path, allow_pickle=False)", "re.compile(x)", "f'{x}'"])
def test_these_are_no_offences(line: str):
    assert not list(offences(ast.parse(line)))
