"""`urlmend find`: print URLs, and rejoin those that are broken across lines."""

from __future__ import annotations

import sys

from urlmend._lib.sanitize import printable, printable_lines
from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.cli.input_options import File
from urlmend.cli.option_table import FILE_OPTIONS, KNOWN, choice, flag, value
from urlmend.cli.parallel import in_order, until_bug
from urlmend.finder import find_urls_by_window, read_texts
from urlmend.redaction.console import counted, say
from urlmend.reports import named_path, position
from urlmend.settings.config import ConfigError
from urlmend.sources.paths import Problem, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from urlmend.cli.option_table import OptionTable
    from urlmend.finder import FindOptions
    from urlmend.model.document import Document
    from urlmend.model.url import Url

# So many bytes are searched in one process first: it takes less time to search them than to start others.
_SMALL = 8_000_000


OPTIONS: Mapping[str, OptionTable] = {
    "": {
        **FILE_OPTIONS,
        **KNOWN,
        "--format": choice(("text", "jsonl"), "output format; default: text", default="text"),
        "-n --line-number": flag("with text: print the line of each URL before it"),
        "-H --with-filename": flag("with text: print the name of the file before each URL"),
        "-0 --print0": flag("with text: end each URL with a NUL character instead of a line end, as for xargs -0"),
        "--since-revision": value("REV", "print only URLs in lines that changed since Git revision REV"),
        "--unique": flag("print only the first occurrence of each URL"),
        "--count": flag("print each URL once, with the number of its occurrences, the most frequent first"),
        "--explain": flag("also print the evidence for and against joins at line ends"),
        "--unwrap": flag("print the targets of gateway and redirect URLs instead of these URLs"),
        "--refang": flag("print defanged URLs, such as hxxp://canal[.]example, in their original form"),
        "--defang": flag("print URLs in defanged form, which programs do not recognise as links"),
    }
}


def run(options: argparse.Namespace) -> int:
    """Print URLs, one per line; rejoin those that are broken across lines."""
    _check(options)
    inputs = input_options.InputFiles(options, input_options.Projects(options))
    if options.list_files:
        return inputs.list_files(inputs.files(), opens_archives=True, end="\0" if options.print0 else "\n")
    work = _Work(options)
    processes = options.processes if work.is_stateless else 1
    for file, events in in_order(inputs.files(), work, work, processes, _SMALL):
        for event in events:
            if isinstance(event, Problem):
                inputs.fail(event, file.name, file.top)
            else:
                sys.stdout.write(event if isinstance(event, str) else work.ended(work.wanted(event)))
    work.finish()
    inputs.say_what_is_skipped()
    return FAILED if inputs.failed else CLEAN


def _check(options: argparse.Namespace) -> None:
    """Raise ConfigError for options that exclude or require each other."""
    if options.count and options.explain:
        raise ConfigError("--count cannot be used with --explain")
    for name in ("line_number", "with_filename", "print0"):
        others = {"--format jsonl": options.format == "jsonl", "--explain": options.explain}
        others |= {"--count": options.count and name != "print0"}
        if getattr(options, name) and (other := next((each for each, given in others.items() if given), "")):
            raise ConfigError(f"--{name.replace('_', '-')} cannot be used with {other}")


