"""Nothing imports upwards or sideways."""

import ast
from pathlib import Path

import pytest

import urlmend

PACKAGE = Path(urlmend.__file__).parent

# A module may import what stands on a lower floor. A new module needs a line here.
FLOORS = {
    -1: ("bases", "memory"),
    0: (
        *("results", "results.doubts", "alignment", "spans", "patterns"),
        *("registry_schemes", "charsets", "confusables", "rewrite", "recognition"),
    ),
    1: ("cluster", "model", "grammar", "rfc1738", "secrets", "escapes"),
    2: ("schemes", "clean", "suppressions", "rules.registry", "reports", "terminal", "batch", "walk"),
    3: (
        *(
            "relevance",
            "breaks",
            "boundary",
            "joins",
            "evidence",
            "decode",
            "transfer",
            "headers",
            "hypertext",
            "whatwg",
        ),
        *(
            "progress",
            "cluster.engine",
            "config",
            "results.exports",
            "rules.mending",
            "reports.fingerprints",
            "reports.disclosure",
            "reports.junit",
        ),
    ),
    4: (
        *("wrappers", "origins", "archives", "plugins", "rules.authority", "rules.characters", "rules.comments"),
        *("rules.credentials", "rules.wrapper", "reports.rows", "reports.github", "reports.gitlab"),
    ),
    5: (
        *("scanner", "mail", "rules.context", "rules.encoding"),
        *("rules.lookalikes", "rules.reserved", "rules.scheme_names", "rules.security", "rules.syntax"),
        *("reports.jsonl", "reports.json"),
    ),
    6: ("rules", "mailboxes", "concealment", "cutting", "addresses"),
    7: (
        *("page", "page.visible", "page.columns", "page.database", "page.queries", "page.charts"),
        *("linter", "whole", "baseline", "changes", "inputs", "selection", "differences"),
        *("reports.text", "reports.csv"),
    ),
    8: ("units", "page.marks", "page.words", "checker", "fixer"),
    9: (
        "",
        "tally",
        "scanning",
        "page.tables",
        "page.summary",
        "mending",
        "commands",
        "lsp",
        "lsp.positions",
        "lsp.projects",
    ),
    10: (
        "reports.formats",
        "reports.sarif",
        "results.database",
        "results.parts",
        "page.figures",
        "commands.sources",
        "lsp.snapshots",
    ),
    11: (
        *("results.dataset", "page.html", "commands.find", "commands.lint", "commands.rules", "commands.explain"),
        "lsp.answers",
    ),
    12: ("cluster.doubts", "commands.report", "lsp.server"),
    13: ("cluster.scan", "commands.lsp"),
    14: ("commands.scan",),
    15: ("cli",),
    16: ("__main__",),
}
FLOOR = {f"urlmend.{name}".rstrip("."): floor for floor, names in FLOORS.items() for name in names}

# What the design keeps from knowing each other, not even by way of others.
STRANGERS = {
    "scanner": ("mail", "decode", "inputs", "config", "rules"),
    "mail": ("grammar", "schemes", "boundary", "wrappers", "joins", "scanner"),
    "rules": ("decode", "mail", "inputs", "config", "walk", "scanner", "linter"),
    "linter": ("decode", "inputs", "config", "selection", "rules"),
    "reports": ("linter", "scanner", "fixer", "checker"),
}

NETWORK = {"asyncio", "ftplib", "http", "imaplib", "poplib", "requests", "smtplib", "socket", "ssl", "urllib.request"}


def module_name(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports(path):
    """The modules that a module imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno}: relative import"
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield (below if below in MODULES else node.module), node.lineno


def test_every_module_has_a_floor_and_every_floor_a_module():
    assert set(MODULES) - set(FLOOR) == set(), "give these a floor"
    assert set(FLOOR) - set(MODULES) == set(), "these are gone"


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down(name):
    for imported, line in imports(MODULES[name]):
        if imported.split(".")[0] == "urlmend":
            assert FLOOR[imported] < FLOOR[name], f"{MODULES[name].name}:{line}: imports {imported}"


def reached(name, seen):
    """All modules that a module imports, and those that these import."""
    for imported, _ in imports(MODULES[name]):
        if imported in MODULES and imported not in seen:
            seen.add(imported)
            reached(imported, seen)
    return seen


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_know_nothing_of_each_other(name):
    assert not reached(f"urlmend.{name}", set()) & {f"urlmend.{other}" for other in STRANGERS[name]}


@pytest.mark.parametrize("name", MODULES)
def test_nothing_can_reach_the_network(name):
    imported = {module for module, _ in imports(MODULES[name])}
    assert not imported & NETWORK


@pytest.mark.parametrize("name", MODULES)
def test_nothing_splits_urls_with_urllib(name):
    # It deletes line ends and tabs without a word.
    names = {node.id for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"urlsplit", "urlparse"}
