"""Answers about URLs: hover text and links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from lsprotocol import types

from urlmend._lib.paragraphs import is_laid_out
from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import OpenDocument, Place, Reported
from urlmend.redaction.cut_secrets import redacted_url
from urlmend.redaction.redact import redact
from urlmend.rules.registry import Rule

# The number of links of a document.
_MAX_LINKS = 10_000
# Schemes that run what they contain in the program that opens the link.
_NOT_OPENED = frozenset(("command", "data", "javascript", "vbscript"))


def hover(document: OpenDocument, position: types.Position) -> types.Hover | None:
    """What is known about the URL at a position and about the findings there, as Markdown (LSP section Hover Request).

    None if there is neither.
    """
    offset = document.positions.offset(position)
    place = document.place_at(offset)
    near = (document.findings[number] for number in document.numbers_at(offset, offset))
    reported = [one for one in near if _is_at(offset, one, place)]
    if not place and not reported:
        return None
    rules = dict.fromkeys(document.workspace.rules[one.finding.code] for one in reported)
    parts = [*([_description(place)] if place else []), *map(_explanation, rules)]
    outer = place.outer if place else reported[0].spans[0]
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts))
    return types.Hover(content, document.positions.range(outer))


def _is_at(offset: int, reported: Reported, place: Place | None) -> bool:
    """Whether a finding is on the URL at a place, or at an offset."""
    if place and (reported.document, reported.finding.url.outer) == (place.document, place.url.outer):
        return True
    return any(start <= offset < stop for start, stop in reported.spans)


def _explanation(rule: Rule) -> str:
    """The name, the page and the explanation of a rule."""
    code = f"[{rule.code}]({rule.address})" if rule.address else rule.code
    return f"**{code} {rule.name}**: {rule.summary}\n\n{_unwrapped(rule.explanation)}".rstrip()


def _unwrapped(markdown: str) -> str:
    """Paragraphs on one line each, for popups that show line ends; lists, tables and code stay."""
    blocks = markdown.split("\n\n")
    return "\n\n".join(block if is_laid_out(block) else block.replace("\n", " ") for block in blocks)


def _description(place: Place) -> str:
    """What is known about a URL, without secrets."""
    url = place.url
    lines = [f"- form: {url.form}", f"- confidence: {url.confidence}"]
    if url.breaks:
        lines.append(f"- broken by: {', '.join(dict.fromkeys(url.breaks))}")
    parts = [_code_block([redacted_url(place.document.text, url)]), "\n".join(lines)]
    if url.alternatives:
        parts += ["Alternatives:", _code_block(url.alternatives)]
    return "\n\n".join(parts)


def _code_block(texts: Iterable[str]) -> str:
    """URLs without their secrets, one a line, in a code block whose fence is longer than any in the URLs."""
    lines = "\n".join(printable(redact(text)) for text in texts)
    fence = "`" * (1 + max(2, *map(len, re.findall("`*", lines))))
    return f"{fence}\n{lines}\n{fence}"


def links(document: OpenDocument) -> list[types.DocumentLink]:
    """A link for each piece of a URL: it opens the complete URL, and shows it without secrets.

    (LSP section Document Link Request)
    """
    return list(islice(_links(document), _MAX_LINKS))


def _links(document: OpenDocument) -> Iterator[types.DocumentLink]:
    for place in document.places():
        if place.url.scheme and place.url.scheme not in _NOT_OPENED:
            tooltip = printable(redacted_url(place.document.text, place.url))
            for span in place.spans:
                yield types.DocumentLink(document.positions.range(span), place.url.text, tooltip)
