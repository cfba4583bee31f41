"""A package imports packages of lower rank only; ARCHITECTURE.md explains the ranks."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import urlmend

ROOT = Path(urlmend.__file__).parent

RANKS = [
    {"_lib", "_version"},
    {"model", "uri"},
    {"decoding", "redaction"},
    {"formats", "finder", "rules"},
    {"mail"},
    {"sources"},
    {"settings"},
    {"linting"},
    {"fixing", "scan"},
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
    "mail": {"finder", "uri", "rules"},
    "rules": {"decoding"},
}
NETWORK = {"asyncio", "ftplib", "http", "imaplib", "poplib", "requests", "smtplib", "socket", "ssl", "urllib.request"}


def module_name(path):
    return path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")


MODULES = {module_name(path): ast.parse(path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))}


def imports(name):
    """The modules that a module imports, wherever in it."""
    for node in ast.walk(MODULES[name]):
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


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_to_lower_ranks(name):
    for imported in imports(name):
        if imported.split(".")[0] == "urlmend" and package(imported) != package(name):
            assert RANK[package(imported)] < RANK[package(name)], imported
            assert package(imported) not in NEVER.get(package(name), ()), imported
            assert not imported.startswith("urlmend.finder.fast"), "only finder may import it"


@pytest.mark.parametrize("inside", sorted({package(name) for name in MODULES}))
def test_modules_of_a_package_form_no_cycle(inside):
    # The root of a package re-exports what its modules define.
    names = [name for name in MODULES if package(name) == inside and name != f"urlmend.{inside}"]
    list(TopologicalSorter({name: set(imports(name)) & set(names) - {name} for name in names}).static_order())


@pytest.mark.parametrize("name", MODULES)
def test_no_module_can_reach_the_network(name):
    assert not set(imports(name)) & NETWORK


@pytest.mark.parametrize("name", MODULES)
def test_no_module_splits_urls_with_urllib(name):
    # It deletes line breaks and tabs silently.
    names = {node.id for node in ast.walk(MODULES[name]) if isinstance(node, ast.Name)}
    assert not names & {"urlsplit", "urlparse"}


def test_few_modules_are_outside_packages():
    assert len(list(ROOT.glob("*.py"))) <= 8
