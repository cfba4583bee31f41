"""The rules of family 6, by tables."""

import os
import subprocess
import sys
from unicodedata import name

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from example_documents import ExampleRepository
from strategies import HOSTILE_TEXTS, URLS
from tables import each_row
from urlmend.finder import FindOptions, find_urls
from urlmend.model.contradictions import contradictions
from urlmend.model.document import Document
from urlmend.model.finding import PROFILES
from urlmend.rules import confusable_hosts
from urlmend.rules.registry import RULES, Case
from urlmend.uri.confusables import LATIN_LOOK
from urlmend.uri.schemes import SchemeTable

FAMILY = {code: rule for code, rule in RULES.items() if code.startswith("URL6")}
# Unregistered schemes that a project may configure.
CONFIGURED = FindOptions(SchemeTable(frozenset(("javascript", "vbscript"))))


REPOSITORY = ExampleRepository()


def hits(code, text, profile="rfc3986"):
    rule, found = RULES[code], contradictions(text, "markdown")
    for url in find_urls(Document(text), CONFIGURED):
        if url.scheme in (rule.schemes or (url.scheme,)) and profile in rule.profiles:
            named = found.get(url.start)
            yield from rule.check(Case(url, text, profile, labelled=True, contradiction=named, repository=REPOSITORY))


CYRILLIC_A = "\u0430"
APPLE = "\u0430\u0440\u0440\u04cf\u0435"
LONG = "http://a.internal/" + "b" * 2048

