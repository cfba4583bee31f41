"""`NamedTuple` behaves like that of `typing`."""

import inspect
import pickle
import pydoc
import re
import typing

import urlmend
from tables import each_row
from urlmend._lib import fast_typing


class Ours(fast_typing.NamedTuple):
    """Two fields."""

    one: int
    two: tuple[str, ...] = ("b",)

    @property
    def both(self):
        return (self.one, *self.two)

    @classmethod
    def of(cls, one):
        return cls(one)


class Theirs(typing.NamedTuple):
    """Two fields."""

    one: int
    two: tuple[str, ...] = ("b",)

    @property
    def both(self):
        return (self.one, *self.two)

    @classmethod
    def of(cls, one):
        return cls(one)


def properties(kind):
    """Return the visible properties of a named tuple class other than its name."""
    value = kind.of(1)
    assert type(value) is kind
    assert not hasattr(value, "__dict__")
    return (
        kind._fields,
        kind._field_defaults,
        kind.__match_args__,
        kind.__annotations__,
        kind.__bases__,
        kind.__module__,
        kind.__doc__,
        repr(value).replace(kind.__qualname__, ""),
        tuple(value),
        value.both,
        value._asdict(),
        value == value._replace(two=("b",)) == (1, ("b",)),
        hash(value) == hash((1, ("b",))),
        pickle.loads(pickle.dumps(value)) == value,
    )


def test_a_named_tuple_equals_that_of_typing():
    assert properties(Ours) == properties(Theirs)


class Described(fast_typing.NamedTuple):
    """Three fields."""

    one: int
    """The first field:

    in two paragraphs.
    """
    two: int = 2
    three: int = 3
    """The third field."""


def test_the_signature_has_the_types_of_the_fields():
    assert str(inspect.signature(Described)) == "(one: int, two: int = 2, three: int = 3)"


def test_help_shows_the_docstrings_of_fields():
    page = pydoc.plain(pydoc.render_doc(Described))
    assert "Three fields." in page
    assert "one\n |      The first field:\n |\n |      in two" in re.sub(r" +$", "", page, flags=re.MULTILINE)
    assert "three\n |      The third field." in page
    assert Described(1).__doc__ == Described.__doc__ == "Three fields."


@each_row("name", [name for name in urlmend.__all__ if hasattr(getattr(urlmend, name), "_fields")])
def test_help_describes_the_fields_of_public_classes(name):
    assert "Alias for field number" not in pydoc.render_doc(getattr(urlmend, name))


def test_a_class_without_source_has_its_docstring():
    space = {"NamedTuple": fast_typing.NamedTuple, "__name__": "nowhere"}
    exec('class Made(NamedTuple):\n    """One."""\n    one: int\n    """A field."""\n', space)
    assert space["Made"].__doc__ == "One."
