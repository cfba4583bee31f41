"""Ordinary URLs: those that no rule reports, unless it declares that it applies to them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import filterfalse

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.lazy_regex import lazy
from urlmend.model.markup import (
    BEFORE_URL,
    BROKEN_ATTRIBUTES,
    COMMAND_REACH,
    COMMANDS,
    END_OF_LINK,
    LABEL_REACH,
    LONGEST_BEFORE_TARGET,
    OPENINGS,
    follows_broken_markup,
    has_unmatched_bracket,
    may_end_link,
)
from urlmend.model.url import Url
from urlmend.redaction.harmless import HARMLESS, NO_SERVICE, line_at, may_contain_token, with_token_signs
from urlmend.uri.forges import FILE_WITHOUT_BRANCH, GITHUB, OWNER_SIGNS
from urlmend.uri.ordinary_host import ESCAPE, HOST, NAME, NO_SEARCH, NO_SLIP
from urlmend.uri.schemes import PASTED

# Ordinary URLs, component by component (RFC 3986 section 3).
#
# The scheme's own port, or one that is no protocol's.
_PORT = r"(?::(?:[1-5][0-9]{4}|[1-9][0-9]{3}|8[0-9][0-9]|8[1-6]|(?(tls)443|80)))?"
# A semicolon that ends no entity of `&`.
_SEMICOLON = r";(?<![Mm][Pp];)(?<!38;)(?<!26;)"
# No segment begins with a dot, encoded or not, and nothing is encoded twice.
_IN_PATH = r"[A-Za-z0-9_~!$'*+,:&@/-]*+"
_PATH = rf"(?:/{_IN_PATH}(?:(?:\.(?<!/\.)|=|{_SEMICOLON}|(?!%2[5Ee]){ESCAPE}(?!\.)){_IN_PATH})*)?"
_IN_QUERY = r"[A-Za-z0-9._~!$'*+,:&@/?-]*+"
_QUERY = rf"(?:\?{NO_SEARCH}{_IN_QUERY}(?:(?:=|{_SEMICOLON}|{ESCAPE}){_IN_QUERY})*)?"
_FRAGMENT = rf"(?:\#{_IN_QUERY}(?:(?:=|{_SEMICOLON}|{ESCAPE}){_IN_QUERY})*)?"
# No second scheme, and no service whose paths are secrets.
_WEB = rf"http(?P<tls>s)?://(?!(?:https?|ftp):?//){NO_SLIP}{NO_SERVICE}(?>{HOST}{_PORT}{_PATH}{_QUERY}{_FRAGMENT})"
_ORDINARY_WEB = lazy(rf"{_WEB}\Z")
_ORDINARY = lazy(
    rf"(?:ftp://{NO_SLIP}{HOST}(?:/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)*/?"
    rf"|(?:mailto|sips?):[A-Za-z0-9_]+(?:[.+-][A-Za-z0-9_]+)*@{NAME}"
    r"|urn:[a-z][a-z0-9]+(?:-[a-z0-9]+)*:[A-Za-z0-9]+(?:[:._-][A-Za-z0-9]+)*)\Z"
)

# The beginning of a URL within another one, with a scheme or without.
_NESTED = lazy(r":(?=/|%2[Ff])|%3[Aa]|['=](?=/?(?:/|%2[Ff]))")
_SPACES = frozenset(" \t\r\n")
_QUOTES = frozenset("\"'")
_BEFORE_QUOTES = ("](", "]: ", '="', *BROKEN_ATTRIBUTES)
# How far before the target of a link its brackets may be, in code points.
_TARGET_REACH = len("](") + LONGEST_BEFORE_TARGET
_AUTHORITY_END = lazy(r"[/?#]|\Z")
# The number of URLs of which it is remembered whether they are ordinary: mail and newsletters repeat theirs.
_REMEMBERED = 1 << 14
_MANY = 1 << 17
_known_ordinary: set[str] = set()


def is_ordinary(url: Url, text: str) -> bool:
    """Whether only rules that declare so apply to a URL of a text: one test for most URLs."""
    spelled, spans, (start, stop), _, scheme, breaks, alternatives, _ = url
    first = spans[0].start if spans else 0
    if breaks or alternatives or not scheme or start < first - 1:
        return False
    after, before = text[stop : stop + 1], text[start - 1 : start]
    if after == "#" or (after == "\\" and start == first) or not after.isascii() or not before.isascii():
        return False  # it may belong to the URL
    if may_end_link(text, stop, is_bracketed=start < first) and not (before in _SPACES and _is_link(text, start, stop)):
        return False  # its syntax may be broken
    if before == "`" == after and text.startswith("_", stop + 1):
        return False  # the same, without a target
    if before.isalpha() and start == first:
        return False  # the scheme may be misspelt
    if before in OPENINGS and _may_be_broken(text[max(0, start - _TARGET_REACH) : start], after):
        return False
    if (before in _QUOTES and start < first) or (before == "(" and may_lack_bracket(text, start - 1)):
        return False
    if before in BEFORE_URL and follows_broken_markup(text, start, is_bracketed=start < first):
        return False
    is_link = before == "[" and after == "]"
    if (is_link or start < first) and _is_argument(text, start - is_link):
        return False
    return is_ordinary_text(spelled)


def _is_link(text: str, start: int, stop: int) -> bool:
    """Whether the brackets of a URL are those of a link in reStructuredText, with nothing more beside its quotes."""
    return text[start - 2 : start - 1] != "`" and END_OF_LINK.match(text, stop) is not None


def _is_argument(text: str, offset: int) -> bool:
    """Whether a command may end with the space before an offset, whose argument is then a URL."""
    low = max(0, offset - COMMAND_REACH)
    return text.startswith(" ", offset - 1) and any(text.find(command, low, offset) >= 0 for command in COMMANDS)


def may_lack_bracket(text: str, parenthesis: int) -> bool:
    """Whether a link in Markdown may lack a bracket, or have one or a `!` too many, before an offset's parenthesis."""
    before, low = text[max(0, parenthesis - 3) : parenthesis], max(0, parenthesis - LABEL_REACH)
    opening = text.rfind("[", low, parenthesis)
    if not before.endswith("]"):
        if before[-1:].isspace():
            return before == "]: "
        return before[-2:-1] == "]" or opening > text.rfind("]", low, parenthesis)
    if opening <= text.rfind("]", low, parenthesis - 1) and has_unmatched_bracket(text, parenthesis):
        return True
    other = text.rfind("(", low, parenthesis)
    if text.startswith(("! ", "]("), max(0, opening - 2)) or text.startswith("[!", opening):
        return True
    return other > opening and text.find(")", other, parenthesis) < 0


