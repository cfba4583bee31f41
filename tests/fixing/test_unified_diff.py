"""Line differences, and unified diffs of them."""

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend import Document
from urlmend._lib.line_diff import changes
from urlmend.fixing.unified_diff import unified

LINES = st.lists(st.sampled_from("abcde"), max_size=30)


@given(LINES, LINES)
def test_changes_transform_the_old_text_into_the_new(old, new):
    made, at = [], 0
    for change in changes(old, new):
        made += old[at : change.start]
        assert len(made) == change.new_start
        made += new[change.new_start : change.new_stop]
        at = change.stop
    assert made + old[at:] == new


@given(LINES)
def test_equal_texts_have_no_changes(lines):
    assert list(changes(lines, lines)) == []


@each_row("between", ["", "\n", "two\n\n"])
def test_equal_lines_between_changes_are_context(between):
    before = f"one\nhttp://a.example/|\n{between}http://b.example/|\nlast\n"
    lines = list(unified("x", Document(before), Document(before.replace("|", "%7C"))))
    assert [line[1:] for line in lines[3:] if line[0] == " "] == ["one\n", *between.splitlines(keepends=True), "last\n"]
    assert [line for line in lines[3:] if line[0] == "+"] == ["+http://a.example/%7C\n", "+http://b.example/%7C\n"]


@pytest.mark.slow
def test_long_texts_take_linear_time():
    old = [f"{number % 300}" for number in range(300_000)]
    new = [line if number % 10 else f"{line}!" for number, line in enumerate(old)]
    assert sum(change.stop - change.start for change in changes(old, new)) < 40_000
    assert list(unified("x", Document("a\n" * 100_000), Document("b\n" * 100_000)))[-1] == "+b\n"


CASES = [
    ("", ""),
    ("a\n", "a\n"),
    ("a\n", "b\n"),
    ("a", "b"),
    ("a\n", "a"),
    ("", "a\n"),
    ("a\n", ""),
    ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
    ("".join(f"{n}\n" for n in range(40)), "".join(f"{n}\n" for n in range(40) if n not in (3, 9, 30))),
    ("a\r\nb\r\n", "a\r\nc\r\n"),
    ("a\x0cb\n", "a\x0cc\n"),
]


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
@pytest.mark.parametrize(("before", "after"), CASES)
def test_patch_applies_the_diff(tmp_path, before, after):
    (tmp_path / "x").write_bytes(before.encode())
    diff = "".join(unified("x", Document(before), Document(after)))
    assert bool(diff) == (before != after)
    command = ["patch", "-p0", "--binary", "--quiet"]
    subprocess.run(command, input=diff.encode(), cwd=tmp_path, check=bool(diff), capture_output=True)
    left = (tmp_path / "x").read_bytes().decode() if (tmp_path / "x").exists() else ""
    assert left == after


@pytest.mark.parametrize("inside", [" ", "\t", "\ufe0f"], ids=["space", "tab", "variation selector"])
def test_a_fix_within_a_secret_shows_no_piece_of_it(urlmend, tree, inside):
    url = f"https://events.pagerduty.com/integration/09f38e0b75fd9f45{inside}599dea923cf50a70/enqueue"
    tree({"a.txt": f"see <{url}> and 09f3\nsee <http://a.test-host.org/a|/b>\n"})
    shown = urlmend("lint", "--diff", "--unsafe-fixes", "--select", "ALL", "a.txt").out
    assert "+see <http://a.test-host.org/a%7C/b>" in shown
    assert "and 09f3\n" in shown
    assert "09f38e0b75fd9f45" not in shown
    assert "599dea923cf50a70" not in shown
