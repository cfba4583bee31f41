"""`NamedTuple`, `Protocol` and `TYPE_CHECKING` without importing `typing`, which would slow down every start.

For modules that every run imports, and for public classes, as `help` shows the docstrings of their fields; other
modules use `typing`.
"""

from __future__ import annotations

from collections import namedtuple

__all__ = ["TYPE_CHECKING", "NamedTuple", "Protocol"]

TYPE_CHECKING = False
if TYPE_CHECKING:
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

    class _NamedTupleMeta(type):
        """Makes a named tuple of a class: its annotations are the fields, with their defaults."""

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type[tuple]:
            fields = body.get("__annotations__", {})
            result = namedtuple(name, fields, defaults=[body.pop(field) for field in fields if field in body])
            result.__new__.__annotations__ = fields
            if "__doc__" in body:
                body["__doc__"] = _Docstring(result, str(body["__doc__"]))
            for key, value in body.items():
                setattr(result, key, value)
            return result

    NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})
