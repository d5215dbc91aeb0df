"""Reading regular files of a bounded size, and writing files whole.

A file is written under another name in the same folder, and then replaces the old file. A reader
sees the old content or the new, and a failure leaves the old.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pmlsym.errors import InvalidInput

SAVED = (".json",)
"""The endings of files with saved evidence."""

LARGEST = 32 * 2**20
"""The most bytes of a file that is read."""


def path_of(name: object) -> Path:
    """The path of a file's name. Raises InvalidInput where it is neither a text nor a path.

    >>> path_of("proof.json").suffix
    '.json'
    """
    if isinstance(name, str | Path):
        return Path(name)
    raise InvalidInput(f"{str(name)[:40]!r} is no name of a file; write a text or a path")


def read_text(path: Path) -> str:
    """The text of a regular file of bounded size, in UTF-8.

    Raises InvalidInput where it cannot be read: it is not a regular file, larger than 32 MiB, or
    not text.
    """
    try:
        _require_regular(path, os.stat(path).st_mode)
        # A FIFO that has replaced the file in the meantime must not block the reader.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(number, "rb") as file:
            _require_regular(path, os.fstat(number).st_mode)
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise InvalidInput(f"{path} cannot be read: it is larger than {LARGEST >> 20} MiB")
        return content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        reason = "it is not text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
        reason = getattr(error, "strerror", None) or reason
        raise InvalidInput(f"{path} cannot be read: {reason}") from None


def require_place(path: Path, endings: Sequence[str]) -> None:
    """Raise InvalidInput unless a file can be written there; to call before the work.

    Raises InvalidInput at another ending, at a folder that does not exist or cannot be written to,
    and at a path whose present content may not be replaced.
    """
    if path.suffix.lower() not in endings:
        allowed = " or ".join(filter(None, (", ".join(endings[:-1]), endings[-1])))
        raise InvalidInput(f"{path} does not end in {allowed}")
    try:
        _writable_target(path)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}") from None


def replace_file(path: Path, content: bytes | str) -> None:
    """Write a file whole, or replace one, keeping its permissions.

    A symbolic link stays, and its target is replaced.
    Raises InvalidInput where the file cannot be written; an old file is then still there.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        target = _writable_target(path)
        name = str(target.name)
        number, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{name[:40]}.")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(number)
            os.chmod(beside, _permissions(target))
            os.replace(beside, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}") from None


def _writable_target(path: Path) -> Path:
    """The file behind a path. Raises OSError or InvalidInput where it cannot be written."""
    target = Path(os.path.realpath(path))
    if os.path.lexists(target):
        if stat.S_ISDIR(os.stat(target).st_mode):
            raise InvalidInput(f"{path} cannot be written: Is a directory")
        if not stat.S_ISREG(os.stat(target).st_mode):
            raise InvalidInput(f"{path} cannot be written: it is no regular file")
        _require_access(target, os.W_OK)
    os.stat(target.parent)
    _require_access(target.parent, os.W_OK | os.X_OK)
    return target


def _require_access(path: Path, mode: int) -> None:
    """Raise PermissionError unless the process may access the file's path in this way."""
    if not os.access(path, mode):
        raise PermissionError(13, "Permission denied")


def _require_regular(path: Path, mode: int) -> None:
    """Raise InvalidInput unless the mode is that of a regular file."""
    if not stat.S_ISREG(mode):
        what = "it is a folder" if stat.S_ISDIR(mode) else "it is no regular file"
        raise InvalidInput(f"{path} cannot be read: {what}")


def _permissions(target: Path) -> int:
    """The permissions of the file to be replaced, or those that a new file gets."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(target).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
