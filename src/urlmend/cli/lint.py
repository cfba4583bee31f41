"""`urlmend lint`: what is wrong with the URLs, and the mending of it."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain

from urlmend._lib.sanitize import printable
from urlmend.cli import CLEAN, FAILED, FOUND
from urlmend.cli import input_options as sources
from urlmend.cli.input_options import InputFiles
from urlmend.cli.statistics import Tally
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.finding import COMMENT_MARK, PROFILES, Result
from urlmend.redaction.console import say
from urlmend.redaction.redact import redact
from urlmend.reports import ReportStyle
from urlmend.reports.formats import FORMATS, report
from urlmend.settings.config import Config, ConfigError
from urlmend.sources.paths import STDIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from urlmend.linting.baseline import Baseline
    from urlmend.linting.git_changes import Changes


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    sources.add_options(parser)
    rules = add_rule_options(parser)
    rules.add_argument("--baseline", metavar="FILE", help="leave out the findings that this file agrees to")
    rules.add_argument("--update-baseline", action="store_true", help="write the findings to the baseline")
    rules.add_argument("--since", metavar="REV", help="only lines that changed since a revision of git")
    rules.add_argument("--show-settings", action="store_true", help="print the settings in force, and do nothing else")
    mending = parser.add_argument_group("mending")
    mending.add_argument("--fix", action="store_true", help="mend what can be mended safely")
    mending.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    mending.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: mend by guessing too")
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, help="of the report; default: text, on GitHub Actions github")
    output.add_argument("--output", metavar="FILE", help="write the report to a file")
    output.add_argument("--show-source", action="store_true", help="with text: show the lines too")
    output.add_argument("--statistics", action="store_true", help="print how many findings each rule has, and no more")
    output.add_argument("--quiet", action="store_true", help="no summary")
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 even if there are findings")
    output.add_argument("--show-secrets", action="store_true", help="do not hide passwords")


def add_rule_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:  # it has no public name
    """The options that choose rules; the group that they are in."""
    rules = parser.add_argument_group("rules")
    rules.add_argument("--profile", choices=PROFILES, help="the specification to hold URLs against; default: rfc3986")
    rules.add_argument("--select", action="append", metavar="CODES", help="run only these rules: codes or prefixes")
    rules.add_argument("--extend-select", action="append", metavar="CODES", help="run these rules too")
    rules.add_argument("--ignore", action="append", metavar="CODES", help="leave these rules out")
    return rules


def run(options: argparse.Namespace) -> int:
    """Report what is wrong with the URLs, and mend it if that is asked for."""
    config, path = sources.settings()
    settings = overridden(config, options)
    _check(options)
    check_settings(config, path)
    if options.show_settings:
        return _show(settings, path)
    return Run(options, settings, path).status()


def overridden(config: Config, options: argparse.Namespace) -> Config:
    """The settings, with what the command line says."""
    return config._replace(
        profile=options.profile or config.profile,
        select=tuple(_codes(options.select)) or config.select,
        extend_select=(*config.extend_select, *_codes(options.extend_select)),
        ignore=(*config.ignore, *_codes(options.ignore)),
    )


def _codes(given: list[str] | None) -> list[str]:
    return [code.strip() for item in given or () for code in item.split(",") if code.strip()]


def _check(options: argparse.Namespace) -> None:
    """Raises ConfigError for options that make no sense together."""
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise ConfigError("--unsafe-fixes needs --fix or --diff")
    if options.since is not None and not options.paths:
        raise ConfigError("--since needs a path, such as '.': git knows nothing of standard input")
    if options.statistics and options.format not in (None, "text"):
        raise ConfigError("--statistics is a format of its own: leave out --format")
    if options.diff and (options.output or options.format not in (None, "text")):
        raise ConfigError("--diff prints differences alone: leave out --output and --format")
    if options.output and os.path.realpath(options.output) in map(os.path.realpath, options.paths):
        raise ConfigError(f"{options.output}: is to be read, so no report can be written there")


def check_settings(config: Config, path: str) -> None:
    """Raises ConfigError for codes in a settings file that fit no rule, and plugins that cannot be used."""
    codes = (config.select, config.extend_select, config.ignore, config.per_file_ignores, config.allow, config.severity)
    if config.plugins or any(codes):
        from urlmend.settings.rule_selection import check_codes

        check_codes(config, path)


def _show(settings: Config, path: str) -> int:
    """Print the settings in force, as a settings file would have them."""
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
    """One run: what is linted, mended, reported and counted."""

    def __init__(self, options: argparse.Namespace, settings: Config, path: str) -> None:
        """Take the command line, the settings in force, and the file that they are from."""
        self._options = options
        self._source = InputFiles(options, settings, path)
        agreed = _baseline_file(options, settings, path)
        if agreed:  # it has the very URLs that it agrees to
            reading = self._source.reading
            self._source.reading = reading._replace(skip=reading.skip | sources.output_paths(agreed))
        self._tally = Tally()
        self._linter = ProjectLinter(
            settings,
            os.path.dirname(path),
            sources.url_options(options, settings),
            show_secrets=options.show_secrets,
            baseline=_baseline(options, agreed),
            changes=_changes(options),
        )

    def status(self) -> int:
        """Do it all; the exit status."""
        options, tally = self._options, self._tally
        results = tally.counted(self._mended() if self._mending else self._checked())
        with self._output() as out:
            if options.statistics:
                tally.write_statistics(results, out)
            elif options.diff:
                deque(results, maxlen=0)
            else:
                report(self._format())(results, out, self._style(out))
        self._finish_baseline()
        if not options.quiet and (summary := self._summary()):
            say(summary)
        if self._source.failed:
            return FAILED
        found = tally.fixed if options.diff else tally.codes or tally.fixed
        return FOUND if found and not options.exit_zero else CLEAN

    def _summary(self) -> str:
        return self._tally.summary(mending=self._mending, written=not self._options.diff)

    @property
    def _mending(self) -> bool:
        return bool(self._options.fix or self._options.diff)

    def _checked(self) -> Iterator[Result]:
        if self._linter.lints_windows and not self._options.show_source:
            reading = self._source.reading
            self._source.reading = reading._replace(in_windows=True, read_fully_if_contains=COMMENT_MARK.encode())
        return chain.from_iterable(map(self._linter.results, self._source.documents()))

    def _mended(self) -> Iterator[Result]:
        from urlmend.fixing.fix_files import FileFixer

        source, tally = self._source, self._tally
        write = self._show_difference if self._options.diff else self._write
        unsafe = self._options.unsafe_fixes
        fixer = FileFixer(
            self._linter, source.reading, unsafe=unsafe, write=write, count=tally.add_fixed, fail=source.fail
        )
        return fixer.results(source.paths)

    def _show_difference(self, name: str, before: bytes, after: bytes) -> None:
        from urlmend.fixing.unified_diff import unified

        shown = self._source.reading.stdin_name if name == STDIN else name
        lines = unified(shown, before, after, show_secrets=self._options.show_secrets)
        sys.stdout.writelines(printable(line.rstrip("\n")) + "\n" if sys.stdout.isatty() else line for line in lines)

    def _write(self, name: str, _: bytes, after: bytes) -> None:
        if name == STDIN:
            sys.stdout.flush()
            sys.stdout.buffer.write(after)
            return
        from urlmend._lib.atomic_write import replace_file

        replace_file(name, after)

    @contextmanager
    def _output(self) -> Iterator[TextIO]:
        """Where the report goes: to a file, or to standard output unless the mended text does."""
        if self._options.output:
            from urlmend._lib.atomic_write import atomic_path

            try:
                with (
                    atomic_path(self._options.output) as name,
                    open(name, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as out,
                ):
                    yield out
            except OSError as error:
                raise ConfigError(f"{self._options.output}: {error.strerror}") from error
        elif self._options.fix and not self._options.diff and STDIN in self._source.paths:
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
        terminal = out.isatty() and environment.get("TERM") != "dumb"
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


def _baseline_file(options: argparse.Namespace, config: Config, path: str) -> str:
    """The baseline that the command line or the settings name; empty if there is none."""
    return options.baseline or (config.baseline and os.path.join(os.path.dirname(path), config.baseline)) or ""


def _baseline(options: argparse.Namespace, name: str) -> Baseline | None:
    """The baseline of a name, read unless it is to be made anew."""
    if not name:
        if options.update_baseline:
            raise ConfigError("--update-baseline needs --baseline FILE, or the setting")
        return None
    from urlmend.linting.baseline import Baseline

    baseline = Baseline(name)
    if not options.update_baseline or os.path.exists(name):
        baseline.read()
    return baseline


def _changes(options: argparse.Namespace) -> Changes | None:
    if options.since is None:
        return None
    from urlmend.linting.git_changes import Changes

    return Changes(options.since)
