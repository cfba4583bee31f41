"""Names for texts without a file, by the language that the editor gives them (LSP section Text Document Item)."""

from __future__ import annotations

from urlmend.formats.recognition import FORMATS, NAMES
from urlmend.sources.paths import STDIN

# Extensions by language identifier: those of the specification, and others that editors use.
_EXTENSIONS = {
    "abap": "abap",
    "bat": "bat",
    "bibtex": "bib",
    "clojure": "clj",
    "cmake": "cmake",
    "coffeescript": "coffee",
    "cpp": "cpp",
    "css": "css",
    "cuda-cpp": "cu",
    "diff": "diff",
    "dockerfile": "dockerfile",
    "fortran": "f90",
    "handlebars": "hbs",
    "html": "html",
    "ini": "ini",
    "jade": "jade",
    "javascript": "js",
    "javascriptreact": "jsx",
    "jsonc": "jsonc",
    "jsonl": "jsonl",
    "latex": "tex",
    "less": "less",
    "lisp": "lisp",
    "makefile": "mk",
    "objective-c": "m",
    "objective-cpp": "mm",
    "pascal": "pas",
    "perl": "pl",
    "perl6": "raku",
    "plaintext": "txt",
    "powershell": "ps1",
    "pug": "pug",
    "python": "py",
    "r": "r",
    "razor": "cshtml",
    "rst": "rst",
    "ruby": "rb",
    "sass": "sass",
    "scala": "scala",
    "scss": "scss",
    "shaderlab": "shader",
    "shellscript": "sh",
    "sql": "sql",
    "svg": "svg",
    "tex": "tex",
    "text": "txt",
    "toml": "toml",
    "typescript": "ts",
    "typescriptreact": "tsx",
    "vb": "vb",
    "xml": "xml",
    "xsl": "xsl",
    "yaml": "yaml",
}
# Languages with the name of a format have its first extension.
_FORMAT_EXTENSIONS = {row.name: row.names.split()[0][1:] for row in FORMATS if row.names.startswith(".")}


def unsaved_name(language: str) -> str:
    """The name of the file that a text in a language would be; that of standard input if unknown."""
    extension = _EXTENSIONS.get(language) or _FORMAT_EXTENSIONS.get(language)
    return f"untitled.{extension}" if extension else STDIN


def unsaved_kind(language: str) -> str:
    """How a text in a language is read, if its name does not say it; empty: by its content."""
    return language if unsaved_name(language) == STDIN and language in NAMES else ""
