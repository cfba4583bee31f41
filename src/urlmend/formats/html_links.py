"""The visible text of an HTML source with its links: which text is a link to which address."""

from __future__ import annotations

from urlmend.formats.html import TAG, decoded, decoded_values, tag_text, without_invisible
from urlmend.formats.html_attributes import url_values
from urlmend.model.span import Span


def linked_text(source: str) -> tuple[str, list[tuple[Span, str]]]:
    """Return the visible text, and its links in order: the range of the text that shows one, and its address.

    The range of a link is empty if no text shows it, such as the address of an image. Never raises.
    """
    visible = without_invisible(source)
    values, offsets = url_values(visible, source)
    urls = iter(zip(offsets(), decoded_values(values), strict=True))
    offset, url = next(urls, _NO_URL)
    pieces: list[str] = []
    links: list[tuple[Span, str]] = []
    at = length = 0
    opened: tuple[int, str] | None = None
    for tag in TAG.finditer(visible):
        text = decoded(visible[at : tag.start()])
        length += len(text)
        at = tag.end()
        name = (tag[1] or "").lower()
        if opened and name in ("a", "/a"):
            links.append((Span(opened[0], length), opened[1]))
            opened = None
        shown = tag_text(tag[1])
        pieces += (text, shown)
        length += len(shown)
        while offset < at:
            if name == "a" and not opened:
                opened = length, url
            else:
                links.append((Span(length, length), url))
            offset, url = next(urls, _NO_URL)
    pieces.append(decoded(visible[at:]))
    if opened:
        links.append((Span(opened[0], length + len(pieces[-1])), opened[1]))
    return "".join(pieces), sorted(links)


# After all addresses of any source.
_NO_URL = (1 << 62, "")
