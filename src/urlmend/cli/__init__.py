"""The commands: in each module `add_options(parser)`, and `run(options)` that gives the exit status."""

from __future__ import annotations

CLEAN, FOUND, FAILED = 0, 1, 2

# Each command with its summary for `--help`; its module in this package has its options and runs it.
COMMANDS = {
    "find": "print every URL, rejoined, one per line",
    "lint": "report problems; --fix applies safe fixes, --diff shows them",
    "scan": "find and lint over mail and news archives, in parallel, into a result file",
    "report": "show a result as text or as an HTML page with plots",
    "explain": "explain one rule: what, why, examples, specification section",
    "rules": "list all rules, one per line",
    "lsp": "run the language server on standard input and output",
}
