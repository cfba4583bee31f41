"""Comments suppress findings; comments that suppress nothing are reported."""

import pytest

from urlmend import lint

FAULT = "http://a.example/100%"


def codes(text, **options):
    return [finding.code for finding in lint(text, **options)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FAULT, ["URL208"]),
        (f"{FAULT} # urlmend: ignore", []),
        (f"{FAULT} <!-- urlmend: ignore -->", []),
        (f"{FAULT} # urlmend: ignore[URL208]", []),
        (f"{FAULT} # urlmend: ignore[url2]", []),
        (f"{FAULT} # urlmend: ignore[URL501, URL208]", ["URL001"]),
        (f"{FAULT} # urlmend: ignore[URL501]", ["URL208", "URL001"]),
        (f"# urlmend: ignore-next\n{FAULT}", []),
        (f"# urlmend: ignore-next\r\n{FAULT}\r\n", []),
        (f"# urlmend: ignore-next\n\n{FAULT}", ["URL208", "URL001"]),
        (f"# urlmend: ignore\n{FAULT}", ["URL208", "URL001"]),
        (f"# urlmend: off\n{FAULT}\n# urlmend: on\n{FAULT}", ["URL208"]),
        (f"# urlmend: off\n\n\n{FAULT}", []),
        (f"# urlmend: off[URL501]\n{FAULT}", ["URL208", "URL001"]),
        ("# urlmend: off\n# urlmend: on\n", ["URL001"]),
        ("# urlmend: on\n", []),
        ("plain # urlmend: ignore", ["URL001"]),
        ("plain # urlmend: ignore[URL999]", ["URL001"]),
        (f"{FAULT} # urlmend: ignore [URL208]", []),
        (f"{FAULT} # urlmend: ignore URL208", []),
        (f"{FAULT} # urlmend: ignore URL501, URL208 here", ["URL001"]),
        (f"{FAULT} # urlmend: ignore [URL501]", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore[URL501", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore[URL208", []),
        (f"{FAULT} <!-- urlmend: ignore[URL208 -->", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore[]", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore, as it is old", []),
        (f"{FAULT} # urlmend: ignore all of 2004", []),
        (f"{FAULT} # urlmend: ignorance", ["URL208"]),
        (f"{FAULT} # myurlmend: ignore", ["URL208"]),
    ],
)
def test_comments_suppress_covered_findings(text, expected):
    assert codes(text) == expected


def test_comment_on_any_line_of_a_broken_url_applies():
    text = "see <URL:http://a.example/yearly-\nplan> # urlmend: ignore[URL106]\n"
    assert codes(text) == ["URL106", "URL001"]
    assert codes(text.replace("yearly-\n", "yearly- # urlmend: ignore\n", 1)) != ["URL106"]


def test_comments_of_rules_that_do_not_run_are_not_reported():
    assert codes(f"{FAULT} # urlmend: ignore[URL208]", select=["URL001", "URL501"]) == []
    assert codes("plain # urlmend: ignore[URL208]", ignore=["URL001"]) == []


def test_message_names_unused_codes():
    (finding,) = lint("plain # urlmend: ignore[URL208,URL999]")
    assert finding.message == "no rule has the code URL999"
