"""Base classes: those of `typing`, without the time that loading it takes at each start.

They are for what every run loads; elsewhere those of `typing` do as well.
"""

from __future__ import annotations

from collections import namedtuple

__all__ = ["NamedTuple", "Protocol"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple, Protocol
else:
    Protocol = object

    class _Declared(type):
        """Makes a named tuple of a class: what it annotates are the fields, with their defaults."""

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type[tuple]:
            fields = body.get("__annotations__", {})
            made = namedtuple(name, fields, defaults=[body.pop(field) for field in fields if field in body])
            for key, value in body.items():
                setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Declared, "NamedTuple", (), {})
