"""Which places only a person can fill are still empty: `python .ci/places.py`; status 1 if any is.

`python .ci/places.py --readme` writes the links of README as absolute ones, for a package index;
`python .ci/places.py --tag v0.1.0` says where another version is named than that of the tag.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EMPTY = "TO BE WRITTEN BY A PERSON"
FILES = (
    "CITATION.cff",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "codemeta.json",
    ".zenodo.json",
    "packaging/conda/meta.yaml",
    "paper/paper.md",
)
LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")


def empty_places() -> Iterator[str]:
    """Each as the file and what is missing there."""
    for name in FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        yield from (f"{name}: {n} times '{EMPTY}'" for n in [text.count(EMPTY)] if n)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if "urls" not in project:
        yield "pyproject.toml: [project.urls]"
    if any(author["name"] == "the pmlsym authors" for author in project["authors"]):
        yield "pyproject.toml: authors"
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    yield from (f"mkdocs.yml: {key}" for key in ("site_url", "repo_url") if f"\n{key}:" not in site)
    if "not yet released" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        yield "CHANGELOG.md: the date of the version"


def absolute_links(text: str, repository: str) -> str:
    """The text with links to files of the repository at that address.

    >>> absolute_links("[a](docs/a.md) [b](#b)", "https://example.org/x")
    '[a](https://example.org/x/blob/main/docs/a.md) [b](#b)'
    """
    return LINK.sub(lambda found: f"]({repository.rstrip('/')}/blob/main/{found[1]})", text)


def other_versions(version: str) -> Iterator[str]:
    """The files that name another version."""
    named = {
        "pmlsym/version.py": f'__version__ = "{version}"',
        "CITATION.cff": f"\nversion: {version}\n",
        "codemeta.json": f'"version": "{version}"',
        ".zenodo.json": f'"version": "{version}"',
        "packaging/conda/meta.yaml": f'version = "{version}"',
        "CHANGELOG.md": f"\n## {version}",
    }
    for name, text in named.items():
        if text not in (ROOT / name).read_text(encoding="utf-8"):
            yield f"{name}: another version than {version}"


def main() -> int:
    """Say what is missing, or write the links."""
    if sys.argv[1:2] == ["--tag"]:
        others = list(other_versions(sys.argv[2].removeprefix("v")))
        print("\n".join(others) or "every file names this version")
        return 1 if others else 0
    if sys.argv[1:] == ["--readme"]:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        readme = ROOT / "README.md"
        text = readme.read_text(encoding="utf-8")
        readme.write_text(absolute_links(text, project["urls"]["Repository"]), encoding="utf-8")
        return 0
    missing = list(empty_places())
    print("\n".join(missing) or "every place is filled")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
