"""The names of the headings and elements of a Markdown document, which fragments of links in it name.

Programs that make pages of Markdown give headings different identifiers: some drop digits before the first letter,
letters that are not ASCII, or punctuation, or put a hyphen in its place. All keep the other letters and digits, so that
these are compared; and none keeps most signs. How GitHub names them is known.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span, is_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import FaultOfFragment

_HEADING = lazy(
    r"""
      ^ [ \t>*+-]{0,40} (?: [0-9]{1,9}[.)] [ \t]{1,8} )? \#{1,6}+ (?P<marked> [^\n]*+ )
    | ^ (?P<underlined> [^\n]++ ) \n [ \t>]{0,9} (?: =++ | -++ ) [ \t\r]*+ $
    | < h[1-6] \b [^<>]{0,400} > (?P<element> (?s: .{0,400}? ) ) </ h[1-6]
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# This expression and the alternatives of the next one begin with a sign, which is found soonest.
_IDENTIFIER = lazy(
    r"""
    [={(:@\\] (?:
        (?: (?<=\bid=) | (?<=\bid[ ]=) | (?<=\bname=) | (?<=\bname[ ]=) )
          [ ]? \{? ["']? (?P<attribute> [^"'\s<>]{1,200} )
      | (?<=\{) [^{}\n\#]{0,80} \# (?P<braces> [\w:.-]{1,200} )
      | (?<=^\() (?P<label> [\w:.-]{1,200} ) \)=
      | (?<=^:) name: [ ] (?P<option> [\w:.-]{1,200} )
      | (?<=[@\\]) (?: anchor | page | (?: sub ){0,2} section ) [ ] (?P<command> [\w:.-]{1,200} )
    )
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
# Footnotes, images, targets of links, elements and attributes in a heading, and names of emoji.
_NO_TEXT = lazy(
    r"""
      \[\^ [^\[\]]{1,99} \]
    | !\[ [^\[\]]{0,400} \] (?: \( [^()]{0,400} \) | \[ [^\[\]]{0,400} \] )
    | (?<=\]) (?: \( (?: [^()]++ | \([^()]{0,400}\) ){0,9} \) | \[ [^\[\]]{0,400} \] )
    | (?<!\\) < [^<>]{0,400} > | \{ [^{}]{0,200} \}
    """,
    re.VERBOSE,
)
_EMPHASIS = lazy(r"(?<![^\W_])_+|_+(?![^\W_])")
_EMOJI = lazy(r":[\w+-]{1,60}:")
_PARAMETERS = lazy(r"(?s)(?<=\S)\(.*")
# What puts headings of other files or of source code, or headings without marks, into a document.
_ELSEWHERE = lazy(
    r"""
      \n [ \t]* (?:
          -{1,4} 8<- | includes:
        | (?: : | ` | ~ ){3,} [ ]? \{ (?: include | auto | eval-rst ) | :{3,} [ ]? (?: include | \w{1,60} \. \w ) )
    | \{ (?: % -? [ ]? (?: include | extends | import | for ) | \{ (?: [<%\#] | -? [ ]? include ) | ! )
    | \n \#{1,6} [ ] [^\n{]{0,200} \{ [{%] | \[! (?i: include )
    | ':include' | <!-- [ ]? @? include | !include | @ (?: import | include ) \b
    """,
    re.VERBOSE,
)
# Code in a document, and in MDX, the names that it imports, and the components on its lines.
_CODE = lazy(
    r"(?P<opening>^[ \t>]*+(?P<fence>`{3,9}|~{3,9})[^\n]*\n)(?s:.*?)(?:^[ \t>]*+(?P=fence)[`~]*[ \t]*$|\Z)",
    re.MULTILINE,
)
_IMPORT = lazy(r"^import\s(?P<names>[^\n]{1,200})\sfrom\s{0,4}[\"'](?P<path>[^\"'\n]{1,200})[\"']", re.MULTILINE)
_COMPONENT = lazy(r"^[ \t]*<([A-Z]\w*[a-z]\w*)\b", re.MULTILINE)
_DOCUMENTS = (".md", ".mdx")
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
# Names that pages of forges and browsers have themselves (HTML Living Standard section 7.4.6.4).
_OF_PAGES = frozenset(("top", "readme", "start-of-content"))
# An index of letters has those without a section, too.
_LETTER = lazy("[A-Za-z]")
# What GitHub puts before the names in its pages.
_PREFIX = "user-content-"


class FragmentFault(NamedTuple):
    """Why a fragment does not lead to a heading."""

    kind: FaultOfFragment
    meant: str
    """The target that is meant, with its `#`; empty if nobody knows."""


class HeadingNames:
    """The names of the headings and elements of a document."""

    def __init__(self, text: str) -> None:
        """Read them from a text."""
        self._folded: set[str] = set()
        self._identifiers: set[str] = set()
        self._compared: set[str] = set()
        names_on_github: list[str] = []
        code = [Span(*block.span()) for block in _CODE.finditer(text)]
        for heading in _HEADING.finditer(text):
            shown = heading[heading.lastgroup or 0][:_LONGEST]
            name = shown if heading["element"] else _CLOSING.sub("", shown.strip())
            text_of_name = _NO_TEXT.sub("", name)
            self._add_folded(name, text_of_name)  # also of code, as programs tell its blocks apart otherwise
            if not is_inside(heading.start(), code):
                names_on_github.append(self._add_compared(name, text_of_name))
        for found in _IDENTIFIER.finditer(text):
            identifier = found[found.lastgroup or 0]
            self._identifiers.add(identifier)
            self._folded.add(folded(identifier))
            self._compared.add(_compared(identifier))
        self._folded.discard("")
        by_name: dict[str, set[str]] = {}
        for name in names_on_github:
            by_name.setdefault(folded(name), set()).add(name)
        known = {name: shown.pop() for name, shown in by_name.items() if len(shown) == 1}
        self._on_github = {name.lstrip(_DIGITS): shown for name, shown in known.items()} | known

    def _add_folded(self, heading: str, text: str) -> None:
        """Add the letters and digits of what programs may name a heading, by itself, its text, and a call in it."""
        for one in {heading, text, _EMOJI.sub("", text), _PARAMETERS.sub("", heading)}:  # which are mostly equal
            name = folded(one)
            self._folded.update((name, name.lstrip(_DIGITS), "".join(filter(str.isascii, name))))

    def _add_compared(self, heading: str, text: str) -> str:
        """Add what a heading may be named on GitHub, by itself and by its text, and return the name that it has."""
        # Spaces beside what was removed are a part of the name; whoever leaves them out is not contradicted.
        shown = _EMPHASIS.sub("", text)
        read = {heading, text, shown, text.strip(), shown.strip()}
        self._compared.update(_compared(_name_on_github(one)) for one in read)
        return _name_on_github(shown)

    def __len__(self) -> int:
        """The number of names that programs may give."""
        return len(self._compared)

    def fault(self, target: str, *, on_github: bool) -> FragmentFault | None:
        """Return why a target that begins with `#` is wrong; None if it is right.

        `on_github` is whether the document is read there, where a link needs the name that GitHub gives.
        """
        fragment = decoded(target)
        if fragment in _OF_PAGES or fragment.isdecimal():
            return None
        if target.startswith("##"):  # which none can (RFC 3986 section 3.5)
            return FragmentFault("second", f"#{target.lstrip('#')}")
        if not self.include(fragment):
            return None if _LETTER.fullmatch(fragment) else FragmentFault("missing", "")
        if on_github and (name := self._name_on_github(fragment)):
            return FragmentFault("github", f"#{name}")
        if fragment == fragment.lower() or fragment in self._identifiers:
            return None
        return FragmentFault("capital", target.lower())

    def include(self, fragment: str) -> bool:
        """Whether a decoded fragment names a heading, maybe one of several with its name, which are numbered."""
        if _compared(fragment) in self._compared:
            return True
        if _SIGN.search(fragment):
            return fragment in self._identifiers
        name = folded(fragment.removeprefix(_PREFIX))
        return name in self._folded or name.rstrip(_DIGITS) in self._folded

    def _name_on_github(self, fragment: str) -> str | None:
        """GitHub's name of the heading that a decoded fragment means; None if that is it, or no heading is meant.

        Characters without a shape are percent-encoded in it.
        """
        from urllib.parse import quote

        name = _compared(fragment.removeprefix(_PREFIX))
        if not {name, _NUMBERED.sub("", name)}.isdisjoint(self._compared):
            return None
        meant = self._on_github.get(folded(name))
        return meant and "".join(quote(char) if ord(char) in _INVISIBLE else char for char in meant)


@lru_cache(1)
def heading_names(text: str) -> HeadingNames | None:
    """Return what `read_heading_names` does, of the document that is linted: each link asks for it."""
    return read_heading_names(text)


def read_heading_names(text: str) -> HeadingNames | None:
    """Return the names of headings and elements; None without any, or if other files may have more."""
    if _ELSEWHERE.search(f"\n{text}") and _ELSEWHERE.search(_CODE.sub(r"\g<opening>", f"\n{text}")):
        return None
    return None if _has_components(text) else HeadingNames(text) or None


def _has_components(text: str) -> bool:
    """Whether a document has components that may be other documents, as those of MDX can."""
    if not _COMPONENT.search(text):
        return False
    written = _CODE.sub("", text)
    imports = [*_IMPORT.finditer(written)]
    imported = {name for found in imports for name in re.findall(r"\w+", found["names"])}
    is_document = any(found["path"].endswith(_DOCUMENTS) for found in imports)
    return is_document or not imported.issuperset(_COMPONENT.findall(written))


def is_heading(name: str, text: str) -> bool:
    """Whether a word without capital letters names a heading of a text."""
    names = heading_names(text) if name == name.lower() else None
    return names is not None and names.include(name)


def decoded(target: str) -> str:
    """The fragment of a target that begins with `#`."""
    from html import unescape
    from urllib.parse import unquote  # few documents need them, and they take milliseconds

    return unescape(unquote(target[1:]))


def folded(name: str) -> str:
    """The letters and digits of a name, without case and diacritics, with character references decoded."""
    if "&" in name:
        from html import unescape  # few names need it

        name = unescape(name)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name).casefold()))


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
