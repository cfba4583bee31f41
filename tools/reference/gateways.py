"""The tables of gateways, shorteners, tracking pixels and defanged forms as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend.formats.defanged import FORMS, DefangedForm
from urlmend.uri.gateways import GATEWAYS, Encoding, Gateway, Kind
from urlmend.uri.link_kinds import PIXELS, SHORTENERS, Pixel, Shortener

_TITLES = {
    Kind.GATEWAY: "Security gateways (`gateway`)",
    Kind.REDIRECT: "Redirects of sites (`redirect`)",
    Kind.MAILING: "Mailing services (`mailing`)",
    Kind.PROXY: "Proxies for images and pages (`proxy`)",
}


def render() -> str:
    """A table for each kind of links, and one of the defanged forms."""
    sections = [
        _section(
            title,
            ("service", "the target is", "example", "documented in"),
            (_gateway(row) for row in GATEWAYS if row.kind is kind),
        )
        for kind, title in _TITLES.items()
    ]
    sections += [
        _section("Shorteners (`shortener`)", ("service", "hosts", "documented in"), map(_shortener, SHORTENERS)),
        _section("Tracking pixels (`pixel`)", ("service", "example", "documented in"), map(_pixel, PIXELS)),
        _section("Defanged forms", ("part", "written as", "by"), _defanged()),
    ]
    return "\n".join(sections)


def _section(title: str, columns: tuple[str, ...], rows: Iterable[str]) -> str:
    return "\n".join([f"### {title}", "", f"| {' | '.join(columns)} |", "| --- " * len(columns) + "|", *rows, ""])


def _gateway(row: Gateway) -> str:
    examples = "<br>".join(
        f"{_code(url)}: {_code(target)}" if row.encoding is not Encoding.OPAQUE else _code(url)
        for url, target in row.examples
    )
    return f"| {row.name} | {row.encoding} | {examples} | {row.source} |"


def _shortener(row: Shortener) -> str:
    return f"| {row.name} | {', '.join(map(_code, row.hosts.split()))} | {row.source} |"


def _pixel(row: Pixel) -> str:
    return f"| {row.name} | {_code(row.example)} | {row.source} |"


def _defanged() -> Iterable[str]:
    parts = {"scheme": FORMS["scheme"], "`://`": FORMS["separator"][1:], "`.`, `@`, `:`, `/`": FORMS["sign"]}
    for part, forms in parts.items():
        yield from (_form(part, form) for form in forms)


def _form(part: str, form: DefangedForm) -> str:
    return f"| {part} | {', '.join(map(_code, form.examples))} | {form.source} |"


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")
