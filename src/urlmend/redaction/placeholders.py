"""Values that are not secrets: templates, masks, words of manuals, and hosts reserved for documentation."""

from __future__ import annotations

import re

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.lazy_regex import lazy
from urlmend.redaction.forms import KNOWN_BEGINNINGS, MIN_TOKEN
from urlmend.uri import placeholders
from urlmend.uri.placeholders import WORDS

# The same words with digits for letters, alone or in a row: `s3cr3t`, `P4ssw0rd`, `my-s3cr3t-t0k3n`.
_DIGITS_FOR_LETTERS = str.maketrans("013457", "oieast")
_LONGEST_FIRST = "|".join(sorted(WORDS["password"], key=len, reverse=True))
_WORDS_IN_A_ROW = lazy(rf"(?>(?:(?:my|your|the|some|test|user)[-_ ]?)*)(?:(?>{_LONGEST_FIRST})[-_ ]?)+\Z")
_WORD_FOR_PASSWORD = lazy(r"(?:my|your|the|some|test|user|db)?[-_ ]?pass(?:word|wd|phrase)?[0-9]*\Z")
# Letters of other scripts only, as in `ftp://用户:密码@host/`.
_OTHER_LETTERS = lazy(r"(?:(?![A-Za-z_])[^\W\d])+\Z")
# Words in capitals, as manuals write what a reader replaces: `PASSWORD`, `YOUR_API_KEY`, `CHANGE_ME`.
_CAPITALS = lazy(r"(?:[A-Z]{2,12}[ _.-])*(?:[A-Z]{3,12}|(?<=[A-Z]{3}[ _.-])[A-Z]{2})(?:[ _.-]?[0-9]{1,2})?\Z")
# Real passwords are longer than this many characters; that of `http://a:b@host/` is an example.
_MAX_EXAMPLE_LENGTH = 2
# The same after a stock user of manuals.
_MAX_STOCK_LENGTH = 6
# `your secret`, `aws_secret`: words, one of which is a word for a password.
_WORDS_FOR_PASSWORD = lazy(r"[a-z]+(?:[ _-][a-z]+)*\Z")
_WORD_SEPARATOR = lazy(r"[ _-]")
_CASE_CHANGE_BETWEEN_WORDS = lazy(r"(?<=[a-z]{2})(?=[A-Z][a-z]{3})")
# The method and the user of a CVS repository, `cvs://:pserver:anoncvs@`.
_CVS_METHOD = lazy(r"(?:pserver|gserver|kserver|ext|extssh|sspi):[\w.-]*\Z")
# The value of a connection string, in braces because of a semicolon in it (Microsoft JDBC driver, Building the
# connection URL); RFC 6570 has one only at the beginning.
_IN_BRACES = lazy(r"\{[^{};\s]+;[^{}\s]*\}\Z")
_CONCATENATION = lazy(r"\"?\s*\+")
# RFC 2606 sections 2 and 3, hosts that the documentation of Microsoft and of XMPP invented, and a site that shows the
# content of tokens.
_RESERVED_HOST = lazy(
    r"""
    (?:.*\.)? (?: example(?:\.(?:com|net|org|edu))? | invalid | test | localhost | jwt\.io
      | (?:contoso|fabrikam|northwindtraders|adventure-works|tailspintoys|wingtiptoys|litwareinc)\.com | lit ) \.?\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Words, and templates.
_WORD_FOR_HOST = lazy(
    r"(?:[a-z]{0,8}-?host|hostname|server|domain|address|ip|proxy-?server|default)$"
    r"|(?:company|jdoe|johndoe|jsmith|my-?(?:app|company|domain|org|shop|site|store))(?:\.[a-z]+){2,5}$"
    r"|example(?:\.[a-z0-9-]+){2,5}$|\.{2,}$"
    r"|(?:[\w-]+\.)*your-?(?:app|company|domain|host|name|org|project|server|site)(?:\.[a-z]+)*$|[$<{%]",
    re.IGNORECASE,
)
# Addresses that only reach the same machine (RFC 6890), like `localhost`.
_THIS_MACHINE = lazy(r"(?:127(?:\.[0-9]{1,3}){3}|\[?::1\]?|0\.0\.0\.0)\Z")
# Addresses for documentation (RFC 5737, RFC 3849), protocols, links, benchmarks and future use (RFC 6890).
_SPECIAL_ADDRESS = lazy(
    r"""
    (?: (?: 0 | 24[0-9] | 25[0-5] ) (?:\.[0-9]{1,3}){3} | (?: 169\.254 | 198\.1[89] ) (?:\.[0-9]{1,3}){2}
      | (?: 192\.0\.[02] | 198\.51\.100 | 203\.0\.113 ) \.[0-9]{1,3} | \[2001:0?db8:[0-9a-f:.]{0,40}\] ) \Z
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Addresses and names that only reach the same network (RFC 1918), machine or project: a password equal to the user name
# is the default there.
_PRIVATE = r"(?:10(?:\.[0-9]{1,3}){3}|172\.(?:1[6-9]|2[0-9]|3[01])(?:\.[0-9]{1,3}){2}|192\.168(?:\.[0-9]{1,3}){2})\Z"
_PRIVATE_ADDRESS = lazy(_PRIVATE)
_NEARBY_HOST = lazy(rf"(?:host\.docker\.internal|[\w-]+)\Z|{_PRIVATE}")
# The name of a service in a cluster of Kubernetes, which only its containers know, without its namespace.
_IN_CLUSTER = lazy(r"(?i)\A([\w-]++)(?:\.[\w-]++){1,2}?\.svc(?:\.cluster\.local)?\.?\Z")
# Containers, by the service in them: between them, any lower-case words are an invented password.
_CONTAINER = lazy(
    r"""
    (?:[a-z]+[_-])?
    (?: db | database | mariadb | mysql | mssql | sql(?:server)? | postgres(?:ql)? | pg(?:sql)? | redis | valkey
      | mongo(?:db)? | rabbit(?:mq)? | memcached? | cache | queue | broker | elastic(?:search)? | minio | neo4j
      | influxdb | clickhouse | couchdb | cassandra | nats | kafka | ldap | openldap | mail | smtp )
    (?:[_-]?[a-z0-9]{1,9})? \Z
    """,
    re.VERBOSE,
)
# Words can be pronounced.
_LOWER_CASE_WORDS = lazy(r"(?!.*[^aeiouy_-]{5})(?=.*[aeiouy])[a-z]+(?:[_-][a-z]+)*\Z")
_SIGNS_FOR_LETTERS = str.maketrans("013457@$", "oieastas")
_MIN_NAME = 3
_LONGEST_USERINFO = 400  # with placeholders, in code points
# Pairs that are known from manuals: that of Oracle's databases.
_EXAMPLE_PAIRS = frozenset((("scott", "tiger"),))

# Values of parameters. What a token consists of, encoded or not; JWT, base64, base64url, signatures.
_TOKEN = lazy(r"[A-Za-z0-9._~+/=|:!,-]+")
# What may follow it, by mistake or as markup: one other character, two stars, or text that is no template.
_TAIL = lazy(r"(?:[^*]|\*\*?|[^$<>{}()\[\]`*\u2026%]*)\Z")
_MAIL_DOMAIN = lazy(r"@[\w-]+\.\w")
_MIXED = lazy(r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])")
_CASE_CHANGE = lazy(r"[a-z](?=[A-Z])")
_PART_OF_TEMPLATE = lazy(
    r"""[$<>{}()\[\]`*\u2026] | \.\.\. | %s | x{5} | X{5}
    | __(?:[A-Z]+[0-9]*(?:_[A-Z]+[0-9]*)*|[a-z]+[0-9]*(?:_[a-z]+[0-9]*)*)__
    | (?<![A-Za-z0-9]) (?i: (?:your|my|the|some|insert)[_-] | your/ )
    | (?i: [_-]here\b | example | -xmpl- | placeholder | redacted | dummy | changeme | abc123 | replace[_-]?me )""",
    re.VERBOSE,
)
# Words and numbers: `free-shipping-2024`, `gitlab+deploy-token-312644`, `worker3-specific-key`.
_WORD_OR_NUMBER = r"(?:[A-Z]?[a-z]{1,14}[0-9]{0,2}|[0-9]{1,8})"
_WORDS = lazy(rf"{_WORD_OR_NUMBER}(?:[._~+/=|:-]{_WORD_OR_NUMBER}){{2,}}\Z")
# The path of a file, as the key of an object in a store has it: `uploads/7/plan.csv`.
_FILE_PATH = lazy(r"[\w.~/-]*/[\w.~-]+\.[a-z][a-z0-9]{1,4}\Z")
# The fingerprint of a key, with its algorithm or in pairs of digits.
_FINGERPRINT = lazy(r"(?i:sha-?(?:1|256|512)|md5)[:-]|(?:[0-9A-Fa-f]{2}:){7,}[0-9A-Fa-f]{2}\Z")
_PIECE = lazy("[A-Za-z0-9]+")
# Tokens and keys of specifications and manuals, which others copy: the format of URIs for keys of Google, RFC 6238,
# RFC 6749, RFC 6750, RFC 7636, OAuth 1.0a, Azurite, bots of Telegram, Giphy; UUIDs of RFC 4122 and of articles on
# them; and the digests of an empty text.
_EXAMPLE_KEYS = frozenset(
    """
    JBSWY3DPEHPK3PXP HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ
    GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ 3132333435363738393031323334353637383930
    2YotnFZFEjr1zCsicMWpAA tGzv3JOkF0XG5Qx2TlKWIA SplxlOBeZQQYbYS6WxSbIA 7Fjfp0ZBr1KtDRbnfVdmIw
    mF_9.B5f-4.1JqM dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
    kAcSOqF21Fu85e7zjz7ZN2U4ZRhV3WpwPAoE3Z7kBw LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE
    Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==
    ABC-DEF1234ghIkl-zyx57W2v1u123ew11 AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw dc6zaTOxFJmzC
    f81d4fae-7dec-11d0-a765-00a0c91e6bf6 550e8400-e29b-41d4-a716-446655440000 123e4567-e89b-12d3-a456-426614174000
    3fa85f64-5717-4562-b3fc-2c963f66afa6
    d41d8cd98f00b204e9800998ecf8427e da39a3ee5e6b4b0d3255bfef95601890afd80709
    e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    """.split()
)
# The payload of a JWT of RFC 7519 section 3.1, or of jwt.io (`"sub":"1234567890","name":"John Doe"`).
_EXAMPLE_PAYLOAD = lazy(
    r"eyJ[\w-]+\.eyJ(?:pc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODA|zdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6Ik)"
)
_MIN_LETTERS = 20
_MIN_WEAK = 20
# Changes between capital letters, small letters and digits, of which random text has many; words and numbers have few.
_CHANGE = lazy(r"[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])")
_WORDS_AND_NUMBERS = lazy(
    r"(?>(?:(?:In|Of|To|On|By|Id)(?![a-z])"
    r"|[A-Z]{0,2}(?=[a-z]*[g-z])(?=[a-z]*[aeiouy])[a-z]{2,}+[0-9]{0,4}+[_.~+=-]?+)+)\Z"
)
_MIN_SEGMENT = 16
_NUMBER = lazy("[A-Za-z][0-9]+(?=[A-Za-z])")
_MANY_NUMBERS = 3
_MIN_KNOWN = 20
_BEGINNING = lazy(r"\A[A-Za-z]{2,12}[._-](?:[a-z0-9]{2,7}[_-]){0,2}")
_BASE64 = lazy(r"([A-Za-z0-9+/_-]{6,400})=*(?![A-Za-z0-9+/_=-])")
# `plan-map_id=68`; `gid://canal/Plan/68`, as of Relay (GraphQL Global Object Identification).
_TYPE_AND_ID = lazy(r"[A-Za-z][A-Za-z_:/-]{2,60}[=:/][0-9]{1,20}\Z")
_FILE_NAME = lazy(r"[^.]*\.[A-Za-z]{1,5}[0-9]?\Z")
# The addresses of accounts and contracts in public ledgers: of Ethereum; in base58, of Bitcoin, Tron and Solana.
_ETHEREUM = r"0x[0-9A-Fa-f]{40}"
_LEDGER_ADDRESS = lazy(rf"(?:{_ETHEREUM}|(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{{32,44}}|(?:0x)?[0-9a-f]{{56,}})\Z")
_ETHEREUM_ADDRESS = lazy(rf"{_ETHEREUM}\Z")
# User names.
_USER = lazy(r"[A-Za-z0-9_-][A-Za-z0-9_.~+=%-]{19,}\Z")
# Three or more names with dots between them, or a well-known domain; alone, or with what looks like a path or a query.
_LABEL = r"[a-z][a-z-]{0,30}[0-9]{0,3}"
_LIKE_HOST = lazy(rf"""(?ix)
    www\. | (?: (?:{_LABEL}\.){{2,20}} (?: {_LABEL} | [a-z0-9-]{{1,63}}(?=[^a-z0-9.-]) )
             | {_LABEL}\.(?:com|net|org|edu|gov|info|biz) ) (?: (?P<query>(?:%(?!40|3D)|[=&])\w) | \Z )
""")
_ESCAPED_DOT = lazy("%2[Ee]")


