"""The command line: arguments, exit status."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from urlmend import __version__
from urlmend.clean import is_clean
from urlmend.config import Config, ConfigError, find_config, load
from urlmend.inputs import KINDS, STDIN, Problem, Reading, documents
from urlmend.model import Document
from urlmend.reports import text as text_report
from urlmend.scanner import Options, scan
from urlmend.schemes import SchemeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.rules.registry import Rule

CLEAN, FOUND, FAILED = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the result is the exit status: 0 nothing to report, 1 findings, 2 something failed."""
    gc.disable()  # nothing here makes cycles, and many small values are alive at a time
    arguments = sys.argv[1:] if argv is None else list(argv)
    options = _parser(next((word for word in arguments if word in _COMMANDS), None)).parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except ConfigError as error:
        return _fail(str(error))
    except BrokenPipeError:
        # Whoever read the output has enough of it; let the interpreter's own flush find no pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLEAN
    except KeyboardInterrupt:
        return 130
    return status


class _Formatter(argparse.HelpFormatter):
    """The usual one; but it asks for the width of the terminal without loading what packs files."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=columns - 2)


def _parser(command: str | None) -> argparse.ArgumentParser:
    """The parser of the command line; only the named command gets its options, all of them if it is None."""
    parser = argparse.ArgumentParser(
        prog="urlmend",
        description="Find the URLs in plain text, put the broken ones back together, and lint them.",
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action="version", version=f"urlmend {__version__}")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND", prog="urlmend")
    for name, (run, summary, add_options) in _COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=run.__doc__, formatter_class=_Formatter)
        subparser.set_defaults(run=run)
        if command in (None, name):
            add_options(subparser)
    return parser


def _find_options(parser: argparse.ArgumentParser) -> None:
    _add_paths(parser)
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="default: %(default)s")


def _lint_options(parser: argparse.ArgumentParser) -> None:
    _add_paths(parser)
    parser.add_argument("--format", choices=("text", "json", "jsonl"), default="text", help="default: %(default)s")
    parser.add_argument("--profile", choices=("rfc1738", "rfc3986", "whatwg"), help="default: rfc3986")
    parser.add_argument("--select", action="append", metavar="CODES", help="run only these rules: codes or prefixes")
    parser.add_argument("--extend-select", action="append", metavar="CODES", help="run these rules too")
    parser.add_argument("--ignore", action="append", metavar="CODES", help="leave these rules out")
    parser.add_argument("--show-secrets", action="store_true", help="do not hide passwords")


def _explain_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE")


def _no_options(parser: argparse.ArgumentParser) -> None:
    """The command has none."""


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="file or folder; '-' or none: standard input")
    parser.add_argument("--input", choices=KINDS, help="read everything as this, whatever it looks like")
    parser.add_argument("--headers", action="store_true", help="read all header fields of mail, not Subject alone")
    parser.add_argument("--schemeless", action="store_true", default=None, help="find www. hosts without a scheme too")
    parser.add_argument("--scheme", action="append", metavar="NAME", help="one more scheme to look for")


def _find(options: argparse.Namespace) -> int:
    """Print every URL, put together again; one a line."""
    scanning = _scan_options(options, _config())

    def report(document: Document) -> Iterator[str]:
        urls = (url for url in scan(document, scanning) if url.scheme or url.form == "schemeless")
        if options.format == "jsonl":
            from urlmend.reports import jsonl

            return jsonl.urls(document, urls)
        return text_report.urls(urls)

    _, failed = _run(options, report)
    return FAILED if failed else CLEAN


def _lint(options: argparse.Namespace) -> int:
    """Report what is wrong with the URLs."""
    config = _config()
    scanning = _scan_options(options, config)
    profile = options.profile or config.profile
    select = _codes(options.select) or config.select
    extend_select = [*config.extend_select, *_codes(options.extend_select)]
    ignore = [*config.ignore, *_codes(options.ignore)]

    @cache
    def rules() -> list[Rule]:
        from urlmend.selection import select_rules

        return select_rules(select, extend_select, ignore)

    if select or extend_select or ignore:
        rules()  # a wrong code is an error, whatever there is to lint

    def report(document: Document) -> Iterator[str]:
        urls = scan(document, scanning)
        # No rule that is on by default speaks of clean URLs: a clean file must not pay for loading them.
        if not (select or extend_select) and all(is_clean(url, document.text) for url in urls):
            return iter(())
        from urlmend.linter import lint
        from urlmend.secrets import redact

        show = str if options.show_secrets else redact
        findings = lint(document, urls, rules(), profile, show_secrets=options.show_secrets)
        if options.format == "text":
            return text_report.findings(document, findings)
        from urlmend.reports import jsonl

        return jsonl.findings(document, findings, show)

    if options.format == "json":
        found, failed = _run(options, report, before="[\n", between=",\n", after="\n]\n")
    else:
        found, failed = _run(options, report)
    return FAILED if failed else FOUND if found else CLEAN


def _explain(options: argparse.Namespace) -> int:
    """Explain one rule: what it reports, why, with examples."""
    from urlmend.config import did_you_mean
    from urlmend.rules import RULES

    rule = RULES.get(options.code.upper())
    if rule is None:
        return _fail(f"unknown rule {options.code!r}{did_you_mean(options.code.upper(), RULES)}")
    state = "on by default" if rule.default else "off by default"
    print(f"{rule.code} {rule.name} ({rule.severity}, {state}; profiles: {', '.join(rule.profiles)})\n")
    print("\n".join(text_report.printable(line) for line in rule.page.split("\n")))
    return CLEAN


def _rules(_: argparse.Namespace) -> int:
    """List all rules, a line each."""
    from urlmend.rules import RULES

    for code, rule in sorted(RULES.items()):
        state = "on" if rule.default else "off"
        print(f"{code} {rule.name:28} {rule.severity:8} {state:4} {','.join(rule.profiles):16} {rule.summary}")
    return CLEAN


def _config() -> Config:
    path = find_config(os.getcwd())
    return load(path) if path else Config()


def _scan_options(options: argparse.Namespace, config: Config) -> Options:
    extra = frozenset(scheme.lower() for scheme in (*config.extend_schemes, *(options.scheme or ())))
    return Options(SchemeTable(extra), config.schemeless if options.schemeless is None else options.schemeless)


def _codes(given: list[str] | None) -> list[str]:
    return [code.strip() for item in given or () for code in item.split(",") if code.strip()]


def _run(
    options: argparse.Namespace,
    report: Callable[[Document], Iterator[str]],
    *,
    before: str = "",
    between: str = "",
    after: str = "",
) -> tuple[bool, bool]:
    """Write the report of each document; whether there was anything to write, and whether something failed."""
    found = failed = False
    out = sys.stdout.buffer
    out.write(before.encode())
    reading = Reading(options.input, options.headers)
    for document in documents(options.paths or [STDIN], reading):
        if isinstance(document, Problem):
            out.flush()
            _fail(f"{document.name}: {document.reason}")
            failed = True
            continue
        lines = list(report(document))
        if between and lines:
            lines = [(between if found else "") + between.join(line.rstrip("\n") for line in lines)]
        out.write("".join(lines).encode("utf-8", "surrogateescape"))
        found = found or bool(lines)
    out.write(after.encode())
    out.flush()
    return found, failed


def _fail(message: str) -> int:
    print(f"urlmend: {text_report.printable(message)}", file=sys.stderr)
    return FAILED


# Each command: what runs it, its line in the help, and what adds its options.
_COMMANDS = {
    "find": (_find, "print every URL, put together again", _find_options),
    "lint": (_lint, "report what is wrong with the URLs", _lint_options),
    "explain": (_explain, "explain one rule", _explain_options),
    "rules": (_rules, "list all rules", _no_options),
}
