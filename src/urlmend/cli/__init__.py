"""The commands: in each module `add_options(parser)`, and `run(options)` that gives the exit status."""

from __future__ import annotations

CLEAN, FOUND, FAILED = 0, 1, 2
HIDDEN = "==SUPPRESS=="
"""The help of a deprecated option: `argparse.SUPPRESS`, whose module most runs do not import."""

# Each command with its summary for `--help`; its module in this package has its options and runs it.
COMMANDS = {
    "find": "print every URL, rejoined, one per line",
    "lint": "report problems; --fix applies safe fixes, --diff shows them",
    "scan": "find and lint over mail and news archives, in parallel, into a result file",
    "report": "show a result as text or as an HTML page with plots",
    "explain": "explain rules: what, why, examples, specification section",
    "rules": "list all rules, one per line",
    "completions": "print the completions of bash, fish or zsh",
    "lsp": "run the language server on standard input and output",
}
