"""Patterns that are compiled when they are first used."""

import re

import pytest

from urlmend._lib.lazy_regex import lazy


def test_a_lazy_pattern_does_what_a_compiled_one_does():
    pattern = lazy(r"(a)(?P<name>B)", re.IGNORECASE)
    assert pattern.match("ABx").group("name") == "B"
    assert pattern.search("xab").start() == 1
    assert pattern.fullmatch("abx") is None
    assert [match.start() for match in pattern.finditer("abab")] == [0, 2]
    assert pattern.sub("c", "xaby") == "xcy"
    assert pattern.pattern == r"(a)(?P<name>B)"
    assert pattern.split("1ab2") == ["1", "a", "b", "2"]


def test_an_error_in_it_shows_on_first_use():
    pattern = lazy("(")
    with pytest.raises(re.error):
        pattern.match("a")
