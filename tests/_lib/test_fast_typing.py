"""`NamedTuple` behaves like that of `typing`."""

import pickle
import typing

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
        kind.one.__doc__,
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
