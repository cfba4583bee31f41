"""Counts the steps of a piece of work: calls, characters that methods of texts pass over, steps of expressions.

No clock is needed, and the same work always takes as many steps. What an expression does is counted by a
matcher of its own, which tries what `re` tries in the same order, and is held against `re` each time.
"""

import importlib
import pkgutil
import re
import sys
from collections import Counter
from contextlib import contextmanager
from functools import cache
from re import _compiler, _parser

import urlmend

DEEP = 1_000_000
"""How deep calls may be nested: as deep as an expression repeats itself."""
# Whoever needs more has lost: of a matcher, and of all together.
TOO_MANY = 2_000_000
FAR_TOO_MANY = 50_000_000
# By how much steps may grow when a text is four times as long; 16 is what a square would make of it.
LINEAR = 5.0

ONE = {"LITERAL", "NOT_LITERAL", "ANY", "IN", "RANGE"}
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}


class TooManyStepsError(Exception):
    """No end can be seen."""


class Meter:
    """How many steps there were so far."""

    def __init__(self):
        self.steps = 0
        self.of = Counter()
        """The steps of each expression."""

    def add(self, steps, name=""):
        self.steps += steps
        self.of[name] += steps
        if self.steps > FAR_TOO_MANY:
            raise TooManyStepsError(self.of.most_common(3))

    def pass_over(self, length, name):
        """A method of a text goes through so many characters, which it does much faster than all else is done."""
        self.add(length / 16, name)


class Matcher:
    """Backtracks through one expression as `re` does, and counts the characters and places that it tries."""

    def __init__(self, pattern):
        self.pattern = pattern
        tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        self._state = tree.state
        self._flags = pattern.flags
        self._text, self._end = "", 0
        self._groups = {}
        self._limit = 0
        self.steps = 0
        self._first = self._literal(tree)
        self._run = self._sequence(list(tree), pattern.flags)

    def match(self, text, start, end, *, full=False):
        """Where a match that begins at an offset ends; None if there is none."""
        self._text, self._end, self._groups = text, end, {}
        self._limit = self.steps + TOO_MANY
        return self._run(start, (lambda at: at if at == end else None) if full else (lambda at: at))

    def search(self, text, start, end):
        """The first match from an offset on: where it begins and ends; None if there is none."""
        at = start
        while at <= end:
            if self._first is not None:
                found = text.find(self._first, at, end)
                self.steps += (end if found < 0 else found) - at
                if found < 0:
                    return None
                at = found
            self.steps += 1
            if (stop := self.match(text, at, end)) is not None:
                return at, stop
            at += 1
        return None

    @staticmethod
    def _literal(tree):
        """The character that each match begins with, if there is one: `re` looks for that first."""
        op, argument = tree[0] if len(tree) else (None, None)
        if str(op) == "LITERAL" and not tree.state.flags & re.IGNORECASE:
            return chr(argument) if isinstance(tree.state.str, str) else bytes((argument,))
        return None

    def _compiled(self, node, flags):
        """One node of the tree as an expression of its own."""
        return _compiler.compile(_parser.SubPattern(self._state, [node]), flags)

    def _sequence(self, nodes, flags):
        parts = [self._node(node, flags) for node in nodes]
        if not parts:
            return lambda at, go: go(at)
        if len(parts) == 1:
            return parts[0]
        first, *rest = parts
        for part in rest:
            first = self._then(first, part)
        return first

    @staticmethod
    def _then(one, other):
        return lambda at, go: one(at, lambda stop: other(stop, go))

    def _node(self, node, flags):
        name = str(node[0])
        if name in ONE:
            return self._single(node, flags)
        if name in REPEATS:
            return self._repeat(name, node[1], flags)
        return getattr(self, f"_{name.lower()}")(node, flags)

    def _test(self, node, flags):
        """Whether a character fits a node, remembered."""
        fits, known = self._compiled(node, flags).match, {}

        def test(char):
            answer = known.get(char)
            if answer is None:
                answer = known[char] = fits(char) is not None
            return answer

        return test

    def _single(self, node, flags):
        test = self._test(node, flags)

        def run(at, go):
            self.steps += 1
            return go(at + 1) if at < self._end and test(self._text[at : at + 1]) else None

        return run

    def _repeat(self, name, argument, flags):
        low, high, body = argument
        if len(body) == 1 and str(body[0][0]) in ONE and name != "MIN_REPEAT":
            return self._repeated_single(name, low, high, self._test(body[0], flags))
        inner = self._sequence(list(body), flags)
        if name == "POSSESSIVE_REPEAT":
            greedy = self._repeated(low, high, inner, greedy=True)

            def run(at, go):
                stop = greedy(at, lambda end: end)
                return None if stop is None else go(stop)

            return run
        return self._repeated(low, high, inner, greedy=name == "MAX_REPEAT")

    def _repeated_single(self, name, low, high, test):
        def run(at, go):
            text, stop = self._text, at
            last = self._end if self._end - at <= high else at + high
            while stop < last and test(text[stop : stop + 1]):
                stop += 1
            self.steps += stop - at + 1
            if name == "POSSESSIVE_REPEAT":
                return go(stop) if stop - at >= low else None
            while stop - at >= low:
                self.steps += 1
                if (end := go(stop)) is not None:
                    return end
                stop -= 1
            return None

        return run

    def _repeated(self, low, high, inner, *, greedy):
        def attempt(at, count, last, go):
            self.steps += 1
            if self.steps > self._limit:
                raise TooManyStepsError(self.pattern)

            def again(stop):
                return attempt(stop, count + 1, at, go)

            if count < low:
                return inner(at, again)
            if greedy:
                if count < high and at != last and (end := inner(at, again)) is not None:
                    return end
                return go(at)
            if (end := go(at)) is not None:
                return end
            return inner(at, again) if count < high and at != last else None

        return lambda at, go: attempt(at, 0, -1, go)

    def _subpattern(self, node, flags):
        group, more, less, body = node[1]
        inner = self._sequence(list(body), (flags | more) & ~less)
        if group is None:
            return inner

        def run(at, go):
            def leave(stop):
                before = self._groups.get(group)
                self._groups[group] = (at, stop)
                end = go(stop)
                if end is None:
                    self._groups[group] = before
                return end

            return inner(at, leave)

        return run

    def _atomic_group(self, node, flags):
        inner = self._sequence(list(node[1]), flags)

        def run(at, go):
            stop = inner(at, lambda end: end)
            return None if stop is None else go(stop)

        return run

    def _branch(self, node, flags):
        branches = [self._sequence(list(branch), flags) for branch in node[1][1]]

        def run(at, go):
            for branch in branches:
                self.steps += 1
                if (end := branch(at, go)) is not None:
                    return end
            return None

        return run

    def _at(self, node, flags):
        fits = self._compiled(node, flags).match

        def run(at, go):
            self.steps += 1
            return go(at) if fits(self._text, at, self._end) else None

        return run

    def _assert(self, node, flags, *, wanted=True):
        direction, body = node[1]
        inner = self._sequence(list(body), flags)
        back = body.getwidth()[0] if direction < 0 else 0

        def run(at, go):
            self.steps += 1
            end, self._end = self._end, at if direction < 0 else self._end
            holds = at >= back and inner(at - back, lambda stop: stop) is not None
            self._end = end
            return go(at) if holds == wanted else None

        return run

    def _assert_not(self, node, flags):
        return self._assert(node, flags, wanted=False)

    def _groupref(self, node, _flags):
        def run(at, go):
            span = self._groups.get(node[1])
            if span is None:
                return None
            piece = self._text[slice(*span)]
            self.steps += len(piece) + 1
            return go(at + len(piece)) if self._text.startswith(piece, at, self._end) else None

        return run

    def _groupref_exists(self, node, flags):
        group, one, other = node[1]
        there, missing = (self._sequence(list(body or ()), flags) for body in (one, other))

        def run(at, go):
            self.steps += 1
            return (missing if self._groups.get(group) is None else there)(at, go)

        return run


