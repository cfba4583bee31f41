"""The manual page, for `man`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import indent

from shell_files.model import Argument, Command, Kind, Program

TITLE = '.TH URLMEND 1 "" urlmend "User Commands"'
NAME = r"urlmend \- find URLs in plain text, put them together again, and lint them"
DESCRIPTION = r"""
.PP
A \fIPATH\fR is a file or a folder; \fB\-\fR, or no path, is standard input.
In a folder, what its \fI.gitignore\fR files exclude is left out.
Binary files are passed over.
Mail, news, HTML, archives and compressed files are recognised by their content.
Nothing uses the network.
.PP
\fICODES\fR are codes of rules or prefixes of them, several with commas between them:
\fBURL5\fR is a whole family, \fBALL\fR is every rule.
\fBurlmend rules\fR lists all rules, \fBurlmend explain\fR \fICODE\fR explains one.
.PP
\fBurlmend\fR \fICOMMAND\fR \fB\-\-help\fR lists the options of a command.
"""
EXIT_STATUS = {
    "0": "Nothing to report.",
    "1": r"""
\fBurlmend lint\fR has findings, or mended something with \fB\-\-fix\fR, or would mend something and shows it with
\fB\-\-diff\fR.
With \fB\-\-exit\-zero\fR the status is 0 instead.
""",
    "2": "Wrong usage, wrong settings, or something could not be read or written.",
}
ENVIRONMENT = {
    "NO_COLOR": "If it is not empty, nothing is coloured.",
    "FORCE_COLOR": r"""
If it is not empty, reports as text are coloured even if they do not go to a terminal.
\fBNO_COLOR\fR comes first.
""",
    "GITHUB_ACTIONS": r"""
If it is \fBtrue\fR, the report of \fBurlmend lint\fR has the format \fBgithub\fR, unless \fB\-\-format\fR names another
or \fB\-\-output\fR a file.
""",
    "COLUMNS": r"The width of what \fB\-\-help\fR prints.",
}
FILES = {
    "urlmend.toml": r"""
The settings.
The nearest file counts, from the current folder upwards; what the command line says comes first.
\fBurlmend lint \-\-show\-settings\fR prints the settings in force.
""",
    "pyproject.toml": r"""
The same, in the table \fB[tool.urlmend]\fR.
In one folder, the former comes first.
""",
}
EXAMPLES = {
    "Print the URLs of a mailbox, each on one line:": "urlmend find letters.mbox",
    "The same for what another command prints, as JSON lines:": "git log | urlmend find --format jsonl",
    "Lint a folder:": "urlmend lint docs",
    "Look for passwords and misleading URLs alone:": "urlmend lint --select URL5,URL6 docs",
    "See what would be mended, then mend it:": "urlmend lint --diff docs\nurlmend lint --fix docs",
    "Agree to all findings of today, and see only new ones from then on:": (
        "urlmend lint --baseline agreed.jsonl --update-baseline docs\nurlmend lint --baseline agreed.jsonl docs"
    ),
    "Explain a rule:": "urlmend explain URL501",
}


def render(program: Program) -> str:
    """The page."""
    sections = {
        "NAME": NAME,
        "SYNOPSIS": "\n.br\n".join(_usage(command) for command in program.commands),
        "DESCRIPTION": f"{program.summary}{DESCRIPTION}",
        "OPTIONS": "\n".join(_options(program.options)),
        "COMMANDS": "\n".join(_command(command) for command in program.commands),
        "EXIT STATUS": _terms(EXIT_STATUS),
        "ENVIRONMENT": _terms(ENVIRONMENT),
        "FILES": _terms(FILES, font="I"),
        "EXAMPLES": "\n.PP\n".join(_example(title, commands) for title, commands in EXAMPLES.items()),
    }
    return "\n".join([TITLE, *(f".SH {title}\n{text.rstrip()}" for title, text in sections.items())]) + "\n"


def _usage(command: Command) -> str:
    words = [_bold(f"urlmend {command.name}")]
    if _listed(command.options):
        words.append(f"[{_italic('OPTION')} ...]")
    if command.operand:
        word = _italic(command.operand.word)
        word = f"{word} ..." if command.operand.repeated else word
        words.append(word if command.operand.required else f"[{word}]")
    return " ".join(words)


def _command(command: Command) -> str:
    operand = [_argument(command.operand)] if command.operand else []
    lines = [f".SS urlmend {command.name}", _text(command.summary), *operand, *_options(command.options)]
    return "\n".join(lines)


def _options(options: Sequence[Argument]) -> Iterator[str]:
    for group, members in groupby(_listed(options), lambda option: option.group):
        if group:
            yield f".PP\n{_text(group.capitalize())}:"
        yield from map(_argument, members)


def _listed(options: Sequence[Argument]) -> list[Argument]:
    """The options without --help: the page says once that every command has it."""
    return [option for option in options if "--help" not in option.flags]


def _argument(argument: Argument) -> str:
    words = [", ".join(map(_bold, argument.flags))] if argument.flags else []
    if argument.kind is not Kind.FLAG:
        words.append(_italic(argument.word))
    return f".TP\n{' '.join(words)}\n{_text(argument.help)}"


def _terms(terms: Mapping[str, str], font: str = "B") -> str:
    return "\n".join(f".TP\n.{font} {term}\n{text.strip()}" for term, text in terms.items())


def _example(title: str, commands: str) -> str:
    return f"{title}\n.PP\n.EX\n{_text(indent(commands, '    '))}\n.EE"


def _bold(text: str) -> str:
    return rf"\fB{_text(text)}\fR"


def _italic(text: str) -> str:
    return rf"\fI{_text(text)}\fR"


def _text(text: str) -> str:
    """The text, with nothing in it that roff would take for a command, or for a hyphen where a minus is meant."""
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
