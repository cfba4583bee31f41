"""Rules are selected by codes and prefixes."""

import pytest

from tables import each_row
from urlmend.rules import RULES
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.rule_selection import rules_of

DEFAULT = {code for code, rule in RULES.items() if "rfc3986" in rule.default_profiles}
FAMILY = {code for code in RULES if code.startswith("URL5")}


def codes(**options):
    return [rule.code for rule in rules_of(Config(**options))]


SELECTIONS = [
    ({}, DEFAULT),
    ({"select": ["ALL"]}, set(RULES)),
    ({"select": ["all"]}, set(RULES)),
    ({"select": ["URL"]}, set(RULES)),
    ({"select": ["URL5"]}, FAMILY),
    ({"select": ["URL501"]}, {"URL501"}),
    ({"select": ["url501", "URL106"]}, {"URL501", "URL106"}),
    ({"select": ["URL501"], "extend_select": ["URL503"]}, {"URL501", "URL503"}),
    ({"extend_select": ["URL503"]}, DEFAULT | {"URL503"}),
    ({"ignore": ["URL5"]}, DEFAULT - FAMILY),
    ({"ignore": ["ALL"]}, set()),
    ({"select": ["URL5"], "ignore": ["URL501"]}, FAMILY - {"URL501"}),
    ({"extend_select": ["URL503"], "ignore": ["URL503"]}, DEFAULT - {"URL503"}),
]


@each_row(("options", "expected"), SELECTIONS)
def test_rules_are_selected_by_codes_and_prefixes(options, expected):
    assert codes(**options) == sorted(expected)


@each_row("option", ["select", "extend_select", "ignore"])
def test_an_unknown_code_is_an_error_that_suggests_the_nearest(option):
    with pytest.raises(ConfigError, match="unknown rule 'URL5011'; did you mean 'URL501'"):
        rules_of(Config(**{option: ["URL5011"]}))


@each_row("code", ["X", "URL9", "501", "", " "])
def test_a_code_that_matches_no_rule_is_an_error(code):
    with pytest.raises(ConfigError, match="unknown rule"):
        rules_of(Config(select=[code]))


def test_some_rules_are_off_by_default():
    assert DEFAULT
    assert set(RULES) > DEFAULT
