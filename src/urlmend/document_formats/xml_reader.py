"""Read XML of untrusted documents in blocks: in linear time and bounded memory, without declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol
from xml.parsers import expat

# The number of bytes that are parsed at a time.
_BLOCK = 1 << 16
# The most elements within each other; real documents have some dozens.
MAX_DEPTH = 1000
# The encodings of more than one byte that the parser knows; documents are in these.
_WIDE_ENCODINGS = frozenset(("utf-8", "utf-16", "utf-16le", "utf-16be"))
_ALL_BYTES = bytes(range(256))
_LONGEST_NAME = 40
# The longest tag or comment in bytes: the parser holds it in memory. Some attributes contain pictures.
MAX_MARKUP = 1 << 22


class XMLError(Exception):
    """XML that cannot be read further; the message says why."""


class Stream(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """Read up to `size` bytes; none at the end."""


class Handler(Protocol):
    """Receives the elements and texts of a source."""

    def start(self, name: str, attributes: dict[str, str], /) -> object:
        """Take the start of an element; names have their prefixes."""

    def end(self, name: str, /) -> object:
        """Take the end of an element."""

    def characters(self, text: str, /) -> object:
        """Take characters between two tags."""


def local(name: str) -> str:
    """Return a name without its prefix, which documents may choose."""
    return name[name.find(":") + 1 :]


def without_prefixes(attributes: dict[str, str]) -> dict[str, str]:
    """Return attributes by their local names; if two have the same one, the one with a prefix counts."""
    names = sorted(attributes, key=lambda name: ":" in name)
    return {local(name): attributes[name] for name in names}


def read(stream: Stream, handler: Handler) -> Iterator[None]:
    """Pass a source to its handler, and yield after each block of it, and before an error.

    Raises XMLError if it is not well-formed, declares entities or attributes, or its elements are nested too deep: each
    takes memory until its end. Raises what the stream raises, too.
    """
    begin, finish = handler.start, handler.end
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise XMLError(f"elements nested more than {MAX_DEPTH} deep")
        begin(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        finish(name)

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.characters
    parser.StartDoctypeDeclHandler = _refuse_declarations
    parser.XmlDeclHandler = _refuse_encodings
    try:
        yield from _blocks(parser, stream)
    except Exception as error:
        yield
        raise XMLError(f"damaged XML: {error}") if isinstance(error, expat.ExpatError) else error from None


def _blocks(parser: expat.XMLParserType, stream: Stream) -> Iterator[None]:
    """Parse a source, and yield after each block of it."""
    size = unfinished = 0
    # Some versions of the parser read unfinished markup again with each block: blocks of its length keep that linear.
    while block := stream.read(max(_BLOCK, unfinished)):
        size += len(block)
        parser.Parse(block, False)
        unfinished = size - parser.CurrentByteIndex
        if unfinished > MAX_MARKUP:
            raise XMLError(f"markup of more than {MAX_MARKUP} bytes")
        yield
    parser.Parse(b"", True)
    yield


def _refuse_encodings(_version: str, encoding: str | None, _standalone: int) -> None:
    """Raise XMLError for an encoding that the parser cannot read."""
    if encoding is None or encoding.lower() in _WIDE_ENCODINGS:
        return
    try:
        is_known = len(_ALL_BYTES.decode(encoding, "replace")) == len(_ALL_BYTES)
    except (LookupError, ValueError):  # no encoding of texts, or one of names
        is_known = False
    if not is_known:
        raise XMLError(f"unknown encoding {encoding[:_LONGEST_NAME]!r}")


def _refuse_declarations(_name: str, _system: str | None, _public: str | None, has_declarations: bool) -> None:
    """Raise XMLError for declarations in the source; those in other files are never read."""
    if has_declarations:
        raise XMLError("declares entities or attributes")


Element = tuple[str, dict[str, str], str]
"""The name of an element, its attributes, and its text up to the first tag in it; names have no prefixes."""


def elements(stream: Stream) -> Iterator[Element]:
    """Yield the elements of a source in the order of their starts.

    Raises XMLError as `read` does.
    """
    handler = _Elements()
    for _ in read(stream, handler):
        yield from handler.found
        handler.found.clear()


class _Elements:
    """Collects elements."""

    def __init__(self) -> None:
        self.found: list[Element] = []
        self._open: tuple[str, dict[str, str]] | None = None
        self._texts: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.end(name)
        self._open = (local(name), without_prefixes(attributes))

    def end(self, _name: str) -> None:
        if self._open:
            self.found.append((*self._open, "".join(self._texts)))
        self._open = None
        self._texts.clear()

    def characters(self, text: str) -> None:
        if self._open:
            self._texts.append(text)
