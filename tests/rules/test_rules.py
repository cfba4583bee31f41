"""Every rule, by the examples of its page; families 1, 2, 3 and 5 also by tables."""

import re
from itertools import pairwise

from example_documents import example_document
from tables import each_row
from urlmend import Document, lint
from urlmend.finder import find_candidates
from urlmend.fixing.fixer import fix_text
from urlmend.linting.linter import Linter
from urlmend.linting.relative_links import with_relative_links
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.model.span import Span
from urlmend.rules import RULES
from urlmend.rules.registry import examples

EXAMPLES = [(code, example) for code, rule in sorted(RULES.items()) for example in examples(rule)]


def codes(text, *select, profile="rfc3986", flowed="", form=""):
    document = example_document(text, form=form, flowed=flowed)
    return [finding.code for finding in lint(document, select=select or ["ALL"], profile=profile)]


@each_row(("code", "example"), [(c, e) for c, e in EXAMPLES if e.kind == "bad"])
def test_bad_examples_are_reported(code, example):
    assert codes(example.text, code, profile=example.profile, flowed=example.flowed, form=example.format)


@each_row(("code", "example"), [(c, e) for c, e in EXAMPLES if e.kind in ("good", "fixed")])
def test_good_examples_are_not_reported(code, example):
    assert not codes(example.text, code, profile=example.profile, flowed=example.flowed, form=example.format)


def fixed(code, example):
    """The fixed text of a bad example, and the set of `Fix.safe` of its fixes."""
    safe = set()

    def examine(document):
        urls = with_relative_links(document, find_candidates(document, ordinary=True))
        for finding in Linter([RULES[code]], example.profile).findings(document, urls):
            if finding.fix:
                safe.add(finding.fix.safe)
            yield finding

    document = example_document(example.text, form=example.format, flowed=example.flowed)
    return fix_text(document, examine, unsafe=True), safe


# Each bad example, and the next example of its page.
PAIRS = [
    (code, bad, following)
    for code, rule in sorted(RULES.items())
    for bad, following in pairwise(examples(rule))
    if bad.kind == "bad"
]


@each_row(("code", "bad", "following"), PAIRS)
def test_fixes_give_the_fixed_examples(code, bad, following):
    text, safe = fixed(code, bad)
    assert text == (following.text if following.kind == "fixed" else bad.text)
    assert safe <= {RULES[code].fix == "safe", False} if RULES[code].fix else not safe


@each_row("code", [code for code, rule in sorted(RULES.items()) if rule.fix])
def test_rules_with_a_fix_have_a_fixed_example(code):
    safe = set().union(*(fixed(code, bad)[1] for other, bad, _ in PAIRS if other == code))
    assert (RULES[code].fix == "safe") in safe


@each_row(("code", "example"), [(c, e) for c, e in EXAMPLES if e.kind == "bad"])
def test_each_url_of_a_bad_example_is_reported(code, example):
    lines = [line for line in example.text.splitlines() if "://" in line]
    if len(lines) == example.text.count("\n") and not RULES[code].name.startswith(("bare", "break", "wrapper")):
        for line in lines:
            assert codes(line, code, profile=example.profile, form=example.format), line


@each_row("code", sorted(RULES))
def test_pages_are_complete(code):
    rule = RULES[code]
    kinds = [example.kind for example in examples(rule)]
    assert "bad" in kinds
    assert "good" in kinds
    assert rule.page.count("```") == 2 * len(kinds), "a code block that is not an example"
    assert re.fullmatch(r"[A-Z].*\.", rule.summary)
    assert re.fullmatch(r"URL[0-8]\d\d", code)
    assert rule.severity in SEVERITIES
    assert rule.profiles
    assert set(rule.profiles) <= set(PROFILES)


def test_names_are_unique():
    assert len({rule.name for rule in RULES.values()}) == len(RULES)


@each_row("code", sorted(RULES))
def test_no_findings_outside_the_profiles(code):
    for profile in set(PROFILES) - set(RULES[code].profiles):
        for example in examples(RULES[code]):
            assert not codes(example.text, code, profile=profile, flowed=example.flowed)


