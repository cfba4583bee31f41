"""`urlmend explain`: print the documentation of rules."""

from __future__ import annotations

from textwrap import fill
from urllib.parse import urljoin

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.paragraphs import is_laid_out
from urlmend._lib.sanitize import printable
from urlmend._lib.terminal import columns
from urlmend.cli import CLEAN, FAILED, input_options
from urlmend.cli.option_table import settings_options, value
from urlmend.model.finding import DEFAULT_PROFILE
from urlmend.redaction.console import say
from urlmend.rules.registry import examples, selects

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from urlmend.rules import Rule

OPTIONS = {
    "": {
        "codes": value("CODE", "code or name of a rule, or prefix of codes: URL205, URL5, ALL", nargs="+"),
        **settings_options("the current folder"),
    }
}
_FIX = {"safe": "fixed by --fix", "unsafe": "fixed by --fix --unsafe-fixes", "": "no automatic fix"}
_HEADINGS = {"bad": "Reported", "fixed": "Fixed", "good": "Not reported"}
# Links, and code, whose links are examples.
_LINK = lazy(r"`[^`]*`|\[([^\[\]]++)\]\(([^()]++)\)")


def run(options: argparse.Namespace) -> int:
    """Explain rules: what each reports, why, examples, and the section of the specification."""
    from urlmend.rules import RULES
    from urlmend.settings.rule_selection import known_rules, unknown_rule

    known: Mapping[str, Rule] = RULES
    named = {word: _named(word, known) for word in options.codes}
    if not all(named.values()):  # only rules of plugins need the settings, which may have errors
        config, path = input_options.settings(options)
        known = known_rules(config.plugins, path)
        named = {word: _named(word, known) for word in options.codes}
    rules = {rule.code: rule for found in named.values() for rule in found}
    if rules:
        print("\n\n".join(map(_page, rules.values())))
    for word in (word for word, found in named.items() if not found):
        say(unknown_rule(word, known))
    return CLEAN if all(named.values()) else FAILED


def _named(word: str, known: Mapping[str, Rule]) -> list[Rule]:
    """Return the rules with a name or code, or whose codes begin so, sorted; all for `ALL`."""
    return [rule for _, rule in sorted(known.items()) if word and selects(word, rule)]


def _page(rule: Rule) -> str:
    """Return the page of a rule, wrapped to the width of the terminal."""
    state = rule.state
    if rule.whatwg_severity != rule.severity and "whatwg" in rule.profiles:
        state = f"{rule.whatwg_severity} in whatwg; {state}"
    profiles = ", ".join(rule.profiles)
    facts = _wrapped(f"{rule.severity}; {state}; {_FIX[rule.fix]}; profiles: {profiles}")
    text = _LINK.sub(
        lambda link: f"{link[1]} ({urljoin(rule.address, link[2])})" if link[1] else link[0], rule.explanation
    )
    blocks = [f"{rule.code} {rule.name}\n{facts}"]
    blocks += map(_wrapped, filter(None, [rule.summary, *text.split("\n\n")]))
    for example in examples(rule):
        profile = f" ({example.profile})" if example.profile != DEFAULT_PROFILE else ""
        lines = "\n".join(line and f"    {printable(line)}" for line in example.text.rstrip("\n").split("\n"))
        blocks.append(f"{_HEADINGS[example.kind]}{profile}:\n{lines}")
    if rule.address:
        blocks.append(rule.address)
    return "\n\n".join(blocks)


def _wrapped(paragraph: str) -> str:
    """Return a paragraph in lines as wide as the terminal; lists and tables, as plugins may have, stay as they are."""
    if is_laid_out(paragraph):
        return "\n".join(map(printable, paragraph.split("\n")))
    return fill(printable(paragraph.replace("\n", " ")), columns(), break_long_words=False, break_on_hyphens=False)
