"""The command line: arguments, exit status."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence

from urlmend import __version__
from urlmend.config import Config, ConfigError, find_config, load
from urlmend.inputs import KINDS, STDIN, Problem, Reading, documents
from urlmend.model import Document
from urlmend.reports import text as text_report
from urlmend.scanner import Options, scan
from urlmend.schemes import SchemeTable

CLEAN, FOUND, FAILED = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the result is the exit status: 0 nothing to report, 1 findings, 2 something failed."""
    gc.disable()  # nothing here makes cycles, and many small values are alive at a time
    options = _parser().parse_args(argv)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="urlmend",
        description="Find the URLs in plain text, put the broken ones back together, and lint them.",
    )
    parser.add_argument("--version", action="version", version=f"urlmend {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    find = commands.add_parser("find", help="print every URL, put together again", description=_find.__doc__)
    _add_paths(find)
    find.add_argument("--format", choices=("text", "jsonl"), default="text", help="default: %(default)s")
    find.set_defaults(run=_find)

    lint = commands.add_parser("lint", help="report what is wrong with the URLs", description=_lint.__doc__)
    _add_paths(lint)
    lint.add_argument("--format", choices=("text", "json", "jsonl"), default="text", help="default: %(default)s")
    lint.add_argument("--profile", choices=("rfc1738", "rfc3986", "whatwg"), help="default: rfc3986")
    lint.add_argument("--select", action="append", metavar="CODES", help="run only these rules: codes or prefixes")
    lint.add_argument("--extend-select", action="append", metavar="CODES", help="run these rules too")
    lint.add_argument("--ignore", action="append", metavar="CODES", help="leave these rules out")
    lint.add_argument("--show-secrets", action="store_true", help="do not hide passwords")
    lint.set_defaults(run=_lint)

    explain = commands.add_parser("explain", help="explain one rule", description=_explain.__doc__)
    explain.add_argument("code", metavar="CODE")
    explain.set_defaults(run=_explain)

    rules = commands.add_parser("rules", help="list all rules", description=_rules.__doc__)
    rules.set_defaults(run=_rules)
    return parser


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
    from urlmend.linter import lint
    from urlmend.secrets import redact
    from urlmend.selection import select_rules

    config = _config()
    scanning = _scan_options(options, config)
    profile = options.profile or config.profile
    rules = select_rules(
        _codes(options.select) or config.select,
        [*config.extend_select, *_codes(options.extend_select)],
        [*config.ignore, *_codes(options.ignore)],
    )
    show = str if options.show_secrets else redact

    def report(document: Document) -> Iterator[str]:
        urls = scan(document, scanning)
        findings = lint(document, urls, rules, profile, show_secrets=options.show_secrets)
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
