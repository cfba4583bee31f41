"""The names of the headings and elements of a Markdown document, which fragments of links in it name.

Programs that make pages of Markdown give headings different identifiers: some drop digits before the first letter,
letters that are not ASCII, or punctuation, or put a hyphen in its place. All keep the other letters and digits, so that
these are compared; and none keeps most signs. How GitHub names them is known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy

_HEADING = lazy(
    r"""
      ^ [ \t>*+-]{0,40} (?: [0-9]{1,9}[.)] [ \t]{1,8} )? \#{1,6}+ (?P<marked> [^\n]*+ )
    | ^ (?P<underlined> [^\n]++ ) \n [ \t>]{0,9} (?: =++ | -++ ) [ \t\r]*+ $
    | < h[1-6] \b [^<>]{0,400} > (?P<element> (?s: .{0,400}? ) ) </ h[1-6]
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# The alternatives of this and the next one begin with a sign, which is found soonest.
_IDENTIFIER = lazy(
    r"""
      = (?: (?<=\bid=) | (?<=\bid[ ]=) | (?<=\bname=) | (?<=\bname[ ]=) )
        [ ]? \{? ["']? (?P<attribute> [^"'\s<>]{1,200} )
    | \{ [^{}\n\#]{0,80} \# (?P<braces> [\w:.-]{1,200} )
    | \( (?<=^\() (?P<label> [\w:.-]{1,200} ) \)=
    """,
    re.MULTILINE | re.VERBOSE,
)
# Images, targets of links, elements and attributes in a heading, and names of emoji.
_NO_TEXT = lazy(
    r"""
      !\[ [^\[\]]{0,400} \] (?: \( [^()]{0,400} \) | \[ [^\[\]]{0,400} \] )
    | (?<=\]) (?: \( (?: [^()]++ | \([^()]{0,400}\) ){0,9} \) | \[ [^\[\]]{0,400} \] )
    | (?<!\\) < [^<>]{0,400} > | \{ [^{}]{0,200} \}
    """,
    re.VERBOSE,
)
_EMPHASIS = lazy(r"(?<![^\W_])_+|_+(?![^\W_])")
_EMOJI = lazy(r":[\w+-]{1,60}:")
# What puts headings of other files, or headings without marks, into a document.
_ELSEWHERE = lazy(
    r"""
      \n [ \t]* (?:
          import \s [^\n]{0,200} \b from \b | < [A-Z]\w* \b | -{1,4} 8<- | :{3,} [ ]? \{? include | includes:
        | (?: ` | ~ ){3,} [ ]? \{ include )
    | \{ (?: % -? [ ]? include | \{ [<%\#] | ! ) | \[! (?i: include ) | <!-- [ ]? @? include | !include | @import
    | @include
    """,
    re.VERBOSE,
)
# Signs that are in no identifier of a heading.
_SIGN = lazy("[&/+'?,!;=@]")
_DIGITS = "0123456789"
# The most code points of a heading that are compared: ordering its marks takes the square of their number.
_LONGEST = 400
# What follows a heading, and what GitHub adds to the second one of a name.
_CLOSING, _NUMBERED = lazy(r"(?<![ \t])[ \t]++#++\Z"), lazy(r"-[0-9]{1,4}\Z")
# Marks, decimal digits, and what joins words, such as `_`.
_OF_NAMES = frozenset(("Mn", "Mc", "Me", "Nd", "Pc"))
_NUMBERS = frozenset(("Nl", "No"))
# What joins emoji, and selects how they look.
_JOINER = "\u200d"
_INVISIBLE = dict.fromkeys((ord(_JOINER), 0xFE0E, 0xFE0F))


def folded(name: str) -> str:
    """The letters and digits of a name, without case and diacritics, with character references decoded."""
    if "&" in name:
        from html import unescape  # few names need it

        name = unescape(name)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name).casefold()))


