"""Links whose text shows another host."""

import subprocess
import sys

import pytest

from tables import each_row
from urlmend import lint
from urlmend.finder import FindOptions, find_candidates, find_urls
from urlmend.formats.reader import read_format
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.settings.config import Config

LINKS = {
    "html": '<p>see <a class=b href="{url}" title="c">{label}</a> now',
    "markdown": "see [{label}]({url}) now",
    "asciidoc": "see {url}[{label}] now",
    "restructuredtext": "see `{label} <{url}>`_ now",
}
EVIL = "https://login.evil.internal/b"
MISLEADING = [
    ("https://www.bank.com/login", EVIL),
    ("www.bank.com", EVIL),
    ("http://bank.com", EVIL),
    ("http://WWW.BANK.COM:80/", EVIL),
    ("https://bank.com.", EVIL),
    ("www.bank.com", "https://www.bank.com.evil.internal/"),
    ("www.bank.com", "https://evil.internal/www.bank.com"),
    ("www.bank.com", "https://www.bank.com@evil.internal/"),
    ("www.bank.com", "http://192.0.2.7/"),
    ("www.bank.co.uk", "https://evil.co.uk/"),
    ("https://alice.github.io", "https://bob.github.io/"),
    ("www.bank.com", "https://t.co/bcd"),
    ("www.bank.com", "https://aka.ms/bcd"),
    ("https://bit.ly/bcd", EVIL),
    ("https://youtu.be/bcd", EVIL),
    ("www.youtube.com", "https://t.co/bcd"),
    ("www.bank.com", "https://web.archive.org/web/2012/https://login.evil.internal/b"),
    ("www.bank.com", "https://web.archive.org/web/2012/evil.internal/www.bank.com"),
    ("www.bank.com", "https://notweb.archive.org.evil.internal/web/2012/http://www.bank.com/"),
    ("www.bank.com", "https://archive.ph.evil.internal/AbCdE"),
]
HONEST = [
    ("https://www.bank.com/login", "https://www.bank.com/"),
    ("www.bank.com", "https://bank.com/b"),
    ("https://bank.com", "https://login.bank.com/b"),
    ("https://one.bank.co.uk", "https://two.bank.co.uk/"),
    ("https://one.bank.com", "https://two.bank.com/"),
    ("log in", EVIL),
    ("bank.com", EVIL),
    ("README.md", EVIL),
    ("see www.bank.com", EVIL),
    ("http://alice@bank.com/", EVIL),
    ("https://", EVIL),
    ("www.", EVIL),
    ("http://localhost/", EVIL),
    ("http://192.0.2.1/", EVIL),
    ("http://bank.com/b", "https://web.archive.org/web/2012/bank.com/b"),
    ("http://bank.com/b", "https://web.archive.org/web/20120304050607id_/http://www.bank.com:80/b"),
    ("http://bank.com/b", "https://web.archive.org/web/2019*/http://bank.com/b"),
    ("http://bank.com/b", "http://archive.org/wayback/http:/bank.com/b"),
    ("http://bank.com/b", "https://archive.ph/AbCdE"),
    ("http://bank.com/b", "https://archive.today/2012.03.04-050607/https://bank.com/b"),
    ("http://bank.com/b", "https://archive.is/https%3A%2F%2Fbank.com%2Fb"),
    ("http://bank.com/b", "http://webcache.googleusercontent.com/search?q=cache:AbCdE12:www.bank.com/b"),
    ("http://bank.com/b", "https://www.webcitation.org/5AbCdE"),
    ("http://bank.com/b", "https://perma.cc/ABCD-EFGH"),
    ("https://your-domain.com/b", "https://plan.canal.de/b"),
    ("https://www.youtube.com/watch?v=b", "https://youtu.be/b"),
    ("https://youtu.be/b", "https://www.youtube.com/watch?v=b"),
    ("https://docs.microsoft.com/b", "https://aka.ms/b"),
    ("https://twitter.com/b", "https://t.co/b"),
    ("https://maps.google.com/b", "https://goo.gl/maps/b"),
    ("https://goo.gl/maps/b", "https://www.google.com/maps/b"),
]


def found(form, label, url):
    document = read_format(Document(LINKS[form].format(url=url, label=label)), form)
    return ProjectLinter(Config(), "", FindOptions()).findings(document)


@each_row("form", LINKS)
@each_row(("label", "url"), MISLEADING)
def test_misleading_links_are_reported(form, label, url):
    findings = [finding for finding in found(form, label, url) if finding.code == "URL626"]
    assert [finding.url.text for finding in findings] == [url]


