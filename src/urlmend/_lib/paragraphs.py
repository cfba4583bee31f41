"""Tell paragraphs of Markdown from blocks whose line ends mean something."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy

_LAID_OUT = lazy(r"^(?:[-*|] | )", re.MULTILINE)


def is_laid_out(block: str) -> bool:
    """Whether a block is a list, a table or code; the lines of a paragraph may be wrapped otherwise."""
    return _LAID_OUT.search(block) is not None
