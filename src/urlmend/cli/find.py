"""`urlmend find`: every URL, put together again."""

from __future__ import annotations

import sys

from urlmend.cli import CLEAN, FAILED
from urlmend.cli import input_options as sources
from urlmend.finder import find_urls_by_window, read_texts
from urlmend.reports import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    sources.add_options(parser)
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="of the output; default: text")


def run(options: argparse.Namespace) -> int:
    """Print every URL, put together again; one a line."""
    config, path = sources.settings()
    url_options = sources.url_options(options, config)
    source = sources.InputFiles(options, config, path)
    source.reading = source.reading._replace(in_windows=True, places=options.format != "text")
    for document in source.documents():
        if options.format == "jsonl":
            from urlmend.reports import jsonl

            for urls in find_urls_by_window(document, url_options):
                sys.stdout.writelines(jsonl.urls(document, (url for url in urls if url.counts)))
        else:
            for found in read_texts(document, url_options):
                if found:
                    sys.stdout.write(text.urls(found))
    return FAILED if source.failed else CLEAN