@each_row("form", LINKS)
@each_row(("label", "url"), HONEST)
def test_other_links_are_not_reported(form, label, url):
    assert not [finding for finding in found(form, label, url) if finding.code == "URL626"]


# Links that show their texts otherwise, or in pieces.
OTHER_TEXTS = [
    ("markdown", "[![https://www.bank.com/](https://images.canal.internal/b.png)](https://bank.com/)\n"),
    ("html", '<a href="https://www.bank.com/">www.<wbr>bank.com</a>\n'),
    ("html", '<a href="https://www.bank.com/">https://www.ba<wbr>nk.com/</a>\n'),
    ("html", '<a href="https://www.bank.com/">https://www.ba&shy;nk.com/</a>\n'),
    ("html", '<a href="https://www.bank.com/">https://www.bank.<u></u>com/</a>\n'),
    ("html", '<a href="https://www.bank.com/">https://www.<b>bank</b>.com/</a>\n'),
    ("markdown", '<a href="https://www.bank.com/">https://www.ba<wbr>nk.com/</a>\n'),
]


@each_row(("form", "text"), OTHER_TEXTS)
def test_images_and_divided_texts_are_not_reported(form, text):
    findings = ProjectLinter(Config(), "", FindOptions()).findings(read_format(Document(text), form))
    assert not [finding for finding in findings if finding.code == "URL626"]


NAMED = [
    ("https://eur01.safelinks.protection.outlook.com/?url=b", " (security gateway)"),
    ("https://canal.us2.list-manage.com/track/click?u=a6300f&id=37af", " (click tracking)"),
    ("https://canal.createsend.com/t/r-l-tyuhkyll-l-r/", " (click tracking)"),
    ("https://t.co/bcd", " (short link)"),
    ("https://canal.list-manage.com/", ""),
    ("https://notlist-manage.com/track/click?u=a6300f", ""),
    ("https://www.google.com/url?q=https://canal.example/", ""),
    (EVIL, ""),
]


@each_row(("url", "kind"), NAMED)
def test_the_message_names_the_kind_of_the_link(url, kind):
    (finding,) = found("markdown", "https://www.bank.com", url)
    assert finding.message.endswith(f"but target is {url.split('/')[2]}{kind}: use the same host")


def test_the_tables_of_kinds_are_loaded_for_misleading_links_only(tmp_path):
    (tmp_path / "a.html").write_text(LINKS["html"].format(url=EVIL, label="https://www.evil.internal/"))
    program = "import sys; from urlmend.cli.main import main; main(['lint', 'a.html']); print(*sys.modules)"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert "urlmend.rules.link_text" in loaded
    assert "urlmend.uri.gateways" not in loaded


@each_row(
    "source",
    [
        f'<a href="{EVIL}">\n <font><b>https://www.bank.com/</b></font></a>',
        f"<A HREF='{EVIL}'>www.bank.com</A>",
        f"<a href={EVIL}>www.bank.com</a>",
        f'<a href="{EVIL}">www.bank.com</a> <a href="https://www.bank.com/">www.bank.com</a>',
        f'<a href="{EVIL}">log in</a> <a href="{EVIL}">www.bank.com</a>',
    ],
)
def test_html(source):
    document = read_format(Document(source), "html")
    findings = ProjectLinter(Config(), "", FindOptions()).findings(document)
    assert [finding.code for finding in findings] == ["URL626"]
    start, stop = document.in_source(findings[0].spans[0])
    assert source[start:stop] == EVIL
    assert [url.text for url in find_urls(document)].count(EVIL) == source.count(EVIL)


@pytest.mark.parametrize("source", ['<a href="mailto:b@bank.com">www.bank.com</a>', '<a name="b">www.bank.com</a>'])
def test_other_anchors_are_not_reported(source):
    assert not ProjectLinter(Config(), "", FindOptions()).findings(read_format(Document(source), "html"))


