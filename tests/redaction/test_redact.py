"""Secrets of a text are replaced by `***`; ports, hosts and paths are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend.redaction.redact import MASK, redact

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
def test_passwords_and_tokens_are_redacted(text, shown):
    assert redact(text) == shown


@pytest.mark.parametrize("text", UNTOUCHED)
def test_other_text_is_unchanged(text):
    assert redact(text) == text


# `Z7` marks the password. The alphabets contain all characters that occur unencoded in passwords; with both `@` and `/`
# in a password, the start of the host is ambiguous.
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
    assert f"{scheme}://{user}:{MASK}@{host}{rest} and more" in shown


@given(st.text())
def test_redaction_is_idempotent(text):
    assert redact(redact(text)) == redact(text)


PLAIN = [
    "http://192.0.2.7:81/a.asp?user=al@b.example",
    "http://a.example:8080/b?c=d@e.example",
    "http://a.example:/b@c",
    "http://a.example:80#b@c",
    "http://a.example/b:c@d",
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_port_is_not_a_password(text):
    assert redact(text) == text
