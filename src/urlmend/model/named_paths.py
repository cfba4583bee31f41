"""The paths of a command line."""

from __future__ import annotations

import os
from collections.abc import Iterable


class NamedPaths:
    """The files and folders that a command line names."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        """Take the paths as they are written there."""
        self._paths = frozenset(path.replace(os.sep, "/").rstrip("/") for path in paths)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._paths)

    def path_below(self, name: str) -> str:
        """The path of a file below the nearest named folder, with `/`; empty if the file itself is named."""
        name = name.replace(os.sep, "/")
        if name in self._paths:
            return ""
        at = len(name)
        while at > 0:
            at = max(name.rfind("/", 0, at), name.rfind("!", 0, at))
            if at >= 0 and name[:at] in self._paths:
                return name[at + 1 :]
        if os.curdir in self._paths:
            if not os.path.isabs(name):
                return "" if name.startswith("../") else name
            if name.startswith(current := os.path.join(os.getcwd(), "").replace(os.sep, "/")):
                return name[len(current) :]
        return ""
