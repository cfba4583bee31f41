"""The commands: in each module a table `OPTIONS`, and `run(options)` that gives the exit status."""

from __future__ import annotations

CLEAN, FOUND, FAILED = 0, 1, 2
HIDDEN = "==SUPPRESS=="
"""The help of an option that does nothing: `argparse.SUPPRESS`, whose module most runs do not import."""

# Each command with its summary for `--help`; its module in this package has its options and runs it.
COMMANDS = {
    "find": "print URLs, one per line; rejoin those broken across lines",
    "lint": "check URLs and report findings; --fix applies safe fixes",
    "scan": "find and lint URLs in mail and news archives, in parallel",
    "report": "show the result of a scan as text or as an HTML page",
    "redact": "copy text, with secrets replaced by ***",
    "mend": "copy text or mail, with broken URLs in one piece",
    "explain": "explain rules, with examples and specification sections",
    "rules": "list all rules, one per line",
    "completions": "print the shell completions for bash, fish or zsh",
    "lsp": "run the language server on standard input and output",
}
