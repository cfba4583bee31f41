"""`urlmend rules`: list all rules, one per line."""

from __future__ import annotations

import json
import sys
from textwrap import fill

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.terminal import columns, is_terminal
from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.cli.option_table import choice, settings_options

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from urlmend.rules import Rule
    from urlmend.settings.config import Config

# The cells that a terminal must have for the summary, if it is to be on the same line.
_MIN_SUMMARY = 40
OPTIONS = {
    "": {
        "--format": choice(("text", "json"), "output format; default: text", default="text"),
        **settings_options("the current folder"),
    }
}
_FIELDS = ("code", "name", "summary", "severity", "enabled", "profiles", "default_profiles", "fix", "plugin", "page")


def run(options: argparse.Namespace) -> int:
    """List all rules, also those of plugins, one per line, with severity and state (on or off) by the settings."""
    from urlmend.settings.rule_selection import faults_of_codes, known_rules

    config, path = input_options.settings(options)
    rules = [rule for _, rule in sorted(known_rules(config.plugins, path).items())]
    faults = list(faults_of_codes(config))
    if faults:  # the list shows which codes there are
        from urlmend.cli.setting_errors import say_errors
        from urlmend.settings.loading import config_error

        say_errors(config_error(path, faults))
        config, path = config._replace(select=(), extend_select=(), ignore=(), severity={}), ""
    states = list(_states(rules, config))
    if options.format == "json":
        rows = ",\n".join(json.dumps(_row(*state)) for state in states)
        print(f"[\n{rows}\n]")
    else:
        width = columns() if is_terminal(sys.stdout) else None
        for rule, severity, is_on in states:
            by_default = rule.state.removesuffix(" by default").removeprefix("on in ").replace(", ", ",")
            state = ("on" if is_on else "off") if path else by_default
            print(_line(rule, severity, state, width))
    return FAILED if faults else CLEAN


def _states(rules: Sequence[Rule], config: Config) -> Iterator[tuple[Rule, str, bool]]:
    """Yield each rule with its severity by the settings, and whether it runs."""
    from urlmend.linting.linter import Linter
    from urlmend.settings.rule_selection import rules_of

    selected = {rule.code for rule in rules_of(config)}
    severities = Linter(rules, config.profile, severities=config.severity).severities
    for rule in rules:
        is_on = rule.code in selected and rule.code in severities  # which has those of the profile
        yield rule, severities.get(rule.code, rule.severity), is_on


def _line(rule: Rule, severity: str, state: str, width: int | None) -> str:
    """Return the line of a rule; in a terminal of this width, its summary may continue on further lines."""
    fix = f"fix:{rule.fix}" if rule.fix else "-"
    profiles = ",".join(rule.profiles)
    start = f"{rule.code} {rule.name:28} {severity:8} {state:14}"
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


def _row(rule: Rule, severity: str, is_on: bool) -> dict[str, object]:
    """Return the fields of a rule; `fix` is `safe`, `unsafe` or empty, `plugin` empty for built-in rules."""
    in_effect = {"severity": severity, "enabled": is_on}
    return {name: in_effect[name] if name in in_effect else getattr(rule, name) for name in _FIELDS}
