"""The documentation site: `sphinx-build -W --keep-going docs build/site` makes it, without the network."""

from __future__ import annotations

import re
from pathlib import Path

from pygments.lexer import RegexLexer, bygroups, using
from pygments.lexers.shell import BashLexer
from pygments.lexers.special import TextLexer
from pygments.token import Generic
from sphinx.application import Sphinx

import urlmend
from urlmend import __version__
from urlmend._version import ADDRESS

project = "urlmend"
version = release = __version__
html_title = f"urlmend {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
default_role = "code"
smartquotes = False  # examples are to be typed as they are
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_theme_options = {
    "footer_icons": [],
    "source_repository": ADDRESS,
    "source_branch": "main",
    "source_directory": "docs/",
    "source_view_link": f"{ADDRESS}/blob/main/docs/{{filename}}",
    "source_edit_link": f"{ADDRESS}/edit/main/docs/{{filename}}",
}
html_logo = html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_search_scorer = str(Path(__file__).with_name("_static") / "search_scorer.js")
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

DESCRIPTION = "Finds URLs in plain text and mail, rejoins those that are broken across lines, and lints them."
# Words that people search for, by page, where the page itself uses other words.
SEARCH_WORDS = {
    "ci": "github action, workflow, annotations, code scanning, gitlab, jenkins, pipeline, build fails, exit code",
    "command-line": "exit code, return code, cli, flags, arguments, usage, man page, shell completion",
    "comparison": "alternatives, link checker, lychee, linkify, urlextract, versus",
    "configuration": "settings, options, pyproject, disable a rule, turn off, noqa, suppress, allowlist, exceptions",
    "editors": "vscode, visual studio code, vim, nvim, emacs, eglot, sublime, helix, zed, lsp, plugin, extension",
    "file-formats": "markdown, html, json, yaml, csv, restructuredtext, latex, supported file types, extensions",
    "fixes": "autofix, automatic correction, repair, safe, unsafe, apply, broken links",
    "gateways": "safelinks, proofpoint, urldefense, outlook, mimecast, unwrap, redirect, tracking, hxxp, defang",
    "hook": "pre-commit, precommit, git hook, commit fails, pre-push",
    "library": "python api, import, module",
    "mail": "thunderbird, gmail, outlook, mutt, eml, mbox, maildir, imap, export, usenet, format flowed",
    "performance": "speed, slow, fast, benchmark, memory, large files",
    "rejoining": "wrapped lines, line break, split link, join, hard wrap, truncated",
    "scopes": "false positive, source code, comments, strings, test data, vendored, generated",
    "secrets": "password, token, api key, credentials, leak",
    "stability": "versioning, semver, deprecation, breaking changes",
}

# The examples of rules: each is text, and the language of its fence says what the rule reports.
EXAMPLES = ("bad", "fixed", "good")
# Links to files of the repository that are no pages of the site.
LINK_OUT = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]*)[^)]*\)")
RULE_PAGES = "\n```{toctree}\n:hidden:\n:glob:\n\nURL*\n```\n"
# The section of a name on the page about the API.
API_SECTION = re.compile(r"^### `(\w+)`\n.*?(?=^##|^<!-- end)", re.DOTALL | re.MULTILINE)
# The value of a type alias in such a section, and its description.
ALIAS = re.compile(r"^urlmend\.\w+ = (.*)\n```\n\n(.*)$", re.MULTILINE)
# Methods of tuples, unless a field has the name.
OF_TUPLES = ("count", "index")
TABLE = re.compile(r"^\|.*\|\n\|[ |-]*\|\n(?:\|.*\|\n)+", re.MULTILINE)


class ConsoleLexer(RegexLexer):
    """A shell session: each line after `$ ` is a command, all others are output."""

    name = "console"
    tokens = {"root": [(r"(\$ )(.*\n)", bygroups(Generic.Prompt, using(BashLexer))), (r".*\n", Generic.Output)]}  # noqa: RUF012


def with_search_words(_: Sphinx, name: str, source: list[str]) -> None:
    """Add the description of the site, and the words by which its search finds the page."""
    fields = [f'description: "{DESCRIPTION}"'] if name == "index" else []
    if name in SEARCH_WORDS:
        fields.append(f'keywords: "{SEARCH_WORDS[name]}"')
    if fields:
        source[0] = "---\nmyst:\n  html_meta:\n" + "".join(f"    {field}\n" for field in fields) + "---\n" + source[0]


def with_rule_pages(_: Sphinx, name: str, source: list[str]) -> None:
    """Put the pages of the rules below their index, and name the class of its tables."""
    if name == "rules/index":
        source[0] = TABLE.sub(lambda table: _with_class("rules", table.group()), source[0]) + RULE_PAGES


def with_folded_tests(_: Sphinx, name: str, source: list[str]) -> None:
    """Move the names of tests from the tables of guarantees into a fold-out after each table."""
    if name == "guarantees":
        source[0] = TABLE.sub(lambda table: _without_tests(table.group()), source[0])


def _without_tests(table: str) -> str:
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table.splitlines()]
    shown = "".join(f"|{guarantee}|{limits}|\n" for guarantee, limits, _ in rows)
    tests = "".join(f"-{guarantee}\n\n {tests}\n" for guarantee, _, tests in rows[2:])
    return (
        _with_class("guarantees", shown)
        + '\n```{raw} html\n<details class="tests"><summary>Tests of these guarantees</summary>\n```\n\n'
        + tests
        + "\n```{raw} html\n</details>\n```\n"
    )


def _with_class(name: str, table: str) -> str:
    return f"```{{table}}\n:class: {name}\n\n{table}```\n"


def with_links_to_repository(_: Sphinx, name: str, source: list[str]) -> None:
    """Lead links to files outside the site to the repository."""
    if "/" not in name:
        source[0] = LINK_OUT.sub(rf"[\1]({ADDRESS}/blob/main/\2)", source[0])


def with_directives_of_api(_: Sphinx, name: str, source: list[str]) -> None:
    """Replace the sections of the page about the API, which are for readers of the file, by directives of autodoc."""
    if name == "api":
        source[0] = API_SECTION.sub(_directive, source[0])


def _directive(section: re.Match[str]) -> str:
    """Return the directive for a section of the page."""
    name = section[1]
    found = getattr(urlmend, name)
    if alias := ALIAS.search(section[0]):  # autodoc does not find its description
        return f"```{{eval-rst}}\n.. py:data:: urlmend.{name}\n   :value: {alias[1]}\n\n   {alias[2]}\n```\n\n"
    kind, options = "autofunction", []
    if isinstance(found, type):
        kind, options = "autoclass", ["   :members:", "   :undoc-members:"]
        fields = getattr(found, "_fields", ())
        excluded = [word for word in OF_TUPLES if issubclass(found, tuple) and word not in fields]
        options += [f"   :exclude-members: {', '.join(excluded)}"] * bool(excluded)
        name += "" if name in {"Document", "ConfigError"} else "()"
    return "\n".join(["```{eval-rst}", f".. {kind}:: urlmend.{name}", *options, "```", "", ""])


def without_aliases(_: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:  # noqa: ARG001
    """Leave out the docstrings that Python gives to the fields of a named tuple."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    for kind in EXAMPLES:
        app.add_lexer(kind, TextLexer)
    app.add_lexer("console", ConsoleLexer)
    app.connect("source-read", with_rule_pages)
    app.connect("source-read", with_folded_tests)
    app.connect("source-read", with_links_to_repository)
    app.connect("source-read", with_search_words)
    app.connect("source-read", with_directives_of_api)
    app.connect("autodoc-process-docstring", without_aliases)
