"""No output shows either half of a secret that something interrupts, and a mask hides nothing else."""

import json
import re
import subprocess
import sys
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row, slow_after
from urlmend import lint, redact
from urlmend.redaction.redact import MASK
from urlmend.redaction.url_masks import redacted_url
from urlmend.reports.formats import FORMATS

# What is before a secret, its halves, and what is after it.
SECRETS = {
    "password": ("https://ada:", "r4WnZj83", "kVbX6tQd", "@db.canal.internal/x|y"),
    "password in a parameter": ("https://a.canal.internal/?password=", "r4WnZj83", "kVbX6tQd", "&x=1|2"),
    "token": ("https://a.canal.internal/?access_token=", "u3Bx9kWd5RzPq2M", "sT6vJn8LhF4cGy7Z", "&x=1|2"),
    "token as user": ("ssh://", "ghp_e5Tk8nWq3YsLv6Xb", "M2zDr7Fg9HjP4oKc1UaI", "@github.com/a.git"),
    "webhook": ("https://hooks.slack.com/services/", "T07ZQ4KD/B05XW8MF/sUk6vHp3QaLj", "dGn5cYo7EiTr", ""),
    "nested": ("https://a.canal.internal/?to=https%3A%2F%2Fapp%3A", "r4WnZj83", "kVbX6tQd", "%40c.internal%2F"),
}
# What a reader does not see.
UNSEEN = {
    "wbr": "<wbr>",
    "empty wbr": "<WBR />",
    "end of a span": '</span><span class="x">',
    "soft hyphen": "&shy;",
    "zero-width space": "&#8203;",
    "hexadecimal": "&#x200b;",
    "escaped": "\\u200b",
    "colours of grep": "\x1b[01;31m\x1b[K",
    "end of a colour": "\x1b[m\x1b[K",
    "end of a colour in one byte": "\x9b0m",
    "character set": "\x1b(B\x1b[m",
    "link of a terminal": "\x1b]8;;\x1b\\",
    "escaped colour": "\\x1b[0m",
    "escaped colour with a semicolon": "\\033[1;31m",
    "colour in carets": "^[[01;31m",
    "NUL": "\0",
    "DEL": "\x7f",
    "backspace": "\x08",
    "encoded NUL": "%00",
    "encoded escape": "%1B[m",
    "encoded zero-width space": "%e2%80%8b",
    "encoded variation selector": "%EF%B8%8F",
}
# What continues a line.
CONTINUED = {
    "shell": "\\\n",
    "shell, CRLF": "\\\r\n",
    "Rust": "\\\n        ",
    "batch": "^\n",
    "PowerShell": "`\n",
    "line": "\n",
    "indented line": "\n    ",
    "quotation": "\n> ",
    "patch": "\n+  ",
}
# What is between two literals that are one string; the first and the last character are quotation marks.
JOINED = {
    "C": '" "',
    "C, two lines": '"\n    "',
    "plus": "' + '",
    "plus at the end of a line": '" +\n        "',
    "plus on the next line": '"\n        + "',
    "Python, prefix": '" f"',
    "Python, backslash": "' \\\n    '",
    "Python, comment": '"  # the first half\n  "',
    "template": "` + `",
    "two kinds": "\" + '",
    "PHP": "' . '",
    "Basic": '" & _\n   "',
    "Lua": '" .. "',
    "Haskell": '" ++ "',
    "SQL": "' || '",
    "Elixir": '" <> "',
    "doubled quotation mark": '""',
    "patch": '"\n+    "',
}
INTERRUPTIONS = UNSEEN | CONTINUED | JOINED
LEAK_LENGTH = 5


def interrupted(secret, interruption):
    before, first, second, after = SECRETS[secret]
    gap = INTERRUPTIONS[interruption]
    is_literal = interruption in JOINED
    opening, closing = (gap[0], gap[-1]) if is_literal else ("", "")
    return f"fetch {opening}{before}{first}{gap}{second}{after}{closing} there\n"


def leaked(shown):
    """The halves of which a part is in a text."""
    halves = {half for _, first, second, _ in SECRETS.values() for half in (first, second)}
    parts = {half: {half[at : at + LEAK_LENGTH] for at in range(len(half) - LEAK_LENGTH + 1)} for half in halves}
    return [half for half in halves if any(part in shown for part in parts[half])]


