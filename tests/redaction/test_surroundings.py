"""What is before, after or inside a secret does not reveal it."""

import io
import json
import re
import zipfile
from random import Random

import pytest

from tables import each_row, slow_after
from urlmend import lint
from urlmend.finder.secret_spans import secret_spans
from urlmend.model.document import Document
from urlmend.redaction.placeholders import is_token
from urlmend.redaction.redact import MASK, mask, redact, redact_names

TOKEN = "9f86d081884c7d659a2feaa0c55ad015"
GITHUB = "ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ"
URL = f"https://www.canal.internal/b?access_token={TOKEN}"
# It has a finding, so that the line is shown.
OTHER = "http://www.canal.internal/a|b"
CODES = ("URL501", "URL506")


def shown(text):
    """A line as reports show it."""
    return mask(text, secret_spans(Document(text)))


def reported(text):
    return [finding.code for finding in lint(text) if finding.code in CODES]


def lines_of(urlmend, tree, lines):
    """What commands print and write about lines, each of which has a finding."""
    folder = tree({"in/notes.txt": "\n\n".join(f"{line} {OTHER}" for line in lines) + "\n"})
    done = [urlmend("lint", "in", "--show-source"), urlmend("lint", "in", "--diff", "--unsafe-fixes")]
    done.append(urlmend("scan", "in", "-o", "r.jsonl"))
    assert all(len(each.out_bytes) > 100 for each in done[:1])
    results = [path.read_bytes() for path in folder.rglob("r.jsonl*") if path.is_file()]
    assert results
    return b"".join([*(each.out_bytes for each in done), *results]).decode("utf-8", "surrogateescape")


# --- What follows a token ---

AROUND = [
    *(f"{{}}{mark}" for mark in "»’›」）。，、…—–·中\x1b\x01\x7f\u3000\xa0é^*$@"),
    "“{}”",
    "„{}“",
    "«{}»",
    "*{}*",
    "**{}**",
    "{}&rdquo;",
    "{}%20",
    "{}%0a",
    "{}%20and%20more",
    "{}@x",
]


@each_row("around", AROUND, ids=ascii)
def test_a_token_is_hidden_whatever_follows_it(around):
    text = around.format(URL)
    assert TOKEN[:8] not in redact(f"see {text} {OTHER}")
    assert reported(text) == ["URL506"]


def test_no_command_shows_a_token_that_another_character_follows(urlmend, tree):
    printed = lines_of(urlmend, tree, [around.format(URL) for around in AROUND])
    assert TOKEN[:8] not in printed
    assert printed.count("URL506") >= len(AROUND)


@each_row("mark", "»’」）。，…—中")
def test_the_text_after_a_token_is_shown(mark):
    assert redact(f"{URL}{mark}und weiter") == f"{URL.replace(TOKEN, MASK)}{mark}und weiter"


# Values that do not look random before another character.
NO_TOKENS = [
    "prefix-1234-5678-[id]",
    "9f86d081****",
    "9f86d081884c7d65***",
    "ada.lovelace1815@canal.internal",
    "hello-world-2024%20again",
    "abc%20def",
    "9f86d081é84c7",
]


@each_row("value", NO_TOKENS)
def test_other_values_are_no_tokens(value):
    text = f"https://www.canal.internal/b?access_token={value}"
    assert shown(text) == text
    assert reported(text) == []


BROKEN = [
    "https://calendar.google.com/calendar/ical/a@b.c/private-1a294049282de7cc-\n2065594087f2e34a/basic.ics",
    "https://hooks.slack.com/services/T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4-\nVbN8yCs1Df6G",
    f"<URL:https://www.canal.internal/b?access_token={TOKEN[:16]}\n{TOKEN[16:]}>",
]


@each_row("text", BROKEN)
def test_all_pieces_of_a_rejoined_url_are_hidden(text):
    _, _, second = shown(f"{text} {OTHER}").partition("\n")
    assert second.startswith(MASK)
    assert reported(text) == ["URL506"]


# --- Underscores within a token ---

