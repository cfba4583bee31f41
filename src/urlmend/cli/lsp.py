"""`urlmend lsp`: run the language server for an editor."""

from __future__ import annotations

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN, FAILED, HIDDEN
from urlmend.cli.option_table import KNOWN, flag
from urlmend.redaction.console import say

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection

    from urlmend.finder.resolve import Known

# Many editors pass this option to every server; it changes nothing.
OPTIONS = {"": {**KNOWN, "--stdio": flag(HIDDEN)}}


def run(options: argparse.Namespace) -> int:
    """Serve an editor over standard input and output until it exits."""
    try:
        from urlmend.lsp.service import serve
    except ImportError:
        say(f"the language server needs more packages: {install_hint('lsp')}")
        return FAILED
    serve(looked_up(options.known) if options.known is not None else None)
    return CLEAN


def looked_up(path: str) -> Known:
    """Return the URLs of a result; none, with a message, once it cannot be read any more. Raises ResultError."""
    from urlmend.reports.scan_result.known_urls import KnownUrls
    from urlmend.reports.scan_result.result_file import ResultError

    look_up = KnownUrls(path)
    printed: set[str] = set()

    def known(texts: Collection[str]) -> set[str]:
        try:
            return look_up(texts)
        except ResultError as error:
            if str(error) not in printed:
                say(str(error))
            printed.add(str(error))
            return set()

    return known