FORGE = "https://github.com/canal/map"
# The text of a link and its target, and the name in each if they are not of the same thing.
NAMES = [
    ("#12", f"{FORGE}/pull/13", "12", "13"),
    ("map#12", f"{FORGE}/issues/13#issuecomment-14", "12", "13"),
    ("canal/map#12", f"{FORGE}/pull/13/files", "12", "13"),
    ("GH-12", f"{FORGE}/discussions/13", "12", "13"),
    ("!12", "https://git.canal.org/map/-/merge_requests/13", "12", "13"),
    ("1149", f"{FORGE}/pull/1145", "1149", "1145"),
    ("#12", "https://bugs.canal.org/show_bug.cgi?id=13", "12", "13"),
    ("#12 Draw locks", f"{FORGE}/pull/13", "12", "13"),
    ("MAP-98", "https://issues.canal.org/browse/MAP-980", "", ""),
    ("MAP-980", "https://issues.canal.org/browse/MAP-1022", "980", "1022"),
    ("RFC 3999", "https://tools.ietf.org/html/rfc3339#appendix-A", "3999", "3339"),
    ("CVE-2020-1234", "https://nvd.nist.gov/vuln/detail/CVE-2020-1243", "1234", "1243"),
    ("ada@canal.org", "mailto:adam@canal.org?subject=map", "ada@canal.org", "adam@canal.org"),
    ("Ada@canal.org", "mailto:ada@Canal.org?subject=map", "", ""),
    ("ada@canal.org", "mailto:ada%2Bmap@canal.org", "", ""),
    ("ada@canal", "mailto:adam@canal.org", "", ""),
    ("write to ada@canal.org", "mailto:map@canal.org", "", ""),
    ("1.0.2", f"{FORGE}/releases/tag/v1.0.1", "1.0.2", "1.0.1"),
    ("v1.0.2", f"{FORGE}/tree/1.0.1", "1.0.2", "1.0.1"),
    ("#12", f"{FORGE}/pull/12", "", ""),
    ("#012", f"{FORGE}/pull/12", "", ""),
    ("12", f"{FORGE}/pull/0012", "", ""),
    ("1", f"{FORGE}/pull/735", "", ""),  # the first of several
    ("pull request 1", f"{FORGE}/pull/9", "", ""),
    ("pull request 12", f"{FORGE}/pull/97", "12", "97"),
    ("Python \u0e51\u0e50\u0e51", "https://www.canal.org/python101/", "", ""),
    ("Python \u0e51\u0e50\u0e52", "https://www.canal.org/python101/", "102", "101"),
    ("809 locks", f"{FORGE}/issues/3391", "", ""),
    ("#12 and #13", f"{FORGE}/pull/13", "", ""),
    ("#12", f"{FORGE}/tree/13", "", ""),
    ("#12", f"{FORGE}/issues/13-draw-locks", "", ""),
    ("SHA256", "https://en.wikipedia.org/wiki/SHA-2", "", ""),
    ("Canal 2024", "https://canal24.org/", "", ""),
    ("MAP-980", "https://issues.canal.org/browse/LOCK-981", "", ""),
    ("ab89610", f"{FORGE}/commit/ab89615b15a3", "", ""),
    ("1.0", f"{FORGE}/tree/v1.0.1", "", ""),
    ("_ada@canal.org_", "mailto:ada@canal.org", "", ""),
    ("__ada@canal.org__", "mailto:ada@canal.org", "", ""),
    ("_ada@canal.org", "mailto:_ada@canal.org", "", ""),
    ("ada@m\u00fcnchen.de", "mailto:ada@xn--mnchen-3ya.de", "", ""),
    ("ada@canal.org", "mailto:jim@canal.org,ada@canal.org", "", ""),
    ("ada@canal.org", "mailto:jim@canal.org?cc=ada@canal.org", "", ""),
    ("#12, 13", f"{FORGE}/pull/13", "", ""),
    ("#12 fixes 13", f"{FORGE}/issues/13", "", ""),
    ("2023", f"{FORGE}/issues/1234", "", ""),
    ("404", f"{FORGE}/issues/1234", "", ""),
    ("10000", f"{FORGE}/pull/2", "", ""),
    ("#1", f"{FORGE}/issues/2355", "", ""),
    ("C#8", "https://github.com/dotnet/csharplang/issues/40", "", ""),
    ("#123", f"{FORGE}/issues/45?issue=o%7Cr%7C123", "", ""),
    ("#123", f"{FORGE}/issues/456#issuecomment-123", "", ""),
    ("#100", f"{FORGE}/pull/100/commits/issues/200", "", ""),
    ("RFC 5321", "https://www.canal.org/rfc5321?old=/rfc2821", "", ""),
    ("2020.01.05", f"{FORGE}/releases/tag/v2020.1.5", "", ""),
    ("PEP 509", "https://peps.canal.org/pep-0508/", "509", "508"),
    ("1.33.0", f"{FORGE}/compare/release-v1.32...release-v1.33", "", ""),
]