@cache
def _matcher(pattern):
    return Matcher(pattern)


class Counted:
    """A compiled expression that has a meter; its results are those of `re`."""

    def __init__(self, pattern, name, meter):
        self._pattern, self._name, self._meter = pattern, name, meter

    def __getattr__(self, name):
        return getattr(self._pattern, name)

    def _count(self, kind, text, start, end):
        """What `re` would do, counted; the span of the match."""
        matcher = _matcher(self._pattern)
        before = matcher.steps
        if kind == "search":
            span = matcher.search(text, start, end)
        else:
            stop = matcher.match(text, start, end, full=kind == "fullmatch")
            span = None if stop is None else (start, stop)
        self._meter.add(matcher.steps - before, self._name)
        return span

    def _one(self, kind, text, start=0, end=sys.maxsize):
        start, end = min(start, len(text)), min(end, len(text))
        match = getattr(self._pattern, kind)(text, start, end)
        if start <= end:
            span = self._count(kind, text, start, end)
            assert span == (match.span() if match else None), (self._pattern, kind, text, start, end)
        return match

    def match(self, *arguments):
        return self._one("match", *arguments)

    def fullmatch(self, *arguments):
        return self._one("fullmatch", *arguments)

    def search(self, *arguments):
        return self._one("search", *arguments)

    def finditer(self, text, start=0, end=sys.maxsize):
        at, end = start, min(end, len(text))
        for match in self._pattern.finditer(text, start, end):
            self._count("search", text, at, end)
            yield match
            at = match.end() + (match.end() == match.start())
        if at <= end:
            self._count("search", text, at, end)

    def findall(self, text):
        list(self.finditer(text))
        return self._pattern.findall(text)

    def sub(self, new, text, *arguments):
        list(self.finditer(text))
        return self._pattern.sub(new, text, *arguments)

    def split(self, text, maxsplit=0):
        list(self.finditer(text))
        return self._pattern.split(text, maxsplit)


@cache
def modules():
    """All modules of the package."""
    found = pkgutil.walk_packages(urlmend.__path__, "urlmend.")
    return [importlib.import_module(module.name) for module in found if not module.name.endswith("__main__")]