def _may_be_broken(before: str, after: str) -> bool:
    """Whether an attribute or a link in Markdown may go on after a space, or the syntax of the link may be broken."""
    if before[-1] in _QUOTES:
        return after in _SPACES or after == ">" or before.endswith(_BEFORE_QUOTES, 0, -1)
    if before[-1] in "]:":
        return True
    if before[-1] == "|":
        return after == "]"
    if before[-1] == "=" and after in _QUOTES:
        return True
    if before[-1] == "[":
        return after == ")" or before[-2:-1] in ("]", ")", *_QUOTES) or before.endswith("]([")
    if before[-1] not in "(<":
        return "](" in before or '="' in before or "='" in before or before.endswith(("]{", "}{", "])", "mailto:"))
    if before.endswith("]("):
        return after != ")"
    return before.endswith(("] (", "]\n(", "]\r\n(", ")(", "}(", "!(", "]((", "<"))


@partial(cached_for_short_text, size=_REMEMBERED)
def is_ordinary_text(text: str) -> bool:
    """The same for a URL without surroundings, such as one that the format declares."""
    if not (_ORDINARY_WEB if text.startswith("http") else _ORDINARY).match(text):
        return False
    # Without these, only the host could make it a secret, which is ordinary.
    has_second = text.count("//") > 1
    if ("=" in text or "%" in text or has_second) and not HARMLESS.match(text):
        return False
    if (has_second and PASTED.match(text)) or (GITHUB in text and FILE_WITHOUT_BRANCH.search(text)):
        return False
    if ("/y" in text or "/Y" in text or "/user" in text or "/USER" in text) and any(
        sign in text for sign in OWNER_SIGNS
    ):
        return False
    if may_contain_token(text) or ("=3D" in text and not _is_ordinary_quoted(text)):
        return False
    return not (("@" in text or "%40" in text) and _may_contain_password(text))


def not_ordinary(urls: Iterable[str]) -> set[str]:
    """Those of many simple URLs that are not ordinary."""
    new = set(filterfalse(_known_ordinary.__contains__, urls))
    if not new:  # true of most parts of mail
        return new
    from urlmend.finder.fast.ordinary_patterns import ORDINARY_LINE, SECOND_AUTHORITY  # only long texts need them

    lines = "\n".join([*new, ""])
    found = with_token_signs(lines)
    doubtful = ORDINARY_LINE.sub("", lines).split("\n")[:-1]
    doubtful += [line_at(lines, match) for match in SECOND_AUTHORITY.finditer(lines)]
    if GITHUB in lines:
        doubtful += [line_at(lines, match) for match in FILE_WITHOUT_BRANCH.finditer(lines)]
    for sign in OWNER_SIGNS:
        at = lines.find(sign)
        while at >= 0:
            end = lines.index("\n", at)
            doubtful.append(lines[lines.rfind("\n", 0, at) + 1 : end])
            at = lines.find(sign, end)
    found.update(url for url in doubtful if not is_ordinary_text(url))
    if len(_known_ordinary) > _MANY:
        _known_ordinary.clear()
    _known_ordinary.update(new)
    _known_ordinary.difference_update(found)
    return found


def _is_ordinary_quoted(text: str) -> bool:
    """Whether a URL with `=3D`, ordinary otherwise, is no URL in quoted-printable, which encodes every `=`."""
    from urlmend.redaction.detect import secrets_of_url  # few texts need it

    return text.count("=") > text.count("=3D") and not secrets_of_url(text)


def _may_contain_password(text: str) -> bool:
    """Whether an ordinary URL that contains an `@` may contain another URL, with a password."""
    authority_end = _AUTHORITY_END.search(text, text.find("//") + 2)
    start = authority_end.start() if authority_end else len(text)
    return _NESTED.search(text, start, max(text.rfind("@"), text.rfind("%40"), start)) is not None
