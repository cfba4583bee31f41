"""Passwords, placeholders, and keeping secrets out of output."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend.model.span import Span
from urlmend.redaction.secrets import HIDDEN, hidden, is_documentation_host, is_placeholder, redact

# password, user, host: what only stands for a password
PLACEHOLDERS = [
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
    ("your-password", "app", "db.internal"),
    ("yourpass", "app", "db.internal"),
    ("my_password", "app", "db.internal"),
    ("passwort", "app", "db.internal"),
    ("token", "app", "db.internal"),
    ("guest", "guest", "db.internal"),
    ("user", "user", "db.internal"),
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
    ("größe7", "app", "db.internal"),
    ("%7T", "app", "db.internal"),
]


@pytest.mark.parametrize(("password", "user", "host"), PLACEHOLDERS)
def test_what_only_stands_for_a_password_is_none(password, user, host):
    assert is_placeholder(user, password, host)


@pytest.mark.parametrize(("password", "user", "host"), SECRETS)
def test_a_password_is_one(password, user, host):
    assert not is_placeholder(user, password, host)


def test_there_are_as_many_passwords_as_placeholders():
    assert min(len(PLACEHOLDERS), len(SECRETS)) >= 30


@pytest.mark.parametrize(
    "host", "example.com a.example.org a.example x.test y.invalid localhost HOST your-host".split()
)
def test_hosts_of_manuals(host):
    assert is_documentation_host(host)


@pytest.mark.parametrize("host", ["a.internal", "example.de", "myexample.com", "test.de", "hosts", "10.0.0.7", ""])
def test_other_hosts(host):
    assert not is_documentation_host(host)


REDACTED = [
    ("ftp://alice:h7Tq@a.internal/b", "ftp://alice:***@a.internal/b"),
    ("see ftp://alice:h7Tq@a.internal/b and ftp://b:c@d/", "see ftp://alice:***@a.internal/b and ftp://b:***@d/"),
    ("ftp://:h7Tq@a.internal/", "ftp://:***@a.internal/"),
    ("ftp://alice:h7:Tq@a.internal/", "ftp://alice:***@a.internal/"),
    ("ftp://alice:h7@Tq@a.internal/", "ftp://alice:***@a.internal/"),
    ("ftp://alice:h7/Tq@a.internal/", "ftp://alice:***@a.internal/"),
    ("ftp://alice:h7?Tq@a.internal/", "ftp://alice:***@a.internal/"),
    ("ftp://alice:h7#Tq@a.internal", "ftp://alice:***@a.internal"),
    ("ftp://alice:h7Tq@a.internal", "ftp://alice:***@a.internal"),
    ("ftp://alice:h7Tq@a.internal:21/x@y", "ftp://alice:***@a.internal:21/x@y"),
    ("ftp://alice:@a.internal/", "ftp://alice:***@a.internal/"),
    ("sip:alice:h7Tq@a.internal", "sip:alice:***@a.internal"),
    ("https://a.internal/?access_token=abcdefgh12345678&b=c", "https://a.internal/?access_token=***&b=c"),
    ("https://a.internal/?a=b&API_KEY=abcdefgh12345678", "https://a.internal/?a=b&API_KEY=***"),
]
UNTOUCHED = [
    "ftp://alice@a.internal/b",
    "http://a.internal:8080/b",
    "http://a.internal/a:b@c",
    "mailto:alice@a.internal",
    "news:1@a.internal",
    "http://a.internal/?token=TOKEN",
    "http://a.internal/?page=abcdefgh12345678",
    "alice: write to bob@a.internal",
    "12:30 at @harbour",
    "",
]


@pytest.mark.parametrize(("text", "shown"), REDACTED)
def test_hides_passwords_and_tokens(text, shown):
    assert redact(text) == shown


@pytest.mark.parametrize("text", UNTOUCHED)
def test_leaves_the_rest_alone(text):
    assert redact(text) == text


# `Z7` makes it findable. The alphabets have all that may stand raw in a password somewhere; an `@` together
# with a `/` leaves nobody a chance to know where the host begins.
PASSWORDS = st.one_of(
    st.text("abcXY019-._~!$&'()*+,;=:@%[]{}|^", min_size=1, max_size=12),
    st.text("abcXY019-._~!$&'()*+,;=:/?#%[]{}|^", min_size=1, max_size=12),
).map(lambda text: f"Z7{text}Z7")
HOSTS = st.sampled_from(["a.internal", "10.0.0.7", "[::1]", "a", "a.internal:21"])


@given(
    st.sampled_from(["ftp", "http", "postgresql"]),
    st.sampled_from(["", "alice", "a.b", "a%40b"]),
    PASSWORDS,
    HOSTS,
    st.sampled_from(["", "/", "/b/c?d=e", "#f", "?g"]),
    st.sampled_from(["", "see ", "user 'x': ", "("]),
)
def test_no_password_is_ever_shown(scheme, user, password, host, rest, before):
    shown = redact(f"{before}{scheme}://{user}:{password}@{host}{rest} and more")
    assert "Z7" not in shown
    assert f"{scheme}://{user}:{HIDDEN}@{host}{rest} and more" in shown


@given(st.text())
def test_hiding_twice_changes_no_more(text):
    assert redact(redact(text)) == redact(text)


PLAIN = [
    "http://192.0.2.7:81/a.asp?user=al@b.example",
    "http://a.example:8080/b?c=d@e.example",
    "http://a.example:/b@c",
    "http://a.example:80#b@c",
    "http://a.example/b:c@d",
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_port_is_no_password(text):
    assert redact(text) == text


# The same in one expression, too slow for long texts.
USERINFO = re.compile(r"(?<=:)(?://)?[^:/?#\s@]*:(?![0-9]{0,5}[/?#])([^\s]*?)@(?=[^@/?#\s]*(?:[/?#\s]|\Z))")


@given(st.text("ab1:/@?# \n", max_size=40))
def test_passwords_are_where_one_expression_finds_them(text):
    assert hidden(text) == [Span(*match.span(1)) for match in USERINFO.finditer(text)]


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["x:y:", ":", "@", "a:b@", ":@", "?sig=", "&token=a", "//a:", "a:b@c:d "])
@pytest.mark.parametrize("end", ["", "@host", " @"])
def test_long_texts_are_no_problem(piece, end):
    assert len(hidden(piece * 300_000 + end)) >= 0  # it would not come to an end if time grew with the square
