"""pmlsym derives, proves and refutes statements about pointwise maximal leakage.

    import pmlsym as ps
    X, Y, Z = ps.alphabets("X Y Z")
    P, W, V = ps.Prior("P", X), ps.Channel("W", X, Y), ps.Channel("V", Y, Z)
    ps.prove(ps.pml(P, W >> V) <= ps.pml(P, W))

The names are those of `pmlsym.api`, and of every measure; they are loaded when the first of them
is used: importing a part such as the kernel, `pmlsym.kernel.checker`, loads nothing that it does
not need. No part has the name of a function.
"""

from typing import TYPE_CHECKING

from pmlsym.version import __version__ as __version__

if TYPE_CHECKING:
    from pmlsym.api import *  # noqa: F403
    from pmlsym.api import __all__ as __all__
else:
    from types import FunctionType

    def __getattr__(name: str) -> object:
        if name == "__all__" or not name.startswith("_"):
            import pmlsym.api as public  # `from pmlsym import` would ask this very function
            from pmlsym.io.arguments import with_hints

            if name == "__all__" or name in public.__all__:
                found = getattr(public, name)
                if not isinstance(found, FunctionType):
                    return found
                of_measures = found.__module__.startswith("pmlsym.measures.")
                return with_hints(_of_data(found) if of_measures else found, name)
            from pmlsym.measures.every import MAKERS

            if name in MAKERS:
                return with_hints(_of_data(MAKERS[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_nearest(name)}")

    def _of_data(make: FunctionType) -> object:
        """The measure that `pmlsym.NAME` is, which also takes the user's own tables."""
        from pmlsym.own_data.measure_of_data import of_data

        return of_data(make)

    def _nearest(name: str) -> str:
        """A hint at the name that a wrong `pmlsym.NAME` means, as notebooks show none."""
        if name.startswith("_"):
            return ""
        from difflib import get_close_matches

        from pmlsym.language.elsewhere import written_here
        from pmlsym.measures.every import MEASURES

        own = next((str(word) for word in MEASURES if word.name == name), None)
        if here := written_here(name) or own:
            stem = here.partition("(")[0].partition("[")[0]
            makes = dict.fromkeys(f"ps.{w.make.__name__}" for w in MEASURES if w.name == stem)
            python = " or ".join(makes) or f"ps.quantity({here!r})"
            return f"; it is written {here}, in Python {python}"
        near = get_close_matches(name, __dir__(), 1)
        return f"; did you mean {near[0]}?" if near else ""

    def __dir__() -> list[str]:
        import pmlsym.api as public

        return list(public.__all__)
