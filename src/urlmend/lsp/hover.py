"""Hover texts: the findings at a position, and the URL there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urljoin

from lsprotocol import types

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.paragraphs import is_laid_out
from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import OpenDocument, Place, Reported
from urlmend.redaction.url_masks import hidden_in, redacted_reading, redacted_url
from urlmend.rules.registry import Rule

_LINK = lazy(r"\[([^\[\]]++)\]\(([^()]++)\)")
# What Markdown reads as markup within a line.
_MARKUP = lazy(r"[\\`*_\[\]<>&~]")


def hover(document: OpenDocument, position: types.Position, kind: types.MarkupKind) -> types.Hover | None:
    """What is wrong with the URL or fault at a position, and what is known about the URL (LSP section Hover Request).

    None if there is neither. The text is Markdown or plain text.
    """
    offset = document.positions.offset(position)
    near = [document.findings[number] for number in document.numbers_at(offset, offset)]
    place = document.place_at(offset) or next((at for one in near if (at := _at_fault(offset, one, document))), None)
    reported = [one for one in near if _is_at(offset, one, place)]
    if not place and not reported:
        return None
    write = _Markdown() if kind == types.MarkupKind.Markdown else _PlainText()
    messages: dict[str, list[str]] = {}
    for one in reported:
        messages.setdefault(one.finding.code, []).append(printable(one.finding.message))
    rules = document.workspace.rules
    parts = [write.finding(rules[code], "; ".join(dict.fromkeys(found))) for code, found in messages.items()]
    if place and place.url.counts:
        parts.append(write.url(place))
    marked = (span for one in reported for span in one.spans if span.start <= offset < span.stop)
    where = place.outer if place and place.covers(offset) else next(marked)
    return types.Hover(types.MarkupContent(kind, write.separator.join(parts)), document.positions.range(where))


def _at_fault(offset: int, reported: Reported, document: OpenDocument) -> Place | None:
    """The URL or fault of a finding, if an offset is on it or on what the finding marks."""
    if not reported.finding.url.spans:
        return None
    place = document.place_of(reported)
    return place if place.covers(offset) or _marks(offset, reported) else None


def _is_at(offset: int, reported: Reported, place: Place | None) -> bool:
    """Whether a finding is on the URL or fault at a place, or at an offset."""
    is_here = place and (reported.document, reported.finding.url.outer) == (place.document, place.url.outer)
    return bool(is_here) or _marks(offset, reported)


def _marks(offset: int, reported: Reported) -> bool:
    return any(start <= offset < stop for start, stop in reported.spans)


class _Markdown:
    """Writes Markdown."""

    separator = "\n\n---\n\n"

    def finding(self, rule: Rule, message: str) -> str:
        """What is wrong, and the explanation of the rule, whose code links to its page."""
        code = f"[{rule.code}]({rule.address})" if rule.address else rule.code
        text = _LINK.sub(lambda link: _absolute(link, rule.address), rule.explanation)
        shown = _MARKUP.sub(r"\\\g<0>", message)
        return f"**{code} {rule.name}**: {shown}\n\n{rule.summary}\n\n{_unwrapped(text)}".rstrip()

    def url(self, place: Place) -> str:
        """The URL, and what is known about it."""
        parts = [_code_block([_shown(place)]), "\n".join(f"- {fact}" for fact in _facts(place))]
        if place.url.alternatives:
            parts += ["Alternatives:", _code_block(_alternatives(place))]
        return "\n\n".join(parts)


class _PlainText:
    """Writes plain text."""

    separator = "\n\n"

    def finding(self, rule: Rule, message: str) -> str:
        """What is wrong, and the explanation of the rule."""
        text = _LINK.sub(r"\1", rule.explanation)
        return f"{rule.code} {rule.name}: {message}\n\n{rule.summary}\n\n{_unwrapped(text)}".rstrip()

    def url(self, place: Place) -> str:
        """The URL, and what is known about it."""
        others = [f"alternative: {other}" for other in _alternatives(place)]
        return "\n".join([_shown(place), *_facts(place), *others])


def _absolute(link: re.Match[str], address: str) -> str:
    """A link of a rule's page with an absolute address; its text if the page has none."""
    text, target = link.groups()
    target = urljoin(address, target)
    return f"[{text}]({target})" if "://" in target else text


def _unwrapped(markdown: str) -> str:
    """Paragraphs on one line each, for popups that show line ends; lists, tables and code stay."""
    blocks = markdown.split("\n\n")
    return "\n\n".join(block if is_laid_out(block) else block.replace("\n", " ") for block in blocks)


def _shown(place: Place) -> str:
    return printable(redacted_url(place.document.text, place.url))


def _alternatives(place: Place) -> list[str]:
    hidden = hidden_in(place.document.text, place.url)
    return [printable(redacted_reading(other, place.url.text, hidden)) for other in place.url.alternatives]


def _facts(place: Place) -> Sequence[str]:
    url = place.url
    facts = [f"form: {url.form}", f"confidence: {url.confidence}"]
    return [*facts, f"broken by: {', '.join(dict.fromkeys(url.breaks))}"] if url.breaks else facts


def _code_block(texts: Iterable[str]) -> str:
    """Lines in a code block whose fence is longer than any in them."""
    lines = "\n".join(texts)
    fence = "`" * (1 + max(2, *map(len, re.findall("`*", lines))))
    return f"{fence}\n{lines}\n{fence}"