def is_documentation_host(host: str) -> bool:
    """Return whether a host is reserved for documentation (RFC 2606), a word for a host, or a template."""
    return is_reserved_host(host) or is_word_for_host(host)


def is_word_for_host(host: str) -> bool:
    """Return whether a host is a word for a host, such as `your-domain.com` or `HOST`, or a template."""
    return _WORD_FOR_HOST.match(host) is not None or _CAPITALS.match(host) is not None


def is_private_address(host: str) -> bool:
    """Return whether a host is an IPv4 address that only one network reaches (RFC 1918)."""
    return bool(_PRIVATE_ADDRESS.match(host))


def is_reserved_host(host: str) -> bool:
    """Return whether a host is reserved for documentation and tests (RFC 2606), or is this machine, as `localhost`."""
    return bool(_RESERVED_HOST.match(host) or _THIS_MACHINE.match(host))


def is_placeholder(user: str, password: str, host: str) -> bool:
    """Return whether a password is a template, a mask or an example, or its host is a documentation host."""
    from urllib.parse import unquote  # only where there is a password

    decoded, service = unquote(password), _IN_CLUSTER.sub(r"\1", host)
    if not user and _CVS_METHOD.match(decoded):
        return True
    is_word = _is_filled(decoded) or _CAPITALS.match(decoded) or _OTHER_LETTERS.match(decoded.lstrip("$"))
    if len(decoded) <= _MAX_EXAMPLE_LENGTH or is_template(password) or is_word:
        return True
    word = decoded.lower()
    if len(decoded) <= _MAX_STOCK_LENGTH and (
        user.lower() in WORDS["stock user"]
        or (user.lower() in WORDS["sample user"] and word == password and word.isalpha())
    ):
        return True
    words = _CASE_CHANGE_BETWEEN_WORDS.sub(" ", decoded).lower()  # `myPasswordHere`
    if word in WORDS["password"] or _WORD_FOR_PASSWORD.match(word) or _contains_word_for_password(words):
        return True
    if decoded in (word, word.capitalize()) and _WORDS_IN_A_ROW.match(word.translate(_DIGITS_FOR_LETTERS)):
        return True
    if is_documentation_host(host) or (user.lower(), word) in _EXAMPLE_PAIRS:
        return True
    user = unquote(user).lower()
    if word == user.replace("user", "pass") != user or user.startswith("your") or "[" in user:
        return True
    if word.isdigit() and is_template(user):
        return True
    if word == user.rstrip("0123456789"):
        is_near = not host or _NEARBY_HOST.match(service) or _SPECIAL_ADDRESS.match(host)
        return word in WORDS["user as password"] or bool(is_near)
    if decoded in "1234567890" and _NEARBY_HOST.match(service):
        return True
    if _SPECIAL_ADDRESS.match(host):
        return _LOWER_CASE_WORDS.match(decoded.rstrip("0123456789")) is not None
    return "." not in service and _is_invented(word, decoded, user, service.lower())


