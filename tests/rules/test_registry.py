"""Declaration of rules."""

import pytest

from urlmend.rules import RULES, registry
from urlmend.rules.registry import Example, examples, rule


@pytest.fixture(autouse=True)
def no_rules(monkeypatch):
    monkeypatch.setattr(registry, "RULES", {})


def test_function_becomes_rule():
    @rule("URL999", "info", default=False)
    def too_long(case):
        """A URL is too long.

        Nobody reads it.
        """

    declared = registry.RULES["URL999"]
    assert (declared.name, declared.severity, declared.default_profiles) == ("too-long", "info", ())
    assert declared.summary == "A URL is too long."
    assert declared.page == "A URL is too long.\n\nNobody reads it."
    assert declared.profiles == registry.PROFILES
    assert not declared.applies_to_ordinary


def test_duplicate_code_is_an_error():
    def check(case):
        """Something."""

    rule("URL999", "info")(check)
    with pytest.raises(ValueError, match="URL999 is declared twice"):
        rule("URL999", "info")(check)


def test_missing_docstring_is_an_error():
    with pytest.raises(AssertionError, match="URL999 has no docstring"):
        rule("URL999", "info")(lambda case: iter(()))


def test_examples_have_a_profile():
    @rule("URL999", "info", profiles=("rfc1738",))
    def something(case):
        """Something.

        ```bad
        a

        b
        ```

        ```good rfc3986 flowed
        c
        ```

        ```fixed
        d
        ```
        """

    found = examples(registry.RULES["URL999"])
    assert found == [
        Example("bad", "a\n\nb\n", "rfc1738", ""),
        Example("good", "c\n", "rfc3986", "yes"),
        Example("fixed", "d\n", "rfc1738", ""),
    ]


STATES = [("URL101", "on by default"), ("URL601", "off by default"), ("URL301", "on in rfc1738"), ("URL412", "on in")]


@pytest.mark.parametrize(("code", "state"), STATES)
def test_state(code, state):
    assert RULES[code].state.startswith(state)
