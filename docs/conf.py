"""The documentation site: `sphinx-build -W --keep-going docs build/site` makes it, without the network."""

from __future__ import annotations

import re

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from urlmend import __version__

project = "urlmend"
version = release = __version__
html_title = f"urlmend {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
default_role = "code"
smartquotes = False  # what is quoted here is often typed
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

# The rules' examples: each is text, and its fence says what the rule makes of it.
EXAMPLES = ("bad", "fixed", "good")
# Links to files of the repository that are no pages of the site.
LINK_OUT = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]*)[^)]*\)")
RULE_PAGES = "\n```{toctree}\n:hidden:\n:glob:\n\nURL*\n```\n"


def with_rule_pages(_: Sphinx, name: str, source: list[str]) -> None:
    """Put the pages of the rules below their index, which is written for people who read it as it is, too."""
    if name == "rules/index":
        source[0] += RULE_PAGES


def without_links_out(_: Sphinx, name: str, source: list[str]) -> None:
    """Name the file where a page links to one outside the site, which has none."""
    if "/" not in name:
        source[0] = LINK_OUT.sub(r"\1 (`\2`)", source[0])


def without_aliases(_: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:  # noqa: ARG001
    """Leave out what Python says of a field of a named tuple that nobody has said anything of."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    for kind in EXAMPLES:
        app.add_lexer(kind, TextLexer)
    app.connect("source-read", with_rule_pages)
    app.connect("source-read", without_links_out)
    app.connect("autodoc-process-docstring", without_aliases)
