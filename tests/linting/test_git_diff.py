"""Changed lines in the output of `git diff`."""

import pytest

from urlmend.linting.git_changes import _changed

DIFFS = [
    (b"+++ a\n@@ -1 +1 @@\n-x\n+y\n", {b"a": {1}}),
    (b"+++ a\n@@ -1,2 +3,2 @@\n-x\n-y\n+z\n+w\n@@ -9,0 +20 @@\n+v\n", {b"a": {3, 4, 20}}),
    (b"+++ a\n@@ -3 +2,0 @@\n-x\n", {b"a": set()}),
    (b"+++ a\n@@ -1 +1 @@\n-@@ -1 +7 @@\n+++ b\n", {b"a": {1}}),
    (b"+++ a\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n+++ b\n@@ -0,0 +5 @@\n+x\n", {b"a": {1}, b"b": {5}}),
    (b"+++ a b\t\n@@ -0,0 +1 @@\n+x\n", {b"a b": {1}}),
    (b'+++ "a\\tb\\n\\r\\a\\b\\f\\v\\\\\\"\\303\\251"\n', {b'a\tb\n\r\a\b\f\v\\"\xc3\xa9': set()}),
    (b'+++ "a\\t"\t\n', {b"a\t": set()}),
]


@pytest.mark.parametrize(("diff", "lines"), DIFFS)
def test_changed_lines(diff, lines):
    assert _changed(diff) == lines
