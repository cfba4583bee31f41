"""`urlmend rules`: list all rules, one per line."""

from __future__ import annotations

import json
import sys
from textwrap import fill

from urlmend._lib.terminal import columns, is_terminal
from urlmend.cli import CLEAN, input_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from urlmend.rules import Rule

# The cells that a terminal must have for the summary, if it is to be on the same line.
_MIN_SUMMARY = 40


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format; default: text")
    input_options.add_settings_options(parser)


def run(options: argparse.Namespace) -> int:
    """List all rules, one per line, including those of plugins that the settings name."""
    from urlmend.settings.rule_selection import known_rules

    config, path = input_options.settings(options)
    rules = [rule for _, rule in sorted(known_rules(config.plugins, path).items())]
    if options.format == "json":
        rows = ",\n".join(json.dumps(_row(rule)) for rule in rules)
        print(f"[\n{rows}\n]")
    else:
        width = columns() if is_terminal(sys.stdout) else None
        for rule in rules:
            print(_line(rule, width))
    return CLEAN


def _line(rule: Rule, width: int | None) -> str:
    """Return the line of a rule; in a terminal of this width, its summary may continue on further lines."""
    state = rule.state.removesuffix(" by default").removeprefix("on in ").replace(", ", ",")
    fix = f"fix:{rule.fix}" if rule.fix else "-"
    profiles = ",".join(rule.profiles)
    start = f"{rule.code} {rule.name:28} {rule.severity:8} {state:14}"
    full = f"{start} {profiles:23} {fix:11} "
    if width is None:
        return full + rule.summary
    if width - len(full) >= _MIN_SUMMARY:
        return fill(rule.summary, width, initial_indent=full, subsequent_indent=" " * len(full))
    # Without the profiles, which `explain` prints, and with the summary on the next line.
    indent = " " * (len(rule.code) + 1)
    return f"{fill(f'{start} {fix}', width, subsequent_indent=indent)}\n" + fill(
        rule.summary, width, initial_indent=indent, subsequent_indent=indent
    )


def _row(rule: Rule) -> dict[str, object]:
    """Return the fields of a rule; `fix` is `safe`, `unsafe` or empty, `plugin` empty for built-in rules."""
    return {
        "code": rule.code,
        "name": rule.name,
        "summary": rule.summary,
        "severity": rule.severity,
        "profiles": rule.profiles,
        "default_profiles": rule.default_profiles,
        "fix": rule.fix,
        "plugin": rule.plugin,
        "page": rule.page,
    }
