"""Passwords are found; placeholders and documentation hosts are recognised."""

import re
from time import process_time

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tables import each_row
from urlmend.model.span import Span
from urlmend.redaction import logins
from urlmend.redaction.detect import find_secrets
from urlmend.redaction.placeholders import is_documentation_host, is_placeholder

# (password, user, host) of placeholders
PLACEHOLDERS = [
    ("h7Tq92x", "your-name%40canal.internal", "db.internal"),
    ("$PASS", "app", "db.internal"),
    ("${PASS}", "app", "db.internal"),
    ("$(cat file)", "app", "db.internal"),
    ("{password}", "app", "db.internal"),
    ("{{ password }}", "app", "db.internal"),
    ("<password>", "app", "db.internal"),
    ("[password]", "app", "db.internal"),
    ("%s", "app", "db.internal"),
    ("%d", "app", "db.internal"),
    ("%(password)s", "app", "db.internal"),
    ("%PASS%", "app", "db.internal"),
    ("%DB_PASS%", "app", "db.internal"),
    ("@PASS@", "app", "db.internal"),
    (":password", "app", "db.internal"),
    ("#{password}", "app", "db.internal"),
    ("__PASS__", "app", "db.internal"),
    ("&lt;password&gt;", "app", "db.internal"),
    ("%7Bpassword%7D", "app", "db.internal"),
    ("%3Cpassword%3E", "app", "db.internal"),
    ("...", "app", "db.internal"),
    ("\u2026", "app", "db.internal"),
    ("***", "app", "db.internal"),
    ("****", "app", "db.internal"),
    ("%2A%2a", "app", "db.internal"),
    ("xxx", "app", "db.internal"),
    ("pppp", "app", "db.internal"),
    ("xxxx-xxxx", "app", "db.internal"),
    ("xxxxxxxxxx", "app", "db.internal"),
    ("-----", "app", "db.internal"),
    ("", "app", "db.internal"),
    ("password", "app", "db.internal"),
    ("PASSWORD", "app", "db.internal"),
    ("pass", "app", "db.internal"),
    ("pwd", "app", "db.internal"),
    ("secret", "app", "db.internal"),
    ("hunter2", "app", "db.internal"),
    ("changeme", "app", "db.internal"),
    ("CHANGE_ME", "app", "db.internal"),
    ("FILL-IN", "app", "db.internal"),
    ("your-password", "app", "db.internal"),
    ("yourpass", "app", "db.internal"),
    ("my_password", "app", "db.internal"),
    ("passwort", "app", "db.internal"),
    ("token", "app", "db.internal"),
    ("guest", "guest", "db.internal"),
    ("user", "user", "db.internal"),
    ("canalpass", "canaluser", "db.internal"),
    ("foo", "foo", "db.internal"),
    ("ada", "ada", "127.0.0.1"),
    ("canal", "x", "[::1]"),
    ("canal", "x", "0.0.0.0"),
    ("canal7", "x", "127.0.0.1"),
    ("Canal", "x", "127.0.0.1"),
    ("h7Tq92x", "a[b]", "db.internal"),
    ("12345", "%s", "db.internal"),
    ("ab", "app", "db.internal"),
    ("API_KEY2", "app", "db.internal"),
    ("a secret word", "app", "db.internal"),
    ("testpass", "app", "db.internal"),
    ("dbpass1", "app", "db.internal"),
    ("h7Tq92x", "app", "example.edu"),
    ("h7Tq92x", "app", "a.invalid"),
    ("h7Tq92x", "app", "db-host"),
    ("h7Tq92x", "app", "proxyserver"),
    ("h7Tq92x", "app", "hostname"),
    ("h7Tq92x", "app", "{host}"),
    ("h7Tq92x", "app", "%h"),
    ("h7Tq92x", "app", "db.example"),
    ("h7Tq92x", "app", "example.com"),
    ("h7Tq92x", "app", "www.example.org"),
    ("h7Tq92x", "app", "localhost"),
    ("h7Tq92x", "app", "host"),
    ("h7Tq92x", "app", "$HOST"),
    ("h7Tq92x", "app", "<host>"),
]
SECRETS = [
    ("h7Tq92x", "app", "db.internal"),
    ("h7Tq-92x", "app", "db.internal"),
    ("correct-horse", "app", "db.internal"),
    ("Sommer2004", "app", "db.internal"),
    ("12345", "app", "db.internal"),
    ("qwerty", "app", "db.internal"),
    ("letmein", "app", "db.internal"),
    ("admin", "admin", "db.internal"),
    ("root", "root", "db.internal"),
    ("alice", "alice", "db.internal"),
    ("canalpass", "canal", "db.internal"),
    ("ada7", "ada7", "db.internal"),
    ("ada7", "ada7", "databasehosts"),
    ("12345", "s", "db.internal"),
    ("abc", "app", "db.internal"),
    ("AB_CD", "app", "db.internal"),
    ("CHANGE_ME_h7Tq", "app", "db.internal"),
    ("a.secret", "app", "db.internal"),
    ("API_KEY123", "app", "db.internal"),
    ("h7Tq92x", "app", "example.info"),
    ("h7Tq92x", "app", "hosts"),
    ("p%40ss", "app", "db.internal"),
    ("p@ss", "app", "db.internal"),
    ("pa$$", "app", "db.internal"),
    ("a{b", "app", "db.internal"),
    ("a%20b", "app", "db.internal"),
    ("x1y2z3", "app", "db.internal"),
    ("xx1x", "app", "db.internal"),
    ("*a*", "app", "db.internal"),
    ("a:b:c", "app", "db.internal"),
    ("passw0rd-7T", "app", "db.internal"),
    ("secret7", "app", "db.internal"),
    ("secrets-of-the-sea", "app", "db.internal"),
    ("mypass-h7Tq", "app", "db.internal"),
    ("guest7", "guest", "db.internal"),
    ("h7Tq92x", "", "db.internal"),
    ("h7Tq92x", "app", "10.0.0.7"),
    ("h7Tq92x", "app", "db"),
    ("h7Tq92x", "app", "myexample.com"),
    ("h7Tq92x", "app", "example.de"),
    ("h7Tq92x", "app", "hosting.internal"),
    ("h7Tq92x", "app", "my-site.de"),
    ("h7Tq92x", "app", "example-app.canal.internal"),
    ("größe7", "app", "db.internal"),
    ("%7T", "app", "db.internal"),
]