WITH_UNDERSCORES = [
    ("https://a.canal.internal/b?access_token=", "q7Rk2mXq9ZtLw4VbN8__yCs1Df6GhJ3pKe0AaQ"),
    ("https://maps.googleapis.com/maps/api/js?key=", "AIzaSyD7Qm2Rk9ZtLw4VbN8yCKWEu__MvG3eqiT"),
    ("https://a.canal.internal/callback?code=", "4/0AX4Alv__8s7Qm2Rk9ZtLw4VbN8yCs1Df6Gh"),
    ("https://a.canal.internal/b?jwt=", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.4Tq9b__w2LmZc7PvY"),
    ("https://api.telegram.org/bot123456789:", "AAHk2mXq9ZtLw4V__bN8yCs1Df6GhJ3pKe0"),
    ("https://discord.com/api/webhooks/1029384756/", "Rk2mXq9ZtLw4VbN8__yCs1Df6GhJ3pKe0AaQ-7tZ_2"),
    ("https://a.canal.internal/b?access_token=", "q7Rk2mXq9ZtLw4Vmy-yCs1Df6GhJ3pKe0AaQ"),
]
TEMPLATES = [
    "__ACCESS_TOKEN__",
    "__access_token__",
    "__TOKEN1__",
    "abc-123-__TOKEN__",
    "YOUR_TOKEN_123456",
    "my-token-123456-x",
    "x-insert_token_123456",
]


@each_row(("before", "secret"), WITH_UNDERSCORES)
def test_a_token_may_contain_underscores(before, secret):
    assert redact(f"{before}{secret}") == f"{before}{MASK}"
    assert reported(f"{before}{secret}") == ["URL506"]


@each_row("value", TEMPLATES)
def test_words_between_underscores_are_a_template(value):
    assert reported(f"https://a.canal.internal/b?access_token={value}") == []


@pytest.mark.parametrize("length", [43, 86])
def test_random_tokens_are_recognised(length):
    random = Random(length)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    missed = [value for _ in range(5000) if not is_token(value := "".join(random.choices(alphabet, k=length)))]
    assert len(missed) <= 5


# --- An `@` and a slash within a password ---

WITH_AT_AND_SLASH = [
    ("mysql://root:", "P@ssw0rd/1", "@db.internal:3306/x"),
    ("mysql://root:", "P@ss:w0rd/1", "@db.internal:3306/x"),
    ("mysql://root:", "P@ss/w0rd", "@localhost/x"),
    ("redis://:", "P@ss/w0rd", "@cache:6379/0"),
    ("ftp://ada:", "P@s/s#w0", "@192.0.2.7/x"),
    ("ftp://ada:", "P@s?s#w0", "@[2001:db8::1]:21/x"),
    ("mongodb://ada:", "/h7@Tq?92x#1", "@db.canal.internal"),
    # The first host is certain, or what is after it is no password.
    ("ftp://ada:", "h7Tq-92x", "@www.canal.internal/b@c.internal"),
    ("ftp://ada:", "h7Tq-92x", "@192.0.2.7/b@c.internal"),
    ("ftp://ada:", "h7Tq-92x", "@[::1]/b@c.internal/"),
    ("ftp://ada:", "h7Tq-92x", "@localhost/b@c.internal"),
    ("mongodb://ada:", "h7Tq-92x", "@mongo:27017/x@c.internal"),
    ("mongodb://ada:", "h7Tq-92x", "@mongo/x?to=b@c.internal"),
    ("mongodb://ada:", "h7Tq-92x", "@mongo/x,mail:b@c.internal"),
    ("https://ada:", "h7Tq-92x", "@git/x/@scope/package"),
    ("https://ada:", "h7Tq-92x", "@git/x@HEAD"),
]


@each_row(("before", "secret", "after"), WITH_AT_AND_SLASH)
def test_a_password_ends_before_its_host(before, secret, after):
    assert redact(f"{before}{secret}{after} and b@c.internal") == f"{before}{MASK}{after} and b@c.internal"
    assert shown(f"{before}{secret}{after}") == f"{before}{MASK}{after}"
    assert reported(f"see {before}{secret}{after} there") == (
        [] if after.startswith(("@localhost", "@[::1]")) else ["URL501"]
    )


def test_no_row_of_a_scan_has_a_secret_as_host(urlmend, tree):
    urls = [f"{before}{secret}{after}" for before, secret, after in WITH_AT_AND_SLASH]
    urls.append("jdbc:sqlserver://db[.]canal.internal:1433;databaseName=a;password=1z2s-HQ2oyt;encrypt=true")
    urls.append("jdbc:sqlserver://db.canal.internal:1433;databaseName=a;password=1z2s-HQ2oyt;encrypt=true")
    folder = tree({"in/notes.txt": "\n\n".join(urls) + "\n"})
    urlmend("scan", "in", "-o", "r.jsonl")
    rows = [json.loads(line) for line in (folder / "r.jsonl").read_text().splitlines()]
    hosts = [row["host"] for row in rows if "host" in row]
    assert len(hosts) == len(urls)
    assert [host for host in hosts if re.search("w0|P@s|h7|HQ2", host)] == []


def test_no_message_has_a_part_of_a_password_that_looks_like_a_host():
    urls = ["P@Sec.w0rd/1", "P@Secw0rd:/1", "P@sec_w0rd:7070/1", "Q@secwörd/1", "P@-sec_w0rd:99999/a"]
    text = "\n\n".join(f"see http://root:{password}@db.canal.internal/x there" for password in urls)
    for profile in ("rfc1738", "rfc3986", "whatwg"):
        findings = lint(text, select=["ALL"], profile=profile)
        assert [found.code for found in findings if found.code == "URL501"] == ["URL501"] * len(urls)
        messages = [found.message for found in findings]
        assert [message for message in messages if re.search("sec|w0rd|7070|99999", message, re.IGNORECASE)] == []
        fixed = [edit.replacement for found in findings if found.fix for edit in found.fix.edits]
        assert [replacement for replacement in fixed if re.search("sec|w0rd", replacement)] == []


# --- Invisible characters ---

INVISIBLE = "\u200e\u202d\u2066\ufe0f\u200b\u200c\u200d\u2060\u00ad\ufeff"
WITH_SECRET = [
    ("https://a.canal.internal/?access_token=", TOKEN, ""),
    ("https://a.canal.internal/?user=ada&password=", "h7Tq-92xZZ", "&x=1"),
    ("https://", "ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ", "@github.com/a/b.git"),
    ("https://hooks.slack.com/services/", "T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G", ""),
    ("ftp://ada:", "h7TqZZ-92x", "@www.canal.internal/"),
]
LEAK_LENGTH = 4


def parts(secret):
    return {secret[at : at + LEAK_LENGTH] for at in range(len(secret) - LEAK_LENGTH + 1)}


@pytest.mark.slow
@each_row("mark", INVISIBLE, ids=ascii)
@each_row(("before", "secret", "after"), WITH_SECRET)
def test_an_invisible_character_reveals_no_secret(before, secret, after, mark):
    url = before + secret + after
    for at in range(len(url) + 1):
        text = f"see {url[:at]}{mark}{url[at:]} {OTHER}"
        assert [part for part in parts(secret) if part in redact(text)] == [], at
        assert redact(text).replace(mark, "") == f"see {before}{MASK}{after} {OTHER}", at


@pytest.mark.parametrize("mark", slow_after(1, INVISIBLE), ids=ascii)
def test_no_command_shows_a_secret_with_an_invisible_character(urlmend, tree, mark):
    # Anywhere in the secret, and once before it.
    urls = [(before + secret + after, secret, len(before)) for before, secret, after in WITH_SECRET]
    places = [(url, at) for url, secret, start in urls for at in (5, *range(start - 2, start + len(secret)))]
    printed = lines_of(urlmend, tree, [f"{url[:at]}{mark}{url[at:]}" for url, at in places])
    assert [part for _, secret, _ in WITH_SECRET for part in parts(secret) if part in printed] == []


@each_row("text", ["a\u00adb: c/d=e", "https://a.canal.internal/pla\u200bns?x=1", "کتاب\u200cها https://a.internal/"])
def test_other_text_with_an_invisible_character_is_shown(text):
    assert redact(text) == text
    assert reported(text) == []


# --- Malformed URLs ---

KEY = "ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ"
WEBHOOKS = [
    "https://hooks.slack.com/services/«T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G»",
    "https://discord.com/api/webhooks/1029384756/«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-7tZ_2»",
    "https://api.telegram.org/bot123456789:«AAHk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa»/sendMessage",
    "https://maker.ifttt.com/trigger/door_open/with/key/«cRk2mXq9ZtLw4VbN8yCs1D»",
    "https://mainnet.infura.io/v3/«9f86d081884c7d659a2feaa0c55ad015»",
    "https://eth-mainnet.g.alchemy.com/v2/«q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0»",
    "https://calendar.google.com/calendar/ical/a@b.c/private-«9f86d081884c7d659a2feaa0c55ad015»/basic.ics",
]
MALFORMED = [
    *(url.replace("/", "\\") for url in WEBHOOKS),
    *(url.replace("/", "\\\\") for url in WEBHOOKS),
    *(url.replace(".", "[.]", 1) for url in WEBHOOKS),
    *(url.replace(".", "[dot]", 1) for url in WEBHOOKS),
    *(url.replace("https:", "hxxps[:]") for url in WEBHOOKS),
    f"https//«{KEY}»@github.com/",
    f"http//«{KEY}»@github.com/",
    f"hxxps[:]//«{KEY}»@github.com/",
    "ftp//backup:«h7Tq-92x»@mirror.canal.internal/pub",
    "https//ada:«h7Tq-92x»@www.canal.internal/",
    "HTTP//ada:«h7Tq-92x»@www.canal.internal/",
    "http;//ada:«h7Tq-92x»@www.canal.internal/",
    "http:ada:«h7Tq-92x»@www.canal.internal/",
    "ftp:ada:«h7Tq-92x»@www.canal.internal/",
    "hxxps[:]//ada:«h7Tq-92x»@www[.]canal[.]internal/",
    r"https:\\ada:«h7Tq-92x»@www.canal.internal\b",
    rf"https:\\www.canal.internal\b?access_token=«{TOKEN}»",
]
WELL_FORMED = [
    "[a]/b:c@d",
    "[a]//b.internal",
    r"C:\Users\ada\webhook\services\T0\B0",
    r"'https://hooks.slack.com/services/T01AB2CD\n'",
    r"https:\\hooks.slack.com\docs\a",
    "and/or//a:b c@d",
    "src//a.c:12:4",
    "http: ada:b@c",
    "http:8080/b@c",
    "ssh-http:ada@c",
    "a = b;// see c:d e@f",
    "https//www.canal.internal/b@c",
    "https://docs.sqlalchemy.org/v2/a-b-c-d-e-f-g-h-i-j-k-l",
]


@each_row("marked", MALFORMED)
def test_secrets_of_malformed_urls_are_hidden(marked):
    before, rest = marked.split("«")
    secret, after = rest.split("»")
    assert redact(f"see {before}{secret}{after} there") == f"see {before}{MASK}{after} there"


@pytest.mark.slow
def test_no_command_shows_a_secret_of_a_malformed_url(urlmend, tree):
    printed = lines_of(urlmend, tree, [marked.replace("«", "").replace("»", "") for marked in MALFORMED])
    secrets = [marked[marked.index("«") + 1 : marked.index("»")] for marked in MALFORMED]
    assert [secret for secret in secrets if secret[-8:] in printed] == []


@each_row("text", WELL_FORMED)
def test_other_text_with_slashes_is_shown(text):
    assert redact(text) == text


# --- Message-ids ---

IDS = [
    "<CAM=Pw=aNr1CD9f86d0@mail.gmail.com>",
    "<CAM=Pw=bNr1CD9f86d0@mail.gmail.com>",
    "<a;token=9f86d081884c7d65@b.example>",
]


def test_signs_in_message_ids_make_no_parameters(urlmend, tree):
    header = "From: ada@b.example\nMessage-ID: {}\nReferences: {} <0@b.example>\n\n{}\n\n"
    folder = tree({f"in/{number}.eml": header.format(name, name, OTHER) for number, name in enumerate(IDS)})
    findings = urlmend("lint", "in", "--format", "jsonl").rows
    assert {row["mail"]["id"] for row in findings} == set(IDS)
    assert all(name in urlmend("lint", "in", "--format", "csv").out for name in IDS)
    urlmend("scan", "in", "-o", "r.jsonl")
    rows = [json.loads(line) for line in (folder / "r.jsonl").read_text().splitlines()]
    found = [row for row in rows if "host" in row]
    assert {(row["message_id_header"], row["thread"], *row["reference_ids"]) for row in found} == {
        (name, name, name, "<0@b.example>") for name in IDS
    }


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "url", [URL, f"{URL}@x", "ftp://ada:h7Tq-92xZZ@a.internal", "https%3A%2F%2Fada%3Ah7Tq-92xZZ%40a.internal"]
)
def test_secrets_of_urls_in_message_ids_are_hidden(urlmend, tree, url):
    header = f"From: ada@b.example\nMessage-ID: <{url}>\nReferences: <{IDS[0]}> <{url}>\nIn-Reply-To: <{url}>\n"
    folder = tree({"in/a.eml": f"{header}\n{OTHER}\n"})
    printed = "".join(urlmend("lint", "in", "--format", name).out for name in ("jsonl", "csv"))
    urlmend("scan", "in", "-o", "r.jsonl")
    printed += (folder / "r.jsonl").read_text()
    assert IDS[0] in printed
    assert [secret for secret in (TOKEN, "h7Tq-92xZZ") if secret in printed] == []


