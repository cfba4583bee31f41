"""What `find` and `lint` read: the options for it, the settings around it, and the documents that come of it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from urlmend._lib.atomic_write import temporary_name
from urlmend.finder import FindOptions
from urlmend.model.document import Document
from urlmend.redaction.console import say
from urlmend.settings.config import Config, checked_schemes, find_config, load
from urlmend.sources.paths import KINDS, STDIN, Problem, Reading, documents
from urlmend.uri.schemes import SchemeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of commands that read files and standard input."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="file or folder; '-' or none: standard input")
    add_reading_options(parser)
    parser.add_argument("--stdin-filename", metavar="FILE", help="the name that standard input goes by")
    parser.add_argument("--force-exclude", action="store_true", help="leave out excluded files even if they are named")


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how it is read, and what in it is a URL."""
    parser.add_argument("--input", choices=KINDS, help="read everything as this, whatever it looks like")
    parser.add_argument("--headers", action="store_true", help="read all header fields of mail, not Subject alone")
    parser.add_argument("--schemeless", action="store_true", default=None, help="find www. hosts without a scheme too")
    parser.add_argument("--extend-schemes", action="append", metavar="NAME", help="one more scheme to look for")


def settings() -> tuple[Config, str]:
    """The settings of the project around the current folder, and the file that they are from ("" if there is none)."""
    path = find_config(os.getcwd())
    return (load(path), path) if path else (Config(), "")


def scanning(options: argparse.Namespace, config: Config) -> FindOptions:
    """What counts as a URL."""
    extra = frozenset((*config.extend_schemes, *checked_schemes(options.extend_schemes or (), "--extend-schemes")))
    return FindOptions(SchemeTable(extra), config.schemeless if options.schemeless is None else options.schemeless)


def reading(options: argparse.Namespace, config: Config, path: str) -> Reading:
    """How files are read."""
    return Reading(
        options.input,
        options.headers,
        config.exclude,
        os.path.dirname(path),
        getattr(options, "stdin_filename", None) or STDIN,
        getattr(options, "force_exclude", False),
        written(options.output) if getattr(options, "output", None) else frozenset(),
    )


def written(path: str) -> frozenset[str]:
    """The real paths of a file that is written, and of what it is before it is whole."""
    return frozenset((os.path.realpath(path), os.path.realpath(temporary_name(path))))


class Sources:
    """The documents that the command line names; what cannot be read is said, and remembered."""

    def __init__(self, options: argparse.Namespace, config: Config, path: str) -> None:
        """Take the command line and the settings, with the file that they are from."""
        self.failed: bool = False
        self.reading: Reading = reading(options, config, path)
        self.paths: list[str] = options.paths or [STDIN]

    def documents(self) -> Iterator[Document]:
        """All documents, one after the other."""
        for document in documents(self.paths, self.reading):
            if isinstance(document, Problem):
                self.fail(document)
            else:
                yield document

    def fail(self, problem: Problem) -> None:
        """Say that something could not be read or written."""
        say(f"{problem.name}: {problem.reason}")
        self.failed = True
