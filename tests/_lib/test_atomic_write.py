"""Files are replaced only if they are what was read, and completely."""

import os
import re
import stat
import subprocess
import sys

import pytest

from urlmend._lib import atomic_write
from urlmend._lib.atomic_write import NotFixedError, atomic_file, atomic_text_file, replace_file, temporary_name
from urlmend._lib.regular_file import read_regular_file


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "a.txt"
    found.write_bytes(b"old")
    return found


def only(path):
    """Whether a file is alone in its folder."""
    return os.listdir(path.parent) == [path.name]


def rewrite(path):
    path.write_bytes(b"new")


def rewrite_with_the_same_time(path):
    times = path.stat()
    path.write_bytes(b"new")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def append(path):
    with path.open("ab") as file:
        file.write(b"+")


def exchange(path):
    (path.parent / "other").write_bytes(b"new")
    os.replace(path.parent / "other", path)


def exchange_for_an_equal_file(path):
    (path.parent / "other").write_bytes(path.read_bytes())
    os.replace(path.parent / "other", path)


def truncate(path):
    path.write_bytes(b"")


CHANGES = [rewrite, rewrite_with_the_same_time, append, exchange, truncate]


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_changed_before_is_left(path, change):
    change(path)
    changed = path.read_bytes()
    with pytest.raises(NotFixedError, match="changed by another program, not fixed"):
        replace_file(str(path), b"old", b"fixed")
    assert path.read_bytes() == changed
    assert only(path)


@pytest.mark.parametrize("change", [*CHANGES, exchange_for_an_equal_file])
def test_a_file_that_changes_while_the_new_one_is_written_is_left(path, change, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: change(path))
    with pytest.raises(NotFixedError, match="changed by another program, not fixed"):
        replace_file(str(path), b"old", b"fixed")
    assert path.read_bytes() != b"fixed"
    assert only(path)


@pytest.mark.parametrize("change", [*CHANGES, lambda path: path.write_bytes(b"x" * 5_000_000)])
def test_a_file_that_changes_after_its_size_was_read_is_left(path, change, monkeypatch):
    create = atomic_write._temporary_file

    def change_first(*arguments):
        change(path)
        return create(*arguments)

    monkeypatch.setattr(atomic_write, "_temporary_file", change_first)
    with pytest.raises(NotFixedError, match="changed by another program, not fixed"):
        replace_file(str(path), b"old", b"fixed")
    assert path.read_bytes() != b"fixed"
    assert only(path)


@pytest.mark.parametrize(
    ("limit", "shown"), [(0, "0 bytes"), (9, "9 bytes"), (1 << 12, "4 KiB"), (1 << 20, "1 MiB"), (5 << 20, "5 MiB")]
)
def test_a_file_that_is_too_large_is_reported_with_the_limit(path, limit, shown):
    with path.open("wb") as file:
        file.truncate(limit + 1)
    with pytest.raises(OSError, match=f"larger than {shown}$"):
        read_regular_file(str(path), limit)


def test_a_file_that_is_deleted_in_the_meantime_stays_deleted(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: path.unlink())
    with pytest.raises(FileNotFoundError):
        replace_file(str(path), b"old", b"fixed")
    assert list(path.parent.iterdir()) == []


def test_a_link_that_leads_elsewhere_in_the_meantime_is_left(path, monkeypatch):
    other, link = path.parent / "other", path.parent / "link"
    other.write_bytes(b"old")
    link.symlink_to(path)

    def change(_):
        link.unlink()
        link.symlink_to(other)

    monkeypatch.setattr(os, "fsync", change)
    with pytest.raises(NotFixedError, match="changed by another program"):
        replace_file(str(link), b"old", b"fixed")
    assert path.read_bytes() == other.read_bytes() == b"old"