@lru_cache(1)
def heading_names(text: str) -> frozenset[str] | None:
    """Return the folded names of headings and elements; None without any, or if other files may have more.

    Also those of elements as they are, after a `=`, those that GitHub gives, after `##`, and after a `#` both as they
    are compared.
    """
    if _ELSEWHERE.search(f"\n{text}"):
        return None
    names: set[str] = set()
    for heading in _HEADING.finditer(text):
        shown = heading[heading.lastgroup or 0][:_LONGEST]
        names.update(_names(shown if heading["element"] else _CLOSING.sub("", shown.strip())))
    for found in _IDENTIFIER.finditer(text):
        identifier = found[found.lastgroup or 0]
        names |= {folded(identifier), f"={identifier}", f"#{_compared(identifier)}"}
    names.discard("")
    return frozenset(names) if names else None


def _names(heading: str) -> Iterator[str]:
    text = _NO_TEXT.sub("", heading)
    for one in {heading, text, _EMOJI.sub("", text), heading.partition("(")[0]}:  # which are mostly equal
        name = folded(one)
        yield from (name, name.lstrip(_DIGITS), "".join(filter(str.isascii, name)))
    # Spaces beside what was removed are a part of the name; whoever leaves them out is not contradicted.
    shown = _EMPHASIS.sub("", text)
    yield f"##{_name_on_github(shown)}"
    yield from (f"#{_compared(_name_on_github(one))}" for one in {heading, text, shown, text.strip(), shown.strip()})


def _name_on_github(text: str) -> str:
    """The letters, marks, digits and underscores of a heading, in lower case, with a hyphen for each space."""
    from html import unescape

    lower = unescape(text).lower()
    return "".join(char for char in lower if char in " -" or _is_of_name(char)).replace(" ", "-")


def _is_of_name(char: str) -> bool:
    return char.isalpha() or char == _JOINER or unicodedata.category(char) in _OF_NAMES


def _compared(name: str) -> str:
    """A name in lower case, without what nobody sees, and without superscripts and the like, which may be left out."""
    if name.isascii():
        return name.lower()
    return "".join(char for char in name.lower().translate(_INVISIBLE) if unicodedata.category(char) not in _NUMBERS)


def name_on_github(names: frozenset[str], fragment: str) -> str | None:
    """Return GitHub's name of the heading that a decoded fragment means; None if that is it, or no heading is meant.

    Characters without a shape are percent-encoded in it.
    """
    name = _compared(fragment.removeprefix("user-content-"))
    if not {f"#{name}", f"#{_NUMBERED.sub('', name)}"}.isdisjoint(names):
        return None
    return _by_folded_name(names).get(folded(name))


@lru_cache(1)
def _by_folded_name(names: frozenset[str]) -> dict[str, str]:
    found = {folded(name): _shown(name[2:]) for name in sorted(names) if name.startswith("##")}
    return {name.lstrip(_DIGITS): shown for name, shown in found.items()} | found


def _shown(name: str) -> str:
    from urllib.parse import quote

    return "".join(quote(char) if ord(char) in _INVISIBLE else char for char in name)


def decoded(target: str) -> str:
    """The fragment of a target that begins with `#`."""
    from html import unescape
    from urllib.parse import unquote  # few documents need them, and they take milliseconds

    return unescape(unquote(target[1:]))


def is_in_lower_case(names: frozenset[str], fragment: str) -> bool:
    """Whether a decoded fragment has no capital letter, as the identifiers of headings, or names an element so."""
    return fragment == fragment.lower() or f"={fragment}" in names


def is_heading(name: str, text: str) -> bool:
    """Whether a word in lower case names a heading of a text."""
    names = heading_names(text) if name.islower() else None
    return names is not None and includes_name(names, name)


def includes_name(names: frozenset[str], fragment: str) -> bool:
    """Whether a decoded fragment names a heading, maybe one of several with its name, which are numbered."""
    if f"#{_compared(fragment)}" in names:
        return True
    if _SIGN.search(fragment):
        return f"={fragment}" in names
    name = folded(fragment.removeprefix("user-content-"))
    return name in names or name.rstrip(_DIGITS) in names
