"""A package imports packages of lower rank only; MODULES.md lists them."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import urlmend
from tables import each_row

ROOT = Path(urlmend.__file__).parent

RANKS = [
    {"_lib", "_version"},
    {"model", "uri"},
    {"decoding", "redaction"},
    {"formats", "finder", "rules"},
    {"document_formats", "mail"},
    {"sources"},
    {"settings"},
    {"linting"},
    {"fixing", "scan"},
    {"filters"},
    {"api"},
    {"__init__", "reports", "lsp"},
    {"cli"},
    {"__main__"},
]
RANK = {package: rank for rank, packages in enumerate(RANKS) for package in packages}
# Further limits: what a package never imports although its rank is lower.
NEVER = {
    "finder": {"decoding"},
    "formats": {"uri"},
    "document_formats": {"finder", "uri", "rules"},
    "mail": {"finder", "uri", "rules"},
    "rules": {"decoding"},
}
NETWORK = {"asyncio", "ftplib", "http", "imaplib", "poplib", "requests", "smtplib", "socket", "ssl", "urllib.request"}


def module_name(path):
    return path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def nodes(name):
    """All nodes of the syntax tree of a module."""
    return list(ast.walk(ast.parse(MODULES[name].read_text("utf-8"))))


def imports(name):
    """The modules that a module imports, wherever in it."""
    for node in nodes(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: relative import"
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield below if below in MODULES else node.module


def package(name):
    """The package directly below the root that a module is in."""
    return ([*name.split("."), "__init__"])[1]


def imports_of_other_packages():
    for name in MODULES:
        for imported in imports(name):
            if imported.split(".")[0] == "urlmend" and package(imported) != package(name):
                yield name, imported


def test_imports_go_to_lower_ranks():
    for name, imported in imports_of_other_packages():
        assert RANK[package(imported)] < RANK[package(name)], (name, imported)
        assert package(imported) not in NEVER.get(package(name), ()), (name, imported)
        assert not imported.startswith("urlmend.finder.fast"), (name, "only finder may import it")


@each_row("inside", sorted({package(name) for name in MODULES}))
def test_modules_of_a_package_form_no_cycle(inside):
    # The root of a package re-exports what its modules define.
    names = [name for name in MODULES if package(name) == inside and name != f"urlmend.{inside}"]
    list(TopologicalSorter({name: set(imports(name)) & set(names) - {name} for name in names}).static_order())


def test_no_module_can_reach_the_network():
    assert [name for name in MODULES if set(imports(name)) & NETWORK] == []


def test_no_module_splits_urls_with_urllib():
    # It deletes line breaks and tabs silently.
    used = [(name, node.id) for name in MODULES for node in nodes(name) if isinstance(node, ast.Name)]
    assert [pair for pair in used if pair[1] in {"urlsplit", "urlparse"}] == []


def test_few_modules_are_outside_packages():
    assert len(list(ROOT.glob("*.py"))) <= 8
