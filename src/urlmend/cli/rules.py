"""`urlmend rules`: list all rules, one per line."""

from __future__ import annotations

import argparse

from urlmend.cli import CLEAN, input_options


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options: the command has none."""


def run(_: argparse.Namespace) -> int:
    """List all rules, one per line, including those of plugins that the settings name."""
    from urlmend.settings.rule_selection import known_rules

    config, path = input_options.settings()
    for code, rule in sorted(known_rules(config.plugins, path).items()):
        state = rule.state.removesuffix(" by default").removeprefix("on in ")
        fix = f"fix:{rule.fix}" if rule.fix else "-"
        profiles = ",".join(rule.profiles)
        print(f"{code} {rule.name:28} {rule.severity:8} {state:8} {profiles:23} {fix:11} {rule.summary}")
    return CLEAN
