"""`NamedTuple`, `Protocol` and `TYPE_CHECKING` without importing `typing`, which would slow down every start.

For modules that most runs import, and for public classes, as `help` shows the docstrings of their fields; other
modules use `typing`.
"""

from __future__ import annotations

from collections import namedtuple
from types import CodeType, FunctionType

__all__ = ["TYPE_CHECKING", "NamedTuple", "Protocol"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple, Protocol
else:
    Protocol = object

    class _Docstring:
        """The docstring of a class; reading it, as `help` does first, gives the fields of the class theirs."""

        def __init__(self, kind: type, text: str) -> None:
            self._kind = kind
            self._text = text

        def __get__(self, _: object, kind: type) -> str:
            from urlmend._lib.field_docs import field_docs  # slow, as it reads the source

            self._kind.__doc__ = self._text
            for field, text in field_docs(self._kind):
                getattr(self._kind, field).__doc__ = text
            return self._text

    _Field = type(namedtuple("_OneField", "field").field)

    def _make(cls: type[tuple], values: Iterable[object]) -> tuple:
        """Make one of a sequence or iterable."""
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self: tuple, /, **values: object) -> tuple:
        """Return a copy with new values of fields."""
        made = tuple.__new__(type(self), map(values.pop, self._fields, self))
        if values:
            raise ValueError(f"Got unexpected field names: {list(values)!r}")
        return made

    def _asdict(self: tuple) -> dict[str, object]:
        """Return the values by the names of their fields."""
        return dict(zip(self._fields, self, strict=True))

    def _values(self: tuple) -> tuple:
        return tuple(self)

    def _shown(self: tuple) -> str:
        values = ", ".join([f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True)])
        return f"{type(self).__name__}({values})"

    _METHODS = {
        "__slots__": (),
        "__repr__": _shown,
        "__getnewargs__": _values,  # for `copy` and `pickle`
        "_make": classmethod(_make),
        "_replace": _replace,
        "__replace__": _replace,
        "_asdict": _asdict,
    }

    _TEMPLATES: dict[int, CodeType] = {}

    def _template(count: int) -> CodeType:
        """Compile the constructor of a tuple with so many fields, which takes most of the time of making a class."""
        fields = "".join([f"_{number}, " for number in range(count)])
        return eval(f"lambda _cls, {fields}: _new(_cls, ({fields}))", {}).__code__  # noqa: S307

    class _NamedTupleMeta(type):
        """Makes a named tuple of a class: its annotations are the fields, with their defaults.

        The same as `collections.namedtuple` in a fifth of the time, as its methods are made and compiled only once.
        """

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type[tuple]:
            fields = body.get("__annotations__", {})
            names = tuple(fields)
            defaults = {field: body.pop(field) for field in names if field in body}
            if len(names) not in _TEMPLATES:
                _TEMPLATES[len(names)] = _template(len(names))
            code = _TEMPLATES[len(names)].replace(co_varnames=("_cls", *names), co_qualname=f"{name}.__new__")
            new = FunctionType(code, {"_new": tuple.__new__, "__builtins__": {}}, "__new__", tuple(defaults.values()))
            new.__annotations__ = fields
            known = {"_fields": names, "__match_args__": names, "_field_defaults": defaults, "__new__": new}
            getters = {field: _Field(index, None) for index, field in enumerate(names)}
            result = type(name, (tuple,), {**_METHODS, **known, **getters, **body})
            if "__doc__" in body:
                result.__doc__ = _Docstring(result, str(body["__doc__"]))
            return result

    NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})
