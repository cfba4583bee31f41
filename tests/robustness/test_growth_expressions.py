"""No regular expression of the package takes more steps than the text has characters, times some constant."""

import re
from pathlib import Path
from re import _parser

import pytest

from attacks import attacks
from steps import LINEAR, ONE, Matcher, TooManyStepsError, compiled, deep, expressions, modules

SOURCES = {module.__name__: Path(module.__file__).read_text("utf-8") for module in modules()}
METHODS = "match|search|fullmatch|finditer|findall|sub|split"


@pytest.fixture(autouse=True)
def _deep():
    with deep():
        yield


def used(name, module):
    """How a module calls an expression."""
    return set(re.findall(rf"\b{name}(?:\[[^\]\n]*\])?\.({METHODS})\(", SOURCES[module]))


def every_expression():
    """Each expression once, with how it is called: name -> (expression, whether it is searched, and must fit all)."""
    found = {}
    for name, value, _, _ in expressions(modules()):
        module, _, variable = name.rpartition(".")
        calls = used(variable.partition("[")[0], module)
        known = found.setdefault(id(value), (name, value, set()))
        known[2].update(calls)
    return {name: (compiled(value), calls or {"match"}) for name, value, calls in found.values()}


EVERY = every_expression()
# How often what repeats itself is repeated; beyond the bounds that most expressions have.
LENGTH = 64
# These repeat something up to a bound that is beyond LENGTH: how long a text is linear.
BOUNDS = {
    "urlmend.finder.line_breaks._ANY_LINE": 120,
    "urlmend.redaction.detect._BROKEN_PASSWORD": 400,
    "urlmend.finder.fast.clean._CLEAN": 400,
    "urlmend.finder.fast.patterns.WHOLE_AND_CLEAN": 400,
    "urlmend.linting.rule_index._ORDINARY_AUTHORITY": 400,
}


def taken(matcher, calls, text):
    """How many steps the calls take on a text, at most."""
    most = 0
    for call in calls:
        matcher.steps = at = 0
        if call == "search":
            while at <= len(text) and (span := matcher.search(text, at, len(text))):
                at = span[1] + (span[0] == span[1])
        else:
            matcher.match(text, 0, len(text), full=call == "fullmatch")
        most = max(most, matcher.steps)
    return most


@pytest.mark.parametrize("name", EVERY)
def test_four_times_the_text_takes_four_times_the_steps(name):
    pattern, calls = EVERY[name]
    matcher = Matcher(pattern)
    calls = {call if call in ("match", "fullmatch") else "search" for call in calls}
    length = max(LENGTH, BOUNDS.get(name, 0))
    for before, pump, after in attacks(pattern):
        short, long = (taken(matcher, calls, before + pump * count + after) for count in (length, 4 * length))
        assert long < LINEAR * short + 100, (before, pump, after)


def test_there_are_expressions():
    assert len(EVERY) > 200
    assert {"urlmend.uri.rfc3986._COMPONENTS", "urlmend.mail.mailbox._SEPARATOR"} < set(EVERY)


SQUARES = [
    r"a*a*b",
    r"(?:a+)+$",
    r"<[^>]*>",
    r"[a-z]+:",
    r"[ \t]+$",
    r"(?=[^x]*[^ ]x)a",
    r"From .*?[0-9]:[0-9].*19.*\n",
    r"=\s*[\"']?\s*[0-9]",
]


@pytest.mark.parametrize("source", SQUARES)
def test_what_grows_with_the_square_would_be_found(source):
    pattern = re.compile(source)
    matcher = Matcher(pattern)

    def grows(before, pump, after):
        short, long = (taken(matcher, {"search"}, before + pump * count + after) for count in (8, 32))
        return long > LINEAR * short + 100

    with pytest.raises((AssertionError, TooManyStepsError)):  # whichever comes first
        assert not any(grows(*attack) for attack in attacks(pattern))


def possessive_groups(tree):
    """What is repeated possessively and is more than one character, wherever in an expression."""
    for name, argument in tree:
        if str(name) == "POSSESSIVE_REPEAT" and not (len(argument[2]) == 1 and str(argument[2][0][0]) in ONE):
            yield argument
        for part in argument if isinstance(argument, tuple | list) else [argument]:
            for piece in part if isinstance(part, list) else [part]:
                if isinstance(piece, _parser.SubPattern):
                    yield from possessive_groups(piece)


@pytest.mark.parametrize("name", EVERY)
def test_no_group_is_repeated_possessively(name):
    """Python before 3.11.5 gives wrong matches for these; an atomic group around the usual repetition is right."""
    assert list(possessive_groups(_parser.parse(EVERY[name][0].pattern, EVERY[name][0].flags & ~re.DEBUG))) == []


def test_possessive_groups_are_seen():
    assert list(possessive_groups(_parser.parse(r"a(?>(?:b(?:cd)*+))|(?=(?:ef|g)?+)"))) != []
    assert list(possessive_groups(_parser.parse(r"[ab]*+a++(?>(?:b|c)*)"))) == []
