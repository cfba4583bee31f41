"""Names for texts without a file, by the language that the editor gives them (LSP section Text Document Item)."""

from __future__ import annotations

from urlmend.formats.languages import language_of_block, language_of_file
from urlmend.formats.recognition import FORMATS, NAMES, format_of
from urlmend.sources.paths import STDIN

# The usual extensions of formats, and of languages of editors that share a row with others or have none.
_EXTENSIONS = {
    **{row.name: row.names.split()[0][1:] for row in FORMATS if row.names.startswith(".")},
    "abap": "abap",
    "bibtex": "bib",
    "cuda-cpp": "cu",
    "diff": "diff",
    "jade": "jade",
    "javascriptreact": "jsx",
    "objective-c": "m",
    "objective-cpp": "mm",
    "plaintext": "txt",
    "pug": "pug",
    "text": "txt",
    "typescript": "ts",
    "typescriptreact": "tsx",
}


def unsaved_name(language: str) -> str:
    """The name of the file that a text in a language would be; that of standard input if unknown."""
    extension = _EXTENSIONS.get(language) or _extension(language)
    return f"untitled.{extension}" if extension else STDIN


def _extension(language: str) -> str:
    """The extension that a language is named after, or the usual one of a language; empty if unknown."""
    name = f".{language}"
    if language_of_file(name) or format_of(name, b""):
        return language
    row = language_of_block(language)
    return row.extensions[0] if row and row.extensions else ""


def unsaved_kind(language: str) -> str:
    """How a text in a language is read, if its name does not say it; empty: by its content."""
    return language if unsaved_name(language) == STDIN and language in NAMES else ""