@each_row(("password", "user", "host"), PLACEHOLDERS)
def test_placeholders_are_not_passwords(password, user, host):
    assert is_placeholder(user, password, host)


@each_row(("password", "user", "host"), SECRETS)
def test_passwords_are_not_placeholders(password, user, host):
    assert not is_placeholder(user, password, host)


def test_there_are_many_examples_of_both():
    assert min(len(PLACEHOLDERS), len(SECRETS)) >= 30


@each_row(
    "host",
    """example.com a.example.org a.example x.test y.invalid localhost HOST your-host example.canal.com
    my-site.scm.canal.net ...""".split(),
)
def test_documentation_hosts(host):
    assert is_documentation_host(host)


@each_row("host", ["a.internal", "example.de", "myexample.com", "test.de", "hosts", "10.0.0.7", ""])
def test_other_hosts_are_not_documentation_hosts(host):
    assert not is_documentation_host(host)


# The oracle: equivalent, but quadratic on long texts.
PASSWORD = re.compile(
    r"""(?:(?<=:)/+|(?<![^\s"'(<=])//)([^:/?#\s]*):(?![0-9]{1,5}[/?#])([^\s]*?)@(?=[^@/?#\s]*(?:[/?#\s]|\Z))"""
)


@given(st.text("ab1:/@?# \n", max_size=40))
@example(":/:@")
@example("//a:b@c")
@example("://a@b:c/d@e")
@example("://a:/b@c")
def test_passwords_match_those_of_a_single_expression(text):
    assume(not re.search("@[ab1]+@", text))  # a placeholder
    found = [match for match in PASSWORD.finditer(text) if not ("@" in match[1] and re.search("[/?#]", match[2]))]
    assert [secret.span for secret in logins._passwords(text)] == [Span(*match.span(2)) for match in found]


PIECES = [
    "x:y:",
    ":",
    "@",
    "a:b@",
    ":@",
    "?sig=",
    "&token=a",
    "//a:",
    "a:b@c:d ",
    "token=",
    ";pwd={",
    "%3A%2F%2F",
    "%25",
]
PIECES += [
    "://a ",
    "://a:\n",
    "\\",
    "hooks.slack.com/services/",
    "hook a.",
    "sip:",
    "=3D",
    "&#58;",
    "hook=",
    "a:b c\r\n",
    "=https-3A__",
    "-3A-40",
    "=aHR0c",
    "aHR0cDovL2E6YkBj=",
    "//a?pwd=b\n[",
    "\n- a:\n\n",
    "a=1.2.3.4\n2024-01-02\n",
]
PIECES += [
    "/token/",
    "/reset-password/a1B2c3D4e5F6g7H8",
    "/password",
    '"a":"',
    '?x={"token":"',
    '{"password":"a ',
    "?x={",
    "oracle:thin:a/b",
    "oracle:thin:a/@",
    "a:b@tcp",
    "=Bearer%20",
    "?auth=A ",
    "/eyJ",
    "/eyJabcdefgh.",
    "/ghp_",
    "/SG.a",
    "?sig=9f86d081884c7d65",
    "?sig=9f86d081884c7d65 ",
]


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("end", ["", "@host", " @"])
def test_time_is_linear(piece, end):
    def cpu_seconds(length):
        text = piece * (length // len(piece)) + end
        started = process_time()
        find_secrets(text)
        return process_time() - started

    # For eight times the text, linear time has a ratio of 8 and quadratic time one of 64. One quiet run is enough.
    assert any(cpu_seconds(40_000) < 24 * max(cpu_seconds(5_000), 0.002) for _ in range(3))
