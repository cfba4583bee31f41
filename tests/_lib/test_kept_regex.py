"""Compiled expressions that are kept from one run to the next."""

import marshal
import os
import pkgutil
import re
import subprocess
import sys
from importlib import import_module

import pytest

import urlmend
from urlmend._lib import kept_regex
from urlmend._lib.kept_regex import compiled
from urlmend._lib.lazy_regex import _Lazy

# Prints how often `re` parsed an expression of urlmend.
_LINT = (
    "import re, sys\n"
    "parsed, parse = [], re._parser.parse\n"
    "re._parser.parse = lambda *given: [parsed.append(given), parse(*given)][1]\n"
    "from urlmend.cli.main import main\n"
    "main(['lint', '--exit-zero', 'a.txt'])\n"
    "print(len(parsed), file=sys.stderr)"
)


def _sources():
    for module in pkgutil.walk_packages(urlmend.__path__, "urlmend."):
        if not module.name.endswith("__main__"):
            for value in vars(import_module(module.name)).values():
                for item in value if isinstance(value, (tuple, list)) else (value,):
                    if type(item) is _Lazy:
                        yield item._source


def test_each_expression_is_what_re_compiles():
    sources = {*_sources()}
    assert len(sources) > 300
    for pattern, flags in sources:
        kept, expected = compiled(pattern, flags), re.compile(pattern, flags)
        assert kept == expected
        assert (kept.groups, kept.groupindex, kept.flags) == (expected.groups, expected.groupindex, expected.flags)


def test_a_syntax_error_is_that_of_re():
    with pytest.raises(re.error, match=r"missing \), unterminated subpattern at position 0"):
        compiled("(", 0)


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """A folder with the code of the modules that lint imports, and with what their expressions are compiled to."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "a.txt").write_text("See http://www.example.org/a|b for more.\n")
    return folder


def _lint(folder, *options):
    """Lint a file; return the output, and how many expressions were compiled."""
    done = subprocess.run(
        [sys.executable, *options, "-c", _LINT],
        cwd=folder,
        env=os.environ | {"PYTHONPYCACHEPREFIX": str(folder / "code")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, int(done.stderr.split()[-1])


def _kept(folder):
    """The path of the file with the expressions."""
    (path,) = folder.rglob("*.expressions")
    return path


def _parts(path):
    """The bytes before the index of the file, and its items: the build of Python, and the places."""
    data = path.read_bytes()
    start = int.from_bytes(data[:8], "little")
    return data[:start], *marshal.loads(data[start:])


def test_a_second_run_compiles_nothing_else(modules):
    output, first = _lint(modules)
    again, second = _lint(modules)
    assert "URL205" in output
    assert again == output
    assert first > 30
    assert second < 5
    assert [*modules.rglob("*.expressions*")] == [_kept(modules)]


@pytest.mark.parametrize(
    "change",
    [
        lambda *_: b"",
        lambda data, *index: data + marshal.dumps(index)[:-100],
        lambda *_: b"no data of marshal",
        lambda *_: b"\xff" * 100,
        lambda data, *_: data + marshal.dumps("another value"),
        lambda data, _, places: data + marshal.dumps((("another build",), places)),
        lambda data, build, places: data + marshal.dumps((build, dict.fromkeys(places, (9, 90)))),
        lambda data, build, places: data + marshal.dumps((build, dict.fromkeys(places, (1 << 40, 90)))),
        lambda data, build, places: data + marshal.dumps((build, dict.fromkeys(places, next(iter(places.values()))))),
        lambda data, build, places: (
            data + marshal.dumps((build, dict.fromkeys(range(kept_regex._MOST), (8, 90)) | places))
        ),
    ],
    ids=[
        "empty",
        "without its end",
        "other data",
        "no place",
        "another value",
        "another build",
        "other places",
        "places after the end",
        "the place of another one",
        "too many expressions",
    ],
)
def test_what_is_not_of_this_version_counts_for_nothing(modules, change):
    output, _ = _lint(modules)
    path = _kept(modules)
    path.write_bytes(change(*_parts(path)))
    again, count = _lint(modules)
    assert again == output
    assert count > 30
    path.unlink()


def test_runs_add_to_what_is_kept(modules):
    _lint(modules)
    (modules / "a.txt").write_text("See http://www.example.org/a|b or (http://10.0.0.1:99999/%zz) for more.\n")
    _, added = _lint(modules)
    _, again = _lint(modules)
    assert again < added
    (modules / "a.txt").write_text("See http://www.example.org/a|b for more.\n")
    assert _lint(modules)[1] < 5


def test_nothing_is_written_where_python_writes_no_code(modules):
    output, _ = _lint(modules)
    _kept(modules).unlink()
    again, _ = _lint(modules, "-B")
    assert again == output
    assert not [*modules.rglob("*.expressions*")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_left_alone(modules):
    output, _ = _lint(modules)
    path = _kept(modules)
    path.unlink()
    path.parent.chmod(0o500)
    try:
        assert _lint(modules)[0] == output
    finally:
        path.parent.chmod(0o700)


def test_processes_of_a_pool_add_to_what_is_kept(modules):
    run = (
        "from urlmend._lib import kept_regex\n"
        "from urlmend.scan.pool import map_in_order\n"
        "def match(number):\n"
        "    return kept_regex.compiled(f'[0-9]{{{number}}}x', 0).match('7x') is not None\n"
        "if __name__ == '__main__':\n"
        "    assert [found for _, found in map_in_order(match, (1, 2, 3), processes=2, timeout=60)] == [1, 0, 0]\n"
    )
    (modules / "run.py").write_text(run)
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(modules / "code")}
    subprocess.run([sys.executable, "run.py"], cwd=modules, env=environment, check=True)
    _, _, places = _parts(_kept(modules))
    assert {kept_regex._hash((f"[0-9]{{{number}}}x", 0)) for number in (1, 2, 3)} <= places.keys()