# --- Names of files and members ---

NAMES = [
    "in/access_token=«T.gz»",
    "in/password=«P.txt»",
    "password=«P»/bad.gz",
    "in/x.zip!password=«P»/bad.gz",
    "in/x.zip!my password=«P» (1).gz",
    "in/dir?access_token=«T»/x.txt",
    "in/dir?x=1&password=«P»/x.txt",
    "in/b%3Faccess_token%3D«T»/x.txt",
    "in/hooks.slack.com/services/«T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G»",
    "s3://bucket/password=«P»",
    "«G»",
    "«G».txt",
    "in/«G»/x.txt",
    "unknown rule '«G»'",
    "in/x.warc.gz!https://a.canal.internal/b?access_token=«T»&x=/y",
]


@each_row("marked", NAMES)
def test_secrets_in_names_are_hidden(marked):
    marked = marked.replace("T.gz", f"{TOKEN}.gz").replace("«T»", f"«{TOKEN}»").replace("P", "h7Tq-92xZZ")
    marked = marked.replace("«G»", f"«{GITHUB}»")
    before, rest = marked.split("«")
    secret, after = rest.split("»")
    assert redact_names(before + secret + after) == before + MASK + after


@each_row(
    "name",
    [
        "in/a=b.txt",
        "in/token=a.txt",
        "C:\\x=1\\y.txt",
        "in/page=9f86d081884c7d65/x",
        "password/x=y",
        "sk-a.txt",
        "a (key-b)",
    ],
)
def test_other_names_are_shown(name):
    assert redact_names(name) == name


