"""Examples of each command, for its `--help` and its page."""

from __future__ import annotations

# What each command line does, by command; an empty name is for `urlmend --help`.
EXAMPLES: dict[str, dict[str, str]] = {
    "": {
        "urlmend lint .": "check a tree",
        "urlmend lint --fix .": "apply safe fixes",
        "urlmend find letter.txt": "print the URLs of a file",
        "urlmend explain URL205": "explain a rule",
    },
    "find": {
        "urlmend find letter.txt": "print the URLs of a file",
        "urlmend find --count mail/": "each URL once, most frequent first",
        "urlmend find -nH --since-revision main .": "print the new URLs of a branch",
        "urlmend find --explain letter.txt": "print why lines were joined, too",
        "git show | urlmend find": "read standard input",
    },
    "lint": {
        "urlmend lint .": "check a tree",
        "urlmend lint --diff .": "print what safe fixes would change",
        "urlmend lint --fix --unsafe-fixes docs/": "apply all fixes",
        "urlmend lint --since-revision main .": "check the lines of a branch",
        "urlmend lint --select URL5 .": "look for credentials only",
    },
    "scan": {
        "urlmend scan -o mail.sqlite archive.mbox": "write a database",
        "urlmend scan -o mail.sqlite archive.mbox Maildir/": "add what is new",
        "urlmend scan --since-date 2004-01-01 -o new.sqlite mail/": "recent mail only",
    },
    "report": {
        "urlmend report mail.sqlite": "print a summary",
        "urlmend report --html mail.html mail.sqlite": "write a page",
        "urlmend report --since-scan 2026-01-05 mail.sqlite": "what was new since a day",
        "urlmend report --against old.sqlite mail.sqlite": "compare two results",
    },
    "export": {
        "urlmend export -o mail.parquet mail.sqlite": "for data frames",
        "urlmend export -o links.txt mail.sqlite": "for a link checker",
        "urlmend export -o new.csv --since-scan 3 mail.sqlite": "new since scan 3",
        "urlmend export -o ioc.stix.json --select URL6 mail.sqlite": "as STIX indicators",
    },
    "forget": {
        "urlmend forget mail.sqlite old.mbox": "remove a mailbox that is no longer there",
        "urlmend forget mail.sqlite Maildir/": "remove the files of a folder",
    },
    "redact": {
        "urlmend redact app.log": "print a log without its secrets",
        "tail -f app.log | urlmend redact": "while it is written",
    },
    "mend": {
        "urlmend mend letter.txt": "print a text with its URLs in one piece",
        "pdftotext paper.pdf - | urlmend mend": "read standard input",
        "urlmend mend --unwrap letter.eml": "with the targets of mail gateways",
    },
    "explain": {
        "urlmend explain URL205": "by code",
        "urlmend explain break-after-hyphen bad-percent": "by name",
        "urlmend explain URL1": "all rules of a family",
    },
    "rules": {"urlmend rules": "a table", "urlmend rules --format json": "for programs"},
    "completions": {'eval "$(urlmend completions bash)"': "in ~/.bashrc"},
    "lsp": {"urlmend lsp": "as an editor starts it"},
}


def examples(command: str) -> str:
    """The examples of a command, in two columns and indented; empty if it has none."""
    lines = EXAMPLES.get(command, {})
    width = max(map(len, lines), default=0)
    return "\n".join(f"  {line:{width}}  {meaning}" for line, meaning in lines.items())
