"""`NamedTuple` and `Protocol` without importing `typing`, which would slow down every start.

For modules that every run imports; other modules use `typing`.
"""

from __future__ import annotations

from collections import namedtuple

__all__ = ["NamedTuple", "Protocol"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple, Protocol
else:
    Protocol = object

    class _NamedTupleMeta(type):
        """Makes a named tuple of a class: its annotations are the fields, with their defaults."""

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type[tuple]:
            fields = body.get("__annotations__", {})
            result = namedtuple(name, fields, defaults=[body.pop(field) for field in fields if field in body])
            for key, value in body.items():
                setattr(result, key, value)
            return result

    NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})