def _is_invented(word: str, decoded: str, user: str, host: str) -> bool:
    """Whether a password between containers consists of lower-case words or of a name, with a number at its end."""
    if _CONTAINER.match(host) and _LOWER_CASE_WORDS.match(decoded):
        return True
    letters = word.rstrip("0123456789").translate(_SIGNS_FOR_LETTERS)
    if not host or not letters.replace("-", "").replace("_", "").isalpha():
        return False
    names = [name for name in (user, host) if len(name) >= _MIN_NAME]
    return letters in WORDS["password"] or any(name in letters for name in names)


def _contains_word_for_password(word: str) -> bool:
    """Whether a text consists of words of which one is a word for a password."""
    return bool(_WORDS_FOR_PASSWORD.match(word)) and not WORDS["password"].isdisjoint(_WORD_SEPARATOR.split(word))


def is_template(value: str) -> bool:
    """Return whether a value is a template or a mask, percent-encoded or not, or what concatenates strings."""
    if _IN_BRACES.match(value):
        return False
    if placeholders.is_placeholder(value) or _CONCATENATION.match(value):
        return True
    if "%" not in value:
        return False
    from urllib.parse import unquote

    return placeholders.is_placeholder(unquote(value))


def end_of_placeholder(user: str, password: str, host: str) -> int:
    """Return where a placeholder ends that contains the colon before a password, or the `@` after it; 0 if none does.

    It is an offset in `user:password`, as of `${env:USER}` or `%(secret:user)s`.
    """
    if len(user) + len(password) > _LONGEST_USERINFO:  # for linear time
        return 0
    text, colon, at = f"{user}:{password}@{host}", len(user), len(user) + 1 + len(password)
    for start, stop in placeholders.placeholders(text):
        is_around_at = start <= at < stop and text[start] == "@" and (start == at or not host)
        if (start <= colon < stop <= at or is_around_at) and not placeholders.looks_random(text[start:stop]):
            return stop
    return 0


