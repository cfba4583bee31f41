"""From findings to fixed text."""

import re
from urllib.parse import unquote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import urlmend
from strategies import HOSTILE_TEXTS
from tables import each_row
from urlmend import Edit, Finding, Fix, Span, Url
from urlmend.fixing.offers import Offer, wanted
from urlmend.fixing.proof import at_once, source_edits
from urlmend.model.finding import PROFILES, apply
from urlmend.uri.rfc3986 import split

# Safe fixes: text, result.
SAFE = [
    ("see http://a.example/b|c, d", "see http://a.example/b%7Cc, d"),
    ("see http://a.example/b|c^d`", "see http://a.example/b%7Cc%5Ed`"),
    ("<URL:http://a.example/b>#c.", "<URL:http://a.example/b#c>."),
    ("<URL:<http://a.example/b>> c", "<URL:http://a.example/b> c"),
    ('<a href="<URL:http://a.example/b>">', '<a href="http://a.example/b">'),
    # A break after a hyphen moves to before a slash, with line prefixes.
    ("<URL:http://a.example/b/c-\nd/e>", "<URL:http://a.example/b\n/c-d/e>"),
    ("<URL:http://a.example/b/c-\r\nd/e>\r\n", "<URL:http://a.example/b\r\n/c-d/e>\r\n"),
    ("> > <URL:http://a.example/b/c-\n> > d/e> f\n", "> > <URL:http://a.example/b\n> > /c-d/e> f\n"),
    ("/*\n * <http://a.example/b-/c-\n *  d/e>", "/*\n * <http://a.example\n *  /b-/c-d/e>"),
    # Without a slash to break before, the pieces move to one line.
    ("<URL:http://a-\nb.example/c>, d\ne", "<URL:http://a-b.example/c>,\nd\ne"),
    ("# <URL:http://a-\n# b.example/c>\n# d", "# <URL:http://a-b.example/c>\n# d"),
    ("(<URL:http://a-\n  b.example/c>).\n", "(<URL:http://a-b.example/c>).\n"),
    # Two findings in one URL.
    ("<URL:http://a.example/b|c-\nd>", "<URL:http://a.example\n/b%7Cc-d>"),
]

# Unsafe fixes: text, result; None if the unsafe one is not checked.
UNSAFE = [
    ("http://a.example/100% of", "http://a.example/100%25 of"),
    ("www.a.example", "www.a.example"),
    ("<URL:www.a.example>", "<URL:www.a.example>"),
    ("at http://a.example/plans/\ncity/2004/budget_overview.html, if", None),
    ("file://c:/plans.txt", "file://c:/plans.txt"),
    ("<URL:htpp://a.example/>", "<URL:http://a.example/>"),
]

# Text without fixes, safe or unsafe.
UNFIXABLE = [
    "",
    "no URL: none",
    "http://a.example/b and <http://a.example/c>, <URL:http://a.example/\nd>",
    "GET https://api.a.example/users/{id}/posts",
    r"http://a\.example/[^/]+/(?:b|c)$",
    "http://www.a.example/?q=%s",
    "http://a.example/ is never made https",
    "hxxp://a.example/ stays defanged",
    "<URL:http://a.example/b and so on, never closed",
    "<URL:>",
    "ftp://al:h7Tq92x@a.internal/b",
]


@each_row(("text", "fixed"), SAFE)
def test_safe_fixes_are_applied_by_default(text, fixed):
    assert urlmend.fix(text) == fixed


@each_row(("text", "fixed"), UNSAFE)
def test_unsafe_fixes_need_an_option(text, fixed):
    assert urlmend.fix(text) == text
    if fixed is not None:
        assert urlmend.fix(text, unsafe=True) == fixed


@each_row("text", UNFIXABLE)
@each_row("profile", PROFILES)
def test_unfixable_text_is_unchanged(text, profile):
    assert urlmend.fix(text, unsafe=True, profile=profile) == text


def test_fix_accepts_the_options_of_lint():
    assert urlmend.fix("HTTP://a.example/b|c", select=["URL414"]) == "http://a.example/b|c"
    assert urlmend.fix("http://a.example/b|c", ignore=["URL2"]) == "http://a.example/b|c"
    assert urlmend.fix("http://a.example/~b", select=["URL206"], profile="rfc1738") == "http://a.example/%7Eb"
    fragments = "http://a.example/#~b http://a.example/#:~:text=b"
    assert urlmend.fix(fragments, select=["URL206"], profile="rfc1738") == fragments
    with pytest.raises(ValueError, match="unknown profile"):
        urlmend.fix("", profile="rfc2396")


