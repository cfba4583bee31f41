"""The test that lets most URLs pass: nothing in them that a rule could speak of."""

from __future__ import annotations

from urlmend.model import Url
from urlmend.patterns import lazy

# What no rule but those `of_clean` has a word to say about. A host of fewer than 64 characters: labels of letters,
# digits and single hyphens, the last of letters; so it is no address and no `xn--` name. A port that is no protocol's.
# A path without empty segments and without those that begin with a dot. A plain address, a plain name.
HOST = r"(?![^/]{64})(?:[A-Za-z0-9]+[.-])*(?<!-)[A-Za-z]+"
PORT = r"(?::(?:[1-9][0-9]{3}|[1-5][0-9]{4}))?"
_PATH = r"(?:/[A-Za-z0-9_~!$'*+,=:;&@-][A-Za-z0-9._~!$'*+,=:;&@-]*)*/?"
_QUERY = r"(?:\?[A-Za-z0-9._~!$'*+,=:;&@/-]*)?"
_FRAGMENT = r"(?:\#[A-Za-z0-9._!$*+,=:-]+)?"
_CLEAN = lazy(
    rf"(?:https?://(?!https?:?//){HOST}{PORT}{_PATH}{_QUERY}{_FRAGMENT}"
    rf"|ftp://{HOST}(?:/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)*/?"
    rf"|(?:mailto|sips?):[A-Za-z0-9_]+(?:[.+-][A-Za-z0-9_]+)*@{HOST}"
    r"|urn:[a-z][a-z0-9]+(?:-[a-z0-9]+)*:[A-Za-z0-9]+(?:[:._-][A-Za-z0-9]+)*)\Z"
)
# In a query, a nested URL, and what quoted-printable has left; and a value so long that it may be a secret.
_SUSPICIOUS = lazy(r"//|=3[dD]")
_ENTITY = lazy(r"&#?[A-Za-z0-9]{1,10};")
_LONG_VALUE = lazy(r"=[^&;#]{16}")
_LONGEST = 1000


def is_clean(url: Url, text: str) -> bool:
    """Whether only rules declared `of_clean` can speak of a URL in a text: one test for most of them."""
    start, stop = url.outer
    if url.breaks or not url.scheme or start < url.spans[0].start - 1 or stop - start > _LONGEST:
        return False
    behind = text[stop : stop + 1]
    before = text[start - 1 : start]
    if behind == "#" or not behind.isascii() or not before.isascii():
        return False  # what stands around it may belong to it
    if behind == " " and start and before in "\"'":
        return False  # an attribute may go on behind the blank
    if not _CLEAN.match(url.text):
        return False
    if ";" in url.text and _ENTITY.search(url.text):
        return False
    query = url.text.find("?")
    if query < 0:
        return True
    if _SUSPICIOUS.search(url.text, query):
        return False
    if not _LONG_VALUE.search(url.text, query):
        return True
    from urlmend.secrets import SECRET_PARAMETER  # few values are so long

    return not SECRET_PARAMETER.search(url.text, query)
