"""`urlmend lsp`: run the language server for an editor."""

from __future__ import annotations

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.install_hint import install_hint
from urlmend.cli import CLEAN, FAILED, HIDDEN
from urlmend.cli.option_table import flag
from urlmend.redaction.console import say

if TYPE_CHECKING:
    import argparse

# Many editors pass this option to every server; it changes nothing.
OPTIONS = {"": {"--stdio": flag(HIDDEN)}}


def run(_: argparse.Namespace) -> int:
    """Serve an editor over standard input and output until it exits."""
    try:
        from urlmend.lsp.service import serve
    except ImportError:
        say(f"the language server needs more packages: {install_hint('lsp')}")
        return FAILED
    serve()
    return CLEAN
