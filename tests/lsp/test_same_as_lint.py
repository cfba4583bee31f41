"""The language server reports and fixes in a buffer what `urlmend lint` reports and fixes in its file."""

import json
import os
import re
import shutil
import subprocess

import pytest

pytest.importorskip("pygls")

import buffer_samples
from fix_samples import CASES, DEFECTS, GUESSED, HOST, LEFT, around
from labelled import sets
from urlmend.lsp.buffers import Buffer
from urlmend.lsp.documents import OpenDocument
from urlmend.lsp.workspaces import Workspaces
from urlmend.model.finding import apply


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """Open a file below an empty folder as an editor does."""
    monkeypatch.chdir(tmp_path)
    workspaces = Workspaces(pytest.fail)
    workspaces.roots = (str(tmp_path),)

    def document(name, data):
        path = tmp_path / name
        buffer = Buffer.of_file(data, str(path))
        return OpenDocument(path.as_uri(), 1, buffer, workspaces.of(str(path.parent)), encoding="utf-32", related=True)

    return document


def rows_by_file(urlmend, folder):
    done = urlmend("lint", ".", "--format", "json", "--exit-zero", cwd=folder)
    rows = {}
    for row in json.loads(done.out):
        rows.setdefault(os.path.normpath(row["file"]), []).append(row)
    return rows


def place(row):
    return row["line"] - 1, row["column"] - 1


def start(diagnostic):
    return diagnostic.range.start.line, diagnostic.range.start.character


def compare(urlmend, folder, opened, names):
    """Compare the findings of files, then their content after all safe fixes; return the numbers of both."""
    contents = {name: (folder / name).read_bytes() for name in names}
    expected = rows_by_file(urlmend, folder)
    summary = urlmend("lint", ".", cwd=folder).err
    marked = re.findall(r"(\d+) (?:fixable|more) with --fix", summary)
    diff = urlmend("lint", ".", "--diff", "--quiet", cwd=folder).out.splitlines()
    changed = {os.path.normpath(line[4:]) for line in diff if line.startswith("+++ ")}
    urlmend("lint", ".", "--fix-only", "--quiet", cwd=folder)
    found = fixed = fixable = safe = 0
    for name, data in contents.items():
        document, rows = opened(name, data), expected.get(name, [])
        reported = [(item.code, item.message, start(item)[0]) for item in document.diagnostics]
        assert reported == [(row["code"], row["message"], place(row)[0]) for row in rows], name
        for number, (row, item) in enumerate(zip(rows, document.diagnostics, strict=True)):
            finding = document.findings[number].finding
            if data.isascii() or "part" not in row:  # of others, columns count bytes
                assert start(item) == place(row), (name, row)
            edits = document.compute_edits([number]).get(number, [])
            fixable += bool(edits)
            safe += bool(edits) and finding.fix.safe
            if "fix" in row:  # an unsafe one may be refused when it is applied
                assert edits or not row["fix"]["safe"], (name, row)
                assert row["fix"]["safe"] == finding.fix.safe, (name, row)
        edited = document.buffer.with_text(apply(document.buffer.text, document.safe_edits))
        after = (folder / name).read_bytes()
        assert (os.path.normpath(name) in changed) == (data != after), name
        assert edited.data == after if document.safe_edits else data == after, name
        found += len(rows)
        fixed += data != after
    assert fixable <= sum(map(int, marked))
    assert safe == sum(map(int, re.findall(r"\[\*\] (\d+) fixable with --fix", summary)))
    return found, fixed


@pytest.mark.slow
def test_samples_of_all_formats_and_kinds_of_mail(urlmend, tree, opened):
    samples = buffer_samples.samples()
    folder = tree(samples)
    found, fixed = compare(urlmend, folder, opened, sorted(samples))
    assert found > 100
    assert fixed > 20


@pytest.mark.slow
def test_fixes_of_all_formats(urlmend, tree, opened):
    bad = [(name, around(text, HOST + DEFECTS[defect][0])) for name, text, defect in CASES]
    texts = [*bad, *((name, text) for name, text, _ in GUESSED), *LEFT]
    samples = {f"n{number}/{name}": text for number, (name, text) in enumerate(texts)}
    folder = tree({**samples, "urlmend.toml": 'extend-select = ["URL207"]\n'})
    _, fixed = compare(urlmend, folder, opened, sorted(samples))
    assert fixed == len(bad)


def test_links_to_files_that_the_repository_lacks(urlmend, tree, opened):
    page = "https://github.com/musterstadt/canal/blob/main"
    readme = f"[a](docs/plan.md) [b](plan.md) http://canal-corp.io/x|y {page}/old.md {page}/docs/plan.md\n"
    folder = tree({"README.md": readme, "docs/plan.md": "[c](../old.md)\n"})
    for command in ("init --quiet --initial-branch=main", f"remote add origin {page.partition('/blob')[0]}", "add ."):
        subprocess.run(["git", *command.split()], cwd=folder, check=True)
    found, _ = compare(urlmend, folder, opened, ["README.md", "docs/plan.md"])
    assert found == 4


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("folder", sets(), ids=lambda path: path.name)
def test_corpora(urlmend, tmp_path, opened, folder):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True, copy_function=shutil.copyfile)  # without its permissions
    texts = [name for name in os.listdir(tmp_path) if not name.endswith(".pdf")]  # which no editor opens as a text
    compare(urlmend, tmp_path, opened, sorted(texts))
