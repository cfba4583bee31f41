"""Comments suppress findings; comments that suppress nothing are reported."""

from tables import each_row
from urlmend import lint

FAULT = "http://a.example/100%"


def codes(text, **options):
    return [finding.code for finding in lint(text, **options)]


@each_row(
    ("text", "expected"),
    [
        (FAULT, ["URL208"]),
        (f"{FAULT} # urlmend: ignore", []),
        (f"{FAULT} <!-- urlmend: ignore -->", []),
        (f"{FAULT} # urlmend: ignore[URL208]", []),
        (f"{FAULT} # urlmend: ignore[url2]", []),
        (f"{FAULT} # urlmend: ignore[URL501, URL208]", ["URL001"]),
        (f"{FAULT} # urlmend: ignore[URL501]", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore[bad-percent]", []),
        (f"{FAULT} # urlmend: ignore(Bad_Percent, URL501)", ["URL001"]),
        (f"{FAULT} # urlmend: ignore[unsafe-national]", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore[bad]", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore[URL208, bad]", ["URL001"]),
        (f"{FAULT} # urlmend: ignore[bad-percent-]", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore bad-percent", ["URL208", "URL001"]),
        (f"# urlmend: ignore-next[bad-percent]\n{FAULT}", []),
        (f"# urlmend: off[bad-percent]\n{FAULT}\n# urlmend: on\n{FAULT}", ["URL208"]),
        (f"{FAULT}\nurlmend: ignore-file[bad-percent]", []),
        (f"# urlmend: ignore-next\n{FAULT}", []),
        (f"# urlmend: ignore-next\r\n{FAULT}\r\n", []),
        (f".. urlmend: ignore-next\n\n{FAULT}", []),
        (f"# urlmend: ignore-next\nplan\n{FAULT}", ["URL208", "URL001"]),
        ("# urlmend: ignore-next\n\n", ["URL001"]),
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
        (f"{FAULT} # urlmend: ignore, as it is old", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignore all of 2004", ["URL208", "URL001"]),
        (f"{FAULT} # urlmend: ignorance", ["URL208"]),
        (f"{FAULT} # myurlmend: ignore", ["URL208"]),
        # mentioned in inline code
        ("write `urlmend: ignore[URL208]` in a comment", []),
        ("write `# urlmend: off` or `<!-- urlmend: ignore-file -->`, not `urlmend: disable=URL208`", []),
        (f"{FAULT} needs `# urlmend: ignore`", ["URL208"]),
        (f"({FAULT}) # urlmend: ignore", []),
    ],
)
def test_comments_suppress_covered_findings(text, expected):
    assert codes(text) == expected


# What follows a comment.
CODES = ("URL208", "URL2", "url208", "URL501, URL208", "URL208 URL501", "URL208,URL501")
INTRODUCTIONS = (
    ":{}", ": {}", " : {}", "={}", " = {}", "[{}]", "({})", " ({})", ": [{}]", "=({})", ",{}", ", {}", " {}",
    "\t{}",
)  # fmt: skip
NO_CODES = (
    ": all", "=all", "(all)", "[all]", " all", ": URL1O6", " URL1O6", "[URL1O6]", "=URL20B", ": E501", " E501",
    "(E501)", ": bare-percent", " bare-percent", "[bare-percent]", "[", "(", "[]", "()", ":", "=", ",", ": *", "=*",
    "[*]", ";URL208", "; URL208", "/URL208", ".URL208", ". URL208", "|URL208", "{URL208}", " {URL208}", "<URL208>",
    " <URL208>", '"URL208"', " 'URL208'", "='URL208'", "-URL208", "_URL208", "+URL208", " -URL208", " - URL208",
    " -- URL208", "# URL208", "\uff1aURL208", " \u2013 URL208", "-line", "-line: URL208", "-nxet", "_next: URL208",
    " the mirror is gone", ": the mirror is gone", ", the mirror is gone", " see URL208", " rule URL208",
    " passwords", "[a-b]", "[URL208, a.b]", "URL208", "; only for URL208", ". For URL2 and others",
)  # fmt: skip
ENDS = (
    "", " ", "  # the mirror is gone", " // old", "//old", " /* old */", " -- the mirror is gone", " - old",
    " \u2014 old", ".", ". It is old", "; it is old", " -->", "-->", " */", "*/", " *)", " #}", " %}", ")",
    ") is old", "]", '"', '",', "'", "`", "</p>", "<br>", " |", " | 2004", " \\", "**", " http://a.example/",
    " <http://a.example/>", "  # noqa: E501", " # see URL208", "; see CURL208", ". Its URL is old",
)  # fmt: skip
PASSWORD = "ftp://backup:h7Tq-92x@ftp.musterstadt.internal/100%"


def around(comment):
    """Texts with a URL in the place that each kind of comment covers."""
    yield "ignore", f"{PASSWORD} # urlmend: ignore{comment}\n"
    yield "ignore-next", f"# urlmend: ignore-next{comment}\n{PASSWORD}\n"
    yield "ignore-file", f"{PASSWORD}\n# urlmend: ignore-file{comment}\n"
    yield "off", f"# urlmend: off{comment}\n{PASSWORD}\n"


@each_row("introduction", INTRODUCTIONS)
@each_row("listed", CODES)
def test_codes_are_read_however_they_are_introduced(introduction, listed):
    for _, text in around(introduction.format(listed)):
        assert codes(text, select=["URL001", "URL208", "URL501"]) == ["URL501"] * ("URL501" not in listed), text


@each_row("comment", NO_CODES)
def test_comments_that_may_be_meant_for_other_codes_suppress_nothing(comment):
    for kind, text in around(comment):
        found = {finding.code: finding.message for finding in lint(text, select=["URL001", "URL208", "URL501"])}
        assert sorted(found) == ["URL001", "URL208", "URL501"], text
        assert "unknown code" in found["URL001"] or f"write {kind}[URL501]" in found["URL001"], text


@each_row("comment", ENDS)
def test_comments_without_codes_suppress_all_findings(comment):
    for _, text in around(comment):
        assert codes(text, select=["URL001", "URL208", "URL501"]) == [], text


@each_row("comment", [" URL208", ": URL208", "[URL208]", ""])
def test_other_text_may_follow_codes(comment):
    for end in (" it is old", "; it is old", ".", " -->", "*/", ")", " # noqa: E501", " http://a.example/"):
        if comment or end[:3] != " it":
            assert codes(f"{FAULT} # urlmend: ignore{comment}{end}") == []


def test_an_on_comment_ends_a_block_whatever_follows_it():
    for end in ("", ": URL208", "[URL208]", " again", "=all"):
        assert codes(f"# urlmend: off\n{FAULT}\n# urlmend: on{end}\n{FAULT}\n") == ["URL208"]


def test_comment_on_any_line_of_a_broken_url_applies():
    text = "see <URL:http://a.example/yearly-\nplan> # urlmend: ignore[URL106]\n"
    assert codes(text) == ["URL106", "URL001"]
    assert codes(text.replace("yearly-\n", "yearly- # urlmend: ignore\n", 1)) != ["URL106"]


def test_comments_of_rules_that_do_not_run_are_not_reported():
    assert codes(f"{FAULT} # urlmend: ignore[URL208]", select=["URL001", "URL501"]) == []
    assert codes("plain # urlmend: ignore[URL208]", ignore=["URL001"]) == []


def test_message_names_unused_codes():
    (finding,) = lint("plain # urlmend: ignore[URL208,URL999]")
    assert finding.message == "unknown code URL999 in comment: correct or remove it"


@each_row(
    ("text", "expected"),
    [
        (f"{FAULT}\n# urlmend: ignore-file\n{FAULT}", []),
        (f"{FAULT}\n# urlmend: ignore-file[URL208]\nhttp://a.example/b|c", ["URL205"]),
        (f"# urlmend: ignore-file URL2\n{FAULT}", []),
        (f"# urlmend: ignore-file[URL501]\n{FAULT}", ["URL208", "URL001"]),
        ("# urlmend: ignore-file\nnothing", ["URL001"]),
        (f"# urlmend: ignore-file\n{FAULT} # urlmend: ignore[URL208]", []),
        ("# urlmend: disable=URL501", ["URL001"]),
        ("// urlmend: disable-next-line", ["URL001"]),
        ("/* urlmend: disable */", ["URL001"]),
        ("<!-- urlmend: noqa -->", ["URL001"]),
        ("# urlmend: noqa: URL501", ["URL001"]),
        ("# urlmend:noqa URL501", ["URL001"]),
        ("# urlmend: ingore[URL501]", ["URL001"]),
        ("# urlmend: skip-file", ["URL001"]),
        (f"{FAULT} # urlmend: nolint", ["URL208", "URL001"]),
        ("# urlmend: ingore", ["URL001"]),
        ("x = 1  # urlmend: ingore", ["URL001"]),
        ("// urlmend: ignor", ["URL001"]),
        ("<!-- urlmend: ignore_next -->", ["URL001"]),
        ("; urlmend: ingore-file", ["URL001"]),
        (" * urlmend: ignroe", ["URL001"]),
        (".. urlmend: ingore[URL501]", ["URL001"]),
        ("% urlmend: hide[URL501]", ["URL001"]),
        ("{# urlmend: ingore #}", ["URL001"]),
        ("-- urlmend: ignore-nxet URL501", ["URL001"]),
        ("urlmend: ingore[URL501]", ["URL001"]),
        ("  urlmend: disable=URL501", ["URL001"]),
        ("def f(urlmend: list[str]): ...", []),
        ("def f(\n    urlmend: list[str],\n    *urlmend: dict[str, int],\n): ...", []),
        ("urlmend: list[str] = []", []),
        ("a = 1; urlmend: list[str] = []", []),
        ("type A = { a: string; urlmend: Plan[] }", []),
        ("urlmend: str='plan'", []),
        ("# urlmend: list[str]", []),
        ("# urlmend: plan=1 is the default", []),
        ("f(urlmend: disable)", []),
        ("the option urlmend: noqa", []),
        ("# urlmend: ignoring is possible", []),
        ("# urlmend: ignoreURL is a name", []),
        ("urlmend: some prose", []),
        ("urlmend: finds URLs", []),
        ("urlmend: 1 finding in 1 file: 1 error", []),
        ("urlmend: gone.txt: No such file or directory", []),
        ("urlmend: disable the rule URL501 in the settings", []),
        ("urlmend: skip binary files", []),
        ("the job urlmend: needs [build]", []),
        ("urlmend: {args: [lint]}", []),
        ("urlmend:\n  disable: true", []),
        ("see urlmend: ignored files", []),
    ],
)
def test_comments_for_files_and_unknown_comments(text, expected):
    assert codes(text) == expected


def test_an_unknown_comment_is_named_with_those_that_exist():
    (finding,) = lint("# urlmend: disable=URL501")
    assert finding.message == "unknown comment 'disable': write ignore, ignore-next, ignore-file, off or on"
