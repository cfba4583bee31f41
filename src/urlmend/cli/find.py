"""`urlmend find`: print URLs, and rejoin those that are broken across lines."""

from __future__ import annotations

import sys

from urlmend._lib.sanitize import printable_lines
from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.finder import find_urls_by_window, read_texts
from urlmend.redaction.console import counted, say
from urlmend.settings.config import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from urlmend.finder import FindOptions
    from urlmend.model.document import Document


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    input_options.add_options(parser)
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="output format; default: text")
    parser.add_argument("--unique", action="store_true", help="print only the first occurrence of each URL")
    parser.add_argument(
        "--count",
        action="store_true",
        help="print each URL once, with the number of its occurrences, the most frequent first",
    )
    parser.add_argument(
        "--explain", action="store_true", help="also print the evidence for and against joins at line ends"
    )
    parser.add_argument(
        "--unwrap", action="store_true", help="print the targets of gateway and redirect URLs instead of these URLs"
    )
    parser.add_argument("--refang", action="store_true", help="also find defanged URLs, such as hxxp://canal[.]example")
    parser.add_argument(
        "--defang", action="store_true", help="print URLs in defanged form, which programs do not recognise as links"
    )


def run(options: argparse.Namespace) -> int:
    """Print URLs, one per line; rejoin those that are broken across lines."""
    if options.count and options.explain:
        raise ConfigError("--count cannot be used with --explain")
    inputs = input_options.InputFiles(options, input_options.Projects(options))
    printer = _Printer(options)
    for name, top, project in inputs.files():
        is_text = options.format == "text"
        reading = project.reading._replace(
            in_windows=not options.refang,
            places=not is_text,
            labels=not is_text,
            on_binary=None if top else input_options.say_binary,
        )
        documents = inputs.documents(name, reading)
        for document in _refanged(documents) if options.refang else documents:
            printer.print(document, project.find_options)
    printer.finish()
    return FAILED if inputs.failed else CLEAN


class _Printer:
    """Prints the URLs of documents."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Take the command line."""
        self._options = options
        self._unwrapper = _Unwrapper() if options.unwrap and options.format == "text" else None
        self._shown = _shown(self._unwrapper, defang=options.defang)
        self._counts: dict[str, int] | None = {} if options.unique or options.count else None

    def print(self, document: Document, find_options: FindOptions) -> None:
        """Print the URLs of a document; with `--count`, only count them."""
        options, shown = self._options, self._shown
        if options.explain:
            from urlmend.finder.explain import explained
            from urlmend.reports import joins

            found_joins = (
                (url, weighed)
                for url, weighed in explained(document, find_options)
                if url.counts and self._is_wanted(url.text)
            )
            sys.stdout.writelines(joins.FORMATS[options.format](document, found_joins, shown))
        elif options.format == "jsonl" and not options.count:
            from urlmend.reports import jsonl

            for urls in find_urls_by_window(document, find_options):
                counting = (url for url in urls if url.counts and self._is_wanted(url.text))
                sys.stdout.writelines(jsonl.urls(document, counting, shown))
        else:
            for texts in read_texts(document, find_options):
                if texts:
                    found = texts if shown is str else map(shown, texts)
                    sys.stdout.write(
                        printable_lines(found if self._counts is None else filter(self._is_printed, found))
                    )

    def finish(self) -> None:
        """Print the number of occurrences of each URL, with `--count`, and what could not be unwrapped."""
        if self._counts is not None and self._options.count:
            from urlmend.reports import counts

            sys.stdout.writelines(counts.FORMATS[self._options.format](self._counts))
        if self._unwrapper:
            self._unwrapper.report()

    def _is_wanted(self, url: str) -> bool:
        """Whether a URL is printed: with `--unique`, where it first occurs."""
        if self._counts is None:
            return True
        number = self._counts[url] = self._counts.get(url, 0) + 1
        return number == 1

    def _is_printed(self, url: str) -> bool:
        return self._is_wanted(url) and not self._options.count


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
            say(f"{counted(sum(self._opaque.values()), 'URL')} with a target that cannot be decoded: {names}")
