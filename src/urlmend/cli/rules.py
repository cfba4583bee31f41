"""`urlmend rules`: list all rules, one per line."""

from __future__ import annotations

import json

from urlmend.cli import CLEAN, input_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from urlmend.rules import Rule


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
        for rule in rules:
            print(_line(rule))
    return CLEAN


def _line(rule: Rule) -> str:
    state = rule.state.removesuffix(" by default").removeprefix("on in ")
    fix = f"fix:{rule.fix}" if rule.fix else "-"
    profiles = ",".join(rule.profiles)
    return f"{rule.code} {rule.name:28} {rule.severity:8} {state:8} {profiles:23} {fix:11} {rule.summary}"


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
