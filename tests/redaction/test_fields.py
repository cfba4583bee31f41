"""Secrets outside URLs: header fields, settings, connection strings, members of JSON. `«…»` marks what is hidden."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from growth import assert_linear
from tables import each_row
from urlmend import redact
from urlmend.redaction.fields import field_secrets
from urlmend.redaction.redact import MASK

HEX = "9f86d081884c7d659a2feaa0c55ad015"
BASIC = "YWxpY2U6aDdUcS05Mng="
GITHUB = "ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ"
HIDDEN = [
    # Authorization fields.
    f"Authorization: Bearer «{HEX}»",
    f"> authorization: bearer «{HEX}»",
    f"curl -H 'Authorization: Basic «{BASIC}»' https://canal.example/",
    "Authorization: Basic «dTpw»",
    f"Proxy-Authorization: Basic «{BASIC}»",
    f'{{"Authorization": "Bearer «{HEX}»", "level": 3}}',
    f'{{"headers": "{{\\"Authorization\\": \\"Bearer «{HEX}»\\"}}"}}',
    f"Authorization: «{HEX}»",
    f"Authorization: Token «{HEX}»",
    f'Authorization: Digest username="ada", realm="canal", response="«{HEX}»"',
    f"Authorization: AWS4-HMAC-SHA256 «Credential=AKIAQ7RK2MX9ZTLW4VBN/2024/s3», SignedHeaders=a, Signature=«{HEX}»",
    f"sent bearer «{HEX}» again",
    f"basic «{BASIC}»",
    # Cookies.
    f"Cookie: sid=«{HEX}»; theme=dark",
    f"Set-Cookie: PHPSESSID=«{HEX}»; path=/; HttpOnly",
    # Connection strings.
    "Server=db.canal.internal;User Id=sa;Password=«h7Tq-92x»;Encrypt=true",
    "Password=«h7Tq-92x»;Server=db",
    "Server=db;Pwd=«h7 Tq 92x»;Encrypt=1",
    "Driver={ODBC};PWD=«{h7;Tq}»;x=1",
    f"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«{HEX}{HEX}==»;EndpointSuffix=core.windows.net",
    f"Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=b;SharedAccessKey=«{HEX}=»",
    "host=db port=5432 user=app password=«h7Tq-92x» sslmode=require",
    "host=db password='«h7 Tq»' user=app",
    # Settings, options and members.
    f"export GITHUB_TOKEN=«{GITHUB}»",
    f"API_KEY='«{HEX}»'",
    f"X-Api-Key: «{HEX}»",
    "spring.datasource.password=«h7Tq-92x»",
    "db_password: «h7Tq-92x»",
    "db_password: '«it''s»'",
    'password => "«h7Tq-92x»",',
    "login --password «h7Tq-92x» --user ada",
    '{"user": "ada", "password": "«h7Tq \\"92x»", "port": 5}',
    '{"log": "{\\"password\\": \\"«h7Tq\\\\\\"92x»\\", \\"x\\": 1}"}',
    "{'password': '«h7Tq-92x»'}",
    # Tokens.
    f"token {'«' + GITHUB + '»'} here",
    f"«{GITHUB}»",
    f"({'«' + GITHUB + '»'})",
]
SHOWN = [
    "Authorization: Bearer <token>",
    "Authorization: the process of granting access",
    "authorization: none",
    "Cookie: theme=dark; lang=de",
    "Password: at least 8 characters",
    "the password: see the other mail",
    "password = getpass.getpass()",
    "password=os.environ['PASSWORD']",
    "password=None",
    "password: null",
    "password=",
    "password=${DB_PASSWORD}",
    "password: {{ db_password }}",
    "PWD=/home/ada",
    "OLDPWD=/home/ada",
    "key: value",
    "the token: next",
    "secretKeyRef: name",
    "session: 12",
    f"commit {HEX}",
    f"sha256:{HEX}{HEX}",
    "DKIM-Signature: v=1; a=rsa-sha256; d=canal.example",
    "bearer of good news",
    "basic principles",
    "https://canal.example/login?forgot=password&next=/a",
    "",
]


@each_row("marked", HIDDEN)
def test_a_secret_is_hidden_and_nothing_else(marked):
    text = marked.replace("«", "").replace("»", "")
    shown = re.sub("«.*?»", MASK, marked)
    assert redact(text) == shown
    assert redact(f"{text}\nnext\n") == f"{shown}\nnext\n"
    assert redact(shown) == shown


@each_row("text", SHOWN)
def test_other_text_is_shown(text):
    assert redact(text) == text


@given(st.text())
def test_redaction_is_idempotent(text):
    assert redact(redact(text)) == redact(text)


ENDLESS = [
    "password=",
    "token=",
    'password="',
    "password=\\\"'",
    "Authorization:",
    "Cookie: a=b;",
    "bearer a",
    "ghp_",
    "--b",
]


@pytest.mark.slow
@each_row("unit", ENDLESS)
def test_time_is_linear(unit):
    assert_linear(lambda text: list(field_secrets(text)), lambda count: unit * count, 2000)
