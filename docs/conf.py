"""The documentation site: `sphinx-build -W --keep-going docs build/site` makes it, without the network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path

from docutils import nodes
from pygments.lexer import RegexLexer, bygroups, using
from pygments.lexers.shell import BashLexer
from pygments.lexers.special import TextLexer
from pygments.token import Generic
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder
from sphinx.util.docutils import new_document

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
html_search_scorer = str(Path(__file__).with_name("_static") / "search.js")
html_copy_source = False
html_show_copyright = False
# Columns of results are named `bytes`, as the type is.
suppress_warnings = ["ref.python"]
html_show_sphinx = False

DESCRIPTION = "Finds URLs in plain text and mail, rejoins those that are broken across lines, and lints them."
# Words that people search for, and the page or section that is their first result.
SEARCH_WORDS = {
    "ci": "ci, workflow, annotations, code scanning, jenkins, pipeline, build fails",
    "ci#github-actions": "github action, github workflow",
    "ci#gitlab": "gitlab ci",
    "columns": "pandas, polars, spark, dataframe, data frame, asyncio, async, thread, threads, multiprocessing",
    "command-line": "cli, flags, arguments, usage",
    "command-line#exit-status": "exit code, return code, status code",
    "command-line#urlmend-find": "find",
    "command-line#urlmend-lint": "lint",
    "command-line#shell-completion-and-manual-page": "man page, tab completion, zsh, bash, fish",
    "comparison": "alternatives, linkify, versus",
    "configuration": "settings, config, options, pyproject",
    "configuration#allow": "allowlist, whitelist",
    "configuration#comments-and-baselines": "baseline, suppress, suppression",
    "configuration#per-file-ignores": "ignore a file",
    "configuration#exclude": "exclude files, skip files",
    "editors": "extension, lsp",
    "editors#emacs": "eglot",
    "editors#neovim": "nvim, neovim",
    "editors#sublime-text": "sublime",
    "editors#vs-code": "vscode, vs code, visual studio code",
    "file-formats": "markdown, html, json, yaml, csv, restructuredtext, latex, supported file types",
    "fixes": "fix, autofix, automatic correction, repair, apply",
    "gateways": "outlook, redirect, tracking",
    "gateways#security-gateways-gateway": "safelinks, proofpoint, urldefense, mimecast",
    "gateways#links-that-contain-another-address": "unwrap",
    "gateways#defanged-urls": "hxxp, defang, refang",
    "hook": "git hook, pre-push, commit fails",
    "hook#with-git-alone": "git",
    "hook#with-pre-commit": "pre-commit, pre commit, precommit",
    "index#install": "installation, pip, pipx, uv",
    "library": "python api, import, module",
    "mail": "gmail, mutt, eml, mbox, maildir, imap, usenet, format flowed",
    "performance": "speed, slow, fast, benchmark, memory, large files",
    "plugins": "plugin, plugins, plug-in, custom rule, own rule",
    "questions#does-it-check-whether-a-link-works": (
        "dead link, dead links, broken link, broken links, 404, link checker, check link, check links, link rot"
    ),
    "questions#does-it-read-the-mail-of-thunderbird-gmail-or-outlook": "thunderbird",
    "questions#does-it-work-next-to-ruff": "ruff, flake8",
    "questions#how-do-i-disable-a-rule": "disable a rule, disable, turn off, ignore a rule",
    "questions#how-do-i-ignore-one-finding-as-with-noqa": "noqa, ignore, ignore a line, nolint",
    "questions#what-do-i-do-about-a-false-positive": "false positive, false alarm",
    "rejoining": "wrapped lines, line break, split link, join, hard wrap, truncated",
    "rules/URL106": "hyphen, hyphens, hyphenation",
    "scopes": "source code, comments, strings",
    "scopes#unattended-files": "test data, vendored, generated",
    "secrets": "secret, password, token, api key, credentials, leak",
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
FORMS = re.compile(r"^(?:\| [\w ]+ ){3}\| documented in \|\n(?:\|.*\|\n)+", re.MULTILINE)
# Longer words of code, such as URLs, may be broken across lines.
LONG_WORD = re.compile(r"\S{25}")


class ConsoleLexer(RegexLexer):
    """A shell session: each line after `$ ` is a command, all others are output."""

    name = "console"
    tokens = {"root": [(r"(\$ )(.*\n)", bygroups(Generic.Prompt, using(BashLexer))), (r".*\n", Generic.Output)]}  # noqa: RUF012


class SectionIndex(IndexBuilder):
    """Search index with an entry for each section, named `page#section`, and one for each page."""

    def feed(self, docname: str, filename: str, title: str, doctree: nodes.document) -> None:
        """Add a page and its sections."""
        for name, path, text in _entries(docname, title, doctree):
            words = SEARCH_WORDS.get(name, "")
            entry = new_document(docname)
            entry += nodes.title("", path)
            entry += nodes.paragraph("", f"{text} {words}")
            entry += addnodes.index(entries=[("single", word, "", "main", None) for word in words.split(", ") if word])
            super().feed(name, filename, path, entry)

    def prune(self, docnames: Set[str]) -> None:
        """Remove all pages except these, and their sections."""
        super().prune([name for name in self._titles if name.partition("#")[0] in docnames])


def _entries(docname: str, title: str, doctree: nodes.document) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and text of a page and of its sections. Of the page of a rule, only the description counts."""
    page = next(doctree.findall(nodes.section))
    if docname.startswith("rules/URL"):
        yield docname, title, _text(page[2:])
        return
    sections = list(page.findall(nodes.section))
    yield docname, title, " ".join(_text(section[1:]) for section in sections)
    for section in sections[1:]:
        path = [section[0].astext()]
        above = section.parent
        while above is not page:
            path.append(above[0].astext())
            above = above.parent
        yield f"{docname}#{section['ids'][0]}", " > ".join([title, *reversed(path)]), _text(section[1:])