def is_token(value: str, *, weak: bool = False) -> bool:
    """Return whether the value of a parameter looks random.

    `weak` requires more: that the value is longer, for names that most parameters with no secret have.
    """
    from urllib.parse import unquote

    text = unquote(value)
    match = _TOKEN.match(text)
    if not match or not _TAIL.match(text, match.end()):
        return False
    decoded = match.group()
    weak = weak or _MAIL_DOMAIN.match(text, match.end()) is not None
    if len(decoded) < (_MIN_WEAK if weak else MIN_TOKEN) or is_example(decoded) or _ETHEREUM_ADDRESS.match(decoded):
        return False
    if _FINGERPRINT.match(decoded) or _FILE_PATH.match(decoded):
        return False
    if _MIXED.match(decoded):
        return not _WORDS.match(decoded)
    return len(decoded) >= _MIN_LETTERS and len(_CASE_CHANGE.findall(decoded)) * 5 > len(decoded)


def is_abridged(token: str) -> bool:
    """Return whether a token has a known beginning, but is shorter than all tokens that begin like this."""
    return len(token) < _MIN_KNOWN and token.startswith(KNOWN_BEGINNINGS)


def is_known_token(token: str) -> bool:
    """Return whether a token with a known beginning looks random: no template, no mask, no words."""
    rest = _BEGINNING.sub("", token)
    if is_example(token) or is_example(rest) or _WORDS.match(rest):
        return False
    return bool(_MIXED.match(rest)) or rest.isupper() or len(_CHANGE.findall(rest)) * 6 >= len(rest)


