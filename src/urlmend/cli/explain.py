"""`urlmend explain`: print the documentation of one rule."""

from __future__ import annotations

import argparse

from urlmend._lib.sanitize import printable
from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.redaction.console import say

_FIX = {"safe": "fixed by --fix", "unsafe": "fixed by --fix --unsafe-fixes", "": "no automatic fix"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("code", metavar="CODE", help="code of a rule, such as URL205")


def run(options: argparse.Namespace) -> int:
    """Explain one rule: what it reports, why, examples, and the section of the specification."""
    from urlmend.rules import RULES
    from urlmend.settings.config import did_you_mean
    from urlmend.settings.rule_selection import known_rules

    code, known = options.code.upper(), RULES
    if code not in known:  # only rules of plugins need the settings, which may have errors
        config, path = input_options.settings()
        known = known_rules(config.plugins, path)
    rule = known.get(code)
    if rule is None:
        say(f"unknown rule {options.code!r}{did_you_mean(code, known)}")
        return FAILED
    state = rule.state
    if rule.whatwg_severity != rule.severity and "whatwg" in rule.profiles:
        state = f"{rule.whatwg_severity} in whatwg, {state}"
    profiles = ", ".join(rule.profiles)
    print(f"{rule.code} {rule.name} ({rule.severity}, {state}; {_FIX[rule.fix]}; profiles: {profiles})\n")
    print("\n".join(printable(line) for line in rule.page.split("\n")))
    return CLEAN
