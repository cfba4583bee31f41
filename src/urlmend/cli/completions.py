"""`urlmend completions`: print the completions of a shell."""

from __future__ import annotations

import sys

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.cli import CLEAN
from urlmend.cli.option_table import value

if TYPE_CHECKING:
    import argparse

FILES = {"bash": "urlmend.bash", "fish": "urlmend.fish", "zsh": "_urlmend"}
"""Shells, each with the file of its completions, which `tools/build_shell_files.py` writes."""

OPTIONS = {"": {"shell": value("SHELL", f"one of {', '.join(FILES)}", choices=tuple(FILES))}}


def run(options: argparse.Namespace) -> int:
    """Print the completions for a shell, to load in its start-up file or to save in its folder of completions."""
    from importlib.resources import files

    sys.stdout.write((files("urlmend.cli") / "shell" / FILES[options.shell]).read_text("utf-8"))
    return CLEAN
