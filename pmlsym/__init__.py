"""pmlsym derives, proves and refutes statements about pointwise maximal leakage.

    import pmlsym as ps
    X, Y, Z = ps.alphabets("X Y Z")
    P, W, V = ps.Prior("P", X), ps.Channel("W", X, Y), ps.Channel("V", Y, Z)
    ps.prove(ps.pml(P, W >> V) <= ps.pml(P, W))

The names are those of `pmlsym.public`, which is loaded when the first of them is used: importing a
part such as the kernel, `pmlsym.evidence.checker`, loads nothing that it does not need.
"""

from typing import TYPE_CHECKING

from pmlsym.version import __version__ as __version__

if TYPE_CHECKING:
    from pmlsym.public import *  # noqa: F403
    from pmlsym.public import __all__ as __all__
else:
    import sys
    from collections.abc import Callable
    from types import FunctionType, ModuleType

    from pmlsym.display import Writer, written_by

    BOTH = ("ask", "catalogue", "crosscheck", "derive", "design", "families", "report")

    class _Package(ModuleType):
        """The package, of which the parts in `BOTH` are called as verbs are.

        Importing a part binds its name here, and would hide the verb: `ps.derive` would be a
        function until somebody has derived something. `from pmlsym.closed_forms.x import y` and
        `sys.modules` know the parts all the same.
        """

        def __setattr__(self, name: str, value: object) -> None:
            if not (name in BOTH and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Package

    def _writing() -> ModuleType:
        from pmlsym.language import writing

        return writing

    def _question() -> ModuleType:
        from pmlsym.claims import question

        return question

    def _latex() -> ModuleType:
        from pmlsym.pages import claim_latex

        return claim_latex

    def _display() -> ModuleType:
        from pmlsym.pages import verdict_display

        return verdict_display

    def _verdict_latex() -> ModuleType:
        from pmlsym.pages import verdict_latex

        return verdict_latex

    def _instance() -> ModuleType:
        from pmlsym.pages import instance_text

        return instance_text

    def _writer(name: str, module: Callable[[], ModuleType]) -> Writer:
        return lambda answer: getattr(module(), name)(answer)

    WRITERS = {"claim_text": _writing, "claim_repr": _question, "claim_latex": _latex}
    WRITERS |= dict.fromkeys(("verdict_str", "verdict_repr", "verdict_html"), _display)
    WRITERS |= dict.fromkeys(("verdict_bits", "verdict_json", "verdict_saved"), _display)
    WRITERS |= dict.fromkeys(("verdict_latex", "verdict_article"), _verdict_latex)
    WRITERS |= dict.fromkeys(("tightness_text", "tightness_repr", "sides_text"), _display)
    WRITERS |= {"instance_text": _instance}
    for _name, _module in WRITERS.items():
        written_by(_name, _writer(_name, _module))

    def __getattr__(name: str) -> object:
        if name == "__all__" or not name.startswith("_"):
            import pmlsym.public as public  # `from` would ask this very function
            from pmlsym.words import with_words

            if name == "__all__" or name in public.__all__:
                found = getattr(public, name)
                return with_words(found, name) if type(found) is FunctionType else found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_nearest(name)}")

    def _nearest(name: str) -> str:
        """The public name that is meant, for notebooks, which show no hint of Python's own."""
        if name.startswith("_"):
            return ""
        from difflib import get_close_matches

        near = get_close_matches(name, __dir__(), 1)
        return f"; did you mean {near[0]}?" if near else ""

    def __dir__() -> list[str]:
        import pmlsym.public as public

        return list(public.__all__)
