"""The URLs in attributes of HTML, with their offsets, and the hosts that the texts of links show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby

from urlmend._lib.lazy_regex import lazy
from urlmend.model.markup import LINK_ATTRIBUTES

# Names of attributes that contain a URL. Grouped by length: `re` searches for the `=` and then looks back at the name.
URL_ATTRIBUTE_NAMES = (
    f"{LINK_ATTRIBUTES}|data|icon|ping|usemap|srcset|dynsrc|lowsrc|profile|classid|archive|content|codebase|longdesc"
    "|manifest|data-src"
)
LIST_ATTRIBUTES = ("archive", "ping", "profile")
"""Those that may contain several URLs with spaces between them."""
_BY_LENGTH = groupby(sorted(URL_ATTRIBUTE_NAMES.split("|"), key=len), len)
AFTER_NAME = "|".join(rf"(?<=[\s\"'/:](?:{'|'.join(names)})=)" for _, names in _BY_LENGTH)
_BEFORE_VALUE = r"""\s*+ ["']?+"""
_ATTRIBUTE_VALUE = r"""
    (?P<value>
        (?<=") [^"<>]*+ (?=")             # double-quoted
      | (?<=') [^'<>]*+ (?=')             # single-quoted
      | (?<!["']) [^\s<>"']++             # unquoted
    )
"""
_URL_ATTRIBUTE = lazy(rf"= (?i:{AFTER_NAME}) {_BEFORE_VALUE} {_ATTRIBUTE_VALUE}", re.VERBOSE)
# How absolute URLs begin, those without a scheme, web addresses that lost the colon of their scheme, and hosts
# that a path, a port or nothing follows.
_URL_START = r"""
    (?: [A-Za-z][A-Za-z0-9+.\s-]*+ (?: : | (?<=\.com|\.net|\.org|\.edu|\.gov) / )
      | // [\w-]++ \. | /?[wW]{3}\.[\w-]+\. | (?i:https?|ftp)(?:[;.,]?//|[./][wW]{3}\.)
      | git@[\w.-]+: | [0-9][0-9.]{6,14}:[0-9] )
"""
# An attribute whose value begins so: sufficient if no value contains anything besides a URL. Group 1 is what precedes
# the value, from the `=` on; group 2 participates if the attribute is `content`, whose URLs begin with `http`.
_ABSOLUTE_URL_ATTRIBUTE = lazy(
    rf"""
    ( = (?= \s*+ ["']?+ \s*+ {_URL_START} )
      (?i:{AFTER_NAME}) (?>(?: (?<=[tT]=) (?<=(?i:content)=) (?=(.)) )?) {_BEFORE_VALUE} )
    {_ATTRIBUTE_VALUE}
    """,
    re.DOTALL | re.VERBOSE,
)
_SRCSET_OR_REFRESH = r"(?<=(?i:srcset)=)|(?<=(?i:content)=)(?=\s*+[\"']?+\s*+[0-9.])"
_HAS_SRCSET_OR_REFRESH = lazy(rf"=(?<=[tT]=)(?:{_SRCSET_OR_REFRESH})")
# The same, or a space before an equals sign.
_NEEDS_SLOW_PATH = lazy(rf"=(?<=[ tT]=)(?:(?<= =)|{_SRCSET_OR_REFRESH})")
_SPACED_EQUALS = lazy(r"=(?<=\s=)")
# The most white space before an equals sign that follows the name of an attribute.
_MAX_SPACE = 20
ABSOLUTE_URL = lazy(rf"\s*+ {_URL_START}", re.VERBOSE)
REFRESH = lazy(
    r"\s*+ [0-9.]++ \s*+ [;,] \s*+ (?>(?: url\s*+= )?) \s*+ ['\"]?+ (.*)", re.IGNORECASE | re.DOTALL | re.VERBOSE
)
_SRCSET_URL = lazy(r"(?<![^\s,:])(?:[^\s,:]++:|//[\w-]++\.)[^\s]*[^\s,]")
# A web address in CSS, also in an attribute with references for quotation marks (CSS Values, "Resource Locators").
_CSS_QUOTE = r"(?: [\"'] | &(?:quot|apos|\#39|\#34); )"
_CSS_START = r"(?: (?i:https?):// | // [\w-]++ \. )"
_CSS_URL = lazy(
    rf"""
    (?i:url) \( \s*+
    (?: {_CSS_QUOTE} \s*+ ( {_CSS_START} (?>(?: [^\r\n"'<>&\\]++ | (?!{_CSS_QUOTE}) & )*) ) (?={_CSS_QUOTE} \s*+ \))
      | (?>{_CSS_QUOTE}?) ( {_CSS_START} (?>(?: [^\s"'()<>&\\]++ | (?!{_CSS_QUOTE}) & )*) ) )
    """,
    re.VERBOSE,
)


# Without one of these, no text of a link begins with a URL.
_LABEL_SIGNS = (">http", "> http", ">www.", "> www.")
# A link whose text begins with a URL, after tags of text.
_LABELLED_LINK = lazy(
    r"""
    <[aA] \s (?P<attributes> [^<>]*+ ) >
    (?> (?: \s++ | < (?! /?[aA][\s>] ) [^<>]*+ > )* )
    (?= https?:// | www\. ) (?> (?: https?:// )? ) (?P<host> [\w.-]{4,255}+ )
    (?! @ | : [^\s<>@/]*+ @ | [&\xad] | (?: < (?! /[aA]> | /?(?i:br|p|div|t[dhr]|li)\b ) [^<>]*+ > ){1,9} [\w.-] )
    """,
    re.VERBOSE,
)
_HREF = lazy(
    r"""
    (?i: (?<![\w-]) href) \s*+ = \s*+ ["']?+ \s*+
    (?P<value> [hH][tT][tT][pP][sS]?:// (?P<host> [^\s"'<>/?\#]*+ ) [^\s"'<>]*+ )
    """,
    re.VERBOSE,
)


def url_values(visible: str, source: str) -> tuple[list[str], Callable[[], list[int]]]:
    """Return the attribute values that are URLs with a host, and a function for their offsets.

    This is a fast path of `url_attributes`.
    """
    if not _NEEDS_SLOW_PATH.search(visible):
        pieces = _ABSOLUTE_URL_ATTRIBUTE.split(visible)
        values = pieces[3::4]
        others: set[int] = set()
        if not all([value[:4] == "http" for value in values]) or " " in "".join(values):  # noqa: C419  # a list is faster
            is_content = pieces[2::4]
            others = {
                number
                for number, value in enumerate(values)
                if (not value.startswith("http") or " " in value)
                and (is_content[number] or not ABSOLUTE_URL.match(value))
            }
            values = [value for number, value in enumerate(values) if number not in others]
        if " " not in "".join(values):
            return values, partial(_offsets_of_values, pieces, others)
    attributes = url_attributes(visible, source)
    # No closure: results with their documents are passed between processes.
    return [value for _, value in attributes], partial(list, [offset for offset, _ in attributes])


def _offsets_of_values(pieces: list[str], others: set[int]) -> list[int]:
    """Return the offsets of the values in a source that `_ABSOLUTE_URL_ATTRIBUTE` split, without those of others."""
    offsets, at = [], 0
    for gap, before, value in zip(pieces[::4], pieces[1::4], pieces[3::4], strict=False):
        at += len(gap) + len(before)
        offsets.append(at)
        at += len(value)
    return [offset for number, offset in enumerate(offsets) if number not in others] if others else offsets


def url_attributes(visible: str, source: str) -> list[tuple[int, str]]:
    """Return offset and value of the attribute values that are URLs with a host, without white space around them."""
    if " =" in visible:  # rare; without it, the name is directly before the equals sign
        visible = _with_equals_after_names(visible)
    found = []
    pattern = _URL_ATTRIBUTE if _HAS_SRCSET_OR_REFRESH.search(visible) else _ABSOLUTE_URL_ATTRIBUTE
    for match in pattern.finditer(visible):
        value, start = match["value"], match.start("value")
        if value.startswith("http") and " " not in value:  # the common case
            found.append((start, value))
            continue
        if " " in value:
            value, start = _as_written(value, start, source)
        name = visible[max(0, match.start() - 7) : match.start()].lower()
        if name == "content":
            value, offset = _refresh_url(value)
            if ABSOLUTE_URL.match(value):
                found.append((start + offset, value))
        elif name.endswith("srcset") or (name.endswith(LIST_ATTRIBUTES) and " " in value):
            found += [(start + item.start(), item.group()) for item in _SRCSET_URL.finditer(value)]
        elif ABSOLUTE_URL.match(value):
            found.append((start, value))
    return found


def _with_equals_after_names(visible: str) -> str:
    """Move equals signs before the white space that separates them from a name; offsets of values stay the same."""
    pieces: list[str] = []
    at = 0
    for match in _SPACED_EQUALS.finditer(visible):
        start = match.start()
        low = max(at, start - _MAX_SPACE - 1)
        name = visible[low:start].rstrip()
        if name[-1:].isalpha() and name[-1].isascii():
            end = low + len(name)
            pieces += (visible[at:end], "=", visible[end:start])
            at = match.end()
    return "".join([*pieces, visible[at:]])


def _as_written(value: str, start: int, source: str) -> tuple[str, int]:
    """Return a value with the line breaks and tabs of its source, without white space around it, and its offset."""
    written = source[start : start + len(value)]
    value = value if "<" in written else written  # markup in it is invisible
    stripped = value.lstrip()
    return stripped.rstrip(), start + len(value) - len(stripped)


def _refresh_url(value: str) -> tuple[str, int]:
    """Return the URL of a `refresh` pragma in a `content` attribute, or an empty string, and its offset."""
    refresh = REFRESH.match(value)
    if refresh is None:
        return "", 0
    url = refresh[1].rstrip()
    return url[:-1] if url.endswith(("'", '"')) else url, refresh.start(1)


def may_have_css_urls(source: str) -> bool:
    """Whether a source may have web addresses in CSS: most have none."""
    return "url(" in source or "URL(" in source


def css_urls(source: str, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield offset and value of the web addresses in CSS."""
    for match in _CSS_URL.finditer(source, start, len(source) if stop is None else stop):
        group = match.lastindex or 0
        yield match.start(group), match[group].rstrip()


def shown_hosts(visible: str) -> dict[int, str]:
    """Return the hosts that the texts of links show, where they differ from those of their URLs.

    Each is found by the offset of the attribute's value without the white space before it.
    """
    if not any(sign in visible for sign in _LABEL_SIGNS):
        return {}
    found = {}
    for link in _LABELLED_LINK.finditer(visible):
        if not (value := _HREF.search(link["attributes"])):
            continue
        host = value["host"].lower().rpartition("@")[2].partition(":")[0]
        if not f".{host}".endswith(f".{link['host'].lower().removeprefix('www.')}"):
            found[link.start("attributes") + value.start("value")] = link["host"]
    return found