# code, text, number of findings
# Files of a repository without a branch, and other addresses.
WITHOUT_BRANCH = (
    "README.md docs/plan.md docs/plan.rst#the-river LICENSE.txt main/plan.py archive.md src/a.h .b/c.yml .plan.yml"
    " LICENSE docs/COPYING#terms"
).split()
OTHER_PAGES = (
    "a/b a/b/blob/main/README.md a/b/raw/v1.0/plan.pdf a/b/releases/download/v1.0/plan.pdf a/b/wiki/plan.png"
    " a/b/workflows/plan/badge.svg a/b/.github/workflows/plan.yml a/b/actions/workflows/plan.yml/badge.svg"
    " a/b.git/plan.md a/b/plan a/b/files/7/plan.pdf a/b/security/policy.md orgs/a/plan.md images/b/plan.gif"
    " a/b/plan.yml@main a/b/plan.example.org/c {a}/b/plan.md a/blob/main/plan.md"
    " a/LICENSE a/b/license a/b/MYLICENSE a/b/blob/main/LICENSE"
).split()
NESTED = "https://web.archive.org/web/2004/https://github.com/a/b/plan.md"
LEFTOVER = (
    "https://github.com/yourusername/canal.git https://github.com/your-org/canal/issues https://gitlab.com/Your_Name/b2"
    " https://raw.githubusercontent.com/your_name_here/canal/main/a.sh https://img.shields.io/github/v/tag/yourname/bc"
    " https://github.com/username/canal https://github.com/user_name/canal.git"
    " https://www.github.com/Your-GitHub-Username/plan https://codecov.io/gh/your-company/canal?branch=b"
)
NOT_LEFTOVER = (
    "https://github.com/yours/canal https://github.com/yourbase/canal https://github.com/your-org/your-repo"
    " https://github.com/your-username/repo.git https://github.com/yourname https://a.de/your-org/canal"
    " https://github.com/your-username/{name} https://github.com/{your-username}/canal https://github.com/a/your-org/b"
    " https://github.com/username/repo.wiki.git https://github.com/users/canal https://github.com/username-a/canal"
    " https://github.com/your-org/my-app https://github.com/your-org/repository-name/issues"
)
OF_READERS = (
    "Fork it: git clone https://github.com/your-username/canal.git",
    "git remote add origin https://github.com/your-name/canal.git",
    "https://github.com/your_name/canal/issues, where `your_name` is your own name",
    "git clone https://github.com/YOUR-NAME/canal.git, [the issues](https://github.com/USER_NAME/canal/issues)",
    "Replace your-org: https://github.com/your-org/canal",
    '<input placeholder="https://github.com/your-org/canal">',
    '{"hrefPlaceholder": "https://github.com/your-org/canal"}, { placeholder: `https://github.com/your-org/canal` }',
    "An address, e.g. https://github.com/your-org/canal, for example, https://github.com/your-org/canal",
)
COUNTS = [
    ("URL626", "[https://www.bank.internal/](http://a.internal.example/)", 1),
    ("URL626", "[https://www.a.internal/](http://b.a.internal/) [see](http://a.internal/)", 0),
    ("URL601", "http://a.internal:8080/ https://a.internal:80/ ftp://a.internal:2121/", 3),
    ("URL601", "http://a.internal:80/ http://a.internal/ http://a.internal:/ s3://a:90/ http://a.internal:$P/", 0),
    ("URL602", "http://a.internal:25/ https://a.internal:80/ telnet://a.internal:80/ ws://a.internal:22/", 4),
    ("URL602", "http://a.internal/ http://a.internal:80/ http://a.internal:8080/ http://a.internal:81/", 0),
    ("URL602", "smtp://a.internal:587/ s3://a:25/ http://a.internal:99999/ http://a.internal:1023/", 0),
    ("URL603", "http://a.internal/b%0Ac http://a%0D%0Ab.internal/ telnet://a.internal/%0d%0aquit", 3),
    (
        "URL603",
        "http://a.internal/?b=%0D%0ASet-Cookie:c http://a.internal/?b=%0d%0aX-A%3a http://a.internal/%0D%0A%0D%0A",
        3,
    ),
    ("URL603", "mailto:a%0Ab@c.internal", 1),
    ("URL603", "mailto:a@b.internal?body=c%0D%0Ad http://a.internal/?b=c%0Ad http://a.internal/?b=c%0D%0Ad%20e", 0),
    ("URL603", "gopher://a.internal/1b%09%09+%091%0D%0A+-1%0D%0Ac%0D%0A.%0D%0A http://a.internal/%0B%250A", 0),
    ("URL603", "<data:text/plain,a%0Ab> http://a.internal/#b%0Ac", 0),
    ("URL604", "http://a.internal/b%00.html http://a.internal/?b=../c%00 http://a%00.internal/", 3),
    (
        "URL604",
        "http://a.internal/?info_hash=%12%00%8F <data:image/png,%00%01> http://a.internal/%2500 http://a.internal/%001",
        1,
    ),
    ("URL604", "http://a.internal/b%01 http://a.internal/b?c=%20", 0),
    (
        "URL605",
        "gopher://a.internal:25/1HELO%0D%0AQUIT gopher://a.internal:6379/_FLUSHALL gopher://a.internal:8070/1b%0Ac",
        3,
    ),
    (
        "URL605",
        "gopher://a.internal/1b%0D%0Ac gopher://a.internal:70/1b%0A gopher://a.internal:7070/1b gopher://a.internal:105/2",
        0,
    ),
    (
        "URL605",
        "gopher://a.internal:23/8bob gopher://a.internal:23/Tbob gopher://a.internal:7070/1b%09%09+%091%0D%0Ac http://a.internal:25/%0D%0A",
        0,
    ),
    ("URL606", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", 1),
    ("URL606", "http://www.bank.example@192.0.2.7/ https://paypal.com@b.internal/ http://bank%2Ecom@b.internal/", 3),
    ("URL606", "http://www.bank.co.uk:x@b.internal/ https://login.bank.de@b.internal/", 2),
    ("URL606", "http://members.bank.uk%21362822key=96589521021index=A21r7P6qW21.4140327@%77%77%77.canal.internal/", 1),
    ("URL606", "http://abel.math.bank.sea636149key=x@www.canal.internal http://bank.com%21key=A21r7P6q@b.internal", 2),
    ("URL606", "http://members.bank%2Euk%21key2=Ab@b.internal", 1),
    ("URL606", "https://anna.maria.bank-stadt2@b.internal/ https://svc.deploy.a8f7d6e5c4b3a2918273@b.internal/", 0),
    ("URL606", "ftp://erika.muster@b.internal/ ssh://john.smith@b.internal/ https://erika%40a.com@b.internal/", 0),
    (
        "URL606",
        "http://paypal.com@localhost/ http://${user.com}@b.internal/ http://paypal.com@$HOST/ mailto:a.com@b.internal",
        0,
    ),
    ("URL606", "http://b.internal/paypal.com@c xmpp://a.com@b.internal/ http://user@b.internal/", 0),
    (
        "URL607",
        "http://3221225991/ http://0xc0.0.2.7/ http://0300.0.2.7/ http://192.0.519/ http://127.1/ http://0x7f.1/",
        6,
    ),
    ("URL607", "http://192.0.2.07/ http://%31%39%32.0.2.7/ ftp://u@0x7f000001:21/", 3),
    ("URL607", "http://192.0.2.7/ http://192.0.2.7./ http://192.0.2.7:80/ http://192.0.2.300/ http://1a.internal/", 0),
    ("URL607", "<https://10.1111/1467-9884.00320> http://10.4230/LIPIcs.B.7 https://10.5281/zenodo.123", 0),
    ("URL607", "https://10.1000.10/123456 https://10.1002/(SICI)1096-8628(1996)<1::AID-B>3.0 http://10.1093/bio/b7", 0),
    ("URL607", "http://10.1111/ http://10.1111 http://10.1111/login http://10.999/b7 http://10.1111:80/b7", 5),
    ("URL607", "http://u@10.1111/b7 http://11.1111/b7 http://010.1111/b7 http://10.0x1111/b7", 4),
    ("URL607", "http://$1.2/ http://7.internal/ s3://127.1/ http://[::1]/ http://0xab.internal/", 0),
    ("URL608", f"http://p{CYRILLIC_A}ypal.internal/ http://xn--pypal-4ve.internal/ http://a.l\u03bfgin.internal/", 3),
    ("URL608", "http://b.\u0441om/ http://\u0430\u03b1.internal/ <http://\u0430b.internal/>", 3),
    (
        "URL608",
        "http://\u043f\u043b\u0430\u043d.internal/ http://plan.\u0440\u0444/ http://b\u00fccher.internal/ http://paypal.internal/",
        0,
    ),
    (
        "URL608",
        "http://\u00b5torrent.internal/ http://\u043f\u043b\u0430\u043d-7.internal/ http://\u6771\u4eactokyo.internal/",
        0,
    ),
    ("URL608", "http://b.internal/p\u0430th http://www.plan.ru\u043f\u043b\u0430\u043d http://{\u0430b}.internal/", 0),
    ("URL609", f"http://{APPLE}.internal/ http://xn--80ak6aa92e.internal/ http://www.\u0441\u043e\u0440.internal/", 3),
    ("URL609", "http://\u03bf\u03c1.internal/ http://\u0570\u0585.internal/", 2),
    (
        "URL609",
        f"http://{APPLE}.\u0440\u0444/ http://{APPLE}.xn--p1ai/ http://\u043f\u043b\u0430\u043d.internal/ http://apple.internal/",
        0,
    ),
    (
        "URL609",
        "http://b\u00fccher.internal/ http://\u0451\u0436.internal/ http://xn--0.internal/ http://7.internal/",
        0,
    ),
    (
        "URL610",
        "<http://a.internal/\u202eb> <http://a\u200e.internal/> http://a.internal/b%E2%80%8E http://a.internal/%d8%9cb",
        4,
    ),
    ("URL610", "http://a.internal/%E2%81%A6b%E2%81%A9", 2),
    (
        "URL610",
        "http://a.internal/%E2%80%99 http://a.internal/\u05d0 http://a.internal/%D8%9B http://a.internal/%E2%81%A0",
        0,
    ),
    ("URL611", "http://xn--mnchen-3ya.internal/ http://a.XN--MNCHEN-3YA/", 2),
    (
        "URL611",
        "http://m\u00fcnchen.internal/ http://a.internal/xn--mnchen-3ya http://xn--0.internal/ http://a--b.internal/",
        0,
    ),
    ("URL612", "http://a@b@c.internal/ ftp://a:b@c@d.internal/", 2),
    ("URL612", "imaps://a@b.internal@c.internal/ smtp://a@b.internal@c.internal", 0),
    ("URL606", "https://www.bank.com-premium21991617@a.internal https://www.bank.com@a.internal", 2),
    (
        "URL612",
        "http://a@c.internal/ http://c.internal/a@b@c http://a%40b@c.internal/ http://@USER@@@HOST@/ mailto:a@b",
        0,
    ),
    ("URL613", "http://a.internal/http://b.internal/ http://a.internal/?b=https%3A%2F%2Fc", 2),
    ("URL613", "http://a.internal/b?c=d.internal http://a.internal/http/b http://a.internal/?b=ftp://c", 0),
    ("URL614", "http://a.internal/ ftp://a.internal/ telnet://a.internal/", 3),
    ("URL614", "https://a.internal/ http://localhost:80/ http://127.0.0.1/ http://www.w3.org/1999/xhtml", 0),
    ("URL614", 'xmlns="http://a.internal/b" xmlns:c="http://a.internal/c" http://schemas.xmlsoap.org/b', 0),
    ("URL614", "<a xmlns=http://a.internal/b><b xmlns:c = 'http://a.internal/c'>", 0),
    ("URL614", "<a href=http://a.internal/b><b data-ns='http://a.internal/c'>", 2),
    (
        "URL616",
        "http://192.168.0.7/ http://10.1/ http://169.254.169.254/ http://localhost/ http://[::1]/ http://[fe80::1%25a]/",
        6,
    ),
    (
        "URL616",
        "http://192.0.2.7/ http://172.32.0.1/ http://[2001:db8::7]/ http://10.internal/ http://a.internal/10.0.0.1",
        0,
    ),
    ("URL616", "http://[a]/ http://[::1::]/ http://192.168.0.300/ http://mylocalhost/", 0),
    ("URL618", "<data:text/html,hello> <javascript:alert(1)> <javascript://a/%0Aalert(1)> <vbscript:msgbox(1)>", 4),
    (
        "URL618",
        "<data:text/plain,hello> <data:image/png;base64,AA==> <data:image/svg+xml,AA> <javascript:;>",
        0,
    ),
    ("URL618", "http://a.internal/javascript:b http://a.internal/?data:text/html", 0),
    ("URL619", "<http://a\u3002internal/> <http://a\uff0einternal/> <http://a\uff61internal/> http://a%2einternal/", 4),
    ("URL619", "http://a%E3%80%82internal/", 1),
    ("URL619", "http://a.internal/b%2Ec <http://a.internal/\u3002> http://$a%2e/ s3://a%2eb/ http://a%2Dinternal/", 0),
    ("URL620", "hxxp://a.internal/ http://a[.]internal/ hxxps://a[dot]b.internal/ http://a(dot)internal/", 5),
    ("URL620", "http://a.internal/[.] http://hxxp.internal/ http://[::1]/", 0),
    ("URL621", "http://a.internal:6667/ https://a.internal:25/ http://a.internal:0/", 3),
    ("URL621", "http://a.internal:8080/ ftp://a.internal:21/ http://a.internal/ http://a.internal:99999/", 0),
    ("URL622", LONG, 1),
    ("URL622", LONG[:2048], 0),
    (
        "URL623",
        "http://a.internal/b/%2e%2e/c http://a.internal/..%2fb http://a.internal/%2E./b http://a.internal/b%5c../",
        4,
    ),
    ("URL623", "http://a.internal/b/%2e http://a.internal/%2f../%2e%2e%2fb", 3),
    (
        "URL623",
        "http://a.internal/b/../c http://a.internal/%2Ehidden http://a.internal/a%2Fb http://a.internal/b..%20c",
        0,
    ),
    ("URL623", "http://a.internal/?b=..%2fc http://a.internal/@b%2fc http://a.internal/...%2fb", 0),
    ("URL624", "http://a.b.c.d.e.f.internal/", 1),
    ("URL624", "http://a.b.c.d.e.internal./ http://{a.b.c.d.e.f.g}/ http://a.internal/b.c.d.e.f.g.h", 0),
    ("URL625", "http://\u05d0plan.internal/ <http://plan\u0e01.internal/> http://\u0430\u05d0.internal/", 3),
    (
        "URL625",
        "http://\u05d0\u05d1.internal/ <http://\u6771\u4eac\u304b\u30ab-tokyo.internal/> <http://\ud55c\u6f22a.internal/>",
        0,
    ),
    (
        "URL625",
        "http://p\u0430ypal.internal/ http://xn--4dbcagdahymbxekheh6e0a7fei0b.internal/ http://\u05d07.internal/",
        0,
    ),
    ("URL625", "<http://\u30fc\u6771.internal/> http://b\u00fccher.internal/ http://www.plan.il\u05d0", 0),
    ("URL628", "[https://a.de/b-c](https://a.de/b-)\n", 1),
    (
        "URL628",
        "[https://a.de/b-c](https://a.de/) [https://a.de/b/](https://a.de/b) [https://a.de/b c](https://a.de/b)",
        0,
    ),
    ("URL627", "https://www.google.com/url?q=https%3A%2F%2Fa.foo.org https://link.zhihu.com/?target=https%3A//a.de", 2),
    (
        "URL629",
        "https://www.google.com/search?q=https%3A%2F%2Fa.foo.org https://bing.com/search?q=http://a.foo.org/b",
        2,
    ),
    ("URL629", "https://www.google.com/search?q=b+c https://www.google.com/search?q=https://a.foo.org/+b", 0),
    ("URL627", "https://www.google.com/search?q=https%3A%2F%2Fa.foo.org https://www.zhihu.com/ https://bit.ly/b", 0),
    ("URL630", " ".join(f"https://github.com/a/b/{path}" for path in WITHOUT_BRANCH), len(WITHOUT_BRANCH)),
    ("URL631", "git clone git://github.com/a/b.git, git fetch git://gist.github.com/c git+git://www.github.com/d", 3),
    ("URL631", "-   repo: git://github.com/a/b\n    rev: v2\n  - repo: 'git://github.com/c/d'\n", 2),
    ("URL630", '"$id": "https://github.com/a/b/plan.json", $schema: https://github.com/a/b/plan.json', 0),
    ("URL631", "git clone git://a.foo.org/b git://github.com/c; see git://github.com/d, git+https://github.com/e", 0),
    ("URL634", " ".join(f"https://github.com/musterstadt/canal/blob/main/{path}" for path in ("a.md", "plan.md")), 2),
    ("URL634", "https://github.com/musterstadt/canal/blob/main/docs/plan.md https://github.com/a/b/blob/main/c.md", 0),
    ("URL634", "https://github.com/musterstadt/canal/blob/main/{name}.md <https://github.com/musterstadt/canal/>", 0),
    ("URL633", LEFTOVER, 9),
    ("URL633", NOT_LEFTOVER, 0),
    *(("URL633", text, 0) for text in OF_READERS),
    ("URL633", "Fork it at https://github.com/your-username/canal/fork", 1),
    ("URL633", f"Fork it. {'Then wait. ' * 150} https://github.com/your-username/canal.git", 1),
    ("URL632", "[#12](https://a.de/b/pull/13) [RFC 3968](https://a.de/rfc3986) [a@b.de](mailto:c@b.de)", 3),
    ("URL632", "[PR 12](https://a.de/b/pull/13) [Issue #5: a](https://a.de/b/issues/6)", 2),
    (
        "URL632",
        "[PR 12](https://a.de/b/pull/12) [see issue 5](https://a.de/b/issues/6) [bug 2004](https://a.de/bugs/2005)",
        0,
    ),
    ("URL632", "[#12](https://a.de/b/pull/12) [RFC 3986](https://a.de/rfc3986) [a@b.de](mailto:a@b.de)", 0),
    ("URL630", " ".join([NESTED, *(f"https://github.com/{path}" for path in OTHER_PAGES)]), 0),
]


@each_row(("code", "text", "count"), COUNTS)
def test_number_of_findings(code, text, count):
    assert len(list(hits(code, text))) == count


@each_row(
    ("path", "message"),
    [
        ("core/tree/main/plan.md", "folder before page of file: write tree/main/core/plan.md"),
        ("core/src/blob/v1/docs/plan.md", "folder before page of file: write blob/v1/core/src/docs/plan.md"),
        ("b/blob/main/plan.md", "repository twice before page: remove it"),
        ("a/b/blob/main/plan.md", "repository twice before page: remove it"),
        ("core/tree/plan.md", "no branch before file: write blob/HEAD/core/tree/plan.md"),
    ],
)
def test_text_before_the_page_of_a_file(path, message):
    assert [hit.message for hit in hits("URL630", f"https://github.com/a/b/{path}")] == [message]


def test_table_covers_the_family():
    assert {code for code, _, count in COUNTS if count} == set(FAMILY)
    assert {code for code, _, count in COUNTS if not count} == set(FAMILY)


POSITIONS = [
    ("URL601", "see http://a.internal:8080/ now", ["8080"]),
    ("URL602", "see http://a.internal:25/ now", ["25"]),
    ("URL603", "see http://a.internal/b%0D%0Ac now", ["%0D%0A"]),
    ("URL604", "see http://a.internal/b%00c now", ["%00"]),
    ("URL605", "see gopher://a.internal:25/1 now", ["25"]),
    ("URL606", "see http://www.bank.example:x@a.internal/ now", ["www.bank.example"]),
    ("URL607", "see http://u@127.1/ now", ["127.1"]),
    ("URL608", "see http://www.p\u0430y.internal/ now", ["p\u0430y"]),
    ("URL609", f"see http://www.{APPLE}.internal/ now", [APPLE]),
    ("URL610", "see http://a.internal/b%E2%80%8E now", ["%E2%80%8E"]),
    ("URL610", "see <http://a.internal/b%E2\n%80%8E> now", ["%E2", "%80%8E"]),
    ("URL611", "see http://a.xn--mnchen-3ya/ now", ["xn--mnchen-3ya"]),
    ("URL612", "see http://a@b@c.internal/ now", ["@"]),
    ("URL613", "see http://a.internal/?b=http://c now", ["http://c"]),
    ("URL614", "see http://a.internal/ now", ["http"]),
    ("URL616", "see http://10.0.0.1:80/ now", ["10.0.0.1"]),
    ("URL618", "see <data:text/html,a> now", ["data:"]),
    ("URL619", "see http://u@a%2Eb/ now", ["%2E"]),
    ("URL620", "see http://a[.]b/ now", ["[.]"]),
    ("URL623", "see http://a.internal/b/%2e%2e/c now", ["%2e%2e"]),
]


@each_row("script", confusable_hosts._SCRIPTS)
def test_letters_named_after_a_script_are_used_in_it(script):
    word = "CJK" if script == "Han" else script.upper()
    letters = "".join(
        char for char in map(chr, range(128, 0x3400)) if char.isalpha() and name(char, "").startswith(f"{word} ")
    )
    assert regex.fullmatch(rf"\p{{Script_Extensions={script}}}*", letters)


@each_row(("code", "text", "pieces"), POSITIONS)
def test_finding_position(code, text, pieces):
    (hit,) = hits(code, text)
    assert [text[span.start : span.stop] for span in hit.spans] == pieces


MESSAGES = [
    ("URL607", "http://0x7f.1/", "write 127.0.0.1"),
    ("URL607", "http://192.168.010.1/", "write 192.168.8.1"),
    ("URL608", f"http://p{CYRILLIC_A}y.internal/", "Cyrillic and Latin letters"),
    ("URL609", "http://\u0441\u043e\u0440.internal/", "'cop'"),
    ("URL611", "http://xn--mnchen-3ya.internal/", "'m\u00fcnchen'"),
    ("URL625", "http://\u05d0a.internal/", "Hebrew and Latin letters"),
]


@each_row(("code", "text", "part"), MESSAGES)
def test_message(code, text, part):
    (hit,) = hits(code, text)
    assert part in hit.message


def test_messages_contain_no_password():
    text = f"ftp://www.bank.com:h7Tq92x@p{CYRILLIC_A}y.internal:25/%00%0A gopher://a:h7Tq92x@0x7f.1:25/1%0A"
    for code in FAMILY:
        for profile in PROFILES:
            assert all("h7Tq" not in hit.message for hit in hits(code, text, profile))


def test_rules_run_in_all_profiles_without_whatwg_errors():
    # Family 4 reports what the WHATWG parser rejects.
    assert {rule.profiles for rule in FAMILY.values()} == {PROFILES}
    assert "error" not in {rule.severity_in("whatwg") for rule in FAMILY.values()}


def test_info_rules_are_off_by_default():
    assert {"rfc3986" in rule.default_profiles for rule in FAMILY.values() if rule.severity == "info"} == {False}


def test_look_alikes_map_other_scripts_to_ascii():
    assert len(LATIN_LOOK) > 40
    assert all(not char.isascii() and char.islower() for char in LATIN_LOOK)
    assert set("".join(LATIN_LOOK.values())) <= set("abcdefghijklmnopqrstuvwxyz0123456789")


def test_rarely_needed_modules_are_imported_lazily():
    program = "import sys, urlmend.rules; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    loaded = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) & {"idna", "regex", "ipaddress", "urlmend.uri.confusables"} == set()


PIECES = """
    http:// http:// https:// ftp:// gopher:// mailto: a b.internal 127.1 0x . : :25 :8080 @ % %2e %2f %00 %0D%0A .. / ?
    xn--0 xn--pypal-4ve \u0430 \u0430b \u05d0 \u6771 \u30ab \ud55c \u3002 [.] # - _ +%091 2 www.bank.com http%3A%2F%2F
""".split()


@pytest.mark.slow
@given(
    st.one_of(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), HOSTILE_TEXTS),
    st.sampled_from(sorted(FAMILY)),
)
@settings(max_examples=10 * settings().max_examples)
def test_spans_are_inside_the_text(text, code):
    for hit in hits(code, text):
        assert hit.spans
        assert all(0 <= span.start < span.stop <= len(text) for span in hit.spans)


@given(URLS)
def test_ordinary_urls_have_no_findings(url):
    # The strategy generates ASCII names, and default ports or none.
    codes = {code for code, rule in FAMILY.items() if "rfc3986" in rule.default_profiles and list(hits(code, url))}
    assert codes == set()
