"""`urlmend find`: print every URL, rejoined."""

from __future__ import annotations

import sys

from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.finder import find_urls_by_window, read_texts
from urlmend.reports import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    input_options.add_options(parser)
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="output format; default: text")
    parser.add_argument(
        "--explain", action="store_true", help="also print why URLs at line ends are joined with the next line, or not"
    )


def run(options: argparse.Namespace) -> int:
    """Print every URL, rejoined, one per line."""
    config, path = input_options.settings()
    url_options = input_options.url_options(options, config)
    inputs = input_options.InputFiles(options, config, path)
    inputs.reading = inputs.reading._replace(in_windows=True, places=options.format != "text")
    for document in inputs.documents():
        if options.explain:
            from urlmend.finder.explain import explained
            from urlmend.reports import joins

            found_joins = ((url, weighed) for url, weighed in explained(document, url_options) if url.counts)
            sys.stdout.writelines(joins.FORMATS[options.format](document, found_joins))
        elif options.format == "jsonl":
            from urlmend.reports import jsonl

            for urls in find_urls_by_window(document, url_options):
                sys.stdout.writelines(jsonl.urls(document, (url for url in urls if url.counts)))
        else:
            for found in read_texts(document, url_options):
                if found:
                    sys.stdout.write(text.urls(found))
    return FAILED if inputs.failed else CLEAN
