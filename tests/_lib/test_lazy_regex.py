"""Patterns that are compiled on first use."""

import re

import pytest

from urlmend._lib.lazy_regex import lazy


def test_a_lazy_pattern_behaves_like_a_compiled_one():
    pattern = lazy(r"(a)(?P<name>B)", re.IGNORECASE)
    assert pattern.match("ABx").group("name") == "B"
    assert pattern.search("xab").start() == 1
    assert pattern.fullmatch("abx") is None
    assert [match.start() for match in pattern.finditer("abab")] == [0, 2]
    assert pattern.sub("c", "xaby") == "xcy"
    assert pattern.pattern == r"(a)(?P<name>B)"
    assert pattern.split("1ab2") == ["1", "a", "b", "2"]


def test_a_syntax_error_is_raised_on_first_use():
    pattern = lazy("(")
    with pytest.raises(re.error):
        pattern.match("a")
