"""URI schemes: known names and their status, default ports, and the syntax of schemes without `//`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from sys import intern

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# Widely used, but not registered.
UNREGISTERED = frozenset(
    """
    amqp amqps bzr cassandra clickhouse cloudinary cockroachdb couchbase couchdb davs db2 docker firebird ftps
    gemini gs hana hdfs hg hkp hkps imaps influxdb jdbc kafka mariadb memcached mongodb+srv mssql mysql mysqlx nats
    neo4j nntps oracle pop3 pop3s postgres postgresql pulsar redshift rlogin rtmpe rtmps s3 s3a s3n sap scp smtps
    snowflake socks socks4 socks4a socks5 socks5h sqlite sqlserver ss tcp telnets teradata tg trino trojan
    vertica wasb webdav webdavs whois whois++ xmpps zookeeper
    """.split()
)

# The schemes of the web, and those of most URLs.
WEB = frozenset(("http", "https"))
COMMON = WEB | {"ftp"}

# No scheme is longer: only the status of shorter names is remembered.
_LONGEST_SCHEME = 64

# Schemes that are recognised at the end of a longer word (`seehttp://host/`).
SCHEMES_IN_WORDS = ("https", "http", "ftp", "gopher", "telnet")

# Repetitions are bounded, so that the time to decide whether a URL begins does not grow with the text.
_ADDRESS = r"[^\s@<>()\[\]\"',;:]{1,320}(?:@|%40)[A-Za-z0-9\[][A-Za-z0-9.:\[\]-]{0,250}[A-Za-z0-9\]]"
HIDDEN_ADDRESS = r"[\w.+-]{1,64} (?i:at) [A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
"""Regular expression for an address as archives of mailing lists hide it: `ada at canal.example`."""
_MESSAGE_ID = r"[^\s@<>()\[\]\"]{1,320}@[^\s@<>()\[\]\"]{0,250}[A-Za-z0-9]"

# What must follow `scheme:` if `//` does not, for the text to be a URL.
# Schemes that are not listed need `//`, or angle brackets around the URL.
SCHEMEPART_STARTS: dict[str, str] = {
    "acct": _ADDRESS,
    "bitcoin": r"(?:bc1|[13])[A-Za-z0-9]{25,}",
    "callto": r"\+?[0-9]{3}",
    "cid": _MESSAGE_ID,
    "did": r"[a-z0-9]{1,30}:[A-Za-z0-9._%-]",
    "doi": r"10\.[0-9]{3,}/",
    "file": r"/[A-Za-z0-9._~%-]",
    "geo": r"-?[0-9]{1,3}(?:\.[0-9]{1,20})?,-?[0-9]",
    "im": _ADDRESS,
    "info": r"(?:arxiv|bibcode|ddc|doi|eu-repo|hdl|lccn|nbn|nla|oclcnum|ofi|pmid|pronom|refseq|sici|sid|srw)/",
    "magnet": r"\?[a-z]{1,20}[.0-9]{0,5}=",
    "mailto": rf"(?:{_ADDRESS}|\?(?:to|subject|body)=)",
    "mid": _MESSAGE_ID,
    "news": rf"(?:\*(?![\w*])|{_MESSAGE_ID}|[A-Za-z][A-Za-z0-9+_-]{{0,80}}(?:\.[A-Za-z0-9+_-]+){{1,50}})",
    "ni": r"//?[A-Za-z0-9.]",
    "oid": r"[0-2]\.[0-9]",
    "pres": _ADDRESS,
    "sip": r"(?:[^\s@<>\"]{1,320}@)?[A-Za-z0-9\[][A-Za-z0-9.:\[\]-]{0,250}\.[A-Za-z0-9.:\[\]-]{0,250}[A-Za-z0-9\]]",
    "sips": r"(?:[^\s@<>\"]{1,320}@)?[A-Za-z0-9\[][A-Za-z0-9.:\[\]-]{0,250}\.[A-Za-z0-9.:\[\]-]{0,250}[A-Za-z0-9\]]",
    "skype": r"[A-Za-z0-9._,:-]{1,250}\?(?:call|chat|add)",
    "sms": r"\+?[0-9]{3}",
    "snews": r"[A-Za-z][A-Za-z0-9+_-]{0,80}(?:\.[A-Za-z0-9+_-]+)+",
    "spotify": r"(?:track|album|artist|playlist|user|show|episode):[A-Za-z0-9]",
    "tag": r"[A-Za-z0-9.@-]{1,250},[0-9]{4}(?:-[0-9]{2}){0,2}:",
    # Not the label of a number that goes on after a space.
    "tel": r"(?!(?<![\"'](?i:tel):)\+?[0-9().-]{1,8}[ /]\(?[0-9])\+?(?:\([0-9]{1,5}\)[0-9.-]{3}|[0-9][0-9().-]{2})",
    "urn": r"[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:[A-Za-z0-9(+=@$_!*%/]",
    "view-source": r"https?://",
    "xmpp": rf"(?:{_ADDRESS}|(?:[A-Za-z0-9-]{{1,63}}\.){{1,8}}[A-Za-z]{{2,24}}(?=[/?\s>)\]\"']|[.,;]?(?:\s|\Z)))",
}

# Misspellings of http, https and ftp, besides those of `_TYPO`; not `hxxp`, which is written on purpose.
TYPOS: dict[str, str] = {
    **dict.fromkeys("gttp htt httl htto jttp".split(), "http"),
    **dict.fromkeys("gttps htts httos jttps".split(), "https"),
    **dict.fromkeys("fpt ftpp fttp".split(), "ftp"),
}
LETTERS_OF_HTTPS = frozenset("htpsHTPS")
"""Letters that are typed twice: a scheme directly after one of them may be misspelt, as in `hhttps://`."""
# Only letters of `https`, in any number and order, or all of them and more: `httpthes`.
_TYPO = lazy(r"(?:(?=.*h|.*tt)(?=.*t)(?=.*p)[htps]{3,8}|http[a-rt-wyz][a-z]{0,3}|https[a-z]{1,3})\Z")


def meant_scheme(word: str) -> str | None:
    """The web scheme for which a word was mistyped, in any case; None for other words."""
    word = word.lower()
    return TYPOS.get(word) or (("https" if "s" in word else "http") if _TYPO.match(word) else None)


# The port that an absent or empty one means (RFC 1738 section 3, the scheme registry).
DEFAULT_PORTS: dict[str, int] = {
    "ftp": 21,
    "gopher": 70,
    "http": 80,
    "https": 443,
    "imap": 143,
    "ldap": 389,
    "ldaps": 636,
    "mongodb": 27017,
    "mysql": 3306,
    "news": 119,
    "nntp": 119,
    "postgresql": 5432,
    "prospero": 1525,
    "redis": 6379,
    "rtsp": 554,
    "sftp": 22,
    "snews": 563,
    "ssh": 22,
    "telnet": 23,
    "wais": 210,
    "ws": 80,
    "wss": 443,
}


class SchemeTable(NamedTuple):
    """The known schemes: the built-in ones, and those that a project adds."""

    extra: frozenset[str] = frozenset()
    """The schemes that the project adds, in lower case."""

    def status(self, scheme: str) -> str | None:
        """The status of a scheme, or None if it is unknown.

        `permanent`, `provisional`, `historical` or `registered` in the registry (RFC 7595), `private` (`x-…`,
        RFC 1738 section 4), `configured` (added by the project), or `unregistered`.
        """
        if scheme in COMMON:
            return "permanent"
        return _known_status(scheme, self.extra) if len(scheme) <= _LONGEST_SCHEME else _status(scheme, self.extra)

    def is_registered(self, scheme: str) -> bool:
        """Whether a scheme is registered, private or configured."""
        return self.status(scheme) not in (None, "unregistered")

    def trailing_scheme(self, word: str) -> str | None:
        """The scheme that a word before `://` is or ends in, or None."""
        lower = intern(word.lower())  # each URL of a document has it
        if lower in COMMON:
            return lower
        if self.status(lower) is not None:
            return lower
        for at, char in enumerate(word):
            # text that ends in a digit or a dot may precede any scheme: `2.http`
            if char in ".0123456789" and self.status(lower[at + 1 :]) is not None:
                return lower[at + 1 :]
        return next((scheme for scheme in SCHEMES_IN_WORDS if lower.endswith(scheme)), None)


@cache
def schemepart_start(scheme: str) -> re.Pattern[str]:
    """Return the expression of a scheme in SCHEMEPART_STARTS."""
    return lazy(SCHEMEPART_STARTS[scheme])


def _status(scheme: str, extra: frozenset[str]) -> str | None:
    """The status of a scheme: see `SchemeTable`."""
    from urlmend.uri.iana_schemes import REGISTERED  # a large table that most texts do not need

    scheme = scheme.lower()
    if scheme in COMMON:
        return "permanent"
    if scheme in REGISTERED:
        return REGISTERED[scheme][0]
    if scheme in UNREGISTERED:
        return "unregistered"
    if scheme in extra:
        return "configured"
    if scheme.startswith("x-") and len(scheme) > 2:
        return "private"
    # `git+https`: a protocol over another; `mysql+pymysql`: a protocol and its driver.
    layer, plus, transport = scheme.rpartition("+")
    if plus and layer.isalnum() and (_status(transport, extra) or (layer in UNREGISTERED and transport)):
        return "unregistered"
    return None


# Texts repeat few names, most of which are those of tags.
_known_status = lru_cache(512)(_status)


PASTED = lazy(r"(?P<first>https?://[^/?#]{1,253}+/[^?#]{0,1000}?)(?P<second>(?P=first))")
"""A URL that begins again within itself, since it was pasted twice."""


def _lookbehinds() -> str:
    """Lookbehinds for the schemes of SCHEMEPART_STARTS and a colon, one for each length."""
    lengths = sorted({len(scheme) for scheme in SCHEMEPART_STARTS})
    groups = ("|".join(scheme for scheme in SCHEMEPART_STARTS if len(scheme) == length) for length in lengths)
    return "|".join(f"(?<=(?:{group.replace('.', chr(92) + '.')}):)" for group in groups)


_LAST_LETTERS = "".join(sorted({scheme[-1] for scheme in SCHEMEPART_STARTS}))
# `re` is fast because the expression begins with a literal: it searches for colons, and then looks behind.
# A line may also end between the scheme of a web URL and its host.
_CUT = r"(?<=[pPsS]:)(?=/?[ \t]*[\r\n])(?i:(?<=http:)|(?<=https:))"
COLON_TRIGGER = rf":(?:(?=\S)(?:(//)|(?<=[{_LAST_LETTERS}{_LAST_LETTERS.upper()}]:)(?i:{_lookbehinds()}))|{_CUT})"
"""Regular expression for the colon of a URL; group 1 is the `//` after it, if there is one."""