def test_hard_links_are_refused(path):
    other = path.parent / "b.txt"
    os.link(path, other)
    with pytest.raises(NotFixedError, match="has other hard links, not fixed"):
        replace_file(str(path), b"old", b"fixed")
    assert path.read_bytes() == other.read_bytes() == b"old"
    other.unlink()
    replace_file(str(path), b"old", b"fixed")
    assert path.read_bytes() == b"fixed"
    assert only(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_only_regular_files_are_replaced(path, kind):
    path.unlink()
    (os.mkfifo if kind == "pipe" else os.mkdir)(path)
    with pytest.raises(NotFixedError, match="not a regular file"):
        replace_file(str(path), b"", b"fixed")


def test_the_new_content_is_on_disk_before_the_file_is_renamed(path, monkeypatch):
    calls = []
    fsync, replace = os.fsync, os.replace

    def seen_fsync(file):
        calls.append(("fsync", os.fstat(file).st_size))
        fsync(file)

    def seen_replace(*paths):
        calls.append(("replace", paths[1]))
        replace(*paths)

    monkeypatch.setattr(os, "fsync", seen_fsync)
    monkeypatch.setattr(os, "replace", seen_replace)
    replace_file(str(path), b"old", b"fixed")
    with atomic_text_file(str(path)) as file:
        file.write("written")
    assert calls == [("fsync", 5), ("replace", str(path)), ("fsync", 7), ("replace", str(path))]


def attributes(path):
    return {name: os.getxattr(path, name) for name in os.listxattr(path)}


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root may give files away")
def test_the_owner_and_the_group_are_kept(path):
    os.chown(path, 7, 8)
    replace_file(str(path), b"old", b"new")
    state = path.stat()
    assert (path.read_bytes(), state.st_uid, state.st_gid) == (b"new", 7, 8)


# Version 2: the owner may read and write, user 7 may read, and the group, the mask and others, too.
ACCESS = bytes.fromhex("02000000 01000600ffffffff 0200040007000000 04000400ffffffff 10000400ffffffff 20000400ffffffff")


@pytest.fixture
def attributed(path):
    """A file with an extended attribute and an access control list, which is another one."""
    if not hasattr(os, "setxattr"):
        pytest.skip("Python knows extended attributes on Linux")
    try:
        os.setxattr(path, "user.note", b"x\0y")
        os.setxattr(path, "system.posix_acl_access", ACCESS)
    except OSError:
        pytest.skip("this file system has no extended attributes")
    return path


def test_extended_attributes_are_kept(attributed):
    before, mode = attributes(attributed), attributed.stat().st_mode
    replace_file(str(attributed), b"old", b"fixed")
    assert (attributes(attributed), attributed.stat().st_mode) == (before, mode)
    assert {"user.note", "system.posix_acl_access"} <= before.keys()


def test_the_default_access_control_list_of_the_folder_is_not_added(attributed):
    os.removexattr(attributed, "system.posix_acl_access")
    os.setxattr(attributed.parent, "system.posix_acl_default", ACCESS)
    mode = attributed.stat().st_mode
    replace_file(str(attributed), b"old", b"fixed")
    assert (attributes(attributed), attributed.stat().st_mode) == ({"user.note": b"x\0y"}, mode)


def test_a_file_whose_attributes_cannot_be_kept_is_left(attributed, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "setxattr", refuse)
    with pytest.raises(PermissionError):
        replace_file(str(attributed), b"old", b"fixed")
    assert attributed.read_bytes() == b"old"
    assert only(attributed)


def test_modes(path):
    path.chmod(0o640)
    replace_file(str(path), b"old", b"fixed")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        with atomic_file(str(path.parent / "new")) as file:
            file.write(b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((path.parent / "new").stat().st_mode) == 0o640


WRITERS = [
    lambda path: replace_file(path, b"old", b"fixed"),
    lambda path: atomic_file(path).__enter__(),
    lambda path: atomic_text_file(path).__enter__(),
]


@pytest.mark.parametrize("write", WRITERS)
def test_temporary_files_are_created_exclusively(path, write):
    victim = path.parent / "victim"
    victim.write_bytes(b"mine")
    os.symlink(victim, temporary_name(str(path)))
    with pytest.raises(FileExistsError):
        write(str(path))
    assert victim.read_bytes() == b"mine"
    assert path.read_bytes() == b"old"


def test_names_of_temporary_files_are_unpredictable_and_not_too_long():
    program = "from urlmend._lib.atomic_write import temporary_name; print(temporary_name('/x/a.txt'))"
    names = {subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout for _ in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(rb"/x/a\.txt\.urlmend-\d+-\d{10,}\.tmp\n", name) for name in names)
    assert len(os.path.basename(temporary_name("/x/" + "\U0001f600" * 63)).encode()) < 256


@pytest.mark.parametrize("name", ["a", "a" * 255, "\u00e9" * 127, "\U0001f600" * 63])
def test_long_names_can_be_written(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"old")
    replace_file(str(path), b"old", b"fixed")
    with atomic_text_file(str(path)) as file:
        file.write("written\n")
    assert path.read_bytes() == b"written\n"
    assert only(path)


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, MemoryError])
def test_nothing_is_left_after_an_exception(path, error):
    with pytest.raises(error), atomic_text_file(str(path)) as file:  # noqa: PT012
        file.write("half")
        raise error
    assert path.read_bytes() == b"old"
    assert only(path)


def test_output_through_a_link_replaces_the_link(path):
    link = path.parent / "link"
    link.symlink_to(path)
    with atomic_file(str(link)) as file:
        file.write(b"new")
    assert (path.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"old", b"new", False)


@pytest.mark.parametrize("names", ["fchown", "fchmod", "listxattr", "fchown fchmod listxattr getuid getgid chown"])
def test_functions_of_other_systems_are_not_needed(path, monkeypatch, names):
    for name in names.split():
        monkeypatch.delattr(os, name, raising=False)
    replace_file(str(path), b"old", b"fixed")
    assert path.read_bytes() == b"fixed"