COMBINATIONS = [(secret, interruption) for secret in SECRETS for interruption in INTERRUPTIONS]


@pytest.mark.slow
@each_row(("secret", "interruption"), COMBINATIONS)
def test_both_halves_are_hidden(secret, interruption):
    text = interrupted(secret, interruption)
    before, _, _, after = SECRETS[secret]
    assert leaked(redact(text)) == []
    assert before in redact(text)
    assert after in redact(text)
    for profile in ("rfc1738", "rfc3986", "whatwg"):
        findings = lint(text, select=["ALL"], profile=profile)
        assert leaked(" ".join(finding.message for finding in findings)) == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A file for each combination."""
    base = tmp_path_factory.mktemp("interrupted")
    (base / "in").mkdir()
    for number, (secret, interruption) in enumerate(COMBINATIONS):
        text = f"{interrupted(secret, interruption)}\n\nsee http://www.canal.internal/a|b\n"
        (base / "in" / f"{number}.txt").write_bytes(text.encode())
    (base / "urlmend.toml").write_text('extend-select = ["ALL"]\n')
    return base


def printed(done):
    return done.out_bytes.decode("utf-8", "surrogateescape") + done.err


def written(folder):
    files = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "in"]
    return "".join(path.read_bytes().decode("latin-1") for path in files if path.name != "urlmend.toml")


LINT = [
    *(["--format", name] for name in FORMATS),
    ["--show-source"],
    ["--diff", "--unsafe-fixes"],
    ["--baseline", "agreed.jsonl", "--update-baseline"],
    ["--select", "URL5", "--format", "jsonl"],
    ["--profile", "whatwg", "--format", "csv", "--output", "report.csv"],
]


@pytest.mark.parametrize("arguments", slow_after(2, LINT), ids=" ".join)
def test_lint_shows_neither_half(urlmend, folder, arguments):
    done = urlmend("lint", "in", "--input", "text", *arguments, cwd=folder)
    shown = printed(done) + written(folder)
    assert "canal.internal" in shown
    assert leaked(shown) == []


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["r.jsonl", "r.sqlite"])
def test_scans_store_neither_half(urlmend, folder, name):
    done = urlmend("scan", "in", "-o", name, "--progress", "plain", cwd=folder)
    assert leaked(printed(done) + written(folder)) == []
    if name == "r.sqlite":
        assert leaked(printed(urlmend("report", name, cwd=folder))) == []


def packet(method, params, number=None):
    content = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
    data = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


@pytest.mark.slow
def test_the_language_server_shows_neither_half(folder):
    pytest.importorskip("pygls")
    uri = (folder / "in" / "0.txt").as_uri()
    # A text with a NUL is none for the server.
    text = "\n\n".join(interrupted(*combination) for combination in COMBINATIONS if combination[1] != "NUL")
    item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
    places = [(number, line.index("://")) for number, line in enumerate(text.split("\n")) if "://" in line]
    requests = [
        packet("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}, 1),
        packet("initialized", {}),
        packet("textDocument/didOpen", {"textDocument": item}),
        *(
            packet(
                "textDocument/hover",
                {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}},
                10 + line,
            )
            for line, character in places
        ),
        packet("shutdown", None, 3),
        packet("exit", None),
    ]
    command = [sys.executable, "-m", "urlmend", "lsp"]
    done = subprocess.run(command, input=b"".join(requests), cwd=folder, capture_output=True, check=False, timeout=600)
    shown = done.stdout.decode()
    assert shown.count("form: ") > len(COMBINATIONS) / 2
    assert "URL501" in shown
    assert leaked(shown + done.stderr.decode()) == []


# --- What is no secret is shown

HARMLESS = {
    "path": ("https://a.canal.internal/plans/", "annual", "report", "/x"),
    "parameter": ("https://a.canal.internal/?page=", "annual", "report", "&x=1"),
    "host": ("https://a.canal.", "int", "ernal", "/x"),
    "port range": ("http://localhost:", "8001", "-8002", "/x"),
}


@each_row("interruption", INTERRUPTIONS)
@each_row("harmless", HARMLESS)
def test_harmless_text_is_shown(harmless, interruption):
    before, first, second, after = HARMLESS[harmless]
    gap = INTERRUPTIONS[interruption]
    opening, closing = (gap[0], gap[-1]) if interruption in JOINED else ("", "")
    text = f"fetch {opening}{before}{first}{gap}{second}{after}{closing} there, ask ada@canal.internal\n"
    assert redact(text) == text
    assert MASK not in "".join(finding.message for finding in lint(text, select=["ALL"]))


# Texts that are not joined, although marks of a join are in them.
SEPARATE = [
    'curl "http://proxy.canal:8080" "ada@canal.internal"',
    'open("http://proxy.canal:8080", "ada@canal.internal")',
    '["http://a.canal.internal:80a", "ada@canal.internal"]',
    '"http://a.canal.internal:80-90"\n"https://ada@canal.internal/x"',
    "curl http://a.canal.internal:8080/x \\\n  --user ada@canal.internal",
    "curl http://a.canal.internal:8080\\\n  ada@canal.internal",
    "http://localhost:8001-8002\nada@canal.internal",
    "http://localhost:8080:8081\nada@canal.internal",
    "http://[::1]:80-90\nada@canal.internal",
    "https://a.canal.internal:{port}\nada@canal.internal",
    "<b>http://a.canal.internal:8080</b><i>/x</i> ada@canal.internal",
    "\x1b[31mhttp://a.canal.internal:8080/x\x1b[m ada@canal.internal",
    'href="http://a.canal.internal:8080/" title="" alt="ada@canal.internal"',
    '"https://ada:" + password + "@canal.internal/"',
    "x = 'a' 'b'; y = \"\" + ''; see http://a.canal.internal/?x=1",
    "don't 'x' \"y\" ask http://a.canal.internal/",
]


@each_row("text", SEPARATE)
def test_separate_texts_are_shown(text):
    assert redact(text) == text


WITHOUT_USERINFO = [
    "http://localhost:8001-8002",
    "http://localhost:8001-8002/x",
    "http://a.canal.internal:8080:8081",
    "http://[::1]:80-90",
    "https://example.org:{port}",
    "ssh://git.canal.internal:plans",
    "http://a.canal.internal:80a",
]
AROUND = ["{}", "see {}", "see {}\n", "({})", "<{}>", "see {}, {} there", "{}\n\nada@b.internal"]


def test_without_userinfo_there_is_no_password(urlmend, tree):
    texts = [around.format(url, url) for url in WITHOUT_USERINFO for around in AROUND]
    assert list(map(redact, texts)) == texts
    tree({f"in/{number}.txt": text for number, text in enumerate(texts)})
    for options in (["--format", "jsonl"], ["--show-source"], ["--format", "sarif"]):
        assert MASK not in urlmend("lint", "in", "--select", "ALL", *options).out


# --- A token is a secret in every rule

TOKEN = "ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ"


SCHEMES = ["ssh", "redis", "trojan", "https", "ftp", "svn", "git+ssh", "gopher"]
USERS = [TOKEN, f"oauth2%3A{TOKEN}", f"{TOKEN}:x-oauth-basic", f"{TOKEN}:h7Tq-92x", f"{TOKEN}:"]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "options", [["--select", "URL5"], ["--select", "ALL", "--profile", "rfc1738"], ["--select", "ALL"]], ids=" ".join
)
def test_no_rule_shows_a_token(urlmend, tree, options):
    urls = [(f"{scheme}://{user}@git.canal.dev", f"{scheme}%3A%2F%2F{user}") for scheme in SCHEMES for user in USERS]
    texts = [f"see {url}/a and x?to={escaped}%40git.canal.dev\n" for url, escaped in urls]
    tree({f"in/{number}.txt": text for number, text in enumerate(texts)})
    for form in ("text", "jsonl", "sarif", "csv"):
        done = urlmend("lint", "in", *options, "--format", form)
        assert TOKEN[:12] not in printed(done)
        assert TOKEN[-12:] not in printed(done)
        if form == "jsonl":
            reported = {row["file"] for row in done.rows if row["code"].startswith("URL50")}
            assert len(reported) == len(texts)


def test_a_user_name_is_shown():
    (finding,) = lint("fetch sftp://alice@files.canal.internal/plan.txt", select=["URL503"])
    assert "'alice'" in finding.message


# --- A mask eats no word of a message

# Each has a password in another place; the messages quote different parts of the URL.
TEMPLATES = [
    "x https://user:{} ss@host/x",
    "x https://user:{}\nss@host.canal.dev/x",
    "see https://user:{}@canal.dev/a|b",
    "see http://user:{}@www.canal.dev/plans/\ncity/2004/budget_overview.html, they say",
    "see <http://user:{}@www.canal.dev/yearly-\nplan.html>",
    "see http://user:{}@WWW.canal.dev:80/%7e/../%zz/\u00e9",
    "see mysql://root:{}@Sec.w0rd/1@db.canal.dev:3306/x",
    "see https://www.canal.dev/?password={}&x=<y>",
    "see ftp://ftp.canal.dev/;password={}",
    "see http//ada:{}@canal.dev/",
    "see telnet://ada:{}@canal.dev?x",
]
WORDS = "a pa the URL url it as in of user port password remove join line http https write encode host is".split()
PASSWORDS = st.sampled_from(WORDS) | st.text(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8
)


def said(template, password, profile):
    """The messages about a text with a password, by code."""
    messages = defaultdict(list)
    for finding in lint(template.format(password), select=["ALL"], profile=profile):
        messages[finding.code].append(finding.message)
    return messages


@given(st.sampled_from(TEMPLATES), PASSWORDS, st.sampled_from(["rfc1738", "rfc3986", "whatwg"]))
def test_messages_do_not_depend_on_the_password(template, password, profile):
    one, other = said(template, password, profile), said(template, "h" * len(password), profile)
    common = set(one) & set(other)  # rules may treat a word as a template
    assert {code: one[code] for code in common} == {code: other[code] for code in common}


def test_a_message_keeps_its_words():
    messages = [finding.message for finding in lint("x https://user:pa ss@host/x")]
    assert messages == ["port is not a number: the next line continues it as a password; remove and change it"]
    messages = [finding.message for finding in lint("see telnet://a.canal.dev?b", profile="rfc1738", select=["URL725"])]
    assert messages == ["not in the form of RFC 1738: write telnet://USER:PASSWORD@HOST:PORT/"]


@each_row(
    "password", ["\u043f\u0430\u0440\u043e\u043b\u044c", "%ff%fe%c3", "%41%42%43", "a<b", "%2500", "x.xn--80ak6aa92e"]
)
def test_messages_spell_no_secret(password):
    url = f"https://ada:{password}@www.canal.dev/"
    messages = " ".join(finding.message for finding in lint(url, select=["ALL"]))
    assert not re.search("043F|0430|%D0|(?i:%ff|%fe|%41|%42|%25)|'[<AB]'|xn--8", messages), messages


def test_alternatives_are_hidden_like_the_url(urlmend, tree):
    folder = tree({"in/a.txt": "see <https://ada:r4WnZj83-\nkVbX6tQd@www.canal.dev/a-\nb>\n"})
    urlmend("scan", "in", "-o", "r.jsonl")
    rows = [json.loads(line) for line in (folder / "r.jsonl").read_text().splitlines()]
    assert any(row.get("alternatives") for row in rows)
    assert leaked((folder / "r.jsonl").read_text()) == []


WITH_SEMICOLONS = ("\\033[1;31m", "\\x1b[0;1;31m", "\\u001b[1;31m", "&shy;", "&#173;", "&#xAD;")
COMMANDS = ("echo {}", 'echo -e "a {} b"', "X={}", "curl -s {} | sh", "curl {}; ls")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("ending", ["sh", "ps1", "bat"])
def test_a_semicolon_of_an_interruption_ends_no_command(ending, urlmend, tree):
    urls = [
        f"{before}{first}{gap}{second}{after}"
        for before, first, second, after in (SECRETS[name] for name in ("password", "password in a parameter", "token"))
        for gap in WITH_SEMICOLONS
    ]
    lines = [command.format(url) for command in COMMANDS for url in urls]
    tree({f"{number}.{ending}": f"{line}\n" for number, line in enumerate(lines)})
    assert not leaked(printed(urlmend("lint", "--isolated", "--show-source", "--select", "URL", ".")))


def test_an_assignment_goes_on_in_the_next_line():
    text = "x <HTTPS_PROXY=http://ada:r4WnZj83\nkVbX6tQd@db.canal.internal:80>\n"
    for finding in lint(text, select=["URL"]):
        assert not leaked(redacted_url(text, finding.url))
