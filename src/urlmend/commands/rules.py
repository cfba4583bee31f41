"""`urlmend rules`."""

from __future__ import annotations

import argparse

from urlmend.commands import CLEAN


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command has none."""


def run(_: argparse.Namespace) -> int:
    """List all rules, a line each."""
    from urlmend.rules import RULES

    for code, rule in sorted(RULES.items()):
        state = "on" if rule.default else "off"
        fix = f"fix:{rule.fix}" if rule.fix else "-"
        profiles = ",".join(rule.profiles)
        print(f"{code} {rule.name:28} {rule.severity:8} {state:4} {profiles:23} {fix:11} {rule.summary}")
    return CLEAN
