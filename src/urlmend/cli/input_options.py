"""Input of the commands: options, settings, and the documents to read."""

from __future__ import annotations

import os
from collections.abc import Iterator

from urlmend._lib.atomic_write import temporary_name
from urlmend.finder import FindOptions
from urlmend.model.document import Document
from urlmend.redaction.console import say
from urlmend.settings.config import Config, checked_formats, checked_schemes, find_config, load
from urlmend.sources.paths import STDIN, InputKind, Problem, Reading, documents
from urlmend.uri.schemes import SchemeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of commands that read files and standard input."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="file or folder; '-' or none: standard input")
    add_reading_options(parser)
    parser.add_argument("--stdin-filename", metavar="FILE", help="file name to report for standard input")
    parser.add_argument("--force-exclude", action="store_true", help="apply exclude patterns to named files too")


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for how files are read and what counts as a URL."""
    kinds = [kind.value for kind in InputKind]
    parser.add_argument("--input", choices=kinds, help="type of all input; default: detected by content")
    parser.add_argument(
        "--format-of", action="append", metavar="NAME=PATTERN", help="read files that match PATTERN as format NAME"
    )
    parser.add_argument("--headers", action="store_true", help="read all header fields of mail, not only Subject")
    parser.add_argument("--schemeless", action="store_true", default=None, help="also find www. hosts without a scheme")
    parser.add_argument("--extend-schemes", action="append", metavar="NAME", help="also find URLs of this scheme")


def settings() -> tuple[Config, str]:
    """Return the settings that apply to the current folder, and the path of their file ("" if there is none)."""
    path = find_config(os.getcwd())
    return (load(path), path) if path else (Config(), "")


def url_options(options: argparse.Namespace, config: Config) -> FindOptions:
    """Return what counts as a URL by the command line and the settings."""
    extra = frozenset((*config.extend_schemes, *checked_schemes(options.extend_schemes or (), "--extend-schemes")))
    return FindOptions(SchemeTable(extra), config.schemeless if options.schemeless is None else options.schemeless)


def reading(options: argparse.Namespace, config: Config, path: str) -> Reading:
    """Return how files are read by the command line and the settings; `path` is that of the settings file."""
    return Reading(
        input_kind=options.input,
        all_headers=options.headers,
        formats=(*config.format_of.items(), *checked_formats(options.format_of or ())),
        exclude=config.exclude,
        folder=os.path.dirname(path),
        stdin_name=getattr(options, "stdin_filename", None) or STDIN,
        force_exclude=getattr(options, "force_exclude", False),
        skip=output_paths(options.output) if getattr(options, "output", None) else frozenset(),
    )


def output_paths(path: str) -> frozenset[str]:
    """Return the real paths of an output file and of the temporary file that replaces it."""
    return frozenset((os.path.realpath(path), os.path.realpath(temporary_name(path))))


class InputFiles:
    """The documents of the paths on the command line; prints problems, and records in `failed` that there were any."""

    def __init__(self, options: argparse.Namespace, config: Config, path: str) -> None:
        """Take the command line, the settings, and the path of their file."""
        self.failed: bool = False
        self.reading: Reading = reading(options, config, path)
        self.paths: list[str] = options.paths or [STDIN]

    def documents(self) -> Iterator[Document]:
        """Yield all documents."""
        for document in documents(self.paths, self.reading):
            if isinstance(document, Problem):
                self.fail(document)
            else:
                yield document

    def fail(self, problem: Problem) -> None:
        """Print a problem with reading or writing a file."""
        say(f"{problem.name}: {problem.reason}")
        self.failed = True