VALID = [
    "see http://www.example.org/ and https://www.example.org/a/b.html?c=d&e=f#g now",
    "see ftp://ftp.example.org/pub/a.tar.gz, mailto:alice@example.org, news:comp.text.tex",
    "see <http://www.example.org/a> and <URL:http://www.example.org/b>.",
    "http://[2001:db8::7]:8080/a and http://192.0.2.7/ and http://localhost:8000/",
    "urn:isbn:0451450523 tel:+1-201-555-0123 gopher://gopher.example.org/11/a",
    "http://www.example.org/%7Ealice/a%20b?c=%C3%A9",
    "https://www.example.org/~alice/a_(b)/c,d;e=f:g@h!i*j'k",
    'href="https://www.example.org/a?b=c&amp;d=e"',
    "no URL at all; nothing: nowhere",
]


@each_row("text", VALID)
def test_valid_text_has_no_findings(text):
    assert [finding.code for finding in lint(text)] == []


def test_white_space_in_an_attribute_is_not_an_unterminated_wrapper():
    document = Document("  http://a.example/ ", declared=(Span(0, 20),))
    assert lint(document, select=["URL101"]) == []


# rule, profile, text, number of findings
WRAPPER = [
    ("URL101", "rfc3986", "see <URL:http://a.example/ x", 1),
    ("URL101", "rfc3986", "see <URL:http://a.example/\n\nx>", 1),
    ("URL101", "rfc3986", "see <URL:http://a.example/ and tell me", 1),
    ("URL101", "rfc3986", "<URL:http://a.example/ <URL:http://b.example/>", 1),
    ("URL101", "rfc3986", "see <URL:http://a.example/> x", 0),
    ("URL101", "rfc3986", "see <http://a.example/ x", 0),
    ("URL101", "rfc3986", "see <URL: ftp://a.example/a.ps or b.ascii> x", 0),
    ("URL102", "rfc1738", "<http://a.example/>", 1),
    ("URL102", "rfc1738", "<URL:http://a.example/> URL:<http://a.example/> http://a.example/", 0),
    ("URL102", "rfc1738", "[a](<http://a.example/>) `a <http://a.example/>`_\n\n[r]: <http://a.example/>\n", 0),
    ("URL102", "rfc1738", "[a] (<http://a.example/>) [1] <http://a.example/> 'a <http://a.example/>'", 3),
    ("URL103", "rfc3986", "<URL:http://a.example/> URL:<http://a.example/> url=<http://a.example/>", 3),
    ("URL103", "rfc3986", "<http://a.example/>", 0),
    ("URL104", "rfc3986", "<url:http://a.example/> Url:<http://a.example/>", 2),
    ("URL104", "rfc3986", "<URL:http://a.example/>", 0),
    ("URL105", "rfc3986", "<URL: http://a.example/>", 1),
    ("URL105", "rfc3986", "<URL:\nhttp://a.example/>", 0),
    ("URL106", "rfc3986", "<URL:http://a.example/b-\nc>", 1),
    ("URL106", "rfc3986", "<URL:http://a.example/b-\nc-\nd>", 1),
    ("URL106", "rfc3986", "<URL:http://a.example/b-\nc> http://a.example/b-c", 0),
    ("URL106", "rfc3986", "<URL:http://a.example/b-c>", 0),
    ("URL107", "rfc3986", "<URL:http://a.example/b c>", 1),
    ("URL107", "rfc3986", "<URL:http://a.example/b c d>", 1),
    ("URL107", "rfc3986", "<URL:http://a.example/b \n c>", 0),
    ("URL107", "rfc3986", "<URL: http://a.example/b >", 0),
    ("URL108", "rfc3986", "The minutes of the last three meetings: http://www.example.org/minutes?year=\n2004&m=1", 1),
    ("URL108", "rfc3986", "The minutes: <http://www.example.org/minutes?year=\n2004&m=1>", 0),
    (
        "URL106",
        "rfc3986",
        "The plan for the coming year is at http://www.example.org/plans/city/2004/the-new-\nbudget_overview.html now",
        1,
    ),
    (
        "URL108",
        "rfc3986",
        "The plan for the coming year is at http://www.example.org/plans/city/2004/the-new\n-budget_overview.html now",
        1,
    ),
    ("URL108", "rfc3986", "The minutes: http://www.example.org/minutes\nare here", 0),
    ("URL108", "rfc3986", "The minutes of the meetings: http://www.example.org?&ID=2004=0A\n=0A=C2=A9\n", 0),
    ("URL110", "rfc3986", "> <http://a.example/\n> b>", 1),
    ("URL110", "rfc3986", "> <http://a.example/b>\n> c", 0),
    ("URL111", "rfc3986", "At http://a.example/. Or http://a.example/, or http://a.example/?", 3),
    ("URL111", "rfc3986", "At <http://a.example/>. Or http://a.example/ or (http://a.example/)", 0),
    ("URL112", "rfc3986", "http://a.example/(b http://a.example/c[b", 2),
    ("URL112", "rfc3986", "http://a.example/(b) (http://a.example/)", 0),
    ("URL113", "rfc3986", "<URL:> <URL: > URL:<>", 3),
    ("URL113", "rfc3986", "<URL:a>", 0),
]
CHARACTERS = [
    ("URL201", "rfc3986", "<URL:http://a.example/\x07\x1bb\x7f>", 1),
    ("URL201", "rfc3986", "<URL:http://a.example/\tb\nc>", 0),
    ("URL201", "rfc3986", "http://a.example/b\x07c", 0),
    ("URL202", "rfc1738", '<a href="http://a.example/b c.html">', 1),
    ("URL202", "rfc1738", "<a href='http://a.example/b c.html'>", 1),
    ("URL202", "rfc1738", '<video poster="http://a.example/b c.png">', 1),
    ("URL202", "rfc1738", '<video title="http://a.example/b c.png">', 0),
    ("URL202", "rfc3986", '<a href="http://a.example/b c.html"><img src="http://a.example/the plan.png">', 0),
    ("URL202", "rfc3986", '<a href="mailto:a@canal.example?subject=The plan of the city">', 0),
    ("URL202", "rfc3986", '<a href="http://a.example/ b.html"> <a href="http://a.exa mple/b">', 2),
    ("URL202", "rfc3986", '<a href="http://a.example/b" title="c d">', 0),
    ("URL202", "rfc3986", '"http://a.example/ is it"', 0),
    ("URL203", "rfc3986", "http://a.example/é/è", 1),
    ("URL203", "rfc3986", "http://a.example/%C3%A9 é", 0),
    ("URL204", "rfc3986", '<URL:http://a.example/"b">', 1),
    ("URL204", "rfc3986", '"http://a.example/"', 0),
    ("URL205", "rfc3986", "http://a.example/a|b^c", 1),
    ("URL205", "rfc3986", "http://a.example/{id}/${HOST}/{{x}} http://a.example/{7 signs}/b", 0),
    ("URL205", "rfc3986", "<http://a.example/a}b>", 1),
    ("URL206", "rfc1738", "http://a.example/~b", 1),
    ("URL206", "rfc1738", "http://a.example/%7Eb", 0),
    ("URL206", "rfc1738", "http://a.example/#:~:text=b http://a.example/#b:~:text=c", 0),
    ("URL206", "rfc1738", "http://a.example/:~:b http://a.example/#~b http://a.example/#:~:text=~b", 3),
    ("URL207", "rfc3986", "http://a.example/b[c]", 1),
    ("URL207", "rfc3986", "http://[2001:db8::7]/b", 0),
    ("URL207", "rfc3986", "ftp://u@[2001:db8::7]:21/b[c", 1),
    ("URL208", "rfc3986", "http://a.example/% http://a.example/%a/ http://a.example/%zz/", 3),
    ("URL208", "rfc3986", "http://a.example/%20%7e%C3%A9", 0),
    ("URL208", "rfc3986", "http://a.example/%s/%d/%(name)s/%NAME%/%{x}", 0),
    ("URL208", "rfc3986", "http://a.example/%(prop:name)s/a%%20b", 0),
    ("URL208", "rfc3986", "mailto:a%b@c.example", 0),
]
RESERVED = [
    ("URL301", "rfc1738", "nntp://a.example/b.c/1?d", 1),
    ("URL301", "rfc1738", "telnet://a.example/b", 1),
    ("URL301", "rfc1738", "http://a.example/b;c:d@e&f=g?h;i ftp://a.example/b?c:d@e gopher://a.example/1b?c", 0),
    ("URL301", "rfc1738", "telnet://a.example/ nntp://a.example/b.c/1", 0),
    ("URL302", "rfc3986", "ftp://a.example/b?c", 1),
    ("URL302", "rfc3986", "ftp://a.example/b%3Fc ftp://a.example/b? http://a.example/b?c", 0),
    ("URL303", "rfc3986", "ftp://a.example/b;c ftp://a.example/b;type", 2),
    ("URL303", "rfc3986", "ftp://a.example/b;type=i http://a.example/b;c", 0),
    ("URL304", "rfc1738", "http://a.example/?b/c?d", 1),
    ("URL304", "rfc1738", "http://a.example/b/c?d https://a.example/?b/c", 0),
    ("URL305", "rfc3986", "http://a.example/b%2Fc%3fd%23e", 1),
    ("URL305", "rfc3986", "http://a.example/b%20c?d%2Fe ftp://a.example/%2Fetc", 0),
    ("URL306", "rfc3986", "ftp://a:b:c@a.example/ ftp://a@b@a.example/", 2),
    ("URL306", "rfc3986", "ftp://a:b@a.example/ ftp://a%40b@a.example/", 0),
    ("URL307", "rfc3986", "mailto:a%b@c.example", 1),
    ("URL307", "rfc3986", "mailto:a%25b@c.example mailto:%s@c.example http://a.example/%b", 0),
    ("URL308", "rfc3986", "wais://a.example/b/c/d/e", 1),
    ("URL308", "rfc3986", "wais://a.example/b/c/d%2Fe wais://a.example/b?c", 0),
    ("URL309", "rfc3986", "prospero://a.example/b;c", 1),
    ("URL309", "rfc3986", "prospero://a.example/b;c=d;e=f", 0),
]
CREDENTIALS = [
    ("URL501", "rfc3986", "ftp://alice:h7Tq92x@a.internal/", 1),
    ("URL501", "rfc3986", "redis://:h7Tq92x@a.internal/", 1),
    ("URL501", "rfc3986", "postgresql://app:h7Tq92x@a.internal/app", 1),
    ("URL501", "rfc3986", "https://alice:h7Tq92x@a.internal/", 1),
    ("URL501", "rfc3986", "<ftp://alice:h7T\nq92x@a.internal/>", 1),
    ("URL501", "rfc3986", "ftp://alice@a.internal/ ftp://alice:@a.internal/ ftp://alice:$PASS@a.internal/", 0),
    ("URL501", "rfc3986", "ftp://alice:h7Tq92x@a.example/ http://a.internal:8080/ mailto:a:b@c.internal", 0),
    ("URL502", "rfc3986", "http://alice@a.internal/", 1),
    ("URL502", "rfc3986", "http://a.internal/alice@b ftp://alice@a.internal/ http://$USER@a.internal/", 0),
    ("URL503", "rfc3986", "ftp://alice@a.internal/ sftp://bob@a.internal/", 2),
    ("URL503", "rfc3986", "ftp://a.internal/ http://alice@a.internal/ ftp://a:b@a.internal/", 0),
    ("URL504", "rfc3986", "ftp://alice:@a.internal/", 1),
    ("URL504", "rfc3986", "ftp://alice@a.internal/ ftp://:@a.internal/", 0),
    ("URL505", "rfc3986", "ftp://@a.internal/ ftp://:@a.internal/", 2),
    ("URL505", "rfc3986", "ftp://:h7Tq@a.internal/ ftp://alice@a.internal/", 0),
    ("URL506", "rfc3986", "http://a.internal/?token=abcdefgh12345678 http://a.internal/?se=b&sig=abcdefgh12345678", 2),
    (
        "URL506",
        "rfc3986",
        "http://a.internal/?token=abc http://a.internal/?a=abcdefgh12345678 http://a.internal/token=x",
        0,
    ),
    ("URL507", "rfc3986", "ftp://alice:$PASS@a.internal/ ftp://alice:h7Tq92x@a.example/", 2),
    ("URL507", "rfc3986", "ftp://alice:h7Tq92x@a.internal/ ftp://alice@a.internal/", 0),
    ("URL508", "rfc3986", "gopher://alice@a.internal/ nntp://a:b@a.internal/c.d", 2),
    ("URL508", "rfc3986", "gopher://a.internal/1/a@b ftp://alice@a.internal/", 0),
]


