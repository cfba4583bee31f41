"""SURT: the sort-friendly form of a web URL in the indexes of web archives, as in CDX files of the Wayback Machine."""

from __future__ import annotations

from posixpath import normpath
from urllib.parse import quote_from_bytes, unquote_to_bytes

from urlmend._lib.lazy_regex import lazy
from urlmend.uri.rfc3986 import split
from urlmend.uri.whatwg import reached_host

_DEFAULT_PORTS = {"http": "80", "https": "443", "ftp": "21"}
_WWW = lazy(r"www\d*\.")
# What CDX files keep as it is; other bytes are encoded.
_SAFE = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"
# Identifiers of sessions, which differ with each visit.
_SESSION = lazy(r"(?:jsessionid|phpsessid|sid)=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|(?:cfid|cftoken)=.+")


def surt(url: str) -> str | None:
    """Return the SURT of a web URL, such as `org,example)/path?query`; None for URLs that no web archive has.

    Host, path and query are in lower case, arguments in alphabetical order; `www.`, the user, a default port, the
    fragment and identifiers of sessions are left out. Schemes do not differ.
    """
    parts = split(url)
    scheme = (parts.scheme or "").lower()
    if scheme not in _DEFAULT_PORTS or not parts.host:
        return None
    host = reached_host(parts.host).strip(".")
    labels = [host[1:-1]] if host.startswith("[") else host.removeprefix((_WWW.match(host) or [""])[0]).split(".")
    port = parts.port if parts.port and parts.port != _DEFAULT_PORTS[scheme] else ""
    path = f"/{normpath(_encoded('/' + parts.path)).strip('/')}"
    query = "&".join(sorted(one for one in _encoded(parts.query or "").split("&") if not _SESSION.fullmatch(one)))
    return f"{','.join(reversed(labels))}{':' if port else ''}{port}){path}{'?' if query else ''}{query}"


def _encoded(text: str) -> str:
    """Return a path or query with one form of its escapes, in lower case."""
    data = unquote_to_bytes(text.encode("utf-8", "surrogatepass"))
    return quote_from_bytes(data, safe=_SAFE).lower()
