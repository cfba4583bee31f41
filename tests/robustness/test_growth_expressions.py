"""The CPU time of each regular expression of the package grows linearly with the text, whatever is in it."""

import importlib
import pkgutil
import re
import re._constants as codes
from functools import cache
from pathlib import Path

import pytest

import growth
import urlmend
from attacks import attacks
from growth import NoEndError, assert_linear_on_attacks
from tables import each_row
from urlmend.finder import attached_markup
from urlmend.formats import literals, source_code
from urlmend.formats.languages import LANGUAGES

METHODS = "match|search|fullmatch|finditer|findall|sub|split"
PACKAGES = sorted(module.name for module in pkgutil.iter_modules(urlmend.__path__) if module.name != "__main__")


def is_expression(value):
    return isinstance(value, re.Pattern) or type(value).__name__ == "_Lazy"


def compiled(value):
    return value if isinstance(value, re.Pattern) else re.compile(*value._source)


def named_expressions(module):
    """The names and expressions of a module, in tables too."""
    for name, value in vars(module).items():
        if not name.startswith("__"):
            yield from expressions_in(name, value)


def expressions_in(name, value):
    """The expressions of a value, within lists, tuples and dictionaries, too."""
    if is_expression(value):
        yield name, value
    elif isinstance(value, dict | list | tuple):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from expressions_in(f"{name}[{key}]", item)


def methods(module, name):
    """The methods of an expression that a module calls."""
    name = re.escape(name.partition("[")[0])
    return set(re.findall(rf"\b{name}(?:\[[^\]\n]*\])?\.({METHODS})\(", Path(module.__file__).read_text("utf-8")))


def made_expressions():
    """The expressions that functions make of tables, and the methods that are called."""
    for language in LANGUAGES:
        yield f"urlmend.formats.source_code[{language.name}]", source_code._pattern(language), {"finditer"}
        if language.joining:
            for name, value in literals._patterns(language.name)._asdict().items():
                called = methods(literals, f"patterns.{name}") or {"finditer"}
                yield f"urlmend.formats.literals[{language.name}].{name}", value, called
    for delimiter in "/#|":
        yield f"urlmend.finder.attached_markup[{delimiter}]", attached_markup._opened(delimiter), {"finditer"}


@cache
def every_expression():
    """Each expression once, by its name, with the methods that are called."""
    found = {}
    names = [module.name for module in pkgutil.walk_packages(urlmend.__path__, "urlmend.")]
    for module in [importlib.import_module(name) for name in names if not name.endswith("__main__")]:
        for name, value in named_expressions(module):
            _, _, called = found.setdefault(id(value), (f"{module.__name__}.{name}", compiled(value), set()))
            called |= methods(module, name)
    for name, value, called in made_expressions():  # of which those of some languages are equal
        found.setdefault((value.pattern, value.flags, *sorted(called)), (name, value, called))
    return {name: (expression, called or {"match"}) for name, expression, called in found.values()}


LENGTH = 250


def is_bounded(expression):
    """Whether an expression repeats nothing without end: then it reads so many characters at each place at most."""
    return not any(map(_repeats, re._parser.parse(expression.pattern, expression.flags & ~re.DEBUG)))


def _repeats(part):
    """Whether a part of a parsed expression, however deep, may be repeated without end."""
    code, value = part
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT) and value[1] == codes.MAXREPEAT:
        return True
    return any(map(_repeats, _parts(value)))


def _parts(value):
    """The parsed parts within a value."""
    if isinstance(value, re._parser.SubPattern):
        return [*value]
    return [part for each in value for part in _parts(each)] if isinstance(value, list | tuple) else []


def using(expression, called):
    """What to measure: the methods on a text."""
    searched = called - {"match", "fullmatch"}

    def work(text):
        for method in called & {"match", "fullmatch"}:
            getattr(expression, method)(text)
        if searched:
            for _ in expression.finditer(text):
                pass

    return work


def encoding(expression):
    return str if isinstance(expression.pattern, str) else lambda text: text.encode("utf-8", "surrogatepass")


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_time_grows_linearly(package):
    prefix = f"urlmend.{package}."
    found = {name: value for name, value in every_expression().items() if name.startswith(prefix)}
    for name, (expression, called) in found.items():
        if is_bounded(expression):
            continue
        try:
            assert_linear_on_attacks(using(expression, called), attacks(), encoding(expression), LENGTH)
        except AssertionError as error:
            error.add_note(f"in {name}")
            raise


@pytest.mark.slow
@each_row("pattern", [r"[ \t]+$", r"\w+(?=@)"])
def test_expressions_that_take_quadratic_time_are_suspicious(monkeypatch, pattern):
    def measured_alone(*_):
        raise NoEndError

    monkeypatch.setattr(growth, "assert_linear", measured_alone)
    with pytest.raises(NoEndError):
        assert_linear_on_attacks(using(re.compile(pattern), {"search"}), attacks(), str, LENGTH)


@each_row(
    ("pattern", "is_free_of_repetition"),
    [
        ("ab?c{2,9}", True),
        ("(?:a|[b-d]{1,3})?(?<=x)(?!y)", True),
        ("a(b|cd*)", False),
        ("(?=a+)", False),
        ("(?>a|b{2,})", False),
        ("(?:a{3}+)*+", False),
        ("(x)?(?(1)a|b+?)", False),
        (b"[*+]\\*", True),
    ],
)
def test_expressions_without_an_endless_repetition(pattern, is_free_of_repetition):
    assert is_bounded(re.compile(pattern)) == is_free_of_repetition


@pytest.mark.slow
def test_there_are_expressions():
    assert len(every_expression()) > 200
    assert {"urlmend.uri.rfc3986._COMPONENTS", "urlmend.mail.mailbox._SEPARATOR"} < set(every_expression())
    assert {name.split(".")[1] for name in every_expression()} <= set(PACKAGES)


@pytest.mark.parametrize(("power", "is_linear"), [(1, True), (1.2, True), (2, False), (3, False)])
def test_growth_beyond_linear_is_noticed(monkeypatch, power, is_linear):
    monkeypatch.setattr(growth, "seconds", lambda _work, given, _rounds=1: 1e-6 * len("".join(given)) ** power)
    work = [lambda count: "a" * count] * 3
    if is_linear:
        assert_linear_on_attacks(None, work, str, LENGTH)
    else:
        with pytest.raises(AssertionError, match="not linear"):
            assert_linear_on_attacks(None, work, str, LENGTH)


# A quantifier and a `+` after a group: `(…)*+`, `(…){2,}+`.
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[0-9,]+\})\+")
CHARACTER_CLASS = re.compile(r"(?<!\\)\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)


def possessive_groups(source):
    return POSSESSIVE_GROUP.findall(CHARACTER_CLASS.sub("[]", source))


def test_no_group_is_repeated_possessively():
    """Python before 3.11.5 gives wrong matches for these; an atomic group around the usual repetition is right."""
    sources = {name: expression.pattern for name, (expression, _) in every_expression().items()}
    texts = {name: each if isinstance(each, str) else each.decode("latin-1") for name, each in sources.items()}
    assert [name for name, text in texts.items() if possessive_groups(text)] == []


def test_possessive_groups_are_seen():
    assert possessive_groups(r"a(?>(?:b(?:cd)*+))|(?=(?:ef|g)?+)") == [")*+", ")?+"]
    assert possessive_groups(r"[ab]*+a++(?>(?:b|c)*)[()*+]\)*+") == []