@each_row("form", ("markdown", "asciidoc", "restructuredtext"))
@each_row(("label", "url", "text", "target"), NAMES)
def test_texts_that_name_another_thing_than_the_target_are_reported(form, label, url, text, target):
    findings = found(form, label, url)
    assert [(finding.code, finding.url.text) for finding in findings] == ([("URL632", url)] if text else [])
    if text:
        assert findings[0].message == f"link text says {text}, but target is {target}: correct one of them"


@each_row(
    ("text", "count"),
    [
        (f"[**#12**]({FORGE}/pull/13) [`#12`]({FORGE}/pull/13) [\\#12](<{FORGE}/pull/13>)", 3),
        (f"[#12]({FORGE}/pull/12), [#13]({FORGE}/pull/12), [#12]({FORGE}/pull/12)", 1),
        (f"`[#12]({FORGE}/pull/13)`", 0),
        (f"```\n[#12]({FORGE}/pull/13)\n```\n", 0),
        (f"[#12] {FORGE}/pull/13", 0),
        (f"#12 ({FORGE}/pull/13)", 0),
    ],
)
def test_each_link_has_its_own_name(text, count):
    findings = ProjectLinter(Config(), "", FindOptions()).findings(read_format(Document(text, "a.md"), "markdown"))
    assert [finding.code for finding in findings] == count * ["URL632"]


@each_row("link", ["[#{}]({})", "[#{}](<{}>)", "[**#{}**]({}#comment)"])
def test_contradictory_links_are_found_in_long_texts(link):
    numbers = [(number, number + (number % 999 == 7)) for number in range(2000)]
    links = [link.format(text, f"{FORGE}/pull/{target}") for text, target in numbers]
    document = read_format(Document("\n".join(links), "a.md"), "markdown")
    found = ProjectLinter(Config(), "", FindOptions()).findings(document)
    assert [finding.message for finding in found] == [
        f"link text says {text}, but target is {target}: correct one of them"
        for text, target in numbers
        if text < target
    ]


def test_documents_without_such_texts_skip_ordinary_urls():
    for form, link in LINKS.items():
        document = read_format(Document(link.format(url=EVIL, label="log in")), form)
        assert not document.labelled
        assert not find_candidates(document)


def test_html_files_are_checked_as_they_are_written(urlmend, tree):
    tree({"a.html": LINKS["html"].format(url=EVIL, label="https://www.bank.com/")})
    assert urlmend("lint", "a.html").lines[0].startswith(f"a.html:1:{LINKS['html'].index('{url}') + 1}: URL626")


def test_each_link_has_its_own_text(urlmend, tmp_path):
    mail = (
        "From: a@canal.internal\nSubject: bank\nContent-Type: text/html\n\n"
        '<a href="http://evil.internal/b"><img src="http://i.internal/c.gif"></a>\n'
        '<a href="http://evil.internal/b"><b>http://www.bank.com</b></a>\n'
        '<a href=" http://evil.internal/b">http://www.other.com</a>\n'
    )
    (tmp_path / "a.eml").write_text(mail)
    shown = [line for line in urlmend("lint", "--show-source", "a.eml").out.splitlines() if "^" not in line]
    assert [line.partition(",")[0] for line in shown] == [
        "a.eml:6:10: URL626 link text shows www.bank.com",
        "    http://evil.internal/b",
        "a.eml:7:11: URL626 link text shows www.other.com",
        "    http://evil.internal/b",
    ]


@each_row(
    ("url", "target"),
    [
        ("https://www.google.com/url?q=https%3A%2F%2Fa.foo.org%2Fb&sa=D", "https://a.foo.org/b"),
        ("https://link.zhihu.com/?target=https%3A//a.foo.org/b", "https://a.foo.org/b"),
        ("https://link.juejin.cn?target=https%3A%2F%2Fa.foo.org", "https://a.foo.org"),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Fada:h7Tq92x@a.foo.org%2F", "https://ada:***@a.foo.org/"),
    ],
)
def test_redirects(url, target):
    (finding,) = lint(f"see {url} now", select=["URL627"])
    assert finding.message.endswith(f": link to {target}")


@each_row(
    "url",
    [
        "https://www.google.com/search?q=https%3A%2F%2Fa.foo.org%2Fb",
        "https://www.zhihu.com/question/7?target=https%3A//a.foo.org/b",
        "https://bit.ly/b",
        "https://url.emailprotection.link/?bZq8Rk2mXv9TtLw4VbN8yCs1Df6GhJ3pK~",
    ],
)
def test_no_redirects(url):
    assert lint(f"see {url} now", select=["URL627"]) == []


def test_redirects_are_not_reported_by_default():
    assert lint("see https://link.zhihu.com/?target=https%3A//a.foo.org/b now") == []
