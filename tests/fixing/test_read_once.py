"""How often the text of a file is read while it is linted and fixed: never twice for one purpose."""

import sys
from collections import Counter
from itertools import count as numbers

import pytest

from urlmend.cli.main import main

TEXT = """\
# Survey

The map: http://www.canal.example.org/map|north and <URL:http://www.canal.example.org/a-
b>.

Backups: ftp://backup:h7Tq-92x@mirror.canal.internal/survey
"""


NUMBERS = numbers()
# Functions that are asked about one URL again and again, and whose results are kept.
OF_URLS = ("_known", "may_contain_part")


@pytest.fixture
def calls(tmp_path, monkeypatch, capsys):
    """Run a command line on TEXT, and count the calls by function and, for a text, by its text."""

    def run(*arguments):
        # Each run has URLs of its own: nothing is kept of the runs before.
        (tmp_path / "notes.md").write_text(TEXT.replace("canal", f"canal{next(NUMBERS)}"))
        monkeypatch.chdir(tmp_path)
        counted = Counter()

        def count(frame, event, _):
            if event == "call" and "urlmend" in frame.f_code.co_filename:
                name = frame.f_code.co_name
                counted[name] += 1
                text = frame.f_locals.get("text")
                if isinstance(text, str) and len(text) >= len(TEXT) - 2:  # fixes move a line end
                    counted[name, text] += 1
                if name in OF_URLS and "url" in frame.f_locals:
                    counted[name, frame.f_locals["url"]] += 1

        sys.setprofile(count)
        try:
            assert main([*arguments, "notes.md"]) == 1
        finally:
            sys.setprofile(None)
        assert "%7C" in capsys.readouterr().out
        return counted

    return run


@pytest.mark.parametrize("options", [(), ("--format", "sarif"), ("--show-source",)])
def test_lint_reads_a_file_once(calls, options):
    counted = calls("lint", *options)
    assert counted["decode_text"] == 1
    assert counted["read_format"] == 1
    assert counted["find_candidates"] == 1


def test_a_diff_reads_each_text_once(calls):
    counted = calls("lint", "--diff")
    assert counted["decode_text"] == 2
    assert counted["read_format"] == 3
    assert counted["find_candidates"] == 2
    searches = [count for call, count in counted.items() if call[0] == "find_secrets"]
    assert len(searches) == 2  # before and after
    assert max(searches) == 1


@pytest.mark.parametrize("command", [("lint",), ("lint", "--diff")])
def test_scopes_and_regions_of_a_text_are_computed_once(calls, command):
    counted = calls(*command)
    for name in ("code_scopes", "kind_by_content", "code_regions", "signed_regions", "example_regions"):
        assert counted[name] == 1, name  # no fix is left in the fixed text


@pytest.mark.parametrize("command", [("lint",), ("lint", "--diff"), ("lint", "--format", "sarif")])
def test_the_secrets_of_a_url_are_searched_once(calls, command):
    counted = calls(*command)
    asked = {call: count for call, count in counted.items() if call[0] in OF_URLS}
    assert any("h7Tq-92x" in url for name, url in asked if name == "_known")
    assert max(asked.values()) == 1
