"""The command line: arguments, exit status."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    from urlmend.baseline import Baseline
    from urlmend.model import Finding
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
    parser.add_argument("--baseline", metavar="FILE", help="leave out the findings that this file agrees to")
    parser.add_argument("--update-baseline", action="store_true", help="write the findings to the baseline")
    parser.add_argument("--show-secrets", action="store_true", help="do not hide passwords")
    parser.add_argument("--show-settings", action="store_true", help="print the settings in force, and do nothing else")


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
    config, path = _config()
    scanning = _scan_options(options, config)

    def report(document: Document) -> Iterator[str]:
        urls = (url for url in scan(document, scanning) if url.scheme or url.form == "schemeless")
        if options.format == "jsonl":
            from urlmend.reports import jsonl

            return jsonl.urls(document, urls)
        return text_report.urls(urls)

    _, failed = _run(options, config, path, report)
    return FAILED if failed else CLEAN


def _lint(options: argparse.Namespace) -> int:
    """Report what is wrong with the URLs."""
    config, path = _config()
    profile = options.profile or config.profile
    select = tuple(_codes(options.select)) or config.select
    extend_select = (*config.extend_select, *_codes(options.extend_select))
    ignore = (*config.ignore, *_codes(options.ignore))
    settings = config._replace(profile=profile, select=select, extend_select=extend_select, ignore=ignore)
    if select or extend_select or ignore or config.allow or config.severity or config.per_file_ignores:
        from urlmend.selection import check_codes, select_rules

        # A wrong code is an error, whatever there is to lint.
        check_codes(config, path)
        select_rules(select, extend_select, ignore)
    if options.show_settings:
        return _show(settings, path)
    scanning = _scan_options(options, config)
    baseline = _baseline(options, config, path)

    def report(document: Document) -> Iterator[str]:
        urls = scan(document, scanning)
        if baseline:
            baseline.visit(document.name)
        # No rule that is on by default speaks of clean URLs: a clean file must not pay for loading them.
        quiet = not (select or extend_select) and "urlmend:" not in document.text
        if quiet and all(is_clean(url, document.text) for url in urls):
            return iter(())
        from urlmend.linter import lint
        from urlmend.secrets import redact

        show = str if options.show_secrets else redact
        findings = lint(
            document,
            urls,
            _rules_for(document.name, settings, path),
            profile,
            severities=config.severity,
            allow=config.allow,
            show_secrets=options.show_secrets,
        )
        if baseline:
            findings = _beyond(baseline, document.name, findings)
        if options.format == "text":
            return text_report.findings(document, findings)
        from urlmend.reports import jsonl

        return jsonl.findings(document, findings, show)

    frame = {"before": "[\n", "between": ",\n", "after": "\n]\n"} if options.format == "json" else {}
    found, failed = _run(options, config, path, report, **frame)
    if baseline and options.update_baseline:
        baseline.write()
    elif baseline:
        for entry in baseline.gone():
            _fail(f"{entry.file}: {entry.code} of the baseline no longer occurs: {entry.url}")
    return FAILED if failed else FOUND if found else CLEAN


def _rules_for(name: str, settings: Config, path: str) -> list[Rule]:
    from urlmend.selection import ignored_for, select_rules

    ignored = ignored_for(name, settings, os.path.dirname(path)) if settings.per_file_ignores and name != STDIN else ()
    return _selected(select_rules, settings.select, settings.extend_select, (*settings.ignore, *ignored))


@cache
def _selected(
    select_rules: Callable[..., list[Rule]], select: tuple[str, ...], extend: tuple[str, ...], ignore: tuple[str, ...]
) -> list[Rule]:
    return select_rules(select, extend, ignore)


def _baseline(options: argparse.Namespace, config: Config, path: str) -> Baseline | None:
    """The baseline that the command line or the settings name, read unless it is to be made anew."""
    name = options.baseline or (config.baseline and os.path.join(os.path.dirname(path), config.baseline))
    if not name:
        if options.update_baseline:
            raise ConfigError("--update-baseline needs --baseline FILE, or the setting")
        return None
    from urlmend.baseline import Baseline

    baseline = Baseline(name)
    if not options.update_baseline or os.path.exists(name):
        baseline.read()
    return baseline


def _beyond(baseline: Baseline, name: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that the baseline does not hold."""
    from urlmend.secrets import redact

    return (finding for finding in findings if not baseline.holds(name, finding.code, redact(finding.url.text)))


def _show(settings: Config, path: str) -> int:
    """Print the settings in force, as a settings file would have them."""
    import json

    print(f"# {path or 'no settings file'}")
    for field, value in settings._asdict().items():
        key = field.replace("_", "-")
        if isinstance(value, Mapping):
            print(
                f"{key} = {{{', '.join(f'{json.dumps(name)} = {json.dumps(item)}' for name, item in value.items())}}}"
            )
        else:
            print(f"{key} = {json.dumps(value)}")
    return CLEAN


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


def _config() -> tuple[Config, str]:
    """The settings of the project around the current folder, and the file that they are from ("" if there is none)."""
    path = find_config(os.getcwd())
    return (load(path), path) if path else (Config(), "")


def _scan_options(options: argparse.Namespace, config: Config) -> Options:
    extra = frozenset(scheme.lower() for scheme in (*config.extend_schemes, *(options.scheme or ())))
    return Options(SchemeTable(extra), config.schemeless if options.schemeless is None else options.schemeless)


def _codes(given: list[str] | None) -> list[str]:
    return [code.strip() for item in given or () for code in item.split(",") if code.strip()]


def _run(
    options: argparse.Namespace,
    config: Config,
    path: str,
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
    reading = Reading(options.input, options.headers, config.exclude, os.path.dirname(path))
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
