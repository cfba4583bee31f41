"""`urlmend find`: print every URL, rejoined."""

from __future__ import annotations

import sys

from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.finder import find_urls_by_window, read_texts
from urlmend.redaction.console import counted, say
from urlmend.reports import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from urlmend.model.document import Document


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    input_options.add_options(parser)
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="output format; default: text")
    parser.add_argument(
        "--explain", action="store_true", help="also print why URLs at line ends are joined with the next line, or not"
    )
    parser.add_argument(
        "--unwrap", action="store_true", help="print the address that the URL of a gateway or redirect holds instead"
    )
    parser.add_argument("--refang", action="store_true", help="also read defanged URLs, such as hxxp://canal[.]example")
    parser.add_argument("--defang", action="store_true", help="print defanged URLs, which no program takes for links")


def run(options: argparse.Namespace) -> int:
    """Print every URL, rejoined, one per line."""
    config, path = input_options.settings()
    url_options = input_options.url_options(options, config)
    inputs = input_options.InputFiles(options, config, path)
    inputs.reading = inputs.reading._replace(
        in_windows=not options.refang, places=options.format != "text", labels=options.format != "text"
    )
    unwrapper = _Unwrapper() if options.unwrap and options.format == "text" else None
    shown = _shown(unwrapper, defang=options.defang)
    for document in _refanged(inputs.documents()) if options.refang else inputs.documents():
        if options.explain:
            from urlmend.finder.explain import explained
            from urlmend.reports import joins

            found_joins = ((url, weighed) for url, weighed in explained(document, url_options) if url.counts)
            sys.stdout.writelines(joins.FORMATS[options.format](document, found_joins, shown))
        elif options.format == "jsonl":
            from urlmend.reports import jsonl

            for urls in find_urls_by_window(document, url_options):
                sys.stdout.writelines(jsonl.urls(document, (url for url in urls if url.counts), shown))
        else:
            for found in read_texts(document, url_options):
                if found:
                    sys.stdout.write(text.urls(found if shown is str else map(shown, found)))
    if unwrapper:
        unwrapper.report()
    return FAILED if inputs.failed else CLEAN


def _refanged(documents: Iterable[Document]) -> Iterator[Document]:
    """Return the documents with their defanged URLs in their usual form."""
    from urlmend.formats.defanged import refanged

    return map(refanged, documents)


def _shown(unwrapper: _Unwrapper | None, *, defang: bool) -> Callable[[str], str]:
    """Return the function that makes of a URL what is printed."""
    if not defang:
        return unwrapper or str
    from urlmend.uri.defanging import defanged

    return (lambda url: defanged(unwrapper(url))) if unwrapper else defanged


class _Unwrapper:
    """Replaces the URLs of gateways by their targets, and counts those that have none."""

    def __init__(self) -> None:
        self._opaque: dict[str, int] = {}
        """The number of URLs whose target cannot be decoded, by the name of the gateway."""

    def __call__(self, url: str) -> str:
        from urlmend.uri.unwrapping import unwrapped

        found = unwrapped(url)
        if not found:
            return url
        if not found.is_complete:
            name = found.gateways[-1].name
            self._opaque[name] = self._opaque.get(name, 0) + 1
        return found.target or url

    def report(self) -> None:
        """Print which gateways do not disclose the targets of their URLs."""
        if self._opaque:
            names = ", ".join(f"{name} ({count})" for name, count in sorted(self._opaque.items()))
            say(f"{counted(sum(self._opaque.values()), 'URL')} without a target that can be decoded: {names}")