class _Work:
    """Finds the URLs of files."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Take the command line."""
        self._options = options
        self._unwrapper = _Unwrapper() if options.unwrap and options.format == "text" else None
        self._shown = _shown(self._unwrapper, defang=options.defang)
        self._counts: dict[str, int] | None = {} if options.unique or options.count else None
        self._changes = input_options.changes_since_revision(options) if options.since_revision is not None else None
        self._has_prefix: bool = options.line_number or options.with_filename
        self._writes_lines: bool = (
            options.explain or self._has_prefix or (options.format == "jsonl" and not options.count)
        )
        self.is_stateless: bool = not self._unwrapper and not (self._writes_lines and self._counts is not None)
        """Whether the events of a file do not depend on the files before."""

    def projects(self) -> input_options.Projects:
        """Return the projects of the files, which print nothing."""
        return input_options.Projects(self._options, report=lambda _: None)

    def events(self, file: File) -> Iterator[list[str] | str | Problem]:
        """Yield the URLs of a file in lists, or the lines to print, and the problems with reading it."""
        refang, places = self._options.refang, self._writes_lines or self._changes is not None
        reading = file.project.reading._replace(in_windows=not refang, places=places, labels=places)
        find = self._lines if self._writes_lines else self._texts
        for document in read_file(file.name, reading):
            if isinstance(document, Problem):
                yield document
                continue
            if refang:
                from urlmend.formats.defanged import refanged

                document = refanged(document)  # noqa: PLW2901
            if not self._changes or self._changes.include(document.name):
                yield from until_bug(document.name, find(document, file.project.find_options))

    def take(self) -> None:
        """Return nothing: everything that is found is in the events."""

    def add(self, taken: None, files: Iterable[File]) -> None:
        """Add nothing."""

    def wanted(self, urls: list[str]) -> Iterable[str]:
        """Return the URLs to print of those that were found; with `--count`, only count them."""
        if self._counts is None:
            return urls
        return [url for url in urls if self._is_wanted(url) and not self._options.count]

    def ended(self, lines: Iterable[str]) -> str:
        """Return the printable forms of lines, each with its end."""
        if not self._options.print0:
            return printable_lines(lines)
        return "".join([f"{printable(line)}\0" for line in lines])

    def finish(self) -> None:
        """Print the number of occurrences of each URL, with `--count`, and what could not be unwrapped."""
        if self._counts is not None and self._options.count:
            from urlmend.reports import counts

            sys.stdout.writelines(counts.lines(self._counts, self._options.format))
        if self._unwrapper:
            self._unwrapper.report()

    def _texts(self, document: Document, find_options: FindOptions) -> Iterator[list[str]]:
        shown = self._shown
        if self._changes:
            yield from ([shown(url.text) for url in urls] for urls in self._urls(document, find_options))
            return
        for texts in read_texts(document, find_options):
            if texts:
                yield texts if shown is str else list(map(shown, texts))

    def _urls(self, document: Document, find_options: FindOptions) -> Iterator[list[Url]]:
        """Yield the URLs of each window of a document, only those of changed lines with `--since-revision`."""
        for urls in find_urls_by_window(document, find_options):
            found = [url for url in urls if url.counts]
            yield self._changes.filtered(document, found) if self._changes else found

    def _lines(self, document: Document, find_options: FindOptions) -> Iterator[str]:
        options, shown = self._options, self._shown
        if options.explain:
            yield self._explained(document, find_options)
            return
        from urlmend.reports import jsonl

        for urls in self._urls(document, find_options):
            wanted = urls if self._counts is None else [url for url in urls if self._is_wanted(url.text)]
            if self._has_prefix:
                yield self.ended([self._prefix(document, url) + shown(url.text) for url in wanted])
            else:
                yield "".join(jsonl.urls(document, wanted, shown))

    def _explained(self, document: Document, find_options: FindOptions) -> str:
        from urlmend.finder.explain import explained
        from urlmend.reports import joins

        weighed = (found for found in explained(document, find_options) if found[0].counts)
        if changes := self._changes:
            weighed = (found for found in weighed if changes.filtered(document, [found[0]]))
        wanted = (found for found in weighed if self._is_wanted(found[0].text))
        return "".join(joins.FORMATS[self._options.format](document, wanted, self._shown))

    def _prefix(self, document: Document, url: Url) -> str:
        """Return what is printed before a URL: the name of its file, and its line or its place and line."""
        parts = [printable(named_path(document.name))] if self._options.with_filename else []
        if self._options.line_number:
            parts.append(position(document, url.spans[0].start).rpartition(":")[0])
        return f"{':'.join(parts)}:"

    def _is_wanted(self, url: str) -> bool:
        """Whether a URL is printed: with `--unique`, where it first occurs."""
        if self._counts is None:
            return True
        number = self._counts[url] = self._counts.get(url, 0) + 1
        return number == 1


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