# Texts with upper case in a scheme or host, and what becomes of them: None if programs compare them as they are.
UPPER_CASE = [
    ("HTTP://Canal.example/A", "http://canal.example/A"),
    ("see (HTTPS://WWW.CANAL.EXAMPLE)", "see (https://www.canal.example)"),
    ("http://LOCALHOST:80/A", "http://localhost:80/A"),
    ("http://[2001:DB8::7]/A", "http://[2001:db8::7]/A"),
    ("The end. HTTP://Canal.example/", "The end. http://canal.example/"),
    ("...HTTP://Canal.example/", "...http://canal.example/"),
    ("https://SignService/a", None),
    ("HTTPS://signservice/a", None),
    ("app://Canal.Example/a", None),
    ("credential.https://dev.canal.example.useHttpPath", None),
    ("url.https://Canal.example/.insteadOf", None),
]


@each_row(("text", "fixed"), UPPER_CASE)
def test_hosts_are_lowered_unless_they_are_names(text, fixed):
    assert urlmend.fix(text, select=["URL414"]) == (fixed or text)


def finding(*edits, safe=True):
    fix = Fix(tuple(Edit(Span(start, stop), text) for start, stop, text in edits), safe)
    return Finding("URL205", "error", "", (), Url("", (), Span(0, 0), "", ""), fix)


def chosen(*findings, unsafe=False):
    fixed = at_once(Offer(found, fix, fix.edits) for found in findings if (fix := wanted(found, unsafe=unsafe)))
    return apply("abcdefgh", source_edits(fixed)), len(fixed)


def test_overlapping_fixes_exclude_each_other():
    assert chosen(finding((0, 2, "x")), finding((1, 3, "y")), finding((2, 3, "z"))) == ("xzdefgh", 2)
    assert chosen(finding((2, 2, "x")), finding((2, 2, "y"))) == ("abxcdefgh", 1)
    assert chosen(finding((5, 6, "y")), finding((1, 2, "x"))) == ("axcdeygh", 2)


def test_all_edits_of_a_fix_are_applied_or_none():
    assert chosen(finding((0, 1, "x"), (6, 7, "x")), finding((3, 4, "y"))) == ("xbcdefxh", 1)


def test_unsafe_fixes_are_chosen_only_with_the_option():
    assert chosen(finding((0, 1, "x"), safe=False)) == ("abcdefgh", 0)
    assert chosen(finding((0, 1, "x"), safe=False), unsafe=True) == ("xbcdefgh", 1)


# Each fix keeps its own URL, but changes the text that makes it or another one a URL.
HARMFUL = [
    "<URL:a:\n| b c |\n| %   |>",
    "<URL:a:\n|    1 c |\n| %   |>",
]


@pytest.mark.parametrize("text", HARMFUL)
def test_fix_that_changes_a_url_is_rejected(text):
    fixed = urlmend.fix(text)
    assert urlmend.lint(text)
    assert decoded(urlmend.find(fixed)) == decoded(urlmend.find(text))


def test_harmful_fix_does_not_prevent_harmless_ones():
    harmless = "http://a.example/b|c\n\n"
    assert urlmend.fix(f"{harmless * 3}{HARMFUL[0]}\n\n{harmless * 3}") == (
        f"{harmless * 3}{HARMFUL[0]}\n\n{harmless * 3}".replace("b|c", "b%7Cc")
    )


def test_only_the_harmful_fixes_of_a_long_text_are_left():
    harmless = f"http://a.example/b|c\n\n{'Harvest moon over the weir. ' * 20}\n\n"
    text = f"{harmless * 30}{HARMFUL[0]}\n\n" * 3
    assert urlmend.fix(text) == text.replace("b|c", "b%7Cc")


# Decoding or encoding that would make something that the URL does not have.
KEPT = [
    "http://a%2%45.de/",
    "http://a.example/%2%45",
    "http://a.example/%%341",
    "http://a.example/b/%2e%2e/c",
    "http://a.example/b/.%2E/c",
    "http://a.example/b/%2e/c",
    "http://a%2eb.example/",
    "http://%61.example/",
    "http://user%40b@a.example/",
    "http://a.example/%2fb%3Fc%23d",
]


