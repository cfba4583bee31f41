"""All public names have types that pyright can infer."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

import urlmend

PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
PYRIGHT = shutil.which("pyright", path=PATH)


@pytest.mark.skipif(PYRIGHT is None, reason="pyright is not installed")
def test_public_names_have_known_types():
    command = [PYRIGHT, "--ignoreexternal", "--verifytypes", "urlmend"]
    done = subprocess.run(command, env={**os.environ, "PATH": PATH}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Type completeness score: 100%" in done.stdout


def undeclared(source):
    """Yield `Class.attribute` for public attributes whose type is inferred from an expression, not declared."""
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
    for owner in classes:
        declared = {node.target.id for node in owner.body if isinstance(node, ast.AnnAssign)}
        for scope in (owner, *(node for node in owner.body if isinstance(node, ast.FunctionDef))):
            nodes = owner.body if scope is owner else [*ast.walk(scope)]
            declared |= {
                ast.unparse(node.target).removeprefix("self.") for node in nodes if isinstance(node, ast.AnnAssign)
            }
            arguments = {argument.arg for argument in ast.walk(scope) if isinstance(argument, ast.arg)} - {owner.name}
            for node in nodes:
                if isinstance(node, ast.Assign) and not _is_known(node.value, arguments):
                    for target in node.targets:
                        name = ast.unparse(target)
                        own = name if scope is owner else name.removeprefix("self.") * name.startswith("self.")
                        if own.isidentifier() and own[0] != "_" and own not in declared:
                            yield f"{owner.name}.{own}"


def _is_known(value, arguments):
    """Whether all type checkers infer the same type: that of a constant, or of an argument."""
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in arguments)


SOURCES = sorted(Path(urlmend.__file__).parent.rglob("*.py"))


def test_public_attributes_declare_their_types():
    """As `test_public_names_have_known_types`, but without a program that continuous integration may not have."""
    public = [path for path in SOURCES if not any(re.match("_[^_]", part) for part in path.parts[-3:])]
    assert len(public) > 100
    found = {path.name: names for path in public if (names := [*undeclared(path.read_text("utf-8"))])}
    assert found == {}


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("self.kinds = []", ["Run.kinds"]),
        ("self.kinds: list[str] = []", []),
        ("self.count = len(name)", ["Run.count"]),
        ("self.count = 0", []),
        ("self.name = name", []),
        ("self.name = other", ["Run.name"]),
        ("self._kinds = []", []),
        ("kinds = []", []),
    ],
)
def test_inferred_types_are_noticed(statement, expected):
    assert [*undeclared(f"class Run:\n    def __init__(self, name: str) -> None:\n        {statement}\n")] == expected


REJECTED = [
    'url.form == "barre"',
    'url.confidence == "sure"',
    'finding.severity == "eror"',
    'urlmend.lint("", profile="foo")',
    'urlmend.lint("", select="URL5")',
    'urlmend.fix("", ignore="URL5")',
    'urlmend.find("", extend_schemes="frob")',
    'urlmend.rule("CANAL001", "eror")',
    'urlmend.rule("CANAL001", "error", fix="maybe")',
    'urlmend.rule("CANAL001", "error", profiles=("rfc1739",))',
    'urlmend.ScanOptions(profile="foo")',
    "urlmend.find_in(1)",
    "urlmend.documents([b''])",
    'urlmend.scan_bytes("")',
]
ACCEPTED = [
    'url.form == "bare"',
    'finding.severity == "error"',
    'urlmend.lint("", profile=profile, select=["URL5"])',
    'urlmend.lint("", select=("URL5",), extend_select={"URL5"}, ignore=(code for code in ["URL5"]))',
    'urlmend.find("", extend_schemes=frozenset(["frob"]))',
    'urlmend.find("", extend_schemes={"frob": 1}.keys())',
    'urlmend.find_in(email.message.EmailMessage(), extend_schemes=iter(["frob"]))',
    'urlmend.rule("CANAL001", "error", fix="safe", profiles=("whatwg",))',
    'urlmend.find_in(pathlib.Path("a"))',
    'urlmend.find_in(open("a"))',
    'urlmend.find_in(open("a", "rb"))',
    'urlmend.find_in(open("a", "rb", buffering=0))',
    'urlmend.find_in(gzip.open("a"))',
    'urlmend.documents(gzip.open("a", "rt"))',
    'urlmend.find_in(bz2.open("a"))',
    'urlmend.find_in(lzma.open("a"))',
    "urlmend.documents(tempfile.TemporaryFile())",
    "urlmend.documents(tempfile.NamedTemporaryFile())",
    "urlmend.documents(tempfile.SpooledTemporaryFile())",
    'urlmend.find_in(zipfile.ZipFile("a").open("b"))',
    "urlmend.find_in(io.BytesIO())",
    "urlmend.find_in(io.StringIO())",
    "urlmend.find_in(sys.stdin)",
    'urlmend.find_in(urllib.request.urlopen(""))',
    "urlmend.find_in(bytearray())",
    "urlmend.find_in(memoryview(b''))",
    "urlmend.scan_bytes(bytearray())",
    "urlmend.scan_bytes(memoryview(b''))",
]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_type_checkers_reject_unknown_words(tmp_path):
    lines = [
        "import bz2, email.message, gzip, io, lzma, pathlib, sys, tempfile, urllib.request, zipfile",
        "import urlmend",
        "url: urlmend.Url",
        "finding: urlmend.Finding",
        'profile: urlmend.Profile = "rfc1738"',
        *REJECTED,
        *ACCEPTED,
    ]
    (tmp_path / "program.py").write_text("\n".join(lines))
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", sys.executable, "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    reported = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line}
    assert [lines[number - 1] for number in sorted(reported)] == REJECTED, done.stdout