def is_basic_login(value: str) -> bool:
    """Return whether a value begins with that of basic authentication: a user and a password, in base64."""
    from urllib.parse import unquote

    login = _BASE64.match(unquote(value))
    if login is None or len(login[1]) % 4 == 1:
        return False
    user, colon, password = decode_base64(login[1]).decode("latin-1").partition(":")
    return bool(colon) and f"{user}{password}".isprintable() and not is_placeholder(user, password, "")


def _is_encoded_id(segment: str) -> bool:
    """Whether a segment is the id of an object with its type, in base64, as interfaces for programs have it."""
    encoded = _BASE64.match(segment)
    if encoded is None or len(encoded[1]) % 4 == 1:
        return False
    return _TYPE_AND_ID.match(decode_base64(encoded[1]).decode("latin-1")) is not None


def is_random_segment(segment: str) -> bool:
    """Return whether a segment of a path looks random: no words, no number, no name of a file."""
    if len(segment) < _MIN_SEGMENT or is_example(segment) or _FILE_NAME.match(segment) or _is_encoded_id(segment):
        return False
    if segment.isalnum() and len(_NUMBER.findall(segment)) >= _MANY_NUMBERS:
        return True
    return len(_CHANGE.findall(segment)) * 6 >= len(segment) and not _WORDS_AND_NUMBERS.match(segment)


def is_ledger_address(segment: str) -> bool:
    """Return whether a segment of a path looks like an address in a public ledger."""
    return _LEDGER_ADDRESS.match(segment) is not None


def is_example(value: str) -> bool:
    """Return whether a token is a template, a mask, or words in the place of one."""
    if _is_filled(value) or value in _EXAMPLE_KEYS or value.upper() in _EXAMPLE_KEYS or _EXAMPLE_PAYLOAD.match(value):
        return True
    return bool(_PART_OF_TEMPLATE.search(value) or _CAPITALS.match(value))


def _is_filled(value: str) -> bool:
    """Return whether each piece of a value is one character, repeated: `xxxxxxxx-xxxx`, `000000`."""
    pieces = _PIECE.findall(value)
    return bool(pieces) and all(len(set(piece)) == 1 < len(piece) for piece in pieces)


def is_token_user(user: str) -> bool:
    """Return whether a user name is itself a secret: no user name is of this length and mixture, and no host."""
    return _looks_random(user) and not _like_host(user)


def is_deceptive_user(user: str) -> bool:
    """Return whether a user name looks random, but begins like a host with a query, for which readers take it."""
    return _looks_random(user) and bool((found := _like_host(user)) and found["query"])


def _looks_random(user: str) -> bool:
    return bool(_USER.match(user) and _MIXED.match(user)) and is_token(user)


def _like_host(user: str) -> re.Match[str] | None:
    return _LIKE_HOST.match(_ESCAPED_DOT.sub(".", user))