@each_row(("code", "profile", "text", "count"), WRAPPER + CHARACTERS + RESERVED + CREDENTIALS)
def test_number_of_findings(code, profile, text, count):
    assert codes(text, code, profile=profile) == [code] * count


def test_brackets_are_reported_only_where_they_make_an_address_wrong():
    unusual = "http://a.internal/b[1] http://a.internal/?b[]=c http://b[1].internal/ http://[::1]/b[c]"
    assert [finding.code for finding in lint(unusual)] == []
    assert {finding.code for finding in lint(unusual, profile="rfc1738")} >= {"URL207"}
    assert codes("http://[2001:db8::7/b http://[::g]/", "URL412") == ["URL412", "URL412"]


POSITIONS = [
    ("URL106", "x <http://a.example/b-\nc>", ["-"]),
    ("URL107", "<http://a.example/b  c/d>", ["  "]),
    ("URL112", "http://a.example/(b", ["("]),
    ("URL201", "<URL:http://a.example/\x07b>", ["\x07"]),
    ("URL202", "[b](http://a.example/b c  d)", [" ", "  "]),
    ("URL202", "[b](http://a.example/b c)", [" "]),
    ("URL202", '<a href="http://a.example/b\nc d">', ["http://a.example/b"]),
    ("URL203", "http://a.example/bé/c", ["é"]),
    ("URL205", "http://a.example/b|c", ["|"]),
    ("URL208", "http://a.example/b%/c", ["%"]),
    ("URL302", "ftp://a.example/b?c", ["?"]),
    ("URL305", "http://a.example/b%2Fc", ["%2F"]),
    ("URL305", "<http://a.example/b%\n2Fc>", ["%", "2F"]),
    ("URL501", "ftp://alice:h7Tq92x@a.internal/", ["alice:h7Tq92x"]),
    ("URL502", "http://alice@a.internal/", ["alice"]),
    ("URL506", "http://a.internal/?token=abcdefgh12345678&b", ["abcdefgh12345678"]),
    ("URL505", "ftp://@a.internal/", ["@"]),
    ("URL113", "see <URL:> x", ["<URL:>"]),
    ("URL101", "see <URL:http://a.example/ x", ["<URL:http://a.example/"]),
    ("URL101", "see <URL:http://a.example/ or http://b.example/>", ["<URL:http://a.example/"]),
]


