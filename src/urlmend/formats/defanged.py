"""Defanged text: URLs in a harmless form, such as `hxxps://canal[.]example`, are read in their original form.

No file is recognised as defanged, and no URL without a sign of it is changed: readers ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats.rewriting import Rewrite, moved, rewritten
from urlmend.model.document import Document


class DefangedForm(NamedTuple):
    """A way to write a part of a URL so that no program takes it for a link."""

    expression: str
    text: str
    """What it stands for; empty if `_REPLACEMENTS` says."""
    source: str
    """A program or a publisher that writes or reads it."""
    examples: tuple[str, ...]


# Every bracketed sign may have spaces and a backslash, which Markdown needs, inside and outside of its brackets.
_OPEN, _CLOSE = r"(?:\\?[\[({<]\ ?)", r"(?:\ ?\\?[\])}>])"
_WORDS = {
    "dot": ".",
    "d0t": ".",
    "punkt": ".",
    "point": ".",
    "punto": ".",
    ",": ".",
    "at": "@",
    "colon": ":",
    "slash": "/",
}
_SIGNS = r"\.|,|:(?://)?|//?|@|dot|d0t|punkt|point|punto|at|colon|slash"

FORMS: dict[str, tuple[DefangedForm, ...]] = {
    "scheme": (  # without an `s` at its end, which stays
        DefangedForm(
            r"h[tx*z#]{2,3}p", "http", "iocextract; ioc-fanger; defang", ("hxxp", "hXXp", "h**p", "hzzp", "htxp")
        ),
        DefangedForm(
            rf"h{_OPEN}tt{_CLOSE}p|ht{_OPEN}t{_CLOSE}p", "http", "Reports of incidents", ("h[tt]p", "ht[t]p", "h(tt)p")
        ),
        DefangedForm(r"meow", "http", "Defanged URLs of Twitter users, in ioc-finder", ("meow",)),
        DefangedForm(r"f[tx*]{1,2}p", "ftp", "defang", ("fxp", "f**p")),
    ),
    "separator": (
        DefangedForm(r"://", "://", "RFC 3986", ("://",)),
        DefangedForm(
            rf"{_OPEN}(?::|colon){_CLOSE}//", "://", "iocextract; CISA advisories", ("[:]//", "(:)//", "[colon]//")
        ),
        DefangedForm(rf"{_OPEN}://{_CLOSE}", "://", "CyberChef, Defang URL", ("[://]", "(://)")),
        DefangedForm(
            rf"(?::|{_OPEN}:{_CLOSE})(?:{_OPEN}//{_CLOSE}|(?:/|{_OPEN}/{_CLOSE}){{2}})",
            "://",
            "iocextract",
            (":[//]", ":[/][/]", ":/[/]"),
        ),
        DefangedForm(r":\\\\|:\\/\\/", "://", "iocextract", (":\\\\", ":\\/\\/")),
        # After a defanged scheme, which has the group `sftp` (`_DEFANGED_SCHEME`): others are words of a path.
        DefangedForm(r"(?(sftp)__|(?!))", "://", "iocextract", ("__",)),
        DefangedForm(r"\ ?:\ ?//\ ?", "://", "Cisco, Content filters of Secure Email", (":// ", " ://", ": //")),
    ),
    "sign": (  # in the host; those of the first row in the rest of the URL, too
        DefangedForm(
            rf"\ ?{_OPEN}(?P<sign>{_SIGNS}){_CLOSE}(?:\ (?=\w))?",
            "",
            "iocextract; ioc-fanger; cyobstract; CISA advisories",
            ("[.]", "(.)", "{.}", "<.>", "[dot]", "(dot)", "[,]", " [.] ", "\\[.\\]", "[@]", "(at)", "[:]", "[/]"),
        ),
        DefangedForm(r"\\\.", ".", "iocextract", ("\\.",)),
        DefangedForm(r"[\[({]\.|\.[\])}]", ".", "iocextract, partial", ("[.", ".]")),
        DefangedForm(r"[ _]dot[ _]", ".", "iocextract; ioc-fanger", (" dot ", "_dot_")),
        DefangedForm(r"\ \.\ ?|\.\ (?=[a-z0-9-]+\ ?(?:\.|/))", ".", "Cisco, Content filters of Secure Email", (" .",)),
    ),
}
"""Spellings of each part of a URL."""

_FLAGS = re.VERBOSE | re.IGNORECASE


def _any(part: str) -> str:
    return "|".join(f"(?:{form.expression})" for form in FORMS[part])


_DEFANGED_SCHEME = lazy(f"(?P<sftp>s?)(?:{_any('scheme')})(?P<tls>s|[\\[(]s[\\])])?", _FLAGS)
_START = lazy(
    rf"""
    (?<![A-Za-z0-9+.*-])
    (?:
        (?P<scheme> (?>{_DEFANGED_SCHEME.pattern}) | [a-z][a-z0-9+.-]{{1,20}}? )
        (?P<separator> {_any("separator")} )
      | (?P<opaque> mailto | [a-z][a-z0-9+.-]{{1,20}} ) (?P<colon> :(?<=mailto:) | \[:\] ) (?! [/\\] )
    )
    (?=[\w\[(*+%])
    """,
    _FLAGS,
)
_SIGN = lazy(_any("sign"), _FLAGS)
_SIGN_IN_REST = lazy(
    FORMS["sign"][0].expression.replace(r"\ ?" + _OPEN, _OPEN, 1).replace(r"(?:\ (?=\w))?", ""), _FLAGS
)
# A sign of a host is between letters, or at its end before a port or path.
_HOST_PIECE = lazy(
    repeated(r"[^\W_]++|[%+*~!$&'=;-]++|_(?!dot_)", least=1) + r"|[.:@](?=[\w%\[({<\\-])|\[[0-9a-f:]++\](?=[:/?#]|$)",
    re.IGNORECASE,
)
# The end of a URL, or the start of one in it.
_STOP = lazy(rf"\s|(?:{_START.pattern})", _FLAGS)
_CISCO_SLASH = lazy(r" (?=/)")


def refanged(document: Document) -> Document:
    """Return the document with its defanged URLs in their usual form; its positions are those of the file."""
    found = list(rewrites(document.text))
    if not found:
        return document
    result = rewritten(document, found, document.format)
    result.flowed = document.flowed
    result.declared = tuple(moved(document.declared, found))
    result.is_declared_in_text = document.is_declared_in_text
    return result


def rewrites(text: str) -> Iterator[Rewrite]:
    """The schemes, separators and signs of defanged URLs, and what they stand for."""
    at = 0
    # Up to here a host was read without a sign: one that begins within it, as in `mailto:mailto:`, has none up to here.
    read = 0
    while start := _START.search(text, at):
        head = list(_head(start))
        signs, read = _host(text, max(read, start.end()), spaced=(start["separator"] or "").endswith(" "))
        at = start.end()
        if not (head or signs):
            continue
        stop = _STOP.search(text, read)
        at = stop.start() if stop else len(text)
        yield from head
        yield from signs
        # Paths may contain parentheses as such.
        has_parentheses = "(" in text[start.end() : read]
        for sign in _SIGN_IN_REST.finditer(text, read, at):
            if has_parentheses or "(" not in sign[0]:
                yield Rewrite(*sign.span(), _meaning(sign))


def _head(start: re.Match[str]) -> Iterator[Rewrite]:
    """The rewrites of a scheme and its separator."""
    if start["opaque"]:
        if start["colon"] != ":":
            yield Rewrite(*start.span("colon"), ":")
        return
    name = start["scheme"]
    scheme = _scheme(name)
    if scheme != name.lower():
        yield Rewrite(*start.span("scheme"), scheme)
    if start["separator"] != "://":
        yield Rewrite(*start.span("separator"), "://")


def _scheme(name: str) -> str:
    """The scheme that a name stands for, in lower case."""
    match = _DEFANGED_SCHEME.fullmatch(name)
    if not match:
        return name.lower()
    middle = name[match.end("sftp") : match.start("tls") if match["tls"] else None]
    real = next(form.text for form in FORMS["scheme"] if re.fullmatch(form.expression, middle, _FLAGS))
    return f"{match['sftp'].lower()}{real}{'s' if match['tls'] else ''}"


def _host(text: str, start: int, *, spaced: bool) -> tuple[list[Rewrite], int]:
    """The rewrites of the signs in the host that begins at an offset, and where it ends.

    A word after a host that has a dot already is no sign, unless the separator is `spaced`, too.
    """
    found: list[Rewrite] = []
    at = start
    words = True
    while True:
        if (
            (sign := _SIGN.match(text, at))
            and _continues(text, sign)
            and (words or sign["sign"] or not sign[0].startswith(" "))
        ):
            found.append(Rewrite(*sign.span(), _meaning(sign)))
            at = sign.end()
            if found[-1].text == "/":
                return found, at
        elif piece := _HOST_PIECE.match(text, at):
            words = spaced or (words and piece[0] != ".")
            at = piece.end()
        else:
            break
    if found and (slash := _CISCO_SLASH.match(text, at)) and " " in text[start:at]:
        found.append(Rewrite(*slash.span(), ""))
        at = slash.end()
    return found, at


def _continues(text: str, sign: re.Match[str]) -> bool:
    """Whether a host or a path continues after a sign."""
    following = text[sign.end() : sign.end() + 1]
    return following.isalnum() or following in ("[", "-", "_") or _meaning(sign) == "/"


def _meaning(sign: re.Match[str]) -> str:
    """What a sign stands for."""
    word = sign["sign"]
    return "." if word is None else _WORDS.get(word.lower(), word)
