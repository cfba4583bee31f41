"""`urlmend rules`: list all rules, one a line."""

from __future__ import annotations

import argparse

from urlmend.cli import CLEAN
from urlmend.cli import input_options as sources


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options: the command has none."""


def run(_: argparse.Namespace) -> int:
    """List all rules, a line each: also those of plugins that the settings name."""
    from urlmend.settings.rule_selection import known_rules

    config, path = sources.settings()
    for code, rule in sorted(known_rules(config.plugins, path).items()):
        state = "on" if rule.default else "off"
        fix = f"fix:{rule.fix}" if rule.fix else "-"
        profiles = ",".join(rule.profiles)
        print(f"{code} {rule.name:28} {rule.severity:8} {state:4} {profiles:23} {fix:11} {rule.summary}")
    return CLEAN
