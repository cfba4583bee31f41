"""Patterns that are compiled on first use."""

import re
import tracemalloc

import pytest

from urlmend._lib.lazy_regex import lazy, repeated


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


def test_repetitions_take_all_and_little_memory():
    at_least_none, at_least_one = (re.compile(repeated("ab?", least=least) + "(?=a?)") for least in (0, 1))
    assert at_least_none.match("b").end() == 0
    assert at_least_one.match("b") is None
    assert re.match(repeated("a") + "a", "a" * 1000) is None
    for expression in (at_least_none, at_least_one):
        text = "aba" * 100_000
        tracemalloc.start()
        try:
            assert expression.match(text).end() == len(text)
            assert tracemalloc.get_traced_memory()[1] < 500_000
        finally:
            tracemalloc.stop()