@each_row("text", KEPT)
def test_no_safe_fix_creates_escapes_dot_segments_hosts_or_delimiters(text):
    fixed = urlmend.fix(text, select=["ALL"], ignore=["URL209"])
    assert fixed == text


@each_row(
    ("text", "fixed"),
    [
        ("http://a.example/%41%2D%7e", "http://a.example/A-~"),
        ("http://a.example/%2%c3", "http://a.example/%2%C3"),
        ("http://a.example/100%|b", "http://a.example/100%%7Cb"),
        ("HTTP://A%2dB.Example/C%41", "http://a%2Db.example/CA"),
        ("http://a.example/?%61=b&c[]=%7b", "http://a.example/?a=b&c%5B%5D=%7B"),
    ],
)
def test_other_encodings_are_fixed(text, fixed):
    assert urlmend.fix(text, select=["ALL"]) == fixed


URL_PIECES = st.sampled_from(
    [
        *("%", "%2", "%25", "%2e", "%2E", "%45", "%65", "%41", "%2f", "%3a", "%40", "%23", "%c3%a9", "%7e", "%5B", "%"),
        *r"e E 2 4 . .. / / // : @ ? # [ ] | ^ ~ \ é A - &".split(),
        *("<", ">", '"', "-\n", "\n", " ", "{", "}", "URL:"),
    ]
)
URLS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "<", "<URL:", "> <URL:", "<URL:URL:"]),
    st.sampled_from(
        ["http://a", "HTTP://A.b/", "ftp://u:p@h/", "mailto:a", "http://[::1]/", "news:", "file:///", "x-a:"]
    ),
    st.lists(URL_PIECES, max_size=8).map("".join),
    st.sampled_from(["", ">", ">#b", ">>", " b"]),
)


def parts(text):
    """The escapes, dot segments, hosts and delimiters of the URLs in a text."""
    found = urlmend.find(text)
    lines = [url.text for url in found]
    return {
        "lone percent signs": [len(re.findall("%(?![0-9A-Fa-f]{2})", url)) for url in lines],
        "dot segments": [len(re.findall(r"(?<=/)\.\.?(?=[/?#]|$)", url)) for url in lines],
        "hosts": [(split(url).host or "").lower() for url in lines],
        "delimiters": [re.sub(r"[^/?@:]", "", url.partition("#")[0]) for url in lines],
        "decoded": [unquote(url).casefold() for url in lines],
    }


@pytest.mark.slow
@settings(max_examples=3 * settings().max_examples)
@given(st.lists(URLS, min_size=1, max_size=3).map("\n\n".join), st.sampled_from(PROFILES))
def test_safe_fixes_of_all_rules_create_nothing(text, profile):
    # URL114 moves text into a wrapper, so it becomes part of the URL.
    assert parts(urlmend.fix(text, select=["ALL"], ignore=["URL114"], profile=profile)) == parts(text)


def decoded(urls):
    """Return percent-decoded URLs: a safe fix may change the encoding only."""
    return [unquote(url.text) for url in urls]


TEXTS = st.one_of(
    HOSTILE_TEXTS, st.lists(st.sampled_from([text for text, _ in SAFE + UNSAFE]), max_size=4).map("\n".join)
)


@given(TEXTS, st.sampled_from(PROFILES), st.booleans())
def test_fix_is_idempotent(text, profile, unsafe):
    once = urlmend.fix(text, profile=profile, unsafe=unsafe)
    assert urlmend.fix(once, profile=profile, unsafe=unsafe) == once


@given(TEXTS, st.sampled_from(PROFILES))
def test_safe_fixes_keep_all_urls(text, profile):
    # URL114 moves text into a wrapper, so it becomes part of the URL.
    fixed = urlmend.fix(text, profile=profile, ignore=["URL114"])
    assert decoded(urlmend.find(fixed)) == decoded(urlmend.find(text))


@given(TEXTS, st.sampled_from(PROFILES))
def test_text_without_findings_is_unchanged(text, profile):
    assume(not urlmend.lint(text, profile=profile))
    assert urlmend.fix(text, profile=profile, unsafe=True) == text