def expressions(modules):
    """The compiled expressions that modules hold, in tables too: their names, and what puts another in their place."""
    for module in modules:
        for name, value in list(vars(module).items()):
            yield from _within(vars(module), name, value, f"{module.__name__}.{name}")


def _within(holder, key, value, name):
    if isinstance(value, re.Pattern) or type(value).__name__ == "_Lazy":
        yield name, value, holder, key
    elif isinstance(value, dict) and not key.startswith("__"):
        for inner, item in value.items():
            if isinstance(item, re.Pattern) or type(item).__name__ == "_Lazy":
                yield f"{name}[{inner}]", item, value, inner


def compiled(expression):
    """An expression as `re` has it."""
    return expression if isinstance(expression, re.Pattern) else re.compile(*expression._source)


class Text(str):
    """A text whose methods have a meter."""

    __slots__ = ("meter",)

    def __new__(cls, text, meter):
        self = super().__new__(cls, text)
        self.meter = meter
        return self


class Bytes(bytes):
    """Bytes whose methods have a meter."""

    def __new__(cls, data, meter):
        self = super().__new__(cls, data)
        self.meter = meter
        return self


def _metered(kind):
    def pass_over(self, first, found, start, end):
        low, high, _ = slice(start, end).indices(len(self))
        steps = high - low if found < 0 else found - low if first else high - found
        self.meter.pass_over(max(0, steps), "find")

    def find(self, what, start=0, end=None):
        found = kind.__base__.find(self, what, start, len(self) if end is None else end)
        pass_over(self, True, found, start, end)
        return found

    def rfind(self, what, start=0, end=None):
        found = kind.__base__.rfind(self, what, start, len(self) if end is None else end)
        pass_over(self, False, found, start, end)
        return found

    def whole(name):
        plain = getattr(kind.__base__, name)

        def method(self, *arguments, **options):
            self.meter.pass_over(len(self), name)
            result = plain(self, *arguments, **options)
            return kind(result, self.meter) if isinstance(result, kind.__base__) else result

        return method

    def add(self, other):
        self.meter.pass_over(len(self) + len(other), "add")
        return kind(kind.__base__.__add__(self, other), self.meter)

    def count(self, what, start=0, end=None):
        low, high, _ = slice(start, end).indices(len(self))
        self.meter.pass_over(max(0, high - low), "count")
        return kind.__base__.count(self, what, low, high)

    def contains(self, what):
        found = kind.__base__.find(self, what) if not isinstance(what, int) else -1
        self.meter.pass_over(len(self) if found < 0 else found, "in")
        return kind.__base__.__contains__(self, what)

    def item(self, key):
        plain = kind.__base__.__getitem__(self, key)
        if not isinstance(key, slice):
            return plain
        self.meter.pass_over(len(plain), "slice")
        return kind(plain, self.meter)

    for name, method in (
        *(("find", find), ("rfind", rfind), ("count", count), ("__contains__", contains)),
        *(("__add__", add), ("__getitem__", item)),
    ):
        setattr(kind, name, method)
    for name in (
        "lower",
        "upper",
        "replace",
        "partition",
        "split",
        "splitlines",
        "strip",
        "lstrip",
        "rstrip",
        "translate",
    ):
        setattr(kind, name, whole(name))


_metered(Text)
_metered(Bytes)


@cache
def _places():
    return list(expressions(modules()))


@contextmanager
def metered():
    """A meter for all expressions of the package: those of its modules, and those that it compiles."""
    meter = Meter()
    places = _places()
    counted = {}  # an expression may stand in several modules
    for name, value, holder, key in places:
        holder[key] = counted.setdefault(id(value), Counted(compiled(value), name, meter))
    plain = re._compile

    def compile_counted(pattern, flags):
        found = plain(pattern, flags)
        return counted.setdefault(found, Counted(found, found.pattern, meter))

    re._compile = compile_counted
    try:
        yield meter
    finally:
        re._compile = plain
        for _, value, holder, key in places:
            holder[key] = value


@contextmanager
def deep():
    """Lets calls be nested as deep as matchers nest them."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


def steps(work, made=lambda meter: None):
    """The meter of a piece of work, which is handed what `made` makes of the meter."""
    with metered() as meter:
        given = made(meter)
        calls = 0

        def hook(frame, event, arg):
            nonlocal calls
            calls += event == "call" and frame.f_code.co_filename != __file__

        with deep():
            sys.setprofile(hook)
            try:
                work(given)
            finally:
                sys.setprofile(None)
        meter.add(calls, "calls")
    return meter


def assert_linear(work, made, count, *, limit=LINEAR, slack=2000):
    """Assert that four times as much of something takes no more than four times the steps, and some."""
    # The first run has others in it, too, which nothing takes twice.
    _, once, four = (steps(work, lambda meter, n=n: made(n, meter)) for n in (1, count, 4 * count))
    assert four.steps < limit * once.steps + slack, (once.steps, four.steps, (four.of - once.of).most_common(3))
