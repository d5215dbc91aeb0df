"""For the manual: formulas become MathML when it is built, which browsers show without a script.

Where latex2mathml (of the extra `docs`) is not installed they stay LaTeX, and that is said.
"""

from __future__ import annotations

import logging
import re
from html import unescape
from typing import Any

try:
    from latex2mathml.converter import convert
except ImportError:
    convert = None

LOG = logging.getLogger("mkdocs.hooks.formulas")
FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)


def on_config(config: Any) -> Any:
    """Say once where formulas stay as they are."""
    if convert is None:
        LOG.info("latex2mathml is not installed: formulas are shown as LaTeX")
    return config


def on_page_content(html: str, **_: Any) -> str:
    """The page with its formulas as MathML."""
    if convert is None:
        return html
    return FORMULA.sub(lambda found: _mathml(unescape(found[2])), html)


def _mathml(latex: str) -> str:
    is_large = r"\displaystyle" in latex
    shown = str(convert(latex.replace(r"\displaystyle", "")))
    return shown.replace("<math ", '<math displaystyle="true" ', 1) if is_large else shown
