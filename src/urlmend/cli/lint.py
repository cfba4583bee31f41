"""`urlmend lint`: report findings, and fix them."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain

from urlmend._lib.sanitize import printable
from urlmend.cli import CLEAN, FAILED, FOUND, input_options
from urlmend.cli.statistics import Tally
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.finding import COMMENT_MARK, PROFILES, SEVERITIES, Result
from urlmend.redaction.console import say
from urlmend.redaction.redact import redact
from urlmend.reports import ReportStyle
from urlmend.reports.formats import FORMATS, report
from urlmend.settings.config import Config, ConfigError, baseline_path
from urlmend.sources.paths import STDIN, form_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from urlmend.fixing.fixer import FixedFile
    from urlmend.linting.baseline import Baseline
    from urlmend.linting.git_changes import Changes


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    input_options.add_options(parser)
    rules = add_rule_options(parser)
    rules.add_argument("--baseline", metavar="FILE", help="suppress the findings recorded in FILE")
    rules.add_argument("--update-baseline", action="store_true", help="record the findings in the baseline")
    rules.add_argument("--since", metavar="REV", help="report only lines that changed since Git revision REV")
    rules.add_argument("--show-settings", action="store_true", help="print the settings in force and exit")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply safe fixes")
    fixes.add_argument("--fix-only", action="store_true", help="apply safe fixes, and report no findings that are left")
    fixes.add_argument("--diff", action="store_true", help="print the changes of --fix as a diff, and write no file")
    fixes.add_argument(
        "--unsafe-fixes",
        action="store_true",
        help="with --fix or --diff: also apply unsafe fixes, and print each guess",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format", choices=FORMATS, help="format of the report; default: text, or github on GitHub Actions"
    )
    output.add_argument("--output", metavar="FILE", help="write the report to FILE")
    output.add_argument("--show-source", action="store_true", help="with text: also print source lines")
    output.add_argument("--statistics", action="store_true", help="print only the number of findings of each rule")
    output.add_argument("--quiet", action="store_true", help="print no summary")
    output.add_argument(
        "--fail-on",
        choices=SEVERITIES,
        help="exit with 1 if there are findings of this severity or a higher one; default: warning",
    )
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 even if there are findings")
    output.add_argument("--show-secrets", action="store_true", help="do not hide passwords and other secrets")


def add_rule_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:  # it has no public name
    """Add the options that select rules, and return their group."""
    rules = parser.add_argument_group("rules")
    rules.add_argument("--profile", choices=PROFILES, help="specification to check against; default: rfc3986")
    rules.add_argument("--select", action="append", metavar="CODES", help="run only these rules: codes or prefixes")
    rules.add_argument("--extend-select", action="append", metavar="CODES", help="also run these rules")
    rules.add_argument("--ignore", action="append", metavar="CODES", help="do not run these rules")
    return rules


def run(options: argparse.Namespace) -> int:
    """Report findings on the URLs; with --fix, apply safe fixes."""
    config, path = input_options.settings()
    settings = overridden(config, options)
    options.fix = options.fix or options.fix_only
    _check(options)
    check_settings(config, path)
    if options.show_settings:
        return _print_settings(settings, path)
    return Run(options, settings, path).status()


def overridden(config: Config, options: argparse.Namespace) -> Config:
    """Return the settings, with the options of the command line applied."""
    return config._replace(
        profile=options.profile or config.profile,
        fail_on=getattr(options, "fail_on", None) or config.fail_on,
        select=tuple(_codes(options.select)) or config.select,
        extend_select=(*config.extend_select, *_codes(options.extend_select)),
        ignore=(*config.ignore, *_codes(options.ignore)),
    )


def _codes(lists: list[str] | None) -> list[str]:
    return [code.strip() for item in lists or () for code in item.split(",") if code.strip()]


def _check(options: argparse.Namespace) -> None:
    """Raise ConfigError for options that exclude or require each other."""
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise ConfigError("--unsafe-fixes needs --fix or --diff")
    if options.since is not None and not options.paths:
        raise ConfigError("--since needs a path, such as '.': standard input has no Git history")
    if options.statistics and options.format not in (None, "text"):
        raise ConfigError("--statistics cannot be used with --format")
    if options.diff and (options.output or options.format not in (None, "text")):
        raise ConfigError("--diff cannot be used with --output or --format")
    if options.output and os.path.realpath(options.output) in map(os.path.realpath, options.paths):
        raise ConfigError(f"{options.output}: --output would overwrite an input file")


def check_settings(config: Config, path: str) -> None:
    """Raise ConfigError for codes in a settings file that match no rule, and plugins that cannot be loaded."""
    codes = (config.select, config.extend_select, config.ignore, config.per_file_ignores, config.allow, config.severity)
    if config.plugins or any(codes):
        from urlmend.settings.rule_selection import check_codes

        check_codes(config, path)


def _print_settings(settings: Config, path: str) -> int:
    """Print the settings in force in the format of a settings file."""
    import json

    print(f"# {path or 'no settings file'}")
    for field, value in settings._asdict().items():
        key = field.replace("_", "-")
        if isinstance(value, Mapping):
            rows = ", ".join(f"{json.dumps(name)} = {json.dumps(item)}" for name, item in value.items())
            print(redact(f"{key} = {{{rows}}}"))
        else:
            print(redact(f"{key} = {json.dumps(value)}"))
    return CLEAN


class Run:
    """One run: lints, fixes, reports and counts."""

    def __init__(self, options: argparse.Namespace, settings: Config, path: str) -> None:
        """Take the command line, the settings in force, and the path of their file."""
        self._options = options
        self._inputs = input_options.InputFiles(options, settings, path)
        baseline = options.baseline or baseline_path(settings, path)
        if baseline:  # it contains the URLs of its findings
            reading = self._inputs.reading
            self._inputs.reading = reading._replace(skip=reading.skip | input_options.output_paths(baseline))
        self._tally = Tally()
        self._fail_on = settings.fail_on
        self._linter = ProjectLinter(
            settings,
            os.path.dirname(path),
            input_options.url_options(options, settings),
            show_secrets=options.show_secrets,
            baseline=_baseline(options, baseline),
            changes=_changes(options),
            named=options.paths,
        )

    def status(self) -> int:
        """Run, and return the exit status."""
        options, tally = self._options, self._tally
        results = self._fixed() if self._fixing else self._linted()
        if not options.fix_only:
            results = tally.counted(results)
        with self._output() as out:
            if options.statistics:
                tally.write_statistics(results, out, self._linter.unattended.values())
            elif options.diff or options.fix_only:
                deque(results, maxlen=0)
            else:
                report(self._format())(results, out, self._style(out))
        self._finish_baseline()
        summary = tally.summary(fixing=self._fixing and not options.fix_only, written=not options.diff)
        if summary and not options.quiet:
            say(summary)
        if self._inputs.failed:
            return FAILED
        found = tally.fixed if options.diff else tally.reaches(self._fail_on) or tally.fixed
        return FOUND if found and not options.exit_zero else CLEAN

    @property
    def _fixing(self) -> bool:
        return bool(self._options.fix or self._options.diff)

    def _linted(self) -> Iterator[Result]:
        if self._linter.lints_windows and not self._options.show_source:
            reading = self._inputs.reading
            self._inputs.reading = reading._replace(in_windows=True, read_fully_if_contains=COMMENT_MARK.encode())
        found = chain.from_iterable(map(self._linter.results, self._inputs.documents()))
        shows_fixes = not self._options.quiet or self._format() != "text"
        return map(self._proven, found) if shows_fixes else found

    def _proven(self, result: Result) -> Result:
        """Return a result without the fixes that `--fix` and `--unsafe-fixes` would not apply."""
        if not any(finding.fix for finding in result.findings):
            return result
        from urlmend.fixing.fixer import proven

        return result._replace(findings=proven(*result, self._linter.find_options))

    def _fixed(self) -> Iterator[Result]:
        from urlmend.fixing.fix_files import FileFixer

        inputs = self._inputs
        write = self._print_diff if self._options.diff else self._write
        unsafe = self._options.unsafe_fixes
        fixer = FileFixer(
            self._linter, inputs.reading, unsafe=unsafe, write=write, count=self._add_fixed, fail=inputs.fail
        )
        return fixer.results(inputs.paths)

    def _add_fixed(self, fixed: FixedFile) -> None:
        """Count the fixes of a file, and print what its unsafe fixes guessed."""
        self._tally.add_fixed(fixed)
        for document, finding in fixed.guesses:
            place = document.locate(finding.spans[0])
            say(f"{document.name}:{place.line}:{place.column}: {finding.code} guessed: {finding.message}")

    def _print_diff(self, name: str, before: bytes, after: bytes) -> None:
        from urlmend.fixing.unified_diff import unified

        shown = self._inputs.reading.stdin_name if name == STDIN else name
        form = form_of(shown, before[:HEAD_SIZE], self._inputs.reading)
        if not self._options.show_secrets:
            shown = redact(shown)
        lines = unified(shown, before, after, form=form, show_secrets=self._options.show_secrets)
        sys.stdout.writelines(printable(line.rstrip("\n")) + "\n" if sys.stdout.isatty() else line for line in lines)

    def _write(self, name: str, before: bytes, after: bytes) -> None:
        if name == STDIN:
            sys.stdout.flush()
            sys.stdout.buffer.write(after)
            return
        from urlmend._lib.atomic_write import replace_file

        replace_file(name, before, after)

    @contextmanager
    def _output(self) -> Iterator[TextIO]:
        """Open the file of the report, or standard output; standard error if the fixed text goes to standard output."""
        if self._options.output:
            from urlmend._lib.atomic_write import atomic_text_file

            try:
                with atomic_text_file(self._options.output, "surrogateescape") as out:
                    yield out
            except OSError as error:
                raise ConfigError(f"{self._options.output}: {error.strerror}") from error
        elif self._options.fix and not self._options.diff and STDIN in self._inputs.paths:
            yield sys.stderr
        else:
            yield sys.stdout

    def _format(self) -> str:
        if self._options.format:
            return str(self._options.format)
        on_github = os.environ.get("GITHUB_ACTIONS") == "true" and not self._options.output
        return "github" if on_github else "text"

    def _style(self, out: TextIO) -> ReportStyle:
        options, environment = self._options, os.environ
        # `M-x compile` of an Emacs in a terminal passes on the name of that terminal, but shows no colours.
        in_compile = environment.get("INSIDE_EMACS", "").endswith(",compile")
        terminal = out.isatty() and environment.get("TERM") != "dumb" and not in_compile
        colour = (terminal or bool(environment.get("FORCE_COLOR"))) and not environment.get("NO_COLOR")
        return ReportStyle(
            show_secrets=options.show_secrets,
            colour=colour and not options.output,
            show_source=options.show_source,
        )

    def _finish_baseline(self) -> None:
        baseline = self._linter.baseline
        if baseline and self._options.update_baseline:
            baseline.write()
        elif baseline:
            for entry in baseline.no_longer_found():
                say(f"{entry.file}: {entry.code} of the baseline no longer occurs: {entry.url}")


def _baseline(options: argparse.Namespace, path: str) -> Baseline | None:
    """Return the baseline; it is read unless this run creates it."""
    if not path:
        if options.update_baseline:
            raise ConfigError("--update-baseline needs --baseline FILE, or the setting `baseline`")
        return None
    from urlmend.linting.baseline import Baseline

    baseline = Baseline(path, named_by_settings=not options.baseline)
    if not options.update_baseline or os.path.exists(path):
        baseline.read()
    return baseline


def _changes(options: argparse.Namespace) -> Changes | None:
    if options.since is None:
        return None
    from urlmend.linting.git_changes import Changes

    return Changes(options.since)
