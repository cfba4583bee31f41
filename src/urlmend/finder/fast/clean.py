"""The test that lets most URLs pass: nothing in them that a rule could speak of."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.model.url import Url
from urlmend.redaction.secrets import NOT_SECRET

# What no rule but those with `applies_to_ordinary` has a word to say about, component by component.
#
# A host of fewer than 64 characters: labels of letters, digits and single hyphens, the last of letters, so that it is
# no address and no `xn--` name; or an address as it should be.
_NAME = r"(?:[A-Za-z0-9]++[.-])*(?<!-)[A-Za-z]++(?<![A-Za-z0-9.-]{64})"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
HOST = rf"(?:{_NAME}|{_OCTET}(?:\.{_OCTET}){{3}})"
# The scheme's own port, or one that is no protocol's.
_PORT = r"(?::(?:[1-5][0-9]{4}|[1-9][0-9]{3}|8[0-9][0-9]|8[1-6]|(?(tls)443|80)))?"
# A percent-encoding: of no control character, of none that nobody sees or that turns text around, and in no more bytes
# than it needs.
_ESCAPED = (
    r"(?![Cc][01]|[Ee]0%8|[Ff]0%8|[Cc]2%[Aa]|[Dd]8%9|[Ee]2%8[01]%[8Aa]|[Ee][Ff]%[Bb])"
    r"[2-9A-Fa-f][0-9A-Fa-f]"
)
_ESCAPE = f"%{_ESCAPED}"
# A semicolon that ends no entity of `&`.
_SEMICOLON = r";(?<![Mm][Pp];)(?<!38;)(?<!26;)"
# No segment begins with a dot, encoded or not, and nothing is encoded twice; and no `=` is left of quoted-printable.
_IN_PATH = r"[A-Za-z0-9_~!$'*+,:&@/-]*+"
_PATH = rf"(?:/{_IN_PATH}(?:(?:\.(?<!/\.)|=(?!3D)|{_SEMICOLON}|(?!%2[5Ee]){_ESCAPE}(?!\.)){_IN_PATH})*)?"
# Nothing that is left of quoted-printable, where each `=` is `=3D`; no value that is so long that it may be a secret.
_IN_QUERY = r"[A-Za-z0-9._~!$'*+,:&@/?-]*+"
_SHORT_VALUE = r"(?![A-Za-z0-9%._~+/=-]{16})"
_QUERY = (
    r"(?:\?(?![^=\n]*+(?:=3D[^=\n]*+)+(?!=))"
    rf"{_IN_QUERY}(?:(?:=(?:{_SHORT_VALUE}|{NOT_SECRET})|{_SEMICOLON}|{_ESCAPE}){_IN_QUERY})*)?"
)
_FRAGMENT = rf"(?:\#{_IN_QUERY}(?:(?:=(?!3D)|{_SEMICOLON}|{_ESCAPE}){_IN_QUERY})*)?"
_WEB = rf"http(?P<tls>s)?://(?!(?:https?|ftp):?//)(?>{HOST}{_PORT}{_PATH}{_QUERY}{_FRAGMENT})"
_CLEAN = lazy(
    rf"(?:{_WEB}"
    rf"|ftp://{HOST}(?:/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)*/?"
    rf"|(?:mailto|sips?):[A-Za-z0-9_]+(?:[.+-][A-Za-z0-9_]+)*@{_NAME}"
    r"|urn:[a-z][a-z0-9]+(?:-[a-z0-9]+)*:[A-Za-z0-9]+(?:[:._-][A-Za-z0-9]+)*)\Z"
)
# What stands behind `http` in a clean web URL, without punctuation at its end: for cutting such URLs out of a text. It
# allows less than _WEB, for speed. Nothing is given back once it was taken, so that punctuation is only taken where
# something stands behind it. Where there may be nothing, an empty branch costs less than a `?`, or than a `*` that fits
# nothing.
_LABEL = r"[A-Za-z0-9]++[.-]"
_PLAIN_HOST = (
    rf"(?:{_LABEL}(?:{_LABEL}(?:{_LABEL}(?:{_LABEL})*|)|)(?<!-)[A-Za-z]++(?<![A-Za-z0-9.-]{{64}})"
    rf"|{_OCTET}(?:\.{_OCTET}){{3}})"
)
_PLAIN_PORT = r"(?::(?:[1-5][0-9]{4}|[1-9][0-9]{3}|8[0-9][0-9]|8[1-6])|)"
_SIGNS = r"A-Za-z0-9_~$+&@/\-"
_SOME = rf"[{_SIGNS}]++"
_ANY = rf"[{_SIGNS}]*+"
_PLAIN_COLON = rf":(?!//)(?=[{_SIGNS}:=%]){_ANY}"
# A path with one dot, or none, is told without a loop.
_PLAIN_PATH = (
    rf"(?:/{_ANY}(?:\.(?<!/\.){_SOME}(?![.,!:=%])"
    rf"|(?=[.,!:=%])(?>(?:[.,!](?<!/\.)(?:{_SOME}|[.,!]*+(?=[{_SIGNS}=%]){_ANY})"
    rf"|{_PLAIN_COLON}|=(?!3D){_ANY}|%(?!2[5Ee]){_ESCAPED}(?!\.){_ANY})*)|)|)"
)
_BEHIND_PATH = rf"[.,!?](?:{_SOME}|[.,!?]*+(?=[{_SIGNS}=%]){_ANY})|{_PLAIN_COLON}"
_TO_EQUALS = r"[A-Za-z0-9_~%&+@$/#.,!?:;-]*+"
_PLAIN_QUERY = (
    rf"\?(?!{_TO_EQUALS}=3D{_TO_EQUALS}(?:=3D{_TO_EQUALS})*(?!=))(?:{_SOME}|\.{_SOME}|(?=[=%]))"
    rf"(?>(?:=(?:{_SHORT_VALUE}|{NOT_SECRET}){_ANY}|{_BEHIND_PATH}|{_ESCAPE}{_ANY})*)"
)
_PLAIN_FRAGMENT = rf"\#{_ANY}(?>(?:=(?!3D){_ANY}|{_BEHIND_PATH})*)"
PLAIN_REST = rf"(?:s|)://(?>{_PLAIN_HOST}{_PLAIN_PORT}{_PLAIN_PATH}(?:{_PLAIN_QUERY}|)(?:{_PLAIN_FRAGMENT}|))"


def is_clean(url: Url, text: str) -> bool:
    """Whether only rules declared `applies_to_ordinary` can speak of a URL in a text: one test for most of them."""
    start, stop = url.outer
    if url.breaks or not url.scheme or start < url.spans[0].start - 1:
        return False
    behind = text[stop : stop + 1]
    before = text[start - 1 : start]
    if behind == "#" or not behind.isascii() or not before.isascii():
        return False  # what stands around it may belong to it
    if behind == " " and start and before in "\"'":
        return False  # an attribute may go on behind the blank
    return is_clean_text(url.text)


def is_clean_text(text: str) -> bool:
    """The same for a URL that stands alone, such as one that a document declares."""
    return bool(_CLEAN.match(text))