def _text(parts: list[nodes.Node]) -> str:
    """Return the text of parts of a section, without the sections in it."""
    texts = (text for part in parts if not isinstance(part, nodes.section) for text in part.findall(nodes.Text))
    return " ".join(map(str, texts))


class SiteBuilder(StandaloneHTMLBuilder):
    """Builder of the site, whose search leads to sections."""

    def load_indexer(self, docnames: Set[str]) -> None:
        """Read the index of the last build."""
        options, scorer = self.config.html_search_options, self.config.html_search_scorer
        self.indexer = SectionIndex(self.env, "en", options, scorer)
        super().load_indexer(docnames)


def with_description(_: Sphinx, name: str, source: list[str]) -> None:
    """Add the description of the site to its home page."""
    if name == "index":
        source[0] = f'---\nmyst:\n  html_meta:\n    description: "{DESCRIPTION}"\n---\n{source[0]}'


def with_rule_pages(_: Sphinx, name: str, source: list[str]) -> None:
    """Put the pages of the rules below their index, and name the class of its tables."""
    if name == "rules/index":
        legend, heading, families = source[0].partition("\n## ")
        families = TABLE.sub(lambda table: _with_class("rules", table.group()), families)
        source[0] = legend + heading + families + RULE_PAGES


def with_room_for_examples(_: Sphinx, name: str, source: list[str]) -> None:
    """Name the class of tables whose third column has long examples."""
    if name in {"gateways", "secrets"}:
        source[0] = FORMS.sub(lambda table: _with_class("forms", table.group()), source[0])


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


def with_long_code(_: Sphinx, doctree: nodes.document) -> None:
    """Mark inline code with long words."""
    for node in doctree.findall(nodes.literal):
        if LONG_WORD.search(node.astext()):
            node["classes"].append("long")


def without_aliases(_: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:  # noqa: ARG001
    """Leave out the docstrings that Python gives to the fields of a named tuple."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_builder(SiteBuilder, override=True)
    for kind in EXAMPLES:
        app.add_lexer(kind, TextLexer)
    app.add_lexer("console", ConsoleLexer)
    app.connect("source-read", with_rule_pages)
    app.connect("source-read", with_room_for_examples)
    app.connect("source-read", with_folded_tests)
    app.connect("source-read", with_links_to_repository)
    app.connect("source-read", with_description)
    app.connect("source-read", with_directives_of_api)
    app.connect("doctree-read", with_long_code)
    app.connect("autodoc-process-docstring", without_aliases)
