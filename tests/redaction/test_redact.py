"""Secrets of a text are replaced by `***`; ports, hosts and paths are not."""

from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
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
    "sip:alice@a.internal or\nsip:bob@a.internal",
    "sip:alice@a.internal\nsips:bob@a.internal",
    "news:1@a.internal",
    "http://a.internal/?token=TOKEN",
    "http://a.internal/?page=abcdefgh12345678",
    "alice: write to bob@a.internal",
    "12:30 at @harbour",
    "http://members.bank.uk%21362822key=96589521021index=A21r7P6qW21.4140327@%77%77%77.a.internal/",
    "http://abel.math.bank.sea636149key=x9@a.internal",
    "https://anna.maria.muster-stadt2@a.internal/",
    "http://www.bank.com-premium21991617@a.internal/",
    "",
]


@each_row(("text", "shown"), REDACTED)
def test_passwords_and_tokens_are_redacted(text, shown):
    assert redact(text) == shown


@each_row("text", UNTOUCHED)
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


@each_row("text", PLAIN)
def test_a_port_is_not_a_password(text):
    assert redact(text) == text


ENDING_LINES = [
    ("http://a.internal/login?password=s3cr3tPw1", "http://a.internal/login?password=***"),
    ("2024-01-01 GET http://a.internal/?user=b&pwd=s3cr3tPw1", "2024-01-01 GET http://a.internal/?user=b&pwd=***"),
    ("url=http://a.internal/?token=aB3dE5fG7hI9jK1lM3nO5", "url=http://a.internal/?token=***"),
    ("- https://hooks.zapier.com/hooks/catch/1029384/b3x7q2k", "- https://hooks.zapier.com/hooks/catch/***"),
]
NEXT_LINES = [
    "",
    "http://b.internal/page\nhttp://c.internal/",
    "(see https://b.internal/x1)",
    "<URL:ftp://b.internal/x1>",
    "mailto:ada7@b.internal",
    "www.b.internal/x1",
    "jdbc:mysql://b.internal/x1",
    "git@b.internal:ada/x1.git",
    "2024-01-02 GET /x1",
    "2024-01-02T10:11:12Z x1",
    "[17/Oct/2024:10:11:12 +0100] x1",
    "02.01.2024 x1",
    "10:11:12,345 x1",
    "192.0.2.7 - - x1",
    "[INFO] x1",
    "ERROR: x1",
    "GET /x1 HTTP/1.1",
    "retries=3",
    "    retries=3",
    'retries="3"',
    "max-retries: 3",
    "Subject: x1",
    "1. x1",
    "2) x1",
    "[1] x1",
    "- x1",
    "  + x1",
    "\u2022 x1",
    "-------\nx1",
    "$ x1",
    "\nx1 follows",
    "follows",
    "doesn't follow",
    '"x1"',
    '{"x1": 2}',
    "{",
    "]",
]
CONTINUATIONS = ["x1", "92xZ", "9f86d081", "2024", "a1-b2", "> 92xZ", "# 92xZ", " 92xZ", "+92xZ", "// 92xZ", "9x there"]


@each_row("line", NEXT_LINES)
@each_row(("ending", "shown"), ENDING_LINES)
def test_a_line_that_continues_no_secret_is_unchanged(ending, shown, line):
    assert redact(f"{ending}\n{line}\n") == f"{shown}\n{line}\n"
    assert redact(f"{ending}\r\n{line}\r\n") == f"{shown}\r\n{line}\r\n"


def test_the_next_cell_of_a_table_is_unchanged():
    assert redact("| http://a.internal/?pwd=s3cr3tPw1 | x1 |\n| x2 |") == "| http://a.internal/?pwd=*** | x1 |\n| x2 |"


@each_row("line", CONTINUATIONS)
@each_row(("ending", "shown"), ENDING_LINES[:3])
def test_what_may_be_a_piece_of_a_secret_is_hidden(ending, shown, line):
    word = line.split()[-1] if "there" not in line else "9x"
    assert redact(f"{ending}\n{line}\n") == f"{shown}\n{line.replace(word.lstrip('+'), MASK)}\n"


@each_row("at", range(1, 11))
@each_row("secret", ["retries=3xh7T", "x2024.01.02xZ", "Subject:.92xZ", "Sommer_of_2004"])
def test_both_pieces_of_a_password_before_a_host_are_hidden(secret, at):
    shown = redact(f"ftp://ada:{secret[:at]}\n{secret[at:]}@a.internal/b\n")
    assert shown == f"ftp://ada:{MASK}\n{MASK}@a.internal/b\n"


@each_row("password", ["Kq7TqG92xg7", "geheim", "4711x"])
@each_row("line", ["@a.internal/b", "    @a.internal:21/b", "> @a.internal", "@a.internal/b and so on"])
def test_a_password_before_the_sign_on_the_next_line_is_hidden(password, line):
    assert redact(f"at ftp://ada:{password}\n{line}\n") == f"at ftp://ada:{MASK}\n{line}\n"
    assert redact(f"at redis://:{password}\r\n{line}\r\n") == f"at redis://:{MASK}\r\n{line}\r\n"


@each_row("text", ["http://a.internal:8080\n@bob has it", "http://a.internal/x\n@bob", "a:b\n@bob"])
def test_a_name_on_the_next_line_makes_no_password(text):
    assert redact(text) == text


@each_row("line", ["http://bob@b.internal/", "mailto:bob@b.internal", "(ftp://bob@b.internal/)"])
def test_another_url_completes_no_password(line):
    assert redact(f"ftp://a.internal:x\n{line}\n") == f"ftp://a.internal:x\n{line}\n"


def test_attributes_of_another_element_are_no_password():
    text = '<a href="http://a.internal"><img alt=""\n src="cid:5.0.0.14@mail.internal.1">'
    assert redact(text) == text


def test_a_name_that_is_broken_is_completed():
    assert redact("http://a.internal/?api_\nkey=9f86d081884c7d659a2f") == f"http://a.internal/?api_\nkey={MASK}"
