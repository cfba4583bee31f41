"""Endings of file names, and line breaks within them."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy

FILE_ENDINGS = frozenset(
    """
    htm html shtm shtml xhtml php php3 php4 php5 asp aspx jsp cgi pl pdf ps txt xml xsd dtd rdf z gz zip tgz tar jpg
    jpeg gif png svg tif tiff bmp webp ico css js sh tex dvi eps rtf odt log cfg ini conf deb rpm msi bz2 xz sig asc eml
    mbox html5 doc docx pptx ppt xls xlsx exe stm cfm nsf md rst py c h el jar iso mp3 mpg mpeg ogg csv json
    yml yaml toml java cpp hpp jsx tsx lua git whl dsc apk dmg adoc ipynb gitignore xsl
    patch diff
    """.split()
)
"""Without their dots, in lower case."""

# These begin no sentence, as `log` or `git` may.
_AFTER_DOT = frozenset(
    """
    asp aspx bz2 c cgi cpp gif gz h hpp htm html jpeg jpg js json jsp md pdf php png py rst svg tgz txt xhtml xml yaml
    zip
    """.split()
)
# How much of an ending a line break may leave on the first line, and move to the next one.
_MAX_HEAD, _MAX_TAIL = 3, 4
_CUT_ENDING = lazy(rf"\.([A-Za-z0-9]{{1,{_MAX_HEAD}}})$")

_ENDING = lazy(r"\.([A-Za-z0-9]{1,9})(?=[#?]|$)")

CUTS = frozenset(
    (ending[:length], ending[length:])
    for ending in FILE_ENDINGS
    for length in range(_MAX_HEAD + 1)
    if 0 < len(ending[length:]) <= _MAX_TAIL and (length or ending in _AFTER_DOT)
)
"""The line breaks within an ending: what is before each (without the dot), and after it."""


def has_ending(text: str) -> bool:
    """Whether a URL, or the rest of one, ends in a file name's ending, but for its query or fragment."""
    return any(ending.lower() in FILE_ENDINGS for ending in _ENDING.findall(text))


_QUERY_OR_FRAGMENT = lazy("[?#&]")


def completes_ending(head: str, tail: str) -> bool:
    """Whether the tail on the next line completes a file name's ending: `/a.htm` and `l#top`, `/faq.` and `html`."""
    cut = _CUT_ENDING.search(head, max(0, len(head) - 1 - _MAX_HEAD))
    if cut is None and not head.endswith("."):  # true of most
        return False
    tail = _QUERY_OR_FRAGMENT.split(tail, maxsplit=1)[0]
    if cut is None:
        return tail in _AFTER_DOT
    if tail.isdecimal() and cut[1].lower() in FILE_ENDINGS:
        return False
    return bool(tail.isalnum() and len(tail) <= _MAX_TAIL and (cut[1] + tail).lower() in FILE_ENDINGS)
