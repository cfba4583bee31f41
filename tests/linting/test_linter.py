"""Findings of rules on the URLs of a document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import HOSTILE_TEXTS
from tables import each_row
from urlmend import documents, lint
from urlmend.finder import FindOptions, find_urls
from urlmend.linting.linter import Linter
from urlmend.model.document import Document
from urlmend.model.finding import PROFILES
from urlmend.rules import RULES

SELECTED = list(RULES.values())

WRAPPED = st.sampled_from(["{}", "<{}>", "<URL:{}>", "({})", '"{}"', "<URL:{} x", "{}.", '<a href="{} b">'])


def findings(text, rules=SELECTED, profile="rfc3986", **options):
    document = Document(text)
    return list(Linter(rules, profile, **options).findings(document, find_urls(document)))


def lint_document(document):
    return Linter(SELECTED).findings(document, find_urls(document))


@given(HOSTILE_TEXTS, st.sampled_from(PROFILES))
def test_any_text_can_be_linted(text, profile):
    document = Document(text)
    for finding in Linter(SELECTED, profile).findings(document, find_urls(document, FindOptions(schemeless=True))):
        assert finding.code in RULES
        assert finding.severity == RULES[finding.code].severity_in(profile)
        assert profile in RULES[finding.code].profiles
        assert finding.spans, finding
        assert "\n" not in finding.message
        for span in finding.spans:
            assert 0 <= span.start < span.stop <= len(text)


SECRETS = st.text("abcXY01-._~!$&'()*+,;=:%[]{}|^", max_size=10).map(lambda text: f"Z7{text}Z7")


@given(st.sampled_from(["ftp", "https", "postgresql", "gopher"]), st.sampled_from(["", "alice"]), SECRETS, WRAPPED)
def test_messages_hide_passwords(scheme, user, secret, around):
    text = "see " + around.format(f"{scheme}://{user}:{secret}@db.internal/a%zz(b|c-\nd")
    for profile in PROFILES:
        for finding in findings(text, profile=profile):
            assert "Z7" not in finding.message


@given(st.text("abcdef0123456789", min_size=16, max_size=40))
def test_messages_hide_tokens(token):
    text = f"see <http://a.internal/b|c-\nd?token={token}a1>"
    for finding in findings(text):
        assert token not in finding.message


def test_show_secrets_shows_passwords():
    text = "see <ftp://alice:h7Tq@a.internal/b-\nc>"

    def both(password):
        return f"'ftp://alice:{password}@a.internal/b-c' or 'ftp://alice:{password}@a.internal/bc'"

    hidden = [finding.message for finding in findings(text, [RULES["URL106"]])]
    shown = [finding.message for finding in findings(text, [RULES["URL106"]], show_secrets=True)]
    assert hidden == [f"line break after hyphen, {both('***')}: break the line elsewhere"]
    assert shown == [f"line break after hyphen, {both('h7Tq')}: break the line elsewhere"]


def test_findings_are_in_document_order():
    text = "http://a.example/é| then http://b.example/%| then ftp://u:h7Tq@c.internal/?x"
    found = findings(text, list(reversed(SELECTED)))
    order = [(finding.url.outer.start, finding.spans[0].start, finding.code) for finding in found]
    assert order == sorted(order)
    assert len({start for start, _, _ in order}) == 3


def test_only_rules_of_the_profile_run():
    assert [f.code for f in findings("http://a.example/~b", [RULES["URL206"]], "rfc1738")] == ["URL206"]
    assert findings("http://a.example/~b", [RULES["URL206"]], "rfc3986") == []


def test_wrapper_without_absolute_url_is_reported_only_if_empty():
    assert [finding.code for finding in findings("<URL:> <URL:a b|c>")] == ["URL113"]


def test_no_rules_report_no_findings():
    assert findings("ftp://u:h7Tq@c.internal/?x|", []) == []


def test_severity_applies_to_codes_and_prefixes():
    text = "see http://a.internal/b|c and ftp://ada:h7Tq-92x@a.internal/"

    def severities(given):
        return {finding.code: finding.severity for finding in findings(text, severities=given) if finding.url}

    usual = severities({})
    assert usual["URL205"] == usual["URL501"] == "error"
    assert severities({"URL205": "info"}) == usual | {"URL205": "info"}
    assert severities({"url2": "info"})["URL205"] == "info"
    assert severities({"URL2": "warning", "URL205": "info", "URL": "warning"})["URL205"] == "info"
    assert set(severities({"ALL": "info"}).values()) == {"info"}


def test_allowed_hosts_apply_to_codes_and_prefixes():
    text = "ftp://ada:h7Tq-92x@a.internal/"
    for code in ("URL501", "url5", "ALL"):
        assert "URL501" not in [finding.code for finding in findings(text, allow={code: ("*.internal",)})]
    assert "URL501" in [finding.code for finding in findings(text, allow={"URL502": ("*.internal",)})]


def test_finding_holds_a_limited_number_of_hits():
    (finding,) = findings("http://a.example/a" + "|b/" * 150, [RULES["URL205"]])
    assert (len(finding.spans), len(finding.fix.edits)) == (100, 100)
    assert finding.message == "'|' in URL: encode as %7C (and 99 more)"


def test_cause_is_reported_once_per_url():
    text = "http://a.example/\u0430/\u0431/\u0432?\u0430=\u0431"
    (finding,) = findings(text, [RULES["URL203"]])
    assert [text[low:high] for low, high in finding.spans] == list("\u0430\u0431\u0432\u0430\u0431")
    assert len(finding.fix.edits) == 5


def test_hits_that_need_different_fixes_are_not_merged():
    host, path = findings("http://\u0430\u0431.example/\u0432/\u0433", [RULES["URL203"]])
    assert (host.fix, len(path.fix.edits)) == (None, 2)


def test_edits_of_merged_hits_do_not_overlap():
    (finding,) = findings("http://a.example/./b/../c", [RULES["URL723"]])
    assert (len(finding.spans), len(finding.fix.edits)) == (2, 1)


def test_passwords_are_reported_one_by_one():
    text = "http://a.internal/?password=h7Tq92x&passwd=Zw0lfMal12"
    assert len(findings(text, [RULES["URL506"]])) == 2


def test_tokens_of_a_url_are_one_finding():
    text = "http://a.internal/?otpToken=abcdefgh12345678&b=c&apiKey=zyxwvuts87654321#d"
    (finding,) = findings(text, [RULES["URL506"]])
    assert finding.message == "secret in query parameter 'otpToken' and 'apiKey': remove and revoke it"
    assert [text[start:stop] for start, stop in finding.spans] == ["abcdefgh12345678", "zyxwvuts87654321"]


def codes_in(text, name):
    document = Document(text, name)
    return [found.code for found in Linter(RULES.values()).findings(document, find_urls(document))]


LABELS = [
    ("a.sol", "/**\n * See https://a.internal/b/eip-1155[ERC].\n */"),
    ("a.sol", "/**\n * See https://a.internal/b/c.sol[the\n * plan of the city] for more.\n */"),
    ("a.java", "// from https://a.internal/b/lower_bound[lower_bound], too"),
    ("a.txt", "See https://a.internal/b/c[the plan of the city] for more."),
    ("-", "See https://a.internal/plans[the plan of\nthe city]."),
]
BRACKETS = [
    ("a.txt", "See https://a.internal/b/c[1] for more."),
    ("a.txt", "See https://a.internal/b/c[old].html for more."),
    ("a.c", "// See https://a.internal/b/c[1]."),
    ("a.c", "// See https://a.internal/b?c[]=1."),
    ("a.txt", "See https://a.internal/b?c[d]=e for more."),
    ("a.c", "// See https://a.internal/b/c[old].html."),
]


@each_row(("name", "text"), LABELS)
def test_text_of_a_link_in_brackets_is_no_part_of_the_url(name, text):
    assert "URL207" not in codes_in(text, name)


@each_row(("name", "text"), BRACKETS)
def test_other_brackets_are_reported(name, text):
    assert "URL207" in codes_in(text, name)


# Code, and a text in which it is reported; in comments, and in blocks of code, it is not.
ABOUT_ATTACKS = [
    ("URL606", "http://www.bank.com@a.internal/"),
    ("URL603", "http://a.internal/?b=%0d%0aLocation:c"),
    ("URL604", "http://a.internal/b%00.png"),
    ("URL618", "<data:text/html,hello>"),
    ("URL407", "ssh://git@a.internal:b/c.git"),
    ("URL422", "http://.internal/"),
]


@each_row(("code", "url"), ABOUT_ATTACKS)
def test_faults_in_comments_are_described(code, url):
    assert code in codes_in(f"see {url} now", "a.txt")
    assert code not in codes_in(f"# see {url} now", "a.py")


def test_empty_labels_in_comments_are_reported():
    assert "URL422" in codes_in("# see http://a..internal/ now", "a.py")
    assert "URL422" in codes_in("/* see http://wiki.a..internal/b */", "a.c")
    assert "URL422" not in codes_in("/* see http://.../ and http://.internal/b */", "a.c")


@pytest.mark.parametrize("name", ["a.py", "a.yml"])
def test_drives_in_programs_and_settings_are_read_by_them(name):
    assert "URL711" in codes_in("[b](file://c:/b.txt)", "a.md")
    assert "URL711" not in codes_in('b: "file://c:/b.txt"', name)


URL_OF_EXPRESSION = "http://www.canal.internal/b|c"


@each_row(
    ("name", "text"),
    [
        ("a.py", 're.compile("{url}")'),
        ("a.py", "re.search(r'^{url}|ftp:', text)"),
        ("a.py", "re.sub(\n    '(?:git|){url}', '', text)"),
        ("a.py", 'self.assertRegex(text, "{url}")'),
        ("a.js", 'new RegExp("{url}", "g")'),
        ("a.ts", "const url = RegExp('{url}')"),
        ("a.php", "<?php preg_match('#{url}#', $text);"),
        ("a.php", '<?php preg_replace("~^{url}~i", "", $text);'),
        ("a.java", 'class A {{ Pattern a = Pattern.compile("{url}"); }}'),
        ("a.kt", 'val a = Regex("{url}")'),
        ("a.cs", 'var a = new Regex(@"{url}"); Regex.IsMatch(text, "{url}");'),
        ("a.go", "var a = regexp.MustCompile(`{url}`)"),
        ("a.rs", 'let a = Regex::new(r"{url}")?;'),
        ("a.rb", "a = Regexp.new('{url}')"),
        ("a.json", '{{"pattern": "{url}"}}'),
        ("a.json", '{{"urlRegex" : "^{url}"}}'),
        ("a.yaml", "pattern: '{url}'"),
        ("a.yaml", "- regex: {url}"),
        ("a.yml", "url_pattern: ^{url}"),
        ("a.html", '<p>see</p><input type="url" pattern="{url}">'),
        ("a.md", 'see\n\n```\nre.compile("{url}")\n```\n'),
    ],
)
def test_strings_that_are_expressions_are_not_checked(name, text):
    assert "URL205" not in codes_in(text.format(url=URL_OF_EXPRESSION), name)


@each_row(
    ("name", "text"),
    [
        ("a.py", 'requests.get("{url}")'),
        ("a.py", 'store.compile("{url}")'),
        ("a.py", 're.sub("b", "{url}", text)'),
        ("a.py", 're.match("b", text); get("{url}")'),
        ("a.js", 'text.replace("b", "{url}")'),
        ("a.php", "<?php preg_replace('/b/', '{url}', $text);"),
        ("a.java", 'class A {{ String a = get("{url}"); }}'),
        ("a.json", '{{"url": "{url}"}}'),
        ("a.json", '{{"pattern": "b", "url": "{url}"}}'),
        ("a.json", '{{"patternUrl": "{url}"}}'),
        ("a.yaml", "url: {url}"),
        ("a.yaml", "patterned: {url}"),
        ("a.md", "a pattern: {url}"),
        ("a.md", "[b]({url}) matches the regex"),
    ],
)
def test_strings_next_to_expressions_are_checked(name, text):
    assert "URL205" in codes_in(text.format(url=URL_OF_EXPRESSION), name)


@each_row(
    ("name", "text"),
    [
        ("a.py", """re.sub(b, r'<a href="mailto:\\1">', c)"""),
        ("a.py", """re.sub(b, '<a href="mailto:\\\\1?subject=b">', c)"""),
        ("a.pl", "s/b/<mailto:\\1>/"),
        ("a.swift", 'let a = "<https://a.canal.internal/\\(name)/b>"'),
        ("a.sh", """jq -r '"<https://a.canal.internal/\\(.name)|View>"'"""),
        ("a.sh", """curl -d '{"text": "see <https://a.canal.internal/b|View the build>"}'"""),
        ("a.py", 'say(f"<https://a.canal.internal/b|log>")'),
        ("a.json", '{"text": "<https://a.canal.internal/b?c=d|a.canal.internal>"}'),
        ("a.js", "say(`done: <https://a.canal.internal/b|The log>`)"),
        ("a.md", "Slack reads <https://a.canal.internal/b|The plan> and <https://a.canal.internal/b|the plan>."),
    ],
)
def test_substitutions_and_labels_of_slack_are_not_in_urls(name, text):
    assert not {"URL205", "URL216"}.intersection(codes_in(text, name))


@each_row(
    ("name", "text", "code"),
    [
        ("a.md", "<https://a.canal.internal/b|/c>", "URL205"),
        ("a.md", "don't see <https://a.canal.internal/b|/c>", "URL205"),
        ("a.rst", "see `the plan <https://a.canal.internal/b|/c>`_", "URL205"),
        ("a.md", "<https://a.canal.internal/b|c|The plan>", "URL205"),
        ("a.md", "<URL:https://a.canal.internal/b|The>", "URL205"),
        ("a.py", 'get("https://a.canal.internal/b|The")', "URL205"),
        ("a.md", "<https://a.canal.internal/b^c>", "URL205"),
        ("a.md", "<https://a.canal.internal/b\\c.html>", "URL216"),
        ("a.md", "<https://a.canal.internal/b\\1st.html>", "URL216"),
    ],
)
def test_other_delimiters_are_reported(name, text, code):
    assert code in codes_in(text, name)


def test_secrets_in_expressions_are_reported():
    assert "URL501" in codes_in('re.compile("ftp://alice:h7Tq92x@a.internal/b|c")', "a.py")


def test_a_break_after_a_hyphen_is_one_finding():
    text = "The plan for the coming year: http://www.example.org/plans/city/new-\nbudget_overview.html now"
    assert [found.code for found in findings(text, [RULES["URL106"], RULES["URL108"]])] == ["URL106"]
    assert [found.code for found in findings(text, [RULES["URL108"]])] == ["URL108"]


def codes_in_block(line, tmp_path):
    file = tmp_path / "a.md"
    file.write_text(f"```\n{line}\n```\n")
    (document,) = documents(file)
    return [found.code for found in Linter(RULES.values()).findings(document, find_urls(document))]


@pytest.mark.parametrize("url", ["http://www.bank.com@a.internal/", "http://a.internal/?b=%0d%0aLocation:c"])
def test_attacks_in_blocks_of_code_are_examples(url, tmp_path):
    assert not {"URL603", "URL606"} & set(codes_in_block(url, tmp_path))


FAULTS = [
    ("URL805", "http://http://a.internal/"),
    ("URL501", "http://alice:h7Tq92x@a.internal/"),
    ("URL401", "https:///a.internal/"),
    ("URL205", "http://a.internal/b|c"),
]


@pytest.mark.parametrize(("code", "line"), FAULTS)
def test_faults_in_blocks_of_code_are_reported(code, line, tmp_path):
    assert code in codes_in_block(line, tmp_path)


@each_row("name", ["a.c", "a.py", "a.toml"])
@each_row("host", ["example.com", "www.example.org", "a.b.EXAMPLE.net"])
def test_hosts_for_documentation_in_source_code_are_not_reported(name, host):
    text = f'# "http://{host}/b|c"\n// "http://{host}/b|c"\n'
    assert not list(Linter([RULES["URL205"]]).findings(Document(text, name), find_urls(Document(text))))


@each_row(
    ("name", "text", "code"),
    [
        ("a.txt", "see http://www.example.org/b|c", "URL205"),  # people may follow it
        ("a.c", 'f("http://www.example.org.a.internal/b|c")', "URL205"),
        ("a.c", 'f("http://www.a.example/b|c")', "URL205"),
        ("a.c", "// htts://www.example.org/b", "URL805"),
        ("a.c", "// http://www.example.org/?b&amp;c", "URL119"),
    ],
)
def test_other_urls_in_source_code_are_reported(name, text, code):
    assert list(Linter([RULES[code]]).findings(Document(text, name), find_urls(Document(text))))


def test_examples_are_reported_under_rfc1738():
    text = 'f("http://www.example.org/b|c")'
    found = Linter([RULES["URL205"]], "rfc1738").findings(Document(text, "a.c"), find_urls(Document(text)))
    assert list(found)


SAID = """\
Your payment was rejected. Log in at {}
Invalid URL: {}
- Raise ValueError for URLs like {}
the server throws an error if you parse {} now
{}  # raises InvalidURL
{} is an invalid URL, malformed, illegal, and not valid
"""


@each_row("line", SAID.splitlines())
@each_row("name", ["a.txt", "a.md", "a.py", "a.eml"])
def test_words_of_the_line_silence_no_rule(line, name, tmp_path):
    urls = (
        "http://a.internal/b|c",
        "http://alice@b:c@a.internal/d",
        "http://www.paypal.com@evil.internal/pay",
        "ftp://a.internal/b;type=z",
    )
    before = {"a.py": "# ", "a.eml": "From: a@b.internal\nTo: b@c.internal\nSubject: c\n\n"}.get(name, "")
    for url in urls:
        found = []
        for text in (line.format(url), url):
            file = tmp_path / name
            file.write_text(f"{before}{text}\n")
            found.append({one.code for document in documents(file) for one in lint_document(document)})
        assert found[0] >= found[1] != set(), url


@each_row(("host", "is_example"), [("%zz", True), ("%", True), ("%c3", False), ("a%zz", False)])
def test_a_malformed_escape_in_the_place_of_a_host_is_an_example_in_source_code(host, is_example):
    text = f'get("http://{host}/b|c")\n'
    assert bool(findings(text, [RULES["URL205"]]))
    document = Document(text, "a.py")
    assert bool(list(Linter([RULES["URL205"]]).findings(document, find_urls(document)))) != is_example


# A fault of the form of RFC 1738, and faults that other rules report.
@each_row(
    ("text", "others"),
    [
        ("see http://www.canal.org?plan there", {"URL614"}),
        ("see <http://www.canal.org?plan> there", {"URL102", "URL614"}),
        ("see <URL:http://www.canal.org?plan and", {"URL101", "URL614"}),
        ("see http://www.canal.org?pl~n there", {"URL206"}),
        ("see http://www.canal.org:512?plan there", {"URL602"}),
        ("see HTTP://www.canal.org?plan there", {"URL414"}),
        ("see file://www.canal.org:80/a|b there", {"URL205"}),
        ("see <URL:mailto:> there", {"URL713"}),
        ("see nntp://news.canal.org/ there", set()),
    ],
)
def test_a_fallback_gives_way_to_no_finding_on_another_fault(text, others):
    for rules in ([RULES["URL725"]], [RULES[code] for code in ("URL725", *others)], SELECTED):
        found = {finding.code for finding in findings(text, rules, "rfc1738")}
        assert "URL725" in found
        assert len(rules) == 1 or found >= others


@each_row(
    ("text", "code"),
    [
        ("see http://a_b.canal.org/ there", "URL403"),
        ("see http://www.canal.org:/ there", "URL409"),
        ("see http://www.canal.org./ there", "URL406"),
        ("see <URL:file:/plans/a> there", "URL712"),
        ("see <URL:news:1.b> there", "URL705"),
        ("see telnet://www.canal.org/a?b there", "URL301"),
    ],
)
def test_a_fallback_gives_way_to_a_finding_on_its_fault(text, code):
    assert [finding.code for finding in findings(text, [RULES["URL725"]], "rfc1738")] == ["URL725"]
    assert {finding.code for finding in findings(text, [RULES["URL725"], RULES[code]], "rfc1738")} == {code}


def test_a_broken_url_is_one_finding_only_if_all_its_breaks_are_after_hyphens():
    rules = [RULES["URL106"], RULES["URL108"]]
    once = "see http://www.canal.internal/plans/2004/north-bank/the-\nyearly_plan/budget_overview.html, they say.\n"
    assert [finding.code for finding in findings(once, rules)] == ["URL106"]
    twice = (
        "see http://www.canal.internal/plans/2004/north-bank/the-\n"
        "yearly_plan/of_the_city/and_of_the_canal/in_the_north/\n"
        "and_the_south/budget_overview.html, they say.\n"
    )
    assert sorted(finding.code for finding in findings(twice, rules)) == ["URL106", "URL108"]


@each_row(
    ("text", "code"),
    [
        ("see https:/a.de?b=${C} now", "URL420"),
        ("see http://http://a.internal/?b={{ c }} now", "URL805"),
        ("see http://a..internal/?b=%s now", "URL422"),
        ("see https:a.de/{b}/c now", "URL420"),
        ("see https:a.de/b/{c}?d#e now", "URL420"),
        ("see https:a.de/${B}/c now", "URL420"),
        ("see http://a..internal/#{{b}} now", "URL422"),
        ("see https:/a.de/{b} now", "URL420"),
        ("see http://a..internal/?token=9f86d081884c7d659a2feaa0c55ad015&b=${C} now", "URL506"),
        ("see http://a.internal/?token=9f86d081884c7d659a2feaa0c55ad015&b=${C} now", "URL506"),
    ],
)
def test_placeholders_excuse_nothing_before_their_component_and_no_secret(text, code):
    assert code in [found.code for found in lint(Document(text, "a.txt"))]


@each_row(
    "text",
    [
        "see https:/${HOST}?b=${C} now",
        "see http://http://${HOST}/?b=c now",
        "see http://a..${DOMAIN}/?b=c now",
        "see http://a.internal/?b=${C}|d now",
        "see http://a.internal/${B}..c?b=${C} now",
        "see https:${HOST}/b now",
        "see https:a${HOST}/b now",
        "see http://a.internal/${B}|c/d now",
        "see http://a.internal/b|${C}/d now",
        "see http://a.internal/b|c/<id> now",
        "match '{^(file://|/|/?[a-z]:[/]|[a-z0-9_.-]+[/])}i' now",
    ],
)
def test_placeholders_elsewhere_excuse_the_url(text):
    assert {"URL205", "URL420", "URL422", "URL805"}.isdisjoint(codes_in(text, "a.txt"))
