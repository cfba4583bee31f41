"""`urlmend lsp`: run the language server for an editor."""

from __future__ import annotations

import argparse

from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN, FAILED, HIDDEN
from urlmend.redaction.console import say


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the option that many editors pass to every server; it changes nothing."""
    parser.add_argument("--stdio", action="store_true", help=HIDDEN)


def run(_: argparse.Namespace) -> int:
    """Serve an editor over standard input and output until it exits."""
    try:
        from urlmend.lsp.service import serve
    except ImportError:
        say(f"the language server needs more packages: {install_hint('lsp')}")
        return FAILED
    serve()
    return CLEAN
