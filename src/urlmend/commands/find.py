"""`urlmend find`."""

from __future__ import annotations

import argparse
import sys

from urlmend.commands import CLEAN, FAILED, sources
from urlmend.reports import text
from urlmend.scanner import scan


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    sources.add_options(parser)
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="of the output; default: text")


def run(options: argparse.Namespace) -> int:
    """Print every URL, put together again; one a line."""
    config, path = sources.settings()
    scanning = sources.scanning(options, config)
    source = sources.Sources(options, config, path)
    for document in source.documents():
        urls = (url for url in scan(document, scanning) if url.scheme or url.form == "schemeless")
        if options.format == "jsonl":
            from urlmend.reports import jsonl

            lines = jsonl.urls(document, urls)
        else:
            lines = text.urls(urls)
        sys.stdout.write("".join(lines))
    return FAILED if source.failed else CLEAN
