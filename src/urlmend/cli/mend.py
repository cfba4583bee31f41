"""`urlmend mend`: copy text or mail with each broken URL in one piece."""

from __future__ import annotations

import sys

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.cli import CLEAN, FAILED
from urlmend.cli.filter_input import PATHS, Inputs, encoding, unreadable_format
from urlmend.cli.option_table import choice, flag
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.redaction.console import counted, say
from urlmend.reports import named_path
from urlmend.sources.paths import InputKind

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from urlmend.cli.option_table import OptionTable

OPTIONS: Mapping[str, OptionTable] = {
    "": {
        **PATHS,
        "--input": choice(
            (InputKind.TEXT.value, InputKind.MAIL.value), "read all input as this type; default: detect by content"
        ),
        "--unwrap": flag("replace gateway and redirect URLs by their targets"),
    }
}


def run(options: argparse.Namespace) -> int:
    """Copy text or mail to standard output, and write each broken URL in one piece, on the line where it begins."""
    inputs = Inputs(options.paths)
    for name, file in inputs:
        with inputs.problems_of(name):
            data = file.read()
            if found := unreadable_format(data[:HEAD_SIZE]):
                inputs.fail(name, f"a file in the format {found}, not text: extract its text first")
            else:
                sys.stdout.buffer.write(_mended(name, data, options))
    return FAILED if inputs.failed else CLEAN


def _mended(name: str, data: bytes, options: argparse.Namespace) -> bytes:
    """Return the bytes of a text, a message or a mailbox with each broken URL in one piece."""
    from urlmend.mail.mailbox import is_mail

    if options.input == InputKind.MAIL or (options.input is None and is_mail(data[:HEAD_SIZE])):
        from urlmend.filters.mail_text import mend_mail

        mail = mend_mail(data, unwrap=options.unwrap)
        if mail.unchanged:
            urls = counted(mail.unchanged, "broken URL")
            say(f"{named_path(name)}: {urls} unchanged, in encoded or signed parts, or in messages of stated length")
        return mail.data
    from urlmend.filters.mending import mended

    codec, errors = encoding(data)
    return mended(data.decode(codec, errors), unwrap=options.unwrap).encode(codec, errors)
