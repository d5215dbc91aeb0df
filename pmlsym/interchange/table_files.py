"""Tables in files, by what their names end in.

.json                         {"channel": [[..], ..], "prior": [..]}, or "counts"
.npy, .npz                    one array of NumPy
.parquet, .pq                 a table of pandas, which has to be installed
.csv, and everything else     text, with or without names of letters
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pmlsym.errors import InvalidInput
from pmlsym.files import read_text
from pmlsym.interchange.exact_numbers import DECIMAL
from pmlsym.interchange.tables import Table, table_of
from pmlsym.interchange.text_tables import text_table

ARRAYS, PARQUET, JSON = (".npy", ".npz"), (".parquet", ".pq"), ".json"


def table_of_file(
    path: Path, exact: str = DECIMAL, separator: str | None = None, decimal: str | None = None
) -> Table:
    """The table of a file; `exact`, `separator` and `decimal` are those of `ps.channel`.

    Raises InvalidInput where the file cannot be read or is no table.
    """
    if path.suffix in ARRAYS:
        return table_of(_array(path), exact)
    if path.suffix in PARQUET:
        return table_of(_parquet(path), exact)
    text = read_text(path)
    if not text.strip():
        raise InvalidInput(f"{path} is empty; write one row of probabilities for each input")
    json_form = path.suffix == JSON
    return text_table(text, json_form=json_form, separator=separator, decimal=decimal)


def _parquet(path: Path) -> Any:
    try:
        import pandas

        return pandas.read_parquet(path)
    except ImportError:
        raise InvalidInput(f"{path} is read by pandas with pyarrow; install both") from None
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from None


def _array(path: Path) -> Any:
    import numpy

    try:
        with path.open("rb") as file:
            loaded = numpy.load(file, allow_pickle=False)
            if hasattr(loaded, "files"):
                names = loaded.files
                if len(names) != 1:
                    raise InvalidInput(f"{path} has {len(names)} arrays; keep the one to be read")
                loaded = loaded[names[0]]
            return loaded
    except (OSError, ValueError, EOFError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from None
