"""Terminals: their width, colours and links, and the cells that a text takes."""

from __future__ import annotations

import os
from itertools import pairwise

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.windows_console import interprets_escapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TextIO

DEFAULT_COLUMNS = 80
ELLIPSIS = "…"
BOLD, RED, GREEN, YELLOW, CYAN, PLAIN = (f"\x1b[{number}m" for number in (1, 31, 32, 33, 36, 0))
_JOINER = "\u200d"
_SOFT_HYPHEN = "\xad"  # visible in terminals, unlike other format characters
COLOUR_CHOICES = ("auto", "always", "never")
"""When to write colours; `auto`: to a terminal, unless variables of the environment say otherwise."""
WITH_LINKS: dict[str, tuple[str, ...]] = {
    "DOMTERM": (),
    "KITTY_WINDOW_ID": (),
    "KONSOLE_VERSION": (),
    "VTE_VERSION": (),
    "WT_SESSION": (),
    "COLORTERM": ("xfce4-terminal",),
    "TERM": ("alacritty", "foot", "xterm-ghostty", "xterm-kitty"),
    "TERM_PROGRAM": ("Hyper", "WarpTerminal", "WezTerm", "ghostty", "iTerm.app", "mintty", "vscode"),
}
"""Variables of terminals that show links (OSC 8), each with values that identify one; empty: any value."""


def columns() -> int:
    """The width of the terminal in cells; 80 without one. `COLUMNS` overrides it."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size().columns) or DEFAULT_COLUMNS
    except (OSError, ValueError):
        return DEFAULT_COLUMNS


def is_terminal(out: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is a terminal that interprets escape sequences."""
    # `M-x compile` of an Emacs in a terminal passes on the name of that terminal, but shows no colours.
    in_compile = environment.get("INSIDE_EMACS", "").endswith(",compile")
    return out.isatty() and environment.get("TERM") != "dumb" and not in_compile and interprets_escapes(out)


def has_colours(out: TextIO, environment: Mapping[str, str] = os.environ, *, choice: str = "auto") -> bool:
    """Whether to write colours to a stream.

    `auto` follows https://no-color.org, https://force-color.org and https://bixense.com/clicolors, in this order.
    """
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return environment.get("CLICOLOR") != "0" and is_terminal(out, environment)


def has_links(out: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether to write links to a stream: to terminals that are known to show them."""
    if not (is_terminal(out, environment) and has_colours(out, environment)):
        return False
    known = ((environment.get(name), values) for name, values in WITH_LINKS.items())
    return any(value and (not values or value in values) for value, values in known)


def link(text: str, address: str) -> str:
    """A text as a link (OSC 8)."""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\"


def width(text: str) -> int:
    """The number of terminal cells that a text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text)) - sum(map(_character_width, _joined_symbols(text)))


def fitting(characters: Iterable[str], limit: int) -> int:
    """The number of characters from the beginning that take at most `limit` cells together."""
    taken = count = 0
    for character in characters:
        taken += _character_width(character)
        if taken > limit:
            break
        count += 1
    return count


def truncated(text: str, limit: int) -> str:
    """The text, truncated with an ellipsis if it takes more than `limit` cells."""
    return text if width(text) <= limit else text[: fitting(text, limit - 1)] + ELLIPSIS


def _joined_symbols(text: str) -> list[str]:
    """The symbols that a zero-width joiner (ZWJ) makes a part of the emoji before it."""
    if _JOINER not in text:
        return []
    from unicodedata import category

    return [after for before, after in pairwise(text) if before == _JOINER and category(after) == "So"]


def _character_width(character: str) -> int:
    if character.isascii():
        return 1
    from unicodedata import category, east_asian_width  # not needed for most texts

    # The second and third letters of a Hangul syllable, and combining and invisible characters.
    if "\u1160" <= character <= "\u11ff" or category(character) in ("Mn", "Me", "Cf"):
        return int(character == _SOFT_HYPHEN)
    return 2 if east_asian_width(character) in "WF" else 1