def archive(name):
    """A ZIP archive with a damaged member in a compressed format, and one that has a finding."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr(f"{name}/bad.gz", b"\x1f\x8b\x08\x00damaged")
        file.writestr(f"{name}.txt", OTHER)
    return data.getvalue()


@pytest.mark.slow
def test_no_command_shows_a_secret_of_a_name(urlmend, tree):
    secrets = (TOKEN, "h7Tq-92xZZ")
    files = {f"in/access_token={TOKEN}.txt": OTHER, "in/password=h7Tq-92xZZ/a.txt": OTHER}
    files[f"access_token={TOKEN}.gz"] = b"\x1f\x8b\x08\x00damaged"
    files["in/x.zip"] = archive("password=h7Tq-92xZZ")
    folder = tree(files)
    roots = ["in", f"access_token={TOKEN}.gz", "password=h7Tq-92xZZ.txt"]
    printed = ""
    for name in ("text", "jsonl", "csv", "sarif", "gitlab", "github", "junit"):
        done = urlmend("lint", *roots, "--format", name)
        printed += done.out + done.err
    for options in (["--diff"], ["--show-source"], ["--baseline", "agreed.jsonl", "--update-baseline"]):
        done = urlmend("lint", *roots, *options)
        printed += done.out + done.err
    done = urlmend("scan", *roots[:2], "-o", "r.jsonl")
    printed += done.out + done.err + (folder / "r.jsonl").read_text() + (folder / "agreed.jsonl").read_text()
    assert "bad.gz" in printed
    assert printed.count(MASK) > 20
    assert [secret for secret in secrets if secret in printed] == []