@each_row(("code", "text", "pieces"), POSITIONS)
def test_finding_position(code, text, pieces):
    (finding,) = lint(text, select=[code])
    assert [text[span.start : span.stop] for span in finding.spans] == pieces


@each_row(
    "text",
    [
        "ftp://a.example/b;c",
        "http://a.example/b?c/d",
        "nntp://a.example/b.c/1?d",
        "prospero://a.example/b;c",
        "wais://a.example/b;c",
        "wais://a.example/b/c=d/e",
        "wais://a.example/b/c/d&e",
        "wais://a.example/b?c?d",
    ],
)
def test_one_rule_reports_a_reserved_character(text):
    assert len(lint(text, select=["URL3"], profile="rfc1738")) == 1


MESSAGES = [
    ("URL101", "see <URL:http://a.example/ x", "'<URL:' without '>': close it"),
    ("URL101", "see <URL:http://a.example/ or http://b.example/>", "'<URL:' with several URLs: wrap each"),
    ("URL101", "see <URL:http://a.example/ or http://b.example/", "'<URL:' without '>': close it"),
    ("URL101", "see <URL:http://a.example/ <http://b.example/>", "'<URL:' without '>': close it"),
    ("URL106", "<http://a.example/b-\nc>", "'b-c' or 'bc'"),
    ("URL106", "<http://a.example/b-\nc?d=e#f>", "'b-c' or 'bc': "),
    ("URL106", "<http://a.b-\nc/d>", "'a.b-c' or 'a.bc'"),
    ("URL106", "<http://a.example/d?e=b-\nc&f>", "'b-c' or 'bc'"),
    ("URL106", "<http://a.example/b-\nc/d-\ne>", "'b-c' or 'bc': break the line elsewhere (and 1 more)"),
    ("URL106", "<http://a.internal/?b-\nc&token=abcdefgh12345678>", "'http://a.internal/?b-c&token=***' or "),
    ("URL203", "http://a.example/é", "character U+00E9 in URL: encode as %C3%A9"),
    ("URL203", "http://a.example/\udce9", "byte 0xE9 in URL: encode as %E9"),
    ("URL203", "http://a.example/\U0001f600", "character U+1F600 in URL: encode as %F0%9F%98%80"),
    ("URL205", "http://a.example/b|c", "encode as %7C"),
    ("URL301", "nntp://a.example/b.c/1?d", "encode as %3F"),
    ("URL501", "ftp://alice:h7Tq92x@a.internal/", "'alice'"),
    ("URL506", "http://a.internal/?token=abcdefgh12345678", "'token'"),
]


@each_row(("code", "text", "part"), MESSAGES)
def test_message(code, text, part):
    (finding,) = lint(text, select=[code], profile=RULES[code].profiles[0])
    assert part in finding.message
