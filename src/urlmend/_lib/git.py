"""Read the objects of Git repositories such that nothing in a repository starts a program."""

from __future__ import annotations

import os
import subprocess
from functools import cache

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

# No hook, pager, file-system monitor or transport, and no repository that is hidden in the folders of another one. The
# owner of the repository does not matter, as its configuration starts nothing.
_OPTIONS = (
    *("--no-pager", "--no-replace-objects", "--no-optional-locks"),
    *("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}"),
    *("-c", "safe.bareRepository=explicit", "-c", "safe.directory=*", "-c", "protocol.allow=never"),
)
# Old versions of Git fetch missing objects of partial clones whatever GIT_NO_LAZY_FETCH is: they are allowed no
# protocol. Messages are in English, so that they can be read here.
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# What hooks set for the repository that they run in (`git rev-parse --local-env-vars`).
_OF_REPOSITORY = frozenset(
    """
    GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_DIR GIT_GRAFT_FILE GIT_IMPLICIT_WORK_TREE GIT_INDEX_FILE
    GIT_INTERNAL_SUPER_PREFIX GIT_OBJECT_DIRECTORY GIT_PREFIX GIT_SHALLOW_FILE GIT_WORK_TREE
    """.split()
)


class GitError(Exception):
    """The message of a git command that failed; it may be empty."""


def run(*arguments: str, folder: str = "", given: bytes = b"") -> bytes:
    """Return the output of a git command, which must be one that only reads objects; `given` is its input.

    Without a folder, it runs for the repository of the current folder, or for that of the hook that this process is
    part of. Raises OSError without git; GitError if the command fails.
    """
    done = subprocess.run(  # noqa: S603  # the git of the PATH
        _command(arguments), cwd=folder or None, env=_environment(folder), input=given, capture_output=True, check=False
    )
    if done.returncode:
        raise GitError(done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: "))
    return done.stdout


class Objects:
    """Objects of a repository, read by one process that starts with the first of them."""

    def __init__(self, folder: str = "", *options: str) -> None:
        """Take the folder of the repository, as `run` does, and options of git itself, before the command."""
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def __getstate__(self) -> dict[str, object]:
        """Return the state for another process, which reads the objects by a process of its own."""
        return {**self.__dict__, "_process": None}

    def __del__(self) -> None:
        """End the process."""
        if self._process and self._owner == os.getpid():
            self._end(self._process)

    def blob(self, name: str, limit: int) -> bytes | None:
        """Return the content of a blob by its hexadecimal name; None if it has more bytes than `limit`.

        Raises KeyError if the repository does not have it, as partial clones may not.
        """
        process = self._started()
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(f"{name}\n".encode("ascii"))
            process.stdin.flush()
            fields = process.stdout.readline().split()
        except BrokenPipeError:
            fields = []
        if len(fields) != 3 or fields[1] != b"blob":
            self._end(process)
            raise KeyError(name)
        size = int(fields[2])
        if size > limit:
            self._end(process)
            return None
        return _exactly(process.stdout, size + 1)[:size]

    def _started(self) -> subprocess.Popen[bytes]:
        if not self._process or self._owner != os.getpid():  # a fork must not read what its parent has requested
            self._process = subprocess.Popen(  # noqa: S603  # the git of the PATH
                _command((*self._options, "cat-file", "--batch")),
                cwd=self._folder or None,
                env=_environment(self._folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self._owner = os.getpid()
        return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._process = None
        process.kill()
        process.communicate()


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError("git ended too early")
    return data


def _command(arguments: tuple[str, ...]) -> list[str]:
    return [_executable(os.environ.get("PATH", os.defpath)), *_OPTIONS, *arguments]


def _environment(folder: str) -> dict[str, str]:
    """Return the environment of a command for the repository of a folder, or of this process if it is empty."""
    path = os.pathsep.join(_folders(os.environ.get("PATH", os.defpath)))
    environment = {**os.environ, **_ENVIRONMENT, "PATH": path}
    return {name: value for name, value in environment.items() if not (folder and name in _OF_REPOSITORY)}


@cache
def _executable(path: str) -> str:
    """Return the first git in the folders of the PATH. Raises OSError."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in _folders(path):
        found = os.path.join(folder, name)
        if os.path.isfile(found) and os.access(found, os.X_OK):
            return found
    raise FileNotFoundError(2, "no git in the PATH")


def _folders(path: str) -> list[str]:
    """Return the absolute folders of a PATH without the current one, where the files to read may be."""
    here = os.path.realpath(os.curdir)
    return [folder for folder in path.split(os.pathsep) if os.path.isabs(folder) and os.path.realpath(folder) != here]
